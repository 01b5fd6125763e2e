"""The files of an export: pictures of faces, documents of decks, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import export as shop
from generator.build.preflight import Drawing, Job, pages, sized
from generator.export import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """What there is to write, made as it is written; and in words."""

    told: str
    files: Iterator[tuple[str, bytes]]


def files_of(job: Job) -> Files:
    """All files of a job, by their names within its folder."""
    return _pictures(job)


def _pictures(job: Job) -> Files:
    drawings = job.drawings()
    names = _names(job, drawings)
    rows = [_row(job, component.id, names) for component in job.components]
    fronts = sum(drawing.side == "front" for drawing in drawings)
    pieces = sum(row.copies for row in rows)
    told = ", ".join(
        [shop.counted(fronts, "front"), shop.counted(len(drawings) - fronts, "back"), shop.counted(pieces, "piece")]
    )

    def files() -> Iterator[tuple[str, bytes]]:
        for (_, counts), alike in sized(drawings).items():
            assert counts is not None  # a vendor of pictures says how many pixels
            drawn = shop.pixels(pages(job.laid, alike), *counts)
            for drawing, picture in zip(alike, drawn, strict=True):
                yield names[_key(drawing)], shop.png(picture, job.dpi)
        yield "quantities.csv", shop.quantities(rows)
        yield "report.txt", _report(job, rows)

    return Files(told=told, files=files())


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


def _row(job: Job, id_: str, names: dict[tuple[str, str, object], str]) -> Row:
    laid, plan = job.laid, job.plans[id_]
    component = next(c for c in laid.catalogue.components if c.id == id_)
    files = {side: names[side, frame.digest, plan.page] for side, frame in laid.faces[id_].items()}
    return Row(
        component=id_,
        name=component.name[laid.language],
        copies=component.copies,
        front=files["front"],
        back=files.get("back", ""),
        deck=component.build.deck,
        product=plan.name,
    )


def _report(job: Job, rows: list[Row]) -> bytes:
    laid, vendor = job.laid, job.vendor
    head = [
        f"{laid.title} {laid.catalogue.version} ({laid.language}) for {vendor.name}",
        shop.told(vendor) if vendor.products is not None else f"{job.dpi} dpi",
    ]
    return shop.report(head, rows, job.left_out, [f"{problem.where}: {problem.message}" for problem in job.problems])
