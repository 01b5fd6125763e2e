"""A game as a saved object of Tabletop Simulator: decks, boards, mats, tokens, standees, dice.

Pure: pieces in, pictures to be drawn and the object's JSON out. Fields are those of the save file format
(kb.tabletopsimulator.com) and of the parameters of custom objects (api.tabletopsimulator.com).
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.export.pictures import LEFT, LOWER, UPPER, UPRIGHT, Picture, best_grid, fitted
from generator.export.tts_places import (
    FACING,
    TOP,
    Ids,
    Place,
    card_scale,
    first_sheet,
    laid_out,
    tile_scale,
    units,
)

COLUMNS, ROWS = 10, 7  # the most of a sheet
SLOTS = COLUMNS * ROWS - 1  # the last slot of a full sheet is the face that others see of a hidden card
CARD_ROUNDED, CARD_SQUARE, CARD_CIRCLE = 0, 1, 4
TILE_BOX, TILE_CIRCLE, TILE_ROUNDED = 0, 2, 3
THICKNESS = 0.1  # units
DIE_UNITS = 1.0
FACE_DOWN = 180.0
ORDER = ("card", "board", "mat", "token", "standee", "die")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A component. ``front`` and ``back`` name its drawings ('' for no back); sizes in mm; ``text`` is for the eye."""

    id: str
    form: str
    deck: str
    name: str
    text: str
    front: str
    back: str
    width: float
    height: float
    corner: float
    copies: int

    @property
    def round(self) -> bool:
        return self.width == self.height and self.corner >= self.width / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What the game needs: pictures, and the saved object that names them."""

    pictures: tuple[Picture, ...]
    save: Json
    objects: int  # that lie on the table

    def text(self) -> str:
        """The saved object as it is written."""
        return json.dumps(self.save, ensure_ascii=False, indent=2) + "\n"


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that lies on the table, with the room that it takes (units); ``place`` puts it there."""

    width: float
    depth: float
    place: Callable[[Place], Json]


@dataclass(slots=True)
class _Laying:
    """A table under way."""

    base: str
    ids: Ids
    first: int
    pictures: dict[tuple[object, ...], Picture] = field(default_factory=dict)
    decks: int = 0

    def address(self, picture: Picture) -> str:
        """The picture's address; the same drawing is one picture, whatever shows it."""
        drawn = (picture.columns, picture.rows, picture.width, picture.height, picture.drawings, picture.stands)
        return self.base + self.pictures.setdefault(drawn, picture).name


def lay_table(title: str, seed: str, pieces: Sequence[Piece], decks: Mapping[str, str], base: str) -> Table:
    """The table of a game. ``decks``: their names by id. ``base``: the address before every picture's name.

    ``seed`` makes the ids: the same seed and pieces, the same table.
    """
    laying = _Laying(base, Ids(seed), first_sheet(seed))
    groups: list[list[_Thing]] = []
    for form in ORDER:
        members = [piece for piece in pieces if piece.form == form and piece.copies]
        things = _decks(members, decks, laying) if form == "card" else _others(members, laying)
        if things:
            groups.append(things)
    places = laid_out([[(thing.width, thing.depth) for thing in group] for group in groups])
    objects = [
        thing.place(at)
        for group, spots in zip(groups, places, strict=True)
        for thing, at in zip(group, spots, strict=True)
    ]
    return Table(pictures=tuple(laying.pictures.values()), save=_save(title, objects), objects=len(objects))


# Cards ------------------------------------------------------------------------


def _decks(cards: Sequence[Piece], names: Mapping[str, str], laying: _Laying) -> list[_Thing]:
    """A deck for each pile and size of card, in the order of the catalogue."""
    piles: dict[tuple[str, float, float, float], list[Piece]] = {}
    for card in cards:
        piles.setdefault((card.deck, card.width, card.height, card.corner), []).append(card)
    return [_deck(pile, names[pile[0].deck], laying) for pile in piles.values()]


def _deck(cards: Sequence[Piece], name: str, laying: _Laying) -> _Thing:
    first = cards[0]
    sideways = first.width > first.height
    slots: dict[tuple[str, str], int] = {}
    sheets: dict[str, Json] = {}
    for chunk in _chunks(list(dict.fromkeys((card.front, card.back) for card in cards))):
        laying.decks += 1
        sheet = laying.first + laying.decks
        slots.update({pair: sheet * 100 + index for index, pair in enumerate(chunk)})
        sheets[str(sheet)] = _sheet(chunk, laying.decks, first, LEFT if sideways else UPRIGHT, laying)
    scale = card_scale(max(first.width, first.height))
    held = []
    for card in cards:
        number = slots[card.front, card.back]
        key = str(number // 100)
        for copy in range(card.copies):
            guid = laying.ids.take(f"card {card.id} {copy}")
            one = _object("Card", guid, card.name, card.text, scale)
            one |= {"HideWhenFaceDown": True, "Hands": True, "CardID": number, "SidewaysCard": sideways}
            held.append(one | {"CustomDeck": {key: sheets[key]}})
    turn = 90.0 if sideways else 0.0
    if len(held) == 1:
        result = held[0]
    else:
        result = _object("DeckCustom", laying.ids.take(f"deck {first.deck} {laying.decks}"), name, "", scale)
        result |= {"HideWhenFaceDown": True, "Hands": False, "SidewaysCard": sideways}
        result |= {"DeckIDs": [card["CardID"] for card in held], "CustomDeck": sheets, "ContainedObjects": held}

    def place(at: Place) -> Json:
        return _placed(result, at, turn=turn, over=0.0 if len(held) == 1 else FACE_DOWN)

    return _Thing(units(first.width), units(first.height), place)


def _chunks(pairs: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """As few sheets as hold them, filled evenly: cards on emptier sheets have more pixels."""
    count = math.ceil(len(pairs) / SLOTS)
    ends = [len(pairs) * number // count for number in range(count + 1)]
    return [pairs[start:end] for start, end in itertools.pairwise(ends)]


def _sheet(pairs: Sequence[tuple[str, str]], key: int, card: Piece, stands: str, laying: _Laying) -> Json:
    """The entry of one sheet. One back for all is a picture of its own, several make a second sheet."""
    width, height = (card.height, card.width) if stands == LEFT else (card.width, card.height)
    columns, rows = best_grid(len(pairs), width, height, COLUMNS, ROWS)
    backs = [back for _, back in pairs]
    several = len(set(backs)) > 1

    def picture(title: str, drawings: Sequence[str], columns: int, rows: int) -> str:
        wide, high = fitted(width, height, columns, rows)
        return laying.address(
            Picture(title=title, columns=columns, rows=rows, width=wide, height=high, drawings=tuple(drawings),
                    stands=stands)
        )  # fmt: skip

    shape = CARD_CIRCLE if card.round else CARD_ROUNDED if card.corner else CARD_SQUARE
    return {
        "FaceURL": picture(f"sheet-{key}", [front for front, _ in pairs], columns, rows),
        "BackURL": picture(f"backs-{key}", backs, columns, rows) if several else picture("back", backs[:1], 1, 1),
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": several,
        "Type": shape,
    }


# What is not a card -----------------------------------------------------------


def _others(pieces: Sequence[Piece], laying: _Laying) -> list[_Thing]:
    things = []
    for piece in pieces:
        if piece.form == "token":
            things.append(_token(piece, laying))
        else:
            make = {"standee": _standee, "die": _die}.get(piece.form, _flat)
            things += [make(piece, copy, laying) for copy in range(piece.copies)]
    return things


def _whole(piece: Piece, side: str, drawing: str, laying: _Laying) -> str:
    width, height = fitted(piece.width, piece.height)
    title = f"{piece.form}-{piece.id}-{side}"
    return laying.address(
        Picture(title=title, columns=1, rows=1, width=width, height=height, drawings=(drawing,))
    )  # fmt: skip


def _tile(piece: Piece, name: str, guid: str, stackable: bool, laying: _Laying) -> Json:
    """A flat piece. Without a picture below, the game shows the upper one on both sides."""
    tile = _object(name, guid, piece.name, piece.text, tile_scale(piece.height))
    shape = TILE_CIRCLE if piece.round else TILE_ROUNDED if piece.corner else TILE_BOX
    return tile | {
        "CustomImage": {
            "ImageURL": _whole(piece, "front", piece.front, laying),
            "ImageSecondaryURL": _whole(piece, "back", piece.back, laying) if piece.back else "",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": shape, "Thickness": THICKNESS, "Stackable": stackable, "Stretch": True},
        }
    }


def _flat(piece: Piece, copy: int, laying: _Laying) -> _Thing:
    """A board or a mat: a tile for each copy. A board is locked, for it is what all else lies on."""
    tile = _tile(piece, "Custom_Tile", laying.ids.take(f"{piece.form} {piece.id} {copy}"), False, laying)
    tile["Locked"] = piece.form == "board"
    return _Thing(units(piece.width), units(piece.height), lambda at: _placed(tile, at))


def _token(piece: Piece, laying: _Laying) -> _Thing:
    """A stack of tokens; a single one is a tile."""
    many = piece.copies > 1
    name = "Custom_Tile_Stack" if many else "Custom_Tile"
    tile = _tile(piece, name, laying.ids.take(f"token {piece.id}"), True, laying)
    if many:
        tile["Number"] = piece.copies
    return _Thing(units(piece.width), units(piece.height), lambda at: _placed(tile, at))


def _standee(piece: Piece, copy: int, laying: _Laying) -> _Thing:
    """A figure with a picture on either side. Without a back it is a strip that is folded across its middle."""
    if piece.back:
        front, back = _whole(piece, "front", piece.front, laying), _whole(piece, "back", piece.back, laying)
    else:
        width, height = fitted(piece.width, piece.height / 2)

        def half(stands: str) -> str:
            title = f"standee-{piece.id}-{'front' if stands == LOWER else 'back'}"
            return laying.address(
                Picture(title=title, columns=1, rows=1, width=width, height=height, drawings=(piece.front,),
                        stands=stands)
            )  # fmt: skip

        front, back = half(LOWER), half(UPPER)
    figure = _object("Figurine_Custom", laying.ids.take(f"standee {piece.id} {copy}"), piece.name, piece.text, 1.0)
    figure["CustomImage"] = {
        "ImageURL": front,
        "ImageSecondaryURL": back,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
    }
    room = max(units(piece.width), 2.0)  # its base
    return _Thing(room, room, lambda at: _placed(figure, at))


def _die(piece: Piece, copy: int, laying: _Laying) -> _Thing:
    """An ordinary die: where the faces lie on the picture of a custom one is published nowhere."""
    die = _object("Die_6", laying.ids.take(f"die {piece.id} {copy}"), piece.name, piece.text, 1.0)
    return _Thing(DIE_UNITS, DIE_UNITS, lambda at: _placed(die, at))


# Objects ----------------------------------------------------------------------


def _object(name: str, guid: str, nickname: str, description: str, scale: float) -> Json:
    """What every object has; it lies in the middle until it is placed."""
    scale = round(scale, 4)
    upright = 1.0 if name in ("Card", "DeckCustom") or name.startswith("Custom_Tile") else scale  # its thickness
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": 0.0, "posZ": 0.0,
            "rotX": 0.0, "rotY": FACING, "rotZ": 0.0,
            "scaleX": scale, "scaleY": upright, "scaleZ": scale,
        },
        "Nickname": nickname,
        "Description": description,
        "GMNotes": "",
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }  # fmt: skip


def _placed(thing: Json, at: Place, turn: float = 0.0, over: float = 0.0) -> Json:
    """The object at its place, turned about its upright axis, and over (degrees)."""
    here = {"posX": round(at.x, 4), "posY": TOP, "posZ": round(at.z, 4), "rotY": (FACING + turn) % 360, "rotZ": over}
    return thing | {"Transform": thing["Transform"] | here}


def _save(title: str, objects: list[Json]) -> Json:
    """The file around the objects. It has no date: the same game is the same file."""
    return {
        "SaveName": title,
        "GameMode": "",
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "PlayerTurn": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
