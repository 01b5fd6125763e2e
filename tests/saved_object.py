"""A saved object of Tabletop Simulator, held against what is published of the format: every key known, of its type.

Sources: the serialised classes under "Save File Format" and the pages of custom content at kb.tabletopsimulator.com,
and the parameters of custom objects at api.tabletopsimulator.com (custom-game-objects.md). ``Type`` of a deck,
``CustomTile``, ``Stretch`` and the names of stacks are in neither: they are as in saved games that people have
published (github.com/argonui/SCED). Nothing here is taken from the generator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Check = Callable[[Any], bool]


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def is_address(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"(https?|file)://[^\s\"<>\\^`{|}]+", value) is not None


def is_id(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[0-9a-f]{6}", value) is not None


def is_(*values: Any) -> Check:
    return lambda value: any(value == known and type(value) is type(known) for known in values)


def either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


SAVE: dict[str, Any] = {
    "SaveName": is_text, "GameMode": is_text, "Date": is_text, "Table": is_text, "Sky": is_text, "Note": is_text,
    "Rules": is_text, "PlayerTurn": is_text, "LuaScript": is_(""), "LuaScriptState": is_(""), "XmlUI": is_(""),
    "ObjectStates": lambda value: isinstance(value, list) and bool(value),
}  # fmt: skip
TRANSFORM = {f"{what}{axis}": is_number for what in ("pos", "rot", "scale") for axis in "XYZ"}
OBJECT: dict[str, Any] = {
    "GUID": is_id, "Name": is_text, "Transform": TRANSFORM, "Nickname": is_text, "Description": is_text,
    "GMNotes": is_(""), "ColorDiffuse": {"r": is_number, "g": is_number, "b": is_number}, "Locked": is_flag,
    "Grid": is_flag, "Snap": is_flag, "Autoraise": is_flag, "Sticky": is_flag, "Tooltip": is_flag, "LuaScript": is_(""),
    "LuaScriptState": is_(""), "XmlUI": is_(""),
}  # fmt: skip
SHEET: dict[str, Any] = {
    "FaceURL": is_address, "BackURL": is_address, "NumWidth": is_count, "NumHeight": is_count, "BackIsHidden": is_flag,
    "UniqueBack": is_flag, "Type": is_(0, 1, 2, 3, 4),
}  # fmt: skip
CARD = {"HideWhenFaceDown": is_flag, "Hands": is_flag, "SidewaysCard": is_flag, "CustomDeck": dict}
IMAGE = {"ImageURL": is_address, "ImageSecondaryURL": either(is_address, is_("")), "ImageScalar": is_(1.0),
         "WidthScale": is_(0.0)}  # fmt: skip
TILE = IMAGE | {
    "CustomTile": {"Type": is_(0, 1, 2, 3), "Thickness": is_number, "Stackable": is_flag, "Stretch": is_flag}
}
OWN: dict[str, dict[str, Any]] = {
    "DeckCustom": CARD | {"DeckIDs": list, "ContainedObjects": list},
    "Card": CARD | {"CardID": is_count},
    "Custom_Tile": {"CustomImage": TILE},
    "Custom_Tile_Stack": {"CustomImage": TILE, "Number": is_count},
    "Figurine_Custom": {"CustomImage": IMAGE},
    "Die_6": {},
}


def complaints(save: Any) -> list[str]:
    """All that is wrong with a saved object."""
    return list(_complaints(save))


def _complaints(save: Any) -> Iterator[str]:
    yield from _shape(save, SAVE, "the file")
    seen: set[str] = set()
    for thing in every_object(save):
        name = thing.get("Name")
        if name not in OWN:
            yield f"an object of the unknown kind {name!r}"
            continue
        where = f"{name} {thing.get('Nickname')!r}"
        wrong = list(_shape(thing, OBJECT | OWN[name], where))
        yield from wrong
        if wrong:
            continue
        if thing["GUID"] in seen:
            yield f"{where}: its GUID stands twice"
        seen.add(thing["GUID"])
        if name in ("Card", "DeckCustom"):
            yield from _sheets(thing, where)


def every_object(save: Any) -> Iterator[dict[str, Any]]:
    """The objects on the table, and those within them."""
    for thing in save["ObjectStates"]:
        yield thing
        yield from thing.get("ContainedObjects", ())


def _shape(value: Any, wanted: Any, where: str) -> Iterator[str]:
    if isinstance(wanted, type):
        if not isinstance(value, wanted):
            yield f"{where}: {value!r} is no {wanted.__name__}"
    elif isinstance(wanted, dict):
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is no object"
            return
        if set(value) != set(wanted):
            yield f"{where}: keys that differ: {sorted(set(value) ^ set(wanted))}"
        for key in set(value) & set(wanted):
            yield from _shape(value[key], wanted[key], f"{where}: {key}")
    elif not wanted(value):
        yield f"{where}: {value!r}"


def _sheets(thing: dict[str, Any], where: str) -> Iterator[str]:
    """Every id names a slot of a sheet that is there; the cards of a deck are those of its list, in its order."""
    for key, sheet in thing["CustomDeck"].items():
        if not re.fullmatch(r"[1-9]\d*", key):
            yield f"{where}: a sheet called {key!r}"
        yield from _shape(sheet, SHEET, f"{where}: sheet {key}")
        if not (sheet["NumWidth"] <= 10 and sheet["NumHeight"] <= 7):
            yield f"{where}: sheet {key} has more than 10 × 7 slots"
    for number in thing["DeckIDs"] if thing["Name"] == "DeckCustom" else [thing["CardID"]]:
        sheet = thing["CustomDeck"].get(str(number // 100))
        if sheet is None or number % 100 >= min(69, sheet["NumWidth"] * sheet["NumHeight"]):
            yield f"{where}: {number} is no slot of its sheets"
    if thing["Name"] == "DeckCustom":
        held = thing["ContainedObjects"]
        if len(held) < 2 or [card["CardID"] for card in held] != thing["DeckIDs"]:
            yield f"{where}: it does not hold the cards of its list"
        for card in held:
            own = card["CustomDeck"].items()
            if card["Name"] != "Card" or any(thing["CustomDeck"].get(key) != sheet for key, sheet in own):
                yield f"{where}: a card has another sheet than its deck"
