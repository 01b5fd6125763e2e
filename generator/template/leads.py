"""Which files a layout is made of."""

from __future__ import annotations

from collections.abc import Iterable

from jinja2 import TemplateError, meta

from generator.intake import Shelf
from generator.problem import Location
from generator.template.sandbox import Environment


def files_of(layouts: Iterable[str], shelf: Shelf) -> dict[str, dict[str, bytes]]:
    """Each layout → itself and every file that it takes parts from by name, with their bytes."""
    environment = Environment(shelf)
    read: dict[str, bytes] = {}
    named: dict[str, list[str]] = {}
    result = {}
    for layout in layouts:
        found: dict[str, bytes] = {}
        open_ones = [layout]
        while open_ones:
            path = open_ones.pop()
            if path in found or not shelf.has(path):
                continue
            if path not in read:
                read[path] = shelf.read(path, Location(f"templates/{path}")).data
                named[path] = _named(read[path], environment)
            found[path] = read[path]
            open_ones += named[path]
        result[layout] = found
    return result


def _named(data: bytes, environment: Environment) -> list[str]:
    try:
        return [name for name in meta.find_referenced_templates(environment.parse(data.decode("utf-8"))) if name]
    except (TemplateError, UnicodeDecodeError):
        return []  # it was rendered before, so this is a part that no card asks for
