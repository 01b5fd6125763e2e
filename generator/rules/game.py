"""One game in one language: rules text, catalogue and paper held against one another. The entry point of the room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from generator.catalogue import Catalogue, families_alike
from generator.intake import Opened
from generator.problem import Location, Problem, SourceError
from generator.rules.arithmetic import Fact, check_arithmetic
from generator.rules.check import Report, Row, check_counts
from generator.rules.claims import Claims, read_claims
from generator.rules.coverage import Coverage, coverage, unstated
from generator.rules.described import described
from generator.rules.functions import FUNCTIONS
from generator.rules.holding import Held, Holding, hold
from generator.rules.numbers import Numbered
from generator.rules.outside import restricted, two_names
from generator.rules.rulings import Rulings, check_rulings, read_rulings, rulings_begin
from generator.rules.text import read_text
from generator.rules.values import Scope
from generator.source import Findings


class Printed(Protocol):
    """A row of the proof: how often a component lies on paper."""

    @property
    def component(self) -> str: ...
    @property
    def paper(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A count in all three places; None where a place says nothing. ``total``: it sums up other lines."""

    id: str
    name: str
    total: bool
    stated: int | None
    stated_at: Location | None
    catalogue: int | None
    catalogue_at: Location | None
    paper: int | None
    verdict: Literal["agrees", "differs", "unmatched", "unstated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """Everything that was found. ``coverage`` is None where there are no claims: then nothing can be accounted for."""

    game: str
    language: str
    path: str
    lines: tuple[Line, ...]
    claims: tuple[Held, ...]
    coverage: Coverage | None
    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)

    @property
    def summary(self) -> str:
        """One line: how many counts agree, and what accounts for the numbers."""
        counted = [line for line in self.lines if line.stated is not None]
        agree = sum(line.verdict == "agrees" for line in counted)
        head = f"{self.game} {self.language}: {agree} of {len(counted)} counts agree"
        return f"{head}\n{self.coverage.summary}" if self.coverage else head


def check_game(
    catalogue: Catalogue,
    language: str,
    rules: Opened,
    claims: Opened | None,
    rulings: Opened | None,
    proof: Iterable[Printed] | None,
    *,
    outside: bool = False,
    lines: tuple[int, int] | None = None,
) -> CheckReport:
    """Hold one rules text against the catalogue and, if ``proof`` rows are given, the paper.

    ``outside``: the text is not the game's own, and is held without claims; of one in several languages the stretch
    in ``language`` is read, or ``lines``, the first and the last. Problems are collected, not raised. SourceError only
    where the rules text itself cannot be read, or the language is not the game's.
    """
    if outside:
        rules = restricted(rules, language, lines)
    counts = check_counts(catalogue, language, rules, outside=outside)
    findings = Findings()
    problems = list(counts.problems)
    if outside:
        problems += [*two_names(rules, language, catalogue), *described(rules, catalogue, counts.rows)]
    else:
        problems += families_alike(catalogue.inks, "warning")
    text = read_text(rules)
    numbered = Numbered(text, language, _names(catalogue, language))
    read = _claims(claims, catalogue, findings)
    told = _rulings(rulings, catalogue, findings)
    problems += check_rulings(told, text) if told is not None else []
    scope = Scope(catalogue, FUNCTIONS)
    holding, covered = Holding(), None
    if read is not None:
        holding = hold(read, scope, numbered)
        begin = rulings_begin(text, language, told=told is not None)
        covered = coverage(catalogue.game, numbered, holding, counts.listed, begin)
        problems += [*holding.problems, *covered.problems, *unstated(scope, read, holding.stated)]
    sums = check_arithmetic(read, scope, numbered, findings)
    rows = _lines(counts, proof)
    problems += [*sums.problems, *_paper(rows, counts.path), *findings.problems]
    unique = dict.fromkeys(problems)
    return CheckReport(
        game=catalogue.game,
        language=language,
        path=counts.path,
        lines=rows,
        claims=tuple(holding.rows),
        coverage=covered,
        facts=sums.facts,
        problems=tuple(sorted(unique, key=lambda p: (p.where, p.code, p.message))),
    )


def _claims(opened: Opened | None, catalogue: Catalogue, findings: Findings) -> Claims | None:
    if opened is None:
        return None
    try:
        return read_claims(opened, catalogue, findings)
    except SourceError as error:
        findings.extend(error)
        return Claims(path=opened.shown)


def _rulings(opened: Opened | None, catalogue: Catalogue, findings: Findings) -> Rulings | None:
    if opened is None:
        return None
    try:
        return read_rulings(opened, catalogue, findings)
    except SourceError as error:
        findings.extend(error)
        return Rulings(path=opened.shown)


def _names(catalogue: Catalogue, language: str) -> list[str]:
    """Every name that a number may be a part of."""
    return [
        *(component.name[language] for component in catalogue.components),
        *(name[language] for kind in catalogue.kinds.values() for name in (kind.name, kind.plural)),
        *(group.name[language] for group in catalogue.groups.values()),
        *(deck.name[language] for deck in catalogue.decks.values()),
        *(name[language] for name in catalogue.editions.values()),
        catalogue.title[language],
    ]


def _lines(counts: Report, proof: Iterable[Printed] | None) -> tuple[Line, ...]:
    paper: Mapping[str, int] | None = None
    if proof is not None:
        paper = {row.component: row.paper for row in proof}
    lines = []
    several = [frozenset(row.ids) for row in counts.rows if len(row.ids) > 1]
    parts = {frozenset(row.ids) for row in counts.rows if row.ids}
    totals = {ids for ids in several if any(other < ids for other in parts)}
    for row in counts.rows:
        printed = sum(paper.get(ident, 0) for ident in row.ids) if paper is not None and row.ids else None
        lines.append(_line(row, printed, frozenset(row.ids) in totals))
    return tuple(lines)


def _line(row: Row, printed: int | None, total: bool) -> Line:
    verdict = row.verdict
    if printed is not None and printed != row.catalogue and verdict == "agrees":
        verdict = "differs"
    return Line(
        id=row.id,
        name=row.name,
        total=total,
        stated=row.stated,
        stated_at=row.stated_at,
        catalogue=row.catalogue,
        catalogue_at=row.catalogue_at,
        paper=printed,
        verdict=verdict,
    )


def _paper(lines: tuple[Line, ...], path: str) -> list[Problem]:
    """``paper-differs``: on paper lie more or fewer than the catalogue holds."""
    problems = []
    for line in lines:
        if line.paper is None or line.paper == line.catalogue or line.total:
            continue
        where = line.catalogue_at or Location(path)
        message = f"the catalogue holds {line.catalogue} × {line.name} ({where}), {line.paper} lie on paper"
        if line.stated is not None and line.stated_at is not None:
            message += f"; the rules say {line.stated} ({line.stated_at.path}:{line.stated_at.line})"
        problems.append(Problem(where=where, code="paper-differs", message=message, hint="build the game again"))
    return problems
