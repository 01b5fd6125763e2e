"""A path that leads out of the game's folder, a device, a huge file, a file found only where capitals do not count."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import limits
from generator.intake import BYTES_BY_SUFFIX, Shelf, read_bytes
from generator.problem import Location, SourceError

HERE = Location("game.yaml", 3, 5)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    root = tmp_path / "game"
    (root / "art").mkdir(parents=True)
    (root / "art/Sword.png").write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"s")
    (root / "art/link.png").symlink_to(tmp_path / "secret.png")
    (root / "art/inner.png").symlink_to(root / "art/Sword.png")
    (root / "out").symlink_to(tmp_path)
    os.mkfifo(root / "art/pipe.png")
    return Shelf("the game", (root,))


def code(shelf: Shelf, path: str) -> str:
    with pytest.raises(SourceError) as caught:
        shelf.read(path, HERE)
    assert caught.value.problems[0].where == HERE
    return caught.value.problems[0].code


@pytest.mark.parametrize(
    "path",
    [
        "../secret.png", "art/../../secret.png", "/etc/passwd", "//host/x.png", "art\\Sword.png", "C:\\x.png",
        "C:x.png", "file:///etc/passwd", "http://127.0.0.1/x.png", "~/x.png", "", ".", "art/", "art//Sword.png",
        "./art/Sword.png", "art/Sword.png\x00.svg", "art/link.png", "out/secret.png", "art/pipe.png",
    ],
)  # fmt: skip
def test_no_path_leads_out(shelf: Shelf, path: str) -> None:
    assert code(shelf, path) == "bad-path"


@pytest.mark.parametrize("path", ["art", "art/sword.png", "art/none.png", "CON", "art/" + "x" * 300])
def test_what_is_not_there_is_missing(shelf: Shelf, path: str) -> None:
    assert code(shelf, path) in ("missing-file", "bad-path")


def test_a_difference_of_capitals_is_pointed_out(shelf: Shelf) -> None:
    with pytest.raises(SourceError, match=r"the file is called 'Sword\.png'"):
        shelf.read("art/sword.png", HERE)


def test_a_link_within_the_folder_serves(shelf: Shelf) -> None:
    assert shelf.read("art/inner.png", HERE).data == b"x"


def test_the_first_folder_that_has_the_file_wins(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.yaml").write_text(name)
    assert Shelf("both", (tmp_path / "a", tmp_path / "b")).read("x.yaml", HERE).data == b"a"


def test_size_is_bounded_by_kind_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "big.svg"
    path.write_bytes(b"x" * limits.SVG_BYTES)
    assert len(read_bytes(path, HERE)) == BYTES_BY_SUFFIX[".svg"]
    path.write_bytes(b"x" * (limits.SVG_BYTES + 1))
    with pytest.raises(SourceError, match="too-large"):
        read_bytes(path, HERE)
