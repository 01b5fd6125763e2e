"""The second middle form: sheets. Placements of drawings, and marks around them; mm from the paper's top left.

Nothing here knows what is inside a drawing, which fonts there are, or what a PDF is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from generator.geometry import IDENTITY, Box, Insets, Path, Size, Transform
from generator.problem import Location


class Flip(Enum):
    """The edge about which a duplex printer turns the sheet."""

    LONG_EDGE = "long"  # work-and-turn
    SHORT_EDGE = "short"  # work-and-tumble


class Backs(Enum):
    """How a back comes behind its front."""

    DUPLEX = "duplex"  # on the other side of the sheet
    FOLD = "fold"  # beside it: the sheet is folded and glued (gutterfold)
    SEPARATE = "separate"  # in a file of its own: fed by hand, or glued
    NONE = "none"


class Marks(Enum):
    """What shows where to cut; on fronts alone, for on a back it would mark a card."""

    CROP = "crop"  # short marks beyond the art, and guides along rounded corners
    LINES = "lines"  # the outline of each trim, for scissors
    NONE = "none"
    CUTTER = "cutter"  # registration marks for a cutting machine, which has the outlines in a file of its own


class Correction(NamedTuple):
    """What a printer needs done to a page, so that it comes out right.

    Scales of an upright sheet across and down, about its middle. ``back_x``, ``back_y`` (mm, to the right and down as
    the second side is looked at) and ``back_turn`` (degrees clockwise, about the middle) move the second side of an
    upright sheet that is flipped on its long edge; other sheets are turned to that.
    """

    scale_x: float = 1.0
    scale_y: float = 1.0
    back_x: float = 0.0
    back_y: float = 0.0
    back_turn: float = 0.0


class Margins(NamedTuple):
    """The printer's unprintable edge, mm: at the left and right of an upright sheet, and at its top and bottom."""

    x: float = 5.0
    y: float = 5.0


MARGINS = Margins()
UNCORRECTED = Correction()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSpec:
    """What is printed on, and how. ``bleed`` None: neighbours share a cut line; else each card has it all round."""

    paper: Size  # portrait
    paper_name: str
    margins: Margins = MARGINS
    bleed: float | None = None
    flip: Flip = Flip.LONG_EDGE
    backs: Backs = Backs.DUPLEX
    marks: Marks = Marks.CROP
    pack: bool = False
    correction: Correction = UNCORRECTED


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
    """A drawing on a sheet: ``at`` is the trim's top left as it lies there; ``bleed`` on the sheet's four sides.

    ``corner``: the radius of the trim's corners. ``back``: it is a back, which may lie beside the fronts.
    """

    component: str
    frame: str
    at: tuple[float, float]
    trim: Size
    turn: int  # 0 or 180
    bleed: Insets
    corner: float = 0.0
    back: bool = False

    @property
    def box(self) -> Box:
        return Box(self.at[0], self.at[1], self.trim.width, self.trim.height)


class Mark(NamedTuple):
    """A line. ``crop`` outside the trims, ``corner`` along a rounded corner, ``outline`` around a trim, ``fold``,
    ``cut`` along a shape, ``glue`` where a tab begins; ``register`` and ``block`` for the eye of a cutting machine.
    """

    kind: str
    path: Path


class Slug(NamedTuple):
    """The line in the margin: a ruler of ``ruler`` mm from ``ruler_at``, and a text whose baseline begins at ``at``.

    ``turn`` 90: both run upwards along the left edge. ``room``: mm along the baseline that the text may take.
    """

    text: str
    at: tuple[float, float]
    turn: int
    ruler_at: tuple[float, float]
    ruler: float
    room: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSide:
    """One side of a sheet. ``trims`` and ``bleeds``: around all of its trims, and around their art.

    ``correction`` is for the printer: it moves all of this, but not what is ``fixed`` on the paper.
    """

    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    slug: Slug | None
    trims: Box
    bleeds: Box
    correction: Transform = IDENTITY
    fixed: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet of paper as it lies: ``paper`` is already turned for landscape. ``decks``: those that begin on it.

    ``tile``: which part of a board it holds, where that is parted. ``fold``: where fronts and backs lie side by side,
    what mirrors in the fold, ``columns`` or ``rows``.
    """

    paper: Size
    front: SheetSide
    back: SheetSide | None
    decks: tuple[str, ...]
    tile: str = ""
    fold: str = ""
