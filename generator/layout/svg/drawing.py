"""The front door: an SVG's bytes → :class:`Vector`."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from generator.intake import Opened
from generator.layout.frame import Shape
from generator.layout.svg.file import File
from generator.layout.svg.flat import Flat
from generator.layout.svg.gate import Reader
from generator.layout.svg.outlines import drawn
from generator.problem import Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Vector:
    """A drawing, y downwards: its field is ``0 0 width height``, and shapes may stand out of it.

    Its units are the file's, or a power of ten of them: numbers are written to three decimals, so that a drawing 1 unit
    wide would be a heap of steps.

    A shape's path, stroke width and dashes are in the same units. ``digest`` is a hash of what is drawn.
    """

    shown: str
    digest: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def open_svg(opened: Opened, where: Location) -> Vector:
    """An SVG's bytes → :class:`Vector`. ``where``: what in the catalogue or the layout asks for the drawing.

    :class:`SourceError` with all findings, each at its line in the SVG: ``svg-doctype``, ``svg-unsupported``,
    ``svg-external-reference``, ``bad-picture`` (not well-formed, a broken value, draws nothing), ``too-large``.
    """
    known = _met.get((opened.shown, opened.data))
    if known is not None:
        return known
    if len(_met) >= _MOST_MET:
        _met.clear()
    return _met.setdefault((opened.shown, opened.data), _read(opened, where))


# The languages of a game show the same drawings, and so does a game that is built again.
_met: dict[tuple[str, bytes], Vector] = {}
_MOST_MET = 500


def _read(opened: Opened, where: Location) -> Vector:
    file = File(opened, where)
    root = file.parse()
    reader = Reader(file, root)
    width, height, origin = reader.field(root)
    top = reader.node(root, 1)
    file.settle()
    assert top is not None
    flat = Flat(file, reader.ids)
    flat.walk(top, {}, origin, 1, ())
    file.settle()
    shapes = drawn(file, flat.leaves)
    if not shapes:
        raise file.bad(0, "draws nothing")
    data = [_significant([width, height]), [_significant(list(shape)) for shape in shapes]]
    digest = hashlib.sha256(json.dumps(data, separators=(",", ":")).encode()).hexdigest()[:32]
    return Vector(shown=opened.shown, digest=digest, width=width, height=height, shapes=shapes)


def _significant(value: Any) -> Any:
    """Numbers to nine digits: the last ones differ between machines."""
    if isinstance(value, (list, tuple)):
        return [_significant(part) for part in value]
    return f"{value:.9g}" if isinstance(value, float) else value
