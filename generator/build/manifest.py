"""``manifest.json``: what was printed, where it lies, and what each drawing is. One component a line.

``components`` are the pieces of the box; ``extras`` are printed as well, and not counted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalogue import Catalogue, Component
from generator.imposition import Sheet
from generator.layout import Frame

FORMAT = 1


def printed(sheets: Sequence[Sheet], file: str) -> dict[str, list[dict[str, Any]]]:
    """For each component the places of its trims: file, page from 1, side, top left in mm."""
    result: dict[str, list[dict[str, Any]]] = {}
    page = 0
    for sheet in sheets:
        for side in (sheet.front, sheet.back):
            if side is None:
                continue
            page += 1
            for placement in side.placements:
                entry: dict[str, Any] = {
                    "file": file,
                    "page": page,
                    "side": "back" if placement.back else "front",
                    "x_mm": round(placement.at[0], 3),
                    "y_mm": round(placement.at[1], 3),
                }
                if sheet.tile:
                    entry["tile"] = sheet.tile
                if sheet.fold:
                    entry["fold"] = sheet.fold
                result.setdefault(placement.component, []).append(entry)
    return result


def file_entry(path: str, pages: int, data: bytes) -> dict[str, Any]:
    """A file's name, its pages and its SHA-256."""
    return {"path": path, "pages": pages, "sha256": hashlib.sha256(data).hexdigest()}


def manifest(
    catalogue: Catalogue,
    language: str,
    sheet: Mapping[str, Any],
    faces: Mapping[str, Mapping[str, Frame]],
    places: Mapping[str, list[dict[str, Any]]],
    files: Sequence[Mapping[str, Any]],
) -> bytes:
    """The manifest as UTF-8 JSON."""
    head = {
        "format": FORMAT,
        "game": catalogue.game,
        "title": catalogue.title[language],
        "lang": language,
        "version": catalogue.version,
        **sheet,
    }
    rows: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    for component in catalogue.components:
        row = _component(component, catalogue, language, faces[component.id], places.get(component.id, []))
        rows[component.extra].append(row)
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
    lines += ['  "files": ' + _rows(files, "path") + ",", '  "components": ' + _rows(rows[False], "id") + ","]
    lines.append('  "extras": ' + _rows(rows[True], "id"))
    return ("{\n" + "\n".join(lines) + "\n}\n").encode("utf-8")


def _component(
    component: Component,
    catalogue: Catalogue,
    language: str,
    faces: Mapping[str, Frame],
    places: list[dict[str, Any]],
) -> dict[str, Any]:
    trim = component.build.trim
    return {
        "id": component.id,
        "form": catalogue.kinds[component.kind].form,
        "kind": component.kind,
        "name": component.name[language],
        "copies": component.copies,
        "assumed": sorted(component.assumed),
        "trim_mm": [round(trim.width, 3), round(trim.height, 3)],
        "faces": {side: frame.digest for side, frame in faces.items()},
        "printed": places,
    }


def _rows(rows: Sequence[Mapping[str, Any]], first: str) -> str:
    """A JSON list, one row a line. Within a text every quote is escaped: this sequence stands between rows alone."""
    between = f'}}, {{"{first}":'
    text = _json(rows)[1:-1].replace(between, f'}},\n    {{"{first}":')
    return f"[\n    {text}\n  ]" if text else "[]"


_json = json.JSONEncoder(ensure_ascii=False).encode
