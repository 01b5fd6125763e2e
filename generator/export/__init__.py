"""What leaves for a screen or a print shop: our own PDF's pages as pixels, so that screen and paper cannot differ."""

from generator.export.bleed import missing
from generator.export.extent import common, extent
from generator.export.pdfx import to_pdfx
from generator.export.plan import Plan, plan
from generator.export.raster import pixels, png
from generator.export.safe import beyond
from generator.export.tables import Row, counted, quantities, report
from generator.export.vendors import Vendor, told, vendor, vendors

__all__ = [
    "Plan", "Row", "Vendor", "beyond", "common", "counted", "extent", "missing", "pixels", "plan", "png", "quantities",
    "report", "to_pdfx", "told", "vendor", "vendors",
]  # fmt: skip
