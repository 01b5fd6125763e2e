"""How much ink the pages of a PDF take: each is drawn, and its pixels are counted as inks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageStat

from generator.geometry import Size

if TYPE_CHECKING:  # every build counts a book's pages here, and need not wait for a library that draws
    import pypdfium2

PT = 72.0 / 25.4
# Edges are mixed, so areas need few pixels; but a line is drawn one pixel wide at least, and a page of thin lines would
# seem to take more ink than it does: by a half at 36 dpi, by 2 % at this.
DPI = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """One side of a sheet. ``inks``: the mean sum of cyan, magenta, yellow and black, 1 for a page full of one of them.

    ``darkness``: 0 for white, 1 for black, of its grey values (ITU-R BT.601).
    """

    size: Size
    inks: float
    darkness: float


def coverage(data: bytes) -> tuple[Coverage, ...]:
    """Each page of a PDF."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        return tuple(_page(page) for page in document)
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage) -> Coverage:
    width, height = page.get_size()
    image = page.render(scale=DPI / 72).to_pil().convert("RGB")
    return Coverage(size=Size(width / PT, height / PT), inks=_inks(image), darkness=_darkness(image))


def _inks(image: Image.Image) -> float:
    """What cyan, magenta and yellow have in common is printed in black alone (ISO 32000-2, 10.4.2.4, all of it)."""
    cyan, magenta, yellow = ImageChops.invert(image).split()
    black = ImageChops.darker(ImageChops.darker(cyan, magenta), yellow)
    means = [ImageStat.Stat(channel).mean[0] for channel in (cyan, magenta, yellow, black)]
    return (sum(means[:3]) - 2 * means[3]) / 255


def _darkness(image: Image.Image) -> float:
    return 1 - ImageStat.Stat(image.convert("L")).mean[0] / 255
