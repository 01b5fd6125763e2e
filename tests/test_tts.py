"""A deck whose every card shows its neighbour's face; a card that lies there three times instead of four; a mat drawn
out of shape; two boards on top of one another; a picture that a player cannot fetch. What is written for Tabletop
Simulator is read back: the saved object by a list of its published fields, the pictures by their pixels.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops

from generator import limits
from generator.build import Project, catalogues
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.tabletop import rules_text, table_of
from generator.catalogue import FORMS, Component
from generator.cli import main
from generator.export import pixels
from generator.export.tts import ORDER, Piece, lay_table
from generator.geometry import Box
from generator.imposition import single
from generator.pdf import DocumentInfo, write_sheets
from generator.problem import SourceError
from tests.conftest import REPOSITORY, Workshop
from tests.pixels import COLOURS
from tests.saved_object import complaints, every_object

Make = Callable[..., Workshop]
URL = "https://example.org/table/"
EDITIONS = [
    (path.parent.name, language)
    for path in sorted((REPOSITORY / "cards").glob("*/game.yaml"))
    for language in (("ru", "en") if path.parent.name == "cyberlight" else ("pt", "en"))
]


@cache
def laid_out(root: Path, game: str, language: str) -> Laid:
    project = Project(root=root)
    [catalogue] = catalogues(project, (game,))
    return lay_out_game(catalogue, language, project, Fonts())


def saved(game: str, language: str) -> tuple[Laid, Any]:
    laid = laid_out(REPOSITORY, game, language)
    return laid, json.loads(table_of(laid, URL).text())


def printed(laid: Laid, *forms: str) -> list[Component]:
    return [c for c in laid.catalogue.components if laid.catalogue.kinds[c.kind].form in forms and c.copies]


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, ["export", *map(str, args)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def exported(shop: Workshop, game: str, language: str, *where: str) -> tuple[Path, Any]:
    """The folder that the command wrote, and its saved object."""
    result = run(game, "--to", "tts", "--lang", language, "--out", shop.out, *(where or ("--url", URL)))
    assert result.exit_code == 0, result.output
    folder = shop.out / game / language / "export/tts"
    return folder, json.loads((folder / f"{game}-{language}.json").read_text(encoding="utf-8"))


def addresses(save: Any) -> Iterator[str]:
    for thing in every_object(save):
        for sheet in thing.get("CustomDeck", {}).values():
            yield from (sheet["FaceURL"], sheet["BackURL"])
        image = thing.get("CustomImage", {})
        yield from (image[key] for key in ("ImageURL", "ImageSecondaryURL") if image.get(key))


def picture(folder: Path, address: str) -> Image.Image:
    with Image.open(folder / address.rpartition("/")[2]) as image:
        image.load()
        return image


def slot(folder: Path, sheet: dict[str, Any], side: str, number: int) -> Image.Image:
    """What a card shows, cut from the picture as the game does."""
    image = picture(folder, sheet[side])
    if side == "BackURL" and not sheet["UniqueBack"]:
        return image
    width, height = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
    assert (image.width, image.height) == (width * sheet["NumWidth"], height * sheet["NumHeight"])
    x, y = number % sheet["NumWidth"] * width, number // sheet["NumWidth"] * height
    return image.crop((x, y, x + width, y + height))


def alone(laid: Laid, component: str, side: str, size: tuple[int, int]) -> Image.Image:
    """A face on a page of its own, in so many pixels."""
    frame = laid.faces[component][side]
    info = DocumentInfo(title="", subject="", language="en", creator="", duplex=None, bookmarks={})
    page = single(component, frame.digest, frame.trim, 0.0)
    [image] = pixels(write_sheets([page], {frame.digest: frame}, info, laid.slug_font), *size)
    return image


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


# The saved object of every game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_every_object_is_one_that_the_game_reads(game: str, language: str) -> None:
    laid, save = saved(game, language)
    assert complaints(save) == []
    assert save["SaveName"] == laid.catalogue.title[language]
    assert all(address.startswith(URL) for address in addresses(save))


def test_every_form_has_its_place_on_the_table() -> None:
    assert sorted(ORDER) == sorted(FORMS)


def test_the_list_of_fields_is_strict() -> None:
    _, save = saved("letal", "en")
    card = save["ObjectStates"][1]["ContainedObjects"][0]
    for change in (
        {"CardID": 999}, {"CardID": "100"}, {"GUID": "12345g"}, {"Nick": "x"}, {"Name": "Deck"}, {"Locked": 1},
        {"CustomDeck": {}},
    ):  # fmt: skip
        old = dict(card)
        card.update(change)
        assert complaints(save), change
        card.clear()
        card.update(old)
    assert complaints(save) == []


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_as_many_cards_lie_there_as_the_catalogue_holds(game: str, language: str) -> None:
    laid, save = saved(game, language)
    wanted = Counter[tuple[str, str]]()
    for component in printed(laid, "card"):
        wanted[component.name[language], rules_text(component, laid.catalogue, language)] += component.copies
    cards = [thing for thing in every_object(save) if thing["Name"] == "Card"]
    assert Counter((card["Nickname"], card["Description"]) for card in cards) == wanted


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_as_many_other_things_lie_there(game: str, language: str) -> None:
    laid, save = saved(game, language)
    names = {"board": "Custom_Tile", "mat": "Custom_Tile", "standee": "Figurine_Custom", "die": "Die_6"}
    wanted = Counter[tuple[str, str]]()
    for form, name in names.items():
        for component in printed(laid, form):
            wanted[name, component.name[language]] += component.copies
    for component in printed(laid, "token"):
        wanted["token", component.name[language]] += component.copies
    found = Counter[tuple[str, str]]()
    for thing in save["ObjectStates"]:
        if thing["Name"] in ("Card", "DeckCustom"):
            continue
        stackable = thing.get("CustomImage", {}).get("CustomTile", {}).get("Stackable", False)
        found["token" if stackable else thing["Name"], thing["Nickname"]] += thing.get("Number", 1)
        assert (thing["Name"] == "Custom_Tile_Stack") == ("Number" in thing)
    assert found == wanted


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_decks_are_the_piles_of_the_catalogue_in_its_order(game: str, language: str) -> None:
    laid, save = saved(game, language)
    piles: dict[tuple[str, float, float], list[str]] = {}
    for component in printed(laid, "card"):
        key = (component.build.deck, component.build.trim.width, component.build.trim.height)
        piles.setdefault(key, []).extend([component.name[language]] * component.copies)
    decks = [thing for thing in save["ObjectStates"] if thing["Name"] in ("Card", "DeckCustom")]
    assert [[card["Nickname"] for card in deck.get("ContainedObjects", [deck])] for deck in decks] == [*piles.values()]
    names = [laid.catalogue.decks[deck].name[language] for deck, *_ in piles]
    for deck, name in zip(decks, names, strict=True):
        if deck["Name"] == "DeckCustom":
            assert deck["Nickname"] == name
            assert deck["Transform"]["rotZ"] == 180, "a pile lies face down"


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_nothing_lies_on_anything_else(game: str, language: str) -> None:
    laid, save = saved(game, language)
    sizes = {c.name[language]: c.build.trim for c in printed(laid, "board", "mat", "token")}
    boxes = []
    for thing in save["ObjectStates"]:
        at = thing["Transform"]
        if thing["Name"].startswith("Custom_Tile"):
            trim = sizes[thing["Nickname"]]
            height = 2.0 * at["scaleZ"]
            width = height * trim.width / trim.height
        elif thing["Name"] in ("Card", "DeckCustom"):
            first = (thing.get("ContainedObjects") or [thing])[0]
            [card] = [c for c in printed(laid, "card") if c.name[language] == first["Nickname"]][:1]
            height = 3.1 * at["scaleZ"]
            width = height * card.build.trim.width / card.build.trim.height
        else:
            width = height = 1.0
        boxes.append(Box(at["posX"] - width / 2, at["posZ"] - height / 2, width, height))
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.overlaps(b)]


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_pieces_keep_their_size_beside_one_another(game: str, language: str) -> None:
    """A poker card is the measure: scale 1. A tile of scale 1 is 2 units high where that card has 3.1."""
    laid, save = saved(game, language)
    trims = {c.name[language]: c.build.trim for c in laid.catalogue.components}
    for thing in every_object(save):
        at = thing["Transform"]
        assert at["scaleX"] == at["scaleZ"], "else the picture is drawn out"
        if thing["Name"] == "Card":
            assert at["scaleZ"] == pytest.approx(trims[thing["Nickname"]].height / 88.9, abs=1e-3)
        elif thing["Name"].startswith("Custom_Tile"):
            assert 2.0 * at["scaleZ"] == pytest.approx(trims[thing["Nickname"]].height / 88.9 * 3.1, abs=1e-3)


def test_descriptions_are_the_rules_text_in_the_language_that_was_asked_for() -> None:
    texts = {}
    for language in ("pt", "en"):
        _, save = saved("letal", language)
        texts[language] = {card["Nickname"]: card["Description"] for card in every_object(save)}
    assert texts["en"]["Uzi"].startswith("Deals 40 damage. Counter-attacks weapons, not Grenades")
    assert texts["pt"]["Uzi"].startswith("Causa 40 de dano.")
    assert "*" not in texts["en"]["Uzi"]


def test_icons_stand_in_braces_and_marks_are_gone(workshop: Make) -> None:
    shop = workshop()
    shop.edit("cards/duel/weapons.yaml", "{sword} Deals", "{sword} *Deals* a\u00adlot, 2 * 3;\\n{sword}")
    laid = laid_out(shop.root, "duel", "en")
    save = json.loads(table_of(laid, URL).text())
    [text] = {card["Description"] for card in every_object(save) if card["Nickname"] == "Sword"}
    assert text == "{Sword} Deals alot, 2 * 3;\n{Sword} 40 damage. Draw up to 5 cards."


@pytest.mark.parametrize("language", ["pt", "en"])
def test_dice_say_that_they_are_ordinary_ones(language: str) -> None:
    laid, save = saved("counter-strike", language)
    dice = [thing for thing in save["ObjectStates"] if thing["Name"] == "Die_6"]
    assert [die["Description"] for die in dice] == [laid.words.plain_die] * 2
    assert "dice.pdf" in laid.words.plain_die


# Pictures -------------------------------------------------------------------------------------------------------------


def check_pictures(folder: Path, save: Any, laid: Laid) -> None:
    """What the object names is there and nothing else; sizes, grids; slots show the faces of their cards."""
    named = set(addresses(save))
    assert {address.rpartition("/")[2] for address in named} == {path.name for path in folder.glob("*.png")}
    for address in named:
        image = picture(folder, address)
        assert (image.format, image.mode) == ("PNG", "RGB")
        assert max(image.size) <= 4096
    by_name: dict[str, list[Component]] = {}
    for component in laid.catalogue.components:
        by_name.setdefault(component.name[laid.language], []).append(component)
    for deck in save["ObjectStates"]:
        cards = deck.get("ContainedObjects", [deck] if deck["Name"] == "Card" else [])
        for card in [cards[0], cards[len(cards) // 2], cards[-1]] if cards else []:
            number = card["CardID"]
            sheet = deck["CustomDeck"][str(number // 100)]
            [component] = by_name[card["Nickname"]]
            for side, key in (("front", "FaceURL"), ("back", "BackURL")):
                seen = slot(folder, sheet, key, number % 100)
                trim = component.build.trim
                assert abs(seen.height * trim.width - seen.width * trim.height) < max(trim) + 1, "out of shape"
                assert seen.width / trim.width * 25.4 <= 300.5, "more than 300 dpi"
                assert same(seen, alone(laid, component.id, side, seen.size)), (card["Nickname"], side)
    for tile in save["ObjectStates"]:
        if tile["Name"].startswith("Custom_Tile"):
            [component] = by_name[tile["Nickname"]]
            seen = picture(folder, tile["CustomImage"]["ImageURL"])
            assert same(seen, alone(laid, component.id, "front", seen.size)), tile["Nickname"]
            assert bool(tile["CustomImage"]["ImageSecondaryURL"]) == ("back" in laid.faces[component.id])


@pytest.mark.parametrize("game", ["letal", "counter-strike"])
def test_pictures_show_what_is_printed(game: str, workshop: Make) -> None:
    shop = workshop(game)
    folder, save = exported(shop, game, "en")
    assert complaints(save) == []
    check_pictures(folder, save, laid_out(REPOSITORY, game, "en"))


def test_many_designs_take_two_sheets(workshop: Make) -> None:
    shop = workshop()
    rows = "\n".join(
        f"  - {{id: card-{n}, copies: {1 + n % 3}, name: {{pt: Carta {n}, en: Card {n}}}, damage: {n}, text: ''}}"
        for n in range(120)
    ).replace("text: ''", 'text: "**{{ damage }}**"')
    shop.write("cards/duel/weapons.yaml", f"kind: weapon\ncomponents:\n{rows}\n")
    folder, save = exported(shop, "duel", "en")
    assert complaints(save) == []
    [deck] = save["ObjectStates"]
    one, two = map(int, deck["CustomDeck"])
    numbers = list(dict.fromkeys(deck["DeckIDs"]))
    assert numbers == [*range(100 * one, 100 * one + 60), *range(100 * two, 100 * two + 60)]
    assert Counter(Counter(deck["DeckIDs"]).values()) == {1: 40, 2: 40, 3: 40}
    for sheet in deck["CustomDeck"].values():
        assert sheet["NumWidth"] * sheet["NumHeight"] >= 60
        assert 4000 <= max(picture(folder, sheet["FaceURL"]).size) <= 4096
    laid = laid_out(shop.root, "duel", "en")
    check_pictures(folder, save, laid)
    for number, component in ((100 * one + 59, "card-59"), (100 * two, "card-60")):
        seen = slot(folder, deck["CustomDeck"][str(number // 100)], "FaceURL", number % 100)
        assert same(seen, alone(laid, component, "front", seen.size))
    assert len({address for address in addresses(save) if "/back" in address}) == 1, "one back is one picture"


def test_two_tables_on_one_share_no_sheet() -> None:
    """All games in all languages: a sheet's number is one thing to the game, whatever file it came from."""
    sheets: dict[str, dict[str, Any]] = {}
    for game, language in EDITIONS:
        save = table_of(laid_out(REPOSITORY, game, language), f"{URL}{language}/").save
        own = {key: sheet for thing in save["ObjectStates"] for key, sheet in thing.get("CustomDeck", {}).items()}
        assert own
        assert not set(sheets) & set(own), f"{game} {language}"
        sheets.update(own)
        assert all(number < 2**31 for thing in save["ObjectStates"] for number in thing.get("DeckIDs", ()))


@pytest.mark.parametrize(("count", "sheets"), [(1, 1), (69, 1), (70, 2), (138, 2), (139, 3)])
def test_the_last_slot_of_a_full_sheet_stays_free(count: int, sheets: int) -> None:
    cards = [
        Piece(id=f"c{n}", form="card", deck="d", name="", text="", front=f"f{n}", back="b", width=63.0,
                     height=88.0, corner=3.0, copies=1)
        for n in range(count)
    ]  # fmt: skip
    table = lay_table("", "", cards, {"d": "D"}, URL)
    [thing] = table.save["ObjectStates"]
    assert len(thing["CustomDeck"]) == sheets
    assert complaints(table.save) == []
    assert max(max(item.size) for item in table.pictures) <= 4096
    assert thing["Name"] == ("Card" if count == 1 else "DeckCustom")


def test_equal_drawings_are_one_slot_and_one_picture(workshop: Make) -> None:
    shop = workshop()
    text = (shop.root / "cards/duel/weapons.yaml").read_text(encoding="utf-8")
    again = text[text.index("  - id: sword") : text.index("  - id: dagger")].replace("id: sword", "id: sword-again")
    shop.write("cards/duel/weapons.yaml", text + again)
    table = table_of(laid_out(shop.root, "duel", "en"), URL)
    [deck] = table.save["ObjectStates"]
    [key] = map(int, deck["CustomDeck"])
    assert deck["DeckIDs"] == [100 * key] * 4 + [100 * key + 1] * 2 + [100 * key] * 4
    assert len(table.pictures) == 2


def test_several_backs_make_a_second_sheet_of_the_same_grid(workshop: Make) -> None:
    shop = workshop("counter-strike")
    folder, save = exported(shop, "counter-strike", "en")
    sheets = {key: sheet for thing in save["ObjectStates"] for key, sheet in thing.get("CustomDeck", {}).items()}
    assert [sheet["UniqueBack"] for sheet in sheets.values()] == [False, False, True]
    assert all(sheet["BackIsHidden"] for sheet in sheets.values())
    last = list(sheets.values())[-1]
    assert picture(folder, last["FaceURL"]).size == picture(folder, last["BackURL"]).size
    laid = laid_out(REPOSITORY, "counter-strike", "en")
    for number, component in enumerate(("referencia-ct", "referencia-tr")):
        seen = slot(folder, last, "BackURL", number)
        assert same(seen, alone(laid, component, "back", seen.size))


# Forms, in coloured blocks --------------------------------------------------------------------------------------------

GAME, FRONT = "cards/pixels/game.yaml", "templates/pixels/front.xml.j2"


def letter(image: Image.Image, across: float, down: float) -> str:
    """The colour at a place, given in parts of the width and height."""
    pixel = image.getpixel((int(image.width * across), int(image.height * down)))
    assert isinstance(pixel, tuple)
    near = {name: max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) for name, colour in COLOURS.items()}
    best = min(near, key=lambda name: near[name])
    return best if near[best] <= 8 else "?"


def grid(image: Image.Image, columns: int, rows: int) -> list[str]:
    """Letters at the middles of so many fields."""
    return ["".join(letter(image, (x + 0.5) / columns, (y + 0.5) / rows) for x in range(columns)) for y in range(rows)]


UPRIGHT = ["RR.K", "RR.K", "....", "....", "G.BB", "..BB"]  # what the sample draws, in fields of 10 mm


def test_a_single_card_is_a_card_and_its_face_is_seen(workshop: Make) -> None:
    folder, save = exported(workshop("pixels"), "pixels", "en")
    [card] = save["ObjectStates"]
    assert complaints(save) == []
    [key] = map(int, card["CustomDeck"])
    assert (card["Name"], card["CardID"], card["Transform"]["rotZ"]) == ("Card", 100 * key, 0)
    [sheet] = card["CustomDeck"].values()
    assert (sheet["NumWidth"], sheet["NumHeight"], sheet["Type"]) == (1, 1, 1)
    assert grid(picture(folder, sheet["FaceURL"]), 4, 6) == UPRIGHT
    assert grid(picture(folder, sheet["BackURL"]), 4, 6) == ["G...", *["...."] * 5]
    assert picture(folder, sheet["FaceURL"]).size == (int(40 / 25.4 * 300), int(60 / 25.4 * 300))


def test_a_card_without_a_back_has_a_white_one(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "    back: pixels/back.xml.j2\n", "")
    folder, save = exported(shop, "pixels", "en")
    [sheet] = save["ObjectStates"][0]["CustomDeck"].values()
    assert grid(picture(folder, sheet["BackURL"]), 4, 6) == ["...."] * 6


def test_a_card_that_lies_across_stands_in_its_slot_and_is_turned_on_the_table(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "40 mm x 60 mm", "60 mm x 40 mm")
    folder, save = exported(shop, "pixels", "en")
    [card] = save["ObjectStates"]
    assert card["SidewaysCard"] is True
    assert card["Transform"]["scaleX"] == card["Transform"]["scaleZ"] == pytest.approx(60 / 88.9, abs=1e-3)
    [sheet] = card["CustomDeck"].values()
    seen = picture(folder, sheet["FaceURL"])
    assert seen.width < seen.height
    across = ["RR.KY.", "RR.KY.", "....Y.", "....Y."]  # the sample's upper 40 mm, and what it draws beside it
    assert grid(seen.transpose(Image.Transpose.ROTATE_270), 6, 4) == across
    assert card["Transform"]["rotY"] == (180 + 90) % 360, "a quarter to the right brings it upright again"


@pytest.mark.parametrize(
    ("form", "locked", "stackable"), [("board", True, False), ("mat", False, False), ("token", False, True)]
)
def test_flat_pieces_are_tiles_with_both_pictures(form: str, locked: bool, stackable: bool, workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", f"form: {form}")
    folder, save = exported(shop, "pixels", "en")
    [tile] = save["ObjectStates"]
    image = tile["CustomImage"]
    assert complaints(save) == []
    assert (tile["Name"], tile["Locked"], image["CustomTile"]["Stackable"]) == ("Custom_Tile", locked, stackable)
    assert image["CustomTile"]["Stretch"] is True
    assert grid(picture(folder, image["ImageURL"]), 4, 6) == UPRIGHT
    assert grid(picture(folder, image["ImageSecondaryURL"]), 4, 6) == ["G...", *["...."] * 5]


def test_a_round_token_is_round(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", "form: token")
    shapes = {}
    for trim, corner in (("40 mm x 40 mm", "0 mm"), ("40 mm x 40 mm", "4 mm"), ("40 mm x 40 mm", "20 mm")):
        text = (shop.root / GAME).read_text(encoding="utf-8")
        shop.edit(GAME, "trim: 40 mm x 60 mm", f"trim: {trim}\n    corner: {corner}")
        table = table_of(lay_out(shop.root), URL)
        shapes[corner] = table.save["ObjectStates"][0]["CustomImage"]["CustomTile"]["Type"]
        shop.write(GAME, text)
    assert shapes == {"0 mm": 0, "4 mm": 3, "20 mm": 2}


def lay_out(root: Path) -> Laid:
    project = Project(root=root)
    [catalogue] = catalogues(project, ("pixels",))
    return lay_out_game(catalogue, "en", project, Fonts())


def test_a_folded_strip_has_its_lower_half_in_front_and_the_other_turned_behind(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", "form: standee")
    shop.edit(GAME, "    back: pixels/back.xml.j2\n", "")
    folder, save = exported(shop, "pixels", "en")
    [figure] = save["ObjectStates"]
    assert complaints(save) == []
    assert grid(picture(folder, figure["CustomImage"]["ImageURL"]), 4, 3) == UPRIGHT[3:]
    turned = [row[::-1] for row in reversed(UPRIGHT[:3])]
    assert grid(picture(folder, figure["CustomImage"]["ImageSecondaryURL"]), 4, 3) == turned


def test_a_standee_with_a_back_shows_both(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", "form: standee")
    folder, save = exported(shop, "pixels", "en")
    [figure] = save["ObjectStates"]
    assert grid(picture(folder, figure["CustomImage"]["ImageURL"]), 4, 6) == UPRIGHT
    assert grid(picture(folder, figure["CustomImage"]["ImageSecondaryURL"]), 4, 6) == ["G...", *["...."] * 5]


# The command ----------------------------------------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_game_gives_the_same_bytes(workshop: Make) -> None:
    shop = workshop()
    folder, _ = exported(shop, "duel", "en")
    first = contents(folder)
    assert {"duel-en.json", "README.txt"} < set(first)
    assert first["duel-en.json"].endswith(b"}\n")
    shop.out = shop.out.parent / "another"
    assert contents(exported(shop, "duel", "en")[0]) == first


def test_a_changed_card_has_another_address(workshop: Make) -> None:
    """The game keeps a picture by its address for good: a changed one under the old address is never seen."""
    shop = workshop()
    before, _ = exported(shop, "duel", "en")
    old = set(contents(before))
    shop.edit("cards/duel/weapons.yaml", "damage: 40", "damage: 50")
    after, _ = exported(shop, "duel", "en")
    changed = set(contents(after)) ^ old
    assert len(changed) == 2, "the sheet alone; the old one is gone"
    assert all(name.startswith("sheet-1-") for name in changed)


def test_every_language_asked_for_is_written_and_said(workshop: Make) -> None:
    shop = workshop()
    result = run("duel", "--to", "tts", "--url", "http://example.org/duel", "--out", shop.out)
    assert result.exit_code == 0
    for language in ("pt", "en"):
        folder = shop.out / f"duel/{language}/export/tts"
        assert f"{folder.as_posix()}: 1 thing on the table, 2 pictures; upload them to" in result.stdout
        save = json.loads((folder / f"duel-{language}.json").read_text(encoding="utf-8"))
        assert all(address.startswith("http://example.org/duel/") for address in addresses(save))
        readme = (folder / "README.txt").read_text(encoding="utf-8").splitlines()
        assert len(readme) == 3
        assert f"duel-{language}.json" in readme[0]
        assert "http://example.org/duel/" in readme[1]
    assert sorted(path.name for path in (shop.out / "duel").iterdir()) == ["en", "pt"]
    assert not list(shop.out.rglob(".*")), "something aside was left"


def test_local_pictures_are_found_on_this_computer(workshop: Make) -> None:
    shop = workshop()
    folder, save = exported(shop, "duel", "pt", "--local")
    assert complaints(save) == []
    found = {Path(url2pathname(urlsplit(address).path)) for address in addresses(save)}
    assert found == set(folder.resolve().glob("*.png"))
    assert "http" not in (folder / "README.txt").read_text(encoding="utf-8")


def test_the_old_folder_is_replaced_whole_but_for_what_is_ones_own(workshop: Make) -> None:
    shop = workshop()
    folder, _ = exported(shop, "duel", "en")
    old = {path.name for path in folder.glob("*.png")}
    shop.edit("cards/duel/weapons.yaml", "copies: 2", "copies: 0")
    exported(shop, "duel", "en")
    assert old - {path.name for path in folder.glob("*.png")}
    (folder / "thumbnail.png").write_bytes(b"mine")
    before = contents(shop.out)
    result = run("duel", "--to", "tts", "--url", URL, "--out", shop.out)
    assert result.exit_code == 1
    assert "[foreign-file]" in result.stderr
    assert contents(shop.out) == before


def test_a_wrong_game_leaves_everything_as_it_was(workshop: Make) -> None:
    shop = workshop()
    exported(shop, "duel", "en")
    before = contents(shop.out)
    shop.edit("cards/duel/weapons.yaml", "copies: 2", "cpoies: 2")
    result = run("duel", "--to", "tts", "--url", URL, "--out", shop.out)
    assert result.exit_code == 1
    assert "[unknown-key]" in result.stderr
    assert contents(shop.out) == before


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "--url https://example.org/duel/"),
        (("--url", URL, "--local"), "one of two"),
        (("--url", "example.org/duel/"), "no address"),
        (("--url", "ftp://example.org/duel/"), "no address"),
        (("--url", "file:///home/me/"), "no address"),
        (("--url", "javascript:alert(1)"), "no address"),
        (("--url", "https:///duel/"), "no address"),
        (("--url", "https://example.org/duel?x=1"), "no address"),
        (("--url", "https://me:secret@example.org/"), "no address"),
        (("--url", "https://example.org:99999/"), "no address"),
        (("--url", "https://example.org/a b/"), "a character"),
        (("--url", "https://example.org/a\tb/"), "a character"),
        (("--url", "https://example.org/\x1b[2J/"), "a character"),
        (("--url", "https://example.org/ä/"), "a character"),
        (("--url", 'https://example.org/"/'), "a character"),
        (("--local", "--check"), "--check goes with"),
        (("--local", "--dpi", "300"), "--dpi"),
    ],
)
def test_what_is_asked_wrongly_is_said(args: tuple[str, ...], said: str, workshop: Make) -> None:
    shop = workshop()
    result = run("duel", "--to", "tts", "--out", shop.out, *args)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert result.stderr.replace("\n", "").isprintable()
    assert not shop.out.exists()


@pytest.mark.parametrize("option", [("--local",), ("--url", URL)])
def test_addresses_are_of_no_print_shop(option: tuple[str, ...], workshop: Make) -> None:
    shop = workshop()
    result = run("duel", "--to", "png", "--out", shop.out, *option)
    assert result.exit_code == 2
    assert "--to tts" in result.stderr


# Bounds ---------------------------------------------------------------------------------------------------------------


def test_more_things_than_a_table_holds_are_refused(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", "form: mat")
    shop.edit(
        "cards/pixels/blocks.yaml", "name: One", "name: One\n    copies: 999\n  - id: two\n    name: Two\n    copies: 2"
    )
    with pytest.raises(SourceError) as caught:
        table_of(lay_out(shop.root), URL)
    assert [problem.code for problem in caught.value.problems] == ["too-large"]
    shop.edit("cards/pixels/blocks.yaml", "copies: 2", "copies: 1")
    assert table_of(lay_out(shop.root), URL).objects == limits.TABLE_OBJECTS


def test_more_pixels_than_can_be_drawn_are_refused(workshop: Make) -> None:
    shop = workshop("pixels")
    shop.edit(GAME, "form: card", "form: board")
    shop.edit(GAME, "40 mm x 60 mm", "400 mm x 400 mm")
    shop.edit(FRONT, '<rect x="0mm" y="0mm" width="40mm"', '<rect x="0mm" y="0mm" width="{{ 40 + card.n }}mm"')
    shop.edit(GAME, "    prints_name: no", "    prints_name: no\n    fields: {n: integer}")
    rows = "".join(f"  - {{id: b{n}, name: B{n}, n: {n}}}\n" for n in range(40))
    shop.write("cards/pixels/blocks.yaml", f"kind: block\ncomponents:\n{rows}")
    result = run("pixels", "--to", "tts", "--local", "--out", shop.out)
    assert result.exit_code == 1
    assert "[too-large]" in result.stderr
    assert not shop.out.exists()
