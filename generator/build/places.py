"""Where things lie: the project's folders, and what came with the package; files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.intake import Shelf, Shelves, show
from generator.problem import Location, did_you_mean, fail

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """The folder in which a designer works, then what came with the package: games, layouts, fonts, art."""

    root: Path

    @property
    def bases(self) -> tuple[Path, ...]:
        shipped = _PACKAGE / "shipped"
        return (self.root, shipped if shipped.is_dir() else _PACKAGE.parent)

    def games(self) -> dict[str, Path]:
        """The project's own games by name."""
        return _games(self.root)

    def game(self, name: str) -> Path:
        """A game's folder: the project's, else one that came along. SourceError ``unknown-game``."""
        known = {**_games(self.bases[-1]), **_games(self.root)}
        if name not in known:
            where = Location(show(self.root / "cards"))
            raise fail(where, "unknown-game", f"there is no game '{name}'", did_you_mean(name, known))
        return known[name]

    def examples(self) -> list[str]:
        """The games that came along."""
        return list(_games(self.bases[-1]))

    def shelves(self, folder: Path) -> Shelves:
        """What a game may read."""

        def shelf(name: str) -> Shelf:
            return Shelf(name, tuple(dict.fromkeys(base / name for base in self.bases)))

        return Shelves(
            game=Shelf(show(folder), (folder,)),
            templates=shelf("templates"),
            fonts=shelf("fonts"),
            art=shelf("cards/art"),
        )


def _games(base: Path) -> dict[str, Path]:
    cards = base / "cards"
    if not cards.is_dir():
        return {}
    return {folder.name: folder for folder in sorted(cards.iterdir()) if (folder / "game.yaml").is_file()}


def write_whole(path: Path, data: bytes) -> None:
    """Write aside, then rename: a reader sees the old file or the new one, never a half. Code ``cannot-write``."""
    aside = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(aside, 0o644)
        os.replace(aside, path)
    except OSError as error:
        message = f"the file cannot be written: {error.strerror}"
        raise fail(Location(show(path)), "cannot-write", message, "is it open elsewhere, or the disk full?") from None
    finally:
        if aside:
            Path(aside).unlink(missing_ok=True)


def forget(path: Path) -> None:
    """Remove a file that an earlier run wrote; it need not be there. Code ``cannot-write``."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        message = f"the file of an earlier run cannot be removed: {error.strerror}"
        raise fail(Location(show(path)), "cannot-write", message, "is it open elsewhere?") from None


def write_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a folder aside, then let it take the place of the old one: all of it or nothing. Code ``cannot-write``.

    ``files``: names within the folder, and bytes. What makes them may raise; then the old folder stays.
    """
    aside = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = tempfile.mkdtemp(dir=path.parent, prefix=".", suffix=".part")
        new, old = Path(aside) / "new", Path(aside) / "old"
        for name, data in files:
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(data)
        if path.exists() or path.is_symlink():
            os.replace(path, old)
        try:
            os.replace(new, path)
        except OSError:
            if old.exists():
                os.replace(old, path)
            raise
    except OSError as error:
        message = f"the folder cannot be written: {error.strerror}"
        hint = "is one of its files open elsewhere, or the disk full?"
        raise fail(Location(show(path)), "cannot-write", message, hint) from None
    finally:
        if aside:
            shutil.rmtree(aside, ignore_errors=True)
