"""Clipping paths, and whether one lets a box through: only what lies within each of those in force is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from generator.geometry import Box, Transform

Point = tuple[float, float]
Step = tuple[str, Any, Transform]  # a construction operator, its operands, and the matrix in force
CONSTRUCTS = frozenset(("m", "l", "c", "v", "y", "h", "re"))  # ISO 32000-2, 8.5.2
PAINTS = frozenset(("S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"))  # 8.5.3: each ends the path
_STEPS = 8  # chords of a curve


class Clip(NamedTuple):
    """A clipping path as closed rings of points, and its rule: even-odd, or non-zero winding (ISO 32000-2, 8.5.3.3)."""

    rings: tuple[tuple[Point, ...], ...]
    even_odd: bool

    def moved(self, by: Transform) -> Clip:
        return Clip(tuple(tuple(by.apply(*point) for point in ring) for ring in self.rings), self.even_odd)

    def shows(self, box: Box) -> bool:
        """Whether all of ``box`` lies within: no edge enters it (a path that crosses itself there counts as a cut)."""
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        x, y = (left + right) / 2, (top + bottom) / 2
        winding = crossings = 0
        for ring in self.rings:
            for a, b in pairwise((*ring, ring[0])):
                if _enters(a, b, left, top, right, bottom):
                    return False
                if (a[1] > y) != (b[1] > y) and a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) > x:
                    crossings += 1
                    winding += 1 if b[1] > a[1] else -1
        return crossings % 2 == 1 if self.even_odd else winding != 0


def clip_of(steps: Iterable[Step], even_odd: bool) -> Clip:
    """The clipping path that construction operators make. Without an ``m`` before it, a line is none."""
    rings: list[list[Point]] = []
    for word, numbers, matrix in steps:
        values = [float(number) for number in numbers]
        if word == "re":
            x, y, width, height = values
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
            rings.append([matrix.apply(*corner) for corner in corners])
            continue
        points = [matrix.apply(*pair) for pair in zip(values[::2], values[1::2], strict=True)]
        if word == "m":
            rings.append(points)
        elif rings and word == "l":
            rings[-1] += points
        elif rings and points:
            start = rings[-1][-1]
            first = start if word == "v" else points[0]
            second = points[0] if word == "v" else points[1]
            rings[-1] += _curve(start, first, second, points[-1])
    return Clip(tuple(tuple(ring) for ring in rings), even_odd)


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    """Chords of a Bézier curve, without its start."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def _enters(a: Point, b: Point, left: float, top: float, right: float, bottom: float) -> bool:
    """Whether a line runs through the inside of a box: what each side leaves of it is cut off (Liang and Barsky)."""
    if max(a[0], b[0]) <= left or min(a[0], b[0]) >= right or max(a[1], b[1]) <= top or min(a[1], b[1]) >= bottom:
        return False
    low, high = 0.0, 1.0
    for start, end, least, most in ((a[0], b[0], left, right), (a[1], b[1], top, bottom)):
        if start != end:
            one, other = (least - start) / (end - start), (most - start) / (end - start)
            low, high = max(low, min(one, other)), min(high, max(one, other))
    return low < high and a != b
