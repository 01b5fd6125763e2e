"""How a colour is written: as a screen has it, or as inks on a press.

On a press, from red, green and blue between 0 and 1 (this is arithmetic, not colour management: the profile of a paper
knows better):

    c, m, y = 1 - r, 1 - g, 1 - b
    K = min(c, m, y)                              all that is common to the three is printed by black alone
    C = (c - K) / (1 - K)        M, Y alike       what is left, of the light that black lets through

In areas the darkest get a ground, at full black the rich black of DriveThruCards, 60/40/40/100. What is left of a hue
gives way to it, as it is divided by almost nothing there:

    t = max(0, (K - 0.7) / 0.3)²
    C = C (1 - t) + 0.6 t        M = M (1 - t) + 0.4 t        Y = Y (1 - t) + 0.4 t

Dark texts and lines become black alone, without a screen, from 80 % on: small type in several inks is never sharp.

    t = min(1, max(0, (K - 0.7) / 0.1))
    C = C (1 - t)   M, Y alike   K = K + (1 - K) t

Last, C, M and Y are scaled together, so that the hue stays: s = min(1, (LIMIT - K) / (C + M + Y)).
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.layout.rasters import Raster

RICH = (0.6, 0.4, 0.4)
_DARK, _SOLID = 0.7, 0.8  # of black: where the ground begins; where dark texts are black alone
_STRIP = 1_000_000  # pixels that are separated at a time


class Inks(Protocol):
    """What writes colours into a content stream, and pictures into objects."""

    def fill(self, colour: str, area: bool) -> str:
        """The operator that sets the colour of fills; ``area``: of a shape, not of a text."""

    def stroke(self, colour: str) -> str:
        """The operator that sets the colour of strokes."""

    def picture(self, raster: Raster) -> Raster:
        """The picture as it is filed."""


class Screen:
    """Colours as they are: red, green, blue."""

    def fill(self, colour: str, area: bool) -> str:
        return f"{rgb(colour)} rg"

    def stroke(self, colour: str) -> str:
        return f"{rgb(colour)} RG"

    def picture(self, raster: Raster) -> Raster:
        return raster


class Press:
    """Cyan, magenta, yellow and black, whose sum nowhere passes ``limit`` (2.4: 240 %). Nothing can shine through."""

    def __init__(self, limit: float) -> None:
        self.limit = limit

    def fill(self, colour: str, area: bool) -> str:
        return f"{self._written(colour, area)} k"

    def stroke(self, colour: str) -> str:
        return f"{self._written(colour, False)} K"

    def picture(self, raster: Raster) -> Raster:
        """The picture in inks; a grey one stays grey, which is black alone. ValueError for one with a mask."""
        if raster.mask is not None:
            raise ValueError(f"{raster.shown} has a mask: it must be flattened before it goes to press")
        if raster.colour == "gray":
            return raster
        packer = zlib.compressobj(6)
        data = b"".join([*(packer.compress(rows) for rows in self._rows(decoded(raster))), packer.flush()])
        return replace(raster, digest=raster.digest + "k", colour="cmyk", encoding="flate", data=data)

    def _written(self, colour: str, area: bool) -> str:
        red, green, blue = (value / 255 for value in bytes.fromhex(colour[1:]))
        # Rounded down: four inks that were rounded up would pass the limit.
        return " ".join(f"{int(ink * 1000) / 1000:g}" for ink in separated(red, green, blue, self.limit, area))

    def _rows(self, picture: Image) -> Iterator[bytes]:
        step = max(1, _STRIP // picture.width)
        for top in range(0, picture.height, step):
            strip = picture.crop((0, top, picture.width, min(top + step, picture.height)))
            yield _separated_picture(strip, self.limit).tobytes()


SCREEN = Screen()


@lru_cache(maxsize=1_000)
def rgb(colour: str) -> str:
    """``#RRGGBB`` → three numbers from 0 to 1."""
    return " ".join(f"{value / 255:.4f}".rstrip("0").rstrip(".") for value in bytes.fromhex(colour[1:]))


def separated(red: float, green: float, blue: float, limit: float, area: bool) -> tuple[float, float, float, float]:
    """Cyan, magenta, yellow, black of a colour, each from 0 to 1, together at most ``limit``."""
    inks = (1 - red, 1 - green, 1 - blue)
    black = min(inks)
    light = max(1 - black, 1e-9)
    dark = max(0.0, black - _DARK)
    ground = (dark / (1 - _DARK)) ** 2 if area else min(1.0, dark / (_SOLID - _DARK))
    rich = RICH if area else (0.0, 0.0, 0.0)
    colours = [(ink - black) / light * (1 - ground) + part * ground for ink, part in zip(inks, rich, strict=True)]
    black += 0.0 if area else light * ground
    scale = min(1.0, (limit - black) / max(sum(colours), 1e-9))
    cyan, magenta, yellow = (colour * scale for colour in colours)
    return cyan, magenta, yellow, black


def _separated_picture(picture: Image, limit: float) -> Image:
    """The same for every pixel, as an area; in 8 bits, rounded down."""
    from PIL import Image, ImageMath

    run = ImageMath.lambda_eval
    red, green, blue = (band.convert("F") for band in picture.split())
    lightest = run(lambda a: a["max"](a["max"](a["r"], a["g"]), a["b"]), r=red, g=green, b=blue)
    black = run(lambda a: 1 - a["v"] / 255, v=lightest)
    dark = run(lambda a: a["max"]((a["k"] - _DARK) / (1 - _DARK), 0.0), k=black)
    ground = run(lambda a: a["d"] * a["d"], d=dark)
    colours = []
    for band, part in zip((red, green, blue), RICH, strict=True):
        colours.append(
            run(
                lambda a: (1 - a["v"] / 255 - a["k"]) / a["max"](1 - a["k"], 1e-9) * (1 - a["t"]) + a["p"] * a["t"],
                v=band, k=black, t=ground, p=part,
            )
        )  # fmt: skip
    scale = run(
        lambda a: a["min"]((limit - a["k"]) / a["max"](a["c"] + a["m"] + a["y"], 1e-9), 1.0),
        c=colours[0], m=colours[1], y=colours[2], k=black,
    )  # fmt: skip
    bands = [run(lambda a: a["int"](a["v"] * a["s"] * 255 + 1e-4), v=colour, s=scale) for colour in colours]
    bands.append(run(lambda a: a["int"](a["k"] * 255 + 1e-4), k=black))
    return Image.merge("CMYK", [band.convert("L") for band in bands])


def decoded(raster: Raster) -> Image:
    """The pixels of a raster that is embedded in any of the three encodings."""
    from PIL import Image

    mode = "RGB" if raster.colour == "rgb" else "L"
    if raster.encoding == "flate":
        return Image.frombytes(mode, (raster.width, raster.height), zlib.decompress(raster.data))
    data = raster.data if raster.encoding == "dct" else _png(raster)
    picture = Image.open(io.BytesIO(data), formats=("JPEG", "PNG"))
    picture.load()
    return picture.convert(mode)


def _png(raster: Raster) -> bytes:
    """The PNG file whose rows these are (PNG specification, 5.3 and 11.2)."""
    kind = 2 if raster.colour == "rgb" else 0
    head = struct.pack(">IIBBBBB", raster.width, raster.height, 8, kind, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", raster.data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
