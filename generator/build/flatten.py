"""A face on which nothing shines through: what a press without transparency prints."""

from __future__ import annotations

from generator import export as shop
from generator.build.edition import info_of
from generator.build.laid import Laid
from generator.geometry import Box
from generator.imposition import single
from generator.intake import Opened
from generator.layout import Frame, Group, Item, Picture, digest_of, open_raster
from generator.pdf import write_sheets
from generator.problem import Location


def flattened(frame: Frame, laid: Laid, dpi: int) -> Frame:
    """The face itself where no picture has a mask. Else such pictures and what they lie on become one picture.

    It is drawn as a screen shows it, so what shone through lies on its own ground; all else stays as it was, above it.
    """
    sunk = _sunk(frame.items)
    if not sunk:
        return frame
    below = _frame(frame, tuple(item for at, item in enumerate(frame.items) if at in sunk))
    data = write_sheets(
        [single("", below.digest, frame.trim, frame.bleed)],
        {below.digest: below},
        info_of(laid, laid.title, None),
        laid.slug_font,
    )
    width, height = frame.trim.width + 2 * frame.bleed, frame.trim.height + 2 * frame.bleed
    counts = (max(1, round(width * dpi / 25.4)), max(1, round(height * dpi / 25.4)))
    [drawn] = shop.pixels(data, *counts)
    raster = open_raster(Opened("a flattened picture.png", shop.png(drawn, dpi)), Location("a flattened picture.png"))
    ground = Picture(Box(-frame.bleed, -frame.bleed, width, height), raster)
    return _frame(frame, (ground, *(item for at, item in enumerate(frame.items) if at not in sunk)))


def _sunk(items: tuple[Item, ...]) -> set[int]:
    """Which items become one picture: those that shine, and all that lies below one of them and touches it.

    A text below that nothing of it touches may as well be drawn later, and stays sharp.
    """
    found: set[int] = set()
    boxes: list[Box] = []
    for at in range(len(items) - 1, -1, -1):
        box = shop.extent(items[at])
        if _shines(items[at]) or (box is not None and any(shop.common(box, other) for other in boxes)):
            found.add(at)
            boxes += [box] if box is not None else []
    return found


def _shines(item: Item) -> bool:
    if isinstance(item, Group):
        return any(map(_shines, item.items))
    return isinstance(item, Picture) and item.raster.mask is not None


def _frame(frame: Frame, items: tuple[Item, ...]) -> Frame:
    return frame._replace(items=items, digest=digest_of(frame.trim, frame.bleed, items))
