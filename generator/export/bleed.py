"""Whether the art of a page reaches its edge: measured on the drawn page, where the paper stays bare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from generator.export.raster import opacity
from generator.geometry import Insets, Size

_PER_MM = 24.0
_MOST = 4_000_000  # pixels of a page that is measured: a board is measured more coarsely than a card
_COVERED = 250  # of 255: what a cut through the art meets
MISSING_MM = 0.02  # a quarter of a pixel at 300 dpi


def missing(data: bytes, page: Size, bleeds: Sequence[Insets]) -> Iterator[float]:
    """For each page of a PDF by how many mm its art ends before the page's edge; 0 where it does not.

    ``bleeds``: how far inside the page the trim lies. Where the art does not come up to the trim the paper is bare on
    purpose; where it does it must go on to the edge.
    """
    scale = min(_PER_MM, (_MOST / (page.width * page.height)) ** 0.5)
    drawn = opacity(data, round(page.width * scale), round(page.height * scale))
    for bleed, picture in zip(bleeds, drawn, strict=True):
        sides = (
            (bleed.left, page.width, None),
            (bleed.right, page.width, Image.Transpose.FLIP_LEFT_RIGHT),
            (bleed.top, page.height, Image.Transpose.ROTATE_90),
            (bleed.bottom, page.height, Image.Transpose.ROTATE_270),
        )
        found = max(_short(picture, side, extent, turn) for side, extent, turn in sides if side > 0)
        yield found if found > MISSING_MM else 0.0


def _short(picture: Image.Image, bleed: float, extent: float, turn: Image.Transpose | None) -> float:
    """The longest bare stretch (mm) between one edge of a picture and its trim, ``bleed`` mm inside.

    ``turn`` brings the edge to the left, or is None where it is there. Each row's bare stretch is the bare share of its
    pixels, so it is exact beyond the pixel.
    """
    wide, high = picture.size
    along = turn in (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_270)
    scale = (high if along else wide) / extent
    at = bleed * scale
    deep = round(at + 0.5) + 1  # with a pixel that lies wholly within the trim
    boxes = {
        None: (0, 0, deep, high),
        Image.Transpose.FLIP_LEFT_RIGHT: (wide - deep, 0, wide, high),
        Image.Transpose.ROTATE_90: (0, 0, wide, deep),
        Image.Transpose.ROTATE_270: (0, high - deep, wide, high),
    }
    strip = picture.crop(boxes[turn])
    strip = strip if turn is None else strip.transpose(turn)
    bare = strip.convert("F").resize((1, strip.height), Image.Resampling.BOX, box=(0.0, 0.0, at, strip.height))
    edge = strip.crop((deep - 1, 0, deep, strip.height)).tobytes()
    shares = zip(memoryview(bare.tobytes()).cast("f"), edge, strict=True)
    return max(((255.0 - share) / 255.0 * bleed for share, inside in shares if inside >= _COVERED), default=0.0)
