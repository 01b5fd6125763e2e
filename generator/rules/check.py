"""Counts of the rules text against the catalogue, both ways, and the text's totals against their own parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from generator.catalogue import Catalogue, Component
from generator.intake import Opened
from generator.problem import Location, Problem, did_you_mean, fail
from generator.rules.lists import ComponentList, Entry, read_list
from generator.rules.match import Names, Target, match, starts_with_noun
from generator.rules.outside import outside_list
from generator.rules.words import LANGUAGES, words_of

Verdict = Literal["agrees", "differs", "unmatched", "unstated"]
_Count = tuple[int | None, Location | None]
_PARTS = 6  # shown in a hint
_ADDENDS = 12  # shown of a sum
_HINTS = 50  # names that are searched for a likeness; a text with more of them is not about this game


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: what the text states, what the catalogue holds, and where each says so.

    ``what`` and ``id``: the component, group, kind, deck or form that is counted; ``ids``: the components in it. All
    three are empty where nothing in the catalogue is called so.
    """

    what: str
    id: str
    ids: tuple[str, ...]
    name: str
    stated: int | None
    stated_at: Location | None
    catalogue: int | None
    catalogue_at: Location | None
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One text, ``path``, against its game. Rows in the order of the text, then the unstated; problems by place."""

    game: str
    language: str
    path: str
    rows: tuple[Row, ...]
    listed: frozenset[Location]  # where the list counts something; in a sentence, only where it is known what
    problems: tuple[Problem, ...]


def check_counts(catalogue: Catalogue, language: str, opened: Opened, *, outside: bool = False) -> Report:
    """Hold a rules text's component list against the catalogue.

    ``outside``: the text is not the game's own. It may list its parts in any form, and what it does not count, or
    counts beside the catalogue, is a warning.

    Problems, not raised: ``no-list``, ``count-differs``, ``count-unmatched``, ``count-unstated``, ``total-differs``.
    SourceError: ``encoding``, and ``unknown-language`` for a language that the game has not.
    """
    if language not in catalogue.languages:
        raise fail(
            Location(opened.shown),
            "unknown-language",
            f"'{language}' is not a language of this game",
            did_you_mean(language, catalogue.languages),
        )
    rows: list[Row] = []
    problems: list[Problem] = []
    found = read_list(opened, language)
    if found is None and outside:
        read = outside_list(opened, language, catalogue)
        found, problems = read.found, list(read.doubts)
    if found is None:
        problems.append(_no_list(language, opened, "warning" if outside else "error"))
    else:
        comparison = _Comparison(catalogue, language, found, outside)
        comparison.stated()
        comparison.totals()
        comparison.unstated()
        rows, problems = comparison.rows, problems + comparison.problems
    entries = found.entries if found is not None else ()
    listed = {entry.where for entry in entries if entry.count is not None and entry.level}
    listed |= {row.stated_at for row in rows if row.stated_at is not None and row.verdict != "unmatched"}
    return Report(
        game=catalogue.game,
        language=language,
        path=opened.shown,
        rows=tuple(rows),
        listed=frozenset(listed),
        problems=tuple(sorted(problems, key=lambda p: (p.where, p.code, p.message))),
    )


def _no_list(language: str, opened: Opened, severity: str) -> Problem:
    words = words_of(language)
    if words is None:
        hint = f"component lists are read in {', '.join(LANGUAGES)}"
    else:
        heading = words.headings[0].capitalize()
        hint = f"write a section '## {heading}' with a list: one '- 7 × …' a line"
    where, message = Location(opened.shown), "there is no component list"
    return Problem(where=where, code="no-list", message=message, hint=hint, severity=severity)


class _Comparison:
    """One text against one catalogue."""

    def __init__(self, catalogue: Catalogue, language: str, found: ComponentList, outside: bool = False) -> None:
        self.language, self.found, self.outside = language, found, outside
        self.entries = found.entries
        self.components = {component.id: component for component in catalogue.components}
        self.names = Names(catalogue, language)
        self.meant = match(self.entries, self.names)
        self.rows: list[Row] = []
        self.problems: list[Problem] = []
        self.hints = 0
        # Of each list entry the counted entries right below it.
        self.below: dict[int, list[int]] = {}
        for index, entry in enumerate(self.entries):
            if entry.parent is not None:
                self.below.setdefault(entry.parent, []).append(index)
        # Where the list first speaks of each set of components; the sets that are counted anywhere, and in the list.
        self.homes: dict[frozenset[str], Location] = {}
        self.counted: set[frozenset[str]] = set()
        self.listed: set[frozenset[str]] = set()
        for index, entry in enumerate(self.entries):
            target = self._target(index)
            if target is None:
                continue
            if entry.level:
                self.homes.setdefault(target.ids, entry.where)
            if entry.count is not None:
                self.counted.add(target.ids)
                if entry.level:
                    self.listed.add(target.ids)
        self.unmatched: list[str] = []
        self.parts: dict[frozenset[str], list[Entry]] = {}

    def stated(self) -> None:
        """A row for each count of the text, and a problem for each that the catalogue does not bear out."""
        pieces = self._pieces()
        for index, entry in enumerate(self.entries):
            if entry.count is None:
                if entry.level and not self.meant[index]:
                    self.unmatched.append(entry.name)
                continue
            target = self._target(index)
            if target is None:
                self._unmatched(index, entry)
            elif index in pieces:
                self._compare([self.entries[at] for at in pieces[index]], target)

    def _pieces(self) -> dict[int, list[int]]:
        """For each entry to be compared, by its index, the entries whose counts add up.

        Two lines of a list that name one thing count pieces of their own; a heading, or a sentence, that names it
        too says the same again.
        """
        first: dict[tuple[str, frozenset[str]], int] = {}
        result: dict[int, list[int]] = {}
        for index, entry in enumerate(self.entries):
            target = self._target(index)
            if target is None or entry.count is None:
                continue
            if not entry.level or index in self.below:
                result[index] = [index]
            else:
                result.setdefault(first.setdefault((entry.edition, target.ids), index), []).append(index)
        return result

    def _compare(self, entries: list[Entry], target: Target) -> None:
        stated = sum(entry.count or 0 for entry in entries)
        held = self._held(target.ids)
        where, name = entries[0].where, _called(entries[0], target)
        catalogue_at = self._place(target)
        verdict: Verdict = "agrees" if stated == held else "differs"
        self._row(target, name, (stated, where), (held, catalogue_at), verdict)
        if stated == held:
            return
        lines = " and ".join([_line(where), *(str(entry.where.line) for entry in entries[1:])])
        self._say(
            where,
            "count-differs",
            f"the rules say {stated} × {name} ({lines}), the catalogue holds {held} ({_line(catalogue_at)})",
            f"the catalogue counts {self._sum_of(target.ids)}",
        )

    def _unmatched(self, index: int, entry: Entry) -> None:
        running = not entry.level
        if running and not starts_with_noun(entry.name, self.language):
            return  # a number in a sentence: players, minutes, a size
        name = _shortened(entry.name)
        self.unmatched.append(entry.name)
        self._row(None, name, (entry.count, entry.where), (None, None), "unmatched")
        several = self.meant[index]
        message = f"the rules count {entry.count} × {name}, which nothing in the catalogue is called"
        hint = ""
        if several:
            message = f"the rules count {entry.count} × {name}, which can mean different things in the catalogue"
            hint = "; ".join(f"the {t.what} '{t.name}' ({self._place(t)})" for t in several[:_PARTS])
        elif self.hints < _HINTS:
            self.hints += 1
            hint = self.names.suggest(entry.name)
        # What stands in a sentence may count something else; a list of components leaves no doubt.
        self._say(entry.where, "count-unmatched", message, hint, "warning" if running or self.outside else "error")

    def totals(self) -> None:
        """Each total of the text against the sum of its parts in the text."""
        for index, entry in enumerate(self.entries):
            target = self._target(index)
            if target is None or entry.count is None:
                continue
            parts = self._listed_parts(index, target) if index in self.below else self._other_parts(target.ids)
            total = sum(part.count or 0 for part in parts)
            if not parts or total == entry.count:
                continue
            shown = " + ".join(str(part.count) for part in parts[:_ADDENDS]) + (" + …" if len(parts) > _ADDENDS else "")
            self._say(
                entry.where,
                "total-differs",
                f"the rules say {entry.count} × {_called(entry, target)} ({_line(entry.where)}), "
                f"and list {total} of them: {shown}",
                f"the parts stand from {parts[0].where} to line {parts[-1].where.line}",
                "warning" if self.outside and self._unknown_after(index, parts[-1]) else "error",
            )

    def _unknown_after(self, index: int, last: Entry) -> bool:
        """Whether a row among the parts, or right behind them, counts what nobody knows: it may be one more."""
        for at in range(index + 1, len(self.entries)):
            entry = self.entries[at]
            if entry.count is not None and not self.meant[at]:
                return True
            if entry.where > last.where:
                return False
        return False

    def _listed_parts(self, index: int, target: Target) -> list[Entry]:
        """The entries below a heading of the list, if all are counted and none is known to be no part of it."""
        below = self.below[index]
        targets = [part for at in below if (part := self._target(at)) is not None]
        if not targets or any(not part.ids <= target.ids for part in targets):
            return []
        parts = [self.entries[at] for at in below]
        return parts if all(part.count is not None for part in parts) else []

    def _other_parts(self, whole: frozenset[str]) -> list[Entry]:
        """The widest list entries that make up what a sentence (or a line of its own) counts as a whole."""
        if whole in self.parts:
            return self.parts[whole]
        inside = {ids for ids in self.listed if ids < whole}
        widest = {ids for ids in inside if not any(ids < other for other in inside)}
        parts: list[Entry] = []
        # Only parts that cover the whole, each once, say anything of its sum.
        if sum(len(ids) for ids in widest) == len(whole) and frozenset().union(*widest) == whole:
            for index, entry in enumerate(self.entries):
                part = self._target(index)
                if part is None or entry.count is None or not entry.level or part.ids not in widest:
                    continue
                above = self._target(entry.parent) if entry.parent is not None else None
                if above is None or above.ids != part.ids:  # else its heading has said the same
                    parts.append(entry)
        self.parts[whole] = parts
        return parts

    def unstated(self) -> None:
        """Components that no count of the text speaks of.

        The count of a whole speaks of its components only where the text does not count a part of it by itself.
        """
        narrow = [ids for ids in self.counted if not any(other < ids for other in self.counted)]
        spoken = frozenset().union(*narrow)
        mentioned = {
            ident: entry.where
            for index, entry in reversed(list(enumerate(self.entries)))
            if entry.level and entry.count is None and index not in self.below
            for target in self.meant[index]
            for ident in target.ids
        }
        for component in self.components.values():
            if not component.copies or component.extra or component.id in spoken:
                continue
            # An author is silent about what this edition proposes.
            if not (self.outside and "copies" in component.assumed):
                self._unstated(component, mentioned.get(component.id))

    def _unstated(self, component: Component, mentioned: Location | None) -> None:
        name, held_at = component.name[self.language], component.place("copies")
        target = Target(what="component", id=component.id, name=name, ids=frozenset([component.id]), where=held_at)
        self._row(target, name, (None, mentioned), (component.copies, held_at), "unstated")
        hint = f"write '{component.copies} × {name}'"
        near = did_you_mean(name, self.unmatched[:_HINTS], " ")
        if mentioned is None and near.startswith("did you mean"):
            hint = f"the list has {near.removeprefix('did you mean ').rstrip('?')}, which the catalogue has not"
        self._say(
            mentioned or self._home(component),
            "count-unstated",
            f"the catalogue holds {component.copies} × {name} ({_line(held_at)}), the rules state no count of it",
            hint,
            "warning" if self.outside else "error",
        )

    def _home(self, component: Component) -> Location:
        """Where a component ought to be listed: at the narrowest count that takes it in, else at the heading."""
        around = [(len(ids), where) for ids, where in self.homes.items() if component.id in ids]
        return min(around)[1] if around else self.found.heading

    def _target(self, index: int) -> Target | None:
        """What an entry means, if that is one thing."""
        meant = self.meant[index]
        return meant[0] if len(meant) == 1 else None

    def _held(self, ids: Iterable[str]) -> int:
        return sum(self.components[ident].copies for ident in ids)

    def _place(self, target: Target) -> Location:
        """The ``copies`` of a single component, else where the kind or group is declared."""
        return self.components[next(iter(target.ids))].place("copies") if len(target.ids) == 1 else target.where

    def _sum_of(self, ids: frozenset[str]) -> str:
        parts = [component for component in self.components.values() if component.id in ids]
        shown = [f"{part.copies} × {part.name[self.language]} at {part.place('copies')}" for part in parts[:_PARTS]]
        return ", ".join(shown) + (", …" if len(parts) > _PARTS else "")

    def _row(self, target: Target | None, name: str, stated: _Count, held: _Count, verdict: Verdict) -> None:
        row = Row(
            what=target.what if target else "",
            id=target.id if target else "",
            ids=tuple(sorted(target.ids)) if target else (),
            name=name,
            stated=stated[0],
            stated_at=stated[1],
            catalogue=held[0],
            catalogue_at=held[1],
            verdict=verdict,
        )
        self.rows.append(row)

    def _say(self, where: Location, code: str, message: str, hint: str, severity: str = "error") -> None:
        self.problems.append(Problem(where=where, code=code, message=message, hint=hint, severity=severity))


def _called(entry: Entry, target: Target) -> str:
    """An entry's name; a sentence says more than the name of what it counts (``52 form the draw pile``)."""
    return _shortened(entry.name if entry.level or target.what == "form" else target.name)


def _shortened(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:59]}…"


def _line(where: Location) -> str:
    return f"{where.path}:{where.line}" if where.line else where.path
