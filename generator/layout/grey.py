"""Frames in grey: every colour becomes the grey of the same lightness, in outlines, letters and pixels alike."""

from __future__ import annotations

import zlib
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from generator.colour import WEIGHTS, encoded, grey, linear
from generator.layout.frame import Frame, Group, Item, Picture, Shape, Text, digest_of
from generator.layout.rasters import Raster, sealed
from generator.problem import Location, fail

if TYPE_CHECKING:
    from PIL import Image

_ROWS = 256  # of a picture at once: linear light takes four bytes a sample
_LIGHT = 65_530  # full linear light in whole numbers; three rounded shares of it stay within 16 bits


class Greys:
    """Makes frames grey. Items and pictures that come again and again are made grey once, and stay shared."""

    def __init__(self) -> None:
        self._items: dict[int, tuple[Item, Item]] = {}
        self._rasters: dict[str, Raster] = {}

    def frame(self, frame: Frame) -> Frame:
        """The same drawing in grey. SourceError ``bad-picture`` for pixels that cannot be read."""
        items = self.items(frame.items)
        return frame._replace(items=items, digest=digest_of(frame.trim, frame.bleed, items))

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """The same items in grey."""
        return tuple(map(self._item, items))

    def _item(self, item: Item) -> Item:
        known = self._items.get(id(item))
        if known is None or known[0] is not item:
            known = self._items[id(item)] = (item, self._made(item))
        return known[1]

    def _made(self, item: Item) -> Item:
        if type(item) is Text:
            return item._replace(fill=grey(item.fill))
        if type(item) is Shape:
            return item._replace(fill=item.fill and grey(item.fill), stroke=item.stroke and grey(item.stroke))
        if type(item) is Picture:
            return item._replace(raster=self._raster(item.raster))
        assert type(item) is Group
        return item._replace(items=self.items(item.items))

    def _raster(self, raster: Raster) -> Raster:
        known = self._rasters.get(raster.digest)
        if known is None:
            known = self._rasters[raster.digest] = grey_raster(raster)
        return known


def grey_raster(raster: Raster) -> Raster:
    """A picture's pixels in grey; its alpha stays. SourceError ``bad-picture`` for rows that break off."""
    if raster.colour == "gray":
        return raster
    from PIL import Image

    source = _opened(raster)
    result = Image.new("L", source.size)
    for top in range(0, source.height, _ROWS):
        strip = source.crop((0, top, source.width, min(top + _ROWS, source.height)))
        result.paste(_grey_pixels(strip), (0, top))
    return sealed(raster.shown, result.size, "gray", "flate", zlib.compress(result.tobytes(), 6), raster.mask)


def _opened(raster: Raster) -> Image.Image:
    """The samples of a raster, 8-bit RGB."""
    from PIL import Image

    size = (raster.width, raster.height)
    try:
        if raster.encoding == "flate":
            return Image.frombytes("RGB", size, zlib.decompress(raster.data))
        if raster.encoding == "dct":
            image: Image.Image = Image.open(BytesIO(raster.data), formats=("JPEG",))
        else:
            image = Image.open(BytesIO(_png(raster)), formats=("PNG",))
        image.load()
        return image.convert("RGB")
    except (OSError, SyntaxError, ValueError, zlib.error) as error:
        message = f"{raster.shown} cannot be made grey: its pixels cannot be read ({error})"
        raise fail(Location(raster.shown), "bad-picture", message, "save the picture anew") from None


def _png(raster: Raster) -> bytes:
    """The filtered rows of a plain PNG, as a PNG again (PNG 1.2, 4.1)."""
    head = raster.width.to_bytes(4, "big") + raster.height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, data in ((b"IHDR", head), (b"IDAT", raster.data), (b"IEND", b"")):
        parts += [len(data).to_bytes(4, "big"), name, data, zlib.crc32(name + data).to_bytes(4, "big")]
    return b"".join(parts)


def _grey_pixels(strip: Image.Image) -> Image.Image:
    """Each channel to its share of luminance in 16 bits, their sum back to a grey of 8."""
    from PIL import ImageMath

    lights = [channel.point(table, "I") for channel, table in zip(strip.split(), _shares(), strict=True)]
    total = ImageMath.lambda_eval(lambda by: by["r"] + by["g"] + by["b"], **dict(zip("rgb", lights, strict=True)))
    result: Image.Image = total.point(_greys(), "L")
    return result


@lru_cache(maxsize=1)
def _shares() -> tuple[list[int], ...]:
    """For red, green and blue: channel → its share of luminance."""
    return tuple([round(weight * linear(value) * _LIGHT) for value in range(256)] for weight in WEIGHTS)


@lru_cache(maxsize=1)
def _greys() -> list[int]:
    """Luminance in 16 bits → the grey of the same lightness."""
    return [encoded(min(1.0, light / _LIGHT)) for light in range(65_536)]
