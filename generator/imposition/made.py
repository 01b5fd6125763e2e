"""Slots become a sheet: fronts, their backs behind or beside them, marks, slug, and what the printer needs corrected.

Laws: a back's slot is its front's slot mirrored about the flip axis, or the fold; where rows mirror, backs also turn
180°; marks stand on fronts alone, and only around filled slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.imposition.correct import correction_of
from generator.imposition.fit import RULER_MM, SLUG_GAP_MM, SLUG_MM, Lie
from generator.imposition.marks import REGISTER_SQUARE, corner_guides, crop_marks, fold_line, outline, registration
from generator.imposition.model import Mark, Marks, Piece, Placement, Sheet, SheetSide, SheetSpec, Slug

_SLUG_TEXT_MM = 90.0  # of the longest slugs: where it is scarce, the ruler begins at the very edge


class Label(NamedTuple):
    """Words of the slug in the edition's language: what precedes, and the words for sheet, front and back."""

    text: str
    sheet: str
    front: str
    back: str


class Slot(NamedTuple):
    """A piece, where its trim lies, and the bleed that it shows there."""

    piece: Piece
    box: Box
    bleed: Insets


class Block(NamedTuple):
    """Slots of one size that share their cuts, and how far art and marks reach beyond the outermost trims."""

    slots: tuple[Slot, ...]
    bleed: Insets
    mark: Insets


class Plan(NamedTuple):
    """What lies on one sheet, and along which edge of its area the slug runs: ``bottom``, from the left, or ``left``,
    from the bottom. ``start``: how far from there it would begin, mm. ``gutter``: between neighbours of one size.
    """

    lie: Lie
    blocks: tuple[Block, ...]
    slug: str
    start: float
    gutter: float

    @property
    def pieces(self) -> list[Piece]:
        return [slot.piece for block in self.blocks for slot in block.slots]


def mirrored(box: Box, paper: Size, columns: bool) -> Box:
    """Where a box of the front lies on the back: about the vertical axis if columns mirror, else the horizontal."""
    if columns:
        return box._replace(x=paper.width - box.right)
    return box._replace(y=paper.height - box.bottom)


def made(plan: Plan, spec: SheetSpec, text: str, label: Label, two_sided: bool, decks: tuple[str, ...]) -> Sheet:
    """The sheet of a plan. ``text``: the slug but for its side. ``two_sided``: it has a back, if only a blank one."""
    lie, paper = plan.lie, plan.lie.paper
    slots = [slot for block in plan.blocks for slot in block.slots]
    fronts = tuple([_front(slot) for slot in slots])
    shapes = [_shape(block, spec.marks) for block in plan.blocks]
    trims, bleeds, marks = shapes[0]
    if len(shapes) > 1:
        trims, bleeds = around([shape.trims for shape in shapes]), around([shape.bleeds for shape in shapes])
        marks = tuple(mark for shape in shapes for mark in shape.marks)
    fixed = registration(paper) if spec.marks is Marks.CUTTER else ()
    turned = correction_of(paper, spec.flip, spec.correction, back=False)
    backs: tuple[Placement, ...] = ()
    behind = trims, bleeds
    if two_sided or lie.fold:
        backs = tuple([_back(slot, lie) for slot in slots if slot.piece.back is not None])
        behind = mirrored(trims, paper, lie.columns), mirrored(bleeds, paper, lie.columns)
    if lie.fold:
        side = SheetSide(
            placements=fronts + backs,
            marks=(*marks, fold_line(paper, lie.columns, lie.area)),
            slug=_slug(plan, spec, text),
            trims=around([trims, behind[0]]),
            bleeds=around([bleeds, behind[1]]),
            correction=turned,
            fixed=fixed,
        )
        return Sheet(paper=paper, front=side, back=None, decks=decks, fold="columns" if lie.columns else "rows")
    front = SheetSide(
        placements=fronts,
        marks=marks,
        slug=_slug(plan, spec, f"{text} · {label.front}"),
        trims=trims,
        bleeds=bleeds,
        correction=turned,
        fixed=fixed,
    )
    if not two_sided:
        return Sheet(paper=paper, front=front, back=None, decks=decks)
    back = SheetSide(
        placements=backs,
        marks=(),
        slug=_slug(plan, spec, f"{text} · {label.back}"),
        trims=around([place.box for place in backs]) if backs else behind[0],
        bleeds=behind[1],
        correction=correction_of(paper, spec.flip, spec.correction, back=True),
    )
    return Sheet(paper=paper, front=front, back=back, decks=decks)


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _front(slot: Slot) -> Placement:
    piece, box, bleed = slot
    return Placement(piece.component, piece.front, (box.x, box.y), piece.trim, 0, bleed, piece.corner)


def _back(slot: Slot, lie: Lie) -> Placement:
    piece, bleed = slot.piece, slot.bleed
    assert piece.back is not None
    box = mirrored(slot.box, lie.paper, lie.columns)
    if lie.columns:
        turn, swapped = 0, bleed._replace(left=bleed.right, right=bleed.left)
    else:
        turn, swapped = 180, bleed._replace(top=bleed.bottom, bottom=bleed.top)
    return Placement(piece.component, piece.back, (box.x, box.y), piece.trim, turn, swapped, piece.corner, back=True)


class _Shape(NamedTuple):
    """What goes around the trims of a block, and around their art; its marks."""

    trims: Box
    bleeds: Box
    marks: tuple[Mark, ...]


def _shape(block: Block, wanted: Marks) -> _Shape:
    boxes = tuple([slot.box for slot in block.slots])
    corners = tuple([slot.piece.corner for slot in block.slots])
    return _shaped(boxes, corners, block.bleed, block.mark, wanted)


@lru_cache(maxsize=64)
def _shaped(trims: tuple[Box, ...], corners: tuple[float, ...], bleed: Insets, length: Insets, wanted: Marks) -> _Shape:
    """Full sheets of one grid share theirs."""
    pairs = list(zip(trims, corners, strict=True))
    marks: tuple[Mark, ...] = ()
    if wanted is Marks.CROP:
        guides = [mark for trim, radius in pairs for mark in corner_guides(trim, radius)]
        marks = (*crop_marks(trims, bleed, length), *guides)
    elif wanted is Marks.LINES:
        marks = tuple(outline(trim, radius) for trim, radius in pairs)
    whole = around(trims)
    return _Shape(whole, whole.grown(bleed), marks)


def _slug(plan: Plan, spec: SheetSpec, text: str) -> Slug:
    """Along the bottom from the left, or along the left edge from the bottom; the ruler first, the text after it."""
    baseline, area = 0.6, plan.lie.area
    long = area.width if plan.slug == "bottom" else area.height
    before = RULER_MM + SLUG_GAP_MM
    start = max(0.0, min(plan.start, 15.0, long - before - _SLUG_TEXT_MM))
    room = long - start - before
    if plan.slug == "bottom":
        x, y = area.x + start, area.bottom - baseline
        return Slug(text, (x + before, y), 0, (x, y), RULER_MM, room)
    x, y = area.x + SLUG_MM - baseline - 0.2, area.bottom - start
    if spec.marks is Marks.CUTTER:  # a registration mark stands at the upper end
        room -= REGISTER_SQUARE
    return Slug(text, (x, y - before), 90, (x, y), RULER_MM, room)
