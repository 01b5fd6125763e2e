"""The rules text held against the catalogue and the paper: counts, claims, coverage, and the game's own arithmetic.

``check_game`` is the whole check of one text. ``check_counts`` compares the component list alone; ``read_list`` reads a
component list, with no catalogue.
"""

from __future__ import annotations

from generator.rules.check import Report, Row, check_counts
from generator.rules.game import CheckReport, Line, Printed, check_game
from generator.rules.lists import ComponentList, Entry, read_list
from generator.rules.report import table, to_github, to_json, to_markdown
from generator.rules.rulings import Ruling, Rulings, printed_rulings, read_rulings

__all__ = [
    "CheckReport",
    "ComponentList",
    "Entry",
    "Line",
    "Printed",
    "Report",
    "Row",
    "Ruling",
    "Rulings",
    "check_counts",
    "check_game",
    "printed_rulings",
    "read_list",
    "read_rulings",
    "table",
    "to_github",
    "to_json",
    "to_markdown",
]
