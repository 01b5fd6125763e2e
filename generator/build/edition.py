"""One game in one language: catalogue → faces → frames → sheets → files. The order of the steps, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from generator import __version__, rulebook
from generator.build.fonts import HOUSE, Fonts
from generator.build.lists import assembly_pages, component_pages, counted, deck_sections, notes
from generator.build.manifest import file_entry, manifest, printed
from generator.build.parts import FILES as PART_FILES
from generator.build.parts import Faces, Part, impose_parts
from generator.build.places import Project
from generator.build.words import Words, words_for
from generator.catalogue import Catalogue
from generator.imposition import Flip, SheetSpec
from generator.intake import Shelves
from generator.layout import Composer, Frame, Stock
from generator.pdf import DocumentInfo, write_listing, write_sheets
from generator.problem import Problem, SourceError, fail
from generator.template import Renderer
from generator.typeset import Family

FILES = (*PART_FILES.values(), "components.pdf", "rulebook.pdf", "booklet.pdf")
DEFAULT = tuple(file for file in FILES if file != "booklet.pdf")  # the same text once more, folded: when asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A file to be printed: how many pieces it holds, on how many sheets, on which paper, on both sides or one."""

    file: str
    pieces: int
    sheets: int
    paper: str
    two_sided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What one run made of a game in one language: file name → bytes, and what there is to print."""

    game: str
    language: str
    files: Mapping[str, bytes]
    printed: tuple[Printed, ...]
    pieces: int


@dataclass(slots=True)
class _Making:
    """An edition under way."""

    catalogue: Catalogue
    language: str
    words: Words
    stock: Stock
    fonts: Fonts
    spec: SheetSpec
    faces: Faces
    files: dict[str, bytes]
    entries: list[dict[str, Any]]
    places: dict[str, list[dict[str, Any]]]


def build_edition(
    catalogue: Catalogue,
    language: str,
    spec: SheetSpec,
    project: Project,
    fonts: Fonts,
    only: tuple[str, ...],
    step: Callable[[str], None],
) -> Edition:
    """Every file of one game in one language. SourceError with all that is wrong; nothing is written here."""
    shelves = project.shelves(catalogue.folder)
    words = words_for(language, catalogue.where)
    if not any(component.copies for component in catalogue.components):
        raise fail(catalogue.where, "empty", "the game has nothing to print")
    stock = Stock(shelves, fonts.families(catalogue, shelves), catalogue.icons, language)
    faces = lay_out_faces(catalogue, language, shelves, stock)
    step("laid out")
    making = _Making(catalogue, language, words, stock, fonts, spec, faces, {}, [], {})
    _check_slug(making)
    parts = impose_parts(catalogue, language, spec, faces, words, only)
    frames = {frame.digest: frame for sides in faces.values() for frame in sides.values()}
    for part in parts:
        _write_part(making, part, frames)
        step(part.file)
    if "components.pdf" in only:
        _write_components(making)
        step("components.pdf")
    for name in ("rulebook.pdf", "booklet.pdf"):
        if name in only and _write_rulebook(making, name):
            step(name)
    sheet = {"paper": spec.paper_name, "flip": spec.flip.value, "bleed_mm": spec.bleed}
    making.files["manifest.json"] = manifest(catalogue, language, sheet, faces, making.places, making.entries)
    return Edition(
        game=catalogue.game,
        language=language,
        files=making.files,
        printed=tuple(_told(part) for part in parts),
        pieces=counted(catalogue),
    )


def lay_out_faces(catalogue: Catalogue, language: str, shelves: Shelves, stock: Stock) -> dict[str, dict[str, Frame]]:
    """Frames by component and side. SourceError with what is wrong on all faces."""
    renderer = Renderer(catalogue, language, shelves.templates)
    composer = Composer(stock)
    problems: list[Problem] = []
    faces: dict[str, dict[str, Frame]] = {}
    try:
        for component in catalogue.components:
            sides: dict[str, Frame] = {}
            for side in ("front", "back"):
                try:
                    face = renderer.face(component, side)
                    if face is not None:
                        sides[side] = composer.frame(face)
                except SourceError as error:
                    problems += error.problems
            faces[component.id] = sides
    finally:
        renderer.close()
    if problems:
        raise SourceError(problems)
    return faces


def _check_slug(making: _Making) -> None:
    """The slug stands on every sheet, in the tool's own font. SourceError ``missing-glyph``."""
    catalogue, font = making.catalogue, making.fonts.house("regular", making.catalogue, making.stock.shelves)
    missing = font.missing(f"{catalogue.title[making.language]} {catalogue.version}")
    if missing:
        raise fail(
            catalogue.where,
            "missing-glyph",
            f"the line in the margin of the sheets cannot print '{missing}' of the title or the version",
            "it is set in Fira Sans Condensed: Latin and Cyrillic letters",
        )


def _write_part(making: _Making, part: Part, frames: Mapping[str, Frame]) -> None:
    catalogue, language = making.catalogue, making.language
    flip = making.spec.flip if part.two_sided else None
    info = _info(making, making.words.parts[part.form], flip)
    pages = assembly_pages(part, catalogue, language, making.faces, making.stock, making.fonts, making.words)
    slug_font = making.fonts.house("regular", catalogue, making.stock.shelves)
    data = write_sheets(part.sheets, frames, info, slug_font, pages)
    making.files[part.file] = data
    entry = file_entry(part.file, part.pages + len(pages), data)
    if part.whole:
        entry["instead_of"] = PART_FILES[part.form]
    else:
        for component, places in printed(part.sheets, part.file).items():
            making.places.setdefault(component, []).extend(places)
    making.entries.append(entry)


def _write_components(making: _Making) -> None:
    pages = component_pages(
        making.catalogue, making.language, making.spec.paper, making.faces, making.stock, making.fonts, making.words
    )
    font = making.fonts.house("regular", making.catalogue, making.stock.shelves)
    data = write_listing(pages, _info(making, making.words.components, None), font)
    making.files["components.pdf"] = data
    making.entries.append(file_entry("components.pdf", len(pages), data))


def _write_rulebook(making: _Making, name: str) -> bool:
    """The rules text as a book, or as a folded booklet; False where the game has no rules in this language."""
    catalogue, language, shelves = making.catalogue, making.language, making.stock.shelves
    path = f"rules.{language}.md"
    if not shelves.game.has(path):
        return False
    book = rulebook.Book(
        title=catalogue.title[language],
        version=catalogue.version,
        language=language,
        creator=f"Cartada {__version__}",
        text=shelves.game.read(path, catalogue.where),
        where=catalogue.where,
        stock=making.stock,
        house=Family("house", {style: making.fonts.house(style, catalogue, shelves) for style in HOUSE}),
        theme=catalogue.theme,
        paper=making.spec.paper,
        words=rulebook.words_for(language, catalogue.where),
        sections=tuple(deck_sections(catalogue, language, making.faces, making.words)),
        notes=tuple(notes(catalogue, making.stock, making.words)),
        booklet=name == "booklet.pdf",
    )
    data = rulebook.write_rulebook(book)
    from generator.proof import count_pages  # only a book needs it: cards are counted as they are laid

    making.files[name] = data
    making.entries.append(file_entry(name, count_pages(data), data))
    return True


def _told(part: Part) -> Printed:
    fronts = [placement for sheet in part.sheets for placement in sheet.front.placements if sheet.tile in ("", "A1")]
    paper = "a3" if part.whole else ""
    return Printed(file=part.file, pieces=len(fronts), sheets=len(part.sheets), paper=paper, two_sided=part.two_sided)


def _info(making: _Making, part: str, duplex: Flip | None) -> DocumentInfo:
    catalogue, language = making.catalogue, making.language
    title = catalogue.title[language]
    return DocumentInfo(
        title=f"{title} · {part}",
        subject=f"{title} {catalogue.version} ({language})",
        language=language,
        creator=f"Cartada {__version__}",
        duplex=duplex,
        bookmarks={deck.id: deck.name[language] for deck in catalogue.decks.values()},
    )
