"""Where things lie: the project's folders, and what came with the package; files that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.intake import Shelf, Shelves, show
from generator.problem import Location, SourceError, did_you_mean, fail

_PACKAGE = Path(__file__).resolve().parent.parent
_LIST = "files.txt"  # what was written into a folder, a name a line: all else in it is somebody's own
_LITTER = {".DS_Store", "Thumbs.db", "desktop.ini"}  # of the system, wherever a folder is looked at


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


def may_replace(path: Path) -> None:
    """Look whether a folder holds nothing but what ``write_folder`` wrote, or is not there.

    Codes ``foreign-file``, and ``cannot-write`` where nobody may look.
    """
    try:
        if path.is_symlink() or (path.exists() and not path.is_dir()):
            foreign, what = [path], "it is no folder"
        else:
            foreign = sorted(path / name for name in _files_in(path) - _listed(path))
            count = f"{len(foreign)} files" if len(foreign) > 1 else "a file"
            what = f"the folder holds {count} that no earlier export wrote"
    except OSError as error:
        raise _unwritable(path, error) from None
    if foreign:
        hint = "an export takes the place of the whole folder: move what is yours elsewhere, or take another --out"
        raise fail(Location(show(foreign[0])), "foreign-file", what, hint)


def _files_in(folder: Path) -> set[str]:
    """Everything below a folder that is no folder; links are not followed. OSError where nobody may look."""
    found: set[str] = set()
    if not folder.exists():
        return found
    for at, folders, files in os.walk(folder, onerror=_raised):
        links = [name for name in folders if os.path.islink(os.path.join(at, name))]
        found |= {(Path(at) / name).relative_to(folder).as_posix() for name in (*files, *links) if name not in _LITTER}
    return found


def _raised(error: OSError) -> None:
    raise error


def _listed(folder: Path) -> set[str]:
    try:
        return {_LIST, *(folder / _LIST).read_text(encoding="utf-8", errors="replace").splitlines()}
    except OSError:
        return set()


def write_folder(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write a folder aside, then let it take the place of the old one: all of it or nothing.

    ``files``: names within the folder, and bytes. What makes them may raise; then the old folder stays. Codes
    ``cannot-write``, and ``foreign-file`` where the old folder holds something that was not written here.
    """
    aside, names = "", []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = tempfile.mkdtemp(dir=path.parent, prefix=".", suffix=".part")
        new, old = Path(aside) / "new", Path(aside) / "old"
        for name, data in files:
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            (new / name).write_bytes(data)
            names.append(name)
        (new / _LIST).write_text("".join(f"{name}\n" for name in (*names, _LIST)), encoding="utf-8", newline="\n")
        may_replace(path)
        if path.exists():
            os.replace(path, old)
        try:
            os.replace(new, path)
        except OSError:
            if old.exists():
                os.replace(old, path)
            raise
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        if aside:
            shutil.rmtree(aside, ignore_errors=True)


def _unwritable(folder: Path, error: OSError) -> SourceError:
    message = f"the folder cannot be written: {error.strerror}"
    hint = "is one of its files open elsewhere, or the disk full?"
    return fail(Location(show(folder)), "cannot-write", message, hint)
