"""How a component is made at a shop: its product, the page that its face stands on, and how many pixels that is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.export.vendors import Vendor
from generator.geometry import Box, Insets, Size

MM_PER_INCH = 25.4
SAME_MM = 0.05  # two sizes that differ by no more are one


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The page (mm) on whose middle the trim stands, unscaled. ``pixels``: of its picture; None for a document.

    ``safe`` is where texts should stay, from the trim's top left; None where nobody asks. ``product``: its size, where
    that is not the component's.
    """

    name: str
    page: Size
    trim: Size
    pixels: tuple[int, int] | None
    safe: Box | None
    product: Size | None = None

    @property
    def bleed(self) -> Insets:
        """How far the page goes beyond the trim."""
        across, down = (self.page.width - self.trim.width) / 2, (self.page.height - self.trim.height) / 2
        return Insets(across, down, across, down)

    @property
    def reach(self) -> float:
        """The bleed (mm) that the art must have all round to fill the page; layouts take micrometres."""
        return math.ceil(max(self.bleed) * 1000 - 1e-6) / 1000


def plan(vendor: Vendor, form: str, trim: Size, bleed: float, dpi: int) -> Plan | str:
    """What a component of this form, trim and bleed becomes; or why the shop does not make it."""
    if vendor.products is None:
        return _as_it_is(trim, bleed, dpi)
    product = vendor.product(form, trim)
    if product is None:
        return vendor.reason(form, trim)
    apart = max(abs(a - b) for a, b in zip(product.trim, trim, strict=True))
    if product.pixels is None:  # a document's page is the product and its bleed
        page = Size(product.trim.width + 2 * vendor.bleed, product.trim.height + 2 * vendor.bleed)
    else:
        page = Size(*(count * MM_PER_INCH / vendor.dpi for count in product.pixels))
    keep = vendor.bleed + vendor.safe  # from the page's edge, as shops say it
    corner = ((trim.width - page.width) / 2 + keep, (trim.height - page.height) / 2 + keep)
    return Plan(
        name=product.name,
        page=page,
        trim=trim,
        pixels=product.pixels,
        safe=Box(*corner, page.width - 2 * keep, page.height - 2 * keep),
        product=product.trim if apart > SAME_MM else None,
    )


def _as_it_is(trim: Size, bleed: float, dpi: int) -> Plan:
    """The component's own size and bleed. A picture has whole pixels: the page is made to fit them, not the art.

    With a bleed the fraction is cut off, so that the outermost pixel is filled; without one it is rounded.
    """
    whole = [(length + 2 * bleed) * dpi / MM_PER_INCH for length in trim]
    counts = [math.floor(count + 1e-6) if bleed else round(count) for count in whole]
    pixels = (max(1, counts[0]), max(1, counts[1]))
    page = Size(*(count * MM_PER_INCH / dpi for count in pixels))
    return Plan(name="", page=page, trim=trim, pixels=pixels, safe=None)
