"""What the tool itself draws on faces: the hatching of a flap that takes glue, and the version on a card."""

from __future__ import annotations

from collections.abc import Sequence

from generator.geometry import MM_PER_UNIT, Path, Size, Transform, rectangle
from generator.layout.frame import Frame, Group, Item, Shape, Text, digest_of
from generator.typeset import Font

LINE, WORD = "#8A8A8A", "#4A4A4A"
PITCH_MM, WIDTH_MM = 2.4, 0.15
WORD_PT, MARK_PT = 6.5, 4.0
EDGE_MM = 2.0  # from the trim to the plate of a version, at least
PAD_MM = (0.45, 0.22)  # of that plate about the letters, across and down
INK, PLATE = "#1A1A1A", "#FFFFFF"  # readable on whatever ground is there
Point = tuple[float, float]


def version_plate(text: str, font: Font) -> Size:
    """The plate under a version, mm."""
    em = MARK_PT * MM_PER_UNIT["pt"] / 1000
    return Size(font.width(text) * em + 2 * PAD_MM[0], font.cap_height * em + 2 * PAD_MM[1])


def version_room(trim: Size, corner: float) -> float:
    """How wide that plate may be, mm."""
    return trim.width - 2 * max(EDGE_MM, corner)


def version_items(text: str, trim: Size, corner: float, font: Font) -> tuple[Item, ...]:
    """The version on its plate, at the lower right, where the rounded corner has ended."""
    plate = version_plate(text, font)
    x = trim.width - max(EDGE_MM, corner) - plate.width
    y = trim.height - EDGE_MM - plate.height
    return (
        Shape(rectangle(x, y, plate.width, plate.height), PLATE),
        Text(x + PAD_MM[0], y + plate.height - PAD_MM[1], font, MARK_PT, INK, 0.0, text),
    )


def hatched(flap: Sequence[Point], word: str, font: Font) -> Frame:
    """A convex flap's drawing, ``word`` in its middle; its trim is the box around the flap. It lies behind another
    panel in the end."""
    xs, ys = [x for x, _ in flap], [y for _, y in flap]
    trim = Size(max(xs) - min(xs), max(ys) - min(ys))
    corners = [(x - min(xs), y - min(ys)) for x, y in flap]
    items = (*_hatch(corners, trim.width + trim.height), *_word(trim.width, trim.height, word, font))
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
    em = WORD_PT * MM_PER_UNIT["pt"] / 1000
    long, high = font.width(word) * em, font.cap_height * em
    plate = rectangle(-long / 2 - 0.9, -high / 2 - 0.9, long + 1.8, high + 1.8)
    if long + 3 > max(width, height) or high + 2 > min(width, height):
        return ()
    turn = 270 if height > width else 0
    items = (Shape(plate, "#FFFFFF"), Text(-long / 2, high / 2, font, WORD_PT, WORD, 0.0, word))
    return (Group(Transform.rotate(turn).then(Transform.move(width / 2, height / 2)), None, items),)
