"""Outcome tables: every total once, without gap or overlap, and the better total has the better outcome.

The catalogue's tables are named in ``claims.yaml``; those of the text are found there: three or more rows, one below
the other, that begin with intervals (``0 to 2``, ``3 or 4``, ``5 or more``, ``total > 4``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import floor

from generator.catalogue import Range
from generator.problem import Location
from generator.rules.arithmetic.cards import as_range
from generator.rules.arithmetic.model import Bench, Params, called, place_of
from generator.rules.number_words import Lexicon
from generator.rules.numbers import Number
from generator.rules.text import Token

ENDLESS = 10**9
_ROWS = 3  # a table has as many
_SIGNS = frozenset("<>≤≥")
_MIRRORED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


@dataclass(frozen=True, slots=True)
class Interval:
    """Whole numbers from ``low`` to ``high``; ``name`` is the quantity that is compared, "" where none is named."""

    low: int
    high: int
    where: Location
    name: str = ""
    turned: bool = False  # 2 > x < 4: the signs do not point one way

    def __str__(self) -> str:
        if self.high >= ENDLESS:
            return f"{self.low} or more"
        if self.low <= -ENDLESS:
            return f"{self.high} or less"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def table(params: Params) -> None:
    """``table-gap``, ``table-overlap``, ``table-beyond``, ``table-rows``, ``table-favours``."""
    rows: list[Interval] = []
    for valued in params.numbers("rows"):
        value = valued.value
        ends = (value.low, value.high) if isinstance(value, Range) else (floor(value), floor(value))
        rows.append(Interval(*ends, place_of(valued, params.where), called(valued)))
    whole = as_range(params, "covers")
    order = sorted(rows, key=lambda row: (row.low, row.high))
    gaps = [(whole.low, order[0].low - 1, order[0])] if order and order[0].low > whole.low else []
    gaps += [(a.high + 1, b.low - 1, b) for a, b in pairwise(order) if b.low > a.high + 1]
    gaps += [(order[-1].high + 1, whole.high, order[-1])] if order and order[-1].high < whole.high else []
    for low, high, near in gaps:
        message = f"no row of the table covers {Interval(low, high, near.where)}; totals run from {whole}"
        params.say("table-gap", message, where=near.where)
    _overlaps(params.bench, order)
    for row in order:
        if row.low < whole.low or row.high > whole.high:
            params.say("table-beyond", f"{row.name} is {row}; totals run from {whole}", where=row.where)
    if params.has("effects"):
        _favours(params, rows)
    params.fact(f"{len(rows)} rows cover {whole}")


def _favours(params: Params, rows: list[Interval]) -> None:
    """Effects rise, or fall, with the totals."""
    effects = params.plain_numbers("effects")
    if len(effects) != len(rows):
        where = place_of(effects[0][1], params.where)
        params.say("table-rows", f"the table has {len(rows)} rows and {len(effects)} effects", where=where)
        return
    rising = params.word("favours", ("high", "low")) == "high" if params.has("favours") else True
    order = sorted(zip(rows, effects, strict=True), key=lambda pair: pair[0].low)
    for (before, (first, _)), (after, (second, of_second)) in pairwise(order):
        if (second < first) if rising else (second > first):
            side = "higher" if rising else "lower"
            message = f"{after} has the effect {second}, {before} has {first}: the table must favour the {side} total"
            params.say("table-favours", message, where=place_of(of_second, after.where))
            return


def _overlaps(bench: Bench, order: Sequence[Interval]) -> None:
    for before, after in pairwise(order):
        if after.low <= before.high:
            twice = Interval(after.low, min(before.high, after.high), after.where)
            bench.say(after.where, "table-overlap", f"two rows cover {twice}: {before} and {after}")


# Tables of the text -----------------------------------------------------------


def text_tables(bench: Bench) -> None:
    """``table-gap``, ``table-overlap``, ``table-sign`` in tables that the text itself prints."""
    for rows in _tables(bench):
        for row in rows:
            if row.turned:
                message = f"the signs around '{row.name}' point two ways: {row.name} cannot be compared so"
                bench.say(row.where, "table-sign", message, "2 < x < 4 is between; 2 > x < 4 is not")
        order = sorted(rows, key=lambda row: (row.low, row.high))
        for before, after in pairwise(order):
            if after.low > before.high + 1:
                missing = Interval(before.high + 1, after.low - 1, after.where)
                message = f"no row of the table covers {missing}: it has {before}, then {after}"
                bench.say(after.where, "table-gap", message)
        _overlaps(bench, order)


def _tables(bench: Bench) -> Iterator[list[Interval]]:
    """Rows of intervals that stand one below the other, of one quantity."""
    rows: list[tuple[tuple[int, int], Interval]] = []
    for key, interval in _rows(bench):
        fits = rows and key[0] == rows[-1][0][0] and key[1] <= rows[-1][0][1] + 1 and interval.name == rows[-1][1].name
        if not fits:
            yield from _whole(rows)
            rows = []
        rows.append((key, interval))
    yield from _whole(rows)


def _whole(rows: list[tuple[tuple[int, int], Interval]]) -> Iterator[list[Interval]]:
    intervals = [interval for _, interval in rows]
    # Rows of single numbers are a list of cases; nobody says that they must be all.
    if len(intervals) >= _ROWS and any(interval.low != interval.high for interval in intervals):
        yield intervals


def _rows(bench: Bench) -> Iterator[tuple[tuple[int, int], Interval]]:
    """Beginnings of rows and lines that are intervals, each with what it belongs to and its place therein."""
    numbered = bench.numbered
    tables = 0
    for index, segment in enumerate(numbered.text.segments):
        numbers = numbered.at[index]
        if segment.kind == "head":
            tables += 1
        if segment.kind == "row":
            found = _interval(bench, segment.tokens[1:], numbers, 1, cell=True)
            if found is not None:
                yield (-tables - 1, index), found
        elif segment.kind == "sentence":
            for line, group in groupby(enumerate(segment.tokens), lambda pair: pair[1].line):
                first = list(group)
                found = _interval(bench, [token for _, token in first], numbers, first[0][0], cell=False)
                if found is not None:
                    yield (segment.block, line), found


def _interval(
    bench: Bench, tokens: Sequence[Token], numbers: dict[int, Number], at: int, *, cell: bool
) -> Interval | None:
    """The interval with which some tokens begin. ``at``: the index of their first within the segment."""
    lexicon = bench.numbered.lexicon
    end = next((n for n, token in enumerate(tokens) if token.text == "|"), len(tokens))
    parts: list[str | int] = []
    n = 0
    while n < min(end, 8):
        number = numbers.get(at + n)
        if number is not None and isinstance(number.value, Range):
            parts += [number.value.low, "-", number.value.high]
            n += 1
        elif number is not None and number.strong and isinstance(number.value, int):
            parts.append(number.value)
            n += max(1, number.end - number.start)
        else:
            parts.append(tokens[n].text)
            n += 1
    if not tokens:
        return None
    where = bench.numbered.text.place(tokens[0])
    return _compared(parts, where) or (_worded(parts, lexicon, where) if cell else None)


def _compared(parts: list[str | int], where: Location) -> Interval | None:
    """``x > 4``, ``2 < x < 4``, ``-4 > x < -2``: of the last, what was meant."""
    left = right = None
    at = 0
    if len(parts) >= 3 and isinstance(parts[0], int) and parts[1] in _SIGNS:
        left, at = (str(parts[1]), parts[0]), 2
    name = parts[at] if at < len(parts) else ""
    if not isinstance(name, str) or not name.isalpha():
        return None
    if len(parts) >= at + 3 and parts[at + 1] in _SIGNS and isinstance(bound := parts[at + 2], int):
        right = (str(parts[at + 1]), bound)
    if left is None and right is None:
        return None
    if left is None or right is None:
        # 4 > x is x < 4
        sign, bound = right or (_MIRRORED[left[0]], left[1])  # type: ignore[index]
        low, high = _side(sign, bound)
        return Interval(low, high, where, name)
    strict = [sign in "<>" for sign, _ in (left, right)]
    (low, open_low), (high, open_high) = sorted([(left[1], strict[0]), (right[1], strict[1])])
    turned = (left[0] in "<≤") != (right[0] in "<≤")
    first, last = low + open_low, high - open_high
    return Interval(first, last, where, name, turned) if first <= last else None


def _side(sign: str, bound: int) -> tuple[int, int]:
    if sign in "<≤":
        return -ENDLESS, bound - (sign == "<")
    return bound + (sign == ">"), ENDLESS


def _worded(parts: list[str | int], lexicon: Lexicon, where: Location) -> Interval | None:
    """``0 to 2``, ``3 or 4``, ``5 or more``, ``more than 4``, ``7``: the whole cell."""
    words = " ".join(str(part) for part in parts if isinstance(part, int) or part not in (".", ",", "(", ")"))
    values = [part for part in parts if isinstance(part, int)]
    rest = words
    for value in values:
        rest = rest.replace(str(value), "#", 1)
    if len(values) == 2 and (rest == "# - #" or any(rest == f"# {join} #" for join in lexicon.joins)):
        low, high = values
        return Interval(low, high, where) if low <= high else None
    if len(values) != 1:
        return None
    value = values[0]
    if rest == "#":
        return Interval(value, value, where)
    if rest == "# +" or any(rest == f"# {word}" for word in lexicon.more):
        return Interval(value, ENDLESS, where)
    if any(rest == f"# {word}" for word in lexicon.less) or any(rest == f"{word} #" for word in lexicon.up_to):
        return Interval(-ENDLESS, value, where)
    if any(rest == f"{word} #" for word in lexicon.above):
        return Interval(value + 1, ENDLESS, where)
    if any(rest == f"{word} #" for word in lexicon.below):
        return Interval(-ENDLESS, value - 1, where)
    return None
