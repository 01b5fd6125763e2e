"""The drawing on a flap that takes glue: hatching, and the word for it. It lies behind another panel in the end."""

from __future__ import annotations

from generator.geometry import MM_PER_UNIT, Size, Transform
from generator.layout import Frame, Group, Item, Path, Shape, Text, rectangle
from generator.layout.frame import digest_of
from generator.tuckbox import Glued
from generator.typeset import Font

LINE, WORD = "#8A8A8A", "#4A4A4A"
PITCH_MM, WIDTH_MM = 2.4, 0.15
SIZE_PT = 6.5
Point = tuple[float, float]


def hatched(flap: Glued, word: str, font: Font) -> Frame:
    """A flap's drawing; its trim is the box around the flap."""
    box = flap.box
    corners = [(x - box.x, y - box.y) for x, y in flap.corners]
    items = (*_hatch(corners, box.width + box.height), *_word(box.width, box.height, word, font))
    trim = Size(box.width, box.height)
    return Frame(trim=trim, bleed=0.0, corner=0.0, items=items, digest=digest_of(trim, 0.0, items))


def _hatch(corners: list[Point], reach: float) -> list[Item]:
    """Lines at 45° across a convex flap: along x + y = c."""
    lines: list[Item] = []
    for step in range(1, int(reach / PITCH_MM) + 1):
        ends = _crossed(corners, step * PITCH_MM)
        if len(ends) == 2:
            path: Path = (("M", *ends[0]), ("L", *ends[1]))
            lines.append(Shape(path, "", LINE, WIDTH_MM))
    return lines


def _crossed(corners: list[Point], c: float) -> list[Point]:
    """Where the line x + y = c crosses the outline."""
    ends = []
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        a, b = x1 + y1 - c, x2 + y2 - c
        if (a < 0) != (b < 0):
            t = a / (a - b)
            ends.append((x1 + t * (x2 - x1), y1 + t * (y2 - y1)))
    return ends


def _word(width: float, height: float, word: str, font: Font) -> tuple[Item, ...]:
    """In the middle, along the longer side, on a white plate. A flap that is too small has the hatching alone."""
    em = SIZE_PT * MM_PER_UNIT["pt"] / 1000
    long, high = font.width(word) * em, font.cap_height * em
    plate = rectangle(-long / 2 - 0.9, -high / 2 - 0.9, long + 1.8, high + 1.8)
    if long + 3 > max(width, height) or high + 2 > min(width, height):
        return ()
    turn = 270 if height > width else 0
    items = (Shape(plate, "#FFFFFF"), Text(-long / 2, high / 2, font, SIZE_PT, WORD, 0.0, word))
    return (Group(Transform.rotate(turn).then(Transform.move(width / 2, height / 2)), None, items),)


__all__ = ["hatched"]
