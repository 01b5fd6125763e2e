"""A message that sends the designer to the wrong line, hides its own end behind a card's name, or says the same thing a
hundred times: the errors of a print shop are read by people in a hurry.
"""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.problem import Location, Problem, SourceError, did_you_mean, fail, is_control, visible


def problem(path: str = "a.yaml", line: int = 1, column: int = 1, code: str = "x", message: str = "m") -> Problem:
    return Problem(where=Location(path, line, column), code=code, message=message)


# How a problem reads --------------------------------------------------------------------------------------------------


def test_a_problem_names_place_severity_code_trace_and_hint_in_this_order() -> None:
    told = Problem(
        where=Location("cards/duel/weapons.yaml", 14, 5),
        code="unknown-key",
        message="unknown key 'cpoies'",
        hint="did you mean 'copies'?",
        trace=("while laying out Uzi front (pt) at cards/letal/weapons.yaml:31:5", "for card.xml.j2:3"),
    )
    assert str(told).splitlines() == [
        "cards/duel/weapons.yaml:14:5: error: unknown key 'cpoies' [unknown-key]",
        "  while laying out Uzi front (pt) at cards/letal/weapons.yaml:31:5",
        "  for card.xml.j2:3",
        "  hint: did you mean 'copies'?",
    ]


@pytest.mark.parametrize(
    ("place", "told"), [(("a.yaml", 3, 7), "a.yaml:3:7"), (("a.yaml", 3), "a.yaml:3"), (("a.yaml",), "a.yaml")]
)
def test_a_place_tells_what_it_knows(place: tuple[str, int, int], told: str) -> None:
    assert str(Location(*place)) == told


def test_problems_are_sorted_by_file_line_and_column_as_numbers() -> None:
    wanted = [
        problem("a.yaml", 2, 1), problem("a.yaml", 10, 2), problem("a.yaml", 10, 11, "b"),
        problem("a.yaml", 10, 11, "c", "m"), problem("a.yaml", 10, 11, "c", "n"), problem("b.yaml", 0, 0),
        problem("b.yaml", 1, 1),
    ]  # fmt: skip
    for seed in range(5):
        mixed = random.Random(seed).sample(wanted, len(wanted))
        assert list(SourceError(mixed).problems) == wanted


def test_the_same_finding_is_told_once() -> None:
    assert SourceError([problem(), problem(line=2), problem()]).problems == (problem(), problem(line=2))


def test_an_error_says_all_its_problems_and_can_be_made_of_one() -> None:
    assert str(SourceError([problem(line=2), problem()])) == f"{problem()}\n{problem(line=2)}"
    made = fail(Location("a.yaml", 1, 1), "x", "m")
    assert made.problems == (problem(),)
    with pytest.raises(SourceError, match=r"a\.yaml:1:1: error: m \[x\]"):
        raise made


# Did you mean ---------------------------------------------------------------------------------------------------------

KEYS = ["copies", "name", "id", "damage", "assumed", "editions"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [("cpoies", "copies"), ("copy", "copies"), ("nmae", "name"), ("damge", "damage"), ("NAME", "name"),
     ("ID", "id"), ("edition", "editions")],
)  # fmt: skip
def test_a_slip_is_told_what_was_meant(word: str, meant: str) -> None:
    assert did_you_mean(word, KEYS) == f"did you mean '{meant}'?"


def test_what_is_nothing_like_any_is_told_what_there_is() -> None:
    assert did_you_mean("zzz", KEYS) == "known here: assumed, copies, damage, editions, id, name"
    assert did_you_mean("zzz", KEYS, "write it out") == "write it out"
    assert did_you_mean("zzz", []) == ""
    assert did_you_mean("zzz", [], "write it out") == "write it out"


def test_a_list_of_hundreds_is_not_poured_out() -> None:
    many = [f"word{n:03}" for n in range(300)]
    told = did_you_mean("zzz", many)
    assert told.endswith(", …")
    assert told.count("word") == 12


@given(st.text(max_size=20), st.lists(st.text(max_size=12), max_size=8))
def test_a_hint_depends_on_the_words_and_not_on_their_order(word: str, known: list[str]) -> None:
    told = did_you_mean(word, known)
    assert told == did_you_mean(word, reversed(known)) == did_you_mean(word, known * 2)
    assert not told.startswith("did you mean") or any(f"'{name}'" in told for name in known)


# Control characters ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        ("\x1b", r"\x1b"), ("\x00", r"\x00"), ("\x07", r"\x07"), ("\x7f", r"\x7f"), ("\x9b", r"\x9b"), ("\n", r"\n"),
        ("\r", r"\r"), ("\t", r"\t"), ("\u202e", r"\u202e"), ("\u2066", r"\u2066"), ("\u200f", r"\u200f"),
        ("\u2028", r"\u2028"), ("\u2029", r"\u2029"), ("\ud800", r"\ud800"), ("\U000e0001", r"\U000e0001"),
    ],
)  # fmt: skip
def test_what_acts_is_shown_and_does_not_act(char: str, shown: str) -> None:
    assert is_control(char)
    assert visible(f"a{char}b") == f"a{shown}b"


@pytest.mark.parametrize(
    "text", ["Ação", "Ёж", "漢字", "🔥", "a b", "[/x]", "a\u00a0b", "−3 × 4 … – “x”", "ﬁ", "e\u0301", ""]
)
def test_what_is_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("char", list("\u00ad\u200b\u200c\u200d\u2060\ufeff"))
def test_what_only_joins_or_parts_stays(char: str) -> None:
    assert visible(f"a{char}b") == f"a{char}b"


@given(st.text(st.characters()))
def test_a_message_is_one_line_that_can_be_sent_anywhere(text: str) -> None:
    """Whatever a file holds: one line, nothing that acts, no lone surrogate that an encoder would refuse."""
    told = visible(text)
    acting = {char for char in told if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert acting <= set("\u00ad\u200b\u200c\u200d\u2060\ufeff")
    assert len(told.splitlines()) <= 1
    told.encode("utf-8")
    assert told == text or not text.isprintable()


@given(
    st.text(st.characters(), max_size=30), st.text(st.characters(), max_size=30), st.text(st.characters(), max_size=30)
)
def test_no_part_of_a_problem_begins_a_line_of_its_own(path: str, message: str, hint: str) -> None:
    found = Problem(where=Location(path, 1, 2), code="x", message=message, hint=hint, trace=(message,))
    lines = str(found).split("\n")
    assert len(lines) == (3 if hint else 2)
    assert lines[0].endswith(" [x]")
    assert all(line.startswith("  ") for line in lines[1:])
