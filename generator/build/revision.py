"""A game as it was: a revision of its git repository, laid down in a temporary folder.

The one module that starts a process: ``git``, without a shell, with a revision that was resolved to a hash before.
"""

from __future__ import annotations

import io
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator import limits
from generator.intake import show
from generator.problem import Location, SourceError, fail

LINK = "120000"
_SINCE = Location("--since")


@contextmanager
def checked_out(root: Path, revision: str, game: str) -> Iterator[Path]:
    """The project's folder at a revision: the game, layouts, fonts and shared art. Problems name ``REF:file``.

    SourceError ``no-git``, ``no-repository``, ``unknown-revision``, ``unreadable-revision``.
    """
    files = _listed(root, revision, _commit(root, revision), game)
    with tempfile.TemporaryDirectory(prefix="cartada-") as made:
        folder = Path(made).resolve()
        _lay_down(root, revision, files, folder)
        try:
            yield folder
        except SourceError as error:
            raise _renamed(error, f"{show(folder)}/", f"{revision}:") from None


def _listed(root: Path, revision: str, commit: str, game: str) -> dict[str, str]:
    """The files that a build may read, and the hash of each. Links are left out: what they led to may not be there."""
    wanted = [f"cards/{game}", "cards/art", "templates", "fonts"]
    found = _git(root, "--literal-pathspecs", "ls-tree", "-r", "-l", "-z", commit, "--", *wanted)
    rows = [row.split("\t", 1) for row in os.fsdecode(found.stdout).split("\0") if row]
    told = [(path, *head.split()) for head, path in rows]
    files = {path: (blob, int(size)) for path, mode, kind, blob, size in told if kind == "blob" and mode != LINK}
    if not any(path.startswith(f"cards/{game}/") for path in files):
        hint = f"name a later revision: git log -- cards/{game}"
        raise fail(_SINCE, "unknown-game", f"there is no game '{game}' at '{revision}'", hint)
    if sum(size for _, size in files.values()) > limits.REVISION_BYTES:
        raise fail(_SINCE, "too-large", f"'{revision}' holds more than {limits.REVISION_BYTES // 1_000_000} MB")
    return {path: blob for path, (blob, _) in files.items()}


def _lay_down(root: Path, revision: str, files: dict[str, str], folder: Path) -> None:
    """The bytes as git keeps them: no filter, no attribute of the repository has a say in them."""
    asked = "".join(f"{blob}\n" for blob in files.values()).encode("ascii")
    given = io.BytesIO(_git(root, "cat-file", "--batch", asked=asked).stdout)
    for path in files:
        head = given.readline().split()
        if len(head) != 3 or head[1] != b"blob":
            raise fail(_SINCE, "unreadable-revision", f"git cannot give '{revision}:{path}' out")
        data = given.read(int(head[2]))
        given.read(1)
        target = folder / path
        if ".." in target.parts or not target.is_relative_to(folder):
            raise fail(_SINCE, "unreadable-revision", f"'{revision}:{path}' leads out of the folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _commit(root: Path, revision: str) -> str:
    """The hash of a revision; what begins with a hyphen would be an option of git, and is none."""
    inside = _git(root, "rev-parse", "--git-dir")
    if inside.returncode:
        hint = f"name a saved manifest.json instead; git says: {_said(inside)}"
        raise fail(_SINCE, "no-repository", f"'{show(root)}' is in no git repository", hint)
    if revision and not revision.startswith("-") and "\0" not in revision:
        found = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        commit = found.stdout.decode("ascii", "replace").strip()
        if found.returncode == 0 and commit.isalnum():
            return commit
    hint = "a commit, tag or branch (git log --oneline), or the path of a manifest.json"
    raise fail(_SINCE, "unknown-revision", f"there is no revision '{revision}', and no such file", hint)


def _git(root: Path, *words: str, asked: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run git in the project's folder. It fetches nothing and asks nobody."""
    env = {**os.environ, "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-C", os.fspath(root), *words]
    try:
        return subprocess.run(  # noqa: S603 (a list, no shell; a revision is a hash by then, or behind --verify)
            command, env=env, input=asked, capture_output=True, check=False, timeout=limits.REVISION_SECONDS
        )
    except FileNotFoundError:
        hint = "install git, or name a saved manifest.json"
        raise fail(_SINCE, "no-git", "a revision needs git, which is not installed", hint) from None
    except subprocess.TimeoutExpired:
        raise fail(_SINCE, "unreadable-revision", f"git took more than {limits.REVISION_SECONDS:g} seconds") from None


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0] if lines else f"exit code {done.returncode}"


def _renamed(error: SourceError, old: str, new: str) -> SourceError:
    """The same problems, told of the revision instead of a folder that is gone."""
    return SourceError(
        replace(
            problem,
            where=replace(problem.where, path=problem.where.path.replace(old, new)),
            message=problem.message.replace(old, new),
            hint=problem.hint.replace(old, new),
            trace=tuple(line.replace(old, new) for line in problem.trace),
        )
        for problem in error.problems
    )
