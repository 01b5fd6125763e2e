"""Layout: a rendered face → :class:`Frame`, items at fixed places. Knows no YAML, no Jinja, no paper, no PDF."""

from generator.layout.compose import Composer
from generator.layout.frame import Frame, Group, Item, Picture, Shape, Text, digest_of
from generator.layout.grey import Greys
from generator.layout.own import hatched, version_items, version_plate, version_room
from generator.layout.rasters import open_raster
from generator.layout.stock import Stock

__all__ = [
    "Composer", "Frame", "Greys", "Group", "Item", "Picture", "Shape", "Stock", "Text", "digest_of",
    "hatched", "open_raster", "version_items", "version_plate", "version_room",
]  # fmt: skip
