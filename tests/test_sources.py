"""The authors' own texts against our catalogues: plain text, two languages in one file, rows that are no Markdown list,
names that are not ours. What would go wrong: a fault reported where the two agree, and so nobody reads the report; a
number that is changed in the author's text, and the check that says nothing.

The texts are not part of the repository. Where ``../shared/sources`` is not there, what they prove is proved on a text
of our own, with the same oddities, and their tests say why they are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator import build as steps
from generator.catalogue import Catalogue
from generator.cli import main
from generator.intake import Opened
from generator.problem import Problem, SourceError
from generator.rules import CheckReport, check_game
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
SOURCES = REPOSITORY.parent / "shared" / "sources"
GAMES = {"letal": "000", "counter-strike": "001", "mercenarios": "002", "redshot": "003", "cyberlight": "004"}
there = pytest.mark.skipif(not SOURCES.is_dir(), reason="the authors' texts, ../shared/sources, are not here")

OURS = """\
The deck has 68 cards divided into:

(8) Letters of characters from both teams
(4) Counter-terrorists
(4) Terrorists
(18) letters of Armor
(7) Helmet: reduces the damage by 20.
(7) Collect: reduces the damage by 40.
(4) Mask: protects against gas.
When the players have drawn all of the cards, they are shuffled, and the game goes on until the end of the round.
The player who has the letter shows it to all of the players of the team, and the attack is over.
Each of the players takes a card from the pile and puts it on the table in front of the others.

Cartas!

Para o jogo são necessários de 2 a 8 jogadores, cada um com a sua carta de personagem na mesa e 5 cartas na mão.
Quando não houver mais cartas, as cartas do lixo são embaralhadas para o monte, e o jogo continua até o fim da rodada.
Fig. 1. O começo do jogo

1. As Cartas
O baralho possui 68 cartas divididas em:

(8) Cartas de personagens de dois times
(4) Contra-terrorista
(4) Terrorista
Os personagens têm um revólver 38, com poder de fogo 20.

(8) Cartas de Pontos de Vida
Cada carta possui 5 níveis: 100%, 80%, 60%, 40% e 20%.

(18) Cartas Especiais:
(2) Bomba: quem a recebeu deve mostrar a todos. Se não puder desarmar, toma 40 de dano.
Nenhuma carta pode ser usada para evitar o dano da bomba.

(2) Bomba de Gás: ninguém ataca o atacante por uma rodada.
(2) Desarme de Bomba: protege da bomba.
(2) Esquiva: contra a Granada, metade do dano.
(2) Fogo Amigo: 20 de dano indefensável.
(2) Granada de Luz: ninguém joga por uma rodada.
(2) Head Shot: mata.
(2) Reforço: o jogador chama outro.
(2) Ricochete: quem perder sofre 20 de dano.

(18) Cartas de Armadura
(7) Capacete: Reduz 20 de dano.
(7) Colete: Reduz 40 de dano.
(4) Máscara: protege do gás.

(16) Cartas de Arma
(4) 9MM: Causa 40 de dano.
(4) AK 47: Causa 60 de dano.
(2) Granada: Causa 80 de dano.
(2) Rifle Snipper: Causa 80 de dano.
(4) Uzi: Causa 40 de dano.

1) Dois times, CT e Terror.
"""
EDITIONS = """\
Número de jogadores: 2
Projeto de alguém

Componentes:
10 cartas de Contraterrorista (CT)
10 cartas de Terrorista (TR)
2 dados
1 tabuleiro
As cartas de CT:
5 soldados
5 cartas em branco
As cartas de TR:
5 soldados
4 cartas em branco
1 carta de bomba (C4)

O flash serve para rolar o dado outra vez. Cada jogador pode ter 3 cartas no meio.

Global Offensive edition
As cartas em branco são removidas e entram as seguintes
Cartas de CT:
2 Granadas Explosivas
2 Granadas de luz (flashbang)
1 AWP
As cartas de TR:
2 Granadas Explosivas
2 Granadas de luz (flashbang)
"""


@cache
def catalogue_of(game: str) -> Catalogue:
    (catalogue,) = steps.catalogues(steps.Project(root=REPOSITORY), (game,))
    return catalogue


def source(game: str) -> str:
    (path,) = SOURCES.glob(f"{GAMES[game]}_*.txt")
    return path.read_text(encoding="utf-8-sig")


def check(game: str, language: str, text: str, lines: tuple[int, int] | None = None) -> CheckReport:
    opened = Opened("source.txt", text.encode())
    return check_game(catalogue_of(game), language, opened, None, None, None, outside=True, lines=lines)


def told(report: CheckReport) -> list[tuple[int | None, str]]:
    return [(problem.where.line, problem.code) for problem in report.problems]


def counts(report: CheckReport) -> dict[int | None, int | None]:
    """Line → the count that is stated there."""
    return {
        line.stated_at.line: line.stated
        for line in report.lines
        if line.stated_at is not None and line.verdict == "agrees"
    }


def altered(text: str, line: int, column: int) -> str:
    """The text with the number at a place one higher."""
    rows = text.split("\n")
    row = rows[line - 1]
    number = re.match(r"\d+", row[column - 1 :])
    assert number, f"there is no number at {line}:{column}: {row!r}"
    rows[line - 1] = f"{row[: column - 1]}{int(number[0]) + 1}{row[column - 1 + number.end() :]}"
    return "\n".join(rows)


def missed(game: str, language: str, text: str) -> list[str]:
    """Each stated count changed alone; those of which the check then says nothing at their line."""
    result = []
    for line in check(game, language, text).lines:
        if line.stated_at is not None and line.verdict == "agrees":
            at, column = line.stated_at.line or 0, line.stated_at.column or 0
            report = check(game, language, altered(text, at, column))
            if not any(p.code == "count-differs" and _about(p, at) for p in report.problems):
                result.append(f"line {at}: {line.stated}")
    return result


def _about(problem: Problem, line: int) -> bool:
    """At the line, or at the first of the lines that are added up."""
    return problem.where.line == line or re.search(rf"\band {line}\b", problem.message) is not None


# A text of our own


def test_rows_agree_whatever_their_form() -> None:
    report = check("letal", "pt", OURS)
    first = OURS.split("\n").index("O baralho possui 68 cartas divididas em:") + 1
    assert [p for p in report.problems if p.severity == "error"] == []
    assert [code for _, code in told(report)] == ["term-double", "term-double"]
    assert len(counts(report)) == 25
    assert min(line or 0 for line in counts(report)) == first


def test_each_number_of_a_text_in_two_languages_is_held() -> None:
    assert len(counts(check("letal", "pt", OURS))) == 25
    assert missed("letal", "pt", OURS) == []


@pytest.mark.parametrize("row", ["Capacete: Reduz", "Colete: Reduz", "9MM: Causa", "AK 47: Causa", "Uzi: Causa"])
def test_what_a_counted_row_says_of_its_card_is_held(row: str) -> None:
    line, typed = next((at, typed) for at, typed in enumerate(OURS.split("\n"), 1) if row in typed)
    column = typed.index(row) + len(row) + 2
    assert not any(problem.code == "value-differs" for problem in check("letal", "pt", OURS).problems)
    found = check("letal", "pt", altered(OURS, line, column)).problems
    (problem,) = [problem for problem in found if problem.code == "value-differs"]
    assert (problem.where.line, problem.where.column) == (line, column)
    assert re.search(r"cards/letal/\w+\.yaml:\d+", problem.message)


def test_the_other_half_is_read_when_it_is_asked_for() -> None:
    report = check("letal", "en", OURS)
    assert sorted(line or 0 for line in counts(report)) == [1, 3, 4, 5, 6, 7, 8, 9]
    assert "count-differs" in [code for _, code in told(check("letal", "en", altered(OURS, 8, 2)))]
    assert "count-differs" not in [code for _, code in told(check("letal", "pt", altered(OURS, 8, 2)))]


def test_lines_say_what_is_read() -> None:
    rows = OURS.split("\n")
    first = rows.index("(18) Cartas de Armadura") + 1
    report = check("letal", "pt", OURS, (first, first + 3))
    assert sorted(line or 0 for line in counts(report)) == [first, first + 1, first + 2, first + 3]


def test_a_total_is_held_against_its_parts() -> None:
    line = OURS.split("\n").index("(18) Cartas de Armadura") + 1
    assert (line, "total-differs") in told(check("letal", "pt", altered(OURS, line, 2)))


def test_editions_are_counted_apart() -> None:
    report = check("counter-strike", "pt", EDITIONS)
    assert [(line, code) for line, code in told(report) if code != "term-double"] == []
    assert sorted(line or 0 for line in counts(report)) == [5, 6, 7, 8, 10, 11, 13, 14, 15, 22, 23, 24, 26, 27]
    assert missed("counter-strike", "pt", EDITIONS) == []


def test_one_thing_under_two_names_is_told() -> None:
    report = check("counter-strike", "pt", EDITIONS)
    problem = next(p for p in report.problems if p.code == "term-double")
    assert (problem.severity, problem.where.line) == ("warning", 23)
    assert "'flash' at line 17" in problem.message


def test_what_nobody_knows_is_a_warning() -> None:
    line = OURS.split("\n").index("(4) Uzi: Causa 40 de dano.") + 1
    report = check("letal", "pt", OURS.replace("(4) Uzi:", "(4) Bazuca:"))
    found = [(p.where.line, p.code, p.severity) for p in report.problems if p.code.startswith("count-")]
    assert (line, "count-unmatched", "warning") in found
    assert {severity for _, _, severity in found} == {"warning"}


def test_a_text_that_counts_nothing_is_a_warning() -> None:
    report = check("redshot", "pt", "O jogador ataca com uma arma de 60 de dano.\n\nEle perde 40 pontos.\n")
    assert [(p.code, p.severity) for p in report.problems] == [("no-list", "warning")]


@pytest.mark.parametrize("lines", ["5", "0-3", "7-2", "a-b", "1-2-3", "-1-4"])
def test_lines_are_two_numbers(lines: str, tmp_path: Path) -> None:
    text = tmp_path / "rules.txt"
    text.write_text(OURS, encoding="utf-8")
    options = ["check", "letal", "--root", str(REPOSITORY), "--rules", str(text), "--lang", "pt", f"--lines={lines}"]
    assert CliRunner().invoke(main, options).exit_code == 2


def test_the_command_finds_it_too(tmp_path: Path) -> None:
    text = tmp_path / "rules.txt"
    first = OURS.split("\n").index("Cartas!") + 1
    base = ["check", "letal", "--root", str(REPOSITORY), "--out", str(tmp_path), "--rules", str(text), "--lang", "pt"]
    text.write_text(OURS, encoding="utf-8")
    assert CliRunner().invoke(main, [*base, "--lines", f"{first}-99"]).exit_code == 0
    text.write_text(OURS.replace("(4) Uzi: Causa", "(5) Uzi: Causa"), encoding="utf-8")
    result = CliRunner().invoke(main, base)
    assert result.exit_code == 1
    assert "the rules say 5 × Uzi" in result.output


# Aliases


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("{fr: [épée]}", "unknown-key"), ("[lâmina]", "wrong-type"), ("{pt: lâmina}", "wrong-type"),
        ("{pt: [lâmina, lâmina]}", "duplicate-key"), ("{pt: ['']}", "empty"),
    ],
)  # fmt: skip
def test_an_alias_that_cannot_be_is_told(typed: str, code: str, workshop: Make) -> None:
    shop = workshop("duel")
    name = "    name: {pt: Espada, en: Sword}\n"
    shop.edit("cards/duel/weapons.yaml", name, f"{name}    aliases: {typed}\n")
    with pytest.raises(SourceError) as caught:
        steps.catalogues(steps.Project(root=shop.root), ("duel",))
    assert [problem.code for problem in caught.value.problems] == [code]


GROUP = "groups:\n  iron: {name: {pt: ferros, en: irons}, ids: [dagger]"


@pytest.mark.parametrize(
    ("file", "old", "new", "row"),
    [
        ("weapons.yaml", "name: {pt: Espada, en: Sword}", "\n    aliases: {en: [Blade]}", "4 Blades"),
        ("game.yaml", "plural: {pt: Armas, en: Weapons}", "\n    aliases: {en: [Tool]}", "6 Tools"),
        ("game.yaml", "draw: {name: {pt: Monte, en: Draw pile}", ", aliases: {en: [Supply]}", "6 Supply"),
        ("game.yaml", GROUP, ", aliases: {en: [Steel]}", "2 Steels"),
    ],
)  # fmt: skip
def test_kinds_decks_groups_and_components_have_aliases(
    file: str, old: str, new: str, row: str, workshop: Make
) -> None:
    shop = workshop("duel")
    if old == GROUP:
        shop.edit("cards/duel/game.yaml", "catalogue:", old + "}\ncatalogue:")
    shop.edit(f"cards/duel/{file}", old, old + new)
    (catalogue,) = steps.catalogues(steps.Project(root=shop.root), ("duel",))
    text = f"Contents\n{row}\n"
    report = check_game(catalogue, "en", Opened("r.txt", text.encode()), None, None, None, outside=True)
    assert list(counts(report)) == [2], report.problems


# The authors' texts


@there
@pytest.mark.parametrize(
    ("game", "language", "agree", "unmatched"),
    [
        ("letal", "pt", 25, []), ("letal", "en", 25, []), ("counter-strike", "pt", 14, []),
        ("mercenarios", "pt", 0, []), ("redshot", "pt", 0, []), ("cyberlight", "ru", 21, ["Правила"]),
    ],
)  # fmt: skip
def test_every_stated_count_agrees(game: str, language: str, agree: int, unmatched: list[str]) -> None:
    report = check(game, language, source(game))
    assert [line.name for line in report.lines if line.verdict == "differs"] == []
    assert [line.name for line in report.lines if line.verdict == "unmatched"] == unmatched
    assert sum(line.verdict == "agrees" for line in report.lines) == agree
    wrong = [p for p in report.problems if p.code.startswith(("count-", "total-")) and p.severity == "error"]
    assert wrong == []


@there
@pytest.mark.parametrize(
    ("game", "language", "expected"),
    [
        ("letal", "pt", [(141, "term-double"), (217, "term-double")]),
        ("counter-strike", "pt", [
            (62, "numbering-double"), (63, "numbering-gap"), (80, "table-gap"), (81, "table-sign"), (82, "table-sign"),
            (83, "table-gap"), (83, "table-sign"), (118, "term-double"), (143, "term-double"),
        ]),
        ("mercenarios", "pt", [
            (None, "no-list"), (127, "reference-broken"), (154, "reference-broken"), (175, "reference-broken"),
        ]),
        ("redshot", "pt", [(None, "no-list"), (23, "term-double")]),
        ("cyberlight", "ru", [
            (39, "numbering-gap"), (67, "count-unmatched"), (129, "term-double"), (259, "numbering-gap"),
            (313, "reference-broken"),
        ]),
    ],
)  # fmt: skip
def test_a_machine_finds_what_it_can(game: str, language: str, expected: list[tuple[int | None, str]]) -> None:
    found = told(check(game, language, source(game)))
    assert [(line or None, code) for line, code in found] == expected


@there
@pytest.mark.parametrize(
    ("row", "number"),
    [
        ("O baralho possui 68 cartas divididas em:", 68), ("(8) Cartas de personagens de dois times", 8),
        ("(4) Contra-terrorista", 4), ("(4) Terrorista", 4), ("(8) Cartas de Pontos de Vida", 8),
        ("(18) Cartas Especiais:", 18), ("(2) Bomba de Gás:", 2), ("(18) Cartas de Armadura", 18),
        ("(7) Capacete:", 7), ("(7) Colete:", 7), ("(4) Máscara:", 4), ("(16) Cartas de Arma", 16),
        ("(4) 9MM:", 4), ("(2) Granada:", 2), ("(4) Uzi:", 4),
    ],
)  # fmt: skip
def test_a_number_altered_in_the_authors_text_is_found(row: str, number: int, tmp_path: Path) -> None:
    text = source("letal")
    ((line, typed),) = [
        (at, typed) for at, typed in enumerate(text.split("\n"), 1) if typed.startswith(row) and at > 122
    ]
    copy = tmp_path / "copy.txt"
    copy.write_text(altered(text, line, typed.index(str(number)) + 1), encoding="utf-8")
    options = ["--root", str(REPOSITORY), "--out", str(tmp_path), "--rules", str(copy), "--lang", "pt"]
    result = CliRunner().invoke(main, ["check", "letal", *options])
    assert result.exit_code == 1
    assert re.search(rf"copy\.txt:{line}:\d+: error: the rules say {number + 1} × .* \[count-differs\]", result.output)


@there
@pytest.mark.parametrize(
    ("game", "language", "count"), [("letal", "pt", 25), ("counter-strike", "pt", 14), ("cyberlight", "ru", 21)]
)
def test_each_stated_count_changed_alone_is_found(game: str, language: str, count: int) -> None:
    text = source(game)
    assert len(counts(check(game, language, text))) == count
    assert missed(game, language, text) == []
