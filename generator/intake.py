"""The one door for every file that is read.

A :class:`Shelf` is a named set of folders (the game's own, ``templates``, ``fonts``, ``cards/art``). A path from a
catalogue or a layout is relative, in POSIX form, and stays inside its shelf: no ``..``, no absolute path, no link or
device that leads out. The file is opened once, its size is bounded, and only its bytes are handed on.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path

from generator import limits
from generator.problem import Location, SourceError, did_you_mean, fail

_BAD = re.compile(r"[\\:\x00-\x1f~]|^/|^$|//|/$")

BYTES_BY_SUFFIX = {
    ".yaml": limits.YAML_BYTES,
    ".md": limits.MARKDOWN_BYTES,
    ".j2": limits.TEMPLATE_BYTES,
    ".svg": limits.SVG_BYTES,
    ".ttf": limits.FONT_BYTES,
    ".otf": limits.FONT_BYTES,
    ".png": limits.PICTURE_BYTES,
    ".jpg": limits.PICTURE_BYTES,
    ".jpeg": limits.PICTURE_BYTES,
    ".webp": limits.PICTURE_BYTES,
    ".pdf": limits.PDF_BYTES,
    ".json": limits.PDF_BYTES,
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: how it is called in messages, and its bytes."""

    shown: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Shelf:
    """Folders that are searched in order; the first that holds the file wins."""

    name: str
    folders: tuple[Path, ...]

    def find(self, relative: str, where: Location) -> Path:
        """The real path of a file on this shelf, or :class:`SourceError` (``bad-path``, ``missing-file``)."""
        parts = relative.split("/")
        if _BAD.search(relative) or any(part in ("", ".", "..") for part in parts):
            raise fail(
                where,
                "bad-path",
                f"'{relative}' is not a path below {self.name}",
                _advice(relative),
            )
        for folder in self.folders:
            found = self._look(folder, parts, relative, where)
            if found is not None:
                return found
        raise fail(where, "missing-file", f"there is no '{relative}' in {self.name}", self._nearest(parts))

    def read(self, relative: str, where: Location) -> Opened:
        """The bytes of a file on this shelf. Opened once: what was checked is what is read."""
        path = self.find(relative, where)
        return Opened(show(path), read_bytes(path, where))

    def has(self, relative: str) -> bool:
        try:
            self.find(relative, Location(""))
        except SourceError:
            return False
        return True

    def _look(self, folder: Path, parts: list[str], relative: str, where: Location) -> Path | None:
        try:
            root = folder.resolve(strict=True)
            real = folder.joinpath(*parts).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            return None
        if not real.is_relative_to(root):
            raise fail(where, "bad-path", f"'{relative}' leads out of {self.name}", "copy the file into the folder")
        # On a file system that ignores case, `Sword.png` would be found as `sword.png` here and nowhere else.
        here = root
        for part in parts:
            if not (here / part).is_symlink() and part not in os.listdir(here):
                return None
            here = (here / part).resolve()
        return real

    def _nearest(self, parts: list[str]) -> str:
        names: list[str] = []
        for folder in self.folders:
            here = folder.joinpath(*parts[:-1])
            try:
                if here.resolve().is_relative_to(folder.resolve()):
                    names += os.listdir(here)
            except (OSError, ValueError):
                continue
        names = [name for name in names if not name.startswith(".")]
        folded = {name.casefold(): name for name in names}
        same = folded.get(parts[-1].casefold())
        if same is not None:
            return f"the file is called '{same}': capital and small letters count"
        return did_you_mean(parts[-1], names) if names else f"there is no folder '{'/'.join(parts[:-1]) or '.'}'"


def read_bytes(path: Path, where: Location) -> bytes:
    """A regular file's bytes, bounded by its kind. Codes: ``missing-file``, ``bad-path``, ``too-large``."""
    allowed = BYTES_BY_SUFFIX.get(path.suffix.lower(), limits.YAML_BYTES)
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags)
    except OSError as error:
        raise fail(where, "missing-file", f"cannot read '{show(path)}': {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise fail(where, "bad-path", f"'{show(path)}' is not a regular file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(allowed + 1)
    if len(data) > allowed:
        raise fail(
            where, "too-large", f"'{show(path)}' is larger than {allowed // limits.MB} MB, the limit for its kind"
        )
    return data


def show(path: Path) -> str:
    """A path as a person at the project's folder would type it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        pass
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def _advice(relative: str) -> str:
    if "\\" in relative:
        return f"use forward slashes: '{relative.replace(chr(92), '/')}'"
    return "write it relative to that folder, without '..', ':' or '~'"


@dataclass(frozen=True, slots=True)
class Shelves:
    """All that a game may read: its own folder, the layouts, the fonts and the shared art."""

    game: Shelf
    templates: Shelf
    fonts: Shelf
    art: Shelf

    def picture(self, path: str, where: Location) -> Path:
        """A picture's real path: ``art:name.svg`` from the shared art, else from the game's own folder."""
        if path.startswith("art:"):
            return self.art.find(path[4:], where)
        return self.game.find(path, where)
