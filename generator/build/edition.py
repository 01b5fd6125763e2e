"""One game in one language: catalogue → faces → frames → sheets → files. The order of the steps, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator import __version__, rulebook
from generator.build.fonts import HOUSE, Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.lists import assembly_pages, component_pages, counted, deck_sections, notes
from generator.build.manifest import file_entry, manifest, printed
from generator.build.parts import FILES as PART_FILES
from generator.build.parts import Part, impose_parts
from generator.build.places import Project
from generator.catalogue import Catalogue
from generator.imposition import Flip, SheetSpec
from generator.layout import Frame
from generator.pdf import DocumentInfo, write_listing, write_sheets
from generator.typeset import Family

CREATOR = f"Cartada {__version__}"
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

    laid: Laid
    spec: SheetSpec
    files: dict[str, bytes] = field(default_factory=dict)
    entries: list[dict[str, Any]] = field(default_factory=list)
    places: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


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
    laid = lay_out_game(catalogue, language, project, fonts)
    step("laid out")
    making = _Making(laid, spec)
    parts = impose_parts(laid, spec, only)
    frames = laid.frames
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
    making.files["manifest.json"] = manifest(catalogue, language, sheet, laid.faces, making.places, making.entries)
    return Edition(
        game=catalogue.game,
        language=language,
        files=making.files,
        printed=tuple(_told(part) for part in parts),
        pieces=counted(catalogue),
    )


def _write_part(making: _Making, part: Part, frames: Mapping[str, Frame]) -> None:
    laid = making.laid
    flip = making.spec.flip if part.two_sided else None
    pages = assembly_pages(part, laid)
    data = write_sheets(part.sheets, frames, info_of(laid, laid.words.parts[part.form], flip), laid.slug_font, pages)
    making.files[part.file] = data
    entry = file_entry(part.file, part.pages + len(pages), data)
    if part.whole:
        entry["instead_of"] = PART_FILES[part.form]
    else:
        for component, places in printed(part.sheets, part.file).items():
            making.places.setdefault(component, []).extend(places)
    making.entries.append(entry)


def _write_components(making: _Making) -> None:
    laid = making.laid
    pages = component_pages(laid, making.spec.paper)
    data = write_listing(pages, info_of(laid, laid.words.components, None), laid.slug_font)
    making.files["components.pdf"] = data
    making.entries.append(file_entry("components.pdf", len(pages), data))


def _write_rulebook(making: _Making, name: str) -> bool:
    """The rules text as a book, or as a folded booklet; False where the game has no rules in this language."""
    laid = making.laid
    catalogue, language, shelves = laid.catalogue, laid.language, laid.shelves
    path = f"rules.{language}.md"
    if not shelves.game.has(path):
        return False
    book = rulebook.Book(
        title=laid.title,
        version=catalogue.version,
        language=language,
        creator=CREATOR,
        text=shelves.game.read(path, catalogue.where),
        where=catalogue.where,
        stock=laid.stock,
        house=Family("house", {style: laid.fonts.house(style, catalogue, shelves) for style in HOUSE}),
        theme=catalogue.theme,
        paper=making.spec.paper,
        words=rulebook.words_for(language, catalogue.where),
        sections=tuple(deck_sections(catalogue, language, laid.faces, laid.words)),
        notes=tuple(notes(catalogue, laid.stock, laid.words)),
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


def info_of(laid: Laid, part: str, duplex: Flip | None) -> DocumentInfo:
    """What a file of this game says of itself; ``part``: what it holds, in the edition's language."""
    return DocumentInfo(
        title=f"{laid.title} · {part}",
        subject=f"{laid.title} {laid.catalogue.version} ({laid.language})",
        language=laid.language,
        creator=CREATOR,
        duplex=duplex,
        bookmarks={deck.id: deck.name[laid.language] for deck in laid.catalogue.decks.values()},
    )
