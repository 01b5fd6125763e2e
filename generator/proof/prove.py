"""What must hold of a written file: counts, places, sizes, backs, fonts, dots per inch, names in the text."""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pikepdf

from generator.catalogue import Catalogue, Component
from generator.geometry import Box, Size, number
from generator.imposition import Flip, columns_mirror, mirrored
from generator.intake import read_bytes
from generator.problem import Location, Problem, SourceError
from generator.proof.reading import PageRead, Placed, Reader

PLACE_MM = 0.05  # a back behind its front; the manifest's places
SIZE_MM = 0.02  # a trim's size: a point's thousandth, twice rounded
_FILE = re.compile(r"[a-z0-9-]+\.pdf", re.ASCII)
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


@dataclass(slots=True)
class _Case:
    """One proof under way."""

    catalogue: Catalogue
    language: str
    folder: Path
    shown: str
    manifest: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    pages: int = 0

    @property
    def entries(self) -> list[dict[str, Any]]:
        """Pieces of the box and extras: both are printed."""
        return [*self.manifest["components"], *self.manifest["extras"]]

    def say(self, code: str, message: str, hint: str = "", file: str = "", severity: str = "error") -> None:
        where = Location(f"{self.shown}/{file}" if file else self.shown)
        self.problems.append(Problem(where=where, code=code, message=message, hint=hint, severity=severity))


def prove(catalogue: Catalogue, language: str, folder: Path, shown: str) -> Report:
    """Read back what was written for a game in a language. ``shown``: the folder's name in messages."""
    case = _Case(catalogue, language, folder, shown)
    paper: Counter[str] = Counter()
    if _manifest(case):
        for entry in case.manifest["files"]:
            _file(case, entry, paper)
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


def _counts(case: _Case, rows: tuple[Row, ...]) -> None:
    """Every component as often as the catalogue says; a whole form that was not asked for is told once."""
    kinds = {component.id: case.catalogue.kinds[component.kind].form for component in case.catalogue.components}
    built = {kinds.get(entry["id"]) for entry in case.entries if entry["printed"]}
    for form in sorted({kinds[row.component] for row in rows if row.catalogue} - built):
        case.say("proof-missing", f"no {form} of this game was built", "run 'cartada pdf' without --only")
    for row in rows:
        if row.paper != row.catalogue and kinds[row.component] in built:
            message = f"{row.name}: the catalogue has {row.catalogue}, {row.paper} lie on paper"
            case.say("proof-count", message, "build the game again")


def _manifest(case: _Case) -> bool:
    if not (case.folder / "manifest.json").is_file():
        case.say("proof-missing", "nothing was built here", "run 'cartada pdf' first")
        return False
    try:
        manifest = json.loads(read_bytes(case.folder / "manifest.json", Location(case.shown)))
        for entry in (*manifest["components"], *manifest["extras"]):
            _ = entry["id"], entry["name"], entry["faces"].get("front")
            _ = [(p["file"], int(p["page"]), p["side"], float(p["x_mm"]), float(p["y_mm"])) for p in entry["printed"]]
        names = [
            _FILE.fullmatch(entry["path"]) and entry["sha256"] and int(entry["pages"]) for entry in manifest["files"]
        ]
        if not all(names) or manifest["flip"] not in ("long", "short") or not isinstance(manifest["title"], str):
            raise ValueError("a field holds what it cannot")
    except SourceError as error:
        case.problems += error.problems
        return False
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        case.say("proof-missing", f"the manifest cannot be read: {error!r}", "build the game again")
        return False
    case.manifest = manifest
    return True


def _file(case: _Case, entry: dict[str, Any], paper: Counter[str]) -> None:
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
        pages = list(reader.pages())
    case.pages += len(pages)
    _placements(case, paper, name, pages)
    _names(case, name, data)


def _printed(case: _Case, file: str) -> bool:
    return any(place["file"] == file for entry in case.entries for place in entry["printed"])


def _fonts(case: _Case, reader: Reader, file: str) -> None:
    for name, embedded, subset in reader.fonts():
        if not embedded:
            case.say("proof-font", f"the font {name} is not embedded", "it would print as another one elsewhere", file)
        elif not subset:
            case.say("proof-font", f"the font {name} is embedded whole, not as a subset", file=file)


def _pixels(case: _Case, reader: Reader, file: str) -> None:
    owners = _owners(case)
    for pixels in reader.pixels():
        if pixels.dpi >= DPI_WARNING:
            continue
        severity = "error" if pixels.dpi < DPI_ERROR else "warning"
        where = ", ".join(owners.get(pixels.digest, ["?"])[:3])
        message = f"a picture of {pixels.width} × {pixels.height} px is printed at {pixels.dpi:.0f} dpi on {where}"
        need = f"{DPI_WARNING / pixels.dpi:.1f} times as many pixels a side would reach {DPI_WARNING:.0f} dpi"
        case.say("proof-dpi", message, need, file, severity)


def _owners(case: _Case) -> dict[str, list[str]]:
    owners: dict[str, list[str]] = {}
    for entry in case.entries:
        for digest in entry["faces"].values():
            owners.setdefault(digest, []).append(entry["name"])
    return owners


def _placements(case: _Case, paper: Counter[str], file: str, pages: list[PageRead]) -> None:
    """Every printed entry of the manifest lies where it says, in its size; nothing else lies there."""
    components = {component.id: component for component in case.catalogue.components}
    left = [list(page.placed) for page in pages]
    fronts: dict[int, list[_Front]] = {}
    trims: dict[int, list[Box]] = {}
    two_sided = parted = False
    for entry in case.entries:
        here = [place for place in entry["printed"] if place["file"] == file]
        component = components.get(entry["id"])
        if here and component is None:
            case.say("proof-count", f"'{entry['id']}' was printed and is not in the catalogue", "build again", file)
            continue
        for place in here:
            two_sided = two_sided or place["side"] == "back"
            assert component is not None
            box = _take(case, left, component, entry, place, file)
            parted = parted or "tile" in place
            if box is not None:
                trims.setdefault(place["page"], []).append(box)
            if box is not None and place["side"] == "front":
                # A board that is parted lies on several sheets: its first one counts.
                paper[component.id] += place.get("tile", "A1") == "A1"
                fronts.setdefault(place["page"], []).append(_Front(component, box, entry))
    _strays(case, left, fronts, file)
    for page, boxes in sorted(trims.items()):
        if pages[page - 1].odd:
            case.say("proof-box", f"page {page} is turned, enlarged or cropped: {pages[page - 1].odd}", file=file)
        if not parted:
            _boxes(case, page, pages[page - 1], boxes, file)
    if two_sided:
        for page, members in fronts.items():
            _backs(case, page, members, pages, file)


def _boxes(case: _Case, page: int, read: PageRead, trims: list[Box], file: str) -> None:
    """The page's TrimBox is drawn around the trims that lie there, its BleedBox around that (ISO 32000-2 §14.11.2)."""
    around = (
        min(box.x for box in trims),
        min(box.y for box in trims),
        max(box.right for box in trims),
        max(box.bottom for box in trims),
    )
    trim = read.trim and (read.trim.x, read.trim.y, read.trim.right, read.trim.bottom)
    if not trim or max(abs(a - b) for a, b in zip(trim, around, strict=True)) > PLACE_MM:
        case.say("proof-box", f"the TrimBox of page {page} does not go around its pieces", file=file)
    elif not read.bleed or not read.trim or not read.trim.inside(read.bleed, SIZE_MM):
        case.say("proof-box", f"the BleedBox of page {page} does not go around its TrimBox", file=file)


class _Front(NamedTuple):
    """A front that was found on a page."""

    component: Component
    box: Box
    entry: dict[str, Any]


def _strays(case: _Case, left: list[list[Placed]], fronts: Mapping[int, object], file: str) -> None:
    for page, rest in enumerate(left, 1):
        for placed in rest:
            if page not in fronts and abs(placed.scale - 1.0) > 1e-3:
                continue  # a thumbnail of an assembly map
            at = f"{number(placed.art.x, 2)}, {number(placed.art.y, 2)} mm"
            case.say("proof-place", f"page {page} holds a drawing at {at} that the manifest does not know", file=file)


def _take(
    case: _Case,
    left: list[list[Placed]],
    component: Component,
    entry: dict[str, Any],
    printed: dict[str, Any],
    file: str,
) -> Box | None:
    """The trim of a placement that the manifest names, taken off the page's list."""
    page, side = printed["page"], printed["side"]
    digest = entry["faces"].get(side)
    want = component.build.trim
    if page > len(left):
        case.say("proof-place", f"{entry['name']}: page {page} is not there", file=file)
        return None
    for placed in left[page - 1]:
        trim = _trim(placed.art, component.build.bleed)
        if (
            placed.digest != digest
            or abs(trim.x - printed["x_mm"]) > PLACE_MM
            or abs(trim.y - printed["y_mm"]) > PLACE_MM
        ):
            continue
        left[page - 1].remove(placed)
        if side == "front" and placed.turn != 0.0:
            case.say("proof-place", f"{entry['name']} is turned or mirrored on page {page}", file=file)
        if abs(trim.width - want.width) > SIZE_MM or abs(trim.height - want.height) > SIZE_MM:
            size = Size(trim.width, trim.height)
            case.say("proof-size", f"{entry['name']} is {size} on page {page}; it must be {want}", file=file)
        return trim
    at = f"{printed['x_mm']}, {printed['y_mm']} mm"
    case.say("proof-place", f"{entry['name']} {side} is not at {at} on page {page}", "build the game again", file)
    return None


def _trim(art: Box, bleed: float) -> Box:
    return Box(art.x + bleed, art.y + bleed, art.width - 2 * bleed, art.height - 2 * bleed)


def _backs(case: _Case, page: int, members: list[_Front], pages: list[PageRead], file: str) -> None:
    """After the flip, each front of ``page`` has its own back behind it, the right way up; others have none."""
    behind = pages[page] if page < len(pages) else None
    size = pages[page - 1].size
    columns = columns_mirror(size, Flip(case.manifest["flip"]))
    if behind is not None and max(abs(a - b) for a, b in zip(behind.size, size, strict=True)) > SIZE_MM:
        case.say("proof-back", f"pages {page} and {page + 1} are not of one size", file=file)
        return
    for component, box, entry in members:
        digest = entry["faces"].get("back")
        expected = mirrored(box, size, columns)
        found = [] if behind is None else [p for p in behind.placed if _behind(p, expected, component.build.bleed)]
        if digest is None:
            if found:
                case.say("proof-back", f"{entry['name']} on page {page} has a back, and should have none", file=file)
            continue
        if not any(placed.digest == digest for placed in found):
            at = f"{number(box.x, 2)}, {number(box.y, 2)} mm"
            case.say("proof-back", f"{entry['name']} at {at} on page {page} has no back behind it", file=file)
        elif any(placed.digest == digest and placed.turn != (0.0 if columns else 180.0) for placed in found):
            case.say("proof-back", f"the back of {entry['name']} on page {page + 1} is upside down", file=file)


def _behind(placed: Placed, expected: Box, bleed: float) -> bool:
    trim = _trim(placed.art, bleed)
    return abs(trim.x - expected.x) <= PLACE_MM and abs(trim.y - expected.y) <= PLACE_MM


def _names(case: _Case, file: str, data: bytes) -> None:
    """The text layer of each front holds the component's name (the first copy of each design is read)."""
    import pypdfium2

    components = {component.id: component for component in case.catalogue.components}
    document = pypdfium2.PdfDocument(data)
    try:
        _slugs(case, document, file)
        texts: dict[int, Any] = {}
        for entry in case.entries:
            component = components.get(entry["id"])
            first = next((p for p in entry["printed"] if p["side"] == "front" and p["file"] == file), None)
            if component is None or first is None or not case.catalogue.kinds[component.kind].prints_name:
                continue
            page = first["page"]
            if page > len(document):
                continue
            if page not in texts:
                opened = document[page - 1]
                texts[page] = (opened.get_textpage(), opened.get_height())
            text, height = texts[page]
            trim = component.build.trim
            x, y = first["x_mm"] * 72 / 25.4, height - first["y_mm"] * 72 / 25.4
            found = text.get_text_bounded(x, y - trim.height * 72 / 25.4, x + trim.width * 72 / 25.4, y)
            if _folded(component.name[case.language]) not in _folded(found):
                case.say(
                    "proof-text",
                    f"the front of '{entry['id']}' on page {page} does not print its name, {entry['name']}",
                    "or say 'prints_name: no' in its kind",
                    file,
                )
    finally:
        document.close()


def _slugs(case: _Case, document: Any, file: str) -> None:
    """Every sheet says in its margin which game it belongs to, letter for letter."""
    words = f"50 mm · {case.manifest['title']} · "
    pages = {place["page"] for entry in case.entries for place in entry["printed"] if place["file"] == file}
    for page in sorted(page for page in pages if page <= len(document)):
        text = " ".join(document[page - 1].get_textpage().get_text_range().split())
        if " ".join(words.split()) not in text:
            case.say("proof-slug", f"the line in the margin of page {page} does not read '{words}…'", file=file)


def _folded(text: str) -> str:
    """Letters and digits alone: capitals, hyphens, line breaks and spaces do not tell names apart."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold())
