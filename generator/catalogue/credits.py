"""Who drew the pictures: ``credits.yaml`` beside them, one entry a file."""

from __future__ import annotations

from dataclasses import dataclass

from generator.intake import Shelf
from generator.problem import Location
from generator.source import Findings, check_keys, mapping_of, parse, text_of

KEYS = ("title", "author", "source", "licence")


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Credit:
    """One picture's author and licence."""

    author: str
    source: str
    licence: str
    title: str


def read_credits(shelf: Shelf) -> dict[str, Credit]:
    """Credits by file name; empty where the shelf has no ``credits.yaml``. SourceError where the file is wrong."""
    if not shelf.has("credits.yaml"):
        return {}
    where = Location(f"{shelf.name}/credits.yaml")
    findings = Findings()
    root = parse(shelf.read("credits.yaml", where))
    check_keys(root, ("credits",), ("credits",), findings, "a file of credits")
    result: dict[str, Credit] = {}
    table = mapping_of(root.entries["credits"], findings, "'credits'") if "credits" in root.entries else None
    for name, node in (table.entries if table else {}).items():
        entry = mapping_of(node, findings, f"the credit of '{name}'")
        if entry is None:
            continue
        check_keys(entry, KEYS, KEYS, findings, f"the credit of '{name}'")
        texts = {key: text_of(entry.entries[key], findings, f"'{key}'") for key in KEYS if key in entry.entries}
        if all(texts.get(key) for key in KEYS):
            result[name] = Credit(**{key: str(text) for key, text in texts.items()})
    findings.stop()
    return result
