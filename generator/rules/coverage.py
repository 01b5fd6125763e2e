"""Every number of the text is accounted for, and every number of the catalogue is stated: the two ways of coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from generator.catalogue import Catalogue, FieldType, Length, Range
from generator.catalogue.fields import inside
from generator.problem import Location, Problem
from generator.rules.claims import Claims, Unstated
from generator.rules.expressions import ExpressionError
from generator.rules.holding import Holding, shortened, shown
from generator.rules.numbers import STRUCTURE, Number, Numbered
from generator.rules.values import Scope

COUNTED = ("claimed", "listed", "ruled", "dismissed", "open")
_SHOWN = 6  # items of a list in a message


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounted:
    """A number of the text and what accounts for it. ``status``: one of ``COUNTED``, or ``structure``, ``uncounted``.

    ``by``: the claim's id, or the dismissal's reason.
    """

    number: Number
    status: str
    by: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """All numbers of one text."""

    game: str
    language: str
    numbers: tuple[Accounted, ...]
    problems: tuple[Problem, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many of each status; those that do not count are left out."""
        found = Counter(one.status for one in self.numbers)
        return {status: found[status] for status in COUNTED}

    @property
    def summary(self) -> str:
        """``letal pt: 143 numbers: 97 claimed, 31 listed, 4 ruled, 11 dismissed, 0 open``."""
        counts = self.counts
        parts = ", ".join(f"{number} {status}" for status, number in counts.items())
        return f"{self.game} {self.language}: {sum(counts.values())} numbers: {parts}"


def coverage(
    game: str, numbered: Numbered, holding: Holding, listed: Collection[Location], ruled_from: Location | None
) -> Coverage:
    """What accounts for each number of the text. ``listed``: places of counts of the component list; ``ruled_from``:
    where the section of rulings begins. Problem ``number-open``."""
    numbers: list[Accounted] = []
    problems: list[Problem] = []
    for number in numbered.all:
        status, by = _status(number, holding, listed, ruled_from)
        sentence = numbered.sentence(number)
        numbers.append(Accounted(number=number, status=status, by=by, sentence=sentence))
        if status == "open":
            message = f"nothing accounts for {_called(number)} in “{shortened(sentence, 110)}”"
            hint = "write a claim that holds it against the catalogue, or a dismissal that says why not"
            problems.append(Problem(where=number.where, code="number-open", message=message, hint=hint))
    return Coverage(game=game, language=numbered.language, numbers=tuple(numbers), problems=tuple(problems))


def _status(
    number: Number, holding: Holding, listed: Collection[Location], ruled_from: Location | None
) -> tuple[str, str]:
    where = number.where
    if where in holding.claimed:
        return "claimed", holding.claimed[where]
    if number.kind in STRUCTURE:
        return "structure", number.kind
    if where in listed:
        return "listed", ""
    if where in holding.dismissed:
        return "dismissed", holding.dismissed[where]
    if not number.strong:
        return "uncounted", number.kind
    if ruled_from is not None and where >= ruled_from:
        return "ruled", ""
    return "open", ""


def _called(number: Number) -> str:
    value = shown(number.value)
    return value if value == number.shown else f"'{number.shown}' ({value})"


# The other way ----------------------------------------------------------------


def unstated(scope: Scope, claims: Claims, stated: Collection[str]) -> list[Problem]:
    """Numbers of the catalogue that no text states: neither claimed nor quoted by a card's text, neither marked
    ``assumed`` nor excused under ``unstated``. Problems: ``value-unstated``, ``claim-expression``,
    ``unstated-needless``."""
    problems: list[Problem] = []
    excuses = [(entry, _excused(scope, entry, problems)) for entry in claims.unstated]
    excused = {key for _, keys in excuses for key in keys}
    spoken = set(stated) | set(scope.catalogue.quoted)
    missing: set[str] = set()
    for key, where, items in _values(scope.catalogue):
        silent = [item for item in items if item not in spoken and key not in spoken]
        if silent:
            missing.add(key)
        if silent and key not in excused:
            problems.append(_silent(key, where, items, silent))
    for entry, keys in excuses:
        if keys and not keys & missing:
            message = f"{entry.term.text} needs no excuse: it is stated, assumed, or no whole number"
            where = entry.node.where
            problems.append(
                Problem(where=where, code="unstated-needless", message=message, hint="delete it", severity="warning")
            )
    return problems


def _silent(key: str, where: Location, items: list[str], silent: list[str]) -> Problem:
    message = f"no rules text states {key}"
    if len(items) > 1:
        which = ", ".join(item.removeprefix(key) for item in silent[:_SHOWN])
        message = f"no rules text states {len(silent)} of the {len(items)} values of {key}: {which}"
        message += ", …" if len(silent) > _SHOWN else ""
    hint = "claim it, mark it 'assumed', or say under 'unstated' in claims.yaml why no text needs to"
    return Problem(where=where, code="value-unstated", message=message, hint=hint)


def _values(catalogue: Catalogue) -> Iterator[tuple[str, Location, list[str]]]:
    """Every number of the catalogue: its key, its place, and the keys of its items (itself, if it is no list)."""
    for name in catalogue.numbers:
        yield f"numbers.{name}", catalogue.number_places.get(name, catalogue.where), [f"numbers.{name}"]
    for component in catalogue.components:
        for name, value in component.values.items():
            field = catalogue.kinds[component.kind].fields[name]
            if field.type not in (FieldType.INTEGER, FieldType.RANGE) or name in component.assumed:
                continue
            key = f"{component.id}.{name}"
            many = isinstance(value, tuple) and not isinstance(value, (Range, Length))
            items = [f"{key}[{n}]" for n in range(1, len(value) + 1)] if many else [key]  # type: ignore[arg-type]
            yield key, component.place(name), items


def _excused(scope: Scope, entry: Unstated, problems: list[Problem]) -> set[str]:
    """The keys that an entry excuses; a field of a kind excuses that of all its components."""
    term = entry.term
    try:
        if scope.is_field_of_many(term):
            return {f"{component.id}.{term.path[-1]}" for component, _ in scope.field_values(term)}
        return {source.key.partition("[")[0] for source in scope.work_out(term).used}
    except ExpressionError as error:
        where = inside(entry.node, error.offset)
        problems.append(Problem(where=where, code="claim-expression", message=str(error), hint=error.hint))
        return set()
