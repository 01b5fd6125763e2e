"""Faces → frames: one handler per element, every item at its final place."""

from __future__ import annotations

from typing import Any

from generator.geometry import Box, Insets, Transform
from generator.layout import attributes, shapes, texts
from generator.layout.frame import Frame, Group, Item, Picture, digest_of
from generator.layout.stock import Stock
from generator.problem import Problem, SourceError
from generator.template import Element, Face


class Composer:
    """Lays out the faces of one game in one language. The same drawing is made once and shared."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self._frames: dict[tuple[Any, ...], Frame] = {}
        self._made: dict[int, tuple[dict[str, Any], tuple[Item, ...]]] = {}  # by the identity of their attributes

    def frame(self, face: Face) -> Frame:
        """The face laid out. :class:`SourceError` with all that is wrong on it, traced to its component."""
        key = (face.key, face.trim, face.bleed, face.corner)
        known = self._frames.get(key)
        if known is not None:
            return known
        problems: list[Problem] = []
        items: tuple[Item, ...] = ()
        if face.root.tag != "face":
            message = f"a layout draws one <face>, not <{face.root.tag}>"
            problems.append(Problem(where=face.root.at, code="unknown-element", message=message))
        elif attributes.read(face.root, attributes.ELEMENTS, problems) is not None:
            items = tuple(self._content(face.root, problems))
        if problems:
            raise SourceError(_traced(problem, face.trace) for problem in problems)
        digest = digest_of(face.trim, face.bleed, items)
        frame = Frame(
            trim=face.trim,
            bleed=face.bleed,
            corner=face.corner,
            items=items,
            digest=digest,
        )
        self._frames[key] = frame
        return frame

    def _content(self, element: Element, problems: list[Problem]) -> list[Item]:
        items: list[Item] = []
        for child in element.content:
            if isinstance(child, str):
                if not child.isspace():
                    message = f"text '{child.strip()[:30]}' stands outside a <text>"
                    problems.append(Problem(where=element.at, code="stray-text", message=message))
                continue
            values = attributes.read(child, attributes.ELEMENTS, problems)
            if values is None:
                continue
            if child.tag == "text":
                items += texts.build(child, values, self.stock, problems)
            else:
                items += self._other(child, values, problems)
        return items

    def _other(self, element: Element, values: dict[str, Any], problems: list[Problem]) -> tuple[Item, ...]:
        """The items of any element but text. Those without content are the same wherever their attributes are."""
        if element.tag == "group":
            return self._group(element, values, problems)
        if element.tag == "face":
            message = "<face> stands once, as the root"
            problems.append(Problem(where=element.at, code="unknown-element", message=message))
            return ()
        if any(not isinstance(child, str) or not child.isspace() for child in element.content):
            message = f"<{element.tag}> must be empty"
            problems.append(Problem(where=element.at, code="stray-text", message=message))
        known = self._made.get(id(values))
        if known is None or known[0] is not values:
            known = self._made[id(values)] = (values, self._make(element, values, problems))
        return known[1]

    def _make(self, element: Element, values: dict[str, Any], problems: list[Problem]) -> tuple[Item, ...]:
        if element.tag == "image":
            return self._image(element, values, problems)
        try:
            return (shapes.build(element.tag, values),)
        except ValueError as error:
            message = f"<{element.tag}>: {error}"
            problems.append(Problem(where=element.at, code="bad-attribute", message=message))
            return ()

    def _group(self, element: Element, values: dict[str, Any], problems: list[Problem]) -> tuple[Item, ...]:
        transform = Transform.rotate(values["rotate"]).then(Transform.move(values["x"], values["y"]))
        clip = None
        if (values["width"] is None) != (values["height"] is None):
            message = "a group is clipped by width and height together"
            problems.append(Problem(where=element.at, code="bad-attribute", message=message))
        elif values["width"] is not None:
            clip = Box(0.0, 0.0, values["width"], values["height"])
        items = tuple(self._content(element, problems))
        return (Group(transform, clip, items),) if items else ()

    def _image(self, element: Element, values: dict[str, Any], problems: list[Problem]) -> tuple[Item, ...]:
        path, box = values["href"], Box(values["x"], values["y"], values["width"], values["height"])
        if path.lower().endswith(".svg"):
            return self._drawing(element, values, box, problems)
        for name, does in (("fill", "colours"), ("stroke", "outlines")):
            if values[name]:
                message = f"{name} {does} an SVG; this picture is made of pixels"
                problems.append(Problem(where=element.at, code="bad-attribute", message=message))
                return ()
        raster = self.stock.raster(path, element.at, problems)
        if raster is None:
            return ()
        placed = _fitted(box, raster.width, raster.height, values["fit"])
        return (_clipped(Picture(placed, raster), placed, box),)

    def _drawing(self, element: Element, values: dict[str, Any], box: Box, problems: list[Problem]) -> tuple[Item, ...]:
        vector = self.stock.vector(values["href"], element.at, problems)
        if vector is None:
            return ()
        placed = _fitted(box, vector.width, vector.height, values["fit"])
        factor = placed.width / vector.width
        move = Transform(a=factor, d=factor, e=placed.x, f=placed.y)
        # What lies beyond the drawing's own page is no part of it.
        page = Box(0.0, 0.0, vector.width, vector.height)
        drawn = _clipped(Group(move, page, self.stock.tinted(vector, values["fill"])), placed, box)
        if not values["stroke"]:
            return (drawn,)
        reach = values["stroke-width"] / factor
        halo = Group(move, page.grown(Insets.all(reach)), self.stock.halo(vector, values["stroke"], reach))
        return (_clipped(halo, placed, box), drawn)


def _fitted(box: Box, width: float, height: float, how: str) -> Box:
    """The picture's proportions kept, in the middle of the box: wholly within it, or wholly covering it."""
    ratios = (box.width / width, box.height / height)
    factor = min(ratios) if how == "contain" else max(ratios)
    w, h = width * factor, height * factor
    return Box(box.x + (box.width - w) / 2, box.y + (box.height - h) / 2, w, h)


def _clipped(item: Item, placed: Box, box: Box) -> Item:
    return item if placed.inside(box) else Group(Transform(), box, (item,))


def _traced(problem: Problem, trace: str) -> Problem:
    return Problem(
        where=problem.where,
        code=problem.code,
        message=problem.message,
        hint=problem.hint,
        severity=problem.severity,
        trace=(*problem.trace, trace),
    )
