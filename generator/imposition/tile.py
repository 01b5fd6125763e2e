"""The scheme ``tile``: a board larger than the paper, on several sheets that overlap and are glued.

Laws: the tiles cover the board; neighbours share ``OVERLAP_MM``, half of it on each side of the join; the tile on the
right, or below, is cut at the join and laid over the other's glue tab. Joins part the board into equal strips.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.imposition.correct import correction_of, room_on
from generator.imposition.fit import MARK_MM, RULER_MM, SLUG_GAP_MM, SLUG_LONG_MM, SLUG_MM
from generator.imposition.made import Label
from generator.imposition.marks import REGISTER_INSET, REGISTER_SQUARE, registration
from generator.imposition.model import Margins, Mark, Marks, Piece, Placement, Sheet, SheetSide, SheetSpec, Slug
from generator.problem import fail

OVERLAP_MM = 10.0
_INDENT_MM = 5.0  # of the slug
MOST = 8  # tiles along a side: more is a poster, and nobody glues it


class Tile(NamedTuple):
    """A part of a board, mm from the board's top left, and its label: A1 is top left, A2 right of it, B1 below it."""

    label: str
    box: Box
    column: int
    row: int


class Tiling(NamedTuple):
    """How a board is parted on a paper that lies one way or the other."""

    paper: Size
    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    joins_x: tuple[float, ...]
    joins_y: tuple[float, ...]


def tiling(trim: Size, spec: SheetSpec) -> Tiling | None:
    """The parting with the fewest sheets; None where even the most would not do."""
    best: Tiling | None = None
    for paper in (spec.paper, spec.paper.turned()):
        margin = _margin(paper, spec)
        room_x = paper.width - 2 * margin.x - 2 * MARK_MM[0]
        room_y = paper.height - 2 * margin.y - 2 * MARK_MM[0] - SLUG_MM
        columns, rows = _strips(trim.width, room_x), _strips(trim.height, room_y)
        if paper.width - 2 * margin.x < SLUG_LONG_MM + _INDENT_MM:
            continue
        if columns and rows and (best is None or columns * rows < best.columns * best.rows):
            best = _parted(trim, paper, columns, rows)
    return best


def tile(piece: Piece, spec: SheetSpec, label: Label) -> tuple[Sheet, ...]:
    """The sheets of one board, row by row. SourceError ``does-not-fit``."""
    plan = tiling(piece.trim, spec)
    if plan is None:
        message = f"{piece.trim} cannot be put together from {MOST} × {MOST} sheets of {spec.paper_name}"
        raise fail(piece.where, "does-not-fit", message, "take a larger paper")
    sheets = []
    for index, part in enumerate(plan.tiles, 1):
        text = f"{label.text} · {piece.title} {part.label} · {label.sheet} {index}/{len(plan.tiles)}"
        sheets.append(_sheet(piece, part, plan, spec, text, first=index == 1))
    return tuple(sheets)


def _margin(paper: Size, spec: SheetSpec) -> Margins:
    """The margins of a sheet; registration marks, which a correction does not move, stand in them."""
    clear = REGISTER_INSET + REGISTER_SQUARE if spec.marks is Marks.CUTTER else 0.0
    wide = Margins(max(spec.margins.x, clear), max(spec.margins.y, clear))
    return room_on(paper, replace(spec, margins=wide))


def _strips(length: float, room: float) -> int:
    """How many overlapping strips of at most ``room`` cover ``length``; 0 for too many."""
    for count in range(1, MOST + 1):
        # The middle strips carry half an overlap on both sides.
        tabs = 0.0 if count == 1 else OVERLAP_MM / 2 if count == 2 else OVERLAP_MM
        if length / count + tabs <= room + 1e-9:
            return count
    return 0


def _parted(trim: Size, paper: Size, columns: int, rows: int) -> Tiling:
    xs, ys = _cuts(trim.width, columns), _cuts(trim.height, rows)
    tiles = []
    for row in range(rows):
        for column in range(columns):
            left, right = _reach(xs, column, columns)
            top, bottom = _reach(ys, row, rows)
            label = f"{string.ascii_uppercase[row]}{column + 1}"
            tiles.append(Tile(label, Box(left, top, right - left, bottom - top), column, row))
    return Tiling(paper, columns, rows, tuple(tiles), xs[1:-1], ys[1:-1])


def _cuts(length: float, count: int) -> tuple[float, ...]:
    return tuple(length * at / count for at in range(count + 1))


def _reach(cuts: tuple[float, ...], at: int, count: int) -> tuple[float, float]:
    half = OVERLAP_MM / 2
    return cuts[at] - (half if at else 0.0), cuts[at + 1] + (half if at < count - 1 else 0.0)


def _sheet(piece: Piece, part: Tile, plan: Tiling, spec: SheetSpec, text: str, *, first: bool) -> Sheet:
    paper, box = plan.paper, part.box
    x, y = (paper.width - box.width) / 2, (paper.height - SLUG_MM - box.height) / 2
    margin = _margin(paper, spec)
    strips = Insets(x - margin.x, y - margin.y, x - margin.x, y - margin.y)
    outer = Insets(*(min(piece.bleed, max(0.0, strip - MARK_MM[0])) for strip in strips))
    marks = Insets(
        *(min(max(strip - bleed, MARK_MM[0]), MARK_MM[1]) for strip, bleed in zip(strips, outer, strict=True))
    )
    bleed = Insets(
        left=outer.left if part.column == 0 else -box.x,
        top=outer.top if part.row == 0 else -box.y,
        right=outer.right if part.column == plan.columns - 1 else box.right - piece.trim.width,
        bottom=outer.bottom if part.row == plan.rows - 1 else box.bottom - piece.trim.height,
    )
    at = (x - box.x, y - box.y)
    placed = Placement(piece.component, piece.front, at, piece.trim, 0, bleed)
    here = Box(x, y, box.width, box.height)
    trims = Box(x, y, box.width, box.height)
    shown = here.grown(Insets(*(max(0.0, value) for value in bleed)))
    side = SheetSide(
        placements=(placed,),
        marks=() if spec.marks is Marks.NONE else tuple(_marks(part, plan, at, shown, marks)),
        slug=_slug(paper, spec, text),
        trims=trims,
        bleeds=shown,
        correction=correction_of(paper, spec.flip, spec.correction, back=False),
        fixed=registration(paper) if spec.marks is Marks.CUTTER else (),
    )
    decks = (piece.deck,) if first else ()
    return Sheet(paper=paper, front=side, back=None, decks=decks, tile=part.label)


def _marks(part: Tile, plan: Tiling, at: tuple[float, float], shown: Box, length: Insets) -> Iterator[Mark]:
    """Crop marks at the board's own edges and at the join where this tile is cut; glue marks where its tab begins."""
    last = plan.tiles[-1].box
    xs = [(0.0, "crop")] if part.column == 0 else [(plan.joins_x[part.column - 1], "crop")]
    xs.append((last.right, "crop") if part.column == plan.columns - 1 else (plan.joins_x[part.column], "glue"))
    ys = [(0.0, "crop")] if part.row == 0 else [(plan.joins_y[part.row - 1], "crop")]
    ys.append((last.bottom, "crop") if part.row == plan.rows - 1 else (plan.joins_y[part.row], "glue"))
    for place, kind in xs:
        x = at[0] + place
        yield Mark(kind, (("M", x, shown.y - length.top), ("L", x, shown.y)))
        yield Mark(kind, (("M", x, shown.bottom), ("L", x, shown.bottom + length.bottom)))
    for place, kind in ys:
        y = at[1] + place
        yield Mark(kind, (("M", shown.x - length.left, y), ("L", shown.x, y)))
        yield Mark(kind, (("M", shown.right, y), ("L", shown.right + length.right, y)))


def _slug(paper: Size, spec: SheetSpec, text: str) -> Slug:
    margin = _margin(paper, spec)
    x, y = margin.x + _INDENT_MM, paper.height - margin.y - 0.6
    at = x + RULER_MM + SLUG_GAP_MM
    return Slug(text, (at, y), 0, (x, y), RULER_MM, paper.width - margin.x - at)
