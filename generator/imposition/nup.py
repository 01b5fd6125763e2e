"""The scheme ``nup``: cards side by side, backs on the mirrored slots of the other side.

Laws: a back's slot is its front's slot mirrored about the flip axis; where rows mirror, backs also turn 180°; a short
last page is padded before it is mirrored; crop marks never enter a trim and stand only around filled slots; every
copy lies on exactly one slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.imposition.fit import MARK_MM, SLUG_MM, Grid, best_grid
from generator.imposition.marks import corner_guides, crop_marks
from generator.imposition.model import Flip, Mark, Piece, Placement, Sheet, SheetSide, SheetSpec, Slug
from generator.problem import Problem, SourceError

RULER_MM = 50.0


class Label(NamedTuple):
    """Words of the slug in the edition's language: what precedes, and the words for sheet, front and back."""

    text: str
    sheet: str
    front: str
    back: str


class Edges(NamedTuple):
    """How far art and marks reach beyond the outermost trims, per side, and where the slug runs."""

    bleed: Insets
    mark: Insets
    slug: str  # "bottom" or "left"


def impose(pieces: Sequence[Piece], spec: SheetSpec, label: Label) -> tuple[Sheet, ...]:
    """All copies of all pieces on sheets, in order; pieces of one group and size share sheets.

    :class:`SourceError` ``does-not-fit`` for each size that the paper cannot hold.
    """
    groups: dict[tuple[str, Size], list[Piece]] = {}
    for piece in pieces:
        if piece.copies:
            groups.setdefault((piece.group, piece.trim), []).extend([piece] * piece.copies)
    plans: list[tuple[Grid, Edges, list[Piece]]] = []
    problems: list[Problem] = []
    for (_, trim), members in groups.items():
        try:
            grid = best_grid(trim, spec, members[0].where)
        except SourceError as error:
            problems += error.problems
            continue
        edges = _edges(grid, spec, max((piece.bleed for piece in members), default=0.0))
        plans += [(grid, edges, members[at : at + grid.slots]) for at in range(0, len(members), grid.slots)]
    if problems:
        raise SourceError(problems)
    two_sided = any(piece.back for piece in pieces if piece.copies)
    seen: set[str] = set()
    sheets = []
    for index, (grid, edges, members) in enumerate(plans, 1):
        decks = tuple(deck for deck in dict.fromkeys(piece.deck for piece in members) if deck not in seen)
        seen.update(decks)
        text = f"{label.text} · {label.sheet} {index}/{len(plans)}"
        sheets.append(_sheet(grid, edges, members, spec, text, label, two_sided, decks))
    return tuple(sheets)


def mirrored(box: Box, paper: Size, columns: bool) -> Box:
    """Where a box of the front lies on the back: about the vertical axis if columns mirror, else the horizontal."""
    if columns:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)


def columns_mirror(paper: Size, flip: Flip) -> bool:
    """Portrait on the long edge, or landscape on the short one, mirrors columns; the others mirror rows."""
    return (paper.height >= paper.width) == (flip is Flip.LONG_EDGE)


def _edges(grid: Grid, spec: SheetSpec, wanted: float) -> Edges:
    """Bleed and marks at the outer edges: the bleed that the cards carry, as far as marks and slug leave room."""
    margin = spec.room(grid.paper)
    strip_x, strip_y = grid.x - margin.x, grid.y - margin.y
    bleed = wanted if spec.bleed is None else spec.bleed
    needs = SLUG_MM + MARK_MM[0] + bleed
    slug = "bottom" if strip_y >= needs or strip_y >= strip_x else "left"
    sides = {"left": strip_x, "top": strip_y, "right": strip_x, "bottom": strip_y}
    sides[slug] -= SLUG_MM
    bleeds, marks = {}, {}
    for side, room in sides.items():
        marks[side] = min(max(room - bleed, MARK_MM[0]), MARK_MM[1])
        bleeds[side] = bleed if spec.bleed is not None else min(max(room - marks[side], 0.0), bleed)
    return Edges(Insets(**bleeds), Insets(**marks), slug)


def _sheet(
    grid: Grid,
    edges: Edges,
    members: Sequence[Piece],
    spec: SheetSpec,
    text: str,
    label: Label,
    two_sided: bool,
    decks: tuple[str, ...],
) -> Sheet:
    fronts, backs = [], []
    columns = columns_mirror(grid.paper, spec.flip)
    for slot, piece in enumerate(members):
        row, column = divmod(slot, grid.columns)
        bleed = _bleed(grid, edges, slot, len(members), piece.bleed)
        at = (grid.x + column * (piece.trim.width + grid.gutter), grid.y + row * (piece.trim.height + grid.gutter))
        front = Placement(piece.component, piece.front, at, piece.trim, 0, bleed)
        fronts.append(front)
        if piece.back is not None:
            box = mirrored(front.box, grid.paper, columns)
            swapped = _swapped(bleed, columns)
            turn = 0 if columns else 180
            backs.append(Placement(piece.component, piece.back, (box.x, box.y), piece.trim, turn, swapped))
    marks = _marks(tuple(place.box for place in fronts), tuple(piece.corner for piece in members), edges)
    trims = _around([place.box for place in fronts])
    bleeds = trims.grown(edges.bleed)
    front_side = SheetSide(
        placements=tuple(fronts),
        marks=marks,
        slug=_slug(grid, edges, spec, f"{text} · {label.front}"),
        trims=trims,
        bleeds=bleeds,
    )
    back_side = SheetSide(
        placements=tuple(backs),
        marks=(),
        slug=_slug(grid, edges, spec, f"{text} · {label.back}"),
        trims=mirrored(trims, grid.paper, columns),
        bleeds=mirrored(bleeds, grid.paper, columns),
    )
    return Sheet(paper=grid.paper, front=front_side, back=back_side if two_sided else None, decks=decks)


@lru_cache(maxsize=64)
def _marks(trims: tuple[Box, ...], corners: tuple[float, ...], edges: Edges) -> tuple[Mark, ...]:
    """The marks of a sheet; full sheets of one grid share them."""
    guides = [mark for trim, radius in zip(trims, corners, strict=True) for mark in corner_guides(trim, radius)]
    return (*crop_marks(trims, edges.bleed, edges.mark), *guides)


def _bleed(grid: Grid, edges: Edges, slot: int, filled: int, own: float) -> Insets:
    """A card's bleed in its slot, never more than its own: half the gutter towards a neighbour, else the edge's."""
    row, column = divmod(slot, grid.columns)
    inner = grid.gutter / 2
    right = column < grid.columns - 1 and slot + 1 < filled
    below = row < grid.rows - 1 and slot + grid.columns < filled
    return Insets(
        left=min(own, inner if column else edges.bleed.left),
        top=min(own, inner if row else edges.bleed.top),
        right=min(own, inner if right else edges.bleed.right),
        bottom=min(own, inner if below else edges.bleed.bottom),
    )


def _swapped(bleed: Insets, columns: bool) -> Insets:
    if columns:
        return bleed._replace(left=bleed.right, right=bleed.left)
    return bleed._replace(top=bleed.bottom, bottom=bleed.top)


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _slug(grid: Grid, edges: Edges, spec: SheetSpec, text: str) -> Slug:
    """Along the bottom from the left, or along the left edge from the bottom; the ruler first, the text after it."""
    baseline, margin = 0.6, spec.room(grid.paper)
    if edges.slug == "bottom":
        y = grid.paper.height - margin.y - baseline
        x = max(margin.x, min(grid.x, 20.0))
        return Slug(text, (x + RULER_MM + 4.0, y), 0, (x, y), RULER_MM)
    x = margin.x + SLUG_MM - baseline - 0.2
    y = grid.paper.height - max(margin.y, min(grid.y, 20.0))
    return Slug(text, (x, y - RULER_MM - 4.0), 90, (x, y), RULER_MM)
