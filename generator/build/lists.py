"""What a component list holds: decks with their totals, backs, assembly of boards, credits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.build.laid import Faces, Laid
from generator.build.parts import Part
from generator.build.words import Words
from generator.catalogue import Catalogue, read_credits
from generator.geometry import Size
from generator.imposition import OVERLAP_MM
from generator.layout import Greys, Stock
from generator.listing import Entry, Page, Section, assembly_map, lay_out
from generator.listing import Faces as ListFonts
from generator.problem import Location, Problem, SourceError

NO_CREDIT = "no-credit"


def list_fonts(laid: Laid) -> ListFonts:
    """The list is set in the tool's own font, its headings in the game's ``title`` if there is one."""
    bold = laid.fonts.house("bold", laid.catalogue, laid.shelves)
    families = laid.stock.families
    title = families["title"].styles["regular"] if "title" in families else bold
    return ListFonts(title, laid.slug_font, bold)


def component_pages(laid: Laid, paper: Size) -> tuple[Page, ...]:
    """The pages of components.pdf. SourceError ``missing-glyph``, ``no-credit``."""
    catalogue, language, faces, words = laid.catalogue, laid.language, laid.faces, laid.words
    sections = [*deck_sections(catalogue, language, faces, words), _backs(catalogue, faces, words, language)]
    pages = lay_out(
        paper,
        list_fonts(laid),
        catalogue.title[language],
        words.components,
        f"{words.total}: {counted(catalogue)}",
        [section for section in sections if section.entries],
        notes(catalogue, laid.stock, words),
        catalogue.where,
    )
    return pages_in(laid.ink, pages)


def pages_in(ink: str, pages: Iterable[Page]) -> tuple[Page, ...]:
    """Pages as printed with an ink: in grey their words and lines too; their pictures are so already."""
    greys = Greys()
    return tuple(replace(page, items=greys.items(page.items)) if ink == "grey" else page for page in pages)


def assembly_pages(part: Part, laid: Laid) -> tuple[Page, ...]:
    """One page for each board that is parted: where each sheet lies, and how to glue them."""
    text = laid.words.how_to_glue.format(overlap=f"{OVERLAP_MM / 2:g}")
    pages = []
    for component, plan in part.tilings:
        frame = laid.faces[component.id]["front"]
        head = f"{laid.words.assembly} · {component.name[laid.language]}"
        pages.append(assembly_map(plan.paper, list_fonts(laid), head, text, frame, plan, laid.catalogue.where))
    return pages_in(laid.ink, pages)


def counted(catalogue: Catalogue) -> int:
    """Pieces in the box: what this edition adds does not count."""
    return sum(component.copies for component in catalogue.components if not component.extra)


def deck_sections(catalogue: Catalogue, language: str, faces: Faces, words: Words) -> list[Section]:
    """Every design once, deck by deck."""
    sections = []
    for deck in catalogue.decks.values():
        members = [component for component in catalogue.components if component.build.deck == deck.id]
        entries = tuple(
            Entry(faces[c.id]["front"], c.name[language] + (" +" if c.extra else ""), c.copies, bool(c.assumed))
            for c in members
        )
        total = sum(component.copies for component in members if not component.extra)
        extra = sum(component.copies for component in members if component.extra)
        added = f" + {extra}" if extra else ""
        unit = words.piece if (total, extra) == (1, 0) else words.pieces
        sections.append(Section(deck.name[language], f"{total}{added} {unit}", entries))
    return sections


def _backs(catalogue: Catalogue, faces: Faces, words: Words, language: str) -> Section:
    """Every distinct back once, named by its deck; several backs of one deck by their component."""
    shown: dict[str, tuple[str, str]] = {}
    for component in catalogue.components:
        frame = faces[component.id].get("back")
        if frame is not None:
            shown.setdefault(frame.digest, (component.id, component.build.deck))
    decks = [deck for _, deck in shown.values()]
    entries = []
    for component in catalogue.components:
        frame = faces[component.id].get("back")
        if frame is None or shown[frame.digest][0] != component.id:
            continue
        deck = component.build.deck
        name = catalogue.decks[deck].name[language] if decks.count(deck) == 1 else component.name[language]
        entries.append(Entry(frame, name, None, False))
    return Section(words.backs, "", tuple(entries))


def notes(catalogue: Catalogue, stock: Stock, words: Words) -> list[tuple[str, str]]:
    """What the signs mean, then who drew the pictures and the letters."""
    notes = []
    if any(component.assumed for component in catalogue.components):
        notes.append(("\u2020", words.assumed))
    if any(component.extra for component in catalogue.components):
        notes.append(("+", words.extra))
    credits = _credits(stock)
    if credits:
        notes.append((words.art, credits))
    names = sorted({font.family for family in stock.families.values() for font in family.styles.values()})
    notes.append((words.type, ", ".join(names)))
    return notes


def _credits(stock: Stock) -> str:
    """Authors and their pictures, of those that were drawn. SourceError ``no-credit`` for a shared one without."""
    used = sorted({*stock.rasters, *stock.vectors})
    shared = read_credits(stock.shelves.art) if any(path.startswith("art:") for path in used) else {}
    own = read_credits(stock.shelves.game)
    by_author: dict[str, list[str]] = {}
    problems = []
    for path in used:
        credit = (shared if path.startswith("art:") else own).get(path.removeprefix("art:"))
        if credit is not None:
            by_author.setdefault(f"{credit.author}, {credit.source}, {credit.licence}", []).append(credit.title)
        elif path.startswith("art:"):
            where = Location("cards/art/credits.yaml")
            message = f"'{path}' is used and nobody is credited for it"
            problems.append(Problem(where=where, code=NO_CREDIT, message=message, hint="add its entry there"))
    if problems:
        raise SourceError(problems)
    return "; ".join(f"{author}: {', '.join(titles)}" for author, titles in sorted(by_author.items()))
