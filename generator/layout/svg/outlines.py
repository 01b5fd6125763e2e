"""Path data → steps, by svglib, which turns arcs, curves and relative steps into beziers and is asked nothing else."""

from __future__ import annotations

import logging
import math
from io import BytesIO
from typing import Any

from lxml import etree

from generator.geometry import Path, Transform
from generator.layout.frame import Shape
from generator.layout.svg.file import FLATTEN, File
from generator.layout.svg.flat import Leaf
from generator.layout.svg.values import REACH, short


def drawn(file: File, leaves: list[Leaf]) -> tuple[Shape, ...]:
    """Every leaf as a shape in the drawing's units."""
    outlines, shapes = _outlines(file, leaves), []
    for leaf in leaves:
        outline, transform, shape = outlines[leaf.path], leaf.transform, leaf.shape
        path, dots = _parted(_moved(outline, transform))
        points = [value for step in path for value in step[1:]] + [value for dot in dots for value in dot]
        if not all(abs(value) <= REACH for value in points):  # type: ignore[arg-type]
            raise file.bad(leaf.at, "has a shape with coordinates out of reach")
        if shape.cap == "round":
            path += tuple(step for x, y in dots for step in (("M", x, y), ("L", x, y)))
        scale = math.sqrt(abs(transform.a * transform.d - transform.b * transform.c))
        dash = tuple(part * scale for part in shape.dash)
        # A filled shape without area leaves a hairline on some printers.
        flat = min(len(set(outline.points[::2])), len(set(outline.points[1::2]))) < 2
        fill = "" if flat else shape.fill
        if path and (fill or shape.stroke):
            shapes.append(shape._replace(path=path, fill=fill, width=shape.width * scale, dash=dash))
        if dots and shape.cap == "square":
            shapes.append(Shape(_squares(dots, transform, shape.width / 2), shape.stroke))
    return tuple(shapes)


def _moved(outline: Any, transform: Transform) -> Path:
    """A reportlab path → steps, each point moved by ``transform``."""
    values = outline.points
    points = iter([transform.apply(x, y) for x, y in zip(values[::2], values[1::2], strict=True)])
    path: list[tuple[str | float, ...]] = []
    for operator in outline.operators:  # 0 move, 1 line, 2 curve, 3 close
        steps = [next(points) for _ in range((1, 1, 3, 0)[operator])]
        path.append(("MLCZ"[operator], *(value for point in steps for value in point)))
    return tuple(path)


def _parted(path: Path) -> tuple[Path, list[tuple[float, float]]]:
    """The path without its parts that have no length, and the points where those lie.

    A stroke makes dots of them, as SVG has it; a fill in PDF would make a pixel of each (ISO 32000-2, 8.5.3.3.1).
    """
    starts = [at for at, step in enumerate(path) if step[0] == "M"]
    kept: list[tuple[str | float, ...]] = []
    dots: list[tuple[float, float]] = []
    for start, end in zip(starts, [*starts[1:], len(path)], strict=True):
        x, y = path[start][1:]
        if any(step[1:] != (x, y) * (len(step) // 2) for step in path[start:end]):
            kept += path[start:end]
        elif end - start > 1:
            dots.append((float(x), float(y)))
    return tuple(kept), dots


def _squares(dots: list[tuple[float, float]], transform: Transform, half: float) -> Path:
    """What square caps make of dots; PDF draws nothing there (ISO 32000-2, 8.5.3.2)."""
    corners = [(half * x, half * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    turned = [(transform.a * x + transform.c * y, transform.b * x + transform.d * y) for x, y in corners]
    path: list[tuple[str | float, ...]] = []
    for x, y in dots:
        path += [(name, x + dx, y + dy) for name, (dx, dy) in zip("MLLL", turned, strict=True)]
        path.append(("Z",))
    return tuple(path)


class _Ear(logging.Handler):
    """Hears svglib's warnings instead of printing them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


def _outlines(file: File, leaves: list[Leaf]) -> dict[str, Any]:
    """Path data → a reportlab path, by svglib; whatever it raises or mutters becomes a problem of ours."""
    from svglib.svglib import svg2rlg  # here: a game without drawings does without

    paths = dict.fromkeys(leaf.path for leaf in leaves)
    document = etree.Element("svg", viewBox="0 0 1 1", fill="none")
    for path in paths:
        etree.SubElement(document, "path", d=path)
    log, ear = logging.getLogger("svglib.svglib"), _Ear()
    kept = log.level, log.propagate
    log.addHandler(ear)
    log.setLevel(logging.WARNING)
    log.propagate = False
    try:
        drawing: Any = svg2rlg(BytesIO(etree.tostring(document)))
        found = [group.contents[0] for group in drawing.contents[0].contents]
    except Exception as error:
        raise file.bad(0, f"cannot be read ({str(error) or type(error).__name__})", FLATTEN) from None
    finally:
        log.removeHandler(ear)
        log.setLevel(kept[0])
        log.propagate = kept[1]
    for text in ear.heard:
        file.add(0, "svg-unsupported", f"makes svglib say: {short(text)}", FLATTEN)
    if not ear.heard and len(found) != len(paths):
        file.add(0, "bad-picture", f"lost {len(paths) - len(found)} of its shapes in svglib", FLATTEN)
    file.settle()
    return dict(zip(paths, found, strict=True))
