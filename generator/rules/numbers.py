"""Every number of a rules text, in digits or words, with its place and the sentence around it.

A *strong* number must be accounted for. A *weak* one counts only where a claim or a list captures it: the article
(``um``, ``one of``, ``один из``), an ordinal (``second``), a die (``d10``), a number that is part of a catalogue's
name (``AK 47``). *Structure* never counts: the number of a section, or a reference to one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import isfinite

from number_parser import parse_number
from text_to_num import find_numbers

from generator.catalogue import Range
from generator.problem import Location
from generator.rules.number_words import Lexicon, lexicon_of
from generator.rules.text import Segment, Text, Token, tokens_of

Amount = int | Fraction | Range
STRONG = frozenset(["number", "range"])
STRUCTURE = frozenset(["section", "reference"])
_LIBRARY = frozenset(["en", "fr", "es", "pt", "de", "it", "nl"])  # languages of text2num
# Glued to a number they leave it one.
_UNITS = frozenset("mm cm m km kg g s h ml l min x pt px mg in ft oz х мм см м кг г с мин ч".split())  # noqa: SIM905
_ORDINAL = re.compile(r"st|nd|rd|th|[ºªoa]")
_ENDING = re.compile(r"й|я|е|го|му|м|ю|ая|ый|ой|ое|ую|ым|х")  # of an ordinal in Russian, after a hyphen
_RUSSIAN = re.compile(r"н[оу]л|од[ин]|дв|тр|четыр|пят|шест|сем|вос|дев|дес|сорок|ст[оа]|сот|тыся|мил")
_DIGITS = 18  # a longer one is a code
_DIE = re.compile(r"[dwкд](\d{1,3})")
_TIMES = re.compile(r"[xх](\d{1,6})")
_GROUPS = re.compile(r"-?\d{1,3}(?:[.,\u00a0\u202f]\d{3})+")
_GLYPHS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
_RUN = 12  # words of one number at most


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number of the text: tokens ``start`` to ``end`` of a segment."""

    value: Amount
    kind: str
    shown: str
    where: Location
    segment: int
    start: int
    end: int

    @property
    def strong(self) -> bool:
        return self.kind in STRONG


class Numbered:
    """A text and its numbers: ``at[segment][token]`` is the number that begins there."""

    def __init__(self, text: Text, language: str, names: Iterable[str] = ()) -> None:
        self.text, self.language, self.lexicon = text, language, lexicon_of(language)
        self.names = _Names(names, language)
        self.at: list[dict[int, Number]] = []
        for index, segment in enumerate(text.segments):
            found = {n.start: n for n in self._numbers(index, segment)}
            self.at.append(found)

    @property
    def all(self) -> Iterator[Number]:
        """All numbers in the order of the text."""
        for numbers in self.at:
            for start in sorted(numbers):
                yield numbers[start]

    def sentence(self, number: Number) -> str:
        return self.text.segments[number.segment].text

    def _numbers(self, index: int, segment: Segment) -> Iterator[Number]:
        tokens = segment.tokens
        found = list(_found(tokens, self.language, self.lexicon))
        named = self.names.inside(tokens)
        structure = _structure(segment, found, self.lexicon)
        for start, end, value, kind in found:
            if start in structure:
                kind = structure[start]
            elif any(at in named for at in range(start, end)):
                kind = "name"
            words = tokens[start:end]
            shown = " ".join(token.shown for token in words)
            where = self.text.place(tokens[start])
            yield Number(value=value, kind=kind, shown=shown, where=where, segment=index, start=start, end=end)


_Found = tuple[int, int, Amount, str]


def _found(tokens: Sequence[Token], language: str, lexicon: Lexicon) -> Iterator[_Found]:
    """Numbers of a stretch of tokens: (start, end, value, kind)."""
    taken: set[int] = set()
    for at in range(len(tokens)):
        read = _digits(tokens, at, language)
        if read is not None:
            taken.update(range(at, read[1]))
            yield read
    # A number in words ends where a sign stands: "two, three" are two numbers.
    for words, run in groupby(range(len(tokens)), lambda at: tokens[at].what == "word" and at not in taken):
        if words:
            yield from _worded(tokens, list(run), language, lexicon)


def _digits(tokens: Sequence[Token], at: int, language: str) -> _Found | None:
    token = tokens[at]
    after = tokens[at + 1] if at + 1 < len(tokens) and tokens[at + 1].glued else None
    if token.what in ("dotted", "range", "number") and len(token.text) > _DIGITS:
        return None
    if token.what == "dotted":
        return at, at + 1, int(token.text.partition(".")[0]), "reference"
    if token.what == "range":
        low, high = (int(part) for part in token.text.split("-"))
        return (at, at + 1, Range(low, high), "range") if low <= high else None
    if token.what == "number":
        value = _value(token.text, language)
        if after is not None and after.what == "word":
            if _ORDINAL.fullmatch(after.text):
                return at, at + 2, value, "ordinal"
            die = _DIE.fullmatch(after.text)
            if not die and after.text not in _UNITS and not _TIMES.fullmatch(after.text):
                return at, at + 2, value, "weak"  # 9MM, 3D: a name
        if after is not None and after.shown in "-\u2011" and at + 2 < len(tokens):
            ending = tokens[at + 2]
            if ending.glued and _ENDING.fullmatch(ending.text):
                return at, at + 3, value, "ordinal"  # 3-й
        return at, at + 1, value, "number"
    if token.shown in _GLYPHS:
        return at, at + 1, _GLYPHS[token.shown], "number"
    if token.what == "word":
        die = _DIE.fullmatch(token.text)
        if die:
            return at, at + 1, int(die[1]), "die"
        times = _TIMES.fullmatch(token.text)
        if times:
            return at, at + 1, int(times[1]), "number"
    return None


def _value(text: str, language: str) -> Amount:
    """``1.000`` and ``1,000`` are a thousand where the language groups so; else the sign parts a fraction."""
    decimal = "." if language.partition("-")[0] == "en" else ","
    if _GROUPS.fullmatch(text) and decimal not in text:
        return int(re.sub(r"[^\d-]", "", text))
    number = Fraction(text.replace(",", "."))
    return int(number) if number.denominator == 1 else number


def _worded(tokens: Sequence[Token], run: list[int], language: str, lexicon: Lexicon) -> Iterator[_Found]:
    """Numbers in words, the library's and the table's."""
    words = [tokens[at].text for at in run]
    first = run[0]
    taken: set[int] = set()
    for start, end, value, ordinal in _library(words, language, lexicon):
        alone = end - start == 1
        kind = "ordinal" if ordinal else "article" if alone and words[start] in lexicon.articles else "number"
        taken.update(range(start, end))
        yield first + start, first + end, value, kind
    for at, word in enumerate(words):
        if at in taken:
            continue
        if word in lexicon.strong:
            yield first + at, first + at + 1, lexicon.strong[word], "number"
        elif word in lexicon.articles:
            yield first + at, first + at + 1, 1, "article"
        elif word in lexicon.weak:
            yield first + at, first + at + 1, lexicon.weak[word], "weak"


def _library(words: list[str], language: str, lexicon: Lexicon) -> Iterator[tuple[int, int, int, bool]]:
    base = language.partition("-")[0]
    if base == "ru":
        yield from _russian(words)
    elif base in _LIBRARY:
        # A word that only looks like a number is handed on as one that cannot be.
        read = [_Word("\u2026" if word in lexicon.not_numbers else word) for word in words]
        for found in find_numbers(read, base, threshold=0):
            if isfinite(found.value) and found.value == int(found.value):
                yield found.start, found.end, int(found.value), bool(found.is_ordinal)


class _Word:
    """A token as text2num wants it: it must have all three methods, or the library panics."""

    def __init__(self, word: str) -> None:
        self.word = word

    def text(self) -> str:
        return self.word

    def nt_separated(self, previous: object) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


def _russian(words: list[str]) -> Iterator[tuple[int, int, int, bool]]:
    """Stretches of number words, each read as far as it makes one number: ``двадцать два``, not ``два три``."""
    at = 0
    while at < len(words):
        if _russian_word(words[at]) is None:
            at += 1
            continue
        end = at + 1
        while end < len(words) and end - at < _RUN and _russian_word(words[end]) is not None:
            end += 1
        while end - at > 1 and (value := _russian_phrase(" ".join(words[at:end]))) is None:
            end -= 1
        value = _russian_phrase(" ".join(words[at:end]))
        assert value is not None
        yield at, end, value, False
        at = end


@lru_cache(maxsize=50_000)
def _russian_word(word: str) -> int | None:
    value = parse_number(word, language="ru") if _RUSSIAN.match(word) else None
    return None if value is None else int(value)


@lru_cache(maxsize=50_000)
def _russian_phrase(words: str) -> int | None:
    value = parse_number(words, language="ru")
    return None if value is None else int(value)


def _structure(segment: Segment, found: list[_Found], lexicon: Lexicon) -> dict[int, str]:
    """Which numbers are a section's own, or refer to a section or step: start → kind."""
    result: dict[int, str] = {}
    tokens = segment.tokens
    if segment.kind == "heading" and found and found[0][0] == 0 and tokens[0].what == "number":
        after = tokens[1] if len(tokens) > 1 else None
        if after is not None and (not after.glued or after.shown in ".)"):
            result[0] = "section"
    starts = {start: end for start, end, _, _ in found}
    for at, token in enumerate(tokens):
        if token.text in lexicon.sections or token.text in lexicon.steps:
            many = token.text not in lexicon.singular
            result.update((number, "reference") for number in _named(tokens, at + 1, starts, lexicon, many=many))
    for first, last, href in segment.linked():
        if href.startswith("#"):
            result.update((at, "reference") for at in range(first, last) if at in starts)
    return result


def _named(tokens: Sequence[Token], at: int, starts: dict[int, int], lexicon: Lexicon, *, many: bool) -> Iterator[int]:
    """The numbers right after the word of a reference: ``section 4``, ``steps 2 to 4``, ``sections 3, 5 and 6``."""
    while at in starts or (at + 1 in starts and tokens[at].text in "§№."):
        at = at if at in starts else at + 1
        yield at
        at = starts[at]
        if not many or at + 1 not in starts or (tokens[at].text not in lexicon.joins and tokens[at].text not in ",-–"):
            return
        at += 1


class _Names:
    """Names of the catalogue that hold a number, so that the number is known for a part of the name."""

    def __init__(self, names: Iterable[str], language: str) -> None:
        self.known: dict[tuple[str, ...], str] = {}  # the words of a name, and how it begins
        self.lengths: dict[str, set[int]] = {}
        lexicon = lexicon_of(language)
        for name in sorted(set(names)):
            tokens = [token for token in tokens_of(name) if token.what != "sign"]
            if tokens and any(True for _ in _found(tokens, language, lexicon)):
                self.known[tuple(token.text for token in tokens)] = tokens[0].shown[0]
                self.lengths.setdefault(tokens[0].text, set()).add(len(tokens))

    def inside(self, tokens: Sequence[Token]) -> set[int]:
        """Indexes of tokens that are a part of such a name. A name that is a number alone needs its capital letter."""
        result: set[int] = set()
        # A name does not reach from one cell into the next.
        solid = [at for at, token in enumerate(tokens) if token.what != "sign" or token.text == "|"]
        for place, at in enumerate(solid):
            for length in self.lengths.get(tokens[at].text, ()):
                spread = solid[place : place + length]
                begins = self.known.get(tuple(tokens[n].text for n in spread))
                if begins is not None and (length > 1 or tokens[at].shown[0] == begins):
                    result.update(spread)
        return result
