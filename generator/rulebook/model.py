"""What a rulebook is made of: the text and the game around it; then the text as blocks, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from generator.geometry import Size
from generator.intake import Opened
from generator.layout import Frame, Stock
from generator.listing import Section
from generator.problem import Location
from generator.rulebook.words import Words
from generator.typeset import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """All that one rulebook needs. The same values give the same bytes.

    ``stock`` holds the game's families (``title``, ``number``, ``text`` are asked for) and its pictures; ``house`` is
    the tool's own family, ``regular`` and ``bold``. ``sections`` are the picture list that ``[[components]]`` prints;
    ``notes`` (sign or heading, text) stand in small type at the end. ``grey``: every colour as the grey of its
    lightness; the pictures of ``sections`` are so already.
    """

    title: str
    version: str
    language: str
    creator: str
    text: Opened
    where: Location
    stock: Stock
    house: Family
    theme: Mapping[str, str]
    paper: Size
    words: Words
    sections: tuple[Section, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    booklet: bool = False
    grey: bool = False


class Run(NamedTuple):
    """A stretch of text in one style. ``href`` is ``#key`` within the book, an address outside it, or empty.

    ``text`` is ``\\n`` alone where a line is broken by force.
    """

    text: str
    line: int
    bold: bool = False
    italic: bool = False
    href: str = ""


Runs: TypeAlias = tuple[Run, ...]


@dataclass(slots=True, kw_only=True)
class Heading:
    """A heading. ``number`` is its section number as written, without the point; ``runs`` hold the rest."""

    level: int
    number: str
    runs: Runs
    key: str
    slug: str
    line: int

    @property
    def title(self) -> str:
        return plain(self.runs)


@dataclass(slots=True, kw_only=True)
class Prose:
    """A paragraph."""

    runs: Runs
    line: int


@dataclass(slots=True, kw_only=True)
class Item:
    """What a bullet or a number leads: paragraphs and further lists."""

    label: str
    blocks: list[Block]
    line: int


@dataclass(slots=True, kw_only=True)
class Items:
    """A list; its items' labels are empty where it is not numbered."""

    items: list[Item]
    line: int


@dataclass(slots=True, kw_only=True)
class Table:
    """Rows of cells, the first of them the head; ``align`` is ``left``, ``center``, ``right`` or empty by column."""

    rows: list[tuple[Runs, ...]]
    align: tuple[str, ...]
    line: int


@dataclass(slots=True, kw_only=True)
class Quote:
    """An example of play, set off."""

    blocks: list[Block]
    line: int


@dataclass(slots=True, kw_only=True)
class Figure:
    """A picture that stands alone, ready as a drawing, and its caption."""

    frame: Frame
    caption: Runs
    line: int


@dataclass(slots=True, kw_only=True)
class Components:
    """Where ``[[components]]`` stands."""

    line: int


@dataclass(slots=True, kw_only=True)
class Rule:
    """A line across."""

    line: int


Block: TypeAlias = Heading | Prose | Items | Table | Quote | Figure | Components | Rule


@dataclass(slots=True, kw_only=True)
class Text:
    """A rules text that was read: its title (``#``), and all else in order."""

    title: Runs
    blocks: list[Block] = field(default_factory=list)


def plain(runs: Runs) -> str:
    """The words of some runs."""
    return "".join(" " if run.text == "\n" else run.text for run in runs)
