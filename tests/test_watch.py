"""What goes wrong while a designer tweaks: a save that is missed, a slip that ends it all, a file read half-written.

The command runs as a person starts it; the tests save files and wait for what it writes.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pikepdf
import pypdfium2
import pytest

from generator import build as steps
from generator.build.watching import affected
from tests.conftest import Workshop

Make = Callable[..., Workshop]
WEAPONS, CARD = "cards/duel/weapons.yaml", "templates/duel/card.xml.j2"
PATIENCE = 60  # seconds: long past any machine's slowest build


class Watcher:
    """The running command."""

    def __init__(self, shop: Workshop, process: subprocess.Popen[str], said: Path) -> None:
        self.process, self.said = process, said
        self.pdf = shop.out / "duel" / "en" / "cards.pdf"

    def until(self, met: Callable[[], bool]) -> None:
        ends = time.monotonic() + PATIENCE
        while not met():
            assert self.process.poll() is None, f"it ended: {self.said.read_text()}"
            assert time.monotonic() < ends, f"nothing came: {self.said.read_text()}"
            time.sleep(0.02)

    def words(self) -> str:
        with pypdfium2.PdfDocument(self.pdf) as document:
            return str(document[0].get_textpage().get_text_range())


@contextmanager
def watching(shop: Workshop, tmp_path: Path) -> Iterator[Watcher]:
    said = tmp_path / "said.txt"
    with said.open("w") as file:
        command = [sys.executable, "-m", "generator.cli", "watch", "duel", "--root", str(shop.root)]
        process = subprocess.Popen([*command, "--out", str(shop.out)], stdout=file, stderr=file, text=True)
        watcher = Watcher(shop, process, said)
        try:
            watcher.until(lambda: "print cards.pdf" in said.read_text())
            yield watcher
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_a_saved_number_is_printed(workshop: Make, tmp_path: Path) -> None:
    shop = workshop()
    with watching(shop, tmp_path) as watcher:
        assert "40" in watcher.words()
        shop.edit(WEAPONS, "damage: 40", "damage: 73")
        watcher.until(lambda: "73" in watcher.words())


def test_a_layout_that_is_saved_is_printed(workshop: Make, tmp_path: Path) -> None:
    shop = workshop()
    with watching(shop, tmp_path) as watcher:
        before = watcher.pdf.read_bytes()
        shop.edit(CARD, 'size="18pt"', 'size="17pt"')
        watcher.until(lambda: watcher.pdf.read_bytes() != before)


def test_a_slip_is_shown_and_mended_without_starting_again(workshop: Make, tmp_path: Path) -> None:
    shop = workshop()
    with watching(shop, tmp_path) as watcher:
        before = watcher.pdf.read_bytes()
        shop.edit(WEAPONS, "damage: 40", "damge: 40")
        watcher.until(lambda: "unknown-key" in watcher.said.read_text())
        assert watcher.pdf.read_bytes() == before
        shop.edit(WEAPONS, "damge: 40", "damage: 74")
        watcher.until(lambda: "74" in watcher.words())


def test_nobody_reads_a_half_written_file(workshop: Make, tmp_path: Path) -> None:
    shop = workshop()
    broken: list[str] = []
    with watching(shop, tmp_path) as watcher:
        done = Event()

        def poll() -> None:
            while not done.is_set():
                try:
                    with pikepdf.open(watcher.pdf) as pdf:
                        len(pdf.pages)
                except (pikepdf.PdfError, OSError) as error:
                    broken.append(str(error))

        reader = Thread(target=poll)
        reader.start()
        try:
            for old, new in ((40, 61), (61, 62), (62, 63)):
                shop.edit(WEAPONS, f"damage: {old}", f"damage: {new}")
                watcher.until(lambda new=new: str(new) in watcher.words())
        finally:
            done.set()
            reader.join()
    assert broken == []


@pytest.mark.parametrize(
    ("paths", "games"),
    [
        (["cards/duel/weapons.yaml"], ("duel",)),
        (["cards/letal/weapons.yaml", "cards/duel/game.yaml"], ("duel", "letal")),
        (["cards/art/uzi.svg"], ("duel", "letal")),
        (["templates/duel/card.xml.j2"], ("duel", "letal")),
        (["fonts/x.ttf"], ("duel", "letal")),
        (["cards/other/game.yaml"], ()),
        (["cards/notes.txt"], ("duel", "letal")),
    ],
)
def test_a_change_concerns_the_games_that_it_may_alter(
    paths: list[str], games: tuple[str, ...], tmp_path: Path
) -> None:
    order = steps.Order(games=("duel", "letal"), languages=(), spec=steps.sheet_spec("a4", None, "long"), out=tmp_path)
    root = tmp_path.resolve()
    assert affected(steps.Project(root=root), order, {root / path for path in paths}) == games


def test_a_game_that_is_not_there_ends_it(workshop: Make) -> None:
    shop = workshop()
    command = [sys.executable, "-m", "generator.cli", "watch", "dual", "--root", str(shop.root)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 1
    assert "did you mean 'duel'?" in done.stderr


def test_ctrl_c_ends_it_without_a_word(workshop: Make, tmp_path: Path) -> None:
    shop, said = workshop(), tmp_path / "said.txt"
    program = (  # a shell's background job would ignore the signal
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from generator.cli import main; main()"
    )
    with said.open("w") as file:
        words = ["watch", "duel", "--root", str(shop.root), "--out", str(shop.out)]
        process = subprocess.Popen([sys.executable, "-c", program, *words], stdout=file, stderr=file, text=True)
        watcher = Watcher(shop, process, said)
        try:
            watcher.until(lambda: "print cards.pdf" in said.read_text())
            before = said.read_text()
            time.sleep(0.3)  # it listens again
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
    assert said.read_text() == before
    assert not list(shop.out.rglob("*.part"))
