"""What changed since a revision or a saved manifest, as sheets to add to the box, and what to take out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator import __version__
from generator.build.compare import Change, Drawn, compare, drawn, read_manifest
from generator.build.edition import Edition, Printed, lay_out_faces
from generator.build.fonts import Fonts
from generator.build.lists import assembly_pages, list_fonts
from generator.build.parts import FILES as PART_FILES
from generator.build.parts import Faces, impose_parts
from generator.build.places import Project
from generator.build.revision import checked_out
from generator.build.words import Words, words_for
from generator.catalogue import Catalogue, load
from generator.imposition import Sheet, SheetSide, SheetSpec
from generator.intake import Opened, read_bytes, show
from generator.layout import Stock
from generator.listing import Page, Section, lay_out
from generator.pdf import DocumentInfo, write_sheets
from generator.problem import Location, Problem, SourceError

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
) -> list[Changes]:
    """Each language against what it was. SourceError with all that is wrong; nothing is written here."""
    shelves, fonts = project.shelves(catalogue.folder), Fonts()
    laid: dict[str, tuple[Stock, Faces]] = {}
    problems: list[Problem] = []
    for language in languages:
        try:
            stock = Stock(shelves, fonts.families(catalogue, shelves), catalogue.icons, language)
            laid[language] = stock, lay_out_faces(catalogue, language, shelves, stock)
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    step(f"{catalogue.game}: laid out")
    before = _before(catalogue.game, languages, since, project)
    step(f"{catalogue.game}: laid out as it was: {since}")
    result = []
    for language, (stock, faces) in laid.items():
        if language not in before:
            continue
        found = compare(drawn(catalogue, language, faces), before[language], language)
        edition = _edition(catalogue, language, found, spec, stock, fonts, faces) if found else None
        result.append(Changes(game=catalogue.game, language=language, found=tuple(found), edition=edition))
    return result


def manifest_language(since: str, game: str) -> str | None:
    """The language of the manifest that is named; None where a revision is."""
    path = Path(since)
    return _manifest(path, game)[0] if _is_manifest(path) else None


def _is_manifest(path: Path) -> bool:
    """A revision never ends so, unless a branch is named to confuse; a file of that name is meant then."""
    return path.suffix == ".json" or path.is_file()


def _manifest(path: Path, game: str) -> tuple[str, dict[str, Drawn]]:
    return read_manifest(Opened(show(path), read_bytes(path, Location(show(path)))), game)


def _before(game: str, languages: Sequence[str], since: str, project: Project) -> Before:
    """What was drawn, by language and id. A language that there was not yet held nothing."""
    path = Path(since)
    if _is_manifest(path):
        language, cards = _manifest(path, game)
        return {language: cards}
    result: dict[str, Mapping[str, Drawn]] = {}
    with checked_out(project.root, since, game) as root:
        old = Project(root=root)
        folder = root / "cards" / game
        shelves, fonts = old.shelves(folder), Fonts()
        catalogue = load(folder, shelves)
        for language in languages:
            if language not in catalogue.languages:
                result[language] = {}
                continue
            stock = Stock(shelves, fonts.families(catalogue, shelves), catalogue.icons, language)
            result[language] = drawn(catalogue, language, lay_out_faces(catalogue, language, shelves, stock))
    return result


def _edition(
    catalogue: Catalogue,
    language: str,
    found: Sequence[Change],
    spec: SheetSpec,
    stock: Stock,
    fonts: Fonts,
    faces: Faces,
) -> Edition:
    """``changes.pdf``: sheets of what is new, maps of boards, and what is to be taken out."""
    words = words_for(language, catalogue.where)
    prints = {change.id: change.prints for change in found if change.prints}
    some = tuple(component._replace(copies=prints.get(component.id, 0)) for component in catalogue.components)
    fewer = replace(catalogue, components=some)
    slugs = replace(words, parts={form: f"{words.changes}: {name}" for form, name in words.parts.items()})
    made = impose_parts(fewer, language, spec, faces, slugs, tuple(PART_FILES.values()))
    parts = [part for part in made if not part.whole]
    pages: list[Page] = []
    for part in parts:
        pages += assembly_pages(part, fewer, language, faces, stock, fonts, words)
    pages += _take_out(catalogue, language, found, spec, stock, fonts, words)
    sheets = _uniform([sheet for part in parts for sheet in part.sheets], words)
    two_sided = any(sheet.back is not None for sheet in sheets)
    title = catalogue.title[language]
    info = DocumentInfo(
        title=f"{title} · {words.changes}",
        subject=f"{title} {catalogue.version} ({language})",
        language=language,
        creator=f"Cartada {__version__}",
        duplex=spec.flip if two_sided else None,
        bookmarks={},
    )
    frames = {frame.digest: frame for sides in faces.values() for frame in sides.values()}
    data = write_sheets(sheets, frames, info, fonts.house("regular", catalogue, stock.shelves), pages)
    pieces = sum(prints.values())
    told = Printed(file=FILE, pieces=pieces, sheets=len(sheets), paper="", two_sided=two_sided)
    return Edition(
        game=catalogue.game,
        language=language,
        files={FILE: data},
        printed=(told,) if sheets else (),
        pieces=pieces,
    )


def _uniform(sheets: Sequence[Sheet], words: Words) -> list[Sheet]:
    """Of several parts in one file all sheets have a back, or none: else a printer lays fronts behind fronts."""
    plain = [replace(sheet, decks=()) for sheet in sheets]
    if all(sheet.back is None for sheet in plain):
        return plain
    return [sheet if sheet.back is not None else replace(sheet, back=_blank(sheet.front, words)) for sheet in plain]


def _blank(front: SheetSide, words: Words) -> SheetSide:
    text = f"{front.slug.text.removesuffix(words.front)}{words.back}"
    return replace(front, placements=(), marks=(), slug=front.slug._replace(text=text))


def _take_out(
    catalogue: Catalogue,
    language: str,
    found: Sequence[Change],
    spec: SheetSpec,
    stock: Stock,
    fonts: Fonts,
    words: Words,
) -> tuple[Page, ...]:
    """The last page: how many of which old components go. SourceError ``missing-glyph``."""
    why = {"changed": words.replaced, "removed": words.removed, "fewer": words.fewer}
    rows = [(f"{change.takes}\u00a0×", f"{change.name} · {why[change.what]}") for change in found if change.takes]
    total = sum(change.takes for change in found)
    head = Section(words.take_out if rows else words.take_nothing, f"{total} {words.pieces}" if rows else "", ())
    faces = list_fonts(catalogue, stock, fonts)
    added = sum(change.prints for change in found)
    return lay_out(
        spec.paper,
        faces._replace(title=faces.bold),
        catalogue.title[language],
        words.changes,
        f"+{added} −{total}",
        [head],
        rows,
        catalogue.where,
    )
