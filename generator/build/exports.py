"""A game laid out → what a print shop takes. Everything is looked at first; errors leave everything as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator.build.places import Project
from generator.export.vendors import vendors
from generator.problem import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOrder:
    """What is asked for. Empty ``games`` or ``languages``: all. ``dpi`` and ``trim``: of plain pictures."""

    games: tuple[str, ...]
    languages: tuple[str, ...]
    to: str
    out: Path
    check: bool = False
    dpi: int | None = None
    trim: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was made of a game in one language: in words, what was left out and why, and what to look at."""

    summary: str
    left_out: tuple[str, ...]
    problems: tuple[Problem, ...]


def targets() -> tuple[str, ...]:
    """All that can be exported to."""
    return tuple(vendors())


def export_games(order: ExportOrder, project: Project, step: Callable[[str], None]) -> list[Exported]:
    """Look at all games and languages, then write ``OUT/<game>/<language>/export/<target>/``. SourceError: nothing."""
    return []
