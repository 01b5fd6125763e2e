"""A rules text that is not the game's own: plain text, perhaps in two languages, read by the general reader.

What is counted in rows of a list is read, not what a sentence counts in passing. Rows are told by their shape: a
number begins them or ends them; the text between them (what a card does) is left out, so that the rows stand together.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from generator.catalogue import Catalogue, Component, Deck, Group
from generator.intake import Opened
from generator.problem import Location, Problem, fail
from generator.rules.lists import ComponentList, Entry, head_of
from generator.rules.match import Names, Target
from generator.rules.reading import LANGUAGES, Item, read_components
from generator.rules.reading.language import detect, score

_LINE_END = re.compile(r"\r\n?|\n")
_ROW = re.compile(
    r"\s*[-*•–·]?\s*\(?\d{1,4}(?:\)\s*|\s*[x×]\s*|\s+)(?=[^\W_])"
    r"|.{1,120}?(?:\s[-–—]\s*|:\s*|\s[x×]\s?|\(|\s{3,}|…\s*|\.{3,}\s*)\d{1,4}\)?\.?\s*$"
    r"|.{1,120}?\d{1,4}\s?(?:шт|pcs|uds|szt|stk|un)\.?\s*$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"\s*[-*•–·]?\s*\(?\d")
_CALLOUT = re.compile(r"\s*(?:\d{1,2}[.)]\s|\d+(?:\.\d+)+)")  # "4. The cards", "6.4 The turn"
_LEAD = re.compile(r"(?P<name>[^:]{1,100}):\s*")
_LONG = 400  # characters of a line that can be a row
_OTHER = 40.0  # so much of another language there must be before lines are left out
_LINES = 5
_BESIDE = 2  # lines from one row of a list to the next
_EDITION = 60  # characters of a line that can name an edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """The list of a foreign text, and totals of which the reader says that they do not add up."""

    found: ComponentList | None
    doubts: tuple[Problem, ...]


def decoded(opened: Opened) -> list[str]:
    """The lines of a text. SourceError ``encoding``."""
    try:
        return _LINE_END.split(opened.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = opened.data.count(b"\n", 0, error.start) + 1
        raise fail(Location(opened.shown, line), "encoding", "this is not UTF-8", "save the file as UTF-8") from None


def restricted(opened: Opened, language: str, lines: tuple[int, int] | None) -> Opened:
    """The text with what is not meant blanked out: lines beyond ``lines``, else those in another language.

    Places stay what they were. SourceError ``encoding``.
    """
    rows = decoded(opened)
    first, last = lines or _in_language(rows, language)
    kept = [row if first <= number <= last else "" for number, row in enumerate(rows, 1)]
    return Opened(opened.shown, "\n".join(kept).encode())


def _in_language(rows: Sequence[str], language: str) -> tuple[int, int]:
    """First and last line of the stretch in a language; the whole text where the rest is not plainly in another."""
    base = language.partition("-")[0]
    if base not in LANGUAGES:
        return 1, len(rows)
    gains = []
    for row in rows:
        other = detect(row) if row.strip() else base
        gains.append(score(row, base) - score(row, other) if other != base else score(row, base) / 2)
    best, start, begin, end, total = 0.0, 0, 0, len(rows), 0.0
    for at, gain in enumerate(gains):
        if total <= 0:
            start, total = at, 0.0
        total += gain
        if total > best:
            best, begin, end = total, start, at + 1
    beyond = [gain for at, gain in enumerate(gains) if gain < 0 and not begin <= at < end]
    if len(beyond) < _LINES or -sum(beyond) < _OTHER:
        return 1, len(rows)
    # Lines that tell nothing (a heading, a number) belong to what they stand beside.
    while begin and gains[begin - 1] >= 0:
        begin -= 1
    while end < len(rows) and gains[end] >= 0:
        end += 1
    return begin + 1, end


def outside_list(opened: Opened, language: str, catalogue: Catalogue) -> Outside:
    """What a foreign text lists, each entry under what it is a part of in the catalogue."""
    rows = decoded(opened)
    names = Names(catalogue, language)
    shown, numbers = _together(rows)
    if not numbers:
        return Outside(found=None, doubts=())
    reading = read_components("\n".join(shown), opened.shown, language)
    items: dict[int, list[Item]] = {}
    for item in reading.items:
        line = numbers[min(item.line, len(numbers)) - 1]
        if line and item.count is not None and item.bound == "exact" and not item.per and _states(rows[line - 1], item):
            items.setdefault(line, []).append(item)
    listing = _Listing(opened.shown, rows, names, catalogue, language)
    listing.read(items)
    known = {entry.where.line for entry, target in listing.made if target is not None}
    doubts = [
        _doubt(Location(opened.shown, line), clash.stated, clash.sum)
        for clash in reading.contradictions
        if (line := numbers[min(clash.line, len(numbers)) - 1]) and line not in known and line in items
        if not _adds_up(clash.stated, [entry.count or 0 for entry, _ in listing.made if entry.where.line > line])
    ]
    first, last = _reach(listing.made)
    if not last:
        return Outside(found=None, doubts=tuple(doubts))
    # What lies beyond and is not known stays, for the sake of the indexes, without its count.
    entries = tuple(
        entry if first <= entry.where.line <= last or target is not None else replace(entry, count=None, level=0)
        for entry, target in listing.made
    )
    found = ComponentList(heading=Location(opened.shown, first, 1), entries=entries)
    return Outside(found=found, doubts=tuple(doubts))


def _reach(made: Sequence[tuple[Entry, Target | None]]) -> tuple[int, int]:
    """First and last line of the list: from what is known to what is known, and the rows right beside it."""
    known = [entry.where.line for entry, target in made if target is not None and entry.count is not None]
    if not known:
        return 0, 0
    first, last = known[0], known[-1]
    lines = [entry.where.line for entry, _ in made if entry.count is not None]
    for line in reversed(lines):
        first = line if first - _BESIDE <= line < first else first
    for line in lines:
        last = line if last < line <= last + _BESIDE else last
    return first, last


def _adds_up(stated: int, following: Sequence[int]) -> bool:
    """Whether the rows below make the total at some place: the reader may have ended the list too soon."""
    return stated in accumulate(following)


def _doubt(where: Location, stated: int, total: int) -> Problem:
    message = f"the text says {stated} here, and what it lists below makes {total}"
    return Problem(where=where, code="total-differs", message=message, severity="warning")


def _is_row(row: str) -> bool:
    return len(row) > 0 and _CALLOUT.match(row) is None and _ROW.match(row[:_LONG]) is not None


def _is_lead(row: str) -> bool:
    return _LEAD.fullmatch(row[: _LONG + 1]) is not None


def _together(rows: Sequence[str]) -> tuple[list[str], list[int]]:
    """Rows and what leads to them, without the text between; and the line of each, 0 for a blank."""
    shown: list[str] = []
    numbers: list[int] = []
    passed = False
    for number, row in enumerate(rows, 1):
        if _is_row(row) or _is_lead(row):
            if shown and passed:
                shown.append("")
                numbers.append(0)
            shown.append(row)
            numbers.append(number)
            passed = False
        elif not row.strip():
            passed = bool(number > 1 and rows[number - 2].strip() and _is_row(rows[number - 2]))
        else:
            passed = False
    return shown, numbers


def _states(row: str, item: Item) -> bool:
    """Whether the row itself states the count, in digits: not an article, and not what it tells of a card."""
    head = row.partition(":")[0] if _LEADING.match(row) else row
    return re.search(rf"(?<!\d){item.count}(?!\d)", head) is not None


class _Listing:
    """Rows become entries, each below the last row or lead that takes in all that it counts."""

    def __init__(self, path: str, rows: Sequence[str], names: Names, catalogue: Catalogue, language: str) -> None:
        self.path, self.rows, self.names = path, rows, names
        self.editions = {
            " ".join(name[language].casefold().split()): ident for ident, name in catalogue.editions.items()
        }
        self.made: list[tuple[Entry, Target | None]] = []
        self.open: list[int] = []  # entries that later ones may be parts of, the outermost first

    def read(self, items: dict[int, list[Item]]) -> None:
        edition = self._first_edition()
        for number, row in enumerate(self.rows, 1):
            named = self._edition(row)
            if named:
                edition, self.open = named, []
            for item in items.get(number, ()):
                self._add(item.count, self._name(item.item), number, self._column(number, item), edition)
            lead = _LEAD.fullmatch(row[: _LONG + 1]) if number not in items else None
            if lead is not None and self.names.find(lead["name"].strip(), None, whole=True):
                self._add(None, lead["name"].strip(), number, 1, edition)

    def _first_edition(self) -> str:
        """What stands before the first edition that is named is about the one that is named nowhere."""
        later = {named for row in self.rows if (named := self._edition(row))}
        if not later:
            return ""
        return next((ident for ident in self.editions.values() if ident not in later), "")

    def _edition(self, row: str) -> str:
        key = " ".join(row[: _EDITION + 1].casefold().split()).strip(" .:#*")
        return self.editions.get(key, "") if len(row) <= _EDITION else ""

    def _name(self, name: str) -> str:
        """The whole name if it is known, else what stands before a dash or colon."""
        return name if self.names.find(name, None, whole=False) else head_of(name, self.names.words)

    def _column(self, number: int, item: Item) -> int:
        found = re.search(rf"(?<!\d){item.count}(?!\d)", self.rows[number - 1])
        if item.item and (last := self.rows[number - 1].rfind(item.item)) >= 0:
            after = re.compile(rf"(?<!\d){item.count}(?!\d)").search(self.rows[number - 1], last + len(item.item))
            before = re.compile(rf"(?<!\d){item.count}(?!\d)").search(self.rows[number - 1], 0, last)
            found = before or after or found
        return found.start() + 1 if found else 1

    def _add(self, count: int | None, name: str, line: int, column: int, edition: str) -> None:
        where = Location(self.path, line, column)
        if not self.names.find(name, None, whole=False):
            beside = bool(self.open) and bool(self.rows[line - 2].strip())
            parent = self.open[-1] if beside else None
            entry = Entry(count=count, name=name, where=where, level=2, parent=parent, edition=edition)
            self.made.append((entry, None))
            return
        entry = Entry(count=count, name=name, where=where, level=1, parent=None, edition=edition)
        for depth in range(len(self.open), -1, -1):
            above = self.open[depth - 1] if depth else None
            within = self.made[above][1] if above is not None else None
            target = self._one(self.names.find(name, within, whole=False), edition)
            inside = within is not None and target is not None and target.ids < within.ids
            if inside or depth == 0:
                self.open = self.open[:depth]
                entry = replace(entry, parent=above, level=depth + 1)
                break
        target = self._one(self.names.find(name, within, whole=count is None), edition) or target
        self.made.append((entry, target))
        if target is not None and len(target.ids) > 1:
            self.open.append(len(self.made) - 1)

    def _one(self, found: tuple[Target, ...], edition: str) -> Target | None:
        found = self.names.played(found, edition) if edition else found
        return found[0] if len(found) == 1 else None


def two_names(opened: Opened, language: str, catalogue: Catalogue) -> list[Problem]:
    """``term-double``: the text calls one thing by its name and by an alias of the catalogue's, or by two aliases."""
    names = Names(catalogue, language)
    rows = [f" {names.plain(row)} " for row in decoded(opened)]
    problems = []
    for called in _aliased(catalogue, language):
        found: dict[str, tuple[int, str]] = {}  # the words of each name that is used, where first, and as it is
        for name in called:
            words = names.plain(name)
            line = next((number for number, row in enumerate(rows, 1) if f" {words} " in row), 0)
            if line and not any(f" {words} " in f" {other} " or f" {other} " in f" {words} " for other in found):
                found[words] = (line, name)
        if len(found) > 1:
            (first, name), *others = sorted(found.values())
            for line, other in others:
                message = f"the text says '{other}' here, and '{name}' at line {first}: one thing has two names"
                where = Location(opened.shown, line)
                problems.append(Problem(where=where, code="term-double", message=message, severity="warning"))
    return problems


def _aliased(catalogue: Catalogue, language: str) -> list[tuple[str, ...]]:
    """All names of each thing that has aliases."""
    found: list[tuple[str, ...]] = []
    for kind in catalogue.kinds.values():
        others = kind.aliases.get(language, ())
        found += [(kind.plural[language], kind.name[language], *others)] if others else []
    things: list[Group | Deck | Component] = [
        *catalogue.groups.values(), *catalogue.decks.values(), *catalogue.components,
    ]  # fmt: skip
    for thing in things:
        others = thing.aliases.get(language, ())
        found += [(thing.name[language], *others)] if others else []
    return found
