"""The component list as pictures: every design once, small, with its copies; totals per deck; credits.

Pages are laid out here like faces: text at fixed places, and thumbnails of frames that exist already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.geometry import Size, rectangle
from generator.imposition import Tiling
from generator.layout import Frame, Item, Shape, Text
from generator.problem import Location, Problem, SourceError, fail
from generator.typeset import Font, Paragraph, Setting, Span, fit

PT = 72.0 / 25.4
MARGIN = 14.0
GAP = 4.0
GAP_ACROSS = 8.0
THUMB_WIDTH = 30.0  # a card of 63 mm at 48 %: its title is still read, five stand in a row on A4
CAPTION, CAPTION_SIZE, COUNT_SIZE = 5.4, 7.5, 9.0  # a caption of one line, mm; sizes in points
SLACK = 2.0  # mm of the room below a caption that its second line may take
LEAST = Size(90.0, 120.0)  # of paper: a card, its caption, and a note beside its heading
MAP_MM = 60.0  # of height for the map of a board; with less the page lies the other way
INK, SOFT_INK, LINE = "#1C1A17", "#5A554C", "#BDB6A8"


class Entry(NamedTuple):
    """One design: its drawing, its caption, and how often it is in the box (None: a back, not counted)."""

    frame: Frame
    caption: str
    copies: int | None
    assumed: bool


class Section(NamedTuple):
    """A deck: heading, total, entries."""

    title: str
    total: str
    entries: tuple[Entry, ...]


class Thumb(NamedTuple):
    """A drawing made smaller: top left of its trim, mm, and the factor."""

    frame: Frame
    x: float
    y: float
    scale: float


class Faces(NamedTuple):
    """The fonts of a list."""

    title: Font
    text: Font
    bold: Font


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page: items at fixed places, and thumbnails."""

    paper: Size
    items: tuple[Item, ...]
    thumbs: tuple[Thumb, ...]


@dataclass(slots=True)
class _Canvas:
    """Pages being filled from the top."""

    paper: Size
    fonts: Faces
    where: Location
    pages: list[tuple[list[Item], list[Thumb]]] = field(default_factory=list)
    y: float = 0.0
    problems: list[Problem] = field(default_factory=list)

    def turn(self) -> None:
        self.pages.append(([], []))
        self.y = MARGIN

    def room(self, height: float) -> None:
        if not self.pages or self.y + height > self.paper.height - MARGIN:
            self.turn()

    def text(
        self,
        words: str,
        font: Font,
        size: float,
        x: float,
        width: float,
        fill: str = INK,
        align: str = "left",
        line: bool = False,
    ) -> Setting:
        """Text with its first baseline a cap height below ``y``; shrinks down to 6 pt to fit. ``line``: on one line."""
        paragraph = Paragraph([Span(words, font)])
        for lacking, chars in paragraph.missing():
            message = f"the font {lacking.path} cannot draw {chars!r} of the component list"
            self.problems.append(Problem(where=self.where, code="missing-glyph", message=message))
        setting, _, _ = fit(paragraph, width * PT, None if line else 1e9, size, min(6.0, size), 1.2)
        y = self.y + font.cap_height * setting.size / 1000 / PT
        for row in setting.lines:
            room = width - paragraph.width_of(row, setting.size) / PT
            at = x + {"left": 0.0, "center": room / 2, "right": room}[align]
            for piece in row.pieces:
                place = at + piece.x * setting.size / 1000 / PT
                self.pages[-1][0].append(Text(place, y, piece.font, setting.size, fill, 0.0, piece.text))
            y += setting.size * 1.2 / PT
        return setting

    def rule(self, y: float, width: float, colour: str) -> None:
        path = (("M", MARGIN, y), ("L", self.paper.width - MARGIN, y))
        self.pages[-1][0].append(Shape(path, "", colour, width))


def lay_out(
    paper: Size,
    fonts: Faces,
    title: str,
    head: str,
    total: str,
    sections: Sequence[Section],
    notes: Sequence[tuple[str, str]],
    where: Location,
) -> tuple[Page, ...]:
    """The pages of a component list. ``notes``: heading and text at the end.

    SourceError ``missing-glyph``, or ``does-not-fit`` for a paper on which nobody could read it.
    """
    readable(paper, f"the page '{head}'")
    canvas = _Canvas(paper, fonts, where)
    canvas.turn()
    width = paper.width - 2 * MARGIN
    canvas.text(title, fonts.title, 24, MARGIN, width, line=True)
    canvas.y += 9.5
    canvas.text(head, fonts.bold, 12, MARGIN, width * 0.7, SOFT_INK, line=True)
    canvas.text(total, fonts.bold, 12, MARGIN + width * 0.7, width * 0.3, align="right", line=True)
    canvas.y += 5.6
    canvas.rule(canvas.y, 0.7, INK)
    canvas.y += 5.0
    for section in sections:
        _section(canvas, section, width)
    for name, words in notes:
        _note(canvas, name, words, width)
    if canvas.problems:
        raise SourceError(canvas.problems)
    return tuple(Page(paper=paper, items=tuple(items), thumbs=tuple(thumbs)) for items, thumbs in canvas.pages)


def readable(paper: Size, what: str) -> None:
    """SourceError ``does-not-fit`` for a page on which lists and rules could not be read."""
    if min(paper) < LEAST.width or max(paper) < LEAST.height:
        hint = f"it needs {LEAST}; cartada pdf --only cards.pdf prints cards alone"
        raise fail(Location("--paper"), "does-not-fit", f"{what} does not fit on {paper}", hint)


def _section(canvas: _Canvas, section: Section, width: float) -> None:
    rows = list(_rows(section.entries, width, canvas.fonts))
    first = rows[0][0] if rows else 0.0
    canvas.room(9.0 + first)
    canvas.text(section.title, canvas.fonts.title, 13, MARGIN, width * 0.75, line=True)
    canvas.text(section.total, canvas.fonts.bold, 10, MARGIN + width * 0.75, width * 0.25, SOFT_INK, "right")
    canvas.y += 5.6
    canvas.rule(canvas.y, 0.2, LINE)
    canvas.y += 3.0
    for height, row in rows:
        canvas.room(height)
        for x, entry in row:
            _entry(canvas, entry, x)
        canvas.y += height
    canvas.y += 2.0


def _scale(trim: Size) -> float:
    return min(1.0, THUMB_WIDTH / min(trim.width, trim.height))


class Caption(NamedTuple):
    """The copies of an entry and how wide they stand, its name and the room for it; by how much the row grows, mm."""

    copies: str
    wide: float
    name: str
    room: float
    grows: float


def _caption(entry: Entry, fonts: Faces) -> Caption:
    count, wide = "", 0.0
    if entry.copies is not None:
        count = f"{entry.copies}\u00a0×"
        wide = fonts.bold.width(count) * COUNT_SIZE / 1000 / PT + 1.2
    name = entry.caption + ("\u2020" if entry.assumed else "")
    w = entry.frame.trim.width * _scale(entry.frame.trim)
    # What is narrower than a card may have its name reach into the gap beside it.
    room = max(w, min(w + GAP_ACROSS / 2, THUMB_WIDTH)) - wide
    lines = len(Paragraph([Span(name, fonts.text)]).lines(room * PT, CAPTION_SIZE))
    return Caption(count, wide, name, room, max(0.0, (lines - 1) * CAPTION_SIZE * 1.2 / PT - SLACK))


def _rows(entries: Sequence[Entry], width: float, fonts: Faces) -> Iterator[tuple[float, list[tuple[float, Entry]]]]:
    """Rows of thumbnails: their height, with the longest caption, and each entry with its x."""
    row: list[tuple[float, Entry]] = []
    x = tallest = 0.0
    for entry in entries:
        scale = _scale(entry.frame.trim)
        w, h = entry.frame.trim.width * scale, entry.frame.trim.height * scale
        if row and x + w > width + 1e-6:
            yield tallest + CAPTION + GAP, row
            row, x, tallest = [], 0.0, 0.0
        row.append((MARGIN + x, entry))
        tallest = max(tallest, h + _caption(entry, fonts).grows)
        x += w + GAP_ACROSS
    if row:
        yield tallest + CAPTION + GAP, row


def _entry(canvas: _Canvas, entry: Entry, x: float) -> None:
    scale = _scale(entry.frame.trim)
    w, h = entry.frame.trim.width * scale, entry.frame.trim.height * scale
    canvas.pages[-1][1].append(Thumb(entry.frame, x, canvas.y, scale))
    top = canvas.y
    outline = rectangle(x, top, w, h, entry.frame.corner * scale)
    canvas.pages[-1][0].append(Shape(outline, "", LINE, 0.15))
    canvas.y += h + 1.6
    count, wide, name, room, _ = _caption(entry, canvas.fonts)
    if count:
        # Count and name stand on one baseline, as one line of text.
        canvas.text(count, canvas.fonts.bold, COUNT_SIZE, x, wide + 1)
        drop = canvas.fonts.bold.cap_height * COUNT_SIZE - canvas.fonts.text.cap_height * CAPTION_SIZE
        canvas.y += drop / 1000 / PT
    canvas.text(name, canvas.fonts.text, CAPTION_SIZE, x + wide, room)
    canvas.y = top


def _note(canvas: _Canvas, title: str, words: str, width: float) -> None:
    paragraph = Paragraph([Span(words, canvas.fonts.text)])
    lines = len(paragraph.lines((width - 30.0) * PT, 7.5))
    canvas.room(4.0 + lines * 7.5 * 1.2 / PT)
    canvas.text(title, canvas.fonts.bold, 7.5, MARGIN, 28.0)
    canvas.text(words, canvas.fonts.text, 7.5, MARGIN + 30.0, width - 30.0, SOFT_INK)
    canvas.y += lines * 7.5 * 1.2 / PT + 1.6


def assembly_map(paper: Size, fonts: Faces, head: str, text: str, frame: Frame, plan: Tiling, where: Location) -> Page:
    """A page that shows a parted board small, its joins and the label of each sheet, and how to glue them.

    SourceError as in :func:`lay_out`.
    """
    readable(paper, f"the page '{head}'")
    if paper.height < 55.0 + 2 * MARGIN + MAP_MM:
        paper = Size(min(paper), max(paper))
    canvas = _Canvas(paper, fonts, where)
    canvas.turn()
    width = paper.width - 2 * MARGIN
    canvas.text(head, fonts.title, 20, MARGIN, width, line=True)
    canvas.y += 10.0
    canvas.text(text, fonts.text, 9.5, MARGIN, min(width, 130.0), SOFT_INK)
    canvas.y += 30.0
    scale = min(width / frame.trim.width, (paper.height - canvas.y - MARGIN) / frame.trim.height, 0.5)
    x, y = MARGIN, canvas.y
    w, h = frame.trim.width * scale, frame.trim.height * scale
    items, thumbs = canvas.pages[-1]
    thumbs.append(Thumb(frame, x, y, scale))
    items.append(Shape(rectangle(x, y, w, h), "", INK, 0.3))
    for at in plan.joins_x:
        items.append(Shape((("M", x + at * scale, y - 3), ("L", x + at * scale, y + h + 3)), "", INK, 0.5, (1.6, 1.0)))
    for at in plan.joins_y:
        items.append(Shape((("M", x - 3, y + at * scale), ("L", x + w + 3, y + at * scale)), "", INK, 0.5, (1.6, 1.0)))
    for part in plan.tiles:
        cx = x + (part.box.x + part.box.width / 2) * scale
        cy = y + (part.box.y + part.box.height / 2) * scale
        items.append(Shape(rectangle(cx - 7, cy - 5, 14, 10, 1.5), "#FFFFFF", INK, 0.4))
        canvas.y = cy - 2.0
        canvas.text(part.label, fonts.bold, 15, cx - 7, 14, align="center")
    if canvas.problems:
        raise SourceError(canvas.problems)
    return Page(paper=paper, items=tuple(items), thumbs=tuple(thumbs))
