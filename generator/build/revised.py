"""What changed since a revision or a saved manifest, as sheets to add to the box, and what to take out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.build.compare import Box, Change, Drawn, compare, drawn, read_manifest
from generator.build.edition import Edition, info_of, told_of
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.lists import assembly_pages, list_fonts, pages_in
from generator.build.parts import FILES as PART_FILES
from generator.build.parts import impose_parts
from generator.build.places import Project
from generator.build.revision import checked_out
from generator.build.sides import alternatives, cut_paths, filed
from generator.catalogue import Catalogue, load
from generator.imposition import Marks, SheetSpec
from generator.intake import Opened, read_bytes, show
from generator.listing import Page, Section, lay_out
from generator.pdf import write_sheets
from generator.problem import Location, Problem, SourceError, fail

FILE = "changes.pdf"  # never in the manifest: the box is what the manifest counts
Before = Mapping[str, Mapping[str, Drawn]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed in one language. ``edition`` None: nothing, and nothing is to be written."""

    game: str
    language: str
    found: tuple[Change, ...]
    edition: Edition | None


def changes_of(
    catalogue: Catalogue,
    languages: Sequence[str],
    since: str,
    spec: SheetSpec,
    project: Project,
    step: Callable[[str], None],
    ink: str = "full",
) -> list[Changes]:
    """Each language against what it was. SourceError with all that is wrong; nothing is written here."""
    fonts = Fonts()
    laid: list[Laid] = []
    problems: list[Problem] = []
    for language in languages:
        try:
            laid.append(lay_out_game(catalogue, language, project, fonts, ink))
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    step(f"{catalogue.game}: laid out")
    before = _before(catalogue.game, languages, since, project, ink)
    step(f"{catalogue.game}: laid out as it was: {since}")
    result = []
    for now in laid:
        if now.language not in before:
            continue
        found = compare(drawn(now), before[now.language], now.language)
        edition = _edition(now, found, spec) if found else None
        result.append(Changes(game=catalogue.game, language=now.language, found=tuple(found), edition=edition))
    return result


def manifest_language(since: str, game: str) -> str | None:
    """The language of the manifest that is named; None where a revision is."""
    path = Path(since)
    return _manifest(path, game).language if _is_manifest(path) else None


def _is_manifest(path: Path) -> bool:
    """A revision never ends so, unless a branch is named to confuse; a file of that name is meant then."""
    return path.suffix == ".json" or path.is_file()


def _manifest(path: Path, game: str) -> Box:
    return read_manifest(Opened(show(path), read_bytes(path, Location(show(path)))), game)


def _before(game: str, languages: Sequence[str], since: str, project: Project, ink: str) -> Before:
    """What was drawn, by language and id. A language that there was not yet held nothing."""
    path = Path(since)
    if _is_manifest(path):
        box = _manifest(path, game)
        if box.ink != ink:
            message = f"the box was printed with --ink {box.ink}: with --ink {ink} every card looks otherwise"
            raise fail(Location(show(path)), "other-ink", message, f"cartada changes {game} --since … --ink {box.ink}")
        return {box.language: box.cards}
    result: dict[str, Mapping[str, Drawn]] = {}
    with checked_out(project.root, since, game) as root:
        old = Project(root=root)
        folder = root / "cards" / game
        catalogue, fonts = load(folder, old.shelves(folder)), Fonts()
        for language in languages:
            there = language in catalogue.languages
            result[language] = drawn(lay_out_game(catalogue, language, old, fonts, ink)) if there else {}
    return result


def _edition(laid: Laid, found: Sequence[Change], spec: SheetSpec) -> Edition:
    """``changes.pdf``: sheets of what is new, maps of boards, and what is to be taken out."""
    words = laid.words
    prints = {change.id: change.prints for change in found if change.prints}
    some = tuple(c._replace(copies=prints.get(c.id, 0)) for c in laid.catalogue.components)
    slugs = replace(words, parts={form: f"{words.changes}: {name}" for form, name in words.parts.items()})
    fewer = replace(laid, catalogue=replace(laid.catalogue, components=some), words=slugs)
    parts = [part for part in impose_parts(fewer, spec, tuple(PART_FILES.values())) if not part.whole]
    pages: list[Page] = []
    for part in parts:
        pages += assembly_pages(part, laid)
    pages += _take_out(laid, found, spec)
    sheets = [replace(sheet, decks=()) for part in parts for sheet in part.sheets]
    files: dict[str, bytes] = {}
    for index, file in enumerate(filed(FILE, sheets, spec, words)):
        info = replace(info_of(laid, words.changes, file.duplex(spec)), bookmarks={})
        data = write_sheets(file.sheets, laid.frames, info, laid.slug_font, () if index else pages)
        files[file.file] = data
    if spec.marks is Marks.CUTTER:
        files.update(cut_paths(FILE, sheets))
    pieces = sum(prints.values())
    told = told_of(FILE, sheets, spec)
    return Edition(
        game=laid.catalogue.game,
        language=laid.language,
        files=files,
        printed=(told,) if sheets else (),
        pieces=pieces,
        instead_of=tuple(name for name in alternatives(FILE) if name not in files),
    )


def _take_out(laid: Laid, found: Sequence[Change], spec: SheetSpec) -> tuple[Page, ...]:
    """The last page: how many of which old components go. SourceError ``missing-glyph``."""
    words = laid.words
    why = {"changed": words.replaced, "removed": words.removed, "fewer": words.fewer}
    rows = [(f"{change.takes}\u00a0×", f"{change.name} · {why[change.what]}") for change in found if change.takes]
    total = sum(change.takes for change in found)
    head = Section(words.take_out if rows else words.take_nothing, f"{total} {words.pieces}" if rows else "", ())
    faces = list_fonts(laid)
    added = sum(change.prints for change in found)
    pages = lay_out(
        spec.paper,
        faces._replace(title=faces.bold),
        laid.title,
        words.changes,
        f"+{added} −{total}",
        [head],
        rows,
        laid.catalogue.where,
    )
    return pages_in(laid.ink, pages)
