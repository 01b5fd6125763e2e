"""A proof under way: the manifest, what was found, and what the manifest says of pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.catalogue import Catalogue
from generator.geometry import Size, Transform
from generator.imposition import Correction, Flip, correction_of
from generator.problem import Location, Problem
from generator.proof.reading import PageRead


@dataclass(slots=True)
class Case:
    """One proof under way."""

    catalogue: Catalogue
    language: str
    folder: Path
    shown: str
    manifest: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    pages: int = 0
    read: dict[str, list[PageRead]] = field(default_factory=dict)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """Pieces of the box and extras: both are printed."""
        return [*self.manifest["components"], *self.manifest["extras"]]

    def say(self, code: str, message: str, hint: str = "", file: str = "", severity: str = "error") -> None:
        where = Location(f"{self.shown}/{file}" if file else self.shown)
        self.problems.append(Problem(where=where, code=code, message=message, hint=hint, severity=severity))

    @property
    def flip(self) -> Flip:
        return Flip(self.manifest["flip"])

    def backs(self, file: str) -> set[int]:
        """The pages of a file that are the other side of another page."""
        if self.manifest["backs"] == "fold":
            return set()
        places = (place for entry in self.entries for place in entry["printed"])
        return {place["page"] for place in places if place["file"] == file and place["side"] == "back"}

    def corrected(self, size: Size, *, back: bool) -> Transform:
        """What was done to a page for the printer: places of the manifest are those before it."""
        return correction_of(size, self.flip, Correction(*self.manifest["correction"]), back=back)
