"""What goes wrong at the table when nobody counts: the box says 68 cards and the deck has 67.

The rules say four Uzis and five were printed; a card was renamed on paper and the rulebook still lists the old name; a
card was added and the list forgot it; a heading says 18 and the lines below it make 17. Players count their cards,
miss one, and look for it under the sofa. And the other way: a check that cries out where nothing is wrong, or that
takes a 9MM for nine of something, is switched off and finds nothing any more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from itertools import takewhile

import pytest

from generator import build as steps
from generator.catalogue import Catalogue
from generator.intake import Opened
from generator.problem import Problem, SourceError
from generator.rules import Entry, Report, check_counts, read_list
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
LANGUAGES = ("pt", "en")
HEADINGS = {"pt": "Componentes", "en": "Components"}


def check(shop: Workshop, language: str, game: str = "letal") -> Report:
    catalogue = catalogue_of(shop, game)
    shelf = steps.Project(root=shop.root).shelves(catalogue.folder).game
    return check_counts(catalogue, language, shelf.read(f"rules.{language}.md", catalogue.where))


def catalogue_of(shop: Workshop, game: str = "letal") -> Catalogue:
    (catalogue,) = steps.catalogues(steps.Project(root=shop.root), (game,))
    return catalogue


def only(report: Report, code: str) -> list[Problem]:
    return [problem for problem in report.problems if problem.code == code]


class Line:
    """A line of letal's own list, read here by the simplest means: the tests compute what they expect from it."""

    def __init__(self, language: str, number: int, text: str) -> None:
        match = re.fullmatch(r"( *)- (\d+)( ×)? (.*?)(:?)", text)
        assert match
        self.language, self.number, self.text = language, number, text
        self.count, self.name = int(match[2]), re.sub(r" \(.*\)", "", match[4])
        self.leaf, self.nested = bool(match[3]), bool(match[1])
        self.column = match.start(2) + 1

    @property
    def file(self) -> str:
        return f"cards/letal/rules.{self.language}.md"

    def with_count(self, count: int) -> str:
        return self.text.replace(str(self.count), str(count), 1)


def lines_of(language: str) -> list[Line]:
    path = REPOSITORY / "cards" / "letal" / f"rules.{language}.md"
    rows = list(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    start = next(number for number, row in rows if row.startswith("## ") and HEADINGS[language] in row)
    end = next(number for number, row in rows if row.startswith("## ") and number > start)
    return [Line(language, number, row) for number, row in rows[start : end - 1] if row.lstrip().startswith("- ")]


def heading_of(line: Line) -> Line | None:
    """The group that a nested line stands under."""
    above = [other for other in lines_of(line.language) if other.number < line.number and not other.nested]
    return above[-1] if line.nested else None


def parts_of(group: Line) -> list[Line]:
    below = [line for line in lines_of(group.language) if line.number > group.number]
    return list(takewhile(lambda line: line.nested, below))


def sentence_of(language: str) -> tuple[int, str]:
    """The sentence with the grand total: its line and text."""
    first = lines_of(language)[0]
    rows = (REPOSITORY / first.file).read_text(encoding="utf-8").splitlines()
    return first.number - 2, rows[first.number - 3]


LEAVES = [line for language in LANGUAGES for line in lines_of(language) if line.leaf]
GROUPS = [line for language in LANGUAGES for line in lines_of(language) if not line.leaf]


def named(line: Line) -> str:
    return f"{line.language}-{line.name}"


# The real game, as it is


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_real_rules_agree_with_the_real_catalogue(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    report = check(shop, language)
    assert report.problems == ()
    assert (report.game, report.language, report.path) == ("letal", language, f"cards/letal/rules.{language}.md")
    assert {row.verdict for row in report.rows} == {"agrees"}
    lines = {line.number: line for line in lines_of(language)}
    listed = {row.stated_at.line: row for row in report.rows if row.stated_at and row.stated_at.line in lines}
    assert listed.keys() == lines.keys()
    for number, row in listed.items():
        assert row.stated_at is not None
        assert (row.stated, row.stated_at.column) == (lines[number].count, lines[number].column)
    pieces = sum(component.copies for component in catalogue_of(shop).components)
    number, _ = sentence_of(language)
    (whole,) = [
        row for row in report.rows if row.stated_at and (row.stated_at.line, row.stated_at.column) == (number, 1)
    ]
    assert whole.catalogue == pieces == sum(line.count for line in lines.values() if line.leaf)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_names_both_places(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    for row in check(shop, language).rows:
        assert row.stated_at is not None
        assert row.catalogue_at is not None
        place = row.catalogue_at
        text = (shop.root / place.path).read_text(encoding="utf-8").splitlines()
        assert not place.line or text[place.line - 1][place.column - 1] != " "


# One thing changed


@pytest.mark.parametrize("line", LEAVES, ids=named)
def test_a_count_changed_in_the_text_is_found_at_its_line(line: Line, workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(line.file, f"\n{line.text}\n", f"\n{line.with_count(line.count + 1)}\n")
    report = check(shop, line.language)
    (problem,) = only(report, "count-differs")
    assert (problem.where.path, problem.where.line, problem.where.column) == (line.file, line.number, line.column)
    assert f"{line.count + 1} × {line.name}" in problem.message
    assert f"{line.file}:{line.number}" in problem.message
    assert f"holds {line.count} " in problem.message
    # The heading above, or the sentence, no longer adds up either.
    above = heading_of(line)
    wanted = above.number if above else sentence_of(line.language)[0]
    assert {p.where.line for p in only(report, "total-differs")} == {wanted}
    assert len(report.problems) == 2


@pytest.mark.parametrize("line", GROUPS, ids=named)
def test_a_wrong_group_total_is_found(line: Line, workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(line.file, f"\n{line.text}\n", f"\n{line.with_count(line.count - 1)}\n")
    report = check(shop, line.language)
    (differs,) = only(report, "count-differs")
    assert differs.where.line == line.number
    parts = parts_of(line)
    totals = {problem.where.line: problem for problem in only(report, "total-differs")}
    assert " + ".join(str(part.count) for part in parts) in totals[line.number].message
    assert f"from {line.file}:{parts[0].number}:" in totals[line.number].hint
    assert sentence_of(line.language)[0] in totals


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_total_in_the_sentence_is_found(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    number, text = sentence_of(language)
    for count in re.findall(r"\d+", text):
        altered = text.replace(count, str(int(count) + 1))
        shop.edit(f"cards/letal/rules.{language}.md", text, altered)
        report = check(shop, language)
        assert {(p.code, p.where.line, p.where.column) for p in report.problems} == {
            (code, number, text.index(count) + 1) for code in ("count-differs", "total-differs")
        }
        shop.edit(f"cards/letal/rules.{language}.md", altered, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", ["weapons.yaml", "armour.yaml", "special.yaml", "life.yaml"])
def test_copies_changed_in_the_catalogue_name_both_files_and_lines(file: str, language: str, workshop: Make) -> None:
    shop = workshop("letal")
    before = [c for c in catalogue_of(shop).components if c.where.path.endswith(file)][-1]
    place = before.place("copies")
    path = shop.root / place.path
    rows = path.read_text(encoding="utf-8").split("\n")
    rows[place.line - 1] = rows[place.line - 1].replace(str(before.copies), str(before.copies + 1))
    path.write_text("\n".join(rows), encoding="utf-8")
    report = check(shop, language)
    line = next(line for line in lines_of(language) if line.leaf and line.name == before.name[language])
    found = {problem.where.line: problem for problem in only(report, "count-differs")}
    problem = found.pop(line.number)
    assert problem.message.startswith(f"the rules say {before.copies} × {before.name[language]} ")
    assert problem.message.endswith(
        f"({line.file}:{line.number}), the catalogue holds {before.copies + 1} ({place.path}:{place.line})"
    )
    assert str(place) in problem.hint
    # What is above it counts it too: its heading, and the sentence with the whole game.
    above = heading_of(line)
    assert found.keys() == {sentence_of(language)[0]} | ({above.number} if above else set())
    assert not only(report, "total-differs"), "the text is at one with itself"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_that_changes_teams_is_found_in_both_teams(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit("cards/letal/characters.yaml", "team: ct", "team: tr")
    report = check(shop, language)
    teams = [line for line in lines_of(language) if line.leaf and heading_of(line) is not None][:2]
    assert [problem.where.line for problem in report.problems] == [line.number for line in teams]
    assert {problem.code for problem in report.problems} == {"count-differs"}
    holds = [re.search(r"holds (\d+)", problem.message) for problem in report.problems]
    assert [int(match[1]) for match in holds if match] == [teams[0].count - 1, teams[1].count + 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_renamed_in_the_catalogue_is_found_from_both_sides(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    component = next(c for c in catalogue_of(shop).components if c.id == "capacete")
    name = component.name[language]
    shop.edit("cards/letal/armour.yaml", f"{language}: {name}", f"{language}: {name}zão")
    report = check(shop, language)
    line = next(line for line in lines_of(language) if line.name == name)
    (unmatched,), (unstated,) = only(report, "count-unmatched"), only(report, "count-unstated")
    assert (unmatched.where.line, unmatched.where.column) == (line.number, line.column)
    assert unmatched.hint == f"did you mean '{name}zão'?"
    assert f"{component.place('copies').path}:{component.place('copies').line}" in unstated.message
    above = heading_of(line)
    assert above is not None
    assert unstated.where.line == above.number, "it belongs below the heading that counts it"
    assert f"'{name}'" in unstated.hint
    assert len(report.problems) == 2
    assert {row.name: row.verdict for row in report.rows if row.verdict != "agrees"} == {
        name: "unmatched",
        f"{name}zão": "unstated",
    }


@pytest.mark.parametrize("line", LEAVES, ids=named)
def test_an_item_that_is_missing_from_the_list_is_found(line: Line, workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(line.file, f"\n{line.text}\n", "\n")
    report = check(shop, line.language)
    unstated = [row for row in report.rows if row.verdict == "unstated"]
    assert sum(row.catalogue or 0 for row in unstated) == line.count
    assert len(only(report, "count-unstated")) == len(unstated)
    above = heading_of(line)
    if above is not None:
        assert {p.where.line for p in only(report, "count-unstated")} == {above.number}
        assert {p.where.line for p in only(report, "total-differs")} == {above.number}


def test_an_item_without_its_count_is_found_where_it_stands(workshop: Make) -> None:
    shop = workshop("letal")
    line = next(line for line in LEAVES if line.name == "Colete")
    shop.edit(line.file, f"\n{line.text}\n", f"\n{line.text.replace(f'{line.count} × ', '')}\n")
    (problem,) = check(shop, line.language).problems
    assert (problem.code, problem.where.line) == ("count-unstated", line.number)
    assert problem.hint == f"write '{line.count} × Colete'"


# What is no list, or cannot be read


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_without_a_component_list_say_so(language: str, workshop: Make) -> None:
    shop = workshop("letal")
    file = f"cards/letal/rules.{language}.md"
    shop.edit(file, f"## 2. {HEADINGS[language]}", "## 2. Xyz")
    report = check(shop, language)
    (problem,) = report.problems
    assert (str(problem.where), problem.code, report.rows) == (file, "no-list", ())
    assert HEADINGS[language] in problem.hint


def test_a_language_without_words_of_ours_says_which_there_are(workshop: Make) -> None:
    shop = workshop()
    catalogue = catalogue_of(shop, "duel")
    with pytest.raises(SourceError) as caught:
        check_counts(catalogue, "de", Opened("rules.de.md", b"## Inhalt\n\n- 4 Schwerter\n"))
    assert caught.value.problems[0].code == "unknown-language"
    assert read_list(Opened("rules.de.md", b"## Inhalt\n\n- 4 Schwerter\n"), "de") is None


def test_rules_that_are_not_utf8_are_named_with_the_line(workshop: Make) -> None:
    shop = workshop()
    shop.write("cards/duel/rules.pt.md", "# Duelo\n\n## Conteúdo\n".encode("cp1252"))
    with pytest.raises(SourceError) as caught:
        check(shop, "pt", "duel")
    (problem,) = caught.value.problems
    assert (str(problem.where), problem.code) == ("cards/duel/rules.pt.md:3", "encoding")


# Phrasings: the sample game has 4 swords and 2 daggers


def duel(workshop: Make, language: str, body: str) -> Report:
    shop = workshop()
    shop.write(
        f"cards/duel/rules.{language}.md", f"# Duel\n\n## {HEADINGS[language]}\n\n{body}\n\n## 3. Setup\n\n- 9 lives\n"
    )
    return check(shop, language, "duel")


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("pt", "- 4 × Espada\n- 2 × Adaga"),
        ("pt", "6 cartas:\n\n- 4 Espadas\n- 2 Adagas"),
        ("pt", "6 cartas no total, que são:\n\n- 4 cartas de Espada\n- 2 cartas da Adaga"),
        ("pt", "São 6 cartas ao todo; as 6 formam o monte.\n\n* **4x Espada**\n* **2x Adaga**"),
        ("pt", "1. Espada: 4\n2. Adaga: 2 cartas"),
        ("pt", "- Total: 6 cartas\n- Espada ×4\n- Adaga (2)"),
        ("pt", "- 6 armas:\n    - 4 × «Espada»\n    - 2 × Adaga (a curta)"),
        ("en", "- 4 x Sword\n- 2 x Dagger"),
        ("en", "The box holds 6 cards, for 2 players aged 8 or more.\n\n+ 4 Swords\n+ 2 Daggers"),
        ("en", "- 6 weapon cards: 4 × Sword and 2 × Dagger"),
        ("en", "- 4× [Sword](#sword) – deals 40\n- 2× `Dagger`: deals 20"),
        ("en", "6 cards make up the draw pile.\n\n- x4 sword\n- x2 dagger"),
        ("en", "Weapons:\n\n- Sword - 4\n- Dagger - 2 pcs."),
        ("en", "### Cards\n\n- Weapons\n  - 4\u00a0× Sword\n\n    It cuts 40.\n  - 2 × Dagger"),
        ("en", "- 6 cards in all\n\n> - 4 × Sword\n> - 2 × Dagger"),
        ("en", "All in all there are 6 weapons."),
    ],
)
def test_a_phrasing_that_is_right_is_read(language: str, body: str, workshop: Make) -> None:
    report = duel(workshop, language, body)
    assert report.problems == ()
    assert report.rows
    assert {row.verdict for row in report.rows} == {"agrees"}


@pytest.mark.parametrize(
    ("language", "body", "wanted"),
    [
        ("pt", "- 5 × Espada\n- 2 × Adaga", [("count-differs", 5, 3)]),
        ("pt", "7 cartas.\n\n- 4 Espadas\n- 2 Adagas", [("count-differs", 5, 1), ("total-differs", 5, 1)]),
        ("pt", "- Espada: 4\n- Adaga: **3**", [("count-differs", 6, 12)]),
        ("en", "- 6 weapons:\n\t- 4 × Sword\n\t- 3 × Dagger", [("total-differs", 5, 3), ("count-differs", 7, 4)]),
        ("en", "- 6 weapons: 4 × Sword and 3 × Dagger", [("total-differs", 5, 3), ("count-differs", 5, 28)]),
        ("en", "- 4 × [Sword](#4)\n- 3 × Dagger", [("count-differs", 6, 3)]),
        ("en", "- 4 × Sword\n- 2 × Dagger\n- 1 × Mace", [("count-unmatched", 7, 3)]),
        ("en", "- 4+ Swords\n- 2 × Dagger", [("count-unstated", 3, 1)]),
        ("en", "- 3-4 Swords\n- 2 × Dagger", [("count-unstated", 3, 1)]),
        ("en", "- four Swords\n- 2 × Dagger", [("count-unstated", 3, 1)]),
        ("en", "- 4 × Sword\n- Dagger", [("count-unstated", 6, 3)]),
    ],
)
def test_a_phrasing_that_is_wrong_is_found(
    language: str, body: str, wanted: list[tuple[str, int, int]], workshop: Make
) -> None:
    report = duel(workshop, language, body)
    assert sorted((p.code, p.where.line, p.where.column) for p in report.problems) == sorted(wanted)


def test_two_lines_of_one_name_count_pieces_of_their_own(workshop: Make) -> None:
    report = duel(workshop, "en", "- 1 × Sword\n- 3 × Sword\n- 1 × Sword\n- 2 × Dagger")
    (problem,) = report.problems
    assert (problem.code, problem.where.line) == ("count-differs", 5)
    assert "5 × Sword (cards/duel/rules.en.md:5 and 6 and 7)" in problem.message
    assert [row.stated for row in report.rows] == [5, 2]


def test_a_number_in_a_sentence_that_counts_no_component_is_passed_over(workshop: Make) -> None:
    report = duel(workshop, "en", "For 2 to 4 players, 30 minutes, 63 x 88 mm.\n\n- 4 × Sword\n- 2 × Dagger")
    assert report.problems == ()


def test_a_sentence_that_counts_cards_nobody_can_tell_is_a_warning(workshop: Make) -> None:
    report = duel(workshop, "en", "Each player gets 3 cards of luck.\n\n- 4 × Sword\n- 2 × Dagger")
    assert [(p.code, p.severity, p.where.line) for p in report.problems] == [("count-unmatched", "warning", 5)]


def test_a_name_of_two_things_is_not_decided_by_its_count(workshop: Make) -> None:
    shop = workshop()
    shop.edit(
        "cards/duel/game.yaml", "catalogue:", "groups:\n  s: {name: {pt: Lâmina, en: Blades}, ids: [sword]}\ncatalogue:"
    )
    shop.edit("cards/duel/game.yaml", "en: Weapons", "en: Blades")
    shop.write("cards/duel/rules.en.md", "## Components\n\n- 4 × Sword\n- 2 × Dagger\n- 4 Blades\n")
    (problem,) = check(shop, "en", "duel").problems
    assert (problem.code, problem.where.line) == ("count-unmatched", 5)
    assert "the kind 'Blades'" in problem.hint
    assert "the group 'Blades'" in problem.hint


def test_what_an_edition_adds_is_not_counted_with_the_box(workshop: Make) -> None:
    shop = workshop()
    shop.edit("cards/duel/weapons.yaml", "  - id: dagger", "  - id: dagger\n    extra: yes")
    shop.write("cards/duel/rules.en.md", "## Components\n\n4 cards.\n\n- 4 × Sword\n")
    assert check(shop, "en", "duel").problems == ()
    shop.write("cards/duel/rules.en.md", "## Components\n\n4 cards.\n\n- 4 × Sword\n- 3 × Dagger\n")
    assert [(p.code, p.where.line) for p in check(shop, "en", "duel").problems] == [("count-differs", 6)]


# The reader alone


def entries(language: str, body: str) -> tuple[Entry, ...]:
    found = read_list(Opened("r.md", f"## {HEADINGS[language]}\n\n{body}\n".encode()), language)
    return found.entries if found else ()


@pytest.mark.parametrize(
    ("item", "count", "name"),
    [
        ("4 × 9MM", 4, "9MM"),
        ("9MM: 4", 4, "9MM"),
        ("9MM", None, "9MM"),
        ("AK 47", None, "AK 47"),
        ("AK 47 (4)", 4, "AK 47"),
        ("AK 47 × 4", 4, "AK 47"),
        ("4 * AK 47", 4, "AK 47"),
        ("18 cartas de armadura:", 18, "cartas de armadura"),
        ("Total: 68 cartas", 68, "cartas"),
        ("Dado: 20 faces", None, "Dado"),
        ("30+ fichas", None, "30+ fichas"),
        ("1.000 fichas", None, "1.000 fichas"),
        ("2–4 mapas", None, "2–4 mapas"),
        ("3 dados de 6 faces", 3, "dados de 6 faces"),
        ("9 animais (4 ursos, 5 focas)", 9, "animais (4 ursos, 5 focas)"),
        ("2 × Bomba; explode", 2, "Bomba"),
    ],
)
def test_one_item(item: str, count: int | None, name: str) -> None:
    first = entries("pt", f"- {item}\n- 1 × x")[0]
    assert (first.count, first.name, first.where.line) == (count, name, 3)


def test_levels_and_parents_follow_the_list() -> None:
    read = entries("pt", "Na mesa:\n\n- 3 × A\n  - 2 × B\n    1. 1 × C\n- 4 × D\n\n### Mais\n\n- 5 × E")
    names = [entry.name for entry in read]
    assert [(e.name, e.level, None if e.parent is None else names[e.parent]) for e in read] == [
        ("Na mesa", 0, None),
        ("A", 1, "Na mesa"),
        ("B", 2, "A"),
        ("C", 3, "B"),
        ("D", 1, "Na mesa"),
        ("E", 1, None),
    ]


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("pt", "2) CONTEÚDO DA CAIXA"),
        ("pt", "As cartas do jogo"),
        ("pt-br", "Componentes"),
        ("en", "What is in the box"),
        ("en", "Game components"),
        ("ru", "2. Состав игры"),
        ("ru", "Компоненты"),
    ],
)
def test_headings(language: str, heading: str) -> None:
    text = f"# X\n\n- 1 × no\n\n## {heading}\n\n- 7 × A\n\n## Y\n\n- 1 × no\n"
    found = read_list(Opened("r.md", text.encode()), language)
    assert found is not None
    assert [(entry.count, entry.name) for entry in found.entries] == [(7, "A")]
    assert found.heading.line == 5


def test_a_table_of_contents_is_not_the_contents_of_the_box() -> None:
    text = "# Contents\n\n- [Setup](#setup)\n\n# Components\n\n- 7 × A\n"
    found = read_list(Opened("r.md", text.encode()), "en")
    assert found is not None
    assert found.heading.line == 5


def test_line_ends_and_a_byte_order_mark_move_nothing() -> None:
    text = "\ufeff## Components\r\n\r\n- 7 ×\r\n  Ca\u0301psula\r\n"
    found = read_list(Opened("r.md", text.encode()), "en")
    assert found is not None
    (entry,) = found.entries
    assert (entry.count, entry.name, entry.where.line, entry.where.column) == (7, "Cápsula", 3, 3)


@pytest.mark.parametrize(
    "body",
    [
        "- " + "a " * 50_000,
        "- 4 × " + "a (" * 50_000,
        "4 x " * 30_000,
        "- " + "4 × a " * 30_000,
        "&times;" * 20_000 + " 7 cards",
        "- x\n" * 20_000 + "- 7 × A",
        "".join(f"{' ' * 2 * n}- 1 × A\n" for n in range(120)),
    ],
    ids=["long", "brackets", "sentence", "items", "entities", "lines", "deep"],
)
def test_a_hostile_list_is_read_in_good_time(body: str, workshop: Make) -> None:
    start = time.monotonic()
    duel(workshop, "en", body)
    assert time.monotonic() - start < 10


# Groups in the catalogue


@pytest.mark.parametrize(
    ("group", "code", "words"),
    [
        ("{name: {pt: A, en: B}, kind: wepon}", "unknown-kind", "did you mean 'weapon'?"),
        ("{name: {pt: A, en: B}, where: {damge: 40}}", "unknown-key", "did you mean 'damage'?"),
        ("{name: {pt: A, en: B}, where: {text: cut}}", "wrong-type", "ids"),
        ("{name: {pt: A, en: B}, where: {damage: much}}", "wrong-type", ""),
        ("{name: {pt: A, en: B}, where: {damage: 41}}", "empty-group", "where"),
        ("{name: {pt: A, en: B}, ids: [swrd]}", "unknown-ref", "did you mean 'sword'?"),
        ("{name: {pt: A, en: B}, ids: [sword, sword]}", "duplicate-key", ""),
        ("{name: {pt: A, en: B}, ids: []}", "empty-group", ""),
        ("{name: {pt: A, en: B}, ids: [sword], kind: weapon}", "conflicting-keys", "keep one"),
        ("{name: {pt: A, en: B}, idz: [sword]}", "unknown-key", "did you mean 'ids'?"),
        ("{name: {pt: A, en: B}}", "missing-key", "select"),
        ("{kind: weapon}", "missing-key", ""),
        ("{name: {pt: A}, kind: weapon}", "missing-translation", ""),
        ("[sword]", "wrong-type", ""),
    ],
)
def test_a_slip_in_a_group_is_found(group: str, code: str, words: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit("cards/duel/game.yaml", "catalogue:", f"groups:\n  blades: {group}\ncatalogue:")
    with pytest.raises(SourceError) as caught:
        catalogue_of(shop, "duel")
    problems = caught.value.problems
    rows = (shop.root / "cards/duel/game.yaml").read_text(encoding="utf-8").split("\n")
    assert code in [problem.code for problem in problems]
    assert any(words in problem.hint for problem in problems if problem.code == code)
    assert all(rows[problem.where.line - 1].startswith("  blades:") for problem in problems)


def test_a_group_takes_what_its_conditions_say(workshop: Make) -> None:
    shop = workshop()
    groups = (
        "groups:\n"
        "  strong: {name: {pt: F, en: S}, kind: weapon, where: {damage: 40}}\n"
        "  all: {name: {pt: T, en: A}, kind: weapon}\n"
        "  some: {name: {pt: A, en: S}, ids: [dagger, sword]}\n"
    )
    shop.edit("cards/duel/game.yaml", "catalogue:", f"{groups}catalogue:")
    found = {ident: group.ids for ident, group in catalogue_of(shop, "duel").groups.items()}
    assert found == {"strong": ("sword",), "all": ("sword", "dagger"), "some": ("sword", "dagger")}


def test_a_list_field_must_hold_the_value(workshop: Make) -> None:
    shop = workshop("letal")
    groups = "  attack: {name: {pt: Ataques, en: Attacks}, where: {timing: ataque}}\n\ncatalogue:"
    shop.edit("cards/letal/game.yaml", "\ncatalogue:", groups)
    catalogue = catalogue_of(shop)
    wanted = [c.id for c in catalogue.components if "ataque" in tuple(c.values.get("timing", ()))]  # type: ignore[arg-type]
    assert wanted
    assert list(catalogue.groups["attack"].ids) == wanted
