"""A rules text in Markdown → sentences, table rows and headings, as words and signs that know their place.

What is printed is read: marks of emphasis, link addresses and list bullets are stepped over. A *segment* is one
sentence, one table row or one heading; a pattern of a claim never reaches beyond it. The words in bold that open a
paragraph (**Helmet.** Reduces …) belong to the sentence after them, and to the *trail* of the whole paragraph.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token as Mark

from generator.intake import Opened
from generator.problem import Location, fail

CHARACTERS = 500_000  # of a whole text: some 80,000 words
_LINE_END = re.compile(r"\r\n?|\n")  # as markdown-it counts lines
_DROPPED = frozenset("\u2020\u2021\u00ad\u200b\u2060\ufeff")  # daggers and what nobody sees
_OPENERS = "\"'“”„«»‘’()[]"
_LETTER = re.compile(r"[^\W\d_]")
_SECTION = re.compile(r"\s*(\d{1,4}(?:\.\d{1,4})*)[.)]?\s+(?=\S)")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_TOKEN = re.compile(
    r"""
    (?P<range>\d+(?:[-\u2013]\d+)(?![\w\u2013-]))
  | (?P<dotted>(?!\d{1,3}(?:\.\d{3})+(?![\d.]))\d+(?:\.\d+){2,})
  | (?P<number>(?:(?<![^\s(\[|:=,;\u2013])[-\u2212\u2013](?=\d))?\d{1,3}(?:[.,\u00a0\u202f]\d{3})+(?![\d.,]?\d)
      | (?:(?<![^\s(\[|:=,;\u2013])[-\u2212\u2013](?=\d))?\d+(?:[.,]\d+(?![.,]?\d))?)
  | (?P<word>[^\W\d_](?:[^\W_]|['\u2019](?=[^\W\d_]))*)
  | (?P<sign>[^\w\s]|_|[\u00bd\u00bc\u00be])
    """,
    re.VERBOSE,
)
# After these a full stop ends no sentence.
_SHORT = frozenset(
    "ex fig nº no pág p vs etc eg ie cf approx max min св стр рис напр т др".split()  # noqa: SIM905
)


class Token(NamedTuple):
    """A word (case-folded), a number in digits, or a sign. ``offset``: in its block; ``glued``: to the one before."""

    text: str
    shown: str
    what: str  # word, number, range, dotted (6.4.5), sign
    line: int
    column: int
    offset: int
    glued: bool


@dataclass(slots=True, kw_only=True)
class Segment:
    """One sentence, row or heading. ``trail``: the headings above it and the bold words that open its paragraph."""

    kind: str  # sentence, row, head, heading
    text: str
    tokens: tuple[Token, ...]
    trail: tuple[str, ...]
    links: tuple[tuple[int, int, str], ...]  # offsets of the linked words, and where they lead
    block: int

    def linked(self) -> Iterator[tuple[int, int, str]]:
        """The links of this segment by their tokens: first, end, address."""
        offsets = [token.offset for token in self.tokens]
        for start, end, href in self.links:
            first, last = bisect_left(offsets, start), bisect_left(offsets, end)
            if first < last:
                yield first, last, href


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading, its number if it has one, and the anchor that a link to it names."""

    level: int
    number: str
    title: str
    slug: str
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An item of a numbered list: which list, and the number that was typed."""

    list: int
    number: int
    where: Location


@dataclass(slots=True, kw_only=True)
class Text:
    """A whole rules text; ``lines`` as they were typed."""

    path: str
    lines: list[str] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def place(self, token: Token) -> Location:
        return Location(self.path, token.line, token.column)


def read_text(opened: Opened) -> Text:
    """The segments of a text. SourceError ``encoding``, ``too-large``."""
    try:
        source = opened.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = opened.data.count(b"\n", 0, error.start) + 1
        raise fail(Location(opened.shown, line), "encoding", "this is not UTF-8", "save the file as UTF-8") from None
    if len(source) > CHARACTERS:
        raise fail(Location(opened.shown), "too-large", f"a rules text is longer than {CHARACTERS} characters")
    text = Text(path=opened.shown, lines=_LINE_END.split(source))
    _Walk(text, text.lines).read(MarkdownIt("commonmark").enable("table").parse(source))
    return text


def tokens_of(printed: str, places: Sequence[tuple[int, int]] | None = None) -> list[Token]:
    """The words, numbers and signs of a stretch; ``places`` tells line and column of each character."""
    result: list[Token] = []
    end = -1
    for match in _TOKEN.finditer(printed):
        shown, what = match[0], match.lastgroup or "sign"
        if (
            shown in "-\u2011"
            and end == match.start()
            and result[-1].what == "word"
            and _LETTER.match(printed, end + 1)
        ):
            end += 1  # twenty-four, counter-attack: two words
            continue
        if shown in _DROPPED:
            end = match.end() if end == match.start() else end
            continue
        folded = unicodedata.normalize("NFC", shown).casefold().replace("\u2019", "'")
        if what in ("range", "number"):
            folded = folded.replace("\u2013", "-").replace("\u2212", "-")
        line, column = places[match.start()] if places else (0, 0)
        result.append(Token(folded, shown, what, line, column, match.start(), end == match.start()))
        end = match.end()
    return result


class _Walk:
    """Walks the block tokens of a text."""

    def __init__(self, text: Text, lines: list[str]) -> None:
        self.text, self.lines = text, lines
        self.slugs: dict[str, int] = {}
        self.trail: list[Heading] = []
        self.blocks = self.lists = 0

    def read(self, marks: list[Mark]) -> None:
        lists: list[int] = []
        rows: list[_Printed] | None = None
        head = False
        for at, mark in enumerate(marks):
            kind = mark.type
            if kind in ("ordered_list_open", "bullet_list_open"):
                self.lists += 1
                lists.append(self.lists)
            elif kind in ("ordered_list_close", "bullet_list_close"):
                lists.pop()
            elif kind == "list_item_open" and mark.info and mark.map is not None:
                where = self._at(mark.map[0], mark.info)
                self.text.steps.append(Step(list=lists[-1], number=int(mark.info), where=where))
            elif kind in ("thead_open", "thead_close"):
                head = kind == "thead_open"
            elif kind == "tr_open":
                rows = []
            elif kind == "tr_close" and rows is not None:
                self._row(rows, head)
                rows = None
            elif kind == "inline" and rows is not None:
                rows.append(_Printed(mark, self.lines, rows[-1].end if rows else 0))
            elif kind == "inline":
                printed = _Printed(mark, self.lines)
                if marks[at - 1].type == "heading_open":
                    self._heading(printed, int(marks[at - 1].tag[1:]))
                else:
                    self._paragraph(printed)

    def _at(self, line: int, words: str) -> Location:
        return Location(self.text.path, line + 1, max(0, self.lines[line].find(words)) + 1)

    def _heading(self, printed: _Printed, level: int) -> None:
        plain = printed.plain.strip()
        slug = _NOT_IN_SLUG.sub("", plain.lower()).replace(" ", "-")
        count = self.slugs.get(slug, 0)
        self.slugs[slug] = count + 1
        number = _SECTION.match(plain)
        line, column = printed.places[0] if printed.places else (0, 0)
        heading = Heading(
            level=level,
            number=number[1] if number else "",
            title=plain[number.end() :] if number else plain,
            slug=f"{slug}-{count}" if count else slug,
            where=Location(self.text.path, line, column),
        )
        self.text.headings.append(heading)
        self.trail = [*(above for above in self.trail if above.level < level), heading]
        self._add("heading", plain, tokens_of(printed.plain, printed.places), "", printed.links)

    def _row(self, cells: list[_Printed], head: bool) -> None:
        tokens: list[Token] = []
        links: list[tuple[int, int, str]] = []
        offset, parts = 0, []
        for cell in cells:
            line, column = cell.places[0] if cell.places else (tokens[-1][3:5] if tokens else (0, 0))
            tokens.append(Token("|", "|", "sign", line, column, offset, False))
            offset += 2
            read = tokens_of(cell.plain, cell.places)
            if len(read) == 1 and read[0].shown in "\u2013\u2014-":
                read = [read[0]._replace(text="-")]
            tokens += [token._replace(offset=token.offset + offset) for token in read]
            links += [(start + offset, end + offset, href) for start, end, href in cell.links]
            offset += len(cell.plain) + 1
            parts.append(" ".join(cell.plain.split()))
        self._add("head" if head else "row", " | ".join(parts), tokens, "", links)

    def _paragraph(self, printed: _Printed) -> None:
        tokens = tokens_of(printed.plain, printed.places)
        lead = printed.plain[: printed.lead].strip(" .:;,") if printed.lead else ""
        start = 0
        begins = [link[0] for link in printed.links]
        for end in [*_ends(tokens, printed), len(tokens)]:
            if end > start:
                last = tokens[end - 1]
                words = printed.plain[tokens[start].offset : last.offset + len(last.shown)]
                from_link = max(0, bisect_left(begins, tokens[start].offset) - 1)
                links = printed.links[from_link : bisect_right(begins, last.offset)]
                self._add("sentence", " ".join(words.split()), tokens[start:end], lead, links)
            start = end
        self.blocks += 1

    def _add(
        self, kind: str, text: str, tokens: Sequence[Token], lead: str, links: Sequence[tuple[int, int, str]]
    ) -> None:
        titles = [heading.title for heading in self.trail]
        segment = Segment(
            kind=kind,
            text=text,
            tokens=tuple(tokens),
            trail=(*titles, lead) if lead else tuple(titles),
            links=tuple(links),
            block=self.blocks if kind == "sentence" else -1,
        )
        self.text.segments.append(segment)


def _ends(tokens: list[Token], printed: _Printed) -> Iterator[int]:
    """Where sentences end: the index after each full stop, question or exclamation mark that ends one."""
    plain = printed.plain
    for at, token in enumerate(tokens):
        if token.text not in (".", "!", "?", "…") or token.what != "sign":
            continue
        if token.offset < printed.lead:
            continue
        after = at + 1
        while after < len(tokens) and tokens[after].glued and tokens[after].shown in _OPENERS:
            after += 1
        if after >= len(tokens) or tokens[after].glued:
            continue
        following = tokens[after]
        opened = after
        while opened < len(tokens) - 1 and tokens[opened].shown in _OPENERS:
            opened += 1
        first = tokens[opened].shown
        if first[:1].islower() or (at and tokens[at - 1].text in _SHORT and token.text == "."):
            continue
        if plain[following.offset - 1 : following.offset].isspace():
            yield after


class _Printed:
    """What an inline token prints, the place of each character, its links, and how far its opening bold words go.

    ``after``: of a table's cell, the column behind the cell before.
    """

    def __init__(self, mark: Mark, lines: list[str], after: int | None = None) -> None:
        assert mark.map is not None
        self.first = mark.map[0]
        raw = mark.content
        if after is not None and raw not in lines[self.first]:
            raw = raw.replace("|", "\\|")  # a bar that is printed in a cell
        rows = raw.split("\n")
        self.starts = [0]
        for row in rows[:-1]:
            self.starts.append(self.starts[-1] + len(row) + 1)
        # A row of the token lacks its indentation and bullet; a cell stands somewhere within its line.
        self.indents: list[int] = []
        for number, row in enumerate(rows):
            line = lines[self.first + number] if self.first + number < len(lines) else ""
            found = line.rfind(row.rstrip()) if after is None else line.find(row.strip(), after)
            self.indents.append(max(found, after or 0))
        self.end = self.indents[0] + len(raw)
        self.plain = ""
        self.places: list[tuple[int, int]] = []
        self.links: list[tuple[int, int, str]] = []
        self.lead = 0
        self._read(mark, raw)

    def _read(self, mark: Mark, raw: str) -> None:
        parts: list[str] = []
        length = at = 0
        opened: list[tuple[int, str]] = []
        strong = -1
        for child in mark.children or ():
            if child.type in ("text", "code_inline"):
                places, at = self._aligned(child.content, raw, at)
                self.places += places
                parts.append(child.content)
                length += len(child.content)
            elif child.type in ("softbreak", "hardbreak"):
                found = raw.find("\n", at)
                self.places.append(self._place(found if found >= 0 else at))
                at = found + 1 if found >= 0 else at
                parts.append(" ")
                length += 1
            elif child.type == "link_open":
                opened.append((length, str(child.attrs.get("href", ""))))
            elif child.type == "link_close" and opened:
                start, href = opened.pop()
                self.links.append((start, length, href))
                close = raw.find("](", at)
                ending = raw.find(")", close) if close >= 0 else -1
                at = ending + 1 if ending >= 0 else at
            elif child.type == "strong_open" and not length:
                strong = length
            elif child.type == "strong_close" and strong == 0:
                self.lead, strong = length, -1
        self.plain = "".join(parts)

    def _aligned(self, content: str, raw: str, at: int) -> tuple[list[tuple[int, int]], int]:
        found = raw.find(content, at)
        if found >= 0:
            return [self._place(found + n) for n in range(len(content))], found + len(content)
        places = []  # an entity or an escape stands within: character by character
        for char in content:
            found = raw.find(char, at, at + 12)
            places.append(self._place(found if found >= 0 else min(at, len(raw))))
            at = found + 1 if found >= 0 else at + 1
        return places, at

    def _place(self, at: int) -> tuple[int, int]:
        row = bisect_right(self.starts, at) - 1
        return self.first + row + 1, self.indents[row] + at - self.starts[row] + 1
