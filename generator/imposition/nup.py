"""The scheme ``nup``: cards side by side in a grid, backs on the mirrored slots.

Laws: a short last page is padded before it is mirrored; every copy lies on exactly one slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.imposition.fit import MARK_MM, SLUG_MM, Grid, best_grid, slug_edges
from generator.imposition.made import Block, Label, Plan, Slot, made
from generator.imposition.model import Backs, Marks, Piece, Sheet, SheetSpec
from generator.imposition.pack import packed
from generator.problem import Problem, SourceError


class Edges(NamedTuple):
    """How far art and marks reach beyond the outermost trims, per side, and where the slug runs."""

    bleed: Insets
    mark: Insets
    slug: str  # "bottom" or "left"


def impose(pieces: Sequence[Piece], spec: SheetSpec, label: Label) -> tuple[Sheet, ...]:
    """All copies of all pieces on sheets, in order; pieces of one group and size share sheets.

    :class:`SourceError` ``does-not-fit`` for each size that the paper cannot hold.
    """
    return _sheets(plans_of(pieces, spec), spec, label)


def impose_together(parts: Sequence[tuple[Sequence[Piece], SheetSpec]], label: Label) -> tuple[tuple[Sheet, ...], int]:
    """Parts that may differ in bleed, on as few sheets as can be; and how many it would be one by one.

    :class:`SourceError` as in :func:`impose`.
    """
    plans: list[Plan] = []
    problems: list[Problem] = []
    for pieces, spec in parts:
        try:
            plans += plans_of(pieces, spec)
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    spec = parts[0][1]
    return _sheets(packed(plans, spec), spec, label), len(plans)


def _sheets(plans: Sequence[Plan], spec: SheetSpec, label: Label) -> tuple[Sheet, ...]:
    # In a file of folded sheets, one whose pieces have no backs is not printed on both sides either.
    two_sided = spec.backs is not Backs.FOLD and any(piece.back for plan in plans for piece in plan.pieces)
    seen: set[str] = set()
    sheets = []
    for index, plan in enumerate(plans, 1):
        decks = tuple(deck for deck in dict.fromkeys(piece.deck for piece in plan.pieces) if deck not in seen)
        seen.update(decks)
        text = f"{label.text} · {label.sheet} {index}/{len(plans)}"
        sheets.append(made(plan, spec, text, label, two_sided, decks))
    return tuple(sheets)


def plans_of(pieces: Sequence[Piece], spec: SheetSpec) -> list[Plan]:
    """Every size of every group on its own sheets. SourceError with all that does not fit."""
    groups: dict[tuple[str, Size], list[Piece]] = {}
    for piece in pieces:
        if spec.backs is Backs.NONE:
            piece = piece._replace(back=None)
        if piece.copies:
            groups.setdefault((piece.group, piece.trim), []).extend([piece] * piece.copies)
    plans: list[Plan] = []
    problems: list[Problem] = []
    for (_, trim), members in groups.items():
        fold = spec.backs is Backs.FOLD and any(piece.back for piece in members)
        try:
            grid = best_grid(trim, spec, members[0].where, fold=fold)
        except SourceError as error:
            problems += error.problems
            continue
        edges = _edges(grid, spec, max((piece.bleed for piece in members), default=0.0))
        plans += [_plan(grid, edges, members[at : at + grid.slots]) for at in range(0, len(members), grid.slots)]
    if problems:
        raise SourceError(problems)
    return plans


def _edges(grid: Grid, spec: SheetSpec, wanted: float) -> Edges:
    """Bleed and marks at the outer edges: the bleed that the cards carry, as far as marks and slug leave room."""
    strip_x, strip_y = grid.x - grid.lie.area.x, grid.y - grid.lie.area.y
    bleed = wanted if spec.bleed is None else spec.bleed
    least = MARK_MM[0] if spec.marks is Marks.CROP else 0.0
    below, beside = slug_edges(grid, spec.bleed or 0.0)
    preferred = strip_y >= SLUG_MM + least + bleed or strip_y >= strip_x
    slug = "bottom" if below and (preferred or not beside) else "left"
    sides = {"left": strip_x, "top": strip_y, "right": strip_x, "bottom": strip_y}
    sides[slug] -= SLUG_MM
    bleeds, marks = {}, {}
    for side, room in sides.items():
        marks[side] = min(max(room - bleed, MARK_MM[0]), MARK_MM[1])
        bleeds[side] = bleed if spec.bleed is not None else min(max(room - marks[side], 0.0), bleed)
    behind = {"bottom": "top", "left": "right"}[slug]
    if grid.lie.columns == (slug == "left") and not grid.lie.fold:
        # On the back this edge comes to lie where the slug does.
        bleeds[behind] = max(0.0, min(bleeds[behind], sides[behind] - SLUG_MM))
    return Edges(Insets(**bleeds), Insets(**marks), slug)


def _plan(grid: Grid, edges: Edges, members: Sequence[Piece]) -> Plan:
    places = _places(grid, edges, members[0].trim, tuple([piece.bleed for piece in members]))
    slots = [Slot(piece, box, bleed) for piece, (box, bleed) in zip(members, places, strict=True)]
    start = grid.x - grid.lie.area.x if edges.slug == "bottom" else grid.y - grid.lie.area.y
    return Plan(grid.lie, (Block(tuple(slots), edges.bleed, edges.mark),), edges.slug, start, grid.gutter)


@lru_cache(maxsize=64)
def _places(grid: Grid, edges: Edges, trim: Size, bleeds: tuple[float, ...]) -> tuple[tuple[Box, Insets], ...]:
    """Where the cards of a sheet lie, row by row, and the bleed that each shows; full sheets of one grid share them."""
    places = []
    for index, own in enumerate(bleeds):
        row, column = divmod(index, grid.columns)
        x = grid.x + column * (trim.width + grid.gutter)
        y = grid.y + row * (trim.height + grid.gutter)
        places.append((Box(x, y, *trim), _bleed(grid, edges, index, len(bleeds), own)))
    return tuple(places)


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
