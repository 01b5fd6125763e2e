"""What fits on a sheet: the grid with the most cards, and advice in numbers where there is none."""

from __future__ import annotations

import math
from typing import NamedTuple

from generator.geometry import Size, number
from generator.imposition.model import Margins, SheetSpec
from generator.problem import Location, fail

SLUG_MM = 2.6  # the strip that the slug needs, inside the printable area
MARK_MM = (1.5, 3.0)  # crop marks: at least, at most


class Grid(NamedTuple):
    """Columns and rows of one trim on a paper, centred.

    ``gutter``: between neighbouring trims, 0 where they share a cut. ``x``, ``y``: the first trim's top left.
    """

    paper: Size
    columns: int
    rows: int
    gutter: float
    x: float
    y: float

    @property
    def slots(self) -> int:
        return self.columns * self.rows


def best_grid(trim: Size, spec: SheetSpec, where: Location) -> Grid:
    """The grid with the most slots; portrait where both ways hold as many. SourceError ``does-not-fit``."""
    grids = [grid for paper in _ways(spec) if (grid := _grid(trim, paper, spec)) is not None]
    if grids:
        return max(grids, key=lambda grid: grid.slots)
    raise fail(where, "does-not-fit", _complaint(trim, spec), _advice(trim, spec))


def _ways(spec: SheetSpec) -> tuple[Size, Size]:
    return spec.paper, spec.paper.turned()


def _grid(trim: Size, paper: Size, spec: SheetSpec) -> Grid | None:
    bleed = spec.bleed or 0.0
    margin = spec.room(paper)
    columns = _count(paper.width, trim.width, bleed, margin.x)
    rows = _count(paper.height, trim.height, bleed, margin.y)
    while columns and rows:
        grid = _centred(trim, paper, columns, rows, bleed)
        if max(grid.x - margin.x, grid.y - margin.y) - bleed >= SLUG_MM - 1e-9:
            return grid
        # No edge has room for the slug: give up the row or column that costs the fewest cards.
        columns, rows = (columns, rows - 1) if columns * (rows - 1) >= (columns - 1) * rows else (columns - 1, rows)
    return None


def _count(paper: float, trim: float, bleed: float, margin: float) -> int:
    return max(0, math.floor((paper - 2 * margin) / (trim + 2 * bleed) + 1e-9))


def _centred(trim: Size, paper: Size, columns: int, rows: int, bleed: float) -> Grid:
    width = columns * trim.width + (columns - 1) * 2 * bleed
    height = rows * trim.height + (rows - 1) * 2 * bleed
    return Grid(paper, columns, rows, 2 * bleed, (paper.width - width) / 2, (paper.height - height) / 2)


def largest_bleed(trim: Size, paper: Size, columns: int, rows: int, margin: Margins) -> float:
    """The largest bleed, mm on each side, with which a grid fits; negative where it does not fit at all."""
    across = ((paper.width - 2 * margin.x) / columns - trim.width) / 2
    down = ((paper.height - 2 * margin.y) / rows - trim.height) / 2
    return min(across, down)


def _complaint(trim: Size, spec: SheetSpec) -> str:
    bleed = f" with {number(spec.bleed)} mm bleed" if spec.bleed else ""
    margin = " and ".join(dict.fromkeys(number(side) for side in spec.margins))
    return f"{trim}{bleed} does not fit on {spec.paper_name} ({spec.paper}, {margin} mm margin)"


def _advice(trim: Size, spec: SheetSpec) -> str:
    """What would fit: the grids without bleed, and the bleed that each allows."""
    offers = []
    for paper in _ways(spec):
        margin = spec.room(paper)
        columns = _count(paper.width, trim.width, 0.0, margin.x)
        rows = _count(paper.height, trim.height, 0.0, margin.y)
        if columns and rows:
            # Rounded down: the number that is said must fit.
            bleed = math.floor(largest_bleed(trim, paper, columns, rows, margin) * 100) / 100
            way = "landscape" if paper.width > paper.height else "portrait"
            offers.append(f"{columns} × {rows} {way} fits with bleed ≤ {number(bleed, 2)} mm")
    if offers:
        return "; ".join(offers)
    need = Size(trim.width + 2 * spec.margins.x, trim.height + 2 * spec.margins.y + SLUG_MM)
    return f"a paper of at least {need} holds one"
