"""Pages of a PDF → pictures of an exact size."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

_FLAGS = pdfium.FPDF_ANNOT | pdfium.FPDF_REVERSE_BYTE_ORDER


def pixels(data: bytes, width: int, height: int) -> Iterator[Image.Image]:
    """Each page as an RGB picture of ``width`` × ``height`` pixels, whatever the page's own proportions.

    Drawn at twice the size and halved: 1/8 in at 300 dpi ends on half a pixel, and would be a pixel off otherwise.
    """
    document = pypdfium2.PdfDocument(data)
    try:
        for index in range(len(document)):
            page = document[index]
            bitmap = pypdfium2.PdfBitmap.new_native(2 * width, 2 * height, pdfium.FPDFBitmap_BGRx)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, 2 * width, 2 * height)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, 2 * width, 2 * height, 0, _FLAGS)
            buffer = bytes(bitmap.buffer)
            drawn = Image.frombytes("RGB", (2 * width, 2 * height), buffer, "raw", "RGBX", bitmap.stride)
            yield drawn.reduce(2)
            bitmap.close()
            page.close()
    finally:
        document.close()
