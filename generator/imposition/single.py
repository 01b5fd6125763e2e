"""The scheme ``single``: one face a page, as print shops and screens want it; the page is the trim and its bleed."""

from __future__ import annotations

from generator.geometry import Box, Insets, Size
from generator.imposition.model import Placement, Sheet, SheetSide


def single(component: str, frame: str, trim: Size, bleed: float) -> Sheet:
    """A page for one face: no marks, no slug. ``bleed`` (mm) is what the page shows of the art beyond the trim."""
    placement = Placement(component, frame, (bleed, bleed), trim, 0, Insets.all(bleed))
    paper = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    side = SheetSide(
        placements=(placement,),
        marks=(),
        slug=None,
        trims=placement.box,
        bleeds=Box(0.0, 0.0, paper.width, paper.height),
    )
    return Sheet(paper=paper, front=side, back=None, decks=())
