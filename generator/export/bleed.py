"""Whether the art of a page reaches its edge: measured on the drawn page, where the paper stays bare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from generator.export.raster import opacity
from generator.geometry import Insets, Size

_PER_MM = 8.0
_MOST = 4_000_000  # pixels of a page that is measured: a board is measured more coarsely than a card
_COVERED = 250  # of 255: what a cut through the art meets
MISSING_MM = 0.02  # a quarter of a pixel at 300 dpi


def missing(data: bytes, page: Size, bleeds: Sequence[Insets]) -> Iterator[float]:
    """For each page of a PDF by how many mm its art ends before the page's edge; 0 where it does not.

    ``bleeds``: how far inside the page the trim lies. Where the art does not come up to the trim the paper is bare on
    purpose; where it does it must go on to the edge.
    """
    scale = min(_PER_MM, (_MOST / (page.width * page.height)) ** 0.5)
    width, height = round(page.width * scale), round(page.height * scale)
    drawn = opacity(data, width, height)
    for bleed, picture in zip(bleeds, drawn, strict=True):
        turned = picture.transpose(Image.Transpose.TRANSPOSE)
        found = 0.0
        for image, extent, near, far in (
            (picture, page.width, bleed.left, bleed.right),
            (turned, page.height, bleed.top, bleed.bottom),
        ):
            found = max(found, _short(image, extent, near))
            found = max(found, _short(image.transpose(Image.Transpose.FLIP_LEFT_RIGHT), extent, far))
        yield found if found > MISSING_MM else 0.0


def _short(picture: Image.Image, extent: float, bleed: float) -> float:
    """The longest bare stretch (mm) between a picture's left edge and its trim, ``bleed`` mm inside, row by row.

    A row's bare stretch is the bare share of its pixels, so it is exact beyond the pixel.
    """
    if bleed <= 0:
        return 0.0
    wide, height = picture.size
    scale = wide / extent
    at = bleed * scale
    strip = picture.convert("F").resize((1, height), Image.Resampling.BOX, box=(0.0, 0.0, at, height))
    inside = picture.crop((round(at + 0.5), 0, round(at + 0.5) + 1, height))
    shares = zip(memoryview(strip.tobytes()).cast("f"), inside.tobytes(), strict=True)
    return max(((255.0 - share) / 255.0 * bleed for share, edge in shares if edge >= _COVERED), default=0.0)
