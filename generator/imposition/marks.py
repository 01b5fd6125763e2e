"""Crop marks, corner guides, outlines, fold lines, registration marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.geometry import KAPPA, Box, Insets, Size, rectangle
from generator.imposition.model import Mark

# What the eye of a Silhouette machine looks for: a square at the top left, brackets at two more corners, mm.
REGISTER_INSET, REGISTER_ARM, REGISTER_LINE, REGISTER_SQUARE = 10.0, 5.0, 1.0, 5.0


def crop_marks(trims: Sequence[Box], bleed: Insets, length: Insets) -> Iterator[Mark]:
    """A mark at each end of every cut, just beyond the art of the outermost trims; none enters a trim.

    Only the trims that are there count: the cuts of empty rows and columns are not marked.
    """
    left, top = min(box.x for box in trims), min(box.y for box in trims)
    right, bottom = max(box.right for box in trims), max(box.bottom for box in trims)
    for x in _cuts([edge for box in trims for edge in (box.x, box.right)]):
        yield _line(x, top - bleed.top - length.top, x, top - bleed.top)
        yield _line(x, bottom + bleed.bottom, x, bottom + bleed.bottom + length.bottom)
    for y in _cuts([edge for box in trims for edge in (box.y, box.bottom)]):
        yield _line(left - bleed.left - length.left, y, left - bleed.left, y)
        yield _line(right + bleed.right, y, right + bleed.right + length.right, y)


def corner_guides(trim: Box, radius: float) -> Iterator[Mark]:
    """Four quarter circles along a trim's rounded corners."""
    if radius <= 0:
        return
    r, k = radius, radius * (1 - KAPPA)
    x, y, right, bottom = trim.x, trim.y, trim.right, trim.bottom
    yield Mark("corner", (("M", x, y + r), ("C", x, y + k, x + k, y, x + r, y)))
    yield Mark("corner", (("M", right - r, y), ("C", right - k, y, right, y + k, right, y + r)))
    yield Mark("corner", (("M", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom)))
    yield Mark("corner", (("M", x + r, bottom), ("C", x + k, bottom, x, bottom - k, x, bottom - r)))


def outline(trim: Box, radius: float) -> Mark:
    """The line around a trim."""
    return Mark("outline", rectangle(*trim, radius))


def fold_line(paper: Size, columns: bool, area: Box) -> Mark:
    """The one line about which a sheet is folded: through its middle, as far as the printer reaches."""
    if columns:
        return Mark("fold", (("M", paper.width / 2, area.y), ("L", paper.width / 2, area.bottom)))
    return Mark("fold", (("M", area.x, paper.height / 2), ("L", area.right, paper.height / 2)))


def registration(paper: Size) -> tuple[Mark, ...]:
    """Registration marks of Silhouette machines: a black square, and two brackets; they stand fixed on the paper."""
    inset, arm, half = REGISTER_INSET, REGISTER_ARM, REGISTER_LINE / 2
    right, bottom = paper.width - inset, paper.height - inset
    middle = inset + REGISTER_SQUARE / 2
    lines = [
        ("block", (inset, middle), (inset + REGISTER_SQUARE, middle)),
        ("register", (right - arm, inset + half), (right - half, inset + half), (right - half, inset + arm)),
        ("register", (inset + arm, bottom - half), (inset + half, bottom - half), (inset + half, bottom - arm)),
    ]
    return tuple(Mark(str(kind), (("M", *first), *(("L", *point) for point in rest))) for kind, first, *rest in lines)


def _cuts(edges: Sequence[float]) -> list[float]:
    """Distinct places, in order; two trims that share a cut share its mark."""
    cuts: list[float] = []
    for edge in sorted(edges):
        if not cuts or edge - cuts[-1] > 0.01:
            cuts.append(edge)
    return cuts


def _line(x1: float, y1: float, x2: float, y2: float) -> Mark:
    return Mark("crop", (("M", x1, y1), ("L", x2, y2)))
