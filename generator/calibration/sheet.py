"""The two pages of the test sheet: what is measured, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.calibration.marks import (
    INK,
    LINE,
    PT,
    SOFT_INK,
    cross,
    figure,
    pointers,
    ruler,
    segments,
    stairs,
    target,
    turn_scale,
)
from generator.calibration.words import RULER_MM, Words
from generator.geometry import Size, Transform, rectangle
from generator.imposition import Flip
from generator.layout import Group, Item, Shape, Text
from generator.listing import Page
from generator.problem import Location, Problem, SourceError, fail
from generator.typeset import Font, Paragraph, Span

LEFT, RIGHT, TOP = -60.0, 75.0, -100.0  # the text's edges and the ruler across, mm from the middle of the sheet
HEAD, TEXT, LEADING = 10.0, 8.5, 1.28
COLUMN, GUTTER = 60.0, 10.0
COMMAND = (
    "cartada calibrate --set NAME --ruler-x 149.2mm --ruler-y 150.4mm",
    "--back-x 0.7mm --back-y -0.4mm --back-turn 0.3 --edge 5mm",
)
PRINT = "cartada pdf --printer NAME"


@dataclass(slots=True)
class _Canvas:
    """A page being drawn; x and y of texts count from the middle of the paper."""

    paper: Size
    regular: Font
    bold: Font
    where: Location
    items: list[Item] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def middle(self) -> tuple[float, float]:
        return self.paper.width / 2, self.paper.height / 2

    def line(self, words: str, font: Font, size: float, x: float, y: float, fill: str = INK) -> float:
        """A text whose baseline begins at a point; where it ends."""
        lacking = font.missing(words)
        if lacking:
            message = f"the font {font.path} cannot draw '{lacking}' of the test sheet"
            self.problems.append(Problem(where=self.where, code="missing-glyph", message=message))
        self.items.append(Text(self.middle[0] + x, self.middle[1] + y, font, size, fill, 0.0, words))
        return x + font.width(words) * size / 1000 / PT

    def text(self, words: str, font: Font, size: float, x: float, y: float, width: float, fill: str = INK) -> float:
        """Lines from a first baseline; the baseline after the last."""
        for line in Paragraph([Span(words, font)]).lines(width * PT, size):
            self.line("".join(piece.text for piece in line.pieces), font, size, x, y, fill)
            y += size * LEADING / PT
        return y

    def page(self, items: Sequence[Item]) -> Page:
        if self.problems:
            raise SourceError(self.problems)
        return Page(paper=self.paper, items=tuple(items), thumbs=())


LEAST = Size(209.0, 254.0)  # what rulers, scales, stairs and words need


def radius_on(paper: Size) -> float:
    """How far from the middle the turn is read, mm: as far as most printers reach."""
    return float(int(paper.width / 2 - 17.0))


def sheet_pages(
    paper: Size, name: str, flip: Flip, words: Words, regular: Font, bold: Font, where: Location
) -> tuple[Page, Page]:
    """Front and back. ``name``: how the paper is called. SourceError ``does-not-fit``, ``missing-glyph``.

    For the short flip the back is drawn upside down: behind the front it then stands as for the long one.
    """
    if paper.width < LEAST.width or paper.height < LEAST.height:
        message = f"the test sheet does not fit on {paper}"
        hint = f"it needs {LEAST}; what is read on a4 or letter serves for every paper"
        raise fail(Location("--paper"), "does-not-fit", message, hint)
    front, back = (_Canvas(paper, regular, bold, where) for _ in range(2))
    x, y = front.middle
    radius = radius_on(paper)
    _frame(front, words, words.front)
    way = words.print_long if flip is Flip.LONG_EDGE else words.print_short
    called = f"{paper} ({name})" if name != str(paper) else name
    front.text(f"{called}. {way}", regular, TEXT, LEFT, -67.0, RIGHT - LEFT, SOFT_INK)
    front.items += [*target(x, y, bold), *turn_scale(x, y, radius, 1, bold), *turn_scale(x, y, radius, -1, bold)]
    _notes(front, words, radius)
    _command(front, words)
    _frame(back, words, words.back)
    back.text(words.read_front, regular, TEXT, LEFT, -67.0, RIGHT - LEFT, SOFT_INK)
    back.items += [*cross(x, y), *pointers(x, y, radius)]
    turned = Transform.rotate(180).then(Transform.move(paper.width, paper.height))
    drawn = back.items if flip is Flip.LONG_EDGE else [Group(turned, None, tuple(back.items))]
    return front.page(front.items), back.page(drawn)


def _frame(canvas: _Canvas, words: Words, side: str) -> None:
    """What both sides have: rulers, stairs, which side it is, and which way is up."""
    x, y = canvas.middle
    canvas.items += ruler(x - RULER_MM / 2, y + TOP, int(RULER_MM), False, canvas.regular)
    canvas.items += ruler(x - RULER_MM / 2, y + TOP, int(RULER_MM), True, canvas.regular)
    canvas.items += stairs(canvas.paper, (x, y - 45.0, x, y - 45.0), canvas.regular)
    canvas.line(words.title, canvas.bold, 22.0, LEFT, -82.0)
    canvas.line(side, canvas.bold, 12.0, LEFT, -74.5, SOFT_INK)
    _arrow(canvas, words.up)


def _arrow(canvas: _Canvas, up: str) -> None:
    """An arrow at the right of the title, and what it says below."""
    width = canvas.regular.width(up) * 7.5 / 1000 / PT
    x, y = canvas.middle[0] + RIGHT - width / 2, canvas.middle[1] - 88.0
    tip, shaft = 3.2, 0.9
    path = (
        ("M", x, y), ("L", x + tip, y + 4.4), ("L", x + shaft, y + 4.4), ("L", x + shaft, y + 10.5),
        ("L", x - shaft, y + 10.5), ("L", x - shaft, y + 4.4), ("L", x - tip, y + 4.4), ("Z",),
    )  # fmt: skip
    canvas.items.append(Shape(path, INK))
    canvas.line(up, canvas.regular, 7.5, RIGHT - width, -74.5, SOFT_INK)


def _notes(canvas: _Canvas, words: Words, radius: float) -> None:
    """How each thing is read, and a line to write it on."""
    second = LEFT + COLUMN + GUTTER
    rows = [[("--ruler-x", "mm"), ("--ruler-y", "mm")]]
    _note(canvas, 1, words.rulers, words.how_rulers.format(length=f"{RULER_MM:g}"), rows, LEFT, -52.0)
    _note(canvas, 2, words.edge, words.how_edge, [[("--edge", "mm")]], second, -52.0)
    _note(canvas, 3, words.offset, words.how_offset, [[("--back-x", "mm"), ("--back-y", "mm")]], LEFT, 24.0)
    turns = [[(words.left, "°"), (words.right, "°")], [(f"{words.mean}: --back-turn", "°")]]
    _note(canvas, 4, words.turn, words.how_turn.format(radius=f"{radius:g}"), turns, second, 24.0)


def _note(
    canvas: _Canvas, count: int, head: str, how: str, rows: Sequence[Sequence[tuple[str, str]]], x: float, y: float
) -> None:
    cx, cy = canvas.middle
    canvas.items.append(Shape(rectangle(cx + x, cy + y - 3.6, 4.8, 4.8, 2.4), INK))
    canvas.items.append(figure(str(count), canvas.bold, cx + x + 2.4, cy + y - 1.2, 8.0, "#FFFFFF"))
    canvas.line(head, canvas.bold, HEAD, x + 6.6, y)
    after = canvas.text(how, canvas.regular, TEXT, x, y + 6.2, COLUMN) + 2.6
    for row in rows:
        at = x
        for name, unit in row:
            end = canvas.line(name, canvas.bold, TEXT, at, after)
            canvas.items.append(segments([(cx + end + 1.0, cy + after, cx + end + 12.0, cy + after)], 0.2, SOFT_INK))
            at = canvas.line(unit, canvas.regular, TEXT, end + 13.0, after, SOFT_INK) + 4.0
        after += 6.4


def _command(canvas: _Canvas, words: Words) -> None:
    """What is typed at the end."""
    cx, cy = canvas.middle
    top = 74.0
    canvas.items.append(Shape(rectangle(cx + LEFT, cy + top, RIGHT - LEFT, 32.0, 2.0), "", LINE, 0.4))
    canvas.line(words.type, canvas.regular, TEXT, LEFT + 5.0, top + 7.0, SOFT_INK)
    canvas.line(COMMAND[0], canvas.bold, HEAD, LEFT + 5.0, top + 13.0)
    canvas.line(COMMAND[1], canvas.bold, HEAD, LEFT + 12.0, top + 17.8)
    canvas.line(words.then, canvas.regular, TEXT, LEFT + 5.0, top + 23.6, SOFT_INK)
    canvas.line(PRINT, canvas.bold, HEAD, LEFT + 5.0, top + 28.4)
