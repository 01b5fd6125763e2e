"""A PDF → what lies on its pages, by walking the content streams (ISO 32000-2, 8.3.4: the current matrix)."""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pikepdf

from generator.geometry import IDENTITY, Box, Size, Transform
from generator.proof.clips import CONSTRUCTS, PAINTS, Clip, Step, clip_of

PT = 72.0 / 25.4
PREFIX = "/FormXob."
_PLACED = "q Q cm Do"
_OUTLINED = " ".join((_PLACED, "W W*", *CONSTRUCTS, *PAINTS))


class Placed(NamedTuple):
    """A drawing on a page: its digest, the box of its art (bleed included), mm from the top left, turn and scale.

    ``turn`` is 0 or 180 degrees; NaN for a drawing that is mirrored or lies askew: no turn brings it about.
    ``clips``: the clipping paths that it is seen through.
    """

    digest: str
    art: Box
    turn: float
    scale: float
    clips: tuple[Clip, ...]


class Pixels(NamedTuple):
    """A picture within a drawing: its size in pixels and the dots per inch that it is printed at."""

    digest: str
    width: int
    height: int
    dpi: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRead:
    """One page."""

    size: Size
    placed: tuple[Placed, ...]
    trim: Box | None
    bleed: Box | None
    odd: str  # an entry that makes the page come out otherwise than its MediaBox says; mostly empty


class Reader:
    """An open PDF."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.pdf = pdf
        self._boxes: dict[Any, tuple[Box, Transform]] = {}

    def pages(self, corrected: Callable[[int, Size], Transform] = lambda page, size: IDENTITY) -> Iterator[PageRead]:
        """Every page. ``corrected``: what was done to a page (from 1) for the printer; drawings are told without it."""
        for number, page in enumerate(self.pdf.pages, 1):
            _, _, width, height = (float(value) for value in page.mediabox)
            size = Size(width / PT, height / PT)
            yield PageRead(
                size=size,
                placed=tuple(self._placed(page, height, corrected(number, size))),
                trim=_box(page.obj.get("/TrimBox"), height),
                bleed=_box(page.obj.get("/BleedBox"), height),
                odd=_odd(page),
            )

    def _placed(self, page: pikepdf.Page, height: float, correction: Transform) -> Iterator[Placed]:
        names = _xobjects(page.obj)
        flip = Transform(a=1 / PT, d=-1 / PT, f=height / PT)  # points from the bottom left to mm from the top left
        undo = IDENTITY if correction == IDENTITY else flip.then(correction.inverse()).then(flip.inverse())
        told = undo.then(flip)
        for name, matrix, clips in walk(page, outlines=True):
            if name.startswith(PREFIX) and name in names:
                seen = tuple(clip.moved(told) for clip in clips)
                yield self._place(name, names[name], matrix.then(undo), height, seen)

    def _place(self, name: str, form: Any, matrix: Transform, height: float, clips: tuple[Clip, ...]) -> Placed:
        key = form.objgen
        if key not in self._boxes:
            x1, y1, x2, y2 = (float(value) for value in form["/BBox"])
            inner = Transform(*(float(value) for value in form["/Matrix"]))
            self._boxes[key] = Box(x1, y1, x2 - x1, y2 - y1), inner
        box, inner = self._boxes[key]
        total = inner.then(matrix)
        corners = [total.apply(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs, ys = [x for x, _ in corners], [height - y for _, y in corners]
        art = Box(min(xs) / PT, min(ys) / PT, (max(xs) - min(xs)) / PT, (max(ys) - min(ys)) / PT)
        scale = math.hypot(matrix.a, matrix.b)
        return Placed(name.removeprefix(PREFIX), art, _turn(matrix), scale, clips)

    def forms(self) -> dict[str, Any]:
        """Every drawing of the file, by digest."""
        found: dict[str, Any] = {}
        for page in self.pdf.pages:
            for name, form in _xobjects(page.obj).items():
                if name.startswith(PREFIX):
                    found.setdefault(name.removeprefix(PREFIX), form)
        return found

    def pixels(self) -> Iterator[Pixels]:
        """Every picture of every drawing, at the size at which it is drawn."""
        for digest, form in self.forms().items():
            pictures = _xobjects(form)
            if not pictures:
                continue
            inner = Transform(*(float(value) for value in form["/Matrix"]))
            for name, matrix, _ in walk(form):
                picture = pictures.get(name)
                if picture is None or picture.get("/Subtype") != "/Image":
                    continue
                total = matrix.then(inner)
                wide = (total.a**2 + total.b**2) ** 0.5 / 72.0
                tall = (total.c**2 + total.d**2) ** 0.5 / 72.0
                width, height = int(picture["/Width"]), int(picture["/Height"])
                yield Pixels(digest, width, height, min(width / wide, height / tall))

    def damaged(self) -> Iterator[str]:
        """Pictures whose samples do not fill their rows: they passed into the file as they were saved."""
        for obj in self.pdf.objects:
            if not isinstance(obj, pikepdf.Stream) or obj.get("/Subtype") != "/Image":
                continue
            if obj.get("/Filter") != "/FlateDecode":
                continue  # a JPEG was decoded when it was read
            parameters: Any = obj.get("/DecodeParms")
            channels = 3 if obj.get("/ColorSpace") == "/DeviceRGB" else 1
            width, height = int(obj["/Width"]), int(obj["/Height"])
            row = width * channels + (0 if parameters is None else 1)
            if _inflated(obj.read_raw_bytes(), row * height) != row * height:
                yield f"{width} × {height} px"

    def fonts(self) -> Iterator[tuple[str, bool, bool]]:
        """Each font: its name, whether its file is embedded, and whether it is a subset."""
        met = set()
        for obj in self.pdf.objects:
            if not isinstance(obj, pikepdf.Dictionary) or obj.get("/Type") != "/Font":
                continue
            name = str(obj.get("/BaseFont", ""))
            if name in met:
                continue
            met.add(name)
            descriptor: Any = obj.get("/FontDescriptor")
            embedded = descriptor is not None and any(
                key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")
            )
            yield name.lstrip("/"), embedded, len(name) > 8 and name[7] == "+" and name[1:7].isalpha()


def _odd(page: pikepdf.Page) -> str:
    """What turns, enlarges or crops a page (ISO 32000-2, table 31); also where it is inherited."""
    if page.rotation % 360:
        return f"/Rotate {page.rotation}"
    if float(page.obj.get("/UserUnit", 1)) != 1.0:
        return f"/UserUnit {page.obj['/UserUnit']}"
    crop, media = ([float(value) for value in box] for box in (page.cropbox, page.mediabox))
    return "" if max(abs(a - b) for a, b in zip(crop, media, strict=True)) < 0.01 else "/CropBox"


def _turn(matrix: Transform) -> float:
    skewed = max(abs(matrix.b), abs(matrix.c)) > 1e-3 * max(abs(matrix.a), abs(matrix.d))
    if skewed or (matrix.a < 0) != (matrix.d < 0):
        return math.nan
    return 180.0 if matrix.a < 0 else 0.0


def count_pages(data: bytes) -> int:
    """How many pages a PDF has."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return len(pdf.pages)


def walk(container: Any, *, outlines: bool = False) -> Iterator[tuple[str, Transform, tuple[Clip, ...]]]:
    """Names of the XObjects that a stream draws, each with the matrix in force and, if asked, the clipping paths.

    The paths are in the stream's own space.
    """
    matrix, clips = Transform(), tuple[Clip, ...]()
    stack: list[tuple[Transform, tuple[Clip, ...]]] = []
    path: list[Step] = []
    rule = ""
    for instruction in pikepdf.parse_content_stream(container, _OUTLINED if outlines else _PLACED):
        operands: Any = instruction.operands
        word = str(instruction.operator)
        if word in CONSTRUCTS:
            path.append((word, operands, matrix))
        elif word in PAINTS:
            if rule:  # W only says what the path is for: it clips once it is painted (ISO 32000-2, 8.5.4)
                clips = (*clips, clip_of(path, rule == "W*"))
            path, rule = [], ""
        elif word == "q":
            stack.append((matrix, clips))
        elif word == "Q":
            matrix, clips = stack.pop() if stack else (Transform(), ())
        elif word == "cm":
            matrix = Transform(*(float(value) for value in operands)).then(matrix)
        elif word == "Do":
            yield str(operands[0]), matrix, clips
        else:
            rule = word


def _inflated(data: bytes, most: int) -> int:
    """How many bytes a zlib stream holds, counted up to a little over ``most``; -1 where it is damaged."""
    stream, total = zlib.decompressobj(), 0
    try:
        while data and total <= most and not stream.eof:
            total += len(stream.decompress(data, 1 << 20))
            data = stream.unconsumed_tail
    except zlib.error:
        return -1
    return total if stream.eof or total > most else -1


def _xobjects(owner: Any) -> dict[str, Any]:
    """The XObjects in the resources of a page or form."""
    resources = owner.get("/Resources")
    table = None if resources is None else resources.get("/XObject")
    return {} if table is None else dict(table.items())


def _box(value: Any, height: float) -> Box | None:
    if value is None:
        return None
    x1, y1, x2, y2 = (float(number) for number in value)
    return Box(x1 / PT, (height - y2) / PT, (x2 - x1) / PT, (y2 - y1) / PT)
