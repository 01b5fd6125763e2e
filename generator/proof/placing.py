"""What lies where: every place of the manifest on its page, in its size, with its back behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.catalogue import Component
from generator.geometry import Box, Size, number
from generator.imposition import columns_mirror, mirrored
from generator.proof.case import Case
from generator.proof.reading import PageRead, Placed

PLACE_MM = 0.05  # a back behind its front; the manifest's places
SIZE_MM = 0.02  # a trim's size: a point's thousandth, twice rounded


def placements(case: Case, paper: Counter[str], file: str, pages: list[PageRead]) -> None:
    """Every printed entry of the manifest lies where it says, in its size; nothing else lies there."""
    components = {component.id: component for component in case.catalogue.components}
    left = [list(page.placed) for page in pages]
    fronts: dict[int, list[_Front]] = {}
    trims: dict[int, list[Box]] = {}
    parted, two_sided = False, any(entry["path"] == file and "backs_in" in entry for entry in case.manifest["files"])
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
                fronts.setdefault(place["page"], []).append(_Front(component, box, entry, place.get("fold", "")))
    _strays(case, left, fronts, file)
    behind = case.backs(file)
    for page, boxes in sorted(trims.items()):
        if pages[page - 1].odd:
            case.say("proof-box", f"page {page} is turned, enlarged or cropped: {pages[page - 1].odd}", file=file)
        if not parted:
            turned = case.corrected(pages[page - 1].size, back=page in behind)
            _boxes(case, page, pages[page - 1], turned.around(_around(boxes)), file)
    if two_sided:
        for page, members in fronts.items():
            _backs(case, page, members, pages, file)


def _boxes(case: Case, page: int, read: PageRead, around: Box, file: str) -> None:
    """The page's TrimBox is drawn around the trims that lie there, its BleedBox around that (ISO 32000-2 §14.11.2)."""
    wanted = (around.x, around.y, around.right, around.bottom)
    trim = read.trim and (read.trim.x, read.trim.y, read.trim.right, read.trim.bottom)
    if not trim or max(abs(a - b) for a, b in zip(trim, wanted, strict=True)) > PLACE_MM:
        case.say("proof-box", f"the TrimBox of page {page} does not go around its pieces", file=file)
    elif not read.bleed or not read.trim or not read.trim.inside(read.bleed, SIZE_MM):
        case.say("proof-box", f"the BleedBox of page {page} does not go around its TrimBox", file=file)


class _Front(NamedTuple):
    """A front that was found on a page."""

    component: Component
    box: Box
    entry: dict[str, Any]
    fold: str


def _around(boxes: list[Box]) -> Box:
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def _strays(case: Case, left: list[list[Placed]], fronts: Mapping[int, object], file: str) -> None:
    for page, rest in enumerate(left, 1):
        for placed in rest:
            if page not in fronts and abs(placed.scale - 1.0) > 1e-3:
                continue  # a thumbnail of an assembly map
            at = f"{number(placed.art.x, 2)}, {number(placed.art.y, 2)} mm"
            case.say("proof-place", f"page {page} holds a drawing at {at} that the manifest does not know", file=file)


def _take(
    case: Case,
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
        need = _within(_needed(trim, entry, printed, file), PLACE_MM)
        if not all(clip.shows(need) for clip in placed.clips):
            message = f"the {side} of {entry['name']} is cut off within its trim on page {page}"
            case.say("proof-place", message, "build the game again", file)
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
    return _within(art, bleed)


def _within(box: Box, by: float) -> Box:
    return Box(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by)


def _needed(trim: Box, entry: dict[str, Any], printed: dict[str, Any], file: str) -> Box:
    """What must be seen of a trim: all of it, or of a board in parts the strip up to the joins (A1, A2 …, B1 …)."""
    if "tile" not in printed:
        return trim
    labels = [place["tile"] for place in entry["printed"] if place["file"] == file and "tile" in place]
    row, column = _grid(printed["tile"])
    rows, columns = (1 + max(at) for at in zip(*map(_grid, labels), strict=True))
    width, height = trim.width / columns, trim.height / rows
    return Box(trim.x + column * width, trim.y + row * height, width, height)


def _grid(label: str) -> tuple[int, int]:
    return ord(label[0]) - ord("A"), int(label[1]) - 1


def _behind_page(case: Case, page: int, pages: list[PageRead], file: str) -> PageRead | None:
    """Where the backs of a page lie: beside its fronts, on the next page, or on the same page of another file."""
    how = case.manifest["backs"]
    if how == "fold":
        return pages[page - 1]
    if how == "separate":
        names = [entry.get("backs_in", "") for entry in case.manifest["files"] if entry["path"] == file]
        others = case.read.get(names[0], []) if names else []
        return others[page - 1] if page <= len(others) else None
    return pages[page] if page < len(pages) else None


def _backs(case: Case, page: int, members: list[_Front], pages: list[PageRead], file: str) -> None:
    """After the flip or the fold each front of ``page`` has its own back behind it, upright; others have none."""
    behind = _behind_page(case, page, pages, file)
    size = pages[page - 1].size
    if behind is not None and max(abs(a - b) for a, b in zip(behind.size, size, strict=True)) > SIZE_MM:
        case.say("proof-back", f"page {page} and the page of its backs are not of one size", file=file)
        return
    for component, box, entry, fold in members:
        digest = entry["faces"].get("back")
        columns = fold == "columns" if fold else columns_mirror(size, case.flip)
        expected = mirrored(box, size, columns)
        flat = (
            case.manifest["backs"] == "fold" and not fold
        )  # a sheet of fronts alone: mirrored neighbours are no backs
        there = () if behind is None or flat else behind.placed
        found = [placed for placed in there if _behind(placed, expected, component.build.bleed)]
        if digest is None:
            if found:
                case.say("proof-back", f"{entry['name']} on page {page} has a back, and should have none", file=file)
            continue
        if not any(placed.digest == digest for placed in found):
            at = f"{number(box.x, 2)}, {number(box.y, 2)} mm"
            case.say("proof-back", f"{entry['name']} at {at} on page {page} has no back behind it", file=file)
        elif any(placed.digest == digest and placed.turn != (0.0 if columns else 180.0) for placed in found):
            case.say("proof-back", f"the back of {entry['name']} behind page {page} is upside down", file=file)


def _behind(placed: Placed, expected: Box, bleed: float) -> bool:
    trim = _trim(placed.art, bleed)
    return abs(trim.x - expected.x) <= PLACE_MM and abs(trim.y - expected.y) <= PLACE_MM
