"""What a printer does wrong, undone: the map of each side of a sheet, and the room that it needs."""

from __future__ import annotations

import math

from generator.geometry import IDENTITY, Size, Transform
from generator.imposition.model import UNCORRECTED, Backs, Correction, Flip, Margins, SheetSpec


def correction_of(paper: Size, flip: Flip, correction: Correction, *, back: bool) -> Transform:
    """The map of one side, mm from the top left: scaled about the middle; a back also turned about it, and moved.

    A sheet that lies across is printed with its top at the paper's left edge; flipped on the short edge, its second
    side comes out turned by 180 degrees: the same paper needs the same correction.
    """
    upright = paper.height >= paper.width
    across, down = correction.scale_x, correction.scale_y
    if not upright:
        across, down = down, across
    x, y = paper.width / 2, paper.height / 2
    scaled = Transform(a=across, d=down, e=x - across * x, f=y - down * y)
    if not back or (correction.back_x, correction.back_y, correction.back_turn) == (0.0, 0.0, 0.0):
        return IDENTITY if scaled == IDENTITY else scaled
    move_x, move_y = correction.back_x, correction.back_y
    if not upright:
        move_x, move_y = -move_y, move_x
    if flip is Flip.SHORT_EDGE:
        move_x, move_y = -move_x, -move_y
    turned = Transform.move(-x, -y).then(Transform.rotate(correction.back_turn)).then(Transform.move(x, y))
    return scaled.then(turned).then(Transform.move(move_x, move_y))


def room_on(paper: Size, spec: SheetSpec) -> Margins:
    """The margins of a sheet that lies as ``paper`` does: so wide that what is corrected stays within the printer's."""
    upright = paper.height >= paper.width
    margins = spec.margins if upright else Margins(spec.margins.y, spec.margins.x)
    correction = spec.correction
    if correction == UNCORRECTED:
        return margins
    across, down = correction.scale_x, correction.scale_y
    move_x = move_y = turn = 0.0
    if spec.backs in (Backs.DUPLEX, Backs.SEPARATE):
        move_x, move_y = abs(correction.back_x), abs(correction.back_y)
        turn = math.sin(math.radians(abs(correction.back_turn)))
    if not upright:
        across, down, move_x, move_y = down, across, move_y, move_x
    width, height = paper.width / 2, paper.height / 2
    return Margins(
        max(0.0, width - (width - margins.x - move_x - turn * height) / across),
        max(0.0, height - (height - margins.y - move_y - turn * width) / down),
    )
