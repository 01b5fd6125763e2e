"""Shapes → paths in mm."""

from __future__ import annotations

from typing import Any

from generator import limits
from generator.geometry import KAPPA, Path, rectangle
from generator.layout.frame import Shape

# A quarter circle as one Bézier curve: control points at 4/3·(√2 − 1) of the radius (0.03 % off at most).


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """An ellipse as four curves."""
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def polygon(values: tuple[float, ...]) -> Path:
    """A closed polygon from x, y, x, y, …; ValueError for fewer than three corners or half a corner."""
    if len(values) % 2 or len(values) < 6:
        raise ValueError("points needs three corners or more, each as x,y")
    corners = list(zip(values[::2], values[1::2], strict=True))
    first, *rest = corners
    return (("M", *first), *(("L", *corner) for corner in rest), ("Z",))


def svg_path(d: str) -> Path:
    """The grammar of SVG paths (SVG 1.1, 8.3), arcs included, in mm. ValueError for anything else."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    if not d.strip() or len(d) > limits.SVG_PATH_CHARACTERS:
        raise ValueError("d is empty" if not d.strip() else "d is too long")
    pen = RecordingPen()
    try:
        parse_path(d, pen)
    except (ValueError, IndexError, TypeError, AssertionError, AttributeError, NotImplementedError) as error:
        raise ValueError(f"d is not a path: {error}") from None
    return pen_path(pen.value)


def pen_path(value: list[tuple[str, tuple[Any, ...]]]) -> Path:
    """What a fontTools pen recorded, as a path; quadratic curves become cubic."""
    path: list[tuple[str | float, ...]] = []
    x = y = 0.0
    for name, args in value:
        if name == "moveTo":
            x, y = map(float, args[0])
            path.append(("M", x, y))
        elif name == "lineTo":
            x, y = map(float, args[0])
            path.append(("L", x, y))
        elif name == "curveTo":
            (x1, y1), (x2, y2), (x3, y3) = args
            path.append(("C", float(x1), float(y1), float(x2), float(y2), float(x3), float(y3)))
            x, y = float(x3), float(y3)
        elif name == "qCurveTo":
            (qx, qy), (ex, ey) = args
            path.append(
                (
                    "C", x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), ex + 2 / 3 * (qx - ex), ey + 2 / 3 * (qy - ey),
                    float(ex), float(ey),
                )
            )  # fmt: skip
            x, y = float(ex), float(ey)
        elif name == "closePath":
            path.append(("Z",))
    if not path:
        raise ValueError("d draws nothing")
    return tuple(path)


def build(tag: str, values: dict[str, Any]) -> Shape:
    """The shape of an element. ValueError where its numbers make none."""
    if tag == "rect":
        path = rectangle(values["x"], values["y"], values["width"], values["height"], values["rx"])
    elif tag == "ellipse":
        path = ellipse(values["cx"], values["cy"], values["rx"], values["ry"] or values["rx"])
    elif tag == "line":
        path = (("M", values["x1"], values["y1"]), ("L", values["x2"], values["y2"]))
    elif tag == "polygon":
        path = polygon(values["points"])
    else:
        path = svg_path(values["d"])
    fill, stroke = values.get("fill", ""), values["stroke"]
    if not fill and not stroke:
        raise ValueError("neither fill nor stroke: it would not be seen")
    even_odd = values.get("fill-rule") == "evenodd"
    if not stroke:
        return Shape(path, fill, even_odd=even_odd)
    width, dash, cap, join = values["stroke-width"], values["dash"], values["cap"], values["join"]
    return Shape(path, fill, stroke, width, dash, even_odd, cap, join)


def halo(shape: Shape, colour: str, reach: float) -> tuple[Shape, ...]:
    """What is drawn behind a shape, so that ``reach`` of ``colour`` is seen all around it."""
    behind = []
    if shape.fill:
        behind.append(Shape(_closed(shape.path), "", colour, 2 * reach, cap="round", join="round"))
    if shape.stroke:
        # Rounder than the stroke itself, except where its own corners would reach through. Around butt ends it is
        # wider by half the stroke.
        cap = "square" if shape.cap == "square" else "round"
        join = "miter" if shape.join == "miter" else "round"
        width = shape.width + 2 * reach
        behind.append(Shape(shape.path, "", colour, width, shape.dash, cap=cap, join=join, miter=shape.miter))
    return tuple(behind)


def _closed(path: Path) -> Path:
    """The path with every part closed, as a fill closes it."""
    closed: list[tuple[str | float, ...]] = []
    for step in path:
        if step[0] == "M" and closed and closed[-1][0] != "Z":
            closed.append(("Z",))
        closed.append(step)
    if closed[-1][0] != "Z":
        closed.append(("Z",))
    return path if len(closed) == len(path) else tuple(closed)
