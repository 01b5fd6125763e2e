"""Frames and sheets as text, three decimals: what a review reads when a layout changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.geometry import number
from generator.imposition import Sheet, SheetSide
from generator.layout import Frame, Group, Item, Picture, Shape, Text


def frames(faces: Mapping[str, Mapping[str, Frame]]) -> str:
    lines: list[str] = []
    for component, sides in faces.items():
        for side, frame in sides.items():
            lines.append(f"{component} {side} {frame.trim} bleed {number(frame.bleed)}")
            for item in frame.items:
                lines += [f"  {line}" for line in item_lines(item)]
    return "\n".join(lines) + "\n"


def item_lines(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        track = f" tracking {number(item.tracking)}" if item.tracking else ""
        place = f"{number(item.x)} {number(item.y)}"
        yield f"text {place} {number(item.size)}pt {item.font.family} {item.fill}{track} | {item.text}"
    elif isinstance(item, Shape):
        paint = f"fill {item.fill or '-'} stroke {item.stroke or '-'}"
        if item.stroke:
            paint += f" {number(item.width)}"
        steps = " ".join(f"{step[0]}{','.join(number(float(v)) for v in step[1:])}" for step in item.path)
        yield f"shape {paint} | {steps if len(steps) < 160 else steps[:150] + f' … {len(item.path)} steps'}"
    elif isinstance(item, Picture):
        yield f"picture {' '.join(map(number, item.box))} | {item.raster.width} x {item.raster.height} px"
    elif isinstance(item, Group):
        t = item.transform
        matrix = " ".join(number(v) for v in (t.a, t.b, t.c, t.d, t.e, t.f))
        yield f"group {matrix}" + (f" clip {' '.join(map(number, item.clip))}" if item.clip else "")
        for child in item.items:
            yield from (f"  {line}" for line in item_lines(child))


def sheets(made: tuple[Sheet, ...], names: Mapping[str, str]) -> str:
    lines: list[str] = []
    for index, sheet in enumerate(made, 1):
        lines.append(f"sheet {index} {sheet.paper} decks {', '.join(sheet.decks) or '-'}")
        for name, side in (("front", sheet.front), ("back", sheet.back)):
            if side is not None:
                lines += [f"  {line}" for line in side_lines(name, side, names)]
    return "\n".join(lines) + "\n"


def side_lines(name: str, side: SheetSide, names: Mapping[str, str]) -> Iterator[str]:
    yield f"{name} slug {' '.join(map(number, side.slug.at))} turn {side.slug.turn} | {side.slug.text}"
    for placement in side.placements:
        at = " ".join(map(number, placement.at))
        bleed = " ".join(map(number, placement.bleed))
        yield f"  {placement.component} {at} turn {placement.turn} bleed {bleed} | {names[placement.frame]}"
    for mark in side.marks:
        if mark.kind == "crop":
            yield "  crop " + " ".join(number(float(v)) for step in mark.path for v in step[1:])
