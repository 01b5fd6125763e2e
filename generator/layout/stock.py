"""What a game's faces are laid out with: its fonts, icons and pictures, each opened once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator import limits
from generator.intake import Opened, Shelves
from generator.layout.frame import Item, Shape
from generator.layout.shapes import halo
from generator.problem import Location, Problem, SourceError
from generator.typeset import Family

if TYPE_CHECKING:  # a game without pictures need not wait for their readers
    from generator.layout.rasters import Raster
    from generator.layout.svg import Vector


class Stock:
    """Fonts by family, icons by name, pictures by path; for one language."""

    def __init__(
        self, shelves: Shelves, families: Mapping[str, Family], icons: Mapping[str, str], language: str
    ) -> None:
        self.shelves, self.families, self.icons, self.language = shelves, families, icons, language
        self.rasters: dict[str, Raster] = {}
        self.vectors: dict[str, Vector] = {}
        self.pixels = 0
        self._failed: set[str] = set()
        self._tinted: dict[tuple[str, str], tuple[Item, ...]] = {}
        self._halos: dict[tuple[str, str, float], tuple[Item, ...]] = {}

    def vector(self, path: str, where: Location, problems: list[Problem]) -> Vector | None:
        """An SVG; a problem, once, where it cannot be used."""
        if path not in self.vectors and path not in self._failed:
            from generator.layout.svg import open_svg

            try:
                self.vectors[path] = open_svg(self._open(path, where), where)
            except SourceError as error:
                self._failed.add(path)
                problems.extend(error.problems)
        return self.vectors.get(path)

    def raster(self, path: str, where: Location, problems: list[Problem]) -> Raster | None:
        """A picture of pixels; a problem, once, where it cannot be used."""
        if path not in self.rasters and path not in self._failed:
            from generator.layout.rasters import open_raster

            try:
                raster = open_raster(self._open(path, where), where)
                self.pixels += raster.width * raster.height
                if self.pixels > limits.BUILD_PIXELS:
                    message = f"the game's pictures hold more than {limits.BUILD_PIXELS // 10**6} million pixels"
                    raise SourceError([Problem(where=where, code="too-large", message=message)])
                self.rasters[path] = raster
            except SourceError as error:
                self._failed.add(path)
                problems.extend(error.problems)
        return self.rasters.get(path)

    def tinted(self, vector: Vector, colour: str) -> tuple[Item, ...]:
        """A vector's shapes, all of them in one colour; as they are where ``colour`` is empty."""
        key = (vector.digest, colour)
        known = self._tinted.get(key)
        if known is None:
            known = self._tinted[key] = tuple(_tint(shape, colour) for shape in vector.shapes)
        return known

    def halo(self, vector: Vector, colour: str, reach: float) -> tuple[Item, ...]:
        """What is drawn behind a vector, so that ``reach`` of its units shows around it in a colour."""
        key = (vector.digest, colour, reach)
        known = self._halos.get(key)
        if known is None:
            known = self._halos[key] = tuple(part for shape in vector.shapes for part in halo(shape, colour, reach))
        return known

    def _open(self, path: str, where: Location) -> Opened:
        shelf = self.shelves.art if path.startswith("art:") else self.shelves.game
        return shelf.read(path.removeprefix("art:"), where)


def _tint(shape: Shape, colour: str) -> Shape:
    if not colour:
        return shape
    return shape._replace(fill=colour if shape.fill else "", stroke=colour if shape.stroke else "")
