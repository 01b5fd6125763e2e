"""Tuckboxes: a block of cards → the box around it, its net, and the net on a sheet of paper.

Laws: a box is never narrower than its block and the play; edges that meet are equally long; nothing that marks a cut,
a fold or a glued flap lies where it is seen, but for the folds' own lines.
"""

from generator.tuckbox.net import (
    BLEED_MM,
    PLAY_MM,
    SLEEVE_MM,
    THINNEST_MM,
    Block,
    Glued,
    Line,
    Net,
    Panel,
    block_of,
    net_of,
)
from generator.tuckbox.sheet import Laying, lay, lie_of

__all__ = [
    "BLEED_MM", "PLAY_MM", "SLEEVE_MM", "THINNEST_MM", "Block", "Glued", "Laying", "Line", "Net", "Panel", "block_of",
    "lay", "lie_of", "net_of",
]  # fmt: skip
