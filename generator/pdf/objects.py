"""PDF objects of ours that reportlab files into its document: form and image XObjects (ISO 32000-2, 8.10 and 8.9).

reportlab's own form object writes no ExtGState or Shading into its resources and formats each dictionary key by key;
these hold their bytes ready and take two hundredths of the time.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from reportlab.pdfbase import pdfdoc

if TYPE_CHECKING:
    from generator.layout.rasters import Raster

_SPACES = {"gray": ("DeviceGray", 1), "rgb": ("DeviceRGB", 3), "cmyk": ("DeviceCMYK", 4)}


class FormObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """A drawing, placed any number of times. ``matrix`` maps its space (mm from the top left) to points."""

    __RefOnly__ = 1

    def __init__(self, box: str, matrix: str, content: str, images: Mapping[str, ImageObject]) -> None:
        self.head = f"<< /Type /XObject /Subtype /Form /BBox [ {box} ] /Matrix [ {matrix} ]"
        self.data = zlib.compress(content.encode("latin-1"), 4)
        self.images = images

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        fonts = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts).format(document).decode("ascii")
        images = "".join(
            f" /{name} {document.Reference(image).format(document).decode('ascii')}"
            for name, image in self.images.items()
        )
        xobjects = f" /XObject <<{images} >>" if images else ""
        head = f"{self.head} /Resources << /Font {fonts}{xobjects} >> /Filter /FlateDecode /Length {len(self.data)} >>"
        return head.encode("ascii") + b"\nstream\n" + self.data + b"\nendstream\n"


class ImageObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """A picture; ``mask`` is the image object of its alpha channel."""

    __RefOnly__ = 1

    def __init__(self, raster: Raster, mask: ImageObject | None = None) -> None:
        self.raster, self.mask = raster, mask

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        raster = self.raster
        space, channels = _SPACES[raster.colour]
        filters = "/DCTDecode" if raster.encoding == "dct" else "/FlateDecode"
        if raster.encoding == "png":
            filters += (
                f" /DecodeParms << /Predictor 15 /Colors {channels} /BitsPerComponent 8 /Columns {raster.width} >>"
            )
        mask = f" /SMask {document.Reference(self.mask).format(document).decode('ascii')}" if self.mask else ""
        head = (
            f"<< /Type /XObject /Subtype /Image /Width {raster.width} /Height {raster.height} /BitsPerComponent 8"
            f" /ColorSpace /{space}{mask}"
            f" /Filter {filters} /Length {len(raster.data)} >>"
        )
        return head.encode("ascii") + b"\nstream\n" + raster.data + b"\nendstream\n"


def image_object(raster: Raster) -> ImageObject:
    """The object of a picture, with its mask if it has one."""
    if raster.mask is None:
        return ImageObject(raster)
    alpha = replace(raster, digest=raster.digest + "m", colour="gray", encoding="flate", data=raster.mask, mask=None)
    return ImageObject(raster, ImageObject(alpha))
