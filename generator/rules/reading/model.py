"""What a reading is: items, contradictions, and their form as JSON (``docs/component-lists.md``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Bound = Literal["exact", "at-least", "doubtful"]
Role = Literal["item", "total"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A counted thing of the text. ``count`` is for the whole box; ``per`` says of what it is counted if not."""

    item: str
    count: int | None
    bound: Bound = "exact"
    role: Role = "item"
    line: int
    per: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """A stated count that is not the sum of its parts."""

    line: int
    stated: int
    sum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """All that a text lists, in the order in which it does."""

    items: tuple[Item, ...]
    contradictions: tuple[Contradiction, ...]
    language: str


def to_json(reading: Reading) -> dict[str, Any]:
    """The plain form; ``per`` only where it says something."""
    items: list[dict[str, Any]] = []
    for item in reading.items:
        row: dict[str, Any] = {
            "item": item.item,
            "count": item.count,
            "bound": item.bound,
            "role": item.role,
            "line": item.line,
        }
        if item.per:
            row["per"] = item.per
        items.append(row)
    return {
        "language": reading.language,
        "items": items,
        "contradictions": [{"line": c.line, "stated": c.stated, "sum": c.sum} for c in reading.contradictions],
    }
