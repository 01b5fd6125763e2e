"""Where the ink of an item lies on a face, as boxes in mm: what of it is safe, and what touches what."""

from __future__ import annotations

from generator.geometry import IDENTITY, Box, Insets, Transform
from generator.layout import Group, Item, Shape, Text

_MM = 25.4 / 72.0


def extent(item: Item, outer: Transform = IDENTITY) -> Box | None:
    """The box around all that an item draws, never too small; None where it draws nothing."""
    if isinstance(item, Text):
        box = ink(item)
    elif isinstance(item, Shape):
        box = _of_shape(item)
    elif isinstance(item, Group):
        inner = item.transform.then(outer)
        clip = around(item.clip, inner) if item.clip is not None else None
        boxes = [box for box in (extent(part, inner) for part in item.items) if box is not None]
        whole = _hull(boxes) if boxes else None
        return common(whole, clip) if whole is not None and clip is not None else whole
    else:
        box = item.box
    return around(box, outer) if box is not None else None


def ink(text: Text) -> Box | None:
    """The box around a text's glyphs; None where it draws nothing."""
    found = text.font.ink(text.text, text.tracking * 1000.0 / text.size)
    if found is None:
        return None
    left, bottom, right, top = (value * text.size / 1000.0 * _MM for value in found)
    return Box(text.x + left, text.y - top, right - left, top - bottom)


def around(box: Box, transform: Transform) -> Box:
    """The upright box around a box that is turned."""
    corners = [transform.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    return _box([x for x, _ in corners], [y for _, y in corners])


def common(a: Box, b: Box) -> Box | None:
    """What two boxes share; None where they do not touch."""
    left, top = max(a.x, b.x), max(a.y, b.y)
    right, bottom = min(a.right, b.right), min(a.bottom, b.bottom)
    return Box(left, top, right - left, bottom - top) if right > left and bottom > top else None


def _of_shape(shape: Shape) -> Box | None:
    """Curves lie within their control points, and a mitred corner within its limit."""
    numbers = [float(value) for step in shape.path for value in step[1:]]
    if not numbers:
        return None
    beyond = shape.width / 2 * max(1.5, shape.miter) if shape.stroke else 0.0
    return _box(numbers[0::2], numbers[1::2]).grown(Insets(beyond, beyond, beyond, beyond))


def _hull(boxes: list[Box]) -> Box:
    return _box([x for box in boxes for x in (box.x, box.right)], [y for box in boxes for y in (box.y, box.bottom)])


def _box(xs: list[float], ys: list[float]) -> Box:
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
