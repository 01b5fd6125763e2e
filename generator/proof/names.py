"""What can be read on a page: names on fronts, and the line in the margin."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from generator.geometry import Box
from generator.proof.case import Case
from generator.proof.reading import PT, PageRead

_SHORTENED = re.compile(r"50 mm · ([^…]{2,})… · ")  # of a slug on a narrow paper


def check_names(case: Case, file: str, data: bytes, pages: list[PageRead]) -> None:
    """The text layer of each front holds the component's name (the first copy of each design is read)."""
    import pypdfium2

    components = {component.id: component for component in case.catalogue.components}
    document = pypdfium2.PdfDocument(data)
    try:
        _slugs(case, document, file)
        texts: dict[int, Any] = {}
        for entry in case.entries:
            component = components.get(entry["id"])
            first = next((p for p in entry["printed"] if p["side"] == "front" and p["file"] == file), None)
            if component is None or first is None or not case.catalogue.kinds[component.kind].prints_name:
                continue
            page = first["page"]
            if page > len(pages):
                continue
            if page not in texts:
                texts[page] = document[page - 1].get_textpage()
            trim, size = component.build.trim, pages[page - 1].size
            box = case.corrected(size, back=False).around(Box(first["x_mm"], first["y_mm"], trim.width, trim.height))
            found = texts[page].get_text_bounded(
                box.x * PT, (size.height - box.bottom) * PT, box.right * PT, (size.height - box.y) * PT
            )
            if _folded(component.name[case.language]) not in _folded(found):
                case.say(
                    "proof-text",
                    f"the front of '{entry['id']}' on page {page} does not print its name, {entry['name']}",
                    "or say 'prints_name: no' in its kind",
                    file,
                )
    finally:
        document.close()


def _slugs(case: Case, document: Any, file: str) -> None:
    """Every sheet says in its margin which game it belongs to, letter for letter; where that is narrow, shortened."""
    title = " ".join(str(case.manifest["title"]).split())
    words = f"50 mm · {title} · "
    pages = {place["page"] for entry in case.entries for place in entry["printed"] if place["file"] == file}
    for page in sorted(page for page in pages if page <= len(document)):
        text = " ".join(document[page - 1].get_textpage().get_text_range().split())
        short = _SHORTENED.search(text)
        if " ".join(words.split()) not in text and not (short and title.startswith(short[1])):
            case.say("proof-slug", f"the line in the margin of page {page} does not read '{words}…'", file=file)


def _folded(text: str) -> str:
    """Letters and digits alone: capitals, hyphens, line breaks and spaces do not tell names apart."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).replace("\u00ad", "").casefold())
