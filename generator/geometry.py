"""Lengths and places: millimetres from the top left, y downwards. Knows named sizes and what fits; no cards, no PDF.

A ``Transform`` is the matrix ``[a b c d e f]`` of SVG and PDF: x' = a·x + c·y + e, y' = b·x + d·y + f.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from generator.limits import LENGTH_MM

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72.0}
_LENGTH = re.compile(r"([-+\u2212]?(?:\d{1,6}(?:\.\d{1,6})?|\.\d{1,6}))\s*(mm|cm|in|pt)", re.ASCII)

# Finished sizes, mm (width, height). Three different sizes are sold as "standard": hence the numbers in every name.
CARD_SIZES: dict[str, tuple[float, float]] = {
    "poker-us": (63.5, 88.9),
    "poker-eu": (63.0, 88.0),
    "bridge": (57.15, 88.9),
    "tarot": (70.0, 120.0),
    "tarot-us": (69.85, 120.65),
    "mini-us": (41.0, 63.0),
    "mini-euro": (44.0, 68.0),
    "mini-chimera": (43.0, 65.0),
    "euro": (59.0, 92.0),
    "chimera": (57.5, 89.0),
    "japanese": (59.0, 86.0),
    "square": (70.0, 70.0),
    "dixit": (80.0, 120.0),
    "business": (88.9, 50.8),
    "domino": (44.45, 88.9),
    "jumbo": (88.9, 139.7),
}

# Portrait, mm. ISO 216 and 217; ANSI/ASME Y14.1; PA4 is the common part of A4 and Letter.
PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "pa4": (210.0, 280.0),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
    "sra3": (320.0, 450.0),
}


KAPPA = 4.0 / 3.0 * (math.sqrt(2.0) - 1.0)  # how far a quarter circle's handles reach, in radii
Path: TypeAlias = tuple[tuple[str | float, ...], ...]  # M, L, C and Z with their numbers


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """The same paper lying on its other side."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{number(self.width)} × {number(self.height)} mm"


def may_be_paper(size: Size) -> bool:
    """Whether somebody may ask for a sheet as large as this."""
    return max(size) <= LENGTH_MM


class Box(NamedTuple):
    """A rectangle, mm: its top left corner, width and height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: Insets) -> Box:
        """The box moved outwards on each side."""
        return Box(self.x - by.left, self.y - by.top, self.width + by.left + by.right, self.height + by.top + by.bottom)

    def inside(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether this box lies within ``other``; ``slack`` forgives rounding."""
        return (
            self.x >= other.x - slack
            and self.y >= other.y - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def overlaps(self, other: Box, slack: float = 1e-6) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )


class Insets(NamedTuple):
    """Four distances, mm."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @classmethod
    def all(cls, by: float) -> Insets:
        return cls(by, by, by, by)


@dataclass(frozen=True, slots=True)
class Transform:
    """An affine map of the plane."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def move(cls, x: float, y: float) -> Transform:
        return cls(e=x, f=y)

    @classmethod
    def rotate(cls, degrees: float) -> Transform:
        """Clockwise on paper, since y points down. Quarter turns are exact."""
        cos, sin = cosine(degrees), sine(degrees)
        return cls(cos, sin, -sin, cos)

    def then(self, outer: Transform) -> Transform:
        """This map first, ``outer`` after it."""
        return Transform(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            outer.a * self.e + outer.c * self.f + outer.e,
            outer.b * self.e + outer.d * self.f + outer.f,
        )

    def apply(self, x: float, y: float) -> tuple[float, float]:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def around(self, box: Box) -> Box:
        """The smallest upright box around what becomes of ``box``."""
        corners = [self.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def inverse(self) -> Transform:
        """The map that undoes this one. ZeroDivisionError where it flattens the plane."""
        over = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / over, -self.b / over, -self.c / over, self.a / over
        return Transform(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))


IDENTITY = Transform()


def cosine(degrees: float) -> float:
    """cos, exact at quarter turns, so that nothing printed upright is off by 1e-17."""
    quarter = {0.0: 1.0, 90.0: 0.0, 180.0: -1.0, 270.0: 0.0}.get(degrees % 360.0)
    return math.cos(math.radians(degrees)) if quarter is None else quarter


def sine(degrees: float) -> float:
    """sin, exact at quarter turns."""
    return cosine(degrees - 90.0)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle; ``radius`` rounds its corners and is at most half of the shorter side."""
    right, bottom = x + width, y + height
    if radius <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    r = min(radius, width / 2, height / 2)
    k = r * (1 - KAPPA)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def number(value: float, decimals: int = 3) -> str:
    """A number as a person writes it: at most ``decimals`` places, no trailing zeros, no minus zero."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def parse_length(text: str) -> float:
    """``'16 mm'``, ``'0.5in'``, ``'12pt'`` → mm. ValueError, in words, for anything else.

    A length always carries its unit and stays within ±2,000 mm (a PDF page ends at 5,080 mm).
    """
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        bare = re.fullmatch(r"[-+]?\d+([.,]\d+)?", text.strip(), re.ASCII)
        if bare:
            raise ValueError(f"the length '{text}' has no unit: write '{text.strip().replace(',', '.')} mm'")
        raise ValueError(f"'{text}' is not a length: write a number and mm, cm, in or pt, such as '16 mm'")
    value = float(match[1].replace("\u2212", "-")) * MM_PER_UNIT[match[2]]
    if abs(value) > LENGTH_MM:
        raise ValueError(f"the length '{text}' is beyond {number(LENGTH_MM)} mm")
    return value


def parse_size(text: str, names: dict[str, tuple[float, float]]) -> Size:
    """``'63 mm x 88 mm'``, ``'63 x 88 mm'`` or a name of ``names`` → :class:`Size`.

    KeyError for a name that is not there, ValueError for lengths that are none.
    """
    plain = text.strip()
    if plain.lower() in names:
        return Size(*names[plain.lower()])
    parts = re.split(r"\s*[x×]\s*", plain)
    if len(parts) != 2:
        raise KeyError(plain)
    if re.fullmatch(r"[\d.]+", parts[0], re.ASCII):
        unit = re.search(r"(mm|cm|in|pt)\s*$", parts[1])
        parts[0] += unit[1] if unit else ""
    size = Size(parse_length(parts[0]), parse_length(parts[1]))
    if size.width <= 0 or size.height <= 0:
        raise ValueError(f"the size '{text}' is not larger than nothing")
    return size
