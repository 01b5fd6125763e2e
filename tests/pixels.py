"""Pages as letters: a PDF rasterised, one letter for each millimetre that is asked about."""

from __future__ import annotations

import pypdfium2

COLOURS = {
    "R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255), "K": (0, 0, 0), ".": (255, 255, 255), "Y": (255, 255, 0),
}  # fmt: skip
DPI = 127  # five pixels a millimetre


def page_image(pdf: bytes, page: int):  # type: ignore[no-untyped-def]
    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[page].render(scale=DPI / 72).to_pil().convert("RGB")
    finally:
        document.close()


def letters(pdf: bytes, page: int, xs: list[float], ys: list[float]) -> list[str]:
    """A row of letters for each y, read at the places (x, y) in mm from the page's top left."""
    image = page_image(pdf, page)
    return ["".join(_letter(image.getpixel((round(x * DPI / 25.4), round(y * DPI / 25.4)))) for x in xs) for y in ys]


def _letter(pixel: tuple[int, int, int]) -> str:
    for letter, colour in COLOURS.items():
        if all(abs(a - b) <= 8 for a, b in zip(pixel, colour, strict=True)):
            return letter
    return "?"
