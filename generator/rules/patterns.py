"""Where a number stands in a rules text: ``each player gets {} cards``. A pattern is words, never an expression.

``{}`` captures one number; ``…`` passes over anything within the same sentence or table row. Words are compared
case-folded, numbers as they are typed. Punctuation is passed over on both sides. A sign (``+ × % |`` …) that the
pattern writes must stand there; one that it does not write is passed over, but for ``|`` in a pattern that counts
cells. Matching takes the earliest stretch for each part and never goes back: its time is the product of the lengths.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.catalogue import Range
from generator.rules.numbers import STRUCTURE, Number, Numbered
from generator.rules.text import Segment, Token, tokens_of

LENGTH = 400  # characters of a pattern
SIGNS = frozenset("+×%°=/<>≥≤#№|±*\u2212\u00f7")  # what a pattern may ask for
_HOLE = re.compile(r"\{\}([-\u2013])\{\}|\{(\d{0,2})\}", re.ASCII)
_PASSED = 64  # signs between two words that are passed over


class PatternError(ValueError):
    """What is wrong with a pattern, and how far into it."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


class Element(NamedTuple):
    """``word`` and ``sign`` ask for a text, ``hole`` for a number, ``ends`` for both ends of a range.

    ``order``: which of the claim's numbers a hole is, from 1; a translation may turn them round.
    """

    what: str
    text: str = ""
    order: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """``parts`` are parted by ``…``. ``cells``: the pattern counts the cells of a table row."""

    typed: str
    parts: tuple[tuple[Element, ...], ...]
    cells: bool

    @property
    def holes(self) -> int:
        return sum({"hole": 1, "ends": 2}.get(element.what, 0) for part in self.parts for element in part)

    @property
    def order(self) -> list[int]:
        """Indexes of the captures in the order in which the claim speaks of them."""
        orders = [element.order for part in self.parts for element in part if element.what in ("hole", "ends")]
        if any(orders):
            return sorted(range(len(orders)), key=orders.__getitem__)
        return list(range(self.holes))


class Capture(NamedTuple):
    """A number in a hole; ``value`` is one end of it where the pattern wrote ``{}–{}``."""

    number: Number
    value: object


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a pattern stands."""

    segment: int
    start: int
    end: int
    captures: tuple[Capture, ...]


def parse(typed: str, *, holes: bool = True) -> Pattern:
    """The pattern's parts. PatternError."""
    if len(typed) > LENGTH:
        raise PatternError(f"a pattern is longer than {LENGTH} characters")
    parts: list[list[Element]] = [[]]
    rest, at = typed.replace("...", "\u2026  "), 0
    while at < len(rest):
        hole = _HOLE.match(rest, at)
        if hole is not None:
            parts[-1].append(Element("ends") if hole[1] else Element("hole", order=int(hole[2] or 0)))
            at = hole.end()
        elif rest[at] == "\u2026":
            parts.append([])
            at += 1
        elif rest[at] in "{}":
            raise PatternError("a brace stands alone; a number is captured by {}", at)
        else:
            end = min((n for n in (rest.find("{", at), rest.find("}", at), rest.find("\u2026", at)) if n >= 0),
                      default=len(rest))  # fmt: skip
            parts[-1] += _literal(rest[at:end])
            at = end
    elements = [element for part in parts for element in part]
    if any(not part for part in parts):
        raise PatternError("… stands between words or numbers, not at an end and not twice")
    if not any(element.what == "word" for element in elements):
        raise PatternError("a pattern needs a word: by a number alone any place would be meant")
    caught = [element.order for element in elements if element.what in ("hole", "ends")]
    if holes and not caught:
        raise PatternError("a pattern captures a number: write {} where it stands")
    if any(caught) and sorted(caught) != list(range(1, len(caught) + 1)):
        raise PatternError("numbered holes are {1}, {2} …, each once and all of them")
    cells = any(element == Element("sign", "|") for element in elements)
    return Pattern(typed, tuple(tuple(part) for part in parts), cells)


def _literal(typed: str) -> Iterator[Element]:
    tokens = tokens_of(typed)
    for at, token in enumerate(tokens):
        if token.what != "sign":
            yield Element("word", token.text)
        elif token.text in SIGNS:
            yield Element("sign", token.text)
        elif token.shown in "-\u2013\u2014" and _beside(tokens, at):
            yield Element("sign", "-")  # an empty cell: | – |


def _beside(tokens: Sequence[Token], at: int) -> bool:
    near = [tokens[n].text for n in (at - 1, at + 1) if 0 <= n < len(tokens)]
    return "|" in near


class Finder:
    """Finds patterns in a text."""

    def __init__(self, numbered: Numbered) -> None:
        self.numbered = numbered
        self.segments_of: dict[str, list[int]] = {}
        for index, segment in enumerate(numbered.text.segments):
            for word in {token.text for token in segment.tokens if token.what != "sign"}:
                self.segments_of.setdefault(word, []).append(index)
        self.trails: dict[tuple[str, ...], list[str]] = {}

    def find(self, pattern: Pattern, under: Pattern | None = None) -> list[Match]:
        """Every place of the pattern, in the order of the text. Articles, ordinals and the like are numbers only in
        a sentence where the pattern does not fit without them."""
        asked = {element.text for part in pattern.parts for element in part if element.what == "word"}
        rarest = min((self.segments_of.get(word, []) for word in asked), key=len)
        found: list[Match] = []
        for index in rarest:
            if under is not None and not self._under(self.numbered.text.segments[index], under):
                continue
            matches = list(self._matches(pattern, index, weak=False))
            found += matches or self._matches(pattern, index, weak=True)
        return found

    def nearest(self, pattern: Pattern) -> tuple[int, int, int] | None:
        """(segment, token, elements) of the place where most of the pattern's beginning stands."""
        best: tuple[int, int, int] | None = None
        for index, segment in enumerate(self.numbered.text.segments):
            row = _Row(self.numbered, index, pattern.cells, weak=True)
            at = reached = 0
            for part in pattern.parts:
                tries = [(row.count(part, start), start) for start in range(at, len(segment.tokens))]
                most, start = max(tries, key=lambda pair: pair[0], default=(0, at))
                reached += most
                if most < len(part):
                    break
                fitted = row.fit(part, start)
                assert fitted is not None
                at = fitted[0]
            if reached and (best is None or reached > best[2]):
                best = (index, start, reached)
        return best

    def _under(self, segment: Segment, under: Pattern) -> bool:
        if segment.trail not in self.trails:
            self.trails[segment.trail] = [
                " ".join(["", *(t.text for t in tokens_of(title) if t.what != "sign"), ""]) for title in segment.trail
            ]
        wanted = " ".join(["", *(element.text for part in under.parts for element in part), ""])
        return any(wanted in title for title in self.trails[segment.trail])

    def _matches(self, pattern: Pattern, index: int, *, weak: bool) -> Iterator[Match]:
        row = _Row(self.numbered, index, pattern.cells, weak=weak)
        at = 0
        while True:
            captures: list[Capture] = []
            start = -1
            for part in pattern.parts:
                found = row.search(part, at)
                if found is None:
                    return
                begin, at, caught = found
                start = begin if start < 0 else start
                captures += caught
            yield Match(index, start, at, tuple(captures[n] for n in pattern.order))


class _Row:
    """One segment, searched for parts of one pattern."""

    def __init__(self, numbered: Numbered, index: int, cells: bool, *, weak: bool) -> None:
        self.tokens = numbered.text.segments[index].tokens
        self.weak = weak
        self.numbers = numbered.at[index]
        stops = "|" if cells else ""
        self.passed = [token.what == "sign" and token.text != stops for token in self.tokens]

    def search(self, part: tuple[Element, ...], at: int) -> tuple[int, int, list[Capture]] | None:
        for start in range(at, len(self.tokens)):
            if self.passed[start] and part[0].what != "sign":
                continue
            found = self.fit(part, start)
            if found is not None:
                return start, *found
        return None

    def fit(self, part: tuple[Element, ...], at: int) -> tuple[int, list[Capture]] | None:
        """The end of the part if it begins at a token, and what it captures."""
        captures: list[Capture] = []
        for position, element in enumerate(part):
            step = self._step(element, at, captures, first=position == 0)
            if step is None:
                return None
            at = step
        return at, captures

    def count(self, part: tuple[Element, ...], at: int) -> int:
        """How many elements of the part stand from a token on."""
        for position, element in enumerate(part):
            step = self._step(element, at, [], first=position == 0)
            if step is None:
                return position
            at = step
        return len(part)

    def _step(self, element: Element, at: int, captures: list[Capture], *, first: bool) -> int | None:
        tokens = self.tokens
        last = min(len(tokens), at + (1 if first else _PASSED))
        while at < last:
            token = tokens[at]
            if element.what == "sign":
                if token.what == "sign" and token.text == element.text:
                    return at + 1
            elif not self.passed[at]:
                break
            if not self.passed[at]:
                return None
            at += 1
        if at >= last or element.what == "sign":
            return None
        if element.what == "word":
            return at + 1 if tokens[at].text == element.text else None
        return self._number(element, at, captures)

    def _number(self, element: Element, at: int, captures: list[Capture]) -> int | None:
        number = self.numbers.get(at)
        if number is None or number.kind in STRUCTURE or not (number.strong or self.weak):
            return None
        if element.what == "ends":
            if not isinstance(number.value, Range):
                return None
            captures += [Capture(number, number.value.low), Capture(number, number.value.high)]
        else:
            captures.append(Capture(number, number.value))
        return number.end
