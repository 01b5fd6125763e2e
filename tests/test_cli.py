"""A command that says it printed and did not, or printed half; a typo that prints another paper; a stranger's card name
that clears the screen. Run as a person runs it: through click, and as a process whose output is a pipe.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator import __version__
from generator.cli import main
from tests.conftest import REPOSITORY, SAMPLES, Workshop

Make = Callable[..., Workshop]
WEAPONS, CARD = "cards/duel/weapons.yaml", "templates/duel/card.xml.j2"
LINE = re.compile(r"^(?P<place>\S[^:]*(?::\d+(?::\d+)?)?): (?P<severity>error|warning): .+ \[(?P<code>[a-z-]+)\]$")


def click_(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def process(*args: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "generator.cli", *map(str, args)]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), **more}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, check=False, timeout=120)


def files(folder: Path) -> dict[str, str]:
    """Every file below a folder, hidden ones too, and what it holds."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# Fine, wrong, misused ------------------------------------------------------------------------------------------------


def test_what_was_written_is_said_and_is_there(workshop: Make) -> None:
    shop = workshop()
    result = click_("pdf", "duel", "--out", shop.out)
    assert result.exit_code == 0
    assert set(files(shop.out)) == {
        f"duel/{lang}/{name}" for lang in ("pt", "en") for name in ("cards.pdf", "components.pdf", "manifest.json")
    }
    for lang in ("pt", "en"):
        assert f"{shop.out.as_posix()}/duel/{lang}: cards.pdf, components.pdf, manifest.json" in result.stdout
    assert "6 pieces on 1 sheet of a4, at 100 %, both sides, flip on the long edge" in result.stdout
    assert "duel pt: laid out" in result.stderr
    assert click_("proof", "duel", "--out", shop.out).exit_code == 0


def test_quiet_says_nothing(workshop: Make) -> None:
    shop = workshop()
    for command in (["pdf"], ["proof"]):
        result = click_(*command, "duel", "--out", shop.out, "--quiet")
        assert (result.exit_code, result.output) == (0, "")
    assert files(shop.out)


def test_quiet_keeps_problems(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "copies: 4", "cpoies: 4")
    result = click_("pdf", "duel", "-q", "--out", shop.out)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "[unknown-key]" in result.stderr


def test_problems_are_printed_in_order_with_place_code_and_hint(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "copies: 4", "cpoies: 4")
    shop.edit(WEAPONS, "damage: 20", "damage: twenty")
    shop.edit("cards/duel/game.yaml", 'ink: "#14202B"', "ink: black")
    result = click_("pdf", "duel", "--out", shop.out)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert not shop.out.exists()
    lines = [line for line in result.stderr.splitlines() if not line.startswith("  ")]
    heads, last = [LINE.match(line) for line in lines[:-1]], lines[-1]
    assert all(heads), lines
    assert [match["code"] for match in heads if match] == ["bad-colour", "unknown-key", "wrong-type"]
    assert [match["place"].rsplit(":", 2)[0] for match in heads if match] == ["cards/duel/game.yaml", WEAPONS, WEAPONS]
    assert "  hint: did you mean 'copies'?" in result.stderr.splitlines()
    assert last == "3 errors"


def test_an_overflow_tells_card_language_line_and_millimetres(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, 'en: "Deals', 'en: "' + "Deals and deals " * 30)
    result = click_("pdf", "duel", "--out", shop.out)
    assert result.exit_code == 1
    assert re.search(CARD + r":9:3: error: .* is [\d.]+ mm too tall for its 24 mm box", result.stderr)
    assert "  while laying out Dagger front (en) at cards/duel/weapons.yaml:10:5" in result.stderr


@pytest.mark.parametrize(
    ("args", "code", "hint"),
    [
        (("pdf", "deul"), "unknown-game", "did you mean 'duel'?"),
        (("pdf", "duel", "--paper", "A44"), "unknown-paper", "did you mean 'a4'?"),
        (("pdf", "duel", "--paper", "lettre"), "unknown-paper", "did you mean 'letter'?"),
        (("pdf", "duel", "--lang", "ptt"), "unknown-language", "did you mean 'pt'?"),
        (("pdf", "duel", "--lang", "ru"), "unknown-language", "known here: en, pt"),
        (("proof", "deul"), "unknown-game", "did you mean 'duel'?"),
        (("proof", "duel", "--lang", "pt-br"), "unknown-language", "known here: en, pt"),
        (("check", "deul"), "unknown-game", "did you mean 'duel'?"),
        (("check", "duel"), "missing-file", ""),
    ],
)
def test_an_unknown_word_is_an_error_and_never_something_else(
    args: tuple[str, ...], code: str, hint: str, workshop: Make
) -> None:
    shop = workshop()
    more = () if args[0] == "check" else ("--out", shop.out)
    result = click_(*args, *more)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert hint in result.stderr
    assert not shop.out.exists()


def test_a_paper_in_capitals_is_that_paper(workshop: Make) -> None:
    shop = workshop()
    assert "of letter," in click_("pdf", "duel", "--paper", "LETTER", "--out", shop.out).stdout


@pytest.mark.parametrize(
    "args",
    [
        ("print",),
        ("pdf", "--papre", "a4"),
        ("pdf", "--flip", "diagonal"),
        ("pdf", "--bleed", "3"),
        ("pdf", "--bleed", "3 px"),
        ("pdf", "--bleed", "-1mm"),
        ("pdf", "--bleed", "30mm"),
        ("pdf", "--only", "cards"),
        ("pdf", "--lang"),
        ("pdf", "--root", "nowhere"),
    ],
)
def test_wrong_use_is_2_and_writes_nothing(args: tuple[str, ...], workshop: Make) -> None:
    shop = workshop()
    result = click_(*args)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert result.stdout == ""
    assert not (shop.root / "build").exists()


def test_what_is_there_is_told() -> None:
    told = click_("--help")
    assert told.exit_code == 0
    listed = re.findall(r"^  ([a-z]+)  +\S", told.stdout, re.MULTILINE)
    page = (REPOSITORY / "docs/commands.md").read_text(encoding="utf-8")
    assert listed == re.findall(r"^cartada ([a-z]+) ", page.split("```")[1], re.MULTILINE), "the order of the page"
    assert "..." not in told.stdout.split("Commands:")[1], "a line is cut short"
    for command in listed:
        assert f"    cartada {command} " in told.stdout, "each with an example"
        assert click_(command, "--help").exit_code == 0
    assert __version__ in click_("--version").stdout


def test_printing_does_not_wait_for_what_only_reads_and_checks(workshop: Make) -> None:
    """A build that takes a second should not load for half of one."""
    shop = workshop("letal")
    words = ["pdf", "letal", "--lang", "en", "--out", str(shop.out), "--root", str(shop.root)]
    command = [sys.executable, "-X", "importtime", "-m", "generator.cli", *words]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, cwd=REPOSITORY).stderr
    loaded = {line.rpartition("|")[2].strip() for line in told.splitlines() if line.startswith("import time:")}
    assert "generator.build.edition" in loaded
    assert loaded.isdisjoint({"pypdfium2", "rich", "watchfiles", "simplemma", "text_to_num", "generator.rules"})


def test_the_proof_speaks_by_its_exit_code(workshop: Make) -> None:
    shop = workshop()
    assert click_("proof", "duel", "--out", shop.out).exit_code == 1
    click_("pdf", "duel", "--out", shop.out)
    fine = click_("proof", "duel", "--out", shop.out)
    assert fine.exit_code == 0
    assert fine.stdout.splitlines() == [
        "duel pt: 6 pieces on 2 pages: agrees",
        "duel en: 6 pieces on 2 pages: agrees",
    ]
    shop.edit(WEAPONS, "copies: 4", "copies: 5")
    wrong = click_("proof", "duel", "--lang", "en", "--out", shop.out)
    assert wrong.exit_code == 1
    assert "duel en: 6 pieces on 2 pages: DIFFERS" in wrong.stdout
    assert "[proof-count]" in wrong.stderr


# Whole or not at all --------------------------------------------------------------------------------------------------


def two_games(shop: Workshop) -> None:
    for folder in ("cards", "templates"):
        for path in sorted((SAMPLES / "pixels" / folder / "pixels").iterdir()):
            shop.write(f"{folder}/pixels/{path.name}", path.read_bytes())


def test_no_game_is_written_when_the_second_one_fails(workshop: Make) -> None:
    shop = workshop()
    two_games(shop)
    assert click_("pdf", "--out", shop.out).exit_code == 0
    before = files(shop.out)
    assert {path.split("/")[0] for path in before} == {"duel", "pixels"}
    shop.edit(WEAPONS, "damage: 40", "damage: 60")
    shop.edit("cards/pixels/blocks.yaml", "name: One", "name: One\n    copies: 2")
    shop.edit("templates/pixels/front.xml.j2", "theme.y", "theme.yellow")
    result = click_("pdf", "--out", shop.out)
    assert result.exit_code == 1
    assert "[undefined-name]" in result.stderr
    assert files(shop.out) == before, "something was written, or left lying about"


def test_all_games_and_languages_complain_in_one_run(workshop: Make) -> None:
    shop = workshop()
    two_games(shop)
    shop.edit(CARD, "theme.paper", "theme.papper", 2)
    shop.edit("templates/pixels/front.xml.j2", "theme.y", "theme.yellow")
    told = click_("pdf", "--out", shop.out).stderr
    assert "(pt)" in told
    assert "(en)" in told
    assert "templates/pixels/front.xml.j2" in told


def test_printing_again_replaces_whole_files(workshop: Make) -> None:
    shop = workshop()
    click_("pdf", "duel", "--out", shop.out)
    first = files(shop.out)
    held = (shop.out / "duel/en/cards.pdf").open("rb")  # a viewer that has the old file open
    old = held.read()
    shop.edit(WEAPONS, "damage: 40", "damage: 60")
    click_("pdf", "duel", "--out", shop.out)
    second = files(shop.out)
    assert second.keys() == first.keys()
    assert second["duel/en/cards.pdf"] != first["duel/en/cards.pdf"]
    held.seek(0)
    assert held.read() == old, "the old file was written over instead of being replaced"
    held.close()
    shop.edit(WEAPONS, "damage: 60", "damage: 40")
    click_("pdf", "duel", "--out", shop.out)
    assert files(shop.out) == first


def test_a_file_that_cannot_be_replaced_is_a_problem_and_no_traceback(workshop: Make) -> None:
    shop = workshop()
    (shop.out / "duel/en/cards.pdf").mkdir(parents=True)
    result = process("pdf", "duel", "--lang", "en", "--out", shop.out, cwd=shop.root)
    assert b"Traceback" not in result.stderr
    assert result.returncode == 1
    assert not list(shop.out.rglob("*.part"))


@pytest.mark.parametrize("file", ["cards.pdf", "components.pdf"])
def test_only_one_file(file: str, workshop: Make) -> None:
    shop = workshop()
    result = click_("pdf", "duel", "--lang", "en", "--only", file, "--out", shop.out)
    assert result.exit_code == 0
    assert set(files(shop.out)) == {f"duel/en/{file}", "duel/en/manifest.json"}


def test_an_empty_folder_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("pdf", "proof", "check"):
        result = click_(command)
        assert result.exit_code == 1
        assert "there is no game here [unknown-game]" in result.stderr
        assert "game.yaml below cards/" in result.stderr
        assert "letal" in result.stderr
    assert list(tmp_path.iterdir()) == []


# Plain text through a pipe --------------------------------------------------------------------------------------------


def test_a_pipe_gets_plain_lines(workshop: Make) -> None:
    shop = workshop()
    result = process("pdf", "duel", "--out", shop.out, cwd=shop.root, FORCE_COLOR="1", TERM="xterm-256color")
    assert result.returncode == 0
    for stream in (result.stdout, result.stderr):
        assert b"\x1b" not in stream
        assert b"\r" not in stream
    assert result.stderr.decode().splitlines() == [
        f"duel {lang}: {what}" for lang in ("pt", "en") for what in ("laid out", "cards.pdf", "components.pdf")
    ]
    assert len(result.stdout.decode().splitlines()) == 4


def test_a_process_ends_with_the_same_codes(workshop: Make) -> None:
    shop = workshop()
    assert process("pdf", "duel", "-q", "--out", shop.out, cwd=shop.root).returncode == 0
    assert process("pdf", "deul", cwd=shop.root).returncode == 1
    assert process("pdf", "--nothing", cwd=shop.root).returncode == 2


def test_words_beyond_ascii_come_through_a_terminal_that_knows_only_ascii(workshop: Make) -> None:
    """A printer shop's old machine: LANG=C. No traceback because a card is called Ação."""
    shop = workshop()
    shop.edit(WEAPONS, "name: {pt: Espada, en: Sword}", 'name: "Ação 漢"')
    more = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"}
    result = process("pdf", "duel", "--out", shop.out, cwd=shop.root, **more)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr
    assert b"[missing-glyph]" in result.stderr


NAMES = {
    "markup": ("[/x] [link=http://x]y[/link]", "[/x] [link=http://x]y[/link]"),
    "escape": ("\\e[2J\\e]0;owned\\a", ""),
    "override": ("\\u202Eevil", ""),
    "line": ("two\\nlines", ""),
}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_name_cannot_act_on_the_terminal(name: str, workshop: Make) -> None:
    """The name is in the message's words or in its trace; nothing in it may move the cursor or turn the line round."""
    shop = workshop()
    text, shown = NAMES[name]
    shop.edit(WEAPONS, "name: {pt: Espada, en: Sword}", f'name: "{text}"')
    shop.edit(CARD, "{{ card.damage }}", "{{ card.damage }}漢")  # a problem on every card, whatever it is called
    result = process("pdf", "duel", "--out", shop.out, cwd=shop.root)
    told = result.stderr.decode("utf-8")
    assert result.returncode == 1
    assert shown in told
    acting = {char for char in told if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n"}
    assert not acting, ascii(told)
    for line in told.splitlines():
        assert LINE.match(line) or line.startswith("  ") or re.match(r"\d+ errors?$", line), line


def test_a_games_folder_with_a_hostile_name_cannot_either(workshop: Make) -> None:
    shop = workshop()
    (shop.root / "cards" / "du\x1b[31mel").mkdir()
    (shop.root / "cards" / "du\x1b[31mel" / "game.yaml").write_text("format: 1\n", encoding="utf-8")
    result = process("pdf", "--out", shop.out, cwd=shop.root)
    assert result.returncode == 1
    assert b"\x1b" not in result.stderr + result.stdout


@pytest.mark.parametrize("word", ["\x1b[2J", "[/x]", "\u202eab", "a/../b", "..", "con", "", "\ud800"])
def test_a_hostile_word_on_the_command_line_is_only_a_word(word: str, workshop: Make) -> None:
    shop = workshop()
    for args in (("pdf", word), ("pdf", "duel", "--paper", word), ("pdf", "duel", "--lang", word)):
        result = click_(*args, "--out", shop.out)
        assert result.exit_code == 1
        assert not any(char in result.stderr for char in "\x1b\u202e")
    assert not shop.out.exists()
