"""Imposition: pieces → :class:`Sheet`, with bleed, marks, slug, and backs behind their fronts."""

from generator.imposition.correct import correction_of
from generator.imposition.cutting import Step, cut_plan, outlines
from generator.imposition.fit import best_grid, columns_mirror, largest_bleed, lies, more_with_less_bleed
from generator.imposition.made import Label, mirrored
from generator.imposition.model import (
    MARGINS,
    Backs,
    Correction,
    Flip,
    Margins,
    Mark,
    Marks,
    Piece,
    Placement,
    Sheet,
    SheetSide,
    SheetSpec,
    Slug,
)
from generator.imposition.nup import impose, impose_together
from generator.imposition.single import centred, single
from generator.imposition.tile import OVERLAP_MM, Tile, Tiling, tile, tiling

__all__ = [
    "MARGINS", "OVERLAP_MM", "Backs", "Correction", "Flip", "Label", "Margins", "Mark", "Marks", "Piece", "Placement",
    "Sheet", "SheetSide", "SheetSpec", "Slug", "Step", "Tile", "Tiling", "best_grid", "centred",
    "columns_mirror", "correction_of", "cut_plan", "impose", "impose_together", "largest_bleed", "lies", "mirrored",
    "more_with_less_bleed", "outlines", "single", "tile", "tiling",
]  # fmt: skip
