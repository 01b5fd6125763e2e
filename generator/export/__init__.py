"""What leaves for a screen or a print shop: our own PDF's pages as pixels, so that screen and paper cannot differ."""

from generator.export.raster import pixels

__all__ = ["pixels"]
