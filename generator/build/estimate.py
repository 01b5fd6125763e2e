"""What a game takes of ink: every file made in memory with each ink, its pages drawn and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.build.edition import DEFAULT, build_edition
from generator.build.fonts import Fonts
from generator.build.laid import INKS
from generator.build.parts import BOARDS_WHOLE
from generator.build.places import Project
from generator.catalogue import Catalogue
from generator.geometry import PAPERS, Size
from generator.imposition import SheetSpec
from generator.problem import Problem, SourceError

A4 = Size(*PAPERS["a4"])
_NOT_SAID = ("no-low-ink", "families-alike")  # the game has no such ink: said, and the others are told


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInk:
    """A file with one ink. ``inks`` and ``darkness``: means over its printed sides; ``full``: A4 pages of one ink."""

    sheets: int
    sides: int
    inks: float
    darkness: float
    full: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A game in one language: ink → file → what it takes. ``missing``: inks that the game cannot be printed with."""

    game: str
    language: str
    files: Mapping[str, Mapping[str, FileInk]]
    missing: Mapping[str, tuple[Problem, ...]]

    def full(self, ink: str) -> float:
        """The whole game as A4 pages that are covered with one ink, fully."""
        return sum(file.full for file in self.files[ink].values())


def estimate(
    catalogue: Catalogue, language: str, spec: SheetSpec, project: Project, fonts: Fonts, step: Callable[[str], None]
) -> Estimate:
    """All that ``cartada pdf`` writes, once with each ink; boards that are parted are not counted again as a whole."""
    files: dict[str, dict[str, FileInk]] = {}
    missing: dict[str, tuple[Problem, ...]] = {}
    for ink in INKS:
        try:
            edition = build_edition(catalogue, language, spec, project, fonts, DEFAULT, lambda _: None, ink=ink)
        except SourceError as error:
            if any(problem.code not in _NOT_SAID for problem in error.problems):
                raise
            missing[ink] = error.problems
            continue
        sheets = {part.file: part.sheets for part in edition.printed}
        files[ink] = {
            name: _measured(data, sheets.get(name))
            for name, data in edition.files.items()
            if name.endswith(".pdf") and name != BOARDS_WHOLE
        }
        step(f"{catalogue.game} {language}: {ink}")
    return Estimate(game=catalogue.game, language=language, files=files, missing=missing)


def _measured(data: bytes, sheets: int | None) -> FileInk:
    from generator.proof import coverage

    pages = coverage(data)
    full = sum(page.inks * page.size.width * page.size.height for page in pages) / (A4.width * A4.height)
    return FileInk(
        sheets=len(pages) if sheets is None else sheets,
        sides=len(pages),
        inks=sum(page.inks for page in pages) / len(pages),
        darkness=sum(page.darkness for page in pages) / len(pages),
        full=full,
    )
