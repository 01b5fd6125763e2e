"""The functions of the expressions, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from generator.catalogue import Component, Length, Range
from generator.problem import did_you_mean
from generator.rules.expressions import ExpressionError, Term, exact
from generator.rules.numbers import Amount
from generator.rules.values import Function, Run, Scope, Source, Valued, merged


def _plain(work: Callable[[list[int | Fraction]], int | Fraction]) -> Run:
    def run(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
        values, parts = [], []
        for arg in term.args:
            valued = scope.work_out(arg, captured)
            for one in valued.spread():
                if isinstance(one.value, Range):
                    raise ExpressionError(f"'{arg.text}' is a range", arg.offset, "take .low or .high")
                values.append(one.value)
            parts.append(valued)
        used, stated = merged(parts)
        try:
            return Valued(exact(work(values)), used, stated)
        except (ZeroDivisionError, IndexError):
            raise ExpressionError(f"{term.text}() cannot be worked out", term.offset) from None

    return run


def _range(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    low, first = scope.plain(term.args[0], captured)
    high, second = scope.plain(term.args[1], captured)
    return Valued(Range(floor(low), floor(high)), *merged((first, second)))


def _set_name(term: Term) -> tuple[Term, str]:
    arg = term.args[0]
    if arg.what != "name" or arg.index is not None or len(arg.path) != 1:
        raise ExpressionError(f"{term.text}() takes the name of a kind, group, deck, component, or all", arg.offset)
    return arg, arg.path[0]


def _count(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    members = scope.members(*_set_name(term), term.filters)
    sources = tuple(Source(f"{c.id}.copies", c.place("copies")) for c in members)
    return Valued(sum(c.copies for c in members), sources, sources if len(sources) == 1 else ())


def _designs(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    members = scope.members(*_set_name(term), term.filters)
    return Valued(len(members), tuple(Source(c.id, c.where) for c in members))


def _extras(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    arg, name = _set_name(term)
    members = [c for c in scope.everything(arg, name) if c.extra]
    members = [c for c in members if all(scope.meets(c, f, w, o, members) for f, w, o in term.filters)]
    sources = tuple(Source(f"{c.id}.copies", c.place("copies")) for c in members)
    return Valued(sum(c.copies for c in members), sources, sources if len(sources) == 1 else ())


def _extreme(pick: Callable[[Iterable[int | Fraction]], int | Fraction]) -> Run:
    def run(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
        parts: list[tuple[int | Fraction, Valued]] = []
        for arg in term.args:
            many = scope.is_field_of_many(arg)
            found = [v for _, v in scope.field_values(arg, term.filters)] if many else [scope.work_out(arg, captured)]
            for valued in (one for each in found for one in each.spread()):
                value = valued.value
                value = pick(value) if isinstance(value, Range) else value
                parts.append((value, valued))
        if not parts:
            raise ExpressionError(f"{term.text}() has nothing to choose from", term.offset)
        best = pick(value for value, _ in parts)
        return Valued(best, merged(v for _, v in parts)[0], merged(v for value, v in parts if value == best)[1])

    return run


def _fields(work: Callable[[list[tuple[Component, Amount]]], int | Fraction]) -> Run:
    def run(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
        found = scope.field_values(_field_name(term), term.filters)
        flat = [(component, one) for component, valued in found for one in valued.spread()]
        used = merged(valued for _, valued in flat)[0]
        return Valued(exact(work([(component, one.value) for component, one in flat])), used)

    return run


def _field_name(term: Term) -> Term:
    arg = term.args[0]
    if arg.what != "name" or len(arg.path) < 2:
        raise ExpressionError(f"{term.text}() takes a field of a kind, such as weapon.damage", arg.offset)
    return arg


def _values(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    """Distinct values of a field of any type."""
    arg = _field_name(term)
    field = arg.path[-1]
    members = scope.members(arg, arg.path[0], term.filters)
    known = {name for c in members for name in scope.catalogue.kinds[c.kind].fields}
    if field not in known:
        raise ExpressionError(f"'{arg.path[0]}' has no field '{field}'", arg.offset, did_you_mean(field, known))
    seen = {str(c.values[field]) for c in members if c.values.get(field) is not None}
    return Valued(len(seen), tuple(Source(f"{c.id}.{field}", c.place(field)) for c in members if field in c.values))


def _items(term: Term, scope: Scope, captured: Sequence[Amount]) -> Valued:
    arg = term.args[0]
    component = scope.components.get(arg.path[0]) if arg.what == "name" and len(arg.path) == 2 else None
    value = component.values.get(arg.path[1]) if component else None
    if component is None or not isinstance(value, tuple) or isinstance(value, (Range, Length)):
        raise ExpressionError("items() takes a list of a component, such as castle.towers", arg.offset)
    return Valued(len(value), (Source(arg.text, component.place(arg.path[1])),))


def _weighted(pairs: list[tuple[Component, Amount]]) -> int | Fraction:
    return sum((c.copies * value for c, value in pairs if not isinstance(value, Range)), Fraction(0))


def _difference(values: list[int | Fraction]) -> int | Fraction:
    return values[0] - sum(values[1:])


def _product(values: list[int | Fraction]) -> int | Fraction:
    result: int | Fraction = 1
    for value in values:
        result *= value
    return result


MANY = 40
FUNCTIONS: Mapping[str, Function] = {
    "sum": Function("sum(a, b, …)", "a + b + …; a list is summed up", 1, MANY, _plain(sum)),
    "diff": Function("diff(a, b, …)", "a − b − …", 2, MANY, _plain(_difference)),
    "product": Function("product(a, b, …)", "a × b × …", 2, MANY, _plain(_product)),
    "quotient": Function("quotient(a, b)", "a ÷ b, exactly", 2, 2, _plain(lambda v: Fraction(v[0]) / v[1])),
    "half": Function("half(a)", "a ÷ 2; half(1) is the word *half*", 1, 1, _plain(lambda v: Fraction(v[0]) / 2)),
    "up": Function("up(a, b)", "a ÷ b, rounded up", 2, 2, _plain(lambda v: ceil(Fraction(v[0]) / v[1]))),
    "down": Function("down(a, b)", "a ÷ b, rounded down", 2, 2, _plain(lambda v: floor(Fraction(v[0]) / v[1]))),
    "range": Function("range(a, b)", "the range a–b, for a {} that captures 2–4", 2, 2, _range),
    "count": Function("count(set)", "pieces, copies counted", 1, 1, _count, sets=True),
    "designs": Function("designs(set)", "different designs", 1, 1, _designs, sets=True),
    "extras": Function("extras(set)", "pieces that this edition adds", 1, 1, _extras, sets=True),
    "max": Function("max(a, …)", "the largest: max(weapon.damage)", 1, MANY, _extreme(max), sets=True),
    "min": Function("min(a, …)", "the smallest", 1, MANY, _extreme(min), sets=True),
    "total": Function("total(set.field)", "Σ copies × field", 1, 1, _fields(_weighted), sets=True),
    "values": Function("values(set.field)", "how many different values a field has", 1, 1, _values, sets=True),
    "items": Function("items(component.field)", "how many items a list has", 1, 1, _items),
}  # fmt: skip
