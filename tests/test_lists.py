"""A list that is read wrong and said firmly: the worst that the reader of component lists can do.

The samples in ``tests/lists/`` set the bounds; here stand the rules one by one, and hostile texts.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections import Counter
from functools import cache

import pytest

from generator.intake import Opened
from generator.problem import SourceError
from generator.rules.reading import Reading, read_components, read_file, to_json
from tests.lists import score

Row = tuple[str, int | None, str, str]


def rows(text: str, language: str | None = None) -> list[Row]:
    return [(i.item, i.count, i.bound, i.role) for i in read_components(text, "rules.txt", language).items]


def counts(text: str, language: str | None = None) -> dict[str, int | None]:
    return {item: count for item, count, _, _ in rows(text, language)}


@cache
def scored() -> tuple[Counter[str], tuple[str, ...]]:
    total: Counter[str] = Counter()
    notes: list[str] = []
    for ident in score.samples():
        _, numbers, found = score.run(ident)
        total.update(numbers)
        notes += [f"{ident}: {note}" for note in found]
    return total, tuple(notes)


def test_nine_lists_in_ten_are_exact() -> None:
    total, notes = scored()
    assert total["lists"] >= 45
    assert total["exact"] >= 0.9 * total["lists"], "\n".join(notes)


def test_nothing_wrong_is_stated_firmly() -> None:
    total, notes = scored()
    assert total["firm"] == 0, "\n".join(note for note in notes if "FIRM" in note)


def test_samples_name_lines_that_exist() -> None:
    for ident in score.samples():
        lines = score.text_of(ident).read_text(encoding="utf-8").splitlines()
        want = json.loads((score.HERE / ident / "expected.json").read_text(encoding="utf-8"))
        assert all(1 <= item["line"] <= len(lines) for item in want["items"]), ident


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- 12 wolf cards", {"wolf cards": 12}),
        ("- Wolf cards (12)", {"Wolf cards": 12}),
        ("- Wolf cards ×12", {"Wolf cards": 12}),
        ("- vinte e duas cartas", {"cartas": 22}),
        ("- Карты троп — 28 штук", {"Карты троп": 28}),
        ("- 180kart akcji", {"kart akcji": 180}),
        ("- uma dúzia de fichas\n- um par de dados", {"fichas": 12, "dados": 2}),
        ("- дюжина фишек\n- пара кубиков", {"фишек": 12, "кубиков": 2}),
        ("Owl Fox x4 x2", {"Owl": 4, "Fox": 2}),
        ("12) 9 boards 3) 1 die", {"boards": 9, "die": 1}),
    ],
)
def test_counts_stand_anywhere(text: str, expected: dict[str, int]) -> None:
    assert counts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- 3 sets of 5 tokens", {"tokens": 15}),
        ("- 2 kits (a lamp and three ropes)", {"lamp": 2, "ropes": 6}),
        ("- 4 boards, each with 2 pawns", {"boards": 4, "pawns": 8}),
        ("- 5 fish cards (4 copies of each)", {"fish cards": 20}),
        ("- 4 x 6 sails", {"sails": 24}),
        ("- 8 tokens: 2 x 5 points, 6 x 1 point", {"tokens": 8}),
        ("- 3 each of: Ash, Elm", {"Ash": 3, "Elm": 3}),
        ("- 6 rings in each of 4 colours", {"rings": 24}),
        ("- 40 cubes (8 per player)", {"cubes": 40}),
        ("- 6 anéis em cada uma das 4 cores", {"anéis": 24}),
        ("- по 5 фишек каждого из 4 цветов", {"фишек": 20}),
        ("- 20 Würfel (je 5 in 4 Farben)", {"Würfel": 20}),
        ("A game for 4 players.\n- 3 cards per player", {"cards": 12}),
    ],
)
def test_what_multiplies_and_what_does_not(text: str, expected: dict[str, int]) -> None:
    assert counts(text) == expected


def test_a_range_of_players_multiplies_nothing() -> None:
    reading = read_components("For 2-5 players.\n- 2 boats per player", "x")
    assert to_json(reading)["items"] == [
        {"item": "boats", "count": 2, "bound": "at-least", "role": "item", "line": 2, "per": "player"}
    ]


def test_a_whole_is_a_total_only_if_its_parts_have_names() -> None:
    assert rows("- 9 animals (4 bears, 5 seals)") == [
        ("animals", 9, "exact", "total"),
        ("bears", 4, "exact", "item"),
        ("seals", 5, "exact", "item"),
    ]
    assert rows("- 7 dice (4 blue, 3 red)") == [("dice", 7, "exact", "item")]
    assert rows("- Dice: 3 white, 2 black") == [("Dice", 5, "exact", "item")]
    assert rows("- coins (5 x 50, 2 x 20)") == [("coins", 7, "exact", "item")]


def test_sums_that_do_not_come_out_are_said() -> None:
    reading = read_components("64 cards:\n- 30 trade cards\n- 32 event cards\n", "x")
    assert [(c.line, c.stated, c.sum) for c in reading.contradictions] == [(1, 64, 62)]
    assert reading.items[0].count == 64


@pytest.mark.parametrize(
    ("text", "bound", "count"),
    [
        ("- 30+ tokens", "at-least", 30),
        ("- no fewer than 60 coins", "at-least", 60),
        ("- não menos de 60 moedas", "at-least", 60),
        ("- не менее 60 монет", "at-least", 60),
        ("- about 40 stones", "doubtful", 40),
        ("- cerca de 40 pedras", "doubtful", 40),
        ("- около 40 камней", "doubtful", 40),
        ("- 2 or 3 bases", "doubtful", None),
        ("- Markers", "doubtful", None),
        ("- 90 crowns in notes", "doubtful", None),
        ("4 aids 2 9 dice", "doubtful", None),
        ("- cards 1 to 7, red and blue", "at-least", 14),
    ],
)
def test_what_cannot_be_told_is_not_stated(text: str, bound: str, count: int | None) -> None:
    last = rows(text, "en" if text.isascii() and "cerca" not in text else None)[-1]
    assert last[1:3] == (count, bound)


@pytest.mark.parametrize(
    "text",
    [
        "For 2-5 players, ages 10 and up, 60 minutes.",
        "Deal 5 cards to each player.",
        "Cada jogador começa com 5 cartas na mão.",
        "Раздайте каждому по пять жетонов.",
        "Возраст: 7+. Игроков: 2–4. Время: 30 мин.",
        "The back of the box prints 10 cards; that is a misprint.",
        "Um jogador de cada vez; one of you begins; один из игроков.",
    ],
)
def test_what_is_no_list(text: str) -> None:
    assert rows(text) == []


def test_the_newest_edition_holds() -> None:
    text = "- 12 wolf cards\n- 16 crew cards\n- 1 sand timer\nSecond edition:\n"
    text += "- replace the 12 wolf cards with 14 bear cards\n- there are now 18 crew cards instead of 16\n"
    text += "- the sand timer is no longer included\n"
    assert counts(text) == {"bear cards": 14, "crew cards": 18}
    assert counts("- 22 discs (not 21)") == {"discs": 22}


def test_sections_other_than_the_components_are_left_out() -> None:
    assert counts("# Game\n## Components\n- 3 dice\n## Setup\n- 4 cards\n") == {"dice": 3}


def test_one_line_in_another_language() -> None:
    text = "1 tabuleiro de jogo\n12 marcadores\n18 tuiles avec un A au verso, 12 marqueurs et la règle du jeu\n"
    assert counts(text)["règle du jeu"] == 1


HOSTILE = {
    "digits": "1" * 100_000,
    "numbers": "1 " * 50_000,
    "brackets": "(" * 5_000 + "3 cards" + ")" * 5_000,
    "quotes": '"(' * 5_000,
    "nul": "\0" * 10_000 + "\n3 cards\0",
    "long line": "12 wolf cards, " * 20_000,
    "many lines": "12 wolf cards\n" * 20_000,
    "pipes": "|" * 100_000,
    "table": "|a|3|\n" * 3_000,
    "blanks": " " * 200_000 + "x",
    "dots": ". " * 50_000,
    "number words": "vinte e " * 20_000,
    "times": "3x" * 30_000,
    "depth": "\n".join("  " * (i % 60) + f"- {i} cards:" for i in range(1_000)),
    "long word": "a" * 200_000,
    "tildes": "~" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_text_ends_quickly(text: str) -> None:
    started = time.process_time()
    with contextlib.suppress(SourceError):
        assert isinstance(read_components(text, "x", "en"), Reading)
    assert time.process_time() - started < 15


def test_files_are_read_by_their_kind() -> None:
    assert read_file(Opened("list.txt", "\ufeff- 3 cards".encode())).items[0].count == 3
    for opened, problem in [
        (Opened("list.txt", b"caf\xe9 3 cards"), "encoding"),
        (Opened("list.pdf", b"%PDF-1.4 nothing"), "unreadable-pdf"),
    ]:
        with pytest.raises(SourceError) as caught:
            read_file(opened)
        assert caught.value.problems[0].code == problem
