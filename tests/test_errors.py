"""A designer's slips: each must be found at its place, with its code, and all of them in one run.

Every folder of ``samples/errors`` is laid over the sample game ``duel``. A comment ``# error: code: words`` (in a
layout ``{# error: … #}``) stands on the line that causes the problem; exactly those problems must come, no other.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import SAMPLES, Workshop

FIXTURES = sorted(path.name for path in (SAMPLES / "errors").iterdir())
JINJA = ("template-syntax", "template-error", "template-limit", "undefined-name")  # Jinja knows lines, no columns
ANNOTATION = re.compile(r"(?:#|\{#) error: ([a-z-]+):\s*(.*?)\s*(?:#\}.*)?$")


def expected(folder: Path) -> set[tuple[str, int, str, str]]:
    found = set()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = ANNOTATION.search(line)
                if match:
                    found.add((path.relative_to(folder).as_posix(), number, match[1], match[2]))
    return found


@pytest.mark.parametrize("name", FIXTURES)
def test_the_problem_is_found_at_its_line(name: str, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shutil.copytree(SAMPLES / "errors" / name, shop.root, dirs_exist_ok=True)
    wanted = expected(SAMPLES / "errors" / name)
    assert wanted, "a fixture without an annotation"
    problems = shop.problems()
    for path, line, code, words in wanted:
        match = [p for p in problems if (p.where.path, p.where.line, p.code) == (path, line, code)]
        assert match, f"{path}:{line} {code} is not among:\n" + "\n".join(map(str, problems))
        assert any(words in p.message for p in match), "\n".join(map(str, match))
    places = {(path, line, code) for path, line, code, _ in wanted}
    assert {(p.where.path, p.where.line, p.code) for p in problems} == places
    assert all(p.where.column > 0 for p in problems if p.code not in JINJA)


def test_the_sample_itself_has_no_problem(workshop: Callable[..., Workshop]) -> None:
    assert len(workshop().build("duel")) == 2


def test_many_slips_come_in_one_run_sorted_by_place(workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shop.edit("cards/duel/weapons.yaml", "copies: 4", "cpoies: 4")
    shop.edit("cards/duel/weapons.yaml", "damage: 20", "damage: twenty")
    shop.edit("cards/duel/game.yaml", 'ink: "#14202B"', "ink: black")
    problems = shop.problems()
    assert [p.code for p in problems] == ["bad-colour", "unknown-key", "wrong-type"]
    assert list(problems) == sorted(problems, key=lambda p: p.where)
    assert problems[1].hint == "did you mean 'copies'?"
