"""A game's YAML → :class:`Catalogue`: kinds and their fields, components, texts per language.

``load`` raises one :class:`SourceError` with everything that is wrong in all files of the game.
"""

from __future__ import annotations

from generator.catalogue.credits import Credit, read_credits
from generator.catalogue.load import load
from generator.catalogue.model import (
    FORMS,
    Build,
    Catalogue,
    Component,
    Deck,
    Field,
    FieldType,
    FontFile,
    Group,
    Kind,
    Length,
    Range,
    Rich,
    Run,
    Theme,
)
from generator.catalogue.theme import APART, families_alike

__all__ = [
    "APART",
    "FORMS",
    "Build",
    "Catalogue",
    "Component",
    "Credit",
    "Deck",
    "Field",
    "FieldType",
    "FontFile",
    "Group",
    "Kind",
    "Length",
    "Range",
    "Rich",
    "Run",
    "Theme",
    "families_alike",
    "load",
    "read_credits",
]
