"""The outlines of a sheet's trims as SVG, for the program of a cutting machine: one unit is one millimetre."""

from __future__ import annotations

from generator.geometry import number
from generator.imposition import Sheet, outlines


def write_cut_path(sheet: Sheet, title: str) -> bytes:
    """An SVG of the paper's size with a closed path around each piece of the front, rounded as it is."""
    width, height = number(sheet.paper.width), number(sheet.paper.height)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"  <title>{_escaped(title)}</title>",
        '  <g id="CutContour" fill="none" stroke="#FF0000" stroke-width="0.1">',
    ]
    for box, corner in outlines(sheet):
        x, y, w, h = (number(value) for value in box)
        lines.append(f'    <rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{number(corner)}"/>')
    return "\n".join([*lines, "  </g>", "</svg>", ""]).encode("utf-8")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
