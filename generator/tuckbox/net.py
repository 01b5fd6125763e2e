"""The net of a tuckbox, in mm from its top left corner.

From left to right: back, side, front, side, and a flap that is glued behind the back's free edge. Above the back the
lid and its tongue, below the front the bottom and its tab, above and below the sides the dust flaps. The lid folds
forward over the front, so its art lies upside down here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generator.geometry import Box, Insets, Path, Size

# What a box is larger than its block: the board takes its own thickness at every fold, and cards must slide.
PLAY_MM = Size(1.5, 1.5)
PLAY_DEPTH_MM = 1.0
THINNEST_MM = 6.0  # below this a side can be neither folded cleanly nor read
SLEEVE_MM = Size(3.0, 3.0)  # what common sleeves are larger than their cards: 66 × 91 mm for 63 × 88
BLEED_MM = 3.0  # beyond a cut
OVERLAP_MM = 2.0  # onto a flap that is glued: no white shows where the glue slipped
BESIDE_MM = 1.0  # beyond a cut that a flap lies beside
GLUE_MM, TAB_MM = 12.0, 10.0
TAB_SLANT_MM, TONGUE_SLANT_MM = 4.0, 0.8  # narrower at the end, on each side: they slip in
NOTCH_MM = 8.5  # radius of the thumb notch
_KAPPA = 0.5522847498

Point = tuple[float, float]


class Line(NamedTuple):
    """A straight line between two points, mm."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def length(self) -> float:
        return float(((self.x2 - self.x1) ** 2 + (self.y2 - self.y1) ** 2) ** 0.5)


class Panel(NamedTuple):
    """What carries art. ``kind``: back, front, side, top, bottom or flap; ``turn`` 180: upside down in the net."""

    name: str
    kind: str
    box: Box
    turn: int
    bleed: Insets


class Glued(NamedTuple):
    """A flap that is glued on the printed side. ``corners``: of the part that takes glue, clockwise."""

    name: str
    corners: tuple[Point, ...]

    @property
    def box(self) -> Box:
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


class Block(NamedTuple):
    """A deck as it lies in its box, sleeves included: mm."""

    width: float
    height: float
    depth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Net:
    """A box unfolded. ``width``, ``height``, ``depth``: of the box. ``cut``: its outline; ``panels`` as drawn."""

    width: float
    height: float
    depth: float
    size: Size
    notch: float
    panels: tuple[Panel, ...]
    glued: tuple[Glued, ...]
    folds: tuple[Line, ...]
    cut: Path

    def panel(self, name: str) -> Panel:
        return next(panel for panel in self.panels if panel.name == name)


def block_of(cards: int, trim: Size, thickness: float, sleeve: float | None, outer: Size | None) -> Block:
    """So many cards of a trim. ``sleeve``: both walls of one, mm; ``outer``: its size, else the usual one."""
    if sleeve is None:
        return Block(trim.width, trim.height, cards * thickness)
    size = outer or Size(trim.width + SLEEVE_MM.width, trim.height + SLEEVE_MM.height)
    return Block(size.width, size.height, cards * (thickness + sleeve))


def net_of(block: Block) -> Net:
    """The net of the box for a block."""
    w, h = block.width + PLAY_MM.width, block.height + PLAY_MM.height
    d = max(block.depth + PLAY_DEPTH_MM, THINNEST_MM)
    tongue, tab = min(max(h * 0.18, 9.0), 16.0), min(TAB_MM, h / 3)
    dust = min(max(d, 9.0), w * 0.46)
    top = tongue + d  # the body's upper edge
    foot = top + h
    size = Size(2 * w + 2 * d + min(GLUE_MM, w / 3), foot + max(d + tab, dust))
    left, front, right, end = w, w + d, 2 * w + d, 2 * w + 2 * d
    panels = (
        Panel("tongue", "flap", Box(0, 0, w, tongue), 180, Insets(BLEED_MM, BLEED_MM, BLEED_MM, 0)),
        Panel("dust-left", "flap", Box(left, top - dust, d, dust), 0, Insets(top=BLEED_MM)),
        Panel("dust-right", "flap", Box(right, top - dust, d, dust), 0, Insets(top=BLEED_MM)),
        Panel("side-left", "side", Box(left, top, d, h), 0, Insets(bottom=OVERLAP_MM)),
        Panel("side-right", "side", Box(right, top, d, h), 0, Insets(right=OVERLAP_MM, bottom=OVERLAP_MM)),
        Panel("back", "back", Box(0, top, w, h), 0, Insets(left=BLEED_MM, bottom=BLEED_MM)),
        Panel("front", "front", Box(front, top, w, h), 0, Insets(top=BLEED_MM)),
        Panel("top", "top", Box(0, tongue, w, d), 180, Insets(left=BLEED_MM, right=BESIDE_MM)),
        Panel("bottom", "bottom", Box(front, foot, w, d), 0, Insets(BESIDE_MM, 0, BESIDE_MM, OVERLAP_MM)),
    )
    folds = (
        Line(0, tongue, w, tongue),
        Line(0, top, left, top),
        Line(left, top, front, top),
        Line(right, top, end, top),
        *(Line(x, top, x, foot) for x in (left, front, right, end)),
        *(Line(a, foot, b, foot) for a, b in ((left, front), (front, right), (right, end))),
        Line(front, foot + d, right, foot + d),
    )
    shape = _Shape(w, d, top, foot, tongue, dust, tab, min(NOTCH_MM, w * 0.18), size.width - end)
    return Net(
        width=w,
        height=h,
        depth=d,
        size=size,
        notch=shape.notch,
        panels=panels,
        glued=shape.glued(),
        folds=folds,
        cut=shape.outline(),
    )


class _Shape(NamedTuple):
    """The outline's numbers: ``top`` and ``foot`` are the body's edges; the others lengths of flaps."""

    w: float
    d: float
    top: float
    foot: float
    tongue: float
    dust: float
    tab: float
    notch: float
    glue: float

    @property
    def taper(self) -> float:
        """How much narrower a dust flap is at its end, on each side."""
        return min(3.0, self.d * 0.2)

    @property
    def rise(self) -> float:
        """How much shorter the glued flap is at its end, above and below."""
        return min(self.glue * 0.5, (self.foot - self.top) / 4)

    def outline(self) -> Path:
        """Clockwise from where back and lid meet, at the left edge."""
        w, d, top, foot, t = self.w, self.d, self.top, self.foot, self.taper
        left, front, right, end = w, w + d, 2 * w + d, 2 * w + 2 * d
        high, low, tip, tab = top - self.dust, foot + self.dust, end + self.glue, foot + d + self.tab
        r, n, mid, slant = min(self.tongue * 0.7, w / 4), self.notch, front + w / 2, TONGUE_SLANT_MM
        k, j = r * (1 - _KAPPA), n * _KAPPA
        return (
            ("M", 0, top), ("L", 0, self.tongue), ("L", slant, r), ("C", slant, k, slant + k, 0, slant + r, 0),
            ("L", w - slant - r, 0), ("C", w - slant - k, 0, w - slant, k, w - slant, r), ("L", w, self.tongue),
            ("L", left, top), ("L", left + t, high), ("L", front - t, high), ("L", front, top),
            ("L", mid - n, top), ("C", mid - n, top + j, mid - j, top + n, mid, top + n),
            ("C", mid + j, top + n, mid + n, top + j, mid + n, top), ("L", right, top),
            ("L", right + t, high), ("L", end - t, high), ("L", end, top),
            ("L", tip, top + self.rise), ("L", tip, foot - self.rise), ("L", end, foot),
            ("L", end - t, low), ("L", right + t, low), ("L", right, foot),
            ("L", right, foot + d), ("L", right - TAB_SLANT_MM, tab), ("L", front + TAB_SLANT_MM, tab),
            ("L", front, foot + d), ("L", front, foot), ("L", front - t, low), ("L", left + t, low),
            ("L", left, foot), ("L", 0, foot), ("Z",),
        )  # fmt: skip

    def glued(self) -> tuple[Glued, ...]:
        """What takes glue, as far as no art comes over the fold."""
        w, d, top, foot, over = self.w, self.d, self.top, self.foot, OVERLAP_MM
        left, front, right, end = w, w + d, 2 * w + d, 2 * w + 2 * d
        rise, tip = self.rise * over / self.glue, end + self.glue
        t, begun, low = self.taper, self.taper * over / self.dust, foot + self.dust
        slant, tab = TAB_SLANT_MM * over / self.tab, foot + d + self.tab
        seam = (
            (end + over, top + rise), (tip, top + self.rise), (tip, foot - self.rise), (end + over, foot - rise),
        )  # fmt: skip
        dusts = [
            Glued(
                name,
                ((x + begun, foot + over), (x + d - begun, foot + over), (x + d - t, low), (x + t, low)),
            )
            for name, x in (("dust-low-left", left), ("dust-low-right", right))
        ]
        y = foot + d + over
        strip = (
            (front + slant, y), (right - slant, y), (right - TAB_SLANT_MM, tab), (front + TAB_SLANT_MM, tab),
        )  # fmt: skip
        return (Glued("seam", seam), *dusts, Glued("tab", strip))
