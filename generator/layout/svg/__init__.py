"""Drawings: an SVG is either drawn as it was meant, or refused by the name of what cannot be.

svglib repairs and drops in silence, so it is not asked what a file means. The file is parsed strictly (``file``), every
element, attribute and value is held against lists (``gate``, ``values``), styles, transforms and ``use`` are resolved
here (``flat``), and each shape is rewritten as path data (``pathdata``). svglib sees these paths alone (``outlines``).
"""

from generator.layout.svg.drawing import Vector, open_svg

__all__ = ["Vector", "open_svg"]
