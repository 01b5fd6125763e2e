"""Pages of a PDF → pictures of an exact size; and where a page is bare."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

_FLAGS = pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER
_BAND = 16_000_000  # pixels that are drawn at a time: a game board at 600 dpi would need a gigabyte
_WHITE = (255, 255, 255, 255)
_BARE = (255, 255, 255, 0)


def pixels(data: bytes, width: int, height: int) -> Iterator[Image.Image]:
    """Each page as an RGB picture of ``width`` × ``height`` pixels, whatever the page's own proportions.

    Drawn at twice the size and halved: 1/8 in at 300 dpi ends on half a pixel, and would be a pixel off otherwise. No
    picture is kept: that of a board is a quarter of a gigabyte.
    """
    with pypdfium2.PdfDocument(data) as document:
        for index in range(len(document)):
            page = document[index]
            yield _whole(page, width, height)
            page.close()


def _whole(page: pypdfium2.PdfPage, width: int, height: int) -> Image.Image:
    picture = Image.new("RGB", (width, height))
    rows = max(1, _BAND // (4 * width))
    for top in range(0, height, rows):
        band = _drawn(page, (2 * width, 2 * height), 2 * top, 2 * min(rows, height - top), False)
        picture.paste(band.reduce(2), (0, top))
    return picture


def png(picture: Image.Image, dpi: int) -> bytes:
    """A picture as a PNG file that says its dots per inch."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=6, dpi=(dpi, dpi))
    return out.getvalue()


def opacity(data: bytes, width: int, height: int) -> Iterator[Image.Image]:
    """Each page as a grey picture: 255 where it is covered, 0 where the paper is bare."""
    with pypdfium2.PdfDocument(data) as document:
        for index in range(len(document)):
            page = document[index]
            yield _drawn(page, (width, height), 0, height, True).getchannel("A")
            page.close()


def _drawn(page: pypdfium2.PdfPage, whole: tuple[int, int], top: int, rows: int, bare: bool) -> Image.Image:
    """The rows from ``top`` of a page that is drawn ``whole`` pixels large."""
    width, height = whole
    layout, mode = (pdfium.FPDFBitmap_BGRA, "RGBA") if bare else (pdfium.FPDFBitmap_BGRx, "RGBX")
    bitmap = pypdfium2.PdfBitmap.new_native(width, rows, layout)
    bitmap.fill_rect(_BARE if bare else _WHITE, 0, 0, width, rows)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, _FLAGS)
    buffer = memoryview(bitmap.buffer).cast("B")
    drawn = Image.frombytes("RGBA" if bare else "RGB", (width, rows), buffer, "raw", mode, bitmap.stride)
    bitmap.close()
    return drawn
