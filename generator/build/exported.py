"""The files of an export: pictures of faces, documents of decks, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from generator import export as shop
from generator.build.edition import info_of
from generator.build.flatten import flattened
from generator.build.preflight import Drawing, Job, pages, sized
from generator.catalogue import Component
from generator.export import Row
from generator.imposition import Sheet, centred
from generator.pdf import Press, write_sheets

ORDER = ("back", "front")  # DriveThruCards: the back first


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What there is to write, made as it is written; and in words."""

    told: str
    files: Iterator[tuple[str, bytes]]


def files_of(job: Job) -> Files:
    """All files of a job, by their names within its folder."""
    return _documents(job) if job.vendor.file == "pdf" else _pictures(job)


def _pictures(job: Job) -> Files:
    drawings = job.drawings()
    names = _names(job, drawings)
    rows = []
    for component in job.components:
        page = job.plans[component.id].page
        files = {side: names[side, frame.digest, page] for side, frame in job.laid.faces[component.id].items()}
        rows.append(_row(job, component, files["front"], files.get("back", "")))
    fronts = sum(drawing.side == "front" for drawing in drawings)
    pieces = sum(row.copies for row in rows)
    told = ", ".join(
        [shop.counted(fronts, "front"), shop.counted(len(drawings) - fronts, "back"), shop.counted(pieces, "piece")]
    )

    def made() -> Iterator[tuple[str, bytes]]:
        for (_, counts), alike in sized(drawings).items():
            assert counts is not None  # a vendor of pictures says how many pixels
            files = map(partial(shop.png, dpi=job.dpi), shop.pixels(pages(job.laid, alike), *counts))
            for drawing, data in zip(alike, files, strict=True):
                yield names[_key(drawing)], data
        yield "quantities.csv", shop.quantities(rows)
        yield "report.txt", _report(job, rows)

    return Files(told=told, files=made())


def _key(drawing: Drawing) -> tuple[str, str, object]:
    return drawing.side, drawing.frame.digest, drawing.plan.page


def _names(job: Job, drawings: list[Drawing]) -> dict[tuple[str, str, object], str]:
    """A file for each drawing. A front is called after its first card; a back after its deck, if that has but one."""
    backs: dict[str, int] = {}
    for drawing in drawings:
        if drawing.side == "back":
            for deck in {component.build.deck for component in drawing.components}:
                backs[deck] = backs.get(deck, 0) + 1
    names: dict[tuple[str, str, object], str] = {}
    taken: set[str] = set()
    for drawing in drawings:
        first = drawing.components[0]
        called = first.build.deck if drawing.side == "back" and backs[first.build.deck] == 1 else first.id
        name, again = job.vendor.file_name(drawing.side, called), 2
        while f"{drawing.side}s/{name}" in taken:
            name = job.vendor.file_name(drawing.side, f"{called}-{again}")
            again += 1
        taken.add(f"{drawing.side}s/{name}")
        names[_key(drawing)] = f"{drawing.side}s/{name}"
    return names


# Documents ------------------------------------------------------------------------------------------------------------


def _documents(job: Job) -> Files:
    """A document a deck: each copy's back, then its front, in the catalogue's order."""
    decks: dict[tuple[str, str], list[Component]] = {}
    for component in job.components:
        decks.setdefault((component.build.deck, job.plans[component.id].name), []).append(component)
    called: dict[tuple[str, str], str] = {}
    for deck, product in decks:
        alone = sum(other == deck for other, _ in decks) == 1
        slug = "-".join("".join(char if char.isalnum() else " " for char in product.lower()).split())
        stem = deck if alone else f"{deck}-{slug}"
        name, again = job.vendor.file_name("deck", stem), 2
        while name in called.values():
            name = job.vendor.file_name("deck", f"{stem}-{again}")
            again += 1
        called[deck, product] = name
    rows = []
    for key, those in decks.items():
        page = 1
        for component in those:
            rows.append(_row(job, component, f"{called[key]} page {page + 1}", f"{called[key]} page {page}"))
            page += 2 * component.copies

    def files() -> Iterator[tuple[str, bytes]]:
        for key, those in decks.items():
            yield called[key], _document(job, key[0], those)
        yield "quantities.csv", shop.quantities(rows)
        yield "report.txt", _report(job, rows)

    pieces = sum(component.copies for component in job.components)
    return Files(told=f"{shop.counted(len(decks), 'deck')}, {shop.counted(pieces, 'piece')}", files=files())


def _document(job: Job, deck: str, components: list[Component]) -> bytes:
    laid = job.laid
    drawn = {frame.digest: frame for component in components for frame in laid.faces[component.id].values()}
    flat = {digest: flattened(frame, laid, job.dpi) for digest, frame in drawn.items()}
    sheets: list[Sheet] = []
    for component in components:
        plan, sides = job.plans[component.id], laid.faces[component.id]
        pair = [centred(component.id, flat[sides[side].digest].digest, plan.trim, plan.page) for side in ORDER]
        sheets += pair * component.copies
    info = info_of(laid, laid.catalogue.decks[deck].name[laid.language], None)
    frames = {frame.digest: frame for frame in flat.values()}
    data = write_sheets(sheets, frames, info, laid.slug_font, inks=Press(job.vendor.ink))
    return shop.to_pdfx(data, info.title)


# What lies beside them ------------------------------------------------------------------------------------------------


def _row(job: Job, component: Component, front: str, back: str) -> Row:
    return Row(
        component=component.id,
        name=component.name[job.laid.language],
        copies=component.copies,
        front=front,
        back=back,
        deck=component.build.deck,
        product=job.plans[component.id].name,
    )


def _report(job: Job, rows: list[Row]) -> bytes:
    laid, vendor = job.laid, job.vendor
    head = [
        f"{laid.title} {laid.catalogue.version} ({laid.language}) for {vendor.name}",
        shop.told(vendor) if vendor.products is not None else f"{job.dpi} dpi",
    ]
    notes = [f"{problem.where}: {problem.message}" for problem in job.problems]
    backs: dict[str, set[str]] = {}
    for component in job.components:
        if "back" in laid.faces[component.id]:
            backs.setdefault(component.build.deck, set()).add(laid.faces[component.id]["back"].digest)
    numbers = {deck: len(digests) for deck, digests in backs.items()}
    return shop.report(head, rows, numbers, job.left_out, notes)
