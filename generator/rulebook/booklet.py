"""Pages → a booklet: two pages a side in signature order, to be printed on both sides, flipped on the short edge, and
folded. What is blank stands before the last page, so that the quick reference is the back cover."""

from __future__ import annotations

import io

import pikepdf

from generator.rulebook.kit import PT
from generator.rulebook.model import Book

TICK = 4.0  # mm, of the fold's marks
_FOLD = 0.25  # mm


def order(count: int) -> list[tuple[int | None, int | None]]:
    """Left and right page (from 0; None is blank) of each side, front and back in turn, for ``count`` pages."""
    whole = -(-count // 4) * 4
    pages: list[int | None] = list(range(count))
    last = max(1, count - 1)
    pages[last:last] = [None] * (whole - count)
    sides: list[tuple[int | None, int | None]] = []
    for sheet in range(whole // 4):
        sides.append((pages[whole - 1 - 2 * sheet], pages[2 * sheet]))
        sides.append((pages[2 * sheet + 1], pages[whole - 2 - 2 * sheet]))
    return sides


def impose(data: bytes, book: Book) -> bytes:
    """A file of single pages as sheets of the book's paper, lying on its side."""
    width, height = book.paper.height * PT, book.paper.width * PT
    with pikepdf.open(io.BytesIO(data)) as source, pikepdf.new() as target:
        for left, right in order(len(source.pages)):
            page = target.add_blank_page(page_size=(width, height))
            content = []
            for at, side in ((left, 0), (right, 1)):
                if at is None:
                    continue
                name = pikepdf.Name(f"/P{at + 1}")
                box = source.pages[at].mediabox
                form = target.copy_foreign(source.pages[at].as_form_xobject())
                page.add_resource(form, pikepdf.Name.XObject, name)
                x = width / 2 - float(box[2]) if side == 0 else width / 2
                y = (height - float(box[3])) / 2
                content.append(f"q 1 0 0 1 {x:.4f} {y:.4f} cm {name} Do Q")
            if left is None or right is None or len(target.pages) % 2:
                content.append(_fold(width, height))
            page.contents_add("\n".join(content).encode("ascii"))
        _describe(source, target)
        out = io.BytesIO()
        target.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _fold(width: float, height: float) -> str:
    """Two short strokes where the sheet is folded; they stand on the outside of the sheet."""
    x, tick = width / 2, TICK * PT
    below = f"{x:.3f} 0 m {x:.3f} {tick:.3f} l"
    return f"0.6 G {_FOLD * PT:.3f} w {below} {x:.3f} {height - tick:.3f} m {x:.3f} {height:.3f} l S"


def _describe(source: pikepdf.Pdf, target: pikepdf.Pdf) -> None:
    for key, value in source.docinfo.items():
        target.docinfo[key] = str(value)
    root = target.Root
    if "/Lang" in source.Root:
        root.Lang = pikepdf.String(str(source.Root.Lang))
    root.ViewerPreferences = pikepdf.Dictionary(
        PrintScaling=pikepdf.Name("/None"), Duplex=pikepdf.Name.DuplexFlipShortEdge
    )
