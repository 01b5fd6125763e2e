"""The first middle form: a face laid out, every item at its final place.

Millimetres from the trim's top left, type sizes in points. Items are tuples: ten thousand cards hold a hundred
thousand of them, and a frozen dataclass costs four times as much to make.

A path is a flat tuple of ``("M", x, y)``, ``("L", x, y)``, ``("C", x1, y1, x2, y2, x, y)``, ``("Z",)``.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from generator.geometry import Box, Path, Size, Transform
from generator.typeset import Font

if TYPE_CHECKING:
    from generator.layout.rasters import Raster


class Text(NamedTuple):
    """One run of one font; ``x``, ``y`` is the beginning of its baseline. ``tracking`` in pt."""

    x: float
    y: float
    font: Font
    size: float
    fill: str
    tracking: float
    text: str


class Shape(NamedTuple):
    """A path, filled and stroked. ``fill`` and ``stroke`` are ``#RRGGBB`` or empty; ``width`` and ``dash`` in mm.

    ``cap``, ``join`` and ``miter`` (its limit) are SVG's, in SVG's words. Without a stroke they are as here.
    """

    path: Path
    fill: str
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    cap: str = "butt"  # butt, round, square
    join: str = "miter"  # miter, round, bevel
    miter: float = 4.0


class Picture(NamedTuple):
    """A raster, stretched over its box."""

    box: Box
    raster: Raster


class Group(NamedTuple):
    """Items under a transform, clipped to a box of the group's own system if there is one."""

    transform: Transform
    clip: Box | None
    items: tuple[Item, ...]


Item: TypeAlias = Text | Shape | Picture | Group


class Frame(NamedTuple):
    """One drawing, named by its digest: what is drawn alone decides it, so the same drawing has the same name."""

    trim: Size
    bleed: float
    corner: float
    items: tuple[Item, ...]
    digest: str


def digest_of(trim: Size, bleed: float, items: tuple[Item, ...]) -> str:
    """A hash of the drawing: of places rounded to a micrometre, fonts and pictures by their content."""
    parts = [f"{trim.width:.3f} {trim.height:.3f} {bleed:.3f}"]
    parts += [_text_told(item) if type(item) is Text else _told(item) for item in items]
    return hashlib.sha256("\n".join(parts).encode("utf-8")).hexdigest()[:20]


def _text_told(item: Text) -> str:
    """A text in words that differ where the drawing does. It is quoted: nothing in it can look like an end."""
    x, y, font, size, fill, tracking, text = item
    return f"text {x:.3f} {y:.3f} {font.digest} {size} {fill} {tracking} {text!r}"


# Icons and frames of cards come again and again, as the same objects: they are told once.
_known: dict[int, tuple[object, str]] = {}


def _told(item: Item) -> str:
    if type(item) is Text:
        return _text_told(item)
    known = _known.get(id(item))
    if known is None or known[0] is not item:
        known = (item, _told_anew(item))
        if len(_known) < 20_000:
            _known[id(item)] = known
    return known[1]


def _told_anew(item: Item) -> str:
    if type(item) is Shape:
        steps = (" ".join(part if type(part) is str else f"{part:.3f}" for part in step) for step in item.path)
        return f"shape {' '.join(steps)} {item[1:]}"
    if type(item) is Picture:
        return f"picture {' '.join(f'{value:.3f}' for value in item.box)} {item.raster.digest}"
    assert type(item) is Group
    t = item.transform
    inside = " ".join(map(_told, item.items))
    return f"group {t.a:.6f} {t.b:.6f} {t.c:.6f} {t.d:.6f} {t.e:.3f} {t.f:.3f} {item.clip} ({inside})"
