"""What is measured on the sheet: rulers, stairs at the edges, the target in the middle, the scales of the turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.geometry import Size, rectangle
from generator.layout import Item, Shape, Text
from generator.typeset import Font

PT = 72.0 / 25.4
BLACK, INK, SOFT_INK, LINE = "#000000", "#1C1A17", "#5A554C", "#BDB6A8"
FINE, HAIR = 0.15, 0.1  # mm: a line that is measured; a tick or a line that is read
FIGURE, SMALL = 6.0, 5.0  # pt

STEPS, STEP_MM = 15, 4.0  # stairs: one step for each millimetre from the edge
OFFSET_MM, CROSS_MM, CIRCLE_MM = 4, 15.0, 9.0
TURN_DEGREES, COLUMNS, COLUMN_MM = 2, 5, 1.6  # a flight of five steps makes half a degree
FAN_MM, TURN_HEAD_MM = 1.9, 5.6  # figures of the flights lie apart by this; tenths stand so far above the middle
POINTER_MM = 9.0


class Side(NamedTuple):
    """One direction along a paper: its origin, and how its along and away fall on x and y."""

    x: float
    y: float
    along: tuple[float, float]
    away: tuple[float, float]

    def at(self, along: float, away: float) -> tuple[float, float]:
        return (
            self.x + along * self.along[0] + away * self.away[0],
            self.y + along * self.along[1] + away * self.away[1],
        )


def segments(ends: Iterable[tuple[float, float, float, float]], width: float, colour: str = BLACK) -> Shape:
    """Straight lines, each from x, y to x, y."""
    path = tuple(step for x1, y1, x2, y2 in ends for step in (("M", x1, y1), ("L", x2, y2)))
    return Shape(path, "", colour, width)


def figure(words: str, font: Font, x: float, y: float, size: float = FIGURE, fill: str = INK) -> Text:
    """A short text whose capitals are centred on a point."""
    return Text(
        x - font.width(words) * size / 2000 / PT, y + font.cap_height * size / 2000 / PT, font, size, fill, 0.0, words
    )


def ruler(x: float, y: float, length: int, down: bool, font: Font) -> Iterator[Item]:
    """A ruler from a point: across with its ticks above it, or down with its ticks to its right."""
    side = Side(x, y, (0.0, 1.0), (1.0, 0.0)) if down else Side(x, y, (1.0, 0.0), (0.0, -1.0))
    yield segments([(*side.at(0.0, 0.0), *side.at(length, 0.0))], FINE)
    # Two rulers begin in one corner: each is the other's first mark, and what reached beyond would seem to lengthen it.
    yield segments([(*side.at(length, -2.5), *side.at(length, 4.0))], FINE)
    ticks = [(at, 4.0 if at % 10 == 0 else 3.0 if at % 5 == 0 else 2.0) for at in range(1, length)]
    yield segments([(*side.at(at, 0.0), *side.at(at, reach)) for at, reach in ticks], HAIR)
    for at in range(10, length + 1, 10):
        yield figure(str(at), font, *side.at(at, 6.6 if down else 5.6))


def stairs(paper: Size, middles: Sequence[float], font: Font) -> Iterator[Item]:
    """At each edge a step for every millimetre from it. ``middles``: where, along top, right, bottom and left edge."""
    width, height = paper
    top, right, bottom, left = (at - STEPS * STEP_MM / 2 for at in middles)
    edges = (
        Side(top, 0.0, (1.0, 0.0), (0.0, 1.0)),
        Side(width, right, (0.0, 1.0), (-1.0, 0.0)),
        Side(bottom, height, (1.0, 0.0), (0.0, -1.0)),
        Side(0.0, left, (0.0, 1.0), (1.0, 0.0)),
    )
    lines = []
    for side in edges:
        for step in range(1, STEPS + 1):
            begin = (step - 1) * STEP_MM
            lines.append((*side.at(begin, step), *side.at(begin + STEP_MM, step)))
            yield figure(str(step), font, *side.at(begin + STEP_MM / 2, step + 1.9))
    yield segments(lines, FINE)


def target(x: float, y: float, font: Font) -> Iterator[Item]:
    """The front's cross: millimetres to the right and down, a tick each half, and a sign at each end."""
    yield Shape(rectangle(x - CIRCLE_MM, y - CIRCLE_MM, 2 * CIRCLE_MM, 2 * CIRCLE_MM, CIRCLE_MM), "", LINE, 0.3)
    yield segments([(x - OFFSET_MM, y, x + OFFSET_MM, y), (x, y - OFFSET_MM, x, y + OFFSET_MM)], HAIR)
    ticks = []
    for half in range(-2 * OFFSET_MM, 2 * OFFSET_MM + 1):
        at, reach = half / 2, 1.2 if half % 4 == 0 else 0.7 if half % 2 == 0 else 0.3
        if half:
            ticks += [(x + at, y - reach, x + at, y + reach), (x - reach, y + at, x + reach, y + at)]
    yield segments(ticks, HAIR)
    for sign, way in (("+", 1), ("\u2212", -1)):
        yield figure(f"{sign}{OFFSET_MM}", font, x + way * (OFFSET_MM + 2.6), y)
        yield figure(f"{sign}{OFFSET_MM}", font, x, y + way * (OFFSET_MM + 2.2))


def cross(x: float, y: float) -> Iterator[Item]:
    """The back's cross, read against the front's."""
    yield segments([(x - CROSS_MM, y, x + CROSS_MM, y), (x, y - CROSS_MM, x, y + CROSS_MM)], HAIR)


def turn_scale(x: float, y: float, radius: float, way: int, font: Font) -> Iterator[Item]:
    """At one end of the sheet (``way`` 1: the right one), steps of a tenth of a degree about the middle (x, y).

    A flight of steps begins at each half degree, on the side of its figure, and rises by a tenth outwards. Clockwise is
    positive: down at the right end, up at the left one.
    """

    def at(tenth: int, column: float) -> tuple[float, float]:
        out = radius + column * COLUMN_MM
        return x + way * out, y + way * out * math.tan(math.radians(tenth / 10))

    lines, leaders = [], []
    inner = -COLUMNS / 2
    for tenth in range(-TURN_DEGREES * 10, TURN_DEGREES * 10 + 1):
        column = tenth % COLUMNS
        height = at(tenth, inner + column + 0.5)[1]
        lines.append((at(tenth, inner + column)[0], height, at(tenth, inner + column + 1)[0], height))
        if column == 0:
            label = (x + way * (radius + inner * COLUMN_MM - 3.0), y + way * tenth / COLUMNS * FAN_MM)
            leaders.append((lines[-1][0], height, *label))
            sign = "+" if tenth > 0 else "\u2212" if tenth < 0 else ""
            yield figure(f"{sign}{abs(tenth) / 10:g}", font, label[0] - way * 1.9, label[1], SMALL)
    yield segments(lines, HAIR)
    yield segments(leaders, 0.06, SOFT_INK)
    top = y - (TURN_DEGREES * 2 + 1) * FAN_MM
    yield figure("°", font, x + way * (radius + inner * COLUMN_MM - 4.9), top + 0.6, FIGURE)
    for column in range(1, COLUMNS):
        yield figure(f".{column}", font, at(0, inner + column + 0.5)[0], y - TURN_HEAD_MM, SMALL)


def pointers(x: float, y: float, radius: float) -> Iterator[Item]:
    """The back's two lines that are read against the scales of the turn."""
    reach = (radius - POINTER_MM, radius + POINTER_MM)
    yield segments([(x + way * reach[0], y, x + way * reach[1], y) for way in (-1, 1)], HAIR)
