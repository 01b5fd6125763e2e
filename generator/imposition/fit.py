"""What fits on a sheet: the grid with the most cards, and advice in numbers where there is none."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from generator.geometry import PAPERS, Box, Size, may_be_paper, number
from generator.imposition.correct import room_on
from generator.imposition.marks import REGISTER_INSET
from generator.imposition.model import Flip, Margins, Marks, SheetSpec
from generator.problem import Location, fail

SLUG_MM = 2.6  # the strip that the slug needs, inside the printable area
RULER_MM, SLUG_GAP_MM = 50.0, 4.0  # the slug's ruler, and from there to its text
SLUG_TEXT_MM = 20.0  # the least that its text needs: part, sheet and side are still there, set small
SLUG_LONG_MM = RULER_MM + SLUG_GAP_MM + SLUG_TEXT_MM
MARK_MM = (1.5, 3.0)  # crop marks: at least, at most
FOLD_MM = 5.0  # from the fold to the nearest art
USEFUL_MM = 0.5  # a bleed of less forgives no cut, and is not offered
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
    # Registration marks are not corrected with the art: it must stay clear of them as it is printed. Crop marks may
    # reach into the margin, but must be on the paper.
    clear = {Marks.CUTTER: REGISTER_INSET + REGISTER_CLEAR_MM, Marks.CROP: MARK_MM[0]}.get(spec.marks, 0.0)
    spec = replace(spec, margins=Margins(max(spec.margins.x, clear), max(spec.margins.y, clear)))
    found = []
    for paper in (spec.paper, spec.paper.turned()):
        margin = room_on(paper, spec)
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
        if any(slug_edges(grid, bleed)):
            return grid
        # No edge has room for the slug: give up the row or column that costs the fewest cards.
        columns, rows = (columns, rows - 1) if columns * (rows - 1) >= (columns - 1) * rows else (columns - 1, rows)
    return None


def slug_edges(grid: Grid, bleed: float) -> tuple[bool, bool]:
    """Whether the slug has its room along the bottom, beside this bleed; and along the left edge."""
    area = grid.lie.area
    return (
        grid.y - area.y - bleed >= SLUG_MM - 1e-9 and area.width >= SLUG_LONG_MM - 1e-9,
        grid.x - area.x - bleed >= SLUG_MM - 1e-9 and area.height >= SLUG_LONG_MM - 1e-9,
    )


def _count(room: float, trim: float, bleed: float) -> int:
    return max(0, math.floor(room / (trim + 2 * bleed) + 1e-9))


def _centred(trim: Size, lie: Lie, columns: int, rows: int, bleed: float) -> Grid:
    width = columns * trim.width + (columns - 1) * 2 * bleed
    height = rows * trim.height + (rows - 1) * 2 * bleed
    area = lie.area
    return Grid(lie, columns, rows, 2 * bleed, area.x + (area.width - width) / 2, area.y + (area.height - height) / 2)


def largest_bleed(trim: Size, area: Box, columns: int, rows: int) -> float:
    """The largest bleed, mm on each side, with which a grid and the slug fit; negative where they do not at all."""

    def across(room: float) -> float:
        return (room / columns - trim.width) / 2

    def down(room: float) -> float:
        return (room / rows - trim.height) / 2

    ways = []
    if area.width >= SLUG_LONG_MM - 1e-9:
        ways.append(min(across(area.width), down(area.height - 2 * SLUG_MM)))
    if area.height >= SLUG_LONG_MM - 1e-9:
        ways.append(min(across(area.width - 2 * SLUG_MM), down(area.height)))
    return max(ways, default=-1.0)


def more_with_less_bleed(trim: Size, spec: SheetSpec, slots: int, *, fold: bool = False) -> list[str]:
    """Grids of more than ``slots``, and up to which bleed each fits."""
    return [offer for many, offer, bleed in _offers(trim, spec, fold) if many > slots and bleed >= USEFUL_MM]


def _offers(trim: Size, spec: SheetSpec, fold: bool) -> list[tuple[int, str, float]]:
    """Slots, words and largest bleed of the fullest grid of each way to lie."""
    offers: dict[str, tuple[int, float]] = {}
    plain = replace(spec, bleed=None)
    for lie in lies(spec, fold=fold):
        grid = _grid(trim, lie, plain)
        if grid is not None:
            # Rounded down: the number that is said must fit.
            bleed = math.floor(largest_bleed(trim, lie.area, grid.columns, grid.rows) * 100 + 1e-6) / 100
            way = "landscape" if lie.paper.width > lie.paper.height else "portrait"
            allowed = f"with bleed ≤ {number(bleed, 2)} mm" if bleed > 0 else "without bleed"
            offers[f"{grid.columns} × {grid.rows} {way} fits {allowed}"] = grid.slots, bleed
    return [(slots, offer, bleed) for offer, (slots, bleed) in offers.items()]


def _complaint(trim: Size, spec: SheetSpec, fold: bool) -> str:
    bleed = f" with {number(spec.bleed)} mm bleed" if spec.bleed else ""
    margin = f"{' and '.join(dict.fromkeys(number(side) for side in spec.margins))} mm margin"
    size = "" if spec.paper_name == str(spec.paper) else f"{spec.paper}, "
    half = "half of " if fold else ""
    return f"{trim}{bleed} does not fit on {half}{spec.paper_name} ({size}{margin})"


def _advice(trim: Size, spec: SheetSpec, fold: bool) -> str:
    """What would fit: grids with less bleed, and the bleed that each allows; else the papers that hold one."""
    offers = [offer for _, offer, _ in _offers(trim, spec, fold)]
    if offers:
        return "; ".join(offers)

    def holds(paper: Size) -> bool:
        other = replace(spec, paper=paper)
        return any(_grid(trim, lie, other) for lie in lies(other, fold=fold))

    names = [name for name, size in PAPERS.items() if holds(Size(*size))]
    hold = f"{', '.join(names)} {'hold' if len(names) > 1 else 'holds'} it" if names else ""
    if names and spec.paper_name in PAPERS:
        return hold
    needs = []
    for width, height in _least(trim, spec, fold):
        least = Size(math.ceil(min(width, height)), math.ceil(max(width, height)))
        while not holds(least):  # a printer's correction takes its share of the margins, and the more the larger
            least = Size(least.width + 1, least.height + 1)
        needs.append(least)
    least = min(needs, key=lambda size: size.width * size.height)
    if not may_be_paper(least):
        return "no paper is as large as that"
    return f"{hold}; the smallest that does measures {least}" if names else f"a paper of at least {least} holds one"


def _least(trim: Size, spec: SheetSpec, fold: bool) -> list[Size]:
    """Papers that just hold one piece and the slug, but for a correction."""
    bleed = spec.bleed or 0.0
    width, height = trim.width + 2 * bleed, trim.height + 2 * bleed
    edge = max(*spec.margins, REGISTER_INSET + REGISTER_CLEAR_MM if spec.marks is Marks.CUTTER else MARK_MM[0])
    found = []
    for wide, high in (
        (max(width, SLUG_LONG_MM), height + 2 * SLUG_MM),
        (width + 2 * SLUG_MM, max(height, SLUG_LONG_MM)),
    ):
        if fold:
            found.append(Size(2 * (wide + edge + FOLD_MM), high + 2 * edge))
            found.append(Size(wide + 2 * edge, 2 * (high + edge + FOLD_MM)))
        else:
            found.append(Size(wide + 2 * edge, high + 2 * edge))
    return found
