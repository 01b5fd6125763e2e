"""Pictures for a screen: which drawing stands in which slot of which picture, and how many pixels each has."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PIL import Image

SIDE = 4096  # px: the recommended bound of either side (kb.tabletopsimulator.com, Asset Creation, "Max Resolution")
DPI = 300  # finer than this no screen shows, and no printed card is
WHITE = (255, 255, 255)

# How the drawing stands in its slot: as it is, a quarter to the left, or one half of a strip that is folded across.
UPRIGHT, LEFT, LOWER, UPPER = "upright", "left", "lower", "upper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Equal slots of ``width`` × ``height`` px, filled from the top left. ``drawings`` are names, '' is white."""

    title: str
    columns: int
    rows: int
    width: int
    height: int
    drawings: tuple[str, ...]
    stands: str = UPRIGHT

    @property
    def name(self) -> str:
        """The file's name. A changed picture has another: games keep pictures by their address for good."""
        told = f"{self.columns} {self.rows} {self.width} {self.height} {self.stands} {' '.join(self.drawings)}"
        return f"{self.title}-{hashlib.sha256(told.encode('utf-8')).hexdigest()[:8]}.png"

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole, px."""
        return self.columns * self.width, self.rows * self.height

    @property
    def pixels(self) -> int:
        """Of all pages that must be drawn, and of the whole."""
        width, height = self.page
        return width * height * len(self.distinct) + self.size[0] * self.size[1]

    @property
    def page(self) -> tuple[int, int]:
        """Width and height at which a drawing is drawn before it is turned or halved, px."""
        if self.stands == LEFT:
            return self.height, self.width
        return self.width, self.height if self.stands == UPRIGHT else 2 * self.height

    @property
    def distinct(self) -> tuple[str, ...]:
        """The drawings, each once, in order."""
        return tuple(dict.fromkeys(drawing for drawing in self.drawings if drawing))


def fitted(width: float, height: float, columns: int = 1, rows: int = 1) -> tuple[int, int]:
    """Pixels of a slot of ``width`` × ``height`` mm in such a grid: as many as fit, at most 300 dpi, rounded down."""
    scale = min(DPI / 25.4, SIDE / (columns * width), SIDE / (rows * height))
    return max(1, math.floor(scale * width + 1e-6)), max(1, math.floor(scale * height + 1e-6))


def best_grid(count: int, width: float, height: float, columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows, at most so many, that give ``count`` slots the most pixels.

    Among equals the grid with the fewest slots, then the one nearest to a square.
    """
    grids = [(across, math.ceil(count / across)) for across in range(1, min(columns, count) + 1)]
    fits = [grid for grid in grids if grid[1] <= rows]
    return min(
        fits, key=lambda grid: (-fitted(width, height, *grid)[0], grid[0] * grid[1], _oblong(grid, width, height))
    )


def _oblong(grid: tuple[int, int], width: float, height: float) -> float:
    return abs(grid[0] * width - grid[1] * height)


def composed(picture: Picture, pages: Iterable[Image.Image]) -> bytes:
    """The picture as a PNG file; ``pages`` are its distinct drawings, at its ``page`` size.

    PNG: drawn art is exact, and a third smaller than as JPEG.
    """
    drawn: Mapping[str, Image.Image] = dict(zip(picture.distinct, pages, strict=True))
    whole = Image.new("RGB", picture.size, WHITE)
    for index, drawing in enumerate(picture.drawings):
        if drawing:
            at = (index % picture.columns * picture.width, index // picture.columns * picture.height)
            whole.paste(_standing(drawn[drawing], picture), at)
    out = io.BytesIO()
    whole.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _standing(page: Image.Image, picture: Picture) -> Image.Image:
    width, height = picture.width, picture.height
    if picture.stands == LEFT:
        return page.transpose(Image.Transpose.ROTATE_90)
    if picture.stands == LOWER:
        return page.crop((0, height, width, 2 * height))
    if picture.stands == UPPER:  # beyond the fold: it stands on its head until the strip is folded
        return page.crop((0, 0, width, height)).transpose(Image.Transpose.ROTATE_180)
    return page
