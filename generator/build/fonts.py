"""The fonts of a run: each file opened once, whatever asks for it."""

from __future__ import annotations

from generator.catalogue import Catalogue
from generator.intake import Opened, Shelves
from generator.problem import Location, Problem, SourceError
from generator.typeset import Family, Font, open_font

# What the tool itself prints in: slugs and lists, in Latin and Cyrillic.
HOUSE = {
    "regular": "fira-sans-condensed/FiraSansCondensed_400Regular.ttf",
    "bold": "fira-sans-condensed/FiraSansCondensed_600SemiBold.ttf",
}


class Fonts:
    """Font files by path."""

    def __init__(self) -> None:
        self._known: dict[str, Font] = {}

    def house(self, style: str, catalogue: Catalogue, shelves: Shelves) -> Font:
        """The tool's own font."""
        return self.open(HOUSE[style], shelves, catalogue.where)

    def open(self, path: str, shelves: Shelves, where: Location) -> Font:
        """A font file. SourceError ``missing-file``, ``bad-font``."""
        opened = self._read(path, shelves, where)
        if opened.shown not in self._known:
            self._known[opened.shown] = open_font(opened, where)
        return self._known[opened.shown]

    def families(self, catalogue: Catalogue, shelves: Shelves) -> dict[str, Family]:
        """The game's families. SourceError with every file that cannot be used."""
        problems: list[Problem] = []
        families = {}
        for name, styles in catalogue.fonts.items():
            fonts = {}
            for style, file in styles.items():
                try:
                    fonts[style] = self.open(file.path, shelves, file.where)
                except SourceError as error:
                    problems += error.problems
            families[name] = Family(name, fonts)
        if problems:
            raise SourceError(problems)
        return families

    @staticmethod
    def _read(path: str, shelves: Shelves, where: Location) -> Opened:
        # A game's own folder comes first: a designer's font needs no place in the project's.
        if shelves.game.has(f"fonts/{path}"):
            return shelves.game.read(f"fonts/{path}", where)
        return shelves.fonts.read(path, where)
