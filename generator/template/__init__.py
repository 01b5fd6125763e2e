"""Layouts: a component and its Jinja template → :class:`Face`, a tree of elements that know their template line."""

from generator.template.element import Element, Face
from generator.template.leads import files_of
from generator.template.render import Renderer

__all__ = ["Element", "Face", "Renderer", "files_of"]
