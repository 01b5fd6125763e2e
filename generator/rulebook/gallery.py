"""``[[components]]``: every design small, deck by deck, with its copies. Decks that are short share a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.layout import Frame
from generator.listing import Entry, Section
from generator.rulebook.kit import PT, Kit, show
from generator.rulebook.parts import Part
from generator.typeset import Line, Paragraph, Span

TALL = 23.0  # mm: a poker card comes to 16.5 wide
WIDE = 46.0  # mm, of what lies across
LARGEST = 0.55  # of its real size: a token stays smaller than a card
NARROWEST = 15.5  # mm, for the caption
GAP = 3.2
GAP_OF_DECKS = 7.0
CAPTION = 6.5  # pt
TITLE = 8.0


class Thumb(NamedTuple):
    """A design on a shelf: ``x`` in pt, and its caption's lines."""

    entry: Entry
    x: float
    width: float
    scale: float
    lines: tuple[Line, ...]


class Label(NamedTuple):
    """A deck's name over its first design."""

    x: float
    title: str
    total: str


class Shelf(Part):
    """One row of designs, across the page."""

    span = True

    def __init__(self, kit: Kit, thumbs: Sequence[Thumb], labels: Sequence[Label]) -> None:
        super().__init__(kit)
        self.thumbs, self.labels = tuple(thumbs), tuple(labels)
        self.before, self.after = (9.0 if labels else 6.0), 6.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.head = TITLE * 1.6 if self.labels else 0.0
        self.tall = max(thumb.entry.frame.trim.height * thumb.scale for thumb in self.thumbs) * PT
        lines = max(len(thumb.lines) for thumb in self.thumbs)
        self.height = self.head + self.tall + 3.0 + lines * CAPTION * 1.14
        return width, self.height

    def draw(self) -> None:
        canvas, kit = self.canv, self.kit
        for label in self.labels:
            canvas.setFillColor(kit.colours.accent_text)
            canvas.setFont(kit.faces.house_bold.name, TITLE)
            canvas.drawString(label.x, self.height - TITLE * 0.8, label.title)
            canvas.setFillColor(kit.colours.soft)
            canvas.setFont(kit.faces.house.name, TITLE - 1)
            after = kit.faces.house_bold.width(label.title + "  ") * TITLE / 1000
            canvas.drawString(label.x + after, self.height - TITLE * 0.8, label.total)
        floor = self.height - self.head - self.tall
        for thumb in self.thumbs:
            frame = thumb.entry.frame
            kit.picture(canvas, frame, thumb.x, floor, thumb.scale)
            kit.outline(canvas, frame, thumb.x, floor, thumb.scale, 0.35)
            canvas.setFillColor(kit.colours.ink)
            for index, line in enumerate(thumb.lines):
                show(canvas, line, thumb.x, floor - 2.6 - CAPTION * (0.76 + 1.14 * index), CAPTION)


def gallery(kit: Kit, sections: Sequence[Section]) -> list[Any]:
    """The shelves of a component list."""
    width = kit.measures.full
    shelves: list[Shelf] = []
    thumbs: list[Thumb] = []
    labels: list[Label] = []
    x = 0.0

    def shelve() -> None:
        nonlocal thumbs, labels, x
        if thumbs:
            shelves.append(Shelf(kit, thumbs, labels))
        thumbs, labels, x = [], [], 0.0

    for section in sections:
        made = [_thumb(kit, entry) for entry in section.entries]
        if not made:
            continue
        label = _label_width(kit, section)
        # A deck begins in the row of the one before if its name and two of its designs have room there.
        some = max(label, sum(thumb.width for thumb in made[:2]) + GAP * PT * (min(2, len(made)) - 1))
        if thumbs and x + GAP_OF_DECKS * PT + some > width:
            shelve()
        x += GAP_OF_DECKS * PT if thumbs else 0.0
        labels.append(Label(x, section.title, section.total))
        end = x + label
        for thumb in made:
            if x + thumb.width > width + 0.01 and thumbs:
                shelve()
                end = 0.0
            thumbs.append(thumb._replace(x=x))
            x += thumb.width + GAP * PT
        x = max(x - GAP * PT, end)
    shelve()
    return list(shelves)


def _label_width(kit: Kit, section: Section) -> float:
    faces = kit.faces
    return (
        faces.house_bold.width(section.title + "  ") * TITLE + faces.house.width(section.total) * (TITLE - 1)
    ) / 1000


def _thumb(kit: Kit, entry: Entry) -> Thumb:
    trim = entry.frame.trim
    scale = min(TALL / trim.height, WIDE / trim.width, LARGEST)
    width = max(trim.width * scale, NARROWEST) * PT
    caption = entry.caption + ("\u2020" if entry.assumed else "")
    spans = [Span(caption, kit.faces.house)]
    if entry.copies is not None:
        spans.insert(0, Span(f"{entry.copies}\u00a0× ", kit.faces.house_bold))
    room = width + GAP * PT * 0.6  # a caption may reach into the gap beside it
    lines = Paragraph(spans).lines(room, CAPTION)
    if any(line.width * CAPTION / 1000 > room for line in lines):  # one long word
        lines = Paragraph(spans, kit.hyphens).lines(room, CAPTION)
    return Thumb(entry, 0.0, width, scale, lines)


def fan(sections: Sequence[Section]) -> list[Frame]:
    """Three cards to show beside the title, from all through the list; fewer where there are no more."""
    cards: dict[str, Frame] = {}
    for section in sections:
        for entry in section.entries:
            trim = entry.frame.trim
            if entry.copies is not None and 0.55 <= trim.width / trim.height <= 0.85 and trim.height <= 130:
                cards[entry.frame.digest] = entry.frame
    known = list(cards.values())
    count = min(3, len(known))
    return [known[(2 * index + 1) * len(known) // (2 * count)] for index in range(count)]
