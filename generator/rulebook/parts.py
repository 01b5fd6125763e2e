"""The parts of a page that platypus does not know: section heads, panels, tables with light rules, pictures, rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.platypus.flowables import Flowable

from generator.layout import Frame
from generator.rulebook.fill import even, take
from generator.rulebook.kit import PT, Kit, Text, show

GAP = 3.0  # pt, on each side of a cell
BAR = 2.6 * PT  # of the accent, along the head of the first page and of the last


class Part(Flowable):  # type: ignore[misc]
    """A flowable of ours. ``span``: it goes across all columns."""

    span = False
    before = after = 0.0

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self.kit = kit

    def getSpaceBefore(self) -> float:  # noqa: N802
        return self.before

    def getSpaceAfter(self) -> float:  # noqa: N802
        return self.after

    def split(self, width: float, height: float) -> list[Any]:
        return []


class Head(Part):
    """A section's head: its number on the accent, its title in the game's title face. A bookmark leads here."""

    keepWithNext = 1  # noqa: N815

    def __init__(self, kit: Kit, number: str, title: str, key: str, size: float = 0.0) -> None:
        super().__init__(kit)
        self.number, self.title, self.key = number, title, key
        self.size = size or kit.measures.size * 1.62
        self.before, self.after = kit.measures.leading * 1.45, kit.measures.leading * 0.5
        self.lines: tuple[Any, ...] = ()

    def _box(self) -> float:
        faces = self.kit.faces
        if not self.number:
            return 0.0
        return max(self.size * 1.32, faces.number.width(self.number) * self._digits() / 1000 + self.size * 0.7)

    def _digits(self) -> float:
        """The number's size: its digits as tall as the title's capitals."""
        faces = self.kit.faces
        return self.size * min(1.1, faces.title.cap_height / max(1.0, faces.number.cap_height))

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        faces = self.kit.faces
        indent = self._box() + (self.size * 0.42 if self.number else 0.0)
        self.lines = self.kit.lines(faces.headline(self.title), faces.title, self.size, width - indent)
        self.width, self.indent = width, indent
        self.height = self.size * 1.32 + (len(self.lines) - 1) * self.size * 1.08 + self.size * 0.28
        return width, self.height

    def draw(self) -> None:
        canvas, kit, size = self.canv, self.kit, self.size
        faces, colours = kit.faces, kit.colours
        box = size * 1.32
        cap = faces.title.cap_height * size / 1000.0
        first = self.height - (box + cap) / 2
        if self.number:
            canvas.setFillColor(colours.accent)
            canvas.rect(0, self.height - box, self._box(), box, stroke=0, fill=1)
            canvas.setFillColor(colours.on_accent)
            canvas.setFont(faces.number.name, self._digits())
            digits = faces.number.cap_height * self._digits() / 1000.0
            canvas.drawCentredString(self._box() / 2, self.height - (box + digits) / 2, self.number)
        canvas.setFillColor(colours.ink)
        for index, line in enumerate(self.lines):
            show(canvas, line, self.indent, first - index * size * 1.08, size)
        canvas.setFillColor(colours.accent)
        canvas.rect(0, 0, self.width, 0.9, stroke=0, fill=1)
        mark(self, self.key)


def mark(part: Any, key: str, above: float = 10.0) -> None:
    """The place that links and bookmarks lead to: a little above the part."""
    canvas = part.canv
    _, top = canvas.absolutePosition(0, part.height + above)
    canvas.bookmarkHorizontalAbsolute(key, top)


class Anchored(Text):
    """A heading of a lower rank."""

    key = ""

    def draw(self) -> None:
        super().draw()
        if self.key:
            mark(self, self.key)


class Panel(Part):
    """Set off on a tint, with a bar of the accent: an example of play."""

    def __init__(self, kit: Kit, content: Sequence[Any]) -> None:
        super().__init__(kit)
        self.content = list(content)
        self.pad = kit.measures.size * 0.75
        self.bar = 1.1 * PT
        self.before = self.after = kit.measures.leading * 0.62

    def _inner(self, width: float) -> float:
        return width - 2 * self.pad - self.bar

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.column = take(self.content, self._inner(width), 1e9)
        self.height = self.column.used + 2 * self.pad * 0.8
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        room = height - 2 * self.pad * 0.8
        if room < 3 * self.kit.measures.leading or self.height < 9 * self.kit.measures.leading:
            return []
        column = take(self.content, self._inner(width), room)
        if not column.placed or not column.rest:
            return []
        return [Panel(self.kit, [item for item, _, _ in column.placed]), Panel(self.kit, column.rest)]

    def draw(self) -> None:
        canvas, colours = self.canv, self.kit.colours
        canvas.setFillColor(colours.tint)
        canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
        canvas.setFillColor(colours.accent)
        canvas.rect(0, 0, self.bar, self.height, stroke=0, fill=1)
        for item, top, height in self.column.placed:
            item.drawOn(canvas, self.bar + self.pad, self.height - self.pad * 0.8 - top - height)


class Grid(Part):
    """A table: a strong rule above and below its head, hairlines between its rows, none upright."""

    def __init__(self, kit: Kit, rows: Sequence[Sequence[Any]], widths: Sequence[float]) -> None:
        super().__init__(kit)
        self.rows, self.widths = [list(row) for row in rows], tuple(widths)
        self.pad = kit.measures.size * 0.36
        self.heights: list[float] = []
        self.before = self.after = kit.measures.leading * 0.62

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = sum(self.widths)
        self.heights = [
            max(cell.wrap(w - 2 * GAP, 1e9)[1] for cell, w in zip(row, self.widths, strict=True)) + 2 * self.pad
            for row in self.rows
        ]
        self.height = sum(self.heights)
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        """A table that is short stays whole; a longer one shows its head again."""
        if self.height < 0.3 * self.kit.measures.room:
            return []
        used, count = 0.0, 0
        for row in self.heights:
            if used + row > height:
                break
            used += row
            count += 1
        count = min(count, len(self.rows) - 4)
        if count < 3:
            return []
        head, tail = self.rows[:count], [self.rows[0], *self.rows[count:]]
        parts = [Grid(self.kit, head, self.widths), Grid(self.kit, tail, self.widths)]
        for part in parts:
            part.span = self.span
        return parts

    def draw(self) -> None:
        canvas, colours = self.canv, self.kit.colours
        y = self.height
        for index, (row, height) in enumerate(zip(self.rows, self.heights, strict=True)):
            if index == 0:
                canvas.setFillColor(colours.tint)
                canvas.rect(0, y - height, self.width, height, stroke=0, fill=1)
            x = 0.0
            for cell, width in zip(row, self.widths, strict=True):
                cell.drawOn(canvas, x + GAP, y - self.pad - cell.height)
                x += width
            y -= height
            if index:
                self._line(y, 0.35, colours.rule)
        self._line(self.height, 1.0, colours.accent)
        self._line(self.height - self.heights[0], 0.6, colours.accent)
        self._line(0.0, 0.6, colours.accent)

    def _line(self, y: float, width: float, colour: str) -> None:
        self.canv.setStrokeColor(colour)
        self.canv.setLineWidth(width)
        self.canv.line(0, y, self.width, y)


class Picture(Part):
    """A drawing in the middle of its column, its caption below."""

    def __init__(self, kit: Kit, frame: Frame, caption: Any) -> None:
        super().__init__(kit)
        self.frame, self.caption = frame, caption
        self.before = self.after = kit.measures.leading * 0.62

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        trim = self.frame.trim
        self.scale = min(width / (trim.width * PT), 55.0 / trim.height, 1.0)
        self.width = width
        self.height = trim.height * PT * self.scale
        if self.caption is not None:
            self.height += self.caption.wrap(width, 1e9)[1] + 3.0
        return width, self.height

    def draw(self) -> None:
        trim = self.frame.trim
        x = (self.width - trim.width * PT * self.scale) / 2
        self.kit.picture(self.canv, self.frame, x, self.height - trim.height * PT * self.scale, self.scale)
        if self.caption is not None:
            self.caption.drawOn(self.canv, 0, 0)


class Pair(Part):
    """Two brief items of a list beside each other; the second may be missing."""

    def __init__(self, kit: Kit, items: Sequence[Any], indent: float) -> None:
        super().__init__(kit)
        self.items, self.indent = list(items), indent
        self.before, self.after = self.items[0].getSpaceBefore(), self.items[-1].getSpaceAfter()

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.half = (width - self.indent) / 2
        self.width = width
        self.height = max(item.wrap(self.indent + self.half, height)[1] for item in self.items)
        return width, self.height

    def draw(self) -> None:
        for index, item in enumerate(self.items):
            item.drawOn(self.canv, index * self.half, self.height - item.height)


class Ground(Part):
    """The tint behind a quick reference, the accent along its upper edge."""

    def __init__(self, kit: Kit, height: float) -> None:
        super().__init__(kit)
        self.height = height

    def draw(self) -> None:
        width, bar = self.kit.measures.full, BAR
        self.canv.setFillColor(self.kit.colours.tint)
        self.canv.rect(0, 0, width, self.height, stroke=0, fill=1)
        self.canv.setFillColor(self.kit.colours.accent)
        self.canv.rect(0, self.height - bar, width, bar, stroke=0, fill=1)


class Imprint(Part):
    """What signs mean, and who drew, in small type across the foot of a page."""

    span = True

    def __init__(self, kit: Kit, notes: Sequence[Any]) -> None:
        super().__init__(kit)
        self.notes = list(notes)
        self.before = kit.measures.leading

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        kit = self.kit
        self.width = width
        self.gutter = kit.measures.gutter
        count = kit.measures.columns
        self.column = (width - self.gutter * (count - 1)) / count
        self.columns = even(self.notes, self.column, count, 1e6) or []
        self.height = max((column.used for column in self.columns), default=0.0) + 8.0
        return width, self.height

    def draw(self) -> None:
        self.canv.setFillColor(self.kit.colours.rule)
        self.canv.rect(0, self.height - 0.4, self.width, 0.4, stroke=0, fill=1)
        for index, column in enumerate(self.columns):
            for item, top, height in column.placed:
                item.drawOn(self.canv, index * (self.column + self.gutter), self.height - 8.0 - top - height)


class Line(Part):
    """A rule across the column."""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit)
        self.before = self.after = kit.measures.leading * 0.7

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, self.height = width, 0.6
        return width, 0.6

    def draw(self) -> None:
        self.canv.setFillColor(self.kit.colours.rule)
        self.canv.rect(self.width * 0.35, 0, self.width * 0.3, 0.6, stroke=0, fill=1)
