"""The tree made flat: styles inherited, transforms multiplied, ``use`` replaced; what is left is a list of shapes."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator import limits
from generator.geometry import Transform
from generator.layout.frame import Shape
from generator.layout.svg.file import FLATTEN, File
from generator.layout.svg.gate import HINTS, Node
from generator.layout.svg.values import short


class Leaf(NamedTuple):
    """A shape to be drawn, with nothing left to inherit."""

    at: int
    path: str
    transform: Transform
    shape: Shape  # its path is still empty, its stroke in the units of its own system


class Flat:
    """The tree walked in the order of drawing: styles inherited, transforms multiplied, ``use`` replaced."""

    def __init__(self, file: File, ids: dict[str, Node | None]) -> None:
        self.file, self.ids = file, ids
        self.leaves: list[Leaf] = []
        self.uses = self.nodes = self.characters = 0

    def walk(self, node: Node, style: dict[str, Any], outer: Transform, depth: int, within: tuple[int, ...]) -> None:
        """``within``: the numbers of the ``use`` elements that are being replaced."""
        self.nodes += 1
        self.characters += len(node.path)
        over = self.nodes > limits.SVG_NODES or self.characters > limits.SVG_BYTES
        if over or depth > limits.XML_DEPTH:
            raise self.file.bad(node.at, "holds too much, all that <use> repeats counted", FLATTEN, "too-large")
        style, transform = {**style, **node.style}, node.transform.then(outer)
        if node.path:
            self._leaf(node, style, transform)
        if node.tag == "use":
            self._use(node, style, transform, depth, within)
        for child in node.children if node.tag not in ("use", "defs") else ():
            self.walk(child, style, transform, depth + 1, within)

    def _use(self, node: Node, style: dict[str, Any], at: Transform, depth: int, within: tuple[int, ...]) -> None:
        self.uses += 1
        target = self.ids.get(node.target)
        if node.at in within or (target is not None and target.tag == "svg"):
            raise self.file.bad(node.at, f"has a <use> of '#{short(node.target)}' that contains itself")
        if self.uses > limits.SVG_USES:
            message = f"repeats its parts more than {limits.SVG_USES:,} times by <use>"
            raise self.file.bad(node.at, message, FLATTEN, "too-large")
        if target is None:
            how = "stands more than once" if node.target in self.ids else "is not"
            self.file.add(node.at, "bad-picture", f"has a <use> of '#{short(node.target)}', which {how} in this file")
        else:
            self.walk(target, style, at, depth + 1, (*within, node.at))

    def _leaf(self, node: Node, style: dict[str, Any], transform: Transform) -> None:
        width = style.get("stroke-width", 1.0)
        stroke = style.get("stroke", "") if width else ""
        fill = "" if node.tag == "line" else style.get("fill", "#000000")
        if not (fill or stroke) or not transform.a * transform.d - transform.b * transform.c:
            return
        if stroke and not _even(transform):
            what = "stretches a stroke more in one direction than in the other, which is not drawn here"
            self.file.add(node.at, "svg-unsupported", what, HINTS["stroke"])
        shape = Shape((), fill, even_odd=bool(fill) and style.get("fill-rule") == "evenodd")
        if stroke:
            shape = shape._replace(
                stroke=stroke,
                width=width,
                dash=style.get("stroke-dasharray", ()),
                cap=style.get("stroke-linecap", "butt"),
                join=style.get("stroke-linejoin", "miter"),
                miter=style.get("stroke-miterlimit", 4.0),
            )
        self.leaves.append(Leaf(node.at, node.path, transform, shape))


def _even(transform: Transform) -> bool:
    """Whether circles stay circles, to one part in a hundred: only then has a stroke one width."""
    a, b, c, d = transform.a, transform.b, transform.c, transform.d
    along, across = a * a + b * b, c * c + d * d
    most = 0.02 * max(along, across)
    return abs(along - across) <= most and abs(a * c + b * d) <= most
