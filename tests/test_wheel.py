"""Installed from its wheel into an empty folder it prints: layouts, fonts, art and games come along as they are. What
is missing from a wheel is missed by nobody who works in the repository.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pikepdf
import pytest

from tests.conftest import REPOSITORY, SAMPLES

SHIPPED = ("templates", "fonts", "cards")


def run(command: list[str], cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the working tree, built without the network."""
    out = tmp_path_factory.mktemp("wheel")
    if importlib.util.find_spec("hatchling"):
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", str(out), "."]
    elif shutil.which("hatchling"):
        command = ["hatchling", "build", "-t", "wheel", "-d", str(out)]
    else:
        pytest.skip("hatchling, which builds the wheel, is not installed, and tests do not fetch anything")
    made = run(command, REPOSITORY)
    assert made.returncode == 0, made.stderr
    [path] = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, as an installer unpacks it."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def ours(folder: Path) -> list[Path]:
    """Files of a folder, without what Python and editors leave behind."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    ]


@pytest.mark.parametrize("folder", SHIPPED)
def test_layouts_fonts_and_games_come_along_unchanged(folder: str, installed: Path) -> None:
    files = ours(REPOSITORY / folder)
    assert len(files) > 5
    missing = []
    for path in files:
        there = installed / "generator/shipped" / path.relative_to(REPOSITORY)
        if not there.is_file() or there.read_bytes() != path.read_bytes():
            missing.append(path.relative_to(REPOSITORY).as_posix())
    assert missing == []


def test_every_module_comes_along(installed: Path) -> None:
    """Also those of a package whose name a rule for left-overs happens to match, such as generator/build."""
    files = [path.relative_to(REPOSITORY) for path in ours(REPOSITORY / "generator")]
    assert Path("generator/build/__init__.py") in files
    assert [path.as_posix() for path in files if not (installed / path).is_file()] == []


def test_nothing_else_comes_along(installed: Path) -> None:
    [info] = installed.glob("*.dist-info")
    assert {path.name for path in installed.iterdir()} == {"generator", info.name}
    assert (info / "licenses/LICENSE").is_file()
    assert "cartada = generator.cli:main" in (info / "entry_points.txt").read_text(encoding="utf-8")
    wanted = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    metadata = (info / "METADATA").read_text(encoding="utf-8")
    assert all(f"Requires-Dist: {requirement}" in metadata for requirement in wanted)


def cartada(installed: Path, cwd: Path, *args: str) -> subprocess.CompletedProcess[str]:
    where = run([sys.executable, "-c", "import generator; print(generator.__file__)"], cwd, PYTHONPATH=str(installed))
    assert Path(where.stdout.strip()).is_relative_to(installed), "another installation was found first"
    return run([sys.executable, "-m", "generator.cli", *args], cwd, PYTHONPATH=str(installed))


def test_in_an_empty_folder_a_game_that_came_along_is_printed_and_proven(installed: Path, tmp_path: Path) -> None:
    made = cartada(installed, tmp_path, "pdf", "letal", "--lang", "pt")
    assert made.returncode == 0, made.stderr
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written >= {f"build/letal/pt/{name}" for name in ("cards.pdf", "components.pdf", "manifest.json")}
    assert all(path.startswith("build/letal/pt/") for path in written)
    with pikepdf.open(tmp_path / "build/letal/pt/cards.pdf") as pdf:
        assert len(pdf.pages) == 16
    proven = cartada(installed, tmp_path, "proof", "letal", "--lang", "pt")
    assert proven.returncode == 0, proven.stdout + proven.stderr
    checked = cartada(installed, tmp_path, "check", "letal", "--lang", "pt")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_in_an_empty_folder_a_game_that_came_along_goes_to_a_print_shop(installed: Path, tmp_path: Path) -> None:
    """The table of shops is no Python."""
    made = cartada(installed, tmp_path, "export", "letal", "--lang", "pt", "--to", "drivethrucards")
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "build/letal/pt/export/drivethrucards/draw.pdf").is_file()


def test_a_game_of_ones_own_uses_the_fonts_and_art_that_came_along(installed: Path, tmp_path: Path) -> None:
    for folder in ("cards", "templates"):
        shutil.copytree(SAMPLES / "duel" / folder, tmp_path / folder)
    made = cartada(installed, tmp_path, "pdf")
    assert made.returncode == 0, made.stderr
    assert sorted(path.name for path in (tmp_path / "build").iterdir()) == ["duel"]


def test_the_same_game_is_the_same_bytes_from_the_wheel_and_from_the_repository(
    installed: Path, tmp_path: Path
) -> None:
    assert cartada(installed, tmp_path, "pdf", "letal", "--lang", "en").returncode == 0
    here = run(
        [sys.executable, "-m", "generator.cli", "pdf", "letal", "--lang", "en", "--root", str(REPOSITORY),
         "--out", str(tmp_path / "here")],
        tmp_path,
        PYTHONPATH=str(REPOSITORY),
    )  # fmt: skip
    assert here.returncode == 0, here.stderr
    there = {path.name: path.read_bytes() for path in (tmp_path / "build/letal/en").iterdir()}
    assert len(there) >= 3
    assert there == {path.name: path.read_bytes() for path in (tmp_path / "here/letal/en").iterdir()}
