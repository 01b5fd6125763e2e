"""What an SVG attribute's text says: numbers, lengths, colours, the properties of paint, transforms.

Every reader gives the value or raises ValueError; none repairs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from generator.geometry import Transform

REACH = 1e7  # user units; no drawing for a card is larger
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
NUMBERS = re.compile(NUMBER, re.ASCII)
_LENGTH = re.compile(rf"\s*({NUMBER})\s*(px|pt|pc|mm|cm|in)?\s*", re.ASCII)
_UNITS = {None: 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_RGB = re.compile(r"rgb\(\s*(\d+%?)\s*,\s*(\d+%?)\s*,\s*(\d+%?)\s*\)", re.ASCII)
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*")


def short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def numbers(text: str, count: int = 0) -> list[float]:
    """Numbers between spaces and commas; exactly ``count`` of them if given. ValueError otherwise."""
    if NUMBERS.sub("", text).strip(" ,\t\r\n"):
        raise ValueError(f"'{short(text)}' is not a list of numbers")
    values = [float(part) for part in NUMBERS.findall(text)]
    if count and len(values) != count:
        raise ValueError(f"'{short(text)}' is not {count} numbers")
    if not all(abs(value) <= REACH for value in values):
        raise ValueError(f"a number in '{short(text)}' is out of reach")
    return values


def length_of(text: str) -> float:
    """A number with or without an absolute unit → user units. ValueError otherwise."""
    match = _LENGTH.fullmatch(text)
    if match is None or abs(float(match[1])) > REACH:
        raise ValueError(f"'{short(text)}' is not a length")
    return float(match[1]) * _UNITS[match[2]]


def _above(low: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = length_of(text)
        if value < low:
            raise ValueError(text)
        return value

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return read


def _dash(text: str) -> tuple[float, ...]:
    values = () if text == "none" else tuple(map(_above(0.0), re.split(r"\s*,\s*|\s+", text)))
    return values if sum(values) > 0 else ()


def _colour(text: str) -> str:
    """``#rgb``, ``#rrggbb``, ``rgb(…)`` and CSS names → ``#RRGGBB``; ``none`` → ''. ValueError otherwise."""
    word = text.lower()
    if word in ("none", "transparent"):
        return ""
    if word == "currentcolor":
        return "#000000"
    if re.fullmatch(r"#[0-9a-f]{6}", word):
        return word.upper()
    if re.fullmatch(r"#[0-9a-f]{3}", word):
        return "#" + "".join(2 * digit for digit in word[1:]).upper()
    match = _RGB.fullmatch(word)
    if match:
        parts = [float(part[:-1]) * 255 / 100 if part.endswith("%") else float(part) for part in match.groups()]
        return "#" + "".join(f"{int(min(part, 255.0) + 0.5):02X}" for part in parts)
    from PIL import ImageColor  # here, since most drawings name no colour by a word

    if word in ImageColor.colormap and word.isalpha():
        return str(ImageColor.colormap[word]).upper()
    raise ValueError(text)


PROPERTIES: dict[str, Callable[[str], Any]] = {
    "fill": _colour,
    "stroke": _colour,
    "fill-rule": _one_of("nonzero", "evenodd"),
    "stroke-width": _above(0.0),
    "stroke-linejoin": _one_of("miter", "round", "bevel"),
    "stroke-linecap": _one_of("butt", "round", "square"),
    "stroke-miterlimit": _above(1.0),
    "stroke-dasharray": _dash,
}


def transform_of(text: str) -> Transform:
    """A ``transform`` attribute; the last operation acts first. ValueError."""
    total, at, text = Transform(), 0, text.strip()
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        if match is None:
            raise ValueError(f"the transform '{short(text)}'")
        total = _operation(match[1], numbers(match[2])).then(total)
        at = match.end()
    return total


def _operation(name: str, values: list[float]) -> Transform:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return Transform(a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            return Transform.move(x, *rest or [0.0])
        case "scale", [x, *rest] if len(rest) < 2:
            return Transform(a=x, d=rest[0] if rest else x)
        case "rotate", [angle]:
            return Transform.rotate(angle)
        case "rotate", [angle, x, y]:
            return Transform.move(-x, -y).then(Transform.rotate(angle)).then(Transform.move(x, y))
        case "skewX", [angle]:
            return Transform(c=math.tan(math.radians(angle)))
        case "skewY", [angle]:
            return Transform(b=math.tan(math.radians(angle)))
    raise ValueError(f"the transform {name} with {len(values)} numbers")
