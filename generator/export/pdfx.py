"""What a document needs beyond its pages to be PDF/X-1a:2003 (ISO 15930-4), and what it must not hold.

The printing condition is named by its registry (CGATS TR 001, the SWOP of the ICC's registry), without a profile:
PDF/X-1a allows that for a condition that stands there.
"""

from __future__ import annotations

import io

import pikepdf
from pikepdf import Array, Dictionary, Name, String

CONDITION = "CGATS TR 001"
_DATE = "D:20000101000000Z"  # the same input gives the same bytes
_UNKNOWN = ("/ViewerPreferences", "/Outlines", "/PageMode", "/Lang", "/OpenAction", "/AcroForm")


def to_pdfx(data: bytes, title: str) -> bytes:
    """The document with its output intent, version and information; of its pages nothing is changed."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for key in _UNKNOWN:
            if key in pdf.Root:
                del pdf.Root[key]
        for page in pdf.pages:
            if "/Trans" in page.obj:
                del page.obj["/Trans"]
        pdf.Root.OutputIntents = Array(
            [
                Dictionary(
                    Type=Name.OutputIntent,
                    S=Name.GTS_PDFX,
                    OutputCondition=String("SWOP (Publication) printing in USA"),
                    OutputConditionIdentifier=String(CONDITION),
                    RegistryName=String("http://www.color.org"),
                    Info=String(CONDITION),  # what viewers show, and what preflights miss
                )
            ]
        )
        info = pdf.docinfo
        info.Title = String(title)
        info.GTS_PDFXVersion = String("PDF/X-1a:2003")
        info.Trapped = Name("/False")
        info.CreationDate = String(_DATE)
        info.ModDate = String(_DATE)
        out = io.BytesIO()
        pdf.save(
            out,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
            fix_metadata_version=False,
        )
    return out.getvalue()
