"""Component lists read out of free text: any rulebook, no catalogue. The convention: ``docs/component-lists.md``."""

from __future__ import annotations

from generator.rules.reading.files import read_file
from generator.rules.reading.language import LANGUAGES
from generator.rules.reading.model import Bound, Contradiction, Item, Reading, Role, to_json
from generator.rules.reading.read import read_components

__all__ = ["LANGUAGES", "Bound", "Contradiction", "Item", "Reading", "Role", "read_components", "read_file", "to_json"]
