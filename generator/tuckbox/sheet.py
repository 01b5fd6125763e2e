"""A net on a sheet of paper: placements, marks, slug."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.geometry import PAPERS, Box, Insets, Size
from generator.imposition import Mark, Placement, Sheet, SheetSide, SheetSpec, Slug
from generator.problem import Location, fail
from generator.tuckbox.net import BLEED_MM, Net, Path

SLUG_MM = 3.6  # the strip that ruler and slug need along the lower edge
RULER_MM = 50.0


class Laying(NamedTuple):
    """What a sheet needs to know of a box: its deck, its name for messages, the slug's words, its drawings by name."""

    deck: str
    name: str
    text: str
    where: Location
    frames: Mapping[str, str]  # panel or glued flap → digest


def lay(net: Net, spec: SheetSpec, box: Laying) -> Sheet:
    """The sheet of a box, upright if that holds it, else across. SourceError ``does-not-fit``."""
    ways = (spec.paper, spec.paper.turned())
    paper = next((way for way in ways if _fits(net, way, spec)), None)
    if paper is None:
        inner = f"{_mm(net.width)} × {_mm(net.height)} × {_mm(net.depth)} mm"
        message = f"the box for '{box.name}' measures {inner}, unfolded {_size(net)}: too large for {spec.paper_name}"
        raise fail(box.where, "does-not-fit", message, _advice(net, spec))
    margin = spec.room(paper)
    # In the middle of what the margins, the bleed and the slug leave; the net's right edge has no bleed.
    x = margin.x + BLEED_MM + (paper.width - 2 * margin.x - BLEED_MM - net.size.width) / 2
    y = margin.y + BLEED_MM + (paper.height - 2 * margin.y - SLUG_MM - BLEED_MM - net.size.height) / 2
    trims = Box(x, y, net.size.width, net.size.height)
    side = SheetSide(
        placements=(*_panels(net, box, x, y), *_glued(net, box, x, y)),
        marks=tuple(_marks(net, x, y)),
        slug=_slug(paper, margin.x, margin.y, box.text),
        trims=trims,
        bleeds=trims.grown(Insets(left=BLEED_MM, top=BLEED_MM)),
    )
    return Sheet(paper=paper, front=side, back=None, decks=(box.deck,))


def _needs(net: Net) -> Size:
    """A net with its bleed at the left and above, and the slug below."""
    return Size(net.size.width + BLEED_MM, net.size.height + BLEED_MM + SLUG_MM)


def _fits(net: Net, paper: Size, spec: SheetSpec) -> bool:
    margin, need = spec.room(paper), _needs(net)
    room = Size(paper.width - 2 * margin.x, paper.height - 2 * margin.y)
    return need.width <= room.width + 1e-9 and need.height <= room.height + 1e-9


def _advice(net: Net, spec: SheetSpec) -> str:
    """The smallest paper that is known and holds it, else its size."""
    papers = sorted(PAPERS.items(), key=lambda item: item[1][0] * item[1][1])
    for name, size in papers:
        if any(_fits(net, way, spec) for way in (Size(*size), Size(*size).turned())):
            return f"{name} holds it; or split the deck"
    need = _needs(net)
    least = Size(need.width + 2 * spec.margins.x, need.height + 2 * spec.margins.y)
    return f"a paper of at least {_mm(least.width)} × {_mm(least.height)} mm would hold it; or split the deck"


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


def _slug(paper: Size, margin_x: float, margin_y: float, text: str) -> Slug:
    y = paper.height - margin_y - 0.6
    x = max(margin_x, 10.0)
    return Slug(text, (x + RULER_MM + 4.0, y), 0, (x, y), RULER_MM)


def _mm(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _size(net: Net) -> str:
    return f"{_mm(net.size.width)} × {_mm(net.size.height)} mm"
