"""The scheme ``single``: one face a page, as print shops and screens want it; the page is the trim and its bleed."""

from __future__ import annotations

from generator.geometry import Box, Insets, Size
from generator.imposition.model import Placement, Sheet, SheetSide


def single(component: str, frame: str, trim: Size, bleed: float) -> Sheet:
    """A page for one face: no marks, no slug. ``bleed`` (mm) is what the page shows of the art beyond the trim."""
    return centred(component, frame, trim, Size(trim.width + 2 * bleed, trim.height + 2 * bleed))


def centred(component: str, frame: str, trim: Size, paper: Size) -> Sheet:
    """A page of a given size for one face, in its middle; as much of the art shows as the page has room for."""
    across, down = (paper.width - trim.width) / 2, (paper.height - trim.height) / 2
    placement = Placement(component, frame, (across, down), trim, 0, Insets(across, down, across, down))
    side = SheetSide(
        placements=(placement,),
        marks=(),
        slug=None,
        trims=placement.box,
        bleeds=Box(0.0, 0.0, paper.width, paper.height),
    )
    return Sheet(paper=paper, front=side, back=None, decks=())
