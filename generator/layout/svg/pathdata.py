"""Every SVG shape rewritten as path data that leaves nothing to guess: what svglib is given to read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from generator.layout.svg.values import NUMBER, NUMBERS, REACH, numbers, short

_STEPS = re.compile(r"([MLHVCSQTAZmlhvcsqtaz])([^MLHVCSQTAZmlhvcsqtaz]*)")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC = [re.compile(rf"[\s,]*({part})", re.ASCII) for part in [NUMBER] * 3 + ["[01]"] * 2 + [NUMBER] * 2]
_ROUND = 4 / 3 * (math.sqrt(2) - 1)  # where a bezier's handles stand for a quarter circle


def steps_of(text: str) -> str:
    """Path data, checked against the grammar and written plainly: one space between numbers, flags apart."""
    text = text.strip()
    if text in ("", "none"):
        return ""
    if text[0] not in "Mm":
        raise ValueError(f"the path begins with '{short(text[:8])}', not with M")
    parts, before = [], ""
    for match in _STEPS.finditer(text):
        step, rest = match.groups()
        arity = _ARITY[step.upper()]
        values = _arcs(rest) if arity == 7 else NUMBERS.findall(rest)
        if arity < 7 and NUMBERS.sub("", rest).strip(" ,\t\r\n"):
            raise ValueError(f"the path step '{short(step + rest)}'")
        if (len(values) % arity or not values) if arity else values:
            raise ValueError(f"the path step '{short(step + rest)}' has {len(values)} numbers")
        if not all(abs(float(value)) <= REACH for value in values):
            raise ValueError(f"the path step '{short(step + rest)}' is out of reach")
        if before in ("Z", "z") and step not in "MmZz":
            parts.append("m0 0")  # svglib would go on from where the closed part ended, not from where it began
        parts.append(step + " ".join(values))
        before = step
    return "".join(parts)


def _arcs(text: str) -> list[str]:
    """The numbers of arcs, token by token: flags may run together with what follows (``a5 5 0 01.5.5``)."""
    values: list[str] = []
    at, text = 0, text.strip(" ,\t\r\n")
    while at < len(text):
        match = _ARC[len(values) % 7].match(text, at)
        if match is None:
            raise ValueError(f"the arc '{short(text)}'")
        values.append(match[1])
        at = match.end()
    return values


def poly(text: str, closed: bool) -> str:
    values = numbers(text)
    if len(values) % 2:
        raise ValueError("its points have an odd number of coordinates")
    pairs = [f"{x!r} {y!r}" for x, y in zip(values[::2], values[1::2], strict=True)]
    return "M" + "L".join(pairs) + ("z" if closed else "") if len(pairs) > 1 else ""


def _bend(x0: float, y0: float, x: float, y: float, x1: float, y1: float) -> str:
    """A quarter of an ellipse from one point to another, bent towards ``x, y``."""
    points = (x0 + (x - x0) * _ROUND, y0 + (y - y0) * _ROUND, x1 + (x - x1) * _ROUND, y1 + (y - y1) * _ROUND, x1, y1)
    return "C" + " ".join(map(repr, points))


def _ellipse(cx: float, cy: float, rx: float, ry: float) -> str:
    """From the right and clockwise, as SVG has it."""
    if rx <= 0 or ry <= 0:
        return ""
    left, top, right, bottom = cx - rx, cy - ry, cx + rx, cy + ry
    return (
        f"M{right!r} {cy!r}{_bend(right, cy, right, bottom, cx, bottom)}{_bend(cx, bottom, left, bottom, left, cy)}"
        f"{_bend(left, cy, left, top, cx, top)}{_bend(cx, top, right, top, right, cy)}z"
    )


def _rect(length: Callable[..., float], element: Any) -> str:
    x, y, width, height = length("x"), length("y"), length("width", 0.0), length("height", 0.0)
    if not width or not height:
        return ""
    given = [None if element.get(name, "auto") == "auto" else length(name, 0.0) for name in ("rx", "ry")]
    rx = min(next((value for value in given if value is not None), 0.0), width / 2)
    ry = min(next((value for value in given[::-1] if value is not None), 0.0), height / 2)
    right, bottom = x + width, y + height
    if not rx or not ry:
        return f"M{x!r} {y!r}L{right!r} {y!r}L{right!r} {bottom!r}L{x!r} {bottom!r}z"
    return (
        f"M{x + rx!r} {y!r}L{right - rx!r} {y!r}{_bend(right - rx, y, right, y, right, y + ry)}"
        f"L{right!r} {bottom - ry!r}{_bend(right, bottom - ry, right, bottom, right - rx, bottom)}"
        f"L{x + rx!r} {bottom!r}{_bend(x + rx, bottom, x, bottom, x, bottom - ry)}"
        f"L{x!r} {y + ry!r}{_bend(x, y + ry, x, y, x + rx, y)}z"
    )


OUTLINES: dict[str, Callable[[Callable[..., float], Any], str]] = {
    "rect": _rect,
    "circle": lambda length, _: _ellipse(length("cx"), length("cy"), length("r", 0.0), length("r")),
    "ellipse": lambda length, _: _ellipse(length("cx"), length("cy"), length("rx", 0.0), length("ry", 0.0)),
    "line": lambda length, _: f"M{length('x1')!r} {length('y1')!r}L{length('x2')!r} {length('y2')!r}",
}
