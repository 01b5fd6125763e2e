"""A house grows together when nobody looks: a room that knows too much, a module that nobody reads to its end.

The contract is the table of rooms in ``docs/architecture.md``. The table is read here, then every import in
``generator/`` is held against it, those within functions and under ``TYPE_CHECKING`` too.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.test_docs import table

REPOSITORY = Path(__file__).parent.parent
GENERATOR = REPOSITORY / "generator"
PAGE = REPOSITORY / "docs/architecture.md"
MODULES = sorted(GENERATOR.rglob("*.py"))

# No room needs them, and each of them would break a promise of docs/security.md.
FORBIDDEN_MODULES = (
    "socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc", "webbrowser", "subprocess",
    "multiprocessing", "concurrent", "ctypes", "pickle", "marshal", "shelve",
)  # fmt: skip
# One module may start one program: git, which knows what a game was like at a revision (docs/security.md).
STARTS_GIT = GENERATOR / "build/revision.py"
FORBIDDEN_CALLS = frozenset(["eval", "exec", "compile", "__import__", "breakpoint", "os.system", "os.popen"])
# The one door, what lays files down, and what reads them back.
OPENS_FILES = frozenset(["intake", "build", "proof"])


def room_of(path: Path) -> str:
    """``generator/layout/frame.py`` → ``layout``; '' for the package's own ``__init__``."""
    name = path.relative_to(GENERATOR).parts[0].removesuffix(".py")
    return "" if name == "__init__" else name


@cache
def contract() -> dict[str, frozenset[str]]:
    """Room → what its row lists: rooms, and packages by the names under which they are imported."""
    text = PAGE.read_text(encoding="utf-8")
    return {row[0].strip("`"): frozenset(re.findall(r"`([\w.]+)`", row[2])) for row in table(text, "room")}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything that a module imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import hides which room it means"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def calls(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything that a module calls."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            yield node.lineno, ast.unparse(node.func)


def known_as(name: str) -> str:
    """How the table would list an import: a room of ours by its own name, a package by its dotted one."""
    return name.split(".")[1] if name.startswith("generator.") else name


def allows(listed: str, name: str) -> bool:
    return name == listed or name.startswith(f"{listed}.")


def outgoing(path: Path) -> Iterator[tuple[int, str]]:
    """What a module imports from beyond its own room and the standard library. The version belongs to no room."""
    found = (
        (line, known_as(name)) for line, name in imports(path) if name.split(".")[0] not in sys.stdlib_module_names
    )
    yield from dict.fromkeys((line, name) for line, name in found if name not in (room_of(path), "__version__"))


def test_every_room_has_a_row_and_every_row_a_room() -> None:
    rooms = {room_of(path) for path in MODULES} - {""}
    assert set(contract()) == rooms


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(GENERATOR).as_posix())
def test_a_room_imports_only_what_its_row_lists(path: Path) -> None:
    listed = contract().get(room_of(path), frozenset())
    broken = [
        f"{path.relative_to(REPOSITORY)}:{line}: {room_of(path)} may not import {name}"
        for line, name in outgoing(path)
        if not any(allows(entry, name) for entry in listed)
    ]
    assert not broken, "\n".join(broken)


def test_a_row_lists_nothing_that_its_room_does_not_import() -> None:
    """A permission that nobody uses is an invitation."""
    used: dict[str, set[str]] = {}
    for path in MODULES:
        used.setdefault(room_of(path), set()).update(name for _, name in outgoing(path))
    idle = [
        f"{room}: {entry}"
        for room, entries in contract().items()
        for entry in sorted(entries)
        if not any(allows(entry, name) for name in used.get(room, ()))
    ]
    assert not idle, "\n".join(idle)


def test_no_two_rooms_know_one_another() -> None:
    """The flow has one direction: CycleError names the rooms that go round."""
    rooms = contract()
    TopologicalSorter({room: entries & rooms.keys() for room, entries in rooms.items()}).prepare()


def _bound(what: str) -> int:
    match = re.search(rf"\*\*(\d+) lines\*\* for a {what}", PAGE.read_text(encoding="utf-8"))
    assert match, f"docs/architecture.md states no bound for a {what}"
    return int(match[1])


def test_no_module_outgrows_a_reader() -> None:
    most = _bound("module")
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    long = [f"{path.relative_to(REPOSITORY)}: {size} lines" for path, size in sizes.items() if size > most]
    assert not long, f"more than {most} lines:\n" + "\n".join(long)


def test_no_function_outgrows_a_screen() -> None:
    most = _bound("function")
    long = []
    for path in MODULES:
        for node in ast.walk(tree(path)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                size = (node.end_lineno or node.lineno) - node.lineno + 1
                if size > most:
                    long.append(f"{path.relative_to(REPOSITORY)}:{node.lineno}: {node.name} has {size} lines")
    assert not long, f"more than {most} lines:\n" + "\n".join(long)


def test_nothing_reaches_for_the_network_another_process_or_eval() -> None:
    broken = []
    for path in MODULES:
        found = [found for found in imports(path) if any(allows(entry, found[1]) for entry in FORBIDDEN_MODULES)]
        if path == STARTS_GIT:
            found = [(line, name) for line, name in found if name != "subprocess"]
        found += [found for found in calls(path) if found[1] in FORBIDDEN_CALLS]
        broken += [f"{path.relative_to(REPOSITORY)}:{line}: {name}" for line, name in found]
    assert not broken, "\n".join(broken)


def test_the_one_process_is_git_and_no_shell() -> None:
    started = [node for node in ast.walk(tree(STARTS_GIT)) if isinstance(node, ast.Call)]
    runs = [node for node in started if ast.unparse(node.func).startswith("subprocess.")]
    assert [ast.unparse(node.func) for node in runs] == ["subprocess.run"]
    assert not any(keyword.arg in ("shell", "executable", None) for keyword in runs[0].keywords)
    assert ast.unparse(runs[0].args[0]) == "command"
    assert "command = ['git', '-C', os.fspath(root), *words]" in ast.unparse(tree(STARTS_GIT))


def test_files_are_opened_at_one_door() -> None:
    """Elsewhere a file is bytes that were read, bounded and checked already."""
    broken = [
        f"{path.relative_to(REPOSITORY)}:{line}: {name}"
        for path in MODULES
        if room_of(path) not in OPENS_FILES
        for line, name in calls(path)
        if name in ("open", "os.open", "io.open") or name.endswith((".read_text", ".read_bytes"))
    ]
    assert not broken, "\n".join(broken)
