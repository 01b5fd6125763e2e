"""A check, written down: JSON, Markdown, annotations for a forge, and the rows of a table for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from generator.catalogue import Range
from generator.problem import Location, Problem, visible
from generator.rules.game import CheckReport, Line
from generator.rules.holding import shown
from generator.rules.numbers import Amount

FORMAT = 1  # of the JSON
HEAD = ("what", "text", "catalogue", "paper", "verdict")
_SIGN = {"agrees": "", "differs": "✗ ", "unmatched": "✗ ", "unstated": "✗ "}
_ESCAPED = str.maketrans(
    {"|": "\\|", "\n": " ", "<": "&lt;", "`": "\\`", "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]"}
)


# JSON -------------------------------------------------------------------------


def to_json(reports: Iterable[CheckReport]) -> dict[str, Any]:
    """``{"format": 1, "games": [...]}``; the form is documented in docs/claims.md and kept stable."""
    return {"format": FORMAT, "games": [_game(report) for report in reports]}


def _game(report: CheckReport) -> dict[str, Any]:
    return {
        "game": report.game,
        "language": report.language,
        "path": report.path,
        "ok": report.ok,
        "components": [_count(line) for line in report.lines if not line.total],
        "totals": [_count(line) for line in report.lines if line.total],
        "claims": [
            {
                "id": row.claim,
                "expression": row.expression,
                "stated": _number(row.stated),
                "where": _place(row.stated_at),
                "catalogue": None if row.catalogue is None else _number(row.catalogue),
                "catalogue_where": _place(row.catalogue_at),
                "verdict": row.verdict,
            }
            for row in report.claims
        ],
        "coverage": _coverage(report),
        "facts": [{"check": fact.check, "says": fact.says} for fact in report.facts],
        "problems": [problem_json(problem) for problem in report.problems],
    }


def _count(line: Line) -> dict[str, Any]:
    return {
        "id": line.id,
        "name": line.name,
        "stated": line.stated,
        "where": _place(line.stated_at),
        "catalogue": line.catalogue,
        "catalogue_where": _place(line.catalogue_at),
        "paper": line.paper,
        "verdict": line.verdict,
    }


def _coverage(report: CheckReport) -> dict[str, Any] | None:
    covered = report.coverage
    if covered is None:
        return None
    open_ones = [one for one in covered.numbers if one.status == "open"]
    return {
        "numbers": sum(covered.counts.values()),
        **covered.counts,
        "open_numbers": [
            {"value": _number(one.number.value), "where": _place(one.number.where), "sentence": one.sentence}
            for one in open_ones
        ],
    }


def problem_json(problem: Problem) -> dict[str, Any]:
    """One finding."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "where": _place(problem.where),
        "message": problem.message,
        "hint": problem.hint,
    }


def _place(where: Location | None) -> dict[str, Any] | None:
    return None if where is None else {"path": where.path, "line": where.line, "column": where.column}


def _number(value: Amount) -> int | str | list[int]:
    """A whole number, the ends of a range, or a fraction as text."""
    if isinstance(value, Range):
        return [value.low, value.high]
    return int(value) if Fraction(value).denominator == 1 else f"{value.numerator}/{value.denominator}"


# Table ------------------------------------------------------------------------


def table(report: CheckReport) -> tuple[Sequence[str], list[tuple[str, ...]]]:
    """Head and rows for a terminal: what is counted, and text, catalogue and paper, each with its place."""
    rows: list[tuple[str, ...]] = []
    for line in report.lines:
        paper = "" if line.paper is None else str(line.paper)
        name = visible(f"{line.name} (in all)" if line.total else line.name)
        rows.append(
            (name, _said(line.stated, line.stated_at), _said(line.catalogue, line.catalogue_at), paper, line.verdict)
        )
    return HEAD, rows


def _said(count: int | None, where: Location | None) -> str:
    """``7 (cards/letal/rules.pt.md:41)``."""
    place = "" if where is None else f"{where.path}:{where.line}" if where.line else where.path
    if count is None:
        return place and f"– ({visible(place)})"
    return f"{count} ({visible(place)})" if place else str(count)


# Markdown ---------------------------------------------------------------------


def to_markdown(reports: Iterable[CheckReport]) -> str:
    """A section for each game and language: summary, counts, claims that differ, problems, facts."""
    return "\n".join(line for report in reports for line in _markdown(report))


def _markdown(report: CheckReport) -> Iterator[str]:
    yield f"## {_cell(report.game)} {_cell(report.language)}: {'agrees' if report.ok else 'differs'}"
    yield ""
    for line in report.summary.split("\n"):
        yield f"- {_cell(line.partition(': ')[2])}"
    yield ""
    head, rows = table(report)
    if rows:
        yield "| " + " | ".join(head) + " |"
        yield "|" + "---|" * len(head)
        for row in rows:
            *cells, verdict = row
            yield "| " + " | ".join([*(_cell(cell) for cell in cells), _SIGN[verdict] + verdict]) + " |"
        yield ""
    if report.claims:
        yield "| claim | text | must equal | catalogue | |"
        yield "|---|---|---|---|---|"
        for claim in report.claims:
            said = f"{shown(claim.stated)} ({claim.stated_at.path}:{claim.stated_at.line})"
            held = "" if claim.catalogue is None else shown(claim.catalogue)
            held += f" ({claim.catalogue_at})" if claim.catalogue_at is not None else ""
            cells = [_cell(text) for text in (claim.claim, said, claim.expression, held)]
            yield "| " + " | ".join([*cells, "✗ differs" if claim.verdict == "differs" else claim.verdict]) + " |"
        yield ""
    for problem in report.problems:
        hint = f" {_cell(problem.hint)}" if problem.hint else ""
        yield f"- **{problem.severity}** {_cell(str(problem.where))}: {_cell(problem.message)} ({problem.code}){hint}"
    if report.problems:
        yield ""
    for fact in report.facts:
        yield f"- {fact.check}: {_cell(fact.says)}"
    if report.facts:
        yield ""


def _cell(text: str) -> str:
    """Text that a stranger wrote, harmless in Markdown."""
    return visible(text).translate(_ESCAPED)


# Annotations ------------------------------------------------------------------


def to_github(problems: Iterable[Problem]) -> str:
    """Workflow commands: a forge shows each at its line."""
    return "\n".join(_annotation(problem) for problem in problems)


def _annotation(problem: Problem) -> str:
    level = problem.severity if problem.severity in ("error", "warning") else "notice"
    where = problem.where
    keys = [f"file={_property(where.path)}"]
    keys += [f"line={where.line}"] if where.line else []
    keys += [f"col={where.column}"] if where.column else []
    keys.append(f"title={_property(problem.code)}")
    text = problem.message + (f"\nhint: {problem.hint}" if problem.hint else "")
    return f"::{level} {','.join(keys)}::{_data(text)}"


def _data(text: str) -> str:
    lines = (visible(line) for line in text.split("\n"))
    return "%0A".join(line.replace("%", "%25") for line in lines)


def _property(text: str) -> str:
    return visible(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
