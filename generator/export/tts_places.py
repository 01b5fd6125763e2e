"""Where things lie on a table of Tabletop Simulator, how large they are there, and the ids that it knows them by.

Sizes at scale 1 are documented nowhere; these were measured by others, on saved games whose pieces have known sizes
(docs/tabletop-simulator.md). In each of them the picture's height is fixed, and its width follows from its proportions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

CARD_MM = 88.9  # height of the card that has scale 1: 2.5 × 3.5 in, the poker card
CARD_UNITS = 3.1  # how high that is on the table
TILE_UNITS = 2.0  # how high a tile of scale 1 is
UNIT_MM = CARD_MM / CARD_UNITS  # so that everything keeps its size beside the cards

ROW = 40.0  # units: a row that grows longer is broken
GAP = 0.6
TOP = 1.06  # units: just above the tables that the game has
FACING = 180.0  # degrees about the upright axis: at 0 a picture stands on its head for whoever sits at the near side


class Place(NamedTuple):
    """The middle of a thing on the table: ``x`` to the right, ``z`` away from the near side; units."""

    x: float
    z: float


def card_scale(height: float) -> float:
    """The scale of a card of this height (mm)."""
    return height / CARD_MM


def tile_scale(height: float) -> float:
    """The scale of a tile of this height (mm)."""
    return height / UNIT_MM / TILE_UNITS


def units(length: float) -> float:
    """A length of the printed thing (mm) on the table."""
    return length / UNIT_MM


def laid_out(groups: Sequence[Sequence[tuple[float, float]]]) -> list[list[Place]]:
    """Places for things of these widths and depths (units): rows from the far side to the near one, none overlaps.

    Every group begins a row; rows stand in the middle of the table.
    """
    rows: list[list[tuple[int, int]]] = []
    for number, group in enumerate(groups):
        end = ROW + 1.0
        for index, (width, _) in enumerate(group):
            if end + width > ROW:
                rows.append([])
                end = 0.0
            rows[-1].append((number, index))
            end += width + GAP
    depths = [max(groups[number][index][1] for number, index in row) for row in rows]
    result: list[list[Place]] = [[Place(0.0, 0.0)] * len(group) for group in groups]
    far = (sum(depths) + GAP * (len(rows) - 1)) / 2
    for row, depth in zip(rows, depths, strict=True):
        widths = [groups[number][index][0] for number, index in row]
        left = -(sum(widths) + GAP * (len(row) - 1)) / 2
        for (number, index), width in zip(row, widths, strict=True):
            result[number][index] = Place(left + width / 2, far - depth / 2)
            left += width + GAP
        far -= depth + GAP
    return result


def first_sheet(seed: str) -> int:
    """The number that sheets are counted on from: another one for every game and language.

    On one table two sheets of the same number would be one and the same.
    """
    return 100 * (1 + int(hashlib.sha256(f"{seed}\nsheets".encode()).hexdigest()[:8], 16) % 9999)


class Ids:
    """Six hexadecimal digits for each thing, from its name, so that they stay the same; no two alike."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.given: set[str] = set()

    def take(self, name: str) -> str:
        attempt = 0
        while True:
            told = f"{self.seed}\n{name}\n{attempt}"
            guid = hashlib.sha256(told.encode("utf-8")).hexdigest()[:6]
            if guid not in self.given:
                self.given.add(guid)
                return guid
            attempt += 1
