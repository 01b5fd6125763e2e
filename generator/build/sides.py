"""Which sides of sheets go into which file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.build.words import Words
from generator.imposition import Backs, Flip, Sheet, SheetSide, SheetSpec, cut_plan
from generator.pdf import write_cut_path

MOST_PATHS = 20  # ways in which the trims of one part lie: as many sizes, each with a last sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A file of sheets. ``backs_in``: the file that holds their other sides, page by page."""

    file: str
    sheets: tuple[Sheet, ...]
    backs_in: str = ""

    @property
    def two_sided(self) -> bool:
        return any(sheet.back is not None for sheet in self.sheets)

    @property
    def pages(self) -> int:
        return sum(1 if sheet.back is None else 2 for sheet in self.sheets)

    def duplex(self, spec: SheetSpec) -> Flip | None:
        """The flip that a printer is to be told of."""
        return spec.flip if self.two_sided else None


def variants(file: str) -> tuple[str, str, str]:
    """``cards.pdf`` → the names that it may have: itself, its fronts, its backs."""
    stem = file.removesuffix(".pdf")
    return file, f"{stem}-fronts.pdf", f"{stem}-backs.pdf"


def alternatives(file: str) -> tuple[str, ...]:
    """Every name under which an earlier run may have left the same part."""
    stem = file.removesuffix(".pdf")
    return (*variants(file), *(f"{stem}-cut-{number}.svg" for number in range(1, MOST_PATHS + 1)))


def cut_paths(file: str, sheets: Sequence[Sheet]) -> dict[str, bytes]:
    """For a cutting machine: an SVG for each way in which trims lie on sheets, titled with the sheets that lie so."""
    stem = file.removesuffix(".pdf")
    return {
        f"{stem}-cut-{number}.svg": write_cut_path(sheets[members[0] - 1], f"{stem}: sheet {runs(members)}")
        for number, members in enumerate(ways(sheets), 1)
    }


def cuts_told(file: str, sheets: Sequence[Sheet]) -> tuple[str, ...]:
    """The straight cuts of each way in which trims lie, in their order, for a person with a ruler."""
    lines = []
    for members in ways(sheets):
        steps = cut_plan(sheets[members[0] - 1])
        name = f"{file}, sheet{'s' if len(members) > 1 else ''} {runs(members)}"
        if not steps:
            lines.append(f"cut {name}: with scissors, no straight cuts part it")
            continue
        cuts = sum(step.cuts for step in steps)
        lines.append(f"cut {name}: {cuts} straight cut{'s' if cuts != 1 else ''} a sheet")
        for index, step in enumerate(steps, 1):
            what = "the sheet" if step.what == 0 else f"{step.times} × {'a strip' if step.what == 1 else 'a piece'}"
            way, edge = ("across", "top") if step.across else ("down", "left")
            at = ", ".join(f"{place:.1f}" for place in step.at)
            lines.append(f"  {index}. {what}, {way}, at {at} mm from the {edge} of the sheet")
    return tuple(lines)


def ways(sheets: Sequence[Sheet]) -> list[list[int]]:
    """Sheets, from 1, on which trims lie alike."""
    alike: dict[object, list[int]] = {}
    for index, sheet in enumerate(sheets, 1):
        trims = tuple((p.box, p.corner) for p in sheet.front.placements if not p.back)
        alike.setdefault((sheet.paper, sheet.tile, trims), []).append(index)
    return list(alike.values())


def runs(numbers: Sequence[int]) -> str:
    """``1–3, 5``."""
    parts: list[list[int]] = []
    for value in numbers:
        if parts and value == parts[-1][1] + 1:
            parts[-1][1] = value
        else:
            parts.append([value, value])
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in parts)


def sheet_told(spec: SheetSpec) -> dict[str, Any]:
    """How sheets were made, for the manifest."""
    fix = spec.correction
    return {
        "paper": spec.paper_name,
        "flip": spec.flip.value,
        "bleed_mm": spec.bleed,
        "backs": spec.backs.value,
        "correction": [round(value, 6) for value in fix],
    }


def filed(file: str, sheets: Sequence[Sheet], spec: SheetSpec, words: Words) -> tuple[Filed, ...]:
    """One file, or fronts and backs apart. All its sheets have a back, or none: else fronts would lie behind fronts."""
    sheets = uniform(sheets, words)
    if spec.backs is not Backs.SEPARATE or not any(sheet.back for sheet in sheets):
        return (Filed(file=file, sheets=tuple(sheets)),)
    _, fronts, backs = variants(file)
    behind = tuple(replace(sheet, front=sheet.back, back=None, decks=()) for sheet in sheets if sheet.back is not None)
    return (
        Filed(file=fronts, sheets=tuple(replace(sheet, back=None) for sheet in sheets), backs_in=backs),
        Filed(file=backs, sheets=behind),
    )


def uniform(sheets: Sequence[Sheet], words: Words) -> list[Sheet]:
    """The sheets; where any has a back, those without get a blank one."""
    if all(sheet.back is None for sheet in sheets):
        return list(sheets)
    return [sheet if sheet.back is not None else replace(sheet, back=_blank(sheet.front, words)) for sheet in sheets]


def _blank(front: SheetSide, words: Words) -> SheetSide:
    slug = front.slug
    if slug is not None:
        slug = slug._replace(text=f"{slug.text.removesuffix(words.front)}{words.back}")
    return replace(front, placements=(), marks=(), fixed=(), slug=slug)
