"""What goes wrong between two numbers that nobody compares: the rules say five cards and the game deals six; a weapon
was made stronger and the example still reckons with the old damage; a rule was added with a number of its own, and no
card knows it. And what makes such a check useless: a pattern that fits another place than its author meant, a number
that is dismissed because it was tedious, a message that does not say where.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from fractions import Fraction

import pytest

from generator.catalogue import Range
from generator.intake import Opened
from generator.problem import Location, Problem, SourceError
from generator.rules import CheckReport, check_game, table, to_github, to_json, to_markdown
from generator.rules.expressions import ExpressionError, parse
from generator.rules.functions import FUNCTIONS
from generator.rules.numbers import Numbered
from generator.rules.patterns import Finder, PatternError
from generator.rules.patterns import parse as pattern_of
from generator.rules.text import read_text
from generator.rules.values import Scope
from generator.source import Findings
from tests.conftest import REPOSITORY, Workshop
from tests.test_arithmetic import catalogue_of

Make = Callable[..., Workshop]


def numbered(text: str, language: str = "en", names: tuple[str, ...] = ()) -> Numbered:
    return Numbered(read_text(Opened("rules.md", text.encode())), language, names)


def values(text: str, language: str = "en", kinds: str = "number range") -> list[object]:
    return [number.value for number in numbered(text, language).all if number.kind in kinds.split()]


# Numbers


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Deal 5 cards, twenty-four in all, and half of a dozen to both.", [5, 24, Fraction(1, 2), 12, 2]),
        ("en", "A hundred and five; two or three; twice.", [105, 2, 3, 2]),
        ("en", "1,000 coins, 2.5 mm, ½ turn, −3 and +2.", [1000, Fraction(5, 2), Fraction(1, 2), -3, 2]),
        ("en", "×2 or x2, 30 mm, 40mm.", [2, 2, 30, 40]),
        ("en", "For 2–4 players, 1-6 on the die.", [Range(2, 4), Range(1, 6)]),
        ("en", "One of you takes a card, an apple and one more.", []),
        ("en", "The 2nd and the third, a d10, the C4 and 9mm-MM3, the O and oh.", [9]),
        ("pt", "Vinte e um, dezesseis, duas cartas, ambos, a metade.", [21, 16, 2, 2, Fraction(1, 2)]),
        ("pt", "Uma dúzia, 1.000 e 2,5.", [12, 1000, Fraction(5, 2)]),
        ("pt", "Um jogador e uma carta; a segunda; nenhum; o 3º.", []),
        ("pt", "Dois, três e quatro.", [2, 3, 4]),
        ("ru", "Двадцать четыре карты, двух, пятью, оба, половина.", [24, 2, 5, 2, Fraction(1, 2)]),
        ("ru", "Вдвоём, 3-й, два, три.", [2, 2, 3]),
        ("ru", "Один из вас, одна карта, первый.", []),
        ("en", "Roll 6, 6, 6 or 4–5, 4–5.", [6, 6, 6, Range(4, 5), Range(4, 5)]),
        ("en", "60 − 20 = 40 and 60-20.", [60, 20, 40]),
    ],
)  # fmt: skip
def test_numbers_are_read_in_digits_and_words(language: str, text: str, expected: list[object]) -> None:
    assert values(text, language) == expected


def test_sections_and_references_are_structure() -> None:
    text = "## 3. Setup\n\n1. See section 4, steps 2 to 5 and [part 6](#3-setup), not 7 cards.\n\n## 4. Two teams\n"
    assert values(text, kinds="section") == [3, 4]
    assert values(text, kinds="reference") == [4, 2, 5, 6]
    assert values(text) == [7, 2]


def test_a_number_in_a_name_is_a_part_of_it() -> None:
    found = numbered("AK 47: 60. Zero hacks zero drones. Coin of 5, Coin of 6.", names=("AK 47", "Zero", "Coin of 5"))
    assert [(n.shown, n.kind) for n in found.all if n.kind != "article"] == [
        ("47", "name"), ("60", "number"), ("Zero", "name"), ("zero", "number"), ("5", "name"), ("6", "number"),
    ]  # fmt: skip


def test_a_place_is_that_of_the_file() -> None:
    text = (
        "\ufeff# A\r\n\r\n- x **[five](x.md)** cards\r\n  and &times; *7*\r\n\r\n"
        "| a | b |\r\n|---|---|\r\n| 1 \\| 3 | `9` |\r\n"
    )
    rows = text.removeprefix("\ufeff").split("\r\n")
    for number in numbered(text).all:
        where = number.where
        assert rows[where.line - 1][where.column - 1 :].startswith(number.shown), number
    assert [number.shown for number in numbered(text).all if number.strong] == ["five", "7", "1", "3", "9"]


def test_sentences_end_where_people_end_them() -> None:
    text = "**Helmet.** Reduces it, e.g. by 20. Vest: 40! See fig. 3. “Yes?” She said no... of course. 5 more."
    segments = [segment.text for segment in read_text(Opened("r.md", text.encode())).segments]
    assert segments == [
        "Helmet. Reduces it, e.g. by 20.", "Vest: 40!", "See fig. 3.", "“Yes?”", "She said no... of course.", "5 more.",
    ]  # fmt: skip


# Patterns


TABLE = "| a | b | c | d |\n|---|---|---|---|\n"


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("deal {} cards", "Then DEAL **5**\ncards; deal 6 [cards](#x).", [[5], [6]]),
        ("Uzi … {} damage", "The Uzi, from afar, deals 40 damage. Uzi. Then 50 damage.", [[40]]),
        ("Uzi ... {}", "Uzi or AK: 40 or 60.", [[40]]),
        ("{} of {} and {}", "1 of 2 and three", [[1, 2, 3]]),
        ("{2} after {1}", "7 after 8", [[8, 7]]),
        ("lasts {}–{} minutes", "It lasts 20–30 minutes.", [[20, 30]]),
        ("lasts {} minutes", "It lasts 20–30 minutes.", [[Range(20, 30)]]),
        ("plus {}", "plus one", [[1]]),
        ("{} cards", "a cards, 2 cards", [[2]]),
        ("gets {} card", "gets a card. He gets 1 card.", [[1], [1]]),
        ("Turret | {} | – | {}", f"{TABLE}| Turret | 1–3 | — | ×2 |\n| Turret | 1–3 | ×2 | — |\n", [[Range(1, 3), 2]]),
        ("Turret {} {}", f"{TABLE}| Turret | 1–3 | — | ×2 |\n", [[Range(1, 3), 2]]),
        ("sword +{}", "sword +7, sword 8", [[7]]),
        ("sword {}", "sword +7, sword 8", [[7], [8]]),
        ("author’s revolver 38 … {}", "The author's .38. The author’s revolver “38” does 20.", [[20]]),
        ("section {}", "section 4", []),
        ("five {}", "five 6, 5 7", [[6]]),
        ("one-eyed {}", "one eyed 3", [[3]]),
    ],
)  # fmt: skip
def test_a_pattern_fits(pattern: str, text: str, expected: list[list[object]]) -> None:
    found = Finder(numbered(text)).find(pattern_of(pattern))
    assert [[capture.value for capture in match.captures] for match in found] == expected


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("{}", "needs a word"),
        ("… {} cards", "…"),
        ("a {} … … b", "…"),
        ("a {} …", "…"),
        ("a card", "captures"),
        ("a {x}", "brace"),
        ("a }", "brace"),
        ("a {1} {3}", "numbered"),
        ("a {1} {}", "numbered"),
        ("a " * 300 + "{}", "longer"),
    ],
)
def test_a_pattern_that_cannot_be_meant_is_refused(pattern: str, words: str) -> None:
    with pytest.raises(PatternError, match=words):
        pattern_of(pattern)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("a … a … a … a … a … a … a … a … a … b {}", "a " * 100_000),
        ("{} x {} x {} x {} x {} y", "1 x " * 50_000),
        ("a a a a a a a a a a b {}", "a " * 100_000),
        ("a {}", "| a " * 50_000 + "|"),
        ("(((((( a {}", "((((((((" * 20_000 + " a 1"),
        ("w {}", "w. " * 60_000),
        ("a | {} | {}", "| a | b |\n|---|---|\n" + "| a | 1 |\n" * 20_000),
    ],
)
def test_a_hostile_pattern_is_searched_in_good_time(pattern: str, text: str) -> None:
    read = numbered(text)
    finder = Finder(read)
    start = time.monotonic()
    finder.find(pattern_of(pattern))
    finder.nearest(pattern_of(pattern))
    assert time.monotonic() - start < 10


# Expressions


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("40", 40), ("-2", -2), ("numbers.hand", 5), ("sword.damage", 40), ("axe-47.damage", 60), ("sword.copies", 12),
        ("sword.hits", Range(4, 6)), ("sword.hits.low", 4), ("sword.hits.high", 6), ("board.step", Fraction(55, 2)),
        ("board.towers[2]", 5), ("board.towers[-1]", 12), ("board.width", 200), ("board.best.damage", 60),
        ("component:sword.damage", 40), ("sum(1, 2, 3)", 6), ("sum(board.sides)", 12), ("diff(9, 2, 3)", 4),
        ("product(2, 3)", 6), ("quotient(3, 6)", Fraction(1, 2)), ("half(5)", Fraction(5, 2)), ("up(5, 2)", 3),
        ("down(5, 2)", 2), ("range(2, 4)", Range(2, 4)), ("count(all)", 25), ("count(weapon)", 24), ("count(red)", 20),
        ("count(group:red)", 20), ("count(deck:draw)", 24), ("count(sword)", 12), ("count(net)", 2),
        ("count(weapon, team=red)", 20), ("count(weapon, damage=40)", 12), ("count(weapon, edition=night)", 16),
        ("count(weapon, edition=base, team=red)", 20), ("count(kind:board)", 1), ("designs(weapon)", 3),
        ("extras(weapon)", 2), ("max(weapon.damage)", 60), ("min(weapon.damage)", 40), ("max(1, 7, sword.damage)", 40),
        ("max(weapon.hits)", 6), ("min(weapon.hits.low)", 3), ("total(weapon.damage)", 960), ("values(weapon.team)", 1),
        ("items(board.towers)", 3), ("max(board.towers)", 12), ("count(all, kind=board)", 1),
    ],
)  # fmt: skip
def test_an_expression_is_worked_out(expression: str, expected: object, workshop: Make) -> None:
    scope = Scope(catalogue_of(workshop("rules")), FUNCTIONS)
    assert scope.work_out(parse(expression)).value == expected


@pytest.mark.parametrize(
    ("expression", "words", "offset"),
    [
        ("swrd.damage", "did you mean 'sword'", 0),
        ("sum(1, sword.damge)", "did you mean 'damage'", 7),
        ("numbers.hnad", "did you mean 'hand'", 0),
        ("count(weapn)", "did you mean 'weapon'", 6),
        ("cuont(weapon)", "did you mean 'count'", 0),
        ("max(weapon.damge)", "did you mean 'damage'", 4),
        ("count(weapon, taem=red)", "did you mean 'team'", 14),
        ("count(weapon, edition=nigth)", "did you mean 'night'", 14),
        ("sword", "sword.copies", 0),
        ("weapon.damage", "no component 'weapon'", 0),
        ("kind:weapon.damage", "stands for many", 0),
        ("shield.damage", "leaves 'damage' out", 0),
        ("net.text", "no number", 0),
        ("board.towers[4]", "3 items", 0),
        ("sword.damage.low", "no 'low'", 0),
        ("count(board)", "", -1),
        ("1 + 2", "cannot be read", 2),
        ("sum(1, 2", "open", 8),
        ("sum 1", "cannot stand here", 4),
        ("sum()", "is written", 0),
        ("half(1, 2)", "is written", 0),
        ("half(1, team=red)", "no conditions", 8),
        ("count(1)", "takes the name", 6),
        ("quotient(1, 0)", "cannot be worked out", 0),
        ("sum(sword.hits)", "range", 4),
        ("$1", "no number of this pattern", 0),
        ("", "nothing stands", 0),
        ("(" * 40 + ")" * 40, "where a value", 0),
        ("sum(" * 30 + "1" + ")" * 30, "levels", 80),
        ("9" * 600, "longer", 0),
        ("__import__(os)", "cannot be read", 0),
        ("count(weapon, team=red, sword)", "stand last", 24),
        ("board.towers[x]", "whole number", 13),
    ],
)
def test_a_slip_in_an_expression_is_told_with_its_place(
    expression: str, words: str, offset: int, workshop: Make
) -> None:
    scope = Scope(catalogue_of(workshop("rules")), FUNCTIONS)
    if offset < 0:  # kind and component of one name, and one set: no slip
        assert scope.work_out(parse(expression)).value == 1
        return
    with pytest.raises(ExpressionError) as caught:
        scope.work_out(parse(expression))
    assert words in str(caught.value) + " " + caught.value.hint
    assert caught.value.offset == offset


def test_one_name_for_two_sets_must_say_which(workshop: Make) -> None:
    shop = workshop("rules")
    shop.edit("cards/arena/game.yaml", "  red: {name", "  weapon: {name: {en: B, pt: B}, ids: [sword]}\n  red: {name")
    scope = Scope(catalogue_of(shop), FUNCTIONS)
    with pytest.raises(ExpressionError, match="different things"):
        scope.work_out(parse("count(weapon)"))
    assert scope.work_out(parse("count(group:weapon)")).value == 12


# Claims


def check(shop: Workshop, text: str, claims: str, language: str = "en") -> CheckReport:
    rules = Opened("rules.md", text.encode())
    return check_game(catalogue_of(shop), language, rules, Opened("claims.yaml", claims.encode()), None, None)


def found(report: CheckReport, *codes: str) -> list[Problem]:
    return [problem for problem in report.problems if problem.code in codes]


HAND = "claims:\n  - id: hand\n    equals: numbers.hand\n    text: 'gets {} cards'\n"


def test_a_claim_that_holds_is_no_problem(workshop: Make) -> None:
    report = check(workshop("rules"), "Everybody gets five cards.", HAND)
    assert not found(report, "claim-differs", "claim-unmatched", "claim-times", "number-open")
    (row,) = report.claims
    assert (row.verdict, row.stated, row.catalogue, row.expression) == ("agrees", 5, 5, "numbers.hand")
    assert (row.stated_at, row.catalogue_at) == (Location("rules.md", 1, 16), Location("cards/arena/game.yaml", 10, 3))
    assert report.coverage is not None
    assert report.coverage.summary == "arena en: 1 numbers: 1 claimed, 0 listed, 0 ruled, 0 dismissed, 0 open"


def test_a_claim_that_differs_names_both_places(workshop: Make) -> None:
    (problem,) = found(check(workshop("rules"), "x\n\nEverybody gets 6 cards.", HAND), "claim-differs")
    assert problem.where == Location("rules.md", 3, 16)
    assert "the rules say 6 (rules.md:3), numbers.hand is 5" in problem.message
    assert "cards/arena/game.yaml:10:3" in problem.message
    assert "claims.yaml:2:5" in problem.hint


def test_a_claim_that_stands_nowhere_names_the_nearest_place(workshop: Make) -> None:
    report = check(workshop("rules"), "x.\n\nEverybody gets 5 pieces.", HAND)
    (problem,) = found(report, "claim-unmatched")
    assert problem.where == Location("claims.yaml", 4, 11)
    assert "line 3" in problem.hint
    assert "gets 5 pieces" in problem.hint
    assert [p.where for p in found(report, "number-open")] == [Location("rules.md", 3, 16)]


def test_a_claim_that_stands_twice_says_so(workshop: Make) -> None:
    text = "He gets 5 cards. She gets 5 cards."
    shop = workshop("rules")
    (problem,) = found(check(shop, text, HAND), "claim-times")
    assert "rules.md:1:9, rules.md:1:27" in problem.hint
    for times in ("2", "any", "{en: 2, pt: 1}"):
        assert not found(check(shop, text, f"{HAND}    times: {times}\n"), "claim-times")


def test_under_narrows_to_a_heading_or_bold_words(workshop: Make) -> None:
    text = "## 1. One\n\nHe gets 5 cards.\n\n## 2. Two\n\n**Three.** Here. She gets 6 cards.\n"
    shop = workshop("rules")
    for under, wanted in (("One", 0), ("Two", 1), ("Three", 1)):
        report = check(shop, text, f"{HAND}    under: '{under}'\n")
        assert not found(report, "claim-times", "claim-unmatched")
        assert len(found(report, "claim-differs")) == wanted
    assert found(check(shop, text, f"{HAND}    under: Four\n"), "claim-unmatched")


def test_an_example_is_worked_out_from_itself(workshop: Make) -> None:
    claims = "claims:\n  - {id: e, equals: [given, sword.damage, 'sum($1, $2)'], text: 'rolls {}: {} and total {}'}\n"
    shop = workshop("rules")
    assert not found(check(shop, "She rolls 3: 40 and total 43.", claims), "claim-differs")
    (problem,) = found(check(shop, "She rolls 3: 40 and total 44.", claims), "claim-differs")
    assert problem.where.column == 27
    assert "sum($1, $2) is 43" in problem.message


def test_a_list_takes_as_many_numbers_as_it_has(workshop: Make) -> None:
    claims = "claims:\n  - {id: t, equals: board.towers, text: 'Towers: {}, {} and {}'}\n"
    shop = workshop("rules")
    assert not found(check(shop, "Towers: 1, 5 and 12.", claims), "claim-differs", "claim-pattern")
    (problem,) = found(check(shop, "Towers: 1, 6 and 12.", claims), "claim-differs")
    assert "board.towers[2]" in problem.message
    short = claims.replace(" and {}", "")
    (problem,) = found(check(shop, "Towers: 1, 5 and 12.", short), "claim-pattern")
    assert "captures 2 and says what 3" in problem.message


@pytest.mark.parametrize(
    ("claims", "code", "line", "words"),
    [
        ("claims:\n  - {id: a, equals: numbers.hnad, text: 'gets {}'}\n", "claim-expression", 2, "hand"),
        ("claims:\n  - {id: a, equals: [half(1, 2], text: 'gets {}'}\n", "claim-expression", 2, "quotes"),
        ("claims:\n  - {id: a, equals: 5, text: gets}\n", "claim-pattern", 2, "captures"),
        ("claims:\n  - {id: a, equals: 5}\n", "missing-key", 2, "text"),
        ("claims:\n  - {id: a, equal: 5, equals: 5, text: 'gets {}'}\n", "unknown-key", 2, "equals"),
        ("claims:\n  - {id: a, equals: 5, text: {en: 'gets {}'}}\n", "missing-translation", 2, "[]"),
        ("claims:\n  - {id: a, equals: 5, text: {en: 'gets {}', pt: [], ru: 'x {}'}}\n", "unknown-language", 2, ""),
        ("claims:\n  - {id: a, equals: 5, text: 'gets {}', times: 0}\n", "out-of-range", 2, ""),
        ("claims:\n  - {id: a, equals: 5, text: 'gets {}', times: {en: 1}}\n", "missing-key", 2, "pt"),
        ("claims:\n  - {id: a, equals: 5, text: 'gets {}', under: 'a {}'}\n", "claim-pattern", 2, "words alone"),
        ("claims:\n  - &a {id: a}\n", "yaml-alias", 2, "anchors"),
        ("claims: [\n", "yaml", 2, ""),
        ("claims: 5\n", "wrong-type", 1, "list"),
        ("clams: []\n", "unknown-key", 1, "claims"),
        ("dismissals:\n  - {text: 'gets {}'}\n", "missing-key", 2, "reason"),
        ("dismissals:\n  - {text: 'has {}', reason: x}\n", "dismissal-unmatched", 2, ""),
        ("unstated:\n  - {value: bord.x, reason: x}\n", "claim-expression", 2, "board"),
        ("claims:" + "\n  - {id: a, equals: 5, text: 'gets {}'}" * 2, "duplicate-id", 3, "2:5"),
    ],
)  # fmt: skip
def test_a_slip_in_the_file_is_told_with_its_place(
    claims: str, code: str, line: int, words: str, workshop: Make
) -> None:
    problems = found(check(workshop("rules"), "He gets 5 cards.", claims), code)
    assert problems
    assert (problems[0].where.path, problems[0].where.line) == ("claims.yaml", line)
    assert words in problems[0].message + problems[0].hint


def test_a_claim_may_be_silent_in_one_language(workshop: Make) -> None:
    claims = "claims:\n  - {id: a, equals: 5, text: {en: 'gets {}', pt: []}}\n"
    shop = workshop("rules")
    assert not found(check(shop, "He gets 5.", claims), "claim-unmatched", "missing-translation")
    assert not found(check(shop, "Nada.", claims, "pt"), "claim-unmatched")


def test_what_accounts_for_a_number(workshop: Make) -> None:
    text = (
        "# Arena\n\n25 pieces in the box, for 2 players.\n\n## 1. Components\n\n- 12 × Sword\n- 8 × Axe 47\n"
        "- 4 × Shield\n- 1 × Board\n\n## 2. Play\n\nHe gets 5 cards and 3 coins, a d6 and the .38.\n\n"
        "## 3. Rulings of this edition\n\nThe 7 stays.\n"
    )
    claims = HAND + "dismissals:\n  - {text: 'the {}', reason: a gun, under: Play}\n"
    report = check(workshop("rules"), text, claims)
    assert report.coverage is not None
    said: dict[str, list[str]] = {}
    for one in report.coverage.numbers:
        said.setdefault(one.number.shown, []).append(one.status)
    assert said == {
        "25": ["open"], "2": ["open", "structure"], "1": ["structure", "listed"], "12": ["listed"], "8": ["listed"],
        "47": ["uncounted"], "4": ["listed"], "5": ["claimed"], "3": ["open", "structure"], "a": ["uncounted"],
        "d6": ["uncounted"], "38": ["dismissed"], "7": ["ruled"],
    }  # fmt: skip
    opened = [problem.where.line for problem in found(report, "number-open")]
    assert opened == [3, 3, 14]  # pieces before the list, players, coins


def test_numbers_of_the_catalogue_must_be_stated(workshop: Make) -> None:
    report = check(workshop("rules"), "He gets 5 cards.", HAND)
    silent = {problem.message.split("states ")[1] for problem in found(report, "value-unstated")}
    assert "sword.damage" in silent
    assert "numbers.hand" not in silent
    assert "net.damage" not in silent  # its text quotes it
    assert any(message.startswith("3 of the 3 values of board.towers") for message in silent)
    places = {problem.message: str(problem.where) for problem in found(report, "value-unstated")}
    assert places["no rules text states sword.damage"].startswith("cards/arena/pieces.yaml:2:")
    assert places["no rules text states numbers.life"] == "cards/arena/game.yaml:12:3"


def test_what_is_assumed_or_excused_need_not_be_stated(workshop: Make) -> None:
    shop = workshop("rules")
    shop.edit("cards/arena/pieces.yaml", "damage: 40, ", "damage: 40, assumed: [damage], ")
    claims = (
        HAND
        + "unstated:\n  - {value: [weapon.hits, board.towers, axe-47.damage], reason: x}\n"
        + "  - {value: numbers.hand, reason: x}\n"
    )
    report = check(shop, "He gets 5 cards.", claims)
    silent = {problem.message.split("states ")[1] for problem in found(report, "value-unstated")}
    assert not {name for name in silent if "hits" in name or "towers" in name or "damage" in name}
    (problem,) = found(report, "unstated-needless")
    assert (problem.severity, problem.where.line) == ("warning", 7)


# The real game


def letal(shop: Workshop, language: str, proof: object = None) -> CheckReport:
    def opened(name: str) -> Opened:
        return Opened(f"cards/letal/{name}", (shop.root / "cards/letal" / name).read_bytes())

    catalogue = catalogue_of(shop, "letal")
    rules, claims, rulings = opened(f"rules.{language}.md"), opened("claims.yaml"), opened("rulings.yaml")
    return check_game(catalogue, language, rules, claims, rulings, proof)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["pt", "en"])
def test_letal_has_no_open_number(language: str, workshop: Make) -> None:
    report = letal(workshop("letal"), language)
    assert [str(problem) for problem in report.problems] == []
    assert report.coverage is not None
    assert report.coverage.counts["open"] == 0
    assert report.coverage.counts["claimed"] > 50


@pytest.mark.parametrize("language", ["pt", "en"])
def test_every_number_of_letal_that_is_changed_is_found(language: str, workshop: Make) -> None:
    """Each claimed or listed number, one at a time, made another: the check must name its line."""
    shop = workshop("letal")
    file = f"cards/letal/rules.{language}.md"
    clean = (shop.root / file).read_text(encoding="utf-8")
    covered = letal(shop, language).coverage
    assert covered is not None
    held = [one.number for one in covered.numbers if one.status in ("claimed", "listed") and one.number.shown.isdigit()]
    assert len(held) > 60
    missed = []
    for number in held:
        rows = clean.split("\n")
        row, at = rows[number.where.line - 1], number.where.column - 1
        rows[number.where.line - 1] = f"{row[:at]}{int(number.shown) + 1}{row[at + len(number.shown) :]}"
        shop.write(file, "\n".join(rows))
        if not any(p.where.line == number.where.line and p.where.path == file for p in letal(shop, language).problems):
            missed.append(f"{number.where}: {number.shown}")
    assert missed == []


def test_a_value_of_the_catalogue_that_is_changed_is_found(workshop: Make) -> None:
    shop = workshop("letal")
    for file in ("game.yaml", "weapons.yaml", "armour.yaml", "special.yaml"):
        path = shop.root / "cards/letal" / file
        clean = path.read_text(encoding="utf-8")
        places = [*re.finditer(r"^    (?:damage|reduction): (\d+)$", clean, re.MULTILINE)]
        if file == "game.yaml":
            block = clean[clean.index("\nnumbers:") : clean.index("\nfonts:")]
            places = [
                *re.compile(r"^  \w+: (\d+)", re.MULTILINE).finditer(clean, clean.index(block), clean.index("\nfonts:"))
            ]
        assert places
        for place in places:
            path.write_text(clean[: place.start(1)] + str(int(place[1]) + 1) + clean[place.end(1) :], encoding="utf-8")
            line = clean.count("\n", 0, place.start(1)) + 1
            problems = [str(problem) for problem in letal(shop, "en").problems]
            assert any(f"cards/letal/{file}:{line}:" in problem for problem in problems), (place[0], problems)
        path.write_text(clean, encoding="utf-8")


class Printed:
    def __init__(self, component: str, paper: int) -> None:
        self.component, self.paper = component, paper


def test_paper_is_the_third_column(workshop: Make) -> None:
    shop = workshop("letal")
    catalogue = catalogue_of(shop, "letal")
    rows = [Printed(c.id, c.copies - (c.id == "uzi")) for c in catalogue.components]
    report = letal(shop, "en", rows)
    (problem,) = found(report, "paper-differs")
    uzi = next(component for component in catalogue.components if component.id == "uzi")
    assert problem.where == uzi.place("copies")
    assert "rules.en.md" in problem.message
    lines = {line.id: line for line in report.lines}
    assert (lines["uzi"].stated, lines["uzi"].catalogue, lines["uzi"].paper, lines["uzi"].verdict) == (
        4,
        4,
        3,
        "differs",
    )
    assert lines["capacete"].verdict == "agrees"
    assert lines["weapon"].total


# Reports


def test_the_report_is_written_in_every_form(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit("cards/letal/rules.en.md", "deal 5 cards", "deal 6 cards")
    report = letal(shop, "en")
    data = to_json([report])
    assert json.loads(json.dumps(data)) == data
    (game,) = data["games"]
    assert set(game) == {
        "game", "language", "path", "ok", "components", "totals", "claims", "coverage", "facts", "problems",
    }  # fmt: skip
    uzi = next(row for row in game["components"] if row["id"] == "uzi")
    assert (uzi["stated"], uzi["catalogue"], uzi["paper"], uzi["verdict"]) == (4, 4, None, "agrees")
    assert uzi["where"]["path"] == "cards/letal/rules.en.md"
    assert [problem["code"] for problem in game["problems"]] == ["claim-differs"]
    assert game["coverage"]["open"] == 0
    (line,) = to_github(report.problems).split("\n")
    assert re.match(
        "::error file=cards/letal/rules.en.md,line=[0-9]+,col=[0-9]+,title=claim-differs::the rules say 6", line
    )
    assert "%0Ahint: " in line
    text = to_markdown([report])
    assert "## letal en: differs" in text
    assert "✗ differs" in text
    head, rows = table(report)
    assert len(head) == len(rows[0])
    name, stated, held, paper, verdict = next(row for row in rows if row[0] == "Uzi")
    assert re.fullmatch(r"4 \(cards/letal/rules\.en\.md:[0-9]+\)", stated)
    assert re.fullmatch(r"4 \(cards/letal/weapons\.yaml:[0-9]+\)", held)
    assert (name, paper, verdict) == ("Uzi", "", "agrees")


def test_a_stranger_s_words_do_no_harm_in_a_report(workshop: Make) -> None:
    text = "He gets 6 cards | <script>\u001b[31m`x`**, 100%: a,b."
    report = check(workshop("rules"), text, HAND)
    for form in (to_markdown([report]), to_github(report.problems)):
        assert "\u001b" not in form
    assert "<script>" not in to_markdown([report])
    assert "100%25" in to_github(report.problems)


# Rulings


RULING = """rulings:
  - id: a
    lines: [3, 5-7]
    found: reading
    grade: slips
    question: {en: Why?, pt: "Por quê?"}
    ruling: {en: So., pt: Assim.}
    printed: yes
    rules: "1"
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ('rules: "1"', 'rules: "1, 4"', "ruling-section", "section 4"),
        ('rules: "1"', "rules: one", "wrong-type", "number"),
        ("[3, 5-7]", "[7-5]", "wrong-type", "lines"),
        ("reading", "raeding", "unknown-value", "reading"),
        ("slips", "slip", "unknown-value", "slips"),
        (', pt: "Por quê?"', "", "missing-translation", "pt"),
        ("    grade: slips\n", "", "missing-key", "grade"),
        ("printed: yes", "printd: yes", "unknown-key", "printed"),
        ("rulings:", "rulings: [\n", "yaml", ""),
    ],
)
def test_a_slip_in_a_ruling_is_found(old: str, new: str, code: str, words: str, workshop: Make) -> None:
    assert old in RULING
    rulings = Opened("rulings.yaml", RULING.replace(old, new).encode())
    rules = Opened("rules.md", b"## 1. Aim\n\nNothing.\n")
    report = check_game(catalogue_of(workshop("rules")), "en", rules, None, rulings, None)
    problems = found(report, code)
    assert problems
    assert problems[0].where.path == "rulings.yaml"
    assert words in problems[0].message + problems[0].hint


def test_printed_rulings_are_handed_on(workshop: Make) -> None:
    from generator.rules import printed_rulings, read_rulings

    findings = Findings()
    read = read_rulings(Opened("r.yaml", RULING.encode()), catalogue_of(workshop("rules")), findings)
    assert findings.problems == []
    assert printed_rulings(read, "en") == (("", "So."),)
    assert read.rulings[0].lines == ((3, 3), (5, 7))


# Without claims, and texts that cannot be read


def test_without_claims_counts_and_sums_are_still_checked(workshop: Make) -> None:
    rules = Opened("rules.md", "## 1. Components\n\n- 12 × Sword\n\n## 3. Play\n\n5 + 5 = 11.\n".encode())
    report = check_game(catalogue_of(workshop("rules")), "en", rules, None, None, None)
    assert report.coverage is None
    assert {p.code for p in report.problems} >= {"numbering-gap", "example-sum", "count-unstated"}


def test_a_text_that_cannot_be_read_is_an_error(workshop: Make) -> None:
    catalogue = catalogue_of(workshop("rules"))
    with pytest.raises(SourceError) as caught:
        check_game(catalogue, "en", Opened("rules.md", b"\xff\xfe"), None, None, None)
    assert caught.value.problems[0].code == "encoding"
    with pytest.raises(SourceError) as caught:
        check_game(catalogue, "ru", Opened("rules.md", b"a"), None, None, None)
    assert caught.value.problems[0].code == "unknown-language"


# The documentation


def test_the_page_explains_every_function() -> None:
    page = (REPOSITORY / "docs" / "claims.md").read_text(encoding="utf-8")
    for name, function in FUNCTIONS.items():
        assert f"`{name}(" in page, name
        assert function.written.startswith(f"{name}(")


def test_the_page_explains_every_key_of_the_json(workshop: Make) -> None:
    page = (REPOSITORY / "docs" / "claims.md").read_text(encoding="utf-8")
    section = page.partition("## The report as JSON")[2].partition("\n## ")[0]
    explained = set(re.findall(r"[`\"](\w+)[`\"]", section))
    data = to_json([letal(workshop("letal"), "en")])
    (game,) = data["games"]
    keys = {*data, *game, *game["coverage"]}
    for name in ("components", "totals", "claims", "facts"):
        keys |= set(game[name][0])
    keys |= {"code", "severity", "message", "hint", "value", "sentence", "path", "line", "column"}
    assert not keys - explained
