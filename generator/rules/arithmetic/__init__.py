"""The game's own arithmetic: enough cards to deal, tables without a gap, examples that come out as they say.

``CHECKS`` are named in ``claims.yaml``, each with what it needs; ``TEXT_CHECKS`` hold of any rules text and always run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.problem import Problem, did_you_mean
from generator.rules.arithmetic import boards, cards, tables, texts, tracks
from generator.rules.arithmetic.model import Bench, Check, Fact, Params, UnreadableError
from generator.rules.claims import Claims
from generator.rules.numbers import Numbered
from generator.rules.values import Scope
from generator.source import Findings, Scalar, check_keys

CHECKS: Mapping[str, Check] = {
    "dealing": Check(
        needs=("deck", "players", "hand"), takes=("draw", "turns", "out"), codes=("deal-short", "deal-turns"),
        run=cards.dealing,
    ),
    "players": Check(needs=("players", "needs"), codes=("players-short",), run=cards.players),
    "life-track": Check(
        needs=("full", "damage"), takes=("levels", "step", "reductions", "halved", "against"), codes=("life-unshown",),
        run=tracks.life_track,
    ),
    "half-turn": Check(
        needs=(), takes=("half", "whole", "levels", "angles", "from", "to"), codes=("half-turn", "dial-angles"),
        run=tracks.half_turn,
    ),
    "table": Check(
        needs=("rows", "covers"), takes=("effects", "favours"),
        codes=("table-gap", "table-overlap", "table-beyond", "table-rows", "table-favours"), run=tables.table,
    ),
    "dice": Check(
        needs=("die",), takes=("dice", "results", "net"), codes=("die-beyond", "die-net"), run=boards.dice,
    ),
    "spaces": Check(
        needs=("spaces",), takes=("sides", "corners", "numbers", "named"),
        codes=("space-count", "space-gap", "space-missing", "space-double", "space-corner"), run=boards.spaces,
    ),
    "slots": Check(
        needs=(), takes=("slot", "holds", "air", "turned", "slots", "lies"), codes=("slot-small", "slot-few"),
        run=boards.slots,
    ),
    "term": Check(needs=("use", "not"), codes=("term-double", "term-unused"), run=texts.term),
}  # fmt: skip
_TOGETHER = {
    "half-turn": (("half", "whole"), ("levels", "angles", "from", "to")),
    "slots": (("slot", "holds"), ("slots", "lies")),
    "life-track": (("levels",), ("step",)),
}  # one of these must be whole


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCheck:
    """A check that needs no data."""

    codes: tuple[str, ...]
    run: Callable[[Bench], None]


TEXT_CHECKS: Mapping[str, TextCheck] = {
    "numbering": TextCheck(codes=("numbering-gap", "numbering-double"), run=texts.numbering),
    "reference": TextCheck(codes=("reference-broken", "reference-differs"), run=texts.references),
    "example": TextCheck(codes=("example-sum",), run=texts.sums),
    "tables": TextCheck(codes=("table-gap", "table-overlap", "table-sign"), run=tables.text_tables),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """What all checks of one game in one language found."""

    facts: tuple[Fact, ...]
    problems: tuple[Problem, ...]


def check_arithmetic(claims: Claims | None, scope: Scope, numbered: Numbered, findings: Findings) -> Sums:
    """Run the checks of any text, and those that ``claims`` name. What cannot be read is a finding."""
    bench = Bench(scope, numbered, findings)
    for check in TEXT_CHECKS.values():
        check.run(bench)
    for keys in claims.arithmetic if claims is not None else ():
        node = keys.entries.get("check")
        name = node.text if isinstance(node, Scalar) else ""
        if name not in CHECKS:
            where = keys.where if node is None else node.where
            findings.add(where, "unknown-check", f"there is no check '{name}'", did_you_mean(name, CHECKS))
            continue
        named = CHECKS[name]
        check_keys(keys, ("check", *named.needs, *named.takes), named.needs, findings, f"the check '{name}'")
        ways = _TOGETHER.get(name, ((),))
        if not any(all(key in keys.entries for key in way) for way in ways):
            hint = " or ".join(" and ".join(f"'{key}'" for key in way) for way in ways)
            findings.add(keys.where, "missing-key", f"the check '{name}' needs {hint}")
            continue
        if all(key in keys.entries for key in named.needs):
            try:
                named.run(Params(name, keys, bench))
            except UnreadableError:
                continue
    return Sums(facts=tuple(bench.facts), problems=tuple(bench.problems))


__all__ = ["CHECKS", "TEXT_CHECKS", "Fact", "Sums", "check_arithmetic"]
