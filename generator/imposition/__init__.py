"""Imposition: pieces → :class:`Sheet`, with bleed, marks, slug, and backs behind their fronts."""

from generator.imposition.fit import best_grid, largest_bleed
from generator.imposition.model import (
    Backs,
    Correction,
    Flip,
    Margins,
    Mark,
    Piece,
    Placement,
    Sheet,
    SheetSide,
    SheetSpec,
    Slug,
)
from generator.imposition.nup import Label, columns_mirror, impose, mirrored
from generator.imposition.single import single
from generator.imposition.tile import OVERLAP_MM, Tile, Tiling, tile, tiling

__all__ = [
    "OVERLAP_MM", "Backs", "Correction", "Flip", "Label", "Margins", "Mark", "Piece", "Placement", "Sheet",
    "SheetSide", "SheetSpec", "Slug", "Tile", "Tiling", "best_grid", "columns_mirror", "impose", "largest_bleed",
    "mirrored", "single", "tile", "tiling",
]  # fmt: skip
