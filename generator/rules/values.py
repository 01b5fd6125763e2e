"""Expressions worked out against a catalogue: the value, and every place of the catalogue that it came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.catalogue import Catalogue, Component, FieldType, Length, Range
from generator.problem import Location, did_you_mean
from generator.rules.expressions import ExpressionError, Term, exact
from generator.rules.numbers import Amount

SPECIAL = ("copies", "width", "height")
_ENDS = ("low", "high")


@dataclass(frozen=True, slots=True)
class Source:
    """A value of the catalogue: ``uzi.damage``, ``numbers.hand``, ``castle.towers[2]``, and where it stands."""

    key: str
    where: Location


@dataclass(frozen=True, slots=True)
class Valued:
    """A number, or several (``many``) where an expression names a whole list. ``stated``: values that a text which
    says this number has said; ``used``: all that went into it."""

    value: Amount
    used: tuple[Source, ...] = ()
    stated: tuple[Source, ...] = ()
    many: tuple[Valued, ...] = ()

    def spread(self) -> tuple[Valued, ...]:
        return self.many or (self,)


Run = Callable[[Term, "Scope", Sequence[Amount]], Valued]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the language. ``sets``: it speaks of many components and takes conditions."""

    written: str
    says: str
    least: int
    most: int
    run: Run
    sets: bool = False


class Scope:
    """A catalogue, by name, and the functions that an expression may call."""

    def __init__(self, catalogue: Catalogue, functions: Mapping[str, Function]) -> None:
        self.catalogue, self.functions = catalogue, functions
        self.components = {component.id: component for component in catalogue.components}
        self.by_kind: dict[str, list[Component]] = {}
        self.by_deck: dict[str, list[Component]] = {}
        for component in catalogue.components:
            self.by_kind.setdefault(component.kind, []).append(component)
            self.by_deck.setdefault(component.build.deck, []).append(component)

    # Values ---------------------------------------------------------------

    def work_out(self, term: Term, captured: Sequence[Amount] = ()) -> Valued:
        """The value of an expression. ExpressionError."""
        if term.what == "int":
            return Valued(term.value)
        if term.what == "capture":
            if not 1 <= term.value <= len(captured):
                raise ExpressionError(f"{term.text} is no number of this pattern", term.offset, "they count from $1")
            return Valued(captured[term.value - 1])
        if term.what == "call":
            return self._call(term, captured)
        return self._named(term)

    def plain(self, term: Term, captured: Sequence[Amount] = ()) -> tuple[int | Fraction, Valued]:
        """A single number, not a range and not a list."""
        valued = self.work_out(term, captured)
        if valued.many or isinstance(valued.value, Range):
            raise ExpressionError(
                f"'{term.text}' is not a single number", term.offset, "take an item [1], .low or .high"
            )
        return valued.value, valued

    def _named(self, term: Term) -> Valued:
        path = term.path
        if term.qualifier not in ("", "component"):
            raise ExpressionError(f"'{term.text}' stands for many", term.offset, f"count({term.text})")
        if path[0] == "numbers" and not term.qualifier:
            return self._number(term)
        component = self.components.get(path[0])
        if component is None:
            near = did_you_mean(path[0], [*self.components, "numbers"])
            raise ExpressionError(f"there is no component '{path[0]}'", term.offset, near)
        if len(path) < 2:
            hint = f"'{path[0]}.copies' is how many there are"
            raise ExpressionError(f"'{path[0]}' alone is no number", term.offset, hint)
        return self._of(component, path[1:], term)

    def _number(self, term: Term) -> Valued:
        name = ".".join(term.path[1:])
        numbers = self.catalogue.numbers
        if name not in numbers:
            raise ExpressionError(f"there is no number '{name}'", term.offset, did_you_mean(name, numbers))
        where = self.catalogue.number_places.get(name, self.catalogue.where)
        source = Source(f"numbers.{name}", where)
        return Valued(numbers[name], (source,), (source,))

    def _of(self, component: Component, rest: Sequence[str], term: Term) -> Valued:
        name = rest[0]
        source = Source(f"{component.id}.{name}", component.place(name))
        if name == "copies":
            return Valued(component.copies, (source,), (source,))
        fields = self.catalogue.kinds[component.kind].fields
        if name in ("width", "height") and name not in fields:
            size = component.build.trim
            place = Source(f"{component.id}.trim", component.place("trim"))
            return Valued(exact(Fraction(str(size.width if name == "width" else size.height))), (place,))
        if name not in fields:
            near = did_you_mean(name, [*fields, *SPECIAL])
            raise ExpressionError(f"'{component.id}' has no '{name}'", term.offset, near)
        value = component.values.get(name)
        if value is None:
            raise ExpressionError(f"'{component.id}' leaves '{name}' out", term.offset)
        if fields[name].type is FieldType.REF and isinstance(value, str) and len(rest) > 1:
            return self._of(self.components[value], rest[1:], term)
        if isinstance(value, tuple) and not isinstance(value, (Range, Length)):
            return self._item(value, source, rest[1:], term)
        return self._scalar(value, source, rest[1:], term)

    def _item(self, values: Sequence[object], source: Source, rest: Sequence[str], term: Term) -> Valued:
        if term.index is None:
            many = tuple(
                self._scalar(value, Source(f"{source.key}[{n}]", source.where), rest, term)
                for n, value in enumerate(values, 1)
            )
            if not many:
                raise ExpressionError(f"'{term.text}' is an empty list", term.offset)
            used = tuple(source for valued in many for source in valued.used)
            return Valued(len(many), used, used, many)
        if not 1 <= abs(term.index) <= len(values):
            raise ExpressionError(f"'{term.text}' has {len(values)} items", term.offset, "they count from [1]")
        at = term.index - 1 if term.index > 0 else len(values) + term.index
        return self._scalar(values[at], Source(f"{source.key}[{at + 1}]", source.where), rest, term)

    def _scalar(self, value: object, source: Source, rest: Sequence[str], term: Term) -> Valued:
        end = rest[0] if rest else ""
        if isinstance(value, Range) and end in _ENDS:
            return Valued(value.low if end == "low" else value.high, (source,), (source,))
        if end and not (isinstance(value, Length) and end == "mm"):
            raise ExpressionError(f"'{term.text}' has no '{end}'", term.offset, "a range has .low and .high")
        if isinstance(value, Length):
            return Valued(exact(Fraction(str(value.mm))), (source,), (source,))
        if isinstance(value, Range):
            return Valued(value, (source,), (source,))
        if isinstance(value, int):
            return Valued(value, (source,), (source,))
        raise ExpressionError(f"'{term.text}' is no number", term.offset)

    def _call(self, term: Term, captured: Sequence[Amount]) -> Valued:
        entry = self.functions.get(term.text)
        if entry is None:
            near = did_you_mean(term.text, self.functions)
            raise ExpressionError(f"there is no function '{term.text}'", term.offset, near)
        if not entry.least <= len(term.args) <= entry.most:
            raise ExpressionError(f"{term.text}() is written {entry.written}", term.offset)
        if term.filters and not entry.sets:
            raise ExpressionError(f"{term.text}() takes no conditions", term.filters[0][2])
        return entry.run(term, self, captured)

    # Sets -----------------------------------------------------------------

    def members(self, term: Term, name: str, filters: Iterable[tuple[str, str, int]] = ()) -> list[Component]:
        """The components that a name stands for: ``all``, a kind, group, deck or component; then only those that meet
        the conditions. What an edition adds is left out where the box holds others of the name."""
        found = self.everything(term, name)
        box = [component for component in found if not component.extra]
        found = box or found
        for field, wanted, offset in filters:
            found = [c for c in found if self.meets(c, field, wanted, offset, found)]
        return found

    def everything(self, term: Term, name: str) -> list[Component]:
        """All components of a name, those that an edition adds too."""
        catalogue = self.catalogue
        if name == "all":
            return list(catalogue.components)
        tables: dict[str, Mapping[str, Sequence[Component]]] = {
            "kind": self.by_kind,
            "group": {g: [self.components[i] for i in group.ids] for g, group in catalogue.groups.items()},
            "deck": self.by_deck,
            "component": {ident: [component] for ident, component in self.components.items()},
        }
        wanted = [term.qualifier] if term.qualifier in tables else list(tables)
        found = {what: tables[what][name] for what in wanted if name in tables[what]}
        if not found:
            known = ["all", *(key for what in wanted for key in tables[what])]
            message = f"there is no kind, group, deck or component '{name}'"
            raise ExpressionError(message, term.offset, did_you_mean(name, known))
        several = {tuple(c.id for c in members) for members in found.values()}
        if len(several) > 1:
            ways = " or ".join(f"{what}:{name}" for what in found)
            raise ExpressionError(f"'{name}' can mean different things", term.offset, f"write {ways}")
        return list(next(iter(found.values())))

    def meets(self, component: Component, field: str, wanted: str, offset: int, among: list[Component]) -> bool:
        if field == "edition":
            if wanted not in self.catalogue.editions:
                near = did_you_mean(wanted, self.catalogue.editions)
                raise ExpressionError(f"there is no edition '{wanted}'", offset, near)
            return wanted in component.editions
        if field in ("kind", "deck"):
            return wanted == (component.kind if field == "kind" else component.build.deck)
        known = {name for c in among for name in self.catalogue.kinds[c.kind].fields}
        if field not in known:
            raise ExpressionError(f"none of these has a field '{field}'", offset, did_you_mean(field, known))
        value = component.values.get(field)
        values = value if isinstance(value, tuple) and not isinstance(value, (Range, Length)) else (value,)
        return any(str(one).replace("\u2013", "-") == wanted for one in values if one is not None)

    def field_values(self, term: Term, filters: Iterable[tuple[str, str, int]] = ()) -> list[tuple[Component, Valued]]:
        """``weapon.damage``: the field's value of each component that has one."""
        *names, field = term.path if term.path[-1] not in _ENDS else term.path[:-1]
        end = [term.path[-1]] if term.path[-1] in _ENDS else []
        if len(names) != 1:
            raise ExpressionError(f"'{term.text}' is no field of a kind", term.offset, "such as weapon.damage")
        members = self.members(term, names[0], filters)
        known = {name for c in members for name in self.catalogue.kinds[c.kind].fields} | set(SPECIAL)
        if field not in known:
            raise ExpressionError(f"'{names[0]}' has no field '{field}'", term.offset, did_you_mean(field, known))
        result = []
        for component in members:
            if field in SPECIAL or component.values.get(field) is not None:
                result.append((component, self._of(component, [field, *end], term)))
        return result

    def is_field_of_many(self, term: Term) -> bool:
        """Whether a name stands for a field of a kind, group or deck and not for a single component's."""
        if term.what != "name" or len(term.path) < 2 or term.path[0] == "numbers":
            return False
        if term.qualifier:
            return term.qualifier != "component"
        return term.path[0] not in self.components and term.path[0] in (
            {"all"} | self.by_kind.keys() | self.by_deck.keys() | self.catalogue.groups.keys()
        )


def merged(parts: Iterable[Valued]) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """What went into several values: used, stated."""
    listed = list(parts)
    used = dict.fromkeys(source for valued in listed for source in valued.used)
    stated = dict.fromkeys(source for valued in listed for source in valued.stated)
    return tuple(used), tuple(stated)
