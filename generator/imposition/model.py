"""The second middle form: sheets. Placements of drawings, and marks around them; mm from the paper's top left.

Nothing here knows what is inside a drawing, which fonts there are, or what a PDF is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.problem import Location

Path = tuple[tuple[str | float, ...], ...]


class Flip(Enum):
    """The edge about which a duplex printer turns the sheet."""

    LONG_EDGE = "long"  # work-and-turn
    SHORT_EDGE = "short"  # work-and-tumble


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSpec:
    """What is printed on. ``bleed`` None: neighbours share a cut line; else each card has that bleed all round."""

    paper: Size  # portrait
    paper_name: str
    margin: float = 5.0  # the printer's unprintable edge
    bleed: float | None = None
    flip: Flip = Flip.LONG_EDGE


class Piece(NamedTuple):
    """One design to be printed: the ids of its drawings, its size, how often. ``group``: what may share its sheets."""

    component: str
    front: str
    back: str | None
    trim: Size
    bleed: float
    corner: float
    copies: int
    group: str
    deck: str
    title: str
    where: Location


class Placement(NamedTuple):
    """A drawing on a sheet: ``at`` is the trim's top left as it lies there; ``bleed`` on the sheet's four sides."""

    component: str
    frame: str
    at: tuple[float, float]
    trim: Size
    turn: int  # 0 or 180
    bleed: Insets

    @property
    def box(self) -> Box:
        return Box(self.at[0], self.at[1], self.trim.width, self.trim.height)


class Mark(NamedTuple):
    """A thin line: ``crop`` outside the trims, ``corner`` along a rounded corner, ``glue`` where a tab begins."""

    kind: str
    path: Path


class Slug(NamedTuple):
    """The line in the margin: a ruler of ``ruler`` mm from ``ruler_at``, and a text whose baseline begins at ``at``.

    ``turn`` 90: both run upwards along the left edge.
    """

    text: str
    at: tuple[float, float]
    turn: int
    ruler_at: tuple[float, float]
    ruler: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSide:
    """One side of a sheet. ``trims`` and ``bleeds``: around all of its trims, and around their art."""

    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    slug: Slug
    trims: Box
    bleeds: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet of paper as it lies: ``paper`` is already turned for landscape. ``decks``: those that begin on it.

    ``tile``: which part of a board it holds, where that is parted.
    """

    paper: Size
    front: SheetSide
    back: SheetSide | None
    decks: tuple[str, ...]
    tile: str = ""
