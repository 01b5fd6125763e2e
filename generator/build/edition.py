"""One game in one language: catalogue → faces → frames → sheets → files. The order of the steps, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from generator import __version__
from generator.build.fonts import HOUSE, Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.lists import assembly_pages, component_pages, counted, deck_sections, notes
from generator.build.manifest import file_entry, manifest, printed
from generator.build.parts import FILES as PART_FILES
from generator.build.parts import PACKED, Part, impose_parts
from generator.build.places import Project
from generator.build.sides import alternatives, cut_paths, cuts_told, filed, sheet_told, variants
from generator.catalogue import Catalogue
from generator.imposition import Flip, Marks, Sheet, SheetSpec
from generator.layout import Frame
from generator.pdf import DocumentInfo, write_listing, write_sheets
from generator.typeset import Family

CREATOR = f"Cartada {__version__}"
FILES = (*PART_FILES.values(), "components.pdf", "rulebook.pdf", "booklet.pdf")
DEFAULT = tuple(file for file in FILES if file != "booklet.pdf")  # the same text once more, folded: when asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What is to be printed: its files, how many pieces they hold, on how many sheets, on which paper, and how.

    ``how``: ``duplex``, ``fold``, ``separate``, or ``one side``. ``cuts``: how to cut it, in lines.
    ``notes``: what else is worth to know.
    """

    file: str
    pieces: int
    sheets: int
    paper: str
    how: str
    cuts: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What one run made of a game in one language: file name → bytes, and what there is to print.

    ``instead_of``: files of an earlier run that these replace under other names.
    """

    game: str
    language: str
    files: Mapping[str, bytes]
    printed: tuple[Printed, ...]
    pieces: int
    instead_of: tuple[str, ...] = ()


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
    printer: str | None = None,
    ink: str = "full",
) -> Edition:
    """Every file of one game in one language. SourceError with all that is wrong; nothing is written here."""
    laid = lay_out_game(catalogue, language, project, fonts, ink)
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
    sheet = {**sheet_told(spec), "printer": printer, "ink": ink}
    making.files["manifest.json"] = manifest(catalogue, language, sheet, laid.faces, making.places, making.entries)
    return Edition(
        game=catalogue.game,
        language=language,
        files=making.files,
        printed=tuple(_told(part, spec) for part in parts),
        pieces=counted(catalogue),
        instead_of=tuple(_replaced(parts, spec, only, making.files)),
    )


def _write_part(making: _Making, part: Part, frames: Mapping[str, Frame]) -> None:
    laid, spec = making.laid, making.spec
    for index, file in enumerate(filed(part.file, part.sheets, spec, laid.words)):
        pages = () if index else assembly_pages(part, laid)
        info = info_of(laid, part.name, file.duplex(spec))
        data = write_sheets(file.sheets, frames, info, laid.slug_font, pages)
        making.files[file.file] = data
        entry = file_entry(file.file, file.pages + len(pages), data)
        if file.backs_in:
            entry["backs_in"] = file.backs_in
        if part.whole:
            entry["instead_of"] = PART_FILES["board"]
        else:
            for component, places in printed(file.sheets, file.file).items():
                making.places.setdefault(component, []).extend(places)
        making.entries.append(entry)
    if spec.marks is Marks.CUTTER:
        making.files.update(cut_paths(part.file, part.sheets))


def _write_components(making: _Making) -> None:
    laid = making.laid
    pages = component_pages(laid, making.spec.paper)
    data = write_listing(pages, info_of(laid, laid.words.components, None), laid.slug_font)
    making.files["components.pdf"] = data
    making.entries.append(file_entry("components.pdf", len(pages), data))


def _write_rulebook(making: _Making, name: str) -> bool:
    """The rules text as a book, or as a folded booklet; False where the game has no rules in this language."""
    from generator.proof import count_pages  # only a book needs it: cards are counted as they are laid

    laid = making.laid
    catalogue, language, shelves = laid.catalogue, laid.language, laid.shelves
    path = f"rules.{language}.md"
    if not shelves.game.has(path):
        return False
    from generator import rulebook  # cards alone need no book

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
        grey=laid.ink == "grey",
        paper=making.spec.paper,
        words=rulebook.words_for(language, catalogue.where),
        sections=tuple(deck_sections(catalogue, language, laid.faces, laid.words)),
        notes=tuple(notes(catalogue, laid.stock, laid.words)),
        booklet=name == "booklet.pdf",
    )
    data = rulebook.write_rulebook(book)
    making.files[name] = data
    making.entries.append(file_entry(name, count_pages(data), data))
    return True


def _told(part: Part, spec: SheetSpec) -> Printed:
    return replace(told_of(part.file, part.sheets, spec), paper="a3" if part.whole else "", notes=part.notes)


def _replaced(parts: Sequence[Part], spec: SheetSpec, only: tuple[str, ...], files: Mapping[str, bytes]) -> list[str]:
    """What an earlier run may have left of the same pieces under other names."""
    names = [part.file for part in parts]
    if any(name != PART_FILES["board"] for name in names):
        names += [file for file in PART_FILES.values() if file in only] if spec.pack else [PACKED]
    return [other for name in names for other in alternatives(name) if other not in files]


def told_of(file: str, sheets: Sequence[Sheet], spec: SheetSpec) -> Printed:
    """What the command says of sheets."""
    fronts = [p for sheet in sheets if sheet.tile in ("", "A1") for p in sheet.front.placements if not p.back]
    two_sided = any(sheet.back is not None for sheet in sheets)
    how = "fold" if any(sheet.fold for sheet in sheets) else spec.backs.value if two_sided else "one side"
    files = variants(file)[1:] if how == "separate" else (file,)
    return Printed(
        file=", ".join(files), pieces=len(fronts), sheets=len(sheets), paper="", how=how, cuts=cuts_told(file, sheets)
    )


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
