"""Each claim is looked for in one rules text, and each number that it captures is held against the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from generator.catalogue import Range
from generator.catalogue.fields import inside
from generator.problem import Location, Problem
from generator.rules.claims import Claim, Claims
from generator.rules.expressions import ExpressionError, Term
from generator.rules.numbers import Amount, Number, Numbered
from generator.rules.patterns import Capture, Finder, Match, Pattern
from generator.rules.values import Scope, Valued
from generator.source import Node

_SHOWN = 4  # sources, or places, in a message
_HINTS = 50  # places that are searched for a likeness; a file with more of them is not about this text
_WORDS = 9  # of a sentence in a hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One captured number and what it was held against."""

    claim: str
    expression: str
    stated: Amount
    stated_at: Location
    catalogue: Amount | None
    catalogue_at: Location | None
    verdict: Literal["agrees", "differs", "given"]


@dataclass(slots=True)
class Holding:
    """What came of all claims: rows, the numbers that were captured and dismissed, values that the text has stated."""

    rows: list[Held] = field(default_factory=list)
    claimed: dict[Location, str] = field(default_factory=dict)
    dismissed: dict[Location, str] = field(default_factory=dict)
    stated: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def hold(claims: Claims, scope: Scope, numbered: Numbered) -> Holding:
    """Every claim and dismissal against one text. Problems: ``claim-unmatched``, ``claim-times``, ``claim-differs``,
    ``claim-pattern``, ``claim-expression``, ``dismissal-unmatched``."""
    return _Court(claims, scope, numbered).held()


class _Court:
    def __init__(self, claims: Claims, scope: Scope, numbered: Numbered) -> None:
        self.claims, self.scope, self.numbered = claims, scope, numbered
        self.finder = Finder(numbered)
        self.result = Holding()
        self.hints = 0

    def held(self) -> Holding:
        language = self.numbered.language
        for claim in self.claims.claims:
            if self._sound(claim):
                for pattern, node in claim.text[language]:
                    self._claim(claim, pattern, node)
        for dismissal in self.claims.dismissals:
            for pattern, node in dismissal.text[language]:
                matches = self.finder.find(pattern, dismissal.under.get(language))
                if not matches:
                    self._absent("dismissal-unmatched", f"the dismissal “{pattern.typed}”", pattern, node)
                for match in matches:
                    for capture in match.captures:
                        self.result.dismissed.setdefault(capture.number.where, dismissal.reason)
        return self.result

    def _sound(self, claim: Claim) -> bool:
        """Whether the claim's expressions can be worked out; what they name counts as stated."""
        sound = True
        for term, node in claim.equals:
            if term is None:
                continue
            try:
                # Captured numbers are not known yet: any will do to find out whether the names are there.
                valued = self.scope.work_out(term, [1] * 99)
            except ExpressionError as error:
                sound = False
                self._say(inside(node, error.offset), "claim-expression", str(error), error.hint)
                continue
            self.result.stated.update(source.key for source in valued.stated)
        return sound

    def _claim(self, claim: Claim, pattern: Pattern, node: Node) -> None:
        language = self.numbered.language
        matches = self.finder.find(pattern, claim.under.get(language))
        times = claim.times[language]
        if not matches:
            self._absent("claim-unmatched", f"claim '{claim.id}': “{pattern.typed}”", pattern, node)
        elif times is not None and len(matches) != times:
            places = ", ".join(str(self._place(match)) for match in matches[:_SHOWN])
            message = f"claim '{claim.id}' says {times}, and is found {len(matches)} times in {self.numbered.text.path}"
            self._say(node.where, "claim-times", message, f"it stands at {places}; say more words, or 'times:'")
        for match in matches:
            for capture in match.captures:
                self.result.claimed.setdefault(capture.number.where, claim.id)
            if not self._match(claim, pattern, node, match):
                return

    def _match(self, claim: Claim, pattern: Pattern, node: Node, match: Match) -> bool:
        captured = [as_amount(capture) for capture in match.captures]
        wanted: list[tuple[Valued | None, Term | None]] = []
        for term, at in claim.equals:
            try:
                valued = None if term is None else self.scope.work_out(term, captured)
            except ExpressionError as error:
                self._say(inside(at, error.offset), "claim-expression", str(error), error.hint)
                return False
            wanted += [(one, term) for one in valued.spread()] if valued is not None else [(None, None)]
        if len(wanted) != len(captured):
            message = f"claim '{claim.id}' captures {len(captured)} and says what {len(wanted)} of them equal"
            self._say(node.where, "claim-pattern", message, "one expression, or 'given', for each {}")
            return False
        for capture, (one, term) in zip(match.captures, wanted, strict=True):
            self._compare(claim, capture, one, term)
        return True

    def _compare(self, claim: Claim, capture: Capture, valued: Valued | None, term: Term | None) -> None:
        stated, number = as_amount(capture), capture.number
        row = Held(
            claim=claim.id,
            expression=written(term) if term is not None else "given",
            stated=stated,
            stated_at=number.where,
            catalogue=None if valued is None else valued.value,
            catalogue_at=valued.used[0].where if valued is not None and valued.used else None,
            verdict="given" if valued is None else "agrees" if same(stated, valued.value) else "differs",
        )
        self.result.rows.append(row)
        if row.verdict != "differs":
            return
        assert valued is not None
        where = number.where
        places = ", ".join(f"{source.key} at {source.where}" for source in valued.used[:_SHOWN])
        message = (
            f"the rules say {shown(stated)} ({where.path}:{where.line}), {row.expression} is {shown(valued.value)}"
        )
        if valued.used:
            message += f" ({places}{', …' if len(valued.used) > _SHOWN else ''})"
        sentence = shortened(self.numbered.sentence(number))
        self._say(where, "claim-differs", message, f"claim '{claim.id}' at {claim.where}: “{sentence}”")

    def _absent(self, code: str, what: str, pattern: Pattern, node: Node) -> None:
        self.hints += 1
        near = self.finder.nearest(pattern) if self.hints <= _HINTS else None
        hint = "copy the words of the text, with {} for the number"
        elements = sum(len(part) for part in pattern.parts)
        if near is not None and near[2] * 2 >= elements:
            segment, token, count = near
            line = self.numbered.text.segments[segment].tokens[token].line
            words = [t.shown for t in self.numbered.text.segments[segment].tokens[token : token + count + _WORDS]]
            hint = f"the nearest stands in line {line}: “{shortened(' '.join(words))}”"
        self._say(node.where, code, f"{what} does not stand in {self.numbered.text.path}", hint)

    def _place(self, match: Match) -> Location:
        number: Number = match.captures[0].number
        return number.where

    def _say(self, where: Location, code: str, message: str, hint: str = "") -> None:
        self.result.problems.append(Problem(where=where, code=code, message=message, hint=hint))


def as_amount(capture: Capture) -> Amount:
    """A captured number's value."""
    value = capture.value
    assert isinstance(value, (int, Fraction, Range))
    return value


def same(stated: Amount, wanted: Amount) -> bool:
    """Whether two numbers are equal; the range 4–4 is the number 4."""
    if isinstance(stated, Range) or isinstance(wanted, Range):
        return _ends(stated) == _ends(wanted)
    return stated == wanted


def _ends(value: Amount) -> tuple[int | Fraction, int | Fraction]:
    return (value.low, value.high) if isinstance(value, Range) else (value, value)


def shown(value: Amount) -> str:
    """A number as people write it."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return "½" if value == Fraction(1, 2) else f"{value.numerator}/{value.denominator}"
    return str(value)


def written(term: Term) -> str:
    """An expression, typed again."""
    if term.what == "name":
        return term.text if term.index is None else f"{term.text}[{term.index}]"
    if term.what != "call":
        return term.text
    args = [*(written(arg) for arg in term.args), *(f"{name}={value}" for name, value, _ in term.filters)]
    return f"{term.text}({', '.join(args)})"


def shortened(text: str, most: int = 90) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
