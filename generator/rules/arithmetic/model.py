"""What a check is given: its entry of ``claims.yaml``, the catalogue, the text; and what it hands back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from generator.catalogue import Component, Range
from generator.catalogue.fields import inside
from generator.problem import Location, Problem
from generator.rules import expressions
from generator.rules.expressions import ExpressionError, Term
from generator.rules.numbers import Amount, Numbered
from generator.rules.values import Scope, Valued, merged
from generator.source import Findings, Node, Scalar, text_of
from generator.source import Mapping as Keys
from generator.source import Sequence as Items

_SHOWN = 5  # sources in a hint


class UnreadableError(Exception):
    """A parameter cannot be read; what is wrong with it is among the findings already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What a check found out that is no problem."""

    check: str
    says: str


@dataclass(slots=True)
class Bench:
    """Where the checks work, and what they find."""

    scope: Scope
    numbered: Numbered
    findings: Findings
    facts: list[Fact] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def say(self, where: Location, code: str, message: str, hint: str = "", severity: str = "error") -> None:
        self.problems.append(Problem(where=where, code=code, message=message, hint=hint, severity=severity))


@dataclass(frozen=True, slots=True)
class Params:
    """One entry under ``arithmetic``."""

    check: str
    keys: Keys
    bench: Bench

    @property
    def where(self) -> Location:
        return self.keys.where

    def has(self, name: str) -> bool:
        return name in self.keys.entries

    def place(self, name: str) -> Location:
        return self.keys.entries[name].where

    def fact(self, says: str) -> None:
        self.bench.facts.append(Fact(check=self.check, says=says))

    def say(self, code: str, message: str, hint: str = "", where: Location | None = None) -> None:
        self.bench.say(where or self.where, code, message, hint)

    def number(self, name: str, captured: Sequence[Amount] = ()) -> tuple[int | Fraction, Valued]:
        """A single number. UnreadableError."""
        node = self.keys.entries[name]
        term = self.term(node)
        try:
            return self.bench.scope.plain(term, captured)
        except ExpressionError as error:
            raise self._bad(node, error) from None

    def numbers(self, name: str) -> list[Valued]:
        """Numbers and ranges: an expression or a list of them; lists and fields of many components are spread."""
        node = self.keys.entries[name]
        scope = self.bench.scope
        result: list[Valued] = []
        for child in node.items if isinstance(node, Items) else [node]:
            term = self.term(child)
            try:
                if scope.is_field_of_many(term):
                    result += [one for _, valued in scope.field_values(term) for one in valued.spread()]
                else:
                    result += scope.work_out(term).spread()
            except ExpressionError as error:
                raise self._bad(child, error) from None
        return result

    def plain_numbers(self, name: str) -> list[tuple[int | Fraction, Valued]]:
        """Numbers alone; a range is refused."""
        result = []
        for valued in self.numbers(name):
            if isinstance(valued.value, Range):
                self.bench.findings.add(self.place(name), "claim-expression", f"'{name}' holds a range, {valued.value}")
                raise UnreadableError
            result.append((valued.value, valued))
        return result

    def members(self, name: str) -> list[Component]:
        """The components of a set."""
        node = self.keys.entries[name]
        term = self.term(node)
        try:
            if term.what != "name" or len(term.path) != 1:
                raise ExpressionError(f"'{name}' is the name of a kind, group, deck or component", term.offset)
            return self.bench.scope.members(term, term.path[0])
        except ExpressionError as error:
            raise self._bad(node, error) from None

    def term(self, node: Node) -> Term:
        typed = text_of(node, self.bench.findings, "an expression")
        if typed is None:
            raise UnreadableError
        try:
            return expressions.parse(typed)
        except ExpressionError as error:
            raise self._bad(node, error) from None

    def word(self, name: str, known: Sequence[str]) -> str:
        """One of a few words."""
        node = self.keys.entries[name]
        if isinstance(node, Scalar) and node.text in known:
            return node.text
        self.bench.findings.add(node.where, "wrong-type", f"'{name}' must be one of {', '.join(known)}")
        raise UnreadableError

    def _bad(self, node: Node, error: ExpressionError) -> UnreadableError:
        self.bench.findings.add(inside(node, error.offset), "claim-expression", str(error), error.hint)
        return UnreadableError()


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check: the keys that it needs and takes, the codes that it can find."""

    needs: tuple[str, ...]
    takes: tuple[str, ...] = ()
    codes: tuple[str, ...]
    run: Callable[[Params], None]


def sources(*valued: Valued) -> str:
    """Where values come from, for a hint."""
    used = merged(valued)[0]
    shown = [f"{source.key} at {source.where}" for source in used[:_SHOWN]]
    return ", ".join(shown) + (", …" if len(used) > _SHOWN else "")


def place_of(valued: Valued, otherwise: Location) -> Location:
    """Where a value stands in the catalogue."""
    return valued.used[0].where if valued.used else otherwise


def called(valued: Valued) -> str:
    """The key of a value, or the number."""
    return valued.used[0].key if valued.used else str(valued.value)
