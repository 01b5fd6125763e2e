"""A game as it was: a revision of its git repository, laid down in a temporary folder.

The one module that starts a process: ``git``, without a shell, with a revision that was resolved to a hash before.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from generator.intake import show
from generator.problem import Location, SourceError, fail

SECONDS = 120
_SINCE = Location("--since")


@contextmanager
def checked_out(root: Path, revision: str, game: str) -> Iterator[Path]:
    """The project's folder at a revision: the game, layouts, fonts and shared art. Problems name ``REF:file``.

    SourceError ``no-git``, ``no-repository``, ``unknown-revision``, ``unreadable-revision``.
    """
    commit = _commit(root, revision)
    wanted = [f"cards/{game}", "cards/art", "templates", "fonts"]
    listed = _git(root, "ls-tree", "-z", "--name-only", commit, "--", *wanted)
    names = [name for name in os.fsdecode(listed.stdout).split("\0") if name]
    if f"cards/{game}" not in names:
        hint = f"name a later revision: git log -- cards/{game}"
        raise fail(_SINCE, "unknown-game", f"there is no game '{game}' at '{revision}'", hint)
    archive = _git(root, "--literal-pathspecs", "archive", "--format=tar", commit, "--", *names)
    if archive.returncode:
        raise fail(_SINCE, "unreadable-revision", f"git cannot give '{revision}' out: {_said(archive)}")
    with tempfile.TemporaryDirectory(prefix="cartada-") as made:
        folder = Path(made).resolve()
        try:
            with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
                tar.extractall(folder, filter="data")
        except (tarfile.TarError, OSError) as error:
            message = f"'{revision}' cannot be laid down: {error}"
            hint = "a link in the repository leads out of the folder, or the disk is full"
            raise fail(_SINCE, "unreadable-revision", message, hint) from None
        try:
            yield folder
        except SourceError as error:
            raise _renamed(error, f"{show(folder)}/", f"{revision}:") from None


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


def _git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in the project's folder. It fetches nothing and asks nobody."""
    env = {**os.environ, "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-C", os.fspath(root), *words]
    try:
        return subprocess.run(  # noqa: S603 (a list, no shell; a revision is a hash by then, or behind --verify)
            command, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=SECONDS
        )
    except FileNotFoundError:
        hint = "install git, or name a saved manifest.json"
        raise fail(_SINCE, "no-git", "a revision needs git, which is not installed", hint) from None
    except subprocess.TimeoutExpired:
        raise fail(_SINCE, "unreadable-revision", f"git took more than {SECONDS} seconds") from None


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
