"""Crop marks and corner guides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.geometry import Box, Insets
from generator.imposition.model import Mark

_KAPPA = 0.5522847498


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
    r, k = radius, radius * (1 - _KAPPA)
    x, y, right, bottom = trim.x, trim.y, trim.right, trim.bottom
    yield Mark("corner", (("M", x, y + r), ("C", x, y + k, x + k, y, x + r, y)))
    yield Mark("corner", (("M", right - r, y), ("C", right - k, y, right, y + k, right, y + r)))
    yield Mark("corner", (("M", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom)))
    yield Mark("corner", (("M", x + r, bottom), ("C", x + k, bottom, x, bottom - k, x, bottom - r)))


def _cuts(edges: Sequence[float]) -> list[float]:
    """Distinct places, in order; two trims that share a cut share its mark."""
    cuts: list[float] = []
    for edge in sorted(edges):
        if not cuts or edge - cuts[-1] > 0.01:
            cuts.append(edge)
    return cuts


def _line(x1: float, y1: float, x2: float, y2: float) -> Mark:
    return Mark("crop", (("M", x1, y1), ("L", x2, y2)))
