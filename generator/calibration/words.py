"""The words of the test sheet, and the length of its rulers; apart from what draws it, for every command reads them."""

from __future__ import annotations

from dataclasses import dataclass

RULER_MM = 150.0  # drawn; what it measures on paper tells the printer's scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What is printed on the sheet, in one language. ``{length}`` and ``{radius}`` are put in, mm."""

    title: str
    front: str
    back: str
    up: str
    print_long: str
    print_short: str
    rulers: str
    how_rulers: str
    edge: str
    how_edge: str
    offset: str
    how_offset: str
    turn: str
    how_turn: str
    left: str
    right: str
    mean: str
    type: str
    then: str
    read_front: str
