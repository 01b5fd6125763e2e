"""The order of the steps: catalogue, faces, frames, sheets, files. Writes what it built, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from generator.build.edition import DEFAULT, FILES, Edition, Printed, build_edition
from generator.build.fonts import Fonts
from generator.build.laid import INKS
from generator.build.parts import CUTTER_BLEED
from generator.build.places import Project, forget, write_whole
from generator.build.printers import all_printers, printer_folder, printer_named, printer_told, set_printer
from generator.build.watching import watch
from generator.catalogue import Catalogue, load
from generator.geometry import PAPERS, Size, number, parse_size
from generator.imposition import MARGINS, Backs, Correction, Flip, Margins, Marks, SheetSpec
from generator.intake import Opened, read_bytes, show
from generator.limits import PAPER_MM
from generator.problem import Location, Problem, SourceError, did_you_mean, fail

if TYPE_CHECKING:  # read and check are imported when they are asked for: printing need not wait for them
    from generator.build.boxes import Thickness
    from generator.build.estimate import Estimate
    from generator.build.revised import Changes
    from generator.proof import Report as ProofReport
    from generator.proof import Row as ProofRow
    from generator.rules import CheckReport
    from generator.rules.reading import Reading


Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked for. Empty ``games`` or ``languages``: all of them."""

    games: tuple[str, ...]
    languages: tuple[str, ...]
    spec: SheetSpec
    out: Path
    only: tuple[str, ...] = DEFAULT
    printer: str | None = None  # whose correction the spec has
    ink: str = "full"


def paper_of(name: str) -> tuple[str, Size]:
    """A paper by its name, or by two lengths; upright. SourceError ``unknown-paper``: never A4 instead."""
    where = Location("--paper")
    try:
        size = parse_size(name, PAPERS)
    except KeyError:
        hint = did_you_mean(name.lower(), PAPERS) or f"there are {', '.join(PAPERS)}"
        raise fail(
            where, "unknown-paper", f"there is no paper '{name}'", f"{hint}; or two lengths: 200x280mm"
        ) from None
    except ValueError as error:
        raise fail(where, "unknown-paper", str(error), "two lengths make a paper: 200x280mm") from None
    upright = Size(min(size), max(size))
    if upright.width < PAPER_MM:
        raise fail(where, "unknown-paper", f"a paper of {upright} holds no card", f"at least {number(PAPER_MM)} mm")
    named = name.strip().lower()
    return (named if named in PAPERS else str(upright)), upright


def sheet_spec(
    paper: str,
    bleed: float | None,
    flip: str,
    *,
    backs: str = "duplex",
    marks: str = "crop",
    margin: tuple[float, float] | None = None,
    pack: bool = False,
    printer: str | None = None,
) -> SheetSpec:
    """How sheets are made. ``bleed`` in mm; 0 means separate cuts without any. SourceError ``unknown-paper``,
    ``does-not-fit`` for a bleed that a cutting machine has no use for. ``printer``: a profile's name; its margins
    hold where none are asked for. SourceError ``unknown-printer``, or what is wrong in the profile.
    """
    profile = None if printer is None else printer_named(printer)
    if margin is None and profile is not None:
        margin = profile.margins
    name, size = paper_of(paper)
    if marks == "cutter" and bleed is not None and bleed < CUTTER_BLEED:
        message = f"a cutting machine needs {2 * CUTTER_BLEED:g} mm between neighbours"
        raise fail(Location("--bleed"), "does-not-fit", message, f"a bleed of {CUTTER_BLEED:g} mm or more, or none")
    return SheetSpec(
        paper=size,
        paper_name=name,
        margins=MARGINS if margin is None else Margins(*margin),
        bleed=bleed,
        flip=Flip(flip),
        backs=Backs(backs),
        marks=Marks(marks),
        pack=pack,
        correction=Correction() if profile is None else profile.correction,
    )


def catalogues(project: Project, names: Sequence[str]) -> list[Catalogue]:
    """The games asked for, or all. SourceError with what is wrong in any of them."""
    problems: list[Problem] = []
    result: list[Catalogue] = []
    wanted = list(dict.fromkeys(names)) or list(project.games())
    if not wanted:
        where = Location(show(project.root / "cards"))
        hint = f"a game is a folder with a game.yaml below cards/; these came along: {', '.join(project.examples())}"
        raise fail(where, "unknown-game", "there is no game here", hint)
    for name in wanted:
        try:
            folder = project.game(name)
            result.append(load(folder, project.shelves(folder)))
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    return result


def languages_of(catalogue: Catalogue, wanted: Sequence[str]) -> tuple[str, ...]:
    """The languages of a game that are asked for, all if none is."""
    return tuple(lang for lang in catalogue.languages if not wanted or lang in wanted)


def check_languages(games: Sequence[Catalogue], wanted: Sequence[str]) -> None:
    """Each language that is asked for must be one of some game's. SourceError ``unknown-language``."""
    known = {language for game in games for language in game.languages}
    missing = [language for language in wanted if language not in known]
    if missing:
        raise SourceError(
            Problem(
                where=Location("--lang"),
                code="unknown-language",
                message=f"none of these games is in '{language}'",
                hint=did_you_mean(language, known),
            )
            for language in missing
        )


def each_edition(
    games: Sequence[Catalogue], languages: Sequence[str], make: Callable[[Catalogue, str], Made]
) -> list[Made]:
    """What ``make`` gives for every game in every language that is asked for. SourceError with what is wrong in any."""
    problems: list[Problem] = []
    made: list[Made] = []
    for catalogue in games:
        for language in languages_of(catalogue, languages):
            try:
                made.append(make(catalogue, language))
            except SourceError as error:
                problems += error.problems
    if problems:
        raise SourceError(problems)
    return made


def build(order: Order, project: Project, step: Callable[[str], None]) -> list[Edition]:
    """Build everything that is asked for, then write it. SourceError with all problems; then nothing is written."""
    games = catalogues(project, order.games)
    check_languages(games, order.languages)
    fonts = Fonts()

    def make(catalogue: Catalogue, language: str) -> Edition:
        def said(what: str) -> None:
            step(f"{catalogue.game} {language}: {what}")

        return build_edition(
            catalogue, language, order.spec, project, fonts, order.only, said, order.printer, order.ink
        )

    editions = each_edition(games, order.languages, make)
    for edition in editions:
        _write(edition, order.out)
    return editions


def _write(edition: Edition, out: Path) -> None:
    """Every file whole; what an earlier run wrote of the same under other names is taken away."""
    folder = out / edition.game / edition.language
    for name, data in edition.files.items():
        write_whole(folder / name, data)
    for name in edition.instead_of:
        forget(folder / name)


def changes(order: Order, since: str, project: Project, step: Callable[[str], None]) -> list[Changes]:
    """What changed since a revision or a saved manifest; written where anything did. SourceError: nothing is."""
    from generator.build.revised import changes_of, manifest_language

    [catalogue] = catalogues(project, order.games)
    check_languages([catalogue], order.languages)
    languages = languages_of(catalogue, order.languages)
    only = manifest_language(since, catalogue.game)
    if only is not None and only not in languages:
        message = f"'{since}' is the manifest of '{only}', which is not among the languages asked for"
        raise fail(Location("--since"), "unknown-language", message, f"languages: {', '.join(languages)}")
    found = changes_of(catalogue, languages if only is None else (only,), since, order.spec, project, step, order.ink)
    for edition in [change.edition for change in found if change.edition is not None]:
        _write(edition, order.out)
    return found


def tuckboxes(
    order: Order, decks: Sequence[str], thickness: Thickness, project: Project, step: Callable[[str], None]
) -> list[Edition]:
    """A box for every deck of cards that is asked for, written. SourceError with all problems; then nothing is."""
    from generator.build.boxes import boxes_of, check_decks

    games = catalogues(project, order.games)
    check_languages(games, order.languages)
    check_decks(games, decks)
    fonts = Fonts()

    def make(catalogue: Catalogue, language: str) -> Edition | None:
        return boxes_of(catalogue, language, decks, thickness, order.spec, project, fonts, step)

    found = [boxes for boxes in each_edition(games, order.languages, make) if boxes is not None]
    for edition in found:
        _write(edition, order.out)
    return found


def estimates(
    project: Project, names: Sequence[str], languages: Sequence[str], spec: SheetSpec, step: Callable[[str], None]
) -> Iterator[Estimate]:
    """What each game takes of ink, full, low and grey; without ``languages`` in its author's."""
    from generator.build.estimate import estimate

    games = catalogues(project, names)
    check_languages(games, languages)
    fonts = Fonts()
    for catalogue in games:
        for language in languages_of(catalogue, languages or catalogue.languages[:1]):
            yield estimate(catalogue, language, spec, project, fonts, step)


def prove_all(project: Project, names: Sequence[str], languages: Sequence[str], out: Path) -> Iterator[ProofReport]:
    """Read back every game and language that is asked for."""
    from generator.proof import prove

    games = catalogues(project, names)
    check_languages(games, languages)
    for catalogue in games:
        for language in languages_of(catalogue, languages):
            folder = out / catalogue.game / language
            yield prove(catalogue, language, folder, show(folder))


def check_all(
    project: Project,
    names: Sequence[str],
    languages: Sequence[str],
    out: Path,
    rules: Path | None = None,
    lines: tuple[int, int] | None = None,
) -> Iterator[CheckReport]:
    """Hold each rules text against its catalogue and, where it was built, the paper. ``rules``: another text instead.

    Another text, or ``lines`` of it, is held without claims and rulings: they speak of the game's own words.
    """
    from generator.rules import check_game

    games = catalogues(project, names)
    check_languages(games, languages)
    for catalogue in games:
        shelf = project.shelves(catalogue.folder).game
        own = {name: shelf.read(name, catalogue.where) for name in ("claims.yaml", "rulings.yaml") if shelf.has(name)}
        for language in languages_of(catalogue, languages):
            if rules is None:
                text = shelf.read(f"rules.{language}.md", catalogue.where)
            else:
                text, own = Opened(show(rules), read_bytes(rules, Location(show(rules)))), {}
            paper = _paper(catalogue, language, out)
            claims, rulings, outside = own.get("claims.yaml"), own.get("rulings.yaml"), rules is not None
            yield check_game(catalogue, language, text, claims, rulings, paper, outside=outside, lines=lines)


def _paper(catalogue: Catalogue, language: str, out: Path) -> tuple[ProofRow, ...] | None:
    """What lies on paper, if the game was built in this language."""
    from generator.proof import prove

    folder = out / catalogue.game / language
    return prove(catalogue, language, folder, show(folder)).rows if (folder / "manifest.json").is_file() else None


def components_of(path: Path, language: str | None) -> Reading:
    """The component list of any rulebook: text, Markdown, or the text of a PDF."""
    from generator.rules.reading import read_file

    return read_file(Opened(show(path), read_bytes(path, Location(show(path)))), language)


__all__ = [
    "DEFAULT", "FILES", "INKS", "Edition", "Flip", "Order", "Printed", "Project", "all_printers", "build",
    "build_edition", "catalogues", "changes", "check_all", "check_languages", "components_of", "each_edition",
    "estimates", "languages_of", "paper_of", "printer_folder", "printer_named", "printer_told", "prove_all",
    "set_printer", "sheet_spec", "tuckboxes", "watch",
]  # fmt: skip
