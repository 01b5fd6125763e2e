"""What fits on a sheet: the grid with the most cards, and advice in numbers where there is none."""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.geometry import PAPERS, Box, Size, number
from generator.imposition.correct import room_on
from generator.imposition.marks import REGISTER_INSET
from generator.imposition.model import Flip, Margins, Marks, SheetSpec
from generator.problem import Location, fail

SLUG_MM = 2.6  # the strip that the slug needs, inside the printable area
MARK_MM = (1.5, 3.0)  # crop marks: at least, at most
FOLD_MM = 5.0  # from the fold to the nearest art
REGISTER_CLEAR_MM = 2.5  # from the outer edge of registration marks to the nearest art


class Lie(NamedTuple):
    """A way in which a sheet can lie, and where on it fronts may: ``area`` holds their art, their marks and the slug.

    ``columns``: whether backs mirror columns, or rows. ``fold``: they do so in a fold, on the same side.
    """

    paper: Size
    area: Box
    columns: bool
    fold: bool = False


class Grid(NamedTuple):
    """Columns and rows of one trim, centred in the area of a sheet.

    ``gutter``: between neighbouring trims, 0 where they share a cut. ``x``, ``y``: the first trim's top left.
    """

    lie: Lie
    columns: int
    rows: int
    gutter: float
    x: float
    y: float

    @property
    def paper(self) -> Size:
        return self.lie.paper

    @property
    def slots(self) -> int:
        return self.columns * self.rows


def columns_mirror(paper: Size, flip: Flip) -> bool:
    """Portrait on the long edge, or landscape on the short one, mirrors columns; the others mirror rows."""
    return (paper.height >= paper.width) == (flip is Flip.LONG_EDGE)


def lies(spec: SheetSpec, *, fold: bool = False) -> list[Lie]:
    """The ways in which the paper can lie; the upright ones first."""
    found = []
    for paper in (spec.paper, spec.paper.turned()):
        margin = room_on(paper, spec)
        if spec.marks is Marks.CUTTER:
            clear = REGISTER_INSET + REGISTER_CLEAR_MM
            margin = Margins(max(margin.x, clear), max(margin.y, clear))
        width, height = paper.width - 2 * margin.x, paper.height - 2 * margin.y
        if fold:
            half = paper.width / 2 - FOLD_MM - margin.x
            found.append(Lie(paper, Box(margin.x, margin.y, half, height), columns=True, fold=True))
            half = paper.height / 2 - FOLD_MM - margin.y
            found.append(Lie(paper, Box(margin.x, margin.y, width, half), columns=False, fold=True))
        else:
            found.append(Lie(paper, Box(margin.x, margin.y, width, height), columns_mirror(paper, spec.flip)))
    return found


def best_grid(trim: Size, spec: SheetSpec, where: Location, *, fold: bool = False) -> Grid:
    """The grid with the most slots; portrait where both ways hold as many. SourceError ``does-not-fit``."""
    grids = [grid for lie in lies(spec, fold=fold) if (grid := _grid(trim, lie, spec)) is not None]
    if grids:
        return max(grids, key=lambda grid: grid.slots)
    raise fail(where, "does-not-fit", _complaint(trim, spec, fold), _advice(trim, spec, fold))


def _grid(trim: Size, lie: Lie, spec: SheetSpec) -> Grid | None:
    bleed = spec.bleed or 0.0
    columns = _count(lie.area.width, trim.width, bleed)
    rows = _count(lie.area.height, trim.height, bleed)
    while columns and rows:
        grid = _centred(trim, lie, columns, rows, bleed)
        if max(grid.x - lie.area.x, grid.y - lie.area.y) - bleed >= SLUG_MM - 1e-9:
            return grid
        # No edge has room for the slug: give up the row or column that costs the fewest cards.
        columns, rows = (columns, rows - 1) if columns * (rows - 1) >= (columns - 1) * rows else (columns - 1, rows)
    return None


def _count(room: float, trim: float, bleed: float) -> int:
    return max(0, math.floor(room / (trim + 2 * bleed) + 1e-9))


def _centred(trim: Size, lie: Lie, columns: int, rows: int, bleed: float) -> Grid:
    width = columns * trim.width + (columns - 1) * 2 * bleed
    height = rows * trim.height + (rows - 1) * 2 * bleed
    area = lie.area
    return Grid(lie, columns, rows, 2 * bleed, area.x + (area.width - width) / 2, area.y + (area.height - height) / 2)


def largest_bleed(trim: Size, area: Box, columns: int, rows: int) -> float:
    """The largest bleed, mm on each side, with which a grid fits; negative where it does not fit at all."""
    return min((area.width / columns - trim.width) / 2, (area.height / rows - trim.height) / 2)


def more_with_less_bleed(trim: Size, spec: SheetSpec, slots: int, *, fold: bool = False) -> list[str]:
    """Grids of more than ``slots``, and up to which bleed each fits."""
    return [offer for many, offer, bleed in _offers(trim, spec, fold) if many > slots and bleed > 0]


def _offers(trim: Size, spec: SheetSpec, fold: bool) -> list[tuple[int, str, float]]:
    """Slots, words and largest bleed of each full grid."""
    offers: dict[str, tuple[int, float]] = {}
    for lie in lies(spec, fold=fold):
        columns, rows = _count(lie.area.width, trim.width, 0.0), _count(lie.area.height, trim.height, 0.0)
        if columns and rows:
            # Rounded down: the number that is said must fit.
            bleed = math.floor(largest_bleed(trim, lie.area, columns, rows) * 100) / 100
            way = "landscape" if lie.paper.width > lie.paper.height else "portrait"
            offers[f"{columns} × {rows} {way} fits with bleed ≤ {number(bleed, 2)} mm"] = columns * rows, bleed
    return [(slots, offer, bleed) for offer, (slots, bleed) in offers.items()]


def _complaint(trim: Size, spec: SheetSpec, fold: bool) -> str:
    bleed = f" with {number(spec.bleed)} mm bleed" if spec.bleed else ""
    margin = " and ".join(dict.fromkeys(number(side) for side in spec.margins))
    half = "half of " if fold else ""
    return f"{trim}{bleed} does not fit on {half}{spec.paper_name} ({spec.paper}, {margin} mm margin)"


def _advice(trim: Size, spec: SheetSpec, fold: bool) -> str:
    """What would fit: the grids without bleed, and the bleed that each allows; else the papers that hold one."""
    offers = [offer for _, offer, _ in _offers(trim, spec, fold)]
    if offers:
        return "; ".join(offers)
    holds = []
    for name, size in PAPERS.items():
        other = SheetSpec(paper=Size(*size), paper_name=name, margins=spec.margins, bleed=spec.bleed, marks=spec.marks)
        if any(_grid(trim, lie, other) for lie in lies(other, fold=fold)):
            holds.append(name)
    if holds:
        return f"{', '.join(holds)} {'hold' if len(holds) > 1 else 'holds'} it"
    need = Size(trim.width + 2 * spec.margins.x, trim.height + 2 * spec.margins.y + SLUG_MM)
    return f"a paper of at least {need} holds one"
