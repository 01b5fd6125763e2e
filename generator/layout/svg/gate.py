"""The gate: every element, attribute and value of an SVG is held against lists, and what is not on them is an error.

Elements and attributes of the drawing programs' own namespaces are passed over: no program draws them.
"""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from lxml import etree

from generator import limits
from generator.geometry import Transform
from generator.layout.svg.file import FLATTEN, File
from generator.layout.svg.pathdata import OUTLINES, poly, steps_of
from generator.layout.svg.values import PROPERTIES, REACH, length_of, numbers, short, transform_of

_SVG = ("", "http://www.w3.org/2000/svg")
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_EDITORS = (  # elements that Inkscape leaves in a drawing for itself
    "http://www.inkscape.org/namespaces/inkscape",
    "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
)

_GEOMETRY = {
    "svg": ("viewBox", "width", "height", "x", "y", "version", "baseProfile", "preserveAspectRatio"),
    "g": ("transform",),
    "defs": (),
    "use": ("transform", "href", "x", "y", "width", "height"),
    "path": ("transform", "d"),
    "rect": ("transform", "x", "y", "width", "height", "rx", "ry"),
    "circle": ("transform", "cx", "cy", "r"),
    "ellipse": ("transform", "cx", "cy", "rx", "ry"),
    "line": ("transform", "x1", "y1", "x2", "y2"),
    "polyline": ("transform", "points"),
    "polygon": ("transform", "points"),
}
_UNSEEN = ("title", "desc", "metadata")
_HOLDERS = ("a", "switch", "symbol", "svg")  # refused, but looked into, so that all findings are told at once
# Without a bearing on paper: names for programs and readers, type where there is no text, hints to screens.
_PASSED = re.compile(
    r"id|class|role|focusable|lang|line-height|clip-rule|enable-background|shape-rendering"
    r"|(data|aria|font|text|letter|word)-.+|-inkscape-.+"
)
# What drawing programs write without meaning anything by it.
_NEUTRAL = re.compile(
    r"((fill-|stroke-)?opacity=1|stroke-dashoffset=0|display=inline|visibility=visible|color=(#000|#000000|black)"
    r"|(clip-path|mask|filter|marker|vector-effect)=none|(paint-order|mix-blend-mode)=normal"
    r"|isolation=auto|overflow=visible)"
)

HINTS = {
    "text": "convert the text to paths (Inkscape: Path > Object to Path)",
    "image": "place that picture itself in the layout, as PNG or JPEG",
    "style": "write colours as attributes of the shapes: export without CSS, with presentation attributes",
    "stroke": "turn the stroke into a shape (Inkscape: Path > Stroke to Path)",
    "clipPath": "cut the shapes themselves (Inkscape: Path > Intersection), or use a PNG",
    "display": "delete what is not to be seen",
    "visibility": "delete what is not to be seen",
}
HINTS |= {"tspan": HINTS["text"], "clip-path": HINTS["clipPath"], "mask": HINTS["clipPath"]}


class Node(NamedTuple):
    """An allowed element. ``at``: its number in the file; ``path``: what it draws, as path data."""

    tag: str
    at: int
    style: dict[str, Any]
    transform: Transform
    path: str
    target: str
    children: list[Node]


class Reader:
    """Holds every element, attribute and value against the lists."""

    def __init__(self, file: File, root: Any) -> None:
        self.file = file
        self.characters = 0  # of path data
        self.ids: dict[str, Node | None] = {}  # None: the id stands twice
        elements = list(root.iter("*"))
        self.number = {element: at for at, element in enumerate(elements, 1)}
        if len(elements) > limits.SVG_NODES:
            raise file.bad(0, f"has {len(elements):,} elements, beyond {limits.SVG_NODES:,}", FLATTEN, "too-large")
        if _name(root.tag)[0] not in _SVG or _name(root.tag)[1] != "svg":
            raise file.bad(1, f"is no SVG: it begins with <{_name(root.tag)[1]}>")
        for note in [*root.itersiblings(preceding=True), *root.iter(etree.PI)]:
            if getattr(note, "target", "") == "xml-stylesheet":
                file.add(1, "svg-external-reference", "names a style sheet outside of this file", HINTS["style"])

    def field(self, root: Any) -> tuple[float, float, Transform]:
        """The field's width and height, and the map that brings its corner to 0, 0.

        The larger side becomes 100 to 10,000 units, in powers of ten: three decimals are then fine enough, and the
        seven of the factor that makes millimetres of them.
        """
        try:
            if root.get("viewBox") is not None:
                x, y, width, height = numbers(root.get("viewBox"), 4)
            else:
                x, y = 0.0, 0.0
                width, height = length_of(root.get("width", "")), length_of(root.get("height", ""))
        except ValueError as error:
            raise self.file.bad(1, f"has no size: {error}", 'write viewBox="0 0 width height"') from None
        if not (0 < width < REACH and 0 < height < REACH and abs(x) < REACH and abs(y) < REACH):
            raise self.file.bad(1, f"has an impossible size, {width:g} × {height:g}")
        digits = math.log10(max(width, height))
        scale = 10.0 ** (max(0, math.ceil(2 - digits)) + min(0, math.floor(4 - digits)))
        return width * scale, height * scale, Transform.move(-x, -y).then(Transform(a=scale, d=scale))

    def node(self, element: Any, depth: int) -> Node | None:
        """An element and all below it; None where nothing is drawn or may be drawn."""
        at = self.number[element]
        space, tag = _name(element.tag)
        if depth > limits.XML_DEPTH:
            raise self.file.bad(at, f"is nested deeper than {limits.XML_DEPTH} levels", "ungroup it", "too-large")
        if space in _EDITORS or (space in _SVG and tag in _UNSEEN):
            return None
        if space not in _SVG or tag not in _GEOMETRY or (tag == "svg" and depth > 1):
            self._refuse(element, tag, at)
            if tag in _HOLDERS:
                self._children(element, depth)
            return None
        style = self._style(element, tag, at)
        node = Node(tag, at, style, *self._place(element, tag, at), self._children(element, depth))
        name = element.get("id")
        if name:
            self.ids[name] = None if name in self.ids else node
        return node

    def _children(self, element: Any, depth: int) -> list[Node]:
        found = (self.node(child, depth + 1) for child in element.iterchildren("*"))
        return [node for node in found if node is not None]

    def _refuse(self, element: Any, tag: str, at: int) -> None:
        href = _href(element)
        if href and not href.startswith(("#", "data:")):
            self._external(at, f"<{tag}>", href, HINTS.get(tag, ""))
        else:
            self.file.add(at, "svg-unsupported", f"uses <{tag}>, which is not drawn here", HINTS.get(tag, FLATTEN))

    def _external(self, at: int, what: str, href: str, hint: str = "") -> None:
        message = f"refers by {what} to '{short(href)}', outside of this file"
        self.file.add(at, "svg-external-reference", message, hint or "bring it into this file, or leave it out")

    def _style(self, element: Any, tag: str, at: int) -> dict[str, Any]:
        """The properties that an element sets: attributes first, then ``style``, which wins."""
        style: dict[str, Any] = {}
        for key, value in element.attrib.items():
            space, name = _name(key)
            if space == _XML and name == "base":
                self._external(at, "xml:base", value)
            elif name not in (*_GEOMETRY[tag], "style") and (not space or (space == _XLINK and name == "href")):
                self._property(at, name, value, style)
        for part in element.get("style", "").split(";"):
            name, colon, value = part.partition(":")
            if colon:
                self._property(at, name.strip(), value.replace("!important", ""), style)
            elif part.strip():
                self.file.add(at, "bad-picture", f"has a style that cannot be read, '{short(part)}'")
        return style

    def _property(self, at: int, name: str, value: str, style: dict[str, Any]) -> None:
        value = value.strip()
        target = re.match(r"""url\(\s*['"]?(.)""", value, re.IGNORECASE)
        known = PROPERTIES.get(name)
        if target and target[1] != "#":
            self._external(at, name, value)
        elif known and not target:
            if value == "inherit":
                style.pop(name, None)
                return
            try:
                style[name] = known(value)
            except (ValueError, OverflowError):
                self._undrawn(at, name, value)
        elif target or not (_PASSED.fullmatch(name) or _NEUTRAL.fullmatch(f"{name}={value}")):
            self._undrawn(at, name, value)

    def _undrawn(self, at: int, name: str, value: str) -> None:
        hint = HINTS.get(name, FLATTEN)
        self.file.add(at, "svg-unsupported", f'uses {name}="{short(value)}", which is not drawn here', hint)

    def _place(self, element: Any, tag: str, at: int) -> tuple[Transform, str, str]:
        """An element's transform, its path data and the id that it uses."""
        transform, path, target = Transform(), "", ""

        def length(name: str, low: float = -REACH) -> float:
            value = length_of(element.get(name, "0"))
            if value < low:
                raise ValueError(f"a negative {name}")
            return value

        try:
            transform = transform_of(element.get("transform", ""))
            if tag == "use":
                transform = Transform.move(length("x"), length("y")).then(transform)
                target = self._target(element, at)
            elif tag in ("polyline", "polygon"):
                path = poly(self._data(element, "points", at), tag == "polygon")
            elif tag == "path":
                path = steps_of(self._data(element, "d", at))
            elif tag in OUTLINES:
                path = OUTLINES[tag](length, element)
        except ValueError as error:
            self.file.add(at, "bad-picture", f"has a <{tag}> that cannot be read: {error}")
        return transform, path, target

    def _data(self, element: Any, name: str, at: int) -> str:
        """Path data, as long as the drawing does not hold too much of it: reading it takes two seconds a megabyte."""
        text: str = element.get(name, "")
        self.characters += len(text)
        if self.characters > limits.SVG_PATH_CHARACTERS:
            message = f"has more than {limits.SVG_PATH_CHARACTERS:,} characters of path data"
            hint = "simplify its paths (Inkscape: Path > Simplify) or write fewer decimals; or use a PNG"
            raise self.file.bad(at, message, hint, "too-large")
        return text

    def _target(self, element: Any, at: int) -> str:
        href = _href(element)
        if href.startswith("#"):
            return href[1:]
        if href.startswith("data:") or not href:
            self.file.add(at, "svg-unsupported", f"has a <use> of '{short(href)}', which is no '#id' of this file")
        else:
            self._external(at, "<use>", href)
        return ""


def _name(tag: str) -> tuple[str, str]:
    """``{namespace}name`` → both."""
    space, _, name = tag.rpartition("}")
    return space[1:], name


def _href(element: Any) -> str:
    href = element.get("href")
    return str(element.get(f"{{{_XLINK}}}href", "") if href is None else href).strip()
