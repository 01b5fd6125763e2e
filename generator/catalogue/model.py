"""What a catalogue holds, as frozen values. Texts stand per language: ``{'pt': …, 'en': …}``; lengths are mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from generator.geometry import Size
from generator.problem import Location


class FieldType(Enum):
    """What a field of a component may hold."""

    TEXT = "text"
    MARKUP = "markup"
    WORD = "word"
    INTEGER = "integer"
    LENGTH = "length"
    IMAGE = "image"
    RANGE = "range"
    REF = "ref"


class Range(NamedTuple):
    """An interval of whole numbers, both ends within."""

    low: int
    high: int

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}\u2013{self.high}"


class Length(NamedTuple):
    """A length in mm, printed with its unit, so that a layout can hand it on."""

    mm: float

    def __str__(self) -> str:
        return f"{self.mm:.4f}mm"


class Run(NamedTuple):
    """A stretch of marked-up text: ``what`` is ``text``, ``icon``, ``break`` or (before it is resolved) ``value``."""

    what: str
    text: str = ""
    bold: bool = False
    italic: bool = False
    offset: int = 0


Rich = tuple[Run, ...]
Texts = Mapping[str, str]
Aliases = Mapping[str, tuple[str, ...]]  # per language other names, of which there may be none
Value = str | int | Length | Range | Texts | Mapping[str, Rich] | tuple["Value", ...]
FORMS = ("card", "board", "mat", "token", "standee", "die")


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A declared field. ``many``: a list of the type."""

    name: str
    type: FieldType
    many: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FontFile:
    """A font file below ``fonts/``, and the place that asks for it."""

    path: str
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """``colours``: token → ``#RRGGBB``. ``low``: those that replace them with ``--ink low``; None: nothing is said.

    ``families``: sets of tokens that must be told apart, each token with the place that names it.
    """

    colours: Mapping[str, str] = field(default_factory=dict)
    low: Mapping[str, str] | None = None
    families: tuple[Mapping[str, Location], ...] = ()
    where: Location = field(default_factory=lambda: Location(""))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A pile of the game."""

    id: str
    name: Texts
    aliases: Aliases = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """How a component is made: finished size, bleed, corner radius, layouts, pile. A kind's, or a component's own."""

    deck: str
    trim: Size
    bleed: float
    corner: float
    front: str
    back: str | None
    own_sheet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of component and its fields."""

    id: str
    name: Texts
    plural: Texts
    aliases: Aliases = field(default_factory=dict)
    form: str
    build: Build
    prints_name: bool
    fields: Mapping[str, Field]
    keys: frozenset[str]  # all that a component of this kind may hold
    defaults: Mapping[str, Value]
    where: Location


class Component(NamedTuple):
    """One design. ``places`` tells where each of its keys stands: key → (line, column).

    ``editions``: those that it is played in. ``extra``: printed as this edition's addition, not counted in the box.
    """

    id: str
    kind: str
    copies: int
    name: Texts
    values: Mapping[str, Value]
    assumed: frozenset[str]
    editions: tuple[str, ...]
    extra: bool
    build: Build
    where: Location
    places: Mapping[str, tuple[int, int]]
    aliases: Aliases = MappingProxyType({})

    def place(self, key: str) -> Location:
        """Where a key of this component stands; the component itself if it has no such key."""
        line_column = self.places.get(key)
        return Location(self.where.path, *line_column) if line_column else self.where


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Components that a text counts under a name of their own, such as one team's characters. At least one."""

    id: str
    name: Texts
    ids: tuple[str, ...]
    where: Location
    aliases: Aliases = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """A whole game. ``quoted``: the values that some text takes from a field or number, ``uzi.damage``.

    ``theme``: the colours that layouts see; ``inks``: all that the theme declares.
    ``version_mark``: every card carries the version. ``tuckbox``: the layout of the boxes for its decks.
    """

    game: str
    version: str
    version_mark: bool
    tuckbox: str | None
    title: Texts
    languages: tuple[str, ...]
    numbers: Mapping[str, int]
    number_places: Mapping[str, Location]
    quoted: frozenset[str]
    fonts: Mapping[str, Mapping[str, FontFile]]
    theme: Mapping[str, str]
    inks: Theme
    icons: Mapping[str, str]
    words: Mapping[str, Texts]
    decks: Mapping[str, Deck]
    editions: Mapping[str, Texts]
    kinds: Mapping[str, Kind]
    groups: Mapping[str, Group]
    components: tuple[Component, ...]
    folder: Path
    where: Location
