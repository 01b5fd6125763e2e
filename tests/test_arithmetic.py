"""What goes wrong when nobody reckons: five players and cards for four; a table in which a difference of four is
nothing; a life of 30 on a card that shows tens of twenty; a step that carries another's number; an example that
comes to 19 where the sum is 18. And the other way: a check that finds fault with what is right.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator import build as steps
from generator.catalogue import Catalogue
from generator.intake import Opened
from generator.problem import Problem
from generator.rules import CheckReport, check_game
from generator.rules.arithmetic import CHECKS, TEXT_CHECKS
from tests.conftest import REPOSITORY, SAMPLES, Workshop

Make = Callable[..., Workshop]
CASES: dict[str, dict[str, Any]] = yaml.safe_load((SAMPLES / "rules" / "checks.yaml").read_text(encoding="utf-8"))
CODES = {code for check in (*CHECKS.values(), *TEXT_CHECKS.values()) for code in check.codes} | {"unknown-check"}


def catalogue_of(shop: Workshop, game: str = "arena") -> Catalogue:
    (catalogue,) = steps.catalogues(steps.Project(root=shop.root), (game,))
    return catalogue


def claims_of(entry: dict[str, Any] | None) -> Opened | None:
    if entry is None:
        return None
    written = yaml.safe_dump({"arithmetic": [entry]}, sort_keys=False, allow_unicode=True, width=500)
    # The dumper writes yes and no as booleans; here every value is what is typed.
    return Opened("claims.yaml", written.replace(": true", ": yes").encode())


def run(shop: Workshop, case: dict[str, Any]) -> tuple[CheckReport, dict[str, list[str]]]:
    """The report, and the lines of each file that a problem may name."""
    rules = Opened("rules.md", case.get("text", "Nothing.\n").encode())
    claims = claims_of(case.get("arithmetic"))
    report = check_game(catalogue_of(shop), "en", rules, claims, None, None)
    lines = {opened.shown: opened.data.decode().split("\n") for opened in (rules, claims) if opened is not None}
    for path in Path("cards/arena").glob("*.yaml"):
        lines[path.as_posix()] = path.read_text(encoding="utf-8").split("\n")
    return report, lines


def ours(report: CheckReport) -> list[Problem]:
    """What the arithmetic found: the text has no component list, and its numbers are no matter here."""
    return [problem for problem in report.problems if problem.code in CODES or problem.code.startswith("claim-")]


def test_every_code_has_a_fixture() -> None:
    assert {name.split()[0] for name in CASES} == CODES


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_found_at_its_place(name: str, workshop: Make) -> None:
    shop = workshop("rules")
    case = CASES[name]["trips"]
    report, lines = run(shop, case)
    code = name.split()[0]
    found = [problem for problem in ours(report) if problem.code == code]
    assert found, f"nothing found; only {[str(problem) for problem in report.problems]}"
    first = found[0].where
    assert case["at"] in lines[first.path][first.line - 1], f"{first}: {lines[first.path][first.line - 1]!r}"


@pytest.mark.parametrize("name", CASES)
def test_what_is_right_is_left_alone(name: str, workshop: Make) -> None:
    report, _ = run(workshop("rules"), CASES[name]["passes"])
    assert [str(problem) for problem in ours(report)] == []


@pytest.mark.parametrize(
    ("entry", "code", "words"),
    [
        ({"check": "dealing", "deck": "drow", "players": "4", "hand": "5"}, "claim-expression", "draw"),
        ({"check": "dealing", "deck": "draw", "players": "numbers.playrs_max", "hand": "5"}, "claim-expression", "max"),
        ({"check": "dealing", "deck": "draw", "players": "4"}, "missing-key", "hand"),
        ({"check": "dealing", "deck": "draw", "players": "4", "hand": "5", "drwa": "1"}, "unknown-key", "draw"),
        ({"check": "dealing", "deck": "sum(1, 2)", "players": "4", "hand": "5"}, "claim-expression", "deck"),
        ({"check": "half-turn", "half": "4"}, "missing-key", "whole"),
        ({"check": "slots", "slot": ["1", "2"]}, "missing-key", "holds"),
        ({"check": "life-track", "full": "10", "damage": ["1"]}, "missing-key", "levels"),
        (
            {"check": "table", "rows": ["1"], "covers": ["1", "1"], "effects": ["1"], "favours": "up"},
            "wrong-type",
            "high",
        ),
        ({"check": "life-track", "full": "10", "step": "1", "damage": "weapon.hits"}, "claim-expression", "range"),
        ({"check": "players", "players": ["1", "2"], "needs": "shields"}, "wrong-type", "list"),
        ({"check": "term", "use": {"en": "a {}"}, "not": {"en": "{"}}, "claim-pattern", "brace"),
    ],
)
def test_an_entry_that_cannot_be_read_says_so(entry: dict[str, Any], code: str, words: str, workshop: Make) -> None:
    report, _ = run(workshop("rules"), {"arithmetic": entry})
    found = [problem for problem in report.problems if problem.code == code]
    assert found
    assert words in found[0].message + found[0].hint
    assert found[0].where.path == "claims.yaml"


def test_facts_say_how_long_the_pile_lasts(workshop: Make) -> None:
    entry = {"check": "dealing", "deck": "draw", "players": "4", "hand": "5", "draw": "2", "out": "0"}
    report, _ = run(workshop("rules"), {"arithmetic": entry})
    (fact,) = report.facts
    assert fact.says == (
        "4 players are dealt 5 of 24 cards each: 4 are left, 2 turns of 2 cards before the pile is shuffled again"
    )


def test_a_loss_that_cannot_be_shown_is_told_with_its_way(workshop: Make) -> None:
    entry = {
        "check": "life-track",
        "full": "100",
        "levels": "board.levels",
        "damage": "weapon.damage",
        "halved": "axe-47.damage",
    }
    report, _ = run(workshop("rules"), {"arithmetic": entry})
    messages = [problem.message for problem in ours(report)]
    assert "a life of 70 cannot be shown: 100 less 30 (half of axe-47.damage)" in messages


@pytest.mark.parametrize(
    "text",
    [
        "1. a\n" * 5_000,
        "## 1. A\n\n" * 5_000,
        "[a](#b) " * 5_000,
        "[A](#b). " * 5_000,
        "1 + " * 20_000 + "= 3",
        "| a |\n|---|\n" + "| 1 to 2 |\n" * 10_000,
        "section " * 20_000 + "4",
        "6.1.1 a\n\n" * 10_000,
    ],
    ids=["steps", "headings", "links", "sentences", "sum", "table", "references", "dotted"],
)
def test_a_hostile_text_is_worked_out_in_good_time(text: str, workshop: Make) -> None:
    shop = workshop("rules")
    start = time.monotonic()
    run(shop, {"text": text})
    assert time.monotonic() - start < 10


# The documentation


def page() -> str:
    return (REPOSITORY / "docs" / "checks.md").read_text(encoding="utf-8")


def test_the_page_explains_every_code() -> None:
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", page()))
    assert not CODES - named


@pytest.mark.parametrize("name", CHECKS)
def test_the_page_explains_every_key_of_a_check(name: str) -> None:
    section = re.search(rf"^### {name}$(.*?)(?=^##|\Z)", page(), re.MULTILINE | re.DOTALL)
    assert section, f"no section '### {name}'"
    check = CHECKS[name]
    words = set(re.findall(r"`([a-z_]+)`|(?<=[{ ,])([a-z]+):", section[1]))
    known = {word for pair in words for word in pair if word}
    assert not {*check.needs, *check.takes} - known
