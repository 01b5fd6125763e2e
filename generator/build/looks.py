"""What faces are drawn from beside the fields of a component: why one looks otherwise although no field changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

from generator.build.laid import Laid
from generator.intake import read_bytes
from generator.template import files_of

MOST = 6  # causes that are told of one card


class Look(NamedTuple):
    """``values`` by name, as a person says them; ``icons`` by name and ``layouts`` by path, as hashes of what is read.

    Of a layout each file that it takes parts from is told as well.
    """

    values: Mapping[str, str]
    icons: Mapping[str, str]
    layouts: Mapping[str, Mapping[str, str]]


def look_of(laid: Laid) -> Look:
    """What the faces of a game were drawn from, with its ink, in its language."""
    catalogue, shelves = laid.catalogue, laid.shelves
    values = {f"theme {name}": colour for name, colour in catalogue.theme.items()}
    values |= {f"number {name}": str(value) for name, value in catalogue.numbers.items()}
    values |= {f"word {name}": f"“{texts[laid.language]}”" for name, texts in catalogue.words.items()}
    icons = {
        name: _hash(read_bytes(shelves.picture(path, catalogue.where), catalogue.where))
        for name, path in catalogue.icons.items()
    }
    builds = [component.build for component in catalogue.components]
    used = dict.fromkeys(path for build in builds for path in (build.front, build.back) if path is not None)
    layouts = {
        layout: {path: _hash(data) for path, data in files.items()}
        for layout, files in files_of(used, shelves.templates).items()
    }
    return Look(values, icons, layouts)


def causes(old: Look, new: Look, layouts: Iterable[str]) -> str:
    """`` (theme arma #C2371B → #00AA00)``: all that differs between the two; of layouts those that are named."""
    found = [f"{name} {was} → {now}" for name, was, now in _differing(old.values, new.values)]
    found += [f"icon {name}" for name, _, _ in _differing(old.icons, new.icons)]
    files = (_differing(old.layouts.get(layout, {}), new.layouts.get(layout, {})) for layout in layouts)
    found += dict.fromkeys(f"layout {path}" for rows in files for path, _, _ in rows)
    if len(found) > MOST:
        found[MOST:] = [f"and {len(found) - MOST} more"]
    return f" ({', '.join(found)})" if found else ""


def _differing(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for name in dict.fromkeys([*new, *old]):
        if old.get(name) != new.get(name):
            yield name, old.get(name, "nothing"), new.get(name, "nothing")


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
