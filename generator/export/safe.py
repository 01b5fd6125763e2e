"""Which texts of a face come too near to the cut: their ink, held against the safe zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.export.extent import around, common, ink
from generator.geometry import IDENTITY, Box, Transform
from generator.layout import Frame, Group, Item, Text

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
            glyphs = ink(item)
            box = around(glyphs, outer) if glyphs is not None else None
            box = common(box, window) if box is not None and window is not None else box
            if box is not None:
                yield item.text.strip(), box
        elif type(item) is Group:
            inner = item.transform.then(outer)
            clip = around(item.clip, inner) if item.clip is not None else None
            seen = common(clip, window) if clip is not None and window is not None else clip or window
            if clip is None or window is None or seen is not None:
                yield from _texts(item.items, inner, seen)
