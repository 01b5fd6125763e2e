"""What every part of a page is set with: measures, fonts, colours, and the document that drawings are filed in."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from generator.geometry import Size, rectangle
from generator.layout import Frame
from generator.pdf.content import path_operators
from generator.rulebook.look import Colours, Faces
from generator.rulebook.model import Runs
from generator.rulebook.words import Words
from generator.typeset import HYPHEN_LANGUAGES, Font, Line, Span
from generator.typeset import Paragraph as Words_
from generator.typeset.breaks import syllables

PT = 72.0 / 25.4
LONGEST_WHOLE = 14  # letters of a word in capitals that is never parted
_TIMES = re.compile(r"(?<=\d) ([×x]) ?(?=\S)")
_UNIT = re.compile(r"(?<=\d) (?=(?:mm|cm|min)\b)")
_DASH = re.compile(r" (?=[\u2013\u2014] )")
_SHORT = re.compile(r"(?<![\w\u00ad])([^\W\d_]) (?=\S)")


@dataclass(frozen=True, slots=True)
class Measures:
    """A page's measures in points, and the size of its text. ``inner`` is the edge at the fold of a booklet."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    columns: int
    gutter: float
    size: float
    leading: float

    @property
    def full(self) -> float:
        return self.width - self.inner - self.outer

    @property
    def column(self) -> float:
        return (self.full - self.gutter * (self.columns - 1)) / self.columns

    @property
    def room(self) -> float:
        return self.height - self.top - self.bottom


def measures(paper: Size, booklet: bool, faces: Faces) -> Measures:
    """A page of a paper, or half of it for a booklet: as many columns as hold 50 to 75 characters a line."""
    if booklet:
        # Half of A4 is A5, 148 × 210: the millimetre that is over stays at the outer edges.
        width, height = (148.0 if paper.height == 297.0 else paper.height / 2), paper.width
        inner, outer, top, bottom = 15.0, 13.0, 13.0, 15.0
    else:
        width, height = paper
        inner, outer, top, bottom = 17.0, 17.0, 16.0, 18.0
    columns = max(1, round((width - inner - outer + 8.0) / 92.0))
    gutter = 8.0
    column = (width - inner - outer - gutter * (columns - 1)) / columns * PT
    # A wide face is set a little smaller, so that a line holds its words.
    sample = "A vez passa para a outra equipe; the turn goes to the next player in order."
    em = faces.regular.width(sample) / len(sample) / 1000.0
    wanted = column / (62.0 if columns == 1 else 54.0) / em
    size = min(9.75 if columns == 1 else 9.5, max(8.75, round(wanted * 4) / 4))
    return Measures(
        width=width * PT, height=height * PT, inner=inner * PT, outer=outer * PT, top=top * PT, bottom=bottom * PT,
        columns=columns, gutter=gutter * PT, size=size, leading=size * 1.36,
    )  # fmt: skip


# What two styles may differ in.
_TELLING = (
    "name", "fontName", "fontSize", "leading", "leftIndent", "bulletIndent", "alignment", "spaceBefore", "spaceAfter",
)  # fmt: skip


class Text(Paragraph):  # type: ignore[misc]
    """reportlab's paragraph, broken once for each width, and parted without being broken anew.

    reportlab 5.1.0 puts a parted paragraph's words together again, and loses or adds hyphens on the way.
    """

    broken_at = -1.0
    is_part = False

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        if self.broken_at != width and not self.is_part:
            super().wrap(width, height)
            self.broken_at = width
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        """Parted between lines: two at least on each side, and not within a word."""
        lines, leading = self.blPara.lines, self.style.leading
        at = min(int(height / leading + 1e-6), len(lines) - 2)
        while at > 1 and _last_word(lines[at - 1]).endswith("-"):
            at -= 1
        return [self._part(lines[:at], self.bulletText), self._part(lines[at:], None)] if at > 1 else []

    def _part(self, lines: list[Any], bullet: str | None) -> Text:
        part = copy.copy(self)
        part.is_part, part.bulletText = True, bullet
        part.blPara = self.blPara.clone(lines=lines)
        part.height = len(lines) * self.style.leading
        return part


def _last_word(line: Any) -> str:
    """The last word of a line of reportlab's: of one style, or of several."""
    words = line[1] if isinstance(line, tuple) else [word.text for word in line.words]
    return str(words[-1]).rstrip() if words else ""


class Texts:
    """The paragraphs of a book, made once: laid out again, most of them say the same and are broken already."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, ...], list[Text]] = {}
        self._used: dict[tuple[Any, ...], int] = {}

    def begin(self) -> None:
        """The book is laid out anew: every paragraph may be used again, once."""
        self._used.clear()

    def text(self, markup: str, style: ParagraphStyle, bullet: str | None = None) -> Text:
        """A paragraph that nothing else on these pages uses."""
        key = (markup, bullet, *(style.__dict__[name] for name in _TELLING))
        made = self._made.setdefault(key, [])
        count = self._used[key] = self._used.get(key, 0) + 1
        if count > len(made):
            made.append(Text(markup, style, bulletText=bullet))
        text = made[count - 1]
        text.keepWithNext = 0
        return text


@dataclass(slots=True)
class Kit:
    """The tools of one book. ``pages`` tells on which page a heading stood when the book was last laid out."""

    faces: Faces
    colours: Colours
    measures: Measures
    words: Words
    language: str
    pages: Mapping[str, int] = field(default_factory=dict)
    texts: Texts = field(default_factory=Texts)
    prints_pages: bool = True  # whether references print them
    file: Callable[[Frame], str] | None = None  # files a drawing in the document; none while only measuring

    @property
    def hyphens(self) -> str:
        """The language by whose rules words are parted; empty where none are known."""
        known = self.language if self.language in HYPHEN_LANGUAGES else self.language.partition("-")[0]
        return known if known in HYPHEN_LANGUAGES else ""

    def style(self, name: str, **changes: Any) -> ParagraphStyle:
        """A paragraph style: the book's text with changes."""
        values: dict[str, Any] = {
            "fontName": self.faces.regular.name,
            "fontSize": self.measures.size,
            "leading": self.measures.leading,
            "textColor": self.colours.ink,
            "bulletFontName": self.faces.regular.name,
            "bulletFontSize": self.measures.size,
            "allowWidows": 0,
            "allowOrphans": 0,
            "hyphenationLang": _hyphenator(self.hyphens),
            "hyphenationMinWordLength": 6,
            "embeddedHyphenation": 1,
        }
        return ParagraphStyle(name, **{**values, **changes})

    def markup(self, runs: Runs, base: Font | None = None) -> str:
        """Runs as reportlab's markup: our own tags, everything else escaped. References also print their page.

        ``base`` is the paragraph's own font, which needs no tag; the text's regular one if it is not given.
        """
        out: list[str] = []
        before = ""
        for run in runs:
            if run.text == "\n":
                out.append("<br/>")
                continue
            font = self.faces.style(run.bold, run.italic)
            text = bound(run.text, self.language)
            if run.href.startswith("#") and self.prints_pages:
                text += self._page(run.href[1:], before)
            words = escape(text)
            if font is not (base or self.faces.regular):
                words = f"<font name={quoteattr(font.name)}>{words}</font>"
            if run.href:
                words = f"<a href={quoteattr(run.href)} color={quoteattr(self.colours.accent_text)}>{words}</a>"
            out.append(words)
            before = run.text[-1:]
        return "".join(out)

    def _page(self, key: str, before: str) -> str:
        page = f"{self.words.page}\u00a0{self.pages.get(key, 1)}"
        return f", {page}" if before == "(" else f" ({page})"

    def lines(self, text: str, font: Any, size: float, width: float) -> tuple[Line, ...]:
        """A headline broken into lines, never by hyphens."""
        return Words_([Span(text, font)]).lines(width, size)

    def picture(self, canvas: Any, frame: Frame, x: float, y: float, scale: float) -> None:
        """A drawing made smaller, cut along its trim; ``x``, ``y`` is the lower left corner."""
        if self.file is None:
            return
        name = self.file(frame)
        trim = frame.trim
        clip = path_operators(rectangle(0, 0, trim.width, trim.height, frame.corner), PT)
        canvas.saveState()
        canvas.addLiteral(f"{scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm {clip} W n")
        canvas.doForm(name)
        canvas.restoreState()

    def outline(self, canvas: Any, frame: Frame, x: float, y: float, scale: float, width: float) -> None:
        """The edge of a drawing."""
        canvas.setStrokeColor(self.colours.rule)
        canvas.setLineWidth(width)
        w, h = frame.trim.width * scale * PT, frame.trim.height * scale * PT
        canvas.roundRect(x, y, w, h, min(frame.corner * scale * PT, w / 2, h / 2) or 0.01, stroke=1, fill=0)


def show(canvas: Any, line: Line, x: float, y: float, size: float) -> None:
    """One line of a headline on its baseline."""
    for piece in line.pieces:
        canvas.setFont(piece.font.name, size)
        canvas.drawString(x + piece.x * size / 1000.0, y, piece.text)


@lru_cache(maxsize=5_000)
def bound(text: str, language: str) -> str:
    """Spaces at which no line may end: in ``2 × Uzi`` and ``16 mm``, before a dash, in Russian after a short word."""
    text = _TIMES.sub("\u00a0\\1\u00a0", text)
    text = _UNIT.sub("\u00a0", text)
    text = _DASH.sub("\u00a0", text)
    return _SHORT.sub("\\1\u00a0", text) if language.startswith("ru") else text


@lru_cache(maxsize=8)
def _hyphenator(language: str) -> Callable[[str], Iterator[tuple[str, str]]] | str:
    """Where the house parts words, in the form that reportlab asks for: head and tail, the longest head first.

    A word in capitals is a term of the game and is not parted, unless it may be wider than half a column.
    """
    if not language:
        return ""

    def pairs(word: str) -> Iterator[tuple[str, str]]:
        if word.isupper() and len(word) <= LONGEST_WHOLE:
            return
        for at in reversed(syllables(word, language)):
            yield word[:at], word[at:]

    return pairs
