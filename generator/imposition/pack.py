"""The scheme ``pack``: last sheets that are not full give their pieces to sheets which several sizes share.

Laws: pieces lie in rows, so that straight cuts from edge to edge part the rows, then each row; pieces of one size in a
row share their cuts as on a sheet of their own; between sizes and rows there is a gutter with marks for either side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.geometry import Box, Insets, Size
from generator.imposition.fit import MARK_MM, SLUG_LONG_MM, SLUG_MM, Lie, lies
from generator.imposition.made import Block, Plan, Slot
from generator.imposition.model import Backs, Marks, Piece, SheetSpec

INNER_MM = 1.5  # of bleed that a block shows towards its neighbours


class _Loose(NamedTuple):
    """A piece, and the gutter that neighbours of its kind have."""

    piece: Piece
    between: float

    @property
    def sort(self) -> tuple[str, Size, float]:
        return self.piece.group, self.piece.trim, self.between


@dataclass(slots=True)
class _Run:
    """Pieces of one sort, side by side."""

    x: float
    members: list[_Loose]


@dataclass(slots=True)
class _Row:
    """Runs in one row; its first is the tallest."""

    y: float
    height: float
    right: float = 0.0
    runs: list[_Run] = field(default_factory=list)


@dataclass(slots=True)
class _Page:
    """Rows on one sheet; mm from the top left of the room for trims."""

    rows: list[_Row] = field(default_factory=list)


def packed(plans: Sequence[Plan], spec: SheetSpec) -> list[Plan]:
    """The same pieces on fewer sheets, or the plans as they are."""
    last = {(plan.pieces[0].group, plan.pieces[0].trim, plan.gutter): plan for plan in plans}
    loose = list(last.values())
    full = [plan for plan in plans if not any(plan is other for other in loose)]
    pieces = sorted(
        (_Loose(piece, plan.gutter) for plan in loose for piece in plan.pieces),
        key=lambda one: (-one.piece.trim.height, -one.piece.trim.width),
    )
    fold = spec.backs is Backs.FOLD and any(one.piece.back for one in pieces)
    found = [laid for lie in lies(spec, fold=fold) if (laid := _laid(pieces, lie, spec)) is not None]
    best = min(found, key=len, default=loose)
    return [*full, *best] if len(best) < len(loose) else list(plans)


def _laid(pieces: Iterable[_Loose], lie: Lie, spec: SheetSpec) -> list[Plan] | None:
    """First fit, the tallest first: into a row that is open, else a new row, else a new sheet. None: one fits none."""
    gutter = 2 * (INNER_MM + (MARK_MM[0] if spec.marks is Marks.CROP else 0.0))
    above = _above(lie, spec)
    room = Size(lie.area.width - gutter, lie.area.height - gutter - SLUG_MM - above)
    if lie.area.width < SLUG_LONG_MM:
        return None
    pages: list[_Page] = []
    for one in pieces:
        if one.piece.trim.width > room.width or one.piece.trim.height > room.height:
            return None
        if not any(_into(page, one, room, gutter) for page in pages):
            pages.append(_Page())
            _into(pages[-1], one, room, gutter)
    return [_plan(page, lie, gutter, room, above) for page in pages]


def _above(lie: Lie, spec: SheetSpec) -> float:
    """What stays free above, too: there the slug of the back lies where rows mirror, or a registration mark."""
    return SLUG_MM if spec.marks is Marks.CUTTER or not (lie.columns or lie.fold) else 0.0


def _into(page: _Page, one: _Loose, room: Size, gutter: float) -> bool:
    trim = one.piece.trim
    for row in page.rows:
        last = row.runs[-1]
        same = last.members[-1].sort == one.sort
        x = row.right + (one.between if same else gutter)
        if trim.height <= row.height + 1e-9 and x + trim.width <= room.width + 1e-9:
            if same:
                last.members.append(one)
            else:
                row.runs.append(_Run(x, [one]))
            row.right = x + trim.width
            return True
    y = page.rows[-1].y + page.rows[-1].height + gutter if page.rows else 0.0
    if y + trim.height > room.height + 1e-9:
        return False
    page.rows.append(_Row(y, trim.height, trim.width, [_Run(0.0, [one])]))
    return True


def _plan(page: _Page, lie: Lie, gutter: float, room: Size, above: float) -> Plan:
    """The rows in the middle of the room. Towards other runs art ends where their marks begin."""
    width = max(row.right for row in page.rows)
    height = page.rows[-1].y + page.rows[-1].height
    left = lie.area.x + gutter / 2 + (room.width - width) / 2
    top = lie.area.y + above + gutter / 2 + (room.height - height) / 2
    blocks = [_block(run, left, top + row.y) for row in page.rows for run in row.runs]
    return Plan(lie, tuple(blocks), "bottom", left - lie.area.x, gutter)


def _block(run: _Run, left: float, top: float) -> Block:
    slots = []
    for at, (piece, between) in enumerate(run.members):
        own, side = min(piece.bleed, INNER_MM), min(piece.bleed, between / 2)
        shown = Insets(side if at else own, own, side if at < len(run.members) - 1 else own, own)
        box = Box(left + run.x + at * (piece.trim.width + between), top, *piece.trim)
        slots.append(Slot(piece, box, shown))
    return Block(tuple(slots), Insets.all(INNER_MM), Insets.all(MARK_MM[0]))
