"""The rules text held against the catalogue: what the text counts, and whether the game holds as many.

``check_counts`` compares; ``read_list`` reads a component list alone, with no catalogue.
"""

from __future__ import annotations

from generator.rules.check import Report, Row, check_counts
from generator.rules.lists import ComponentList, Entry, read_list

__all__ = ["ComponentList", "Entry", "Report", "Row", "check_counts", "read_list"]
