"""A game laid out → pictures and a saved object for Tabletop Simulator. Everything is laid out before a file is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator import limits
from generator.build import catalogues, check_languages, each_edition
from generator.build.edition import info_of
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.places import Project, may_replace, write_folder
from generator.catalogue import Catalogue, Component, FieldType, Rich
from generator.export import pixels
from generator.export.pictures import Picture, composed
from generator.export.tts import Piece, Table, lay_table
from generator.imposition import single
from generator.layout import Frame
from generator.pdf import write_sheets
from generator.problem import fail

FOLDER = "export/tts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TabletopOrder:
    """What is asked for. Empty ``games`` or ``languages``: all.

    ``url`` is the address below which the pictures will lie, with a slash at its end; '': they stay where they are
    written, and one computer alone sees them.
    """

    games: tuple[str, ...]
    languages: tuple[str, ...]
    out: Path
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabletop:
    """What was written of a game in one language."""

    game: str
    language: str
    folder: Path
    objects: int
    pictures: int
    plain_dice: bool


def export_tabletop(order: TabletopOrder, project: Project, step: Callable[[str], None]) -> list[Tabletop]:
    """Write ``OUT/<game>/<language>/export/tts/``. SourceError with all that is wrong; then nothing is written."""
    games = catalogues(project, order.games)
    check_languages(games, order.languages)
    fonts = Fonts()

    def lay(catalogue: Catalogue, language: str) -> tuple[Laid, Path, Table]:
        folder = order.out / catalogue.game / language / FOLDER
        may_replace(folder)
        laid = lay_out_game(catalogue, language, project, fonts)
        table = table_of(laid, order.url or _local(folder))
        step(f"{catalogue.game} {language}: laid out")
        return laid, folder, table

    made = []
    for laid, folder, table in each_edition(games, order.languages, lay):
        write_folder(folder, _files(laid, table, order.url))
        step(f"{laid.catalogue.game} {laid.language}: {len(table.pictures)} pictures")
        made.append(_told(laid, folder, table))
    return made


def table_of(laid: Laid, base: str) -> Table:
    """A game's table; ``base`` is the address before each picture's name. SourceError ``too-large``."""
    catalogue, language = laid.catalogue, laid.language
    table = lay_table(
        title=laid.title,
        seed=f"{catalogue.game} {language}",
        pieces=[piece_of(component, laid) for component in catalogue.components if component.copies],
        decks={deck.id: deck.name[language] for deck in catalogue.decks.values()},
        base=base,
    )
    drawn = sum(picture.pixels for picture in table.pictures)
    if drawn > limits.TABLE_PIXELS:
        message = f"the pictures for a virtual table would have {drawn:,} pixels, more than {limits.TABLE_PIXELS:,}"
        raise fail(catalogue.where, "too-large", message, "export a game of fewer designs")
    if table.objects > limits.TABLE_OBJECTS:
        message = f"{table.objects:,} things would lie on the virtual table, more than {limits.TABLE_OBJECTS:,}"
        raise fail(catalogue.where, "too-large", message, "fewer copies of boards, mats, standees or dice")
    return table


def piece_of(component: Component, laid: Laid) -> Piece:
    """What the table needs to know of a component."""
    sides, build = laid.faces[component.id], component.build
    form = laid.catalogue.kinds[component.kind].form
    text = rules_text(component, laid.catalogue, laid.language)
    if form == "die":
        text = "\n".join(filter(None, [laid.words.plain_die, text]))
    return Piece(
        id=component.id,
        form=form,
        deck=build.deck,
        name=_shown(component.name[laid.language]),
        text=text,
        front=sides["front"].digest,
        back=sides["back"].digest if "back" in sides else "",
        width=build.trim.width,
        height=build.trim.height,
        corner=build.corner,
        copies=component.copies,
    )


def rules_text(component: Component, catalogue: Catalogue, language: str) -> str:
    """The marked-up texts of a component as plain words, a field a paragraph, in the order of its kind's fields."""
    paragraphs = []
    for field in catalogue.kinds[component.kind].fields.values():
        value: Any = component.values.get(field.name)
        if field.type is FieldType.MARKUP and value is not None:
            paragraphs += [
                _plain(texts[language], catalogue, language) for texts in (value if field.many else (value,))
            ]
    return "\n".join(paragraph for paragraph in paragraphs if paragraph)


def _plain(rich: Rich, catalogue: Catalogue, language: str) -> str:
    """Words alone. An icon stands in braces: by the game's word of that name, or its component's, else by its name."""
    names = {component.id: component.name[language] for component in catalogue.components}
    names |= {key: texts[language] for key, texts in catalogue.words.items()}
    parts = []
    for run in rich:
        if run.what == "icon":
            parts.append("{" + names.get(run.text, run.text) + "}")
        else:
            parts.append("\n" if run.what == "break" else run.text)
    return _shown("".join(parts))


def _shown(text: str) -> str:
    """Without soft hyphens: the game would show them."""
    return text.replace("\u00ad", "")


def _local(folder: Path) -> str:
    return folder.resolve().as_uri() + "/"


def _files(laid: Laid, table: Table, url: str) -> Iterator[tuple[str, bytes]]:
    frames = laid.frames
    for picture in table.pictures:
        yield picture.name, _picture(laid, frames, picture)
    name = f"{laid.catalogue.game}-{laid.language}.json"
    yield name, table.text().encode("utf-8")
    words = laid.words
    lines = (words.tts_copy, words.tts_upload if url else words.tts_local, words.tts_spawn)
    readme = "".join(f"{line.format(file=name, url=url, title=laid.title)}\n" for line in lines)
    yield "README.txt", readme.encode("utf-8")


def _picture(laid: Laid, frames: dict[str, Frame], picture: Picture) -> bytes:
    """A picture as a file: its drawings written as pages of a PDF, as for paper, and read back as pixels."""
    drawn = picture.distinct
    pages: Iterable[Any] = ()
    if drawn:
        sheets = [single(name, name, frames[name].trim, 0.0) for name in drawn]
        data = write_sheets(sheets, frames, info_of(laid, picture.title, None), laid.slug_font)
        pages = pixels(data, *picture.page)
    return composed(picture, pages)


def _told(laid: Laid, folder: Path, table: Table) -> Tabletop:
    kinds = laid.catalogue.kinds
    return Tabletop(
        game=laid.catalogue.game,
        language=laid.language,
        folder=folder,
        objects=table.objects,
        pictures=len(table.pictures),
        plain_dice=any(kinds[c.kind].form == "die" and c.copies for c in laid.catalogue.components),
    )
