"""Sheets → the bytes of a PDF: one page a side, frames as form XObjects, page boxes, viewer hints, bookmarks.

The same input gives the same bytes: no dates, no random ids.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.geometry import IDENTITY, Box, Size, Transform, rectangle
from generator.imposition import Flip, Mark, Placement, Sheet, SheetSide, Slug
from generator.layout import Frame
from generator.listing import Page, Thumb
from generator.pdf.content import PT, Drawer, fixed, path_operators
from generator.pdf.inks import SCREEN, Inks, rgb
from generator.pdf.objects import FormObject, ImageObject, image_object
from generator.typeset import Font

MARK_COLOUR = "#000000"
MARK_WIDTH = 0.15  # mm: pnp-howto's crop mark; thinner breaks up on a laser printer
MARKS = {  # kind: colour, width in mm, dashes; in this order, so that a halo lies under its line
    "fold-halo": ("#FFFFFF", 0.3, "1.2 0.8"),
    "cut-halo": ("#FFFFFF", 0.4, ""),
    "corner": ("#9A9A9A", 0.1, ""),
    "crop": (MARK_COLOUR, MARK_WIDTH, ""),
    "glue": (MARK_COLOUR, MARK_WIDTH, "0.6 0.6"),
    "fold": (MARK_COLOUR, MARK_WIDTH, "1.2 0.8"),
    "outline": ("#9A9A9A", MARK_WIDTH, ""),
    "register": (MARK_COLOUR, 1.0, ""),
    "block": (MARK_COLOUR, 5.0, ""),
    "cut": (MARK_COLOUR, 0.2, ""),
}
SLUG_SIZE, SLUG_LEAST = 5.5, 4.0  # pt: as it should be, and before words are given up
SLUG_TITLE = 3  # letters of a title that stay
_BYTES = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\xff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentInfo:
    """What a file says of itself. ``duplex``: the flip to hint at, or None for one-sided files."""

    title: str
    subject: str
    language: str
    creator: str
    duplex: Flip | None
    bookmarks: Mapping[str, str]  # deck id → its name


class Document:
    """A PDF being written; its drawings and pictures are filed once however often they are placed."""

    def __init__(self, info: DocumentInfo, slug_font: Font, inks: Inks = SCREEN) -> None:
        rl_config.useA85 = 0  # reportlab's default turns streams into text: a quarter more bytes, half the time
        rl_config.trustedHosts = None
        self.slug_font = slug_font
        pdfmetrics.registerFont(slug_font.ttf)
        self.buffer = io.BytesIO()
        self.canvas = Canvas(
            self.buffer,
            invariant=1,
            pageCompression=1,
            lang=info.language,
            initialFontName=slug_font.name,
            initialFontSize=SLUG_SIZE,
            pdfVersion=(1, 6),
        )
        self.canvas.setTitle(info.title)
        self.canvas.setSubject(info.subject)
        self.canvas.setCreator(info.creator)
        self.canvas.setAuthor("")
        self.canvas.setViewerPreference("PrintScaling", "None")
        if info.duplex is not None:
            how = "DuplexFlipLongEdge" if info.duplex is Flip.LONG_EDGE else "DuplexFlipShortEdge"
            self.canvas.setViewerPreference("Duplex", how)
        self.info = info
        self.inks = inks
        self.drawer = Drawer(self.canvas._doc, inks)
        self.images: dict[str, ImageObject] = {}
        self.filed: set[str] = set()
        self.marks: dict[int, tuple[tuple[Mark, ...], str]] = {}  # the same marks stand on many pages

    def file(self, frame: Frame) -> str:
        """File a frame as a form XObject; its name in the document."""
        if frame.digest in self.filed:
            return frame.digest
        self.filed.add(frame.digest)
        content = self.drawer.content(frame)
        used = {}
        for name, picture in self.drawer.pictures.items():
            if name not in self.images:
                self.images[name] = image_object(self.inks.picture(picture.raster))
            used[name] = self.images[name]
        bleed = frame.bleed
        box = (-bleed, -bleed, frame.trim.width + bleed, frame.trim.height + bleed)
        matrix = f"{PT:.9f} 0 0 {-PT:.9f} 0 {frame.trim.height * PT:.6f}"
        form = FormObject(" ".join(map(fixed, box)), matrix, content, used)
        self.canvas._doc.addForm(frame.digest, form)
        return frame.digest

    def page(self, paper: Size, side: SheetSide, frames: Mapping[str, Frame]) -> None:
        """One side of a sheet."""
        canvas = self.canvas
        canvas.setPageSize((paper.width * PT, paper.height * PT))
        canvas.setTrimBox(_corners(side.correction.around(side.trims), paper))
        canvas.setBleedBox(_corners(side.correction.around(side.bleeds), paper))
        if side.correction != IDENTITY:
            canvas.addLiteral(f"q {_matrix(side.correction, paper)} cm")
        for placement in side.placements:
            self._place(placement, frames[placement.frame], paper)
        self._marks(side.marks, paper)
        if side.slug is not None:
            self._slug(side.slug, paper)
        if side.correction != IDENTITY:
            canvas.addLiteral("Q")
        self._marks(side.fixed, paper)
        canvas.showPage()

    def listing(self, page: Page) -> None:
        """A page of a component list: thumbnails, then text and rules over them."""
        canvas, paper = self.canvas, page.paper
        canvas.setPageSize((paper.width * PT, paper.height * PT))
        whole = _corners(Box(0.0, 0.0, paper.width, paper.height), paper)
        canvas.setTrimBox(whole)
        canvas.setBleedBox(whole)
        for thumb in page.thumbs:
            self._thumb(thumb, paper)
        everything = Frame(
            trim=paper,
            bleed=0.0,
            corner=0.0,
            items=page.items,
            digest="",
        )
        content = self.drawer.content(everything)
        canvas.addLiteral(f"q {PT:.9f} 0 0 {-PT:.9f} 0 {paper.height * PT:.4f} cm")
        canvas.addLiteral(ascii_only(content))
        canvas.addLiteral("Q")
        canvas.showPage()

    def _thumb(self, thumb: Thumb, paper: Size) -> None:
        frame, scale = thumb.frame, thumb.scale
        name = self.file(frame)
        trim = frame.trim
        clip = path_operators(rectangle(0, 0, trim.width, trim.height, frame.corner), PT)
        y = (paper.height - thumb.y - trim.height * scale) * PT
        self.canvas.addLiteral(f"q {scale:.6f} 0 0 {scale:.6f} {thumb.x * PT:.4f} {y:.4f} cm {clip} W n")
        self.canvas.doForm(name)
        self.canvas.addLiteral("Q")

    def bookmark(self, key: str, title: str) -> None:
        """A bookmark that leads to the page that is about to be drawn."""
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, 0)

    def finish(self) -> bytes:
        """The file's bytes."""
        if self.info.bookmarks:
            self.canvas.showOutline()
        self.canvas.save()
        return self.buffer.getvalue()

    def _place(self, placement: Placement, frame: Frame, paper: Size) -> None:
        name = self.file(frame)
        box = placement.box
        x, y = box.x * PT, (paper.height - box.bottom) * PT
        matrix = f"1 0 0 1 {x:.4f} {y:.4f}"
        if placement.turn == 180:
            matrix = f"-1 0 0 -1 {x + box.width * PT:.4f} {y + box.height * PT:.4f}"
        clip = ""
        if min(placement.bleed) < frame.bleed - 1e-6:
            corners = _corners(box.grown(placement.bleed), paper)
            clip = (
                f"{corners[0]:.4f} {corners[1]:.4f} {corners[2] - corners[0]:.4f} {corners[3] - corners[1]:.4f} re W n "
            )
        canvas = self.canvas
        canvas.addLiteral(f"q {clip}{matrix} cm")
        canvas.doForm(name)
        canvas.addLiteral("Q")

    def _marks(self, marks: tuple[Mark, ...], paper: Size) -> None:
        if not marks:
            return
        known = self.marks.get(id(marks))
        if known is None or known[0] is not marks:
            known = self.marks[id(marks)] = (marks, _marks_drawn(marks, paper))
        self.canvas.addLiteral(known[1])

    def _slug(self, slug: Slug, paper: Size) -> None:
        x, y = slug.ruler_at[0] * PT, (paper.height - slug.ruler_at[1]) * PT
        turn = "0 1 -1 0" if slug.turn == 90 else "1 0 0 1"
        along = abs(slug.at[0] - slug.ruler_at[0] + slug.ruler_at[1] - slug.at[1]) * PT
        words, size = slug_line(self.slug_font, slug.text, slug.room)
        text = ascii_only(self.drawer.shown(self.slug_font, size, words))
        self.canvas.addLiteral(f"q {turn} {x:.4f} {y:.4f} cm {_ruler(slug.ruler)} BT {along:.4f} 0 Td {text} ET Q")


def slug_line(font: Font, text: str, room: float) -> tuple[str, float]:
    """A slug's words and their size in points, so that they end within ``room`` (mm) and are cut off nowhere.

    They are set smaller, then the title is shortened, then words are left out before the sheet and its side.
    """

    def size_of(words: Sequence[str]) -> float:
        return min(SLUG_SIZE, room * PT * 1000 / font.width(" · ".join(words)))

    words = text.split(" · ")
    while size_of(words) < SLUG_LEAST and len(words) > 2:
        title = words[1].rstrip("…")
        if len(title) > SLUG_TITLE:
            words[1] = f"{title[:-1].rstrip()}…"
        elif len(words) > 4:
            del words[2]
        else:
            break
    return " · ".join(words), size_of(words)


def _marks_drawn(marks: Sequence[Mark], paper: Size) -> str:
    out = [f"q {PT:.9f} 0 0 {-PT:.9f} 0 {paper.height * PT:.4f} cm"]
    for kind, (colour, width, dash) in MARKS.items():
        paths = [path_operators(mark.path) for mark in marks if mark.kind == kind]
        if paths:
            out.append(f"{rgb(colour)} RG {fixed(width)} w [{dash}] 0 d {' '.join(paths)} S")
    return "\n".join([*out, "Q"])


def write_sheets(
    sheets: Sequence[Sheet],
    frames: Mapping[str, Frame],
    info: DocumentInfo,
    slug_font: Font,
    pages: Sequence[Page] = (),
    inks: Inks = SCREEN,
) -> bytes:
    """A file of sheets: front, back, front, back; or fronts alone where nothing has a back. ``pages`` follow them.

    ``inks``: how the colours of frames are written. Marks and slug are drawn for a screen.
    """
    document = Document(info, slug_font, inks)
    for sheet in sheets:
        for deck in sheet.decks:
            document.bookmark(f"deck-{deck}", info.bookmarks[deck])
        for side in (sheet.front, sheet.back):
            if side is not None:
                document.page(sheet.paper, side, frames)
    for page in pages:
        document.listing(page)
    return document.finish()


def write_listing(pages: Sequence[Page], info: DocumentInfo, house_font: Font) -> bytes:
    """A component list."""
    document = Document(info, house_font)
    for page in pages:
        document.listing(page)
    return document.finish()


def ascii_only(content: str) -> str:
    """Content for a page: reportlab encodes its text once more, so bytes of strings are written as octal escapes."""
    return _BYTES.sub(lambda match: f"\\{ord(match[0]):03o}", content)


def _corners(box: Box, paper: Size) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in points."""
    return (box.x * PT, (paper.height - box.bottom) * PT, box.right * PT, (paper.height - box.y) * PT)


def _matrix(transform: Transform, paper: Size) -> str:
    """A map of the page in mm from the top left, as one in points from the bottom left."""
    to_mm = Transform(a=1 / PT, d=-1 / PT, f=paper.height)
    to_pt = Transform(a=PT, d=-PT, f=paper.height * PT)
    t = to_mm.then(transform).then(to_pt)
    return f"{t.a:.8f} {t.b:.8f} {t.c:.8f} {t.d:.8f} {t.e:.5f} {t.f:.5f}"


@lru_cache(maxsize=8)
def _ruler(length: float) -> str:
    """A ruler of ``length`` mm: a tick every 10 mm, a shorter one every 5, and its length in words beside it."""
    ticks = [f"0 0 m {fixed(length * PT)} 0 l"]
    for step in range(0, round(length) + 1, 5):
        height = 1.6 if step % 10 == 0 else 0.9
        ticks.append(f"{fixed(step * PT)} 0 m {fixed(step * PT)} {fixed(height * PT)} l")
    return f"{rgb(MARK_COLOUR)} RG {rgb(MARK_COLOUR)} rg {fixed(MARK_WIDTH * PT)} w {' '.join(ticks)} S"
