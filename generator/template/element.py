"""What a rendered layout is: a tree of elements, each with the template line that it came from."""

from __future__ import annotations

from typing import NamedTuple

from generator.geometry import Size
from generator.problem import Location


class Element(NamedTuple):
    """One element. ``content``: text and elements in order; ``at``: the template's line."""

    tag: str
    attributes: dict[str, str]
    content: tuple[str | Element, ...]
    at: Location


class Face(NamedTuple):
    """One side of a component, rendered for one language.

    ``key``: what the template gave; two faces with one key, trim and bleed are one drawing. ``name`` and ``where`` say
    in messages which component it is.
    """

    component: str
    side: str
    language: str
    trim: Size
    bleed: float
    corner: float
    root: Element
    key: str
    name: str
    where: Location

    @property
    def trace(self) -> str:
        return f"while laying out {self.name} {self.side} ({self.language}) at {self.where}"
