"""A net on a sheet of paper: placements, marks, slug."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from generator.geometry import PAPERS, Box, Insets, Path, Size, may_be_paper, number
from generator.imposition import Mark, Placement, Sheet, SheetSide, SheetSpec, Slug, correction_of, lies
from generator.imposition.fit import RULER_MM, SLUG_GAP_MM, SLUG_LONG_MM, Lie
from generator.problem import Location, fail
from generator.tuckbox.net import BLEED_MM, Net

SLUG_MM = 3.6  # the strip that ruler and slug need along the lower edge
INDENT_MM = 5.0  # of the slug


class Laying(NamedTuple):
    """What a sheet needs to know of a box: its deck, its name for messages, the slug's words, its drawings by name."""

    deck: str
    name: str
    text: str
    where: Location
    frames: Mapping[str, str]  # panel or glued flap → digest


def lay(net: Net, spec: SheetSpec, box: Laying) -> Sheet:
    """The sheet of a box, upright if that holds it, else across. SourceError ``does-not-fit``."""
    lie = lie_of(net, spec, box.name, box.where)
    area = lie.area
    # In the middle of what bleed and slug leave; the net's right and lower edges have no bleed.
    x = area.x + BLEED_MM + (area.width - BLEED_MM - net.size.width) / 2
    y = area.y + BLEED_MM + (area.height - BLEED_MM - SLUG_MM - net.size.height) / 2
    trims = Box(x, y, net.size.width, net.size.height)
    side = SheetSide(
        placements=(*_panels(net, box, x, y), *_glued(net, box, x, y)),
        marks=tuple(_marks(net, x, y)),
        slug=_slug(area, box.text),
        trims=trims,
        bleeds=trims.grown(Insets(left=BLEED_MM, top=BLEED_MM)),
        correction=correction_of(lie.paper, spec.flip, spec.correction, back=False),
    )
    return Sheet(paper=lie.paper, front=side, back=None, decks=(box.deck,))


def lie_of(net: Net, spec: SheetSpec, name: str, where: Location) -> Lie:
    """How the paper lies for a net, upright if that holds it. ``name``: its deck's. SourceError ``does-not-fit``."""
    lie = next((lie for lie in lies(spec) if _fits(net, lie)), None)
    if lie is None:
        inner = " × ".join(number(value, 1) for value in (net.width, net.height, net.depth))
        wide, high = number(net.size.width, 1), number(net.size.height, 1)
        message = f"the box for '{name}' measures {inner} mm, unfolded {wide} × {high} mm"
        raise fail(where, "does-not-fit", f"{message}: too large for {spec.paper_name}", _advice(net, spec))
    return lie


def _needs(net: Net) -> Size:
    """A net with its bleed at the left and above, and the slug below."""
    width = max(net.size.width + BLEED_MM, INDENT_MM + SLUG_LONG_MM)
    return Size(width, net.size.height + BLEED_MM + SLUG_MM)


def _fits(net: Net, lie: Lie) -> bool:
    need, area = _needs(net), lie.area
    return need.width <= area.width + 1e-9 and need.height <= area.height + 1e-9


def _advice(net: Net, spec: SheetSpec) -> str:
    """The papers that hold it, else how large one would have to be."""

    def holds(paper: Size) -> bool:
        return any(_fits(net, lie) for lie in lies(replace(spec, paper=paper)))

    papers = [name for name, size in PAPERS.items() if holds(Size(*size))]
    if papers:
        return f"{', '.join(papers)} {'hold' if len(papers) > 1 else 'holds'} it; or split the deck"
    need = _needs(net)
    least = Size(*(math.ceil(side + 2 * margin) for side, margin in zip(need, spec.margins, strict=True)))
    while not holds(least):  # a printer's correction takes its share of the margins, and the more the larger
        least = Size(least.width + 1, least.height + 1)
    if not may_be_paper(least):
        return "no paper is as large as that: split the deck"
    return f"a paper of {least} or more would hold it; or split the deck"


def _panels(net: Net, box: Laying, x: float, y: float) -> Iterator[Placement]:
    for panel in net.panels:
        at = (x + panel.box.x, y + panel.box.y)
        trim = Size(panel.box.width, panel.box.height)
        yield Placement(box.deck, box.frames[panel.name], at, trim, panel.turn, panel.bleed)


def _glued(net: Net, box: Laying, x: float, y: float) -> Iterator[Placement]:
    for flap in net.glued:
        area = flap.box
        yield Placement(
            box.deck, box.frames[flap.name], (x + area.x, y + area.y), Size(area.width, area.height), 0, Insets()
        )


def _marks(net: Net, x: float, y: float) -> Iterator[Mark]:
    """Each line once in white, a little wider, and over that in black: it is seen on a dark ground too."""
    for fold in net.folds:
        line: Path = (("M", x + fold.x1, y + fold.y1), ("L", x + fold.x2, y + fold.y2))
        yield Mark("fold-halo", line)
        yield Mark("fold", line)
    cut = tuple(_moved(step, x, y) for step in net.cut)
    yield Mark("cut-halo", cut)
    yield Mark("cut", cut)


def _moved(step: tuple[str | float, ...], x: float, y: float) -> tuple[str | float, ...]:
    name, *numbers = step
    return (name, *(float(value) + (y if index % 2 else x) for index, value in enumerate(numbers)))


def _slug(area: Box, text: str) -> Slug:
    x, y = area.x + INDENT_MM, area.bottom - 0.6
    at = x + RULER_MM + SLUG_GAP_MM
    return Slug(text, (at, y), 0, (x, y), RULER_MM, area.right - at)
