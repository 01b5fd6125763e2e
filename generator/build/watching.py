"""A game is built again whenever one of its files changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from generator.build.places import Project

if TYPE_CHECKING:
    from generator.build import Order

_SETTLE_MS = 100  # an editor saves in several steps; this much silence ends them


def watched(project: Project) -> tuple[Path, ...]:
    """The project's folders of which a change may alter what is printed; those that came along stay as they are."""
    return tuple(path for name in ("cards", "templates", "fonts") if (path := project.root / name).is_dir())


def affected(project: Project, order: Order, paths: Iterable[Path]) -> tuple[str, ...]:
    """The games of ``order`` that changed files belong to: one's own folder, or all that a shared file may serve."""
    games = tuple(dict.fromkeys(order.games)) or tuple(project.games())
    cards = (project.root / "cards").resolve()
    touched: set[str] = set()
    for path in paths:
        parts = path.relative_to(cards).parts if path.is_relative_to(cards) else ()
        if len(parts) < 2 or parts[0] == "art":
            return games
        touched.add(parts[0])
    return tuple(name for name in games if name in touched)


def watch(order: Order, project: Project, stop: Event, build: Callable[[Order], None]) -> None:
    """Call ``build`` with all that is asked for, then, until ``stop``, with the games that changed files belong to."""
    # Whoever waits for changes must listen before the first build begins: what is saved meanwhile is not lost.
    changes = _changes(watched(project), stop)
    next(changes)
    build(order)
    for paths in changes:
        games = affected(project, order, paths)
        if games:
            build(replace(order, games=games))


def _changes(folders: tuple[Path, ...], stop: Event) -> Iterator[set[Path]]:
    from watchfiles import watch as listen

    waiting = listen(
        *folders, debounce=_SETTLE_MS, step=50, stop_event=stop, yield_on_timeout=True, rust_timeout=50,
        raise_interrupt=True,
    )  # fmt: skip
    yield {Path(path).resolve() for _, path in next(waiting, set())}
    while True:
        try:
            found = next(waiting, None)
        except KeyboardInterrupt:  # Ctrl+C is how a person ends it
            return
        if found is None:
            return
        if found:
            yield {Path(path).resolve() for _, path in found}
