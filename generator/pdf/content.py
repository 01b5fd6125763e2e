"""Frames → content streams. Numbers stay millimetres from the top left: the form's matrix does the one flip.

Nothing is moved here: every place was decided by layout.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from generator.geometry import Path
from generator.layout import Frame, Group, Item, Picture, Shape, Text
from generator.pdf.inks import SCREEN, Inks
from generator.typeset import Font

PT = 72.0 / 25.4
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_ENDS = ("butt", "miter", 4.0)  # cap, join and miter limit of most strokes, and of SVG where nothing is said
_ESCAPE = re.compile(r"[\\()\r]")
_ESCAPES = {"\\": "\\\\", "(": "\\(", ")": "\\)", "\r": "\\r"}


@lru_cache(maxsize=4_000)
def fixed(value: float) -> str:
    """A number with at most three decimals: a thousandth of a millimetre. Never in the form 1e-05, which PDF lacks."""
    return f"{round(value, 3):.9g}"


def fine(value: float) -> str:
    """A factor with at most seven decimals: a thousand units of a drawing stay right to a micrometre."""
    return f"{round(value, 7):.9f}".rstrip("0").rstrip(".")


class Drawer:
    """Draws frames for one document; words and paths that come again are written once."""

    def __init__(self, document: Any, inks: Inks = SCREEN) -> None:
        self.document, self.inks = document, inks
        self._plain: dict[Font, tuple[str, dict[str, str]]] = {}
        self._names: dict[tuple[Font, int], str] = {}
        self._paths: dict[int, tuple[Path, str]] = {}
        self._areas: dict[str, str] = {}  # colour → the operator that fills an area with it, or writes words in it
        self._words: dict[str, str] = {}
        self._out: list[str] = []
        self._state: list[object] = ["", "", "", "", _ENDS]  # fill, stroke, width, dash, ends
        self.pictures: dict[str, Picture] = {}

    def content(self, frame: Frame) -> str:
        """The frame's drawing instructions; the pictures that it uses are in ``pictures`` by name."""
        self._out = ["4 M"]  # SVG's miter limit; PDF's own is 10
        self._state = ["", "", "", "", _ENDS]
        self.pictures = {}
        for item in frame.items:
            self._item(item)
        return "\n".join(self._out)

    def _item(self, item: Item) -> None:
        if type(item) is Text:
            self._text(item)
        elif type(item) is Shape:
            self._shape(item)
        elif type(item) is Picture:
            name = f"I{item.raster.digest[:20]}"
            self.pictures[name] = item
            x, y, w, h = item.box
            self._out.append(f"q {fixed(w)} 0 0 {fixed(-h)} {fixed(x)} {fixed(y + h)} cm /{name} Do Q")
        elif type(item) is Group:
            self._group(item)

    def _group(self, group: Group) -> None:
        t = group.transform
        before = list(self._state)
        matrix = f"{' '.join(fine(value) for value in (t.a, t.b, t.c, t.d))} {fixed(t.e)} {fixed(t.f)}"
        self._out.append("q" if matrix == "1 0 0 1 0 0" else f"q {matrix} cm")
        if group.clip is not None:
            self._out.append(" ".join(map(fixed, group.clip)) + " re W n")
        for item in group.items:
            self._item(item)
        self._out.append("Q")
        self._state = before

    def _shape(self, shape: Shape) -> None:
        if shape.fill:
            self._set(0, *self._area(shape.fill))
        if shape.stroke:
            self._set(1, shape.stroke, self.inks.stroke(shape.stroke))
            self._set(2, str(shape.width), f"{fixed(shape.width)} w")
            dash = " ".join(map(fixed, shape.dash))
            self._set(3, dash or "-", f"[{dash}] 0 d")
            ends = shape[6:]
            if ends != self._state[4]:
                self._set(4, ends, f"{_CAPS[shape.cap]} J {_JOINS[shape.join]} j {fixed(shape.miter)} M")
        paint = ("B" if shape.stroke else "f") if shape.fill else "S"
        if shape.even_odd and shape.fill:
            paint += "*"
        self._out.append(f"{self._path(shape.path)} {paint}")

    def _path(self, path: Path) -> str:
        known = self._paths.get(id(path))
        if known is None or known[0] is not path:
            known = self._paths[id(path)] = (path, path_operators(path))
        return known[1]

    def _text(self, text: Text) -> None:
        x, y, font, size, fill, tracking, words = text
        operator = self._words.get(fill) or self._words.setdefault(fill, self.inks.fill(fill, False))
        if self._state[0] != operator:
            self._state[0] = operator
            self._out.append(operator)
        shown = self.shown(font, size / PT, words)
        if tracking:
            shown = f"{fixed(tracking / PT)} Tc {shown} 0 Tc"
        self._out.append(f"BT 1 0 0 -1 {x:.3f} {y:.3f} Tm {shown} ET")

    def shown(self, font: Font, size: float, text: str) -> str:
        """The operators that show a text at a size in units of the current space (ISO 32000-2, 9.4.3)."""
        name, known = self._plain.get(font) or self._plain.setdefault(font, (self._name(font, 0), {}))
        words = text.split(" ")
        try:
            # Most words were met before, and lie in the font's first subset, where a space is a space.
            return f"{name} {fixed(size)} Tf ({' '.join([known[word] for word in words])}) Tj"
        except KeyError:
            pass
        for word in words:
            if word not in known:
                split = font.ttf.splitString(word, self.document)
                if not any(subset for subset, _ in split):
                    known[word] = "".join(_escaped(chars) for _, chars in split)
        if all(word in known for word in words):
            return self.shown(font, size, text)
        split = font.ttf.splitString(text, self.document)
        return " ".join(f"{self._name(font, subset)} {fixed(size)} Tf ({_escaped(part)}) Tj" for subset, part in split)

    def _name(self, font: Font, subset: int) -> str:
        name = self._names.get((font, subset))
        if name is None:
            name = self._names[font, subset] = font.ttf.getSubsetInternalName(subset, self.document)
        return name

    def _area(self, colour: str) -> tuple[str, str]:
        """Two colours may be one operator, and on a press one colour two: the operator itself is the state."""
        operator = self._areas.get(colour) or self._areas.setdefault(colour, self.inks.fill(colour, True))
        return operator, operator

    def _set(self, index: int, value: object, operator: str) -> None:
        if self._state[index] != value:
            self._state[index] = value
            self._out.append(operator)


def path_operators(path: Path, scale: float = 1.0) -> str:
    """A path's construction operators (ISO 32000-2, 8.5.2)."""
    names = {"M": "m", "L": "l", "C": "c", "Z": "h"}
    steps = []
    for name, *numbers in path:
        steps.append(" ".join([*(fixed(float(value) * scale) for value in numbers), names[str(name)]]))
    return " ".join(steps)


def _escaped(data: bytes) -> str:
    """The inside of a PDF literal string (ISO 32000-2, 7.3.4.2); a bare carriage return would become a line feed."""
    return _ESCAPE.sub(lambda match: _ESCAPES[match[0]], data.decode("latin-1"))
