"""A rules text in Markdown → its component list: what is counted, how often, and where it stands.

Read are the list items of the section whose heading names components, at any depth, and the numbers of the paragraphs
that lead to the lists (``68 cards. …; the other 52 are the draw pile.``). Nothing is known here of a catalogue, and
nothing is guessed: an item whose count is not plain (``30+``, ``2-4``, ``two``) has the count None.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.intake import Opened
from generator.problem import Location, fail
from generator.rules.words import Words, words_of

_LINE_END = re.compile(r"\r\n?|\n")  # as markdown-it counts lines
_NAME = 200  # characters; a longer stretch is no name, and is not searched
_REACH = 2_000  # characters of markup (a link's address) that may stand between two printed ones
# A digit that is glued to a letter, sign or another number is a name's (9MM), a range's (2-4) or a bound's (30+).
_COUNT = r"(?<![\w.,/+\-\u2013])(?P<count>\d{1,4})"
_TIMES = r"(?:\s*(?:[×*]|[xX](?=\s))\s*(?!\d+\s*(?:mm|cm)\b))"  # 63 x 88 mm is a size
_LEADING = re.compile(rf"{_COUNT}(?:{_TIMES}|\s+)(?P<name>\S.*)")
_SIGN_FIRST = re.compile(r"[x×](?P<count>\d{1,4})\s+(?P<name>\S.*)")
_TRAILING = re.compile(
    r"(?P<name>.*?\w.*?)(?:\s*[:=]\s*[x×]?\s?|\s+[-\u2013\u2014]\s+|\s*×\s*|\s+x\s?|\s*(?P<open>\()[x×]?\s?)"
    r"(?P<count>\d{1,4})(?(open)\))(?:\s+(?P<noun>[^\W\d]+))?\s*[.:;,]?"
)
_NEXT = re.compile(rf"{_COUNT}{_TIMES}(?=\d*[^\W\d])")  # a further thing in the same item needs its sign
_NAME_END = re.compile(r"[:;]|\s+[\u2013\u2014-]\s|[.!?](?=\s|$)")
_CLAUSE_END = re.compile(r"[,:;()]|[.!?](?=\s|$)")
_RUNNING = re.compile(rf"{_COUNT}(?:{_TIMES}|\s+)(?=\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One counted thing of the text.

    ``count`` is None where none is stated; ``where`` is the count's place, or the name's. ``level`` is the depth of
    the list item from 1, and 0 in a paragraph; ``parent`` is the index of the entry that this one is listed under.
    ``edition``: the id of the edition of which it speaks, if of one alone.
    """

    count: int | None
    name: str
    where: Location
    level: int
    parent: int | None
    edition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentList:
    """The section's heading and its entries, in the order of the text."""

    heading: Location
    entries: tuple[Entry, ...]


def read_list(opened: Opened, language: str) -> ComponentList | None:
    """The component list of a rules text, or None if it has none. SourceError ``encoding`` if it is not UTF-8."""
    words = words_of(language)
    try:
        text = opened.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = opened.data.count(b"\n", 0, error.start) + 1
        raise fail(Location(opened.shown, line), "encoding", "this is not UTF-8", "save the file as UTF-8") from None
    if words is None:
        return None
    tokens = MarkdownIt("commonmark").parse(text)
    lines = _LINE_END.split(text)
    for rank, start, end in _sections(tokens, words):
        section = _Section(opened.shown, lines, words)
        section.read(tokens[start:end])
        counted = [entry.level for entry in section.entries if entry.count is not None]
        # Below "The cards" stand descriptions as often as counts: there only a list will do.
        if counted and (rank < 2 or max(counted) > 0):
            token = tokens[start]
            assert token.map is not None
            return ComponentList(heading=Location(opened.shown, token.map[0] + 1, 1), entries=tuple(section.entries))
    return None


def _sections(tokens: list[Token], words: Words) -> list[tuple[int, int, int]]:
    """(rank, first token, end) of the sections that may hold the list, the likeliest first."""
    found = []
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = re.sub(r"^\W*(?:\d+[.)]?\s+)*", "", tokens[index + 1].content.casefold())
        if title.startswith(words.headings):
            rank = 0
        elif any(re.search(rf"\b{re.escape(word)}\b", title) for word in words.headings):
            rank = 1
        elif title.startswith(words.weak):
            rank = 2
        else:
            continue
        end = next(
            (at for at in range(index + 1, len(tokens)) if _closes(tokens[at], token)),
            len(tokens),
        )
        found.append((rank, index, end))
    return sorted(found)


def _closes(token: Token, heading: Token) -> bool:
    """Whether a section ends before this token: at the next heading of its own rank or a higher one."""
    return token.type == "heading_open" and token.tag <= heading.tag


class _Section:
    """Walks the tokens of one section."""

    def __init__(self, path: str, lines: list[str], words: Words) -> None:
        self.path, self.lines, self.words = path, lines, words
        self.entries: list[Entry] = []

    def read(self, tokens: list[Token]) -> None:
        """Collect the entries."""
        opens = ("bullet_list_open", "ordered_list_open")
        last = max((at for at, token in enumerate(tokens) if token.type in opens), default=len(tokens))
        # For each list item that is open: whether its first line was read, and the entry that it became.
        items: list[tuple[bool, int | None]] = []
        leader: int | None = None
        for at, token in enumerate(tokens):
            if token.type == "list_item_open":
                items.append((False, None))
            elif token.type == "list_item_close":
                items.pop()
            elif token.type == "heading_open":
                leader = None
            elif token.type == "inline" and tokens[at - 1].type != "heading_open":
                if items and not items[-1][0]:
                    above = [entry for _, entry in items if entry is not None]
                    items[-1] = (True, self._item(token, len(items), above[-1] if above else leader))
                elif not items and at < last:
                    leader = self._paragraph(token)

    def _item(self, token: Token, level: int, parent: int | None) -> int:
        """Read one list item; the index of its first entry, under which nested items stand."""
        text = _Text(token, self.lines, self.path)
        first = len(self.entries)
        for start, end in _parts(text.plain):
            part = text.plain[start:end]
            count, offset, name = _counted(part, self.words)
            self._add(count, name, text.place(start + offset), level, parent)
            if start == 0 and part.rstrip().endswith(":"):
                level, parent = level + 1, first  # "16 weapon cards: 4 × Uzi, 2 × Grenade"
        return first

    def _paragraph(self, token: Token) -> int | None:
        """Read a paragraph; the index of the entry that the list below belongs to, if it ends in a colon."""
        text = _Text(token, self.lines, self.path)
        plain = text.plain.rstrip()
        first = len(self.entries)
        matches = list(_RUNNING.finditer(plain))
        for match, following in zip_longest(matches, matches[1:]):
            limit = min(match.end() + _NAME, following.start() if following else len(plain))
            end = _CLAUSE_END.search(plain, match.end(), limit)
            name = plain[match.end() : end.start() if end else limit]
            self._add(int(match["count"]), name, text.place(match.start("count")), 0, None)
        if not plain.endswith(":"):
            return None
        if len(self.entries) == first:
            count, offset, name = _counted(plain, self.words)
            self._add(count, name, text.place(offset), 0, None)
        return first if len(self.entries) == first + 1 else None

    def _add(self, count: int | None, name: str, where: Location, level: int, parent: int | None) -> None:
        name = unicodedata.normalize("NFC", " ".join(name.split()))
        self.entries.append(Entry(count=count, name=name, where=where, level=level, parent=parent))


class _Text:
    """What an inline token prints, and where each of its characters stands in the file."""

    def __init__(self, token: Token, lines: list[str], path: str) -> None:
        assert token.map is not None
        self.path, self.first = path, token.map[0]
        self.plain = "".join(_printed(token))
        raw = token.content
        self.offsets = _aligned(self.plain, raw)
        rows = raw.split("\n")
        self.starts = [0]
        for row in rows[:-1]:
            self.starts.append(self.starts[-1] + len(row) + 1)
        # A row of the token lacks its indentation and bullet, but runs to the end of the line in the file.
        self.indents = [max(0, lines[self.first + at].rfind(row.rstrip())) for at, row in enumerate(rows)]

    def place(self, offset: int) -> Location:
        """The place of a printed character."""
        at = self.offsets[offset] if offset < len(self.offsets) else 0
        row = bisect_right(self.starts, at) - 1
        return Location(self.path, self.first + row + 1, self.indents[row] + at - self.starts[row] + 1)


def _printed(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            yield child.content
        elif child.type in ("softbreak", "hardbreak"):
            yield "\n"


def _aligned(plain: str, raw: str) -> list[int]:
    """For each printed character where it was typed: the two are read side by side, markup is stepped over."""
    offsets, at = [], 0
    for char in plain:
        found = raw.find(char, at, at + _REACH)
        offsets.append(found if found >= 0 else min(at, len(raw)))
        at = max(at, found + 1)
    return offsets


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of an item's text that hold one counted thing each: ``4 × Uzi, 2 × Grenade`` holds two."""
    starts = [0]
    for match in _NEXT.finditer(text, 1):
        before = text[starts[-1] : match.start()]
        if before.count("(") <= before.count(")"):
            starts.append(match.start())
    yield from pairwise([*starts, len(text)])


def _counted(text: str, words: Words) -> tuple[int | None, int, str]:
    """(count, its offset, name) of one counted thing; the count may stand before or after the name."""
    # The dagger says that this edition proposes the count; it is no part of a name.
    row = text.replace("\n", " ").replace("\u2020", " ").rstrip()
    row = row.strip()
    shift = len(text) - len(text.lstrip())
    match = _LEADING.match(row) or _SIGN_FIRST.match(row)
    if match:
        name = match["name"]
    else:
        match = _TRAILING.fullmatch(row) if len(row) <= _NAME else None
        if match is None or (match["noun"] and match["noun"].casefold() not in words.nouns):
            return None, shift, head_of(row, words)
        name = match["name"]
        if name.casefold() in words.totals and match["noun"]:
            name = match["noun"]  # "Total: 68 cards"
    return int(match["count"]), shift + match.start("count"), head_of(name, words)


def head_of(name: str, words: Words) -> str:
    """The name without what follows it: an explanation after a colon or dash, or the ``and`` before the next item."""
    depth = 0
    ends = {match.start(): match for match in _NAME_END.finditer(name)}
    for at, char in enumerate(name):
        depth += (char == "(") - (char == ")")
        if depth <= 0 and at in ends:
            name = name[:at]
            break
    name = name.rstrip(" ,")
    head, _, tail = name.rpartition(" ")
    return head.rstrip(" ,") if head and tail.casefold() in words.ands else name
