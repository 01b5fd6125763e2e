"""A file → its text: Markdown and plain text as UTF-8, of a PDF the text layer."""

from __future__ import annotations

from generator import limits
from generator.intake import Opened
from generator.problem import Location, fail
from generator.rules.reading.model import Reading
from generator.rules.reading.read import read_components


def read_file(opened: Opened, language: str | None = None) -> Reading:
    """The component list of a file. SourceError: ``encoding``, ``unreadable-pdf``, ``no-text``, ``too-large``."""
    if opened.shown.lower().endswith(".pdf") or opened.data[:5] == b"%PDF-":
        return read_components(_pdf_text(opened), opened.shown, language)
    try:
        text = opened.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = opened.data.count(b"\n", 0, error.start) + 1
        raise fail(Location(opened.shown, line), "encoding", "this is not UTF-8", "save the file as UTF-8") from None
    return read_components(text, opened.shown, language)


def _pdf_text(opened: Opened) -> str:
    """The text layer, pages one after the other; lines count from the first page on."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(opened.data)
    except pypdfium2.PdfiumError:
        raise fail(Location(opened.shown), "unreadable-pdf", "this is not a PDF that can be read") from None
    try:
        if len(document) > limits.LIST_PAGES:
            raise fail(Location(opened.shown), "too-large", f"this PDF has more than {limits.LIST_PAGES} pages")
        texts = [document[at].get_textpage().get_text_bounded() for at in range(len(document))]
    finally:
        document.close()
    text = "\n".join(texts)
    if not text.strip():
        raise fail(
            Location(opened.shown),
            "no-text",
            "this PDF has no text layer",
            "it may be a scan: type the list into a .txt file",
        )
    return text
