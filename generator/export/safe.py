"""Which texts of a face come too near to the cut: their ink, held against the safe zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.geometry import IDENTITY, Box, Transform
from generator.layout import Frame, Group, Item, Text

_MM = 25.4 / 72.0
_SLACK_MM = 0.02


class Beyond(NamedTuple):
    """A text that leaves the safe zone by so many mm."""

    text: str
    by: float


def beyond(frame: Frame, safe: Box) -> list[Beyond]:
    """Every text of a face that leaves the safe zone (mm from the trim's top left), in the order of the layout."""
    found: dict[str, float] = {}
    for text, box in _texts(frame.items, IDENTITY, None):
        by = max(safe.x - box.x, safe.y - box.y, box.right - safe.right, box.bottom - safe.bottom)
        if by > _SLACK_MM:
            found[text] = max(by, found.get(text, 0.0))
    return [Beyond(text, by) for text, by in found.items()]


def _texts(items: tuple[Item, ...], outer: Transform, window: Box | None) -> Iterator[tuple[str, Box]]:
    """Each text that can be seen and the box around its ink, in the face's own place. ``window``: all clips, there."""
    for item in items:
        if type(item) is Text:
            ink = _ink(item)
            box = _around(ink, outer) if ink is not None else None
            box = _common(box, window) if box is not None and window is not None else box
            if box is not None:
                yield item.text.strip(), box
        elif type(item) is Group:
            inner = item.transform.then(outer)
            clip = _around(item.clip, inner) if item.clip is not None else None
            seen = _common(clip, window) if clip is not None and window is not None else clip or window
            if clip is None or window is None or seen is not None:
                yield from _texts(item.items, inner, seen)


def _ink(text: Text) -> Box | None:
    """The box around a text's glyphs; None where it draws nothing."""
    ink = text.font.ink(text.text, text.tracking * 1000.0 / text.size)
    if ink is None:
        return None
    left, bottom, right, top = (value * text.size / 1000.0 * _MM for value in ink)
    return Box(text.x + left, text.y - top, right - left, top - bottom)


def _around(box: Box, transform: Transform) -> Box:
    corners = [transform.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return Box(left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top)


def _common(a: Box, b: Box) -> Box | None:
    left, top = max(a.x, b.x), max(a.y, b.y)
    right, bottom = min(a.right, b.right), min(a.bottom, b.bottom)
    return Box(left, top, right - left, bottom - top) if right > left and bottom > top else None
