"""What must hold of a written file: counts, places, sizes, backs, fonts, dots per inch, names in the text."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf

from generator.catalogue import Catalogue
from generator.imposition import Correction
from generator.intake import read_bytes
from generator.problem import Location, Problem, SourceError
from generator.proof.case import Case
from generator.proof.names import check_names
from generator.proof.placing import placements
from generator.proof.reading import Reader

_FILE = re.compile(r"[a-z0-9-]+\.pdf", re.ASCII)
_TILE = re.compile(r"[A-Z][1-9]")
DPI_ERROR, DPI_WARNING = 150.0, 200.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A component: how often the catalogue has it, and how often it lies on paper."""

    component: str
    name: str
    catalogue: int
    paper: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was read back of one game in one language."""

    game: str
    language: str
    pages: int
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return not any(problem.severity == "error" for problem in self.problems)


def prove(catalogue: Catalogue, language: str, folder: Path, shown: str) -> Report:
    """Read back what was written for a game in a language. ``shown``: the folder's name in messages."""
    case = Case(catalogue, language, folder, shown)
    paper: Counter[str] = Counter()
    if _manifest(case):
        for entry in case.manifest["files"]:
            _file(case, entry)
        for file, pages in case.read.items():
            placements(case, paper, file, pages)
    rows = tuple(
        Row(component=c.id, name=c.name[language], catalogue=c.copies, paper=paper[c.id]) for c in catalogue.components
    )
    if case.manifest:
        _counts(case, rows)
    return Report(
        game=catalogue.game,
        language=language,
        pages=case.pages,
        rows=rows,
        problems=tuple(case.problems),
    )


def _counts(case: Case, rows: tuple[Row, ...]) -> None:
    """Every component as often as the catalogue says; a whole form that was not asked for is told once."""
    kinds = {component.id: case.catalogue.kinds[component.kind].form for component in case.catalogue.components}
    built = {kinds.get(entry["id"]) for entry in case.entries if entry["printed"]}
    for form in sorted({kinds[row.component] for row in rows if row.catalogue} - built):
        case.say("proof-missing", f"no {form} of this game was built", "run 'cartada pdf' without --only")
    for row in rows:
        if row.paper != row.catalogue and kinds[row.component] in built:
            message = f"{row.name}: the catalogue has {row.catalogue}, {row.paper} lie on paper"
            case.say("proof-count", message, "build the game again")


def _manifest(case: Case) -> bool:
    if not (case.folder / "manifest.json").is_file():
        case.say("proof-missing", "nothing was built here", "run 'cartada pdf' first")
        return False
    try:
        manifest = json.loads(read_bytes(case.folder / "manifest.json", Location(case.shown)))
        for entry in (*manifest["components"], *manifest["extras"]):
            _ = entry["id"], entry["name"], entry["faces"].get("front")
            _ = [(p["file"], int(p["page"]), p["side"], float(p["x_mm"]), float(p["y_mm"])) for p in entry["printed"]]
            _ = [_TILE.fullmatch(p.get("tile", "A1"))[0] for p in entry["printed"]]  # type: ignore[index]
        names = [
            _FILE.fullmatch(entry["path"]) and entry["sha256"] and int(entry["pages"]) for entry in manifest["files"]
        ]
        words = manifest["flip"] in ("long", "short") and manifest["backs"] in ("duplex", "fold", "separate", "none")
        _ = Correction(*(float(value) for value in manifest["correction"])), manifest["title"].strip()
        if not all(names) or not words:
            raise ValueError("a field holds what it cannot")
    except SourceError as error:
        case.problems += error.problems
        return False
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        case.say("proof-missing", f"the manifest cannot be read: {error!r}", "build the game again")
        return False
    case.manifest = manifest
    return True


def _file(case: Case, entry: dict[str, Any]) -> None:
    name = entry["path"]
    try:
        data = read_bytes(case.folder / name, Location(f"{case.shown}/{name}"))
    except SourceError:
        case.say("proof-missing", f"{name} is not there, or not to be read", "build the game again")
        return
    if hashlib.sha256(data).hexdigest() != entry["sha256"]:
        case.say("proof-stale", "the file is not the one that the manifest describes", "build the game again", name)
    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PdfError as error:
        case.say("proof-missing", f"the PDF cannot be read: {error}", file=name)
        return
    with pdf:
        reader = Reader(pdf)
        if len(pdf.pages) != entry["pages"]:
            case.say("proof-count", f"{len(pdf.pages)} pages; the manifest says {entry['pages']}", file=name)
        _fonts(case, reader, name)
        hints: Any = pdf.Root.get("/ViewerPreferences")
        if hints is None or str(hints.get("/PrintScaling")) != "/None":
            case.say("proof-scaling", "a viewer may print this file scaled: PrintScaling is not None", file=name)
        for size in reader.damaged():
            message = f"a picture of {size} is damaged: its samples do not fill its rows"
            case.say("proof-picture", message, "save the picture again", name)
        if not _printed(case, name):
            return
        _pixels(case, reader, name)
        behind = case.backs(name)
        pages = list(reader.pages(lambda page, size: case.corrected(size, back=page in behind)))
    case.pages += len(pages)
    case.read[name] = pages
    check_names(case, name, data, pages)


def _printed(case: Case, file: str) -> bool:
    return any(place["file"] == file for entry in case.entries for place in entry["printed"])


def _fonts(case: Case, reader: Reader, file: str) -> None:
    for name, embedded, subset in reader.fonts():
        if not embedded:
            case.say("proof-font", f"the font {name} is not embedded", "it would print as another one elsewhere", file)
        elif not subset:
            case.say("proof-font", f"the font {name} is embedded whole, not as a subset", file=file)


def _pixels(case: Case, reader: Reader, file: str) -> None:
    owners = _owners(case)
    for pixels in reader.pixels():
        if pixels.dpi >= DPI_WARNING:
            continue
        severity = "error" if pixels.dpi < DPI_ERROR else "warning"
        where = ", ".join(owners.get(pixels.digest, ["?"])[:3])
        message = f"a picture of {pixels.width} × {pixels.height} px is printed at {pixels.dpi:.0f} dpi on {where}"
        need = f"{DPI_WARNING / pixels.dpi:.1f} times as many pixels a side would reach {DPI_WARNING:.0f} dpi"
        case.say("proof-dpi", message, need, file, severity)


def _owners(case: Case) -> dict[str, list[str]]:
    owners: dict[str, list[str]] = {}
    for entry in case.entries:
        for digest in entry["faces"].values():
            owners.setdefault(digest, []).append(entry["name"])
    return owners
