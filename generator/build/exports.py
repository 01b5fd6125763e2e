"""A game laid out → what a print shop takes. Everything is looked at first; errors leave everything as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from generator import export as shop
from generator.build import catalogues, check_languages, languages_of
from generator.build.exported import Files, files_of
from generator.build.fonts import Fonts
from generator.build.places import Project, may_replace, write_folder
from generator.build.preflight import Job, prepare
from generator.catalogue import Catalogue
from generator.problem import Problem, SourceError


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
    return tuple(shop.vendors())


def export_games(order: ExportOrder, project: Project, step: Callable[[str], None]) -> list[Exported]:
    """Look at all games and languages, then write ``OUT/<game>/<language>/export/<target>/``.

    SourceError with all that stands in the way, anywhere; then nothing is written. Warnings are in what is returned.
    """
    vendor = shop.vendor(order.to)
    games = catalogues(project, order.games)
    check_languages(games, order.languages)
    fonts = Fonts()
    problems: list[Problem] = []
    jobs: list[Job] = []
    for catalogue in games:
        for language in languages_of(catalogue, order.languages):
            try:
                may_replace(_folder(order, catalogue, language))
                job = prepare(catalogue, language, vendor, order.dpi or vendor.dpi, order.trim, project, fonts)
            except SourceError as error:
                problems += error.problems
                continue
            jobs.append(job)
            problems += job.problems
            step(f"{catalogue.game} {language}: looked at")
    if any(problem.severity == "error" for problem in problems):
        raise SourceError(problems)
    result = []
    for job in jobs:
        made = files_of(job)
        name = f"{job.laid.catalogue.game} {job.laid.language}"
        folder = _folder(order, job.laid.catalogue, job.laid.language)
        if not order.check:
            write_folder(folder, _said(made, name, step))
        head = f"{name}: nothing stands in the way:" if order.check else f"{folder.as_posix()}:"
        result.append(
            Exported(summary=f"{head} {made.told}", left_out=tuple(job.left_out), problems=tuple(job.problems))
        )
    return result


def _folder(order: ExportOrder, catalogue: Catalogue, language: str) -> Path:
    return order.out / catalogue.game / language / "export" / order.to


def _said(made: Files, name: str, step: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    for file, data in made.files:
        step(f"{name}: {file}")
        yield file, data
