"""The first page's own parts: the title with cards of the game beside it, and the list of contents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from generator.layout import Frame
from generator.rulebook.kit import PT, Kit, show
from generator.rulebook.model import Heading
from generator.rulebook.parts import BAR, Part

FAN_TALL = 46.0  # mm
FAN_TURN = (9.0, -1.0, -11.0)  # degrees, counter-clockwise
FAN_STEP = 17.0  # mm
FULL_FAN = 80.0  # mm, the width of three cards


class Title(Part):
    """The game's name as large as its line allows, what follows it smaller, and a fan of cards."""

    span = True
    called, line = "the title", 1

    def __init__(self, kit: Kit, name: str, below: str, cards: Sequence[Frame], intro: Sequence[Any]) -> None:
        super().__init__(kit)
        self.name, self.below, self.cards, self.intro = name, below, list(cards), list(intro)
        self.after = kit.measures.leading
        # On a half page the fan is smaller: it takes less than half of the width.
        self.part = min(1.0, kit.measures.full / (2.15 * FULL_FAN * PT))
        self.fan = (FAN_STEP * (len(cards) - 1) + 46.0) * PT * self.part if cards else 0.0

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        kit, faces = self.kit, self.kit.faces
        self.width = width
        beside = self.fan
        room = width - beside
        size = 46.0
        while size > 18.0:
            self.lines = kit.lines(faces.headline(self.name), faces.title, size, room)
            wide = max(line.width for line in self.lines) * size / 1000.0
            if wide <= room and len(self.lines) <= (1 if size > 34.0 else 2):
                break
            size -= 1.0
        self.size = size
        cap = faces.title.cap_height * size / 1000.0
        y = BAR + 7.0 * PT + cap + (len(self.lines) - 1) * size * 1.04
        self.foot_of_name = y
        self.sub = kit.measures.size * 1.6
        self.below_lines = kit.lines(faces.headline(self.below), faces.title, self.sub, room) if self.below else ()
        y += len(self.below_lines) * self.sub * 1.2 + (self.sub * 0.85 if self.below_lines else 0.0)
        y += kit.measures.leading * 0.9
        self.intro_at = []
        for item in self.intro:
            tall = item.wrap(room - (4 * PT if beside else 0.0), 1e9)[1]
            self.intro_at.append((item, y, tall))
            y += tall + kit.measures.leading * 0.5
        self.height = max(y, BAR + (FAN_TALL * self.part + 12.0) * PT if beside else 0.0)
        self.beside = beside
        return width, self.height

    def draw(self) -> None:
        canvas, colours, faces = self.canv, self.kit.colours, self.kit.faces
        canvas.setFillColor(colours.accent)
        canvas.rect(0, self.height - BAR, self.width, BAR, stroke=0, fill=1)
        canvas.setFillColor(colours.ink)
        last = len(self.lines) - 1
        for index, line in enumerate(self.lines):
            y = self.height - self.foot_of_name + (last - index) * self.size * 1.04
            show(canvas, line, 0, y, self.size)
        canvas.setFillColor(colours.accent_text)
        y = self.height - self.foot_of_name - self.sub * 0.85
        for line in self.below_lines:
            y -= faces.title.cap_height * self.sub / 1000.0
            show(canvas, line, 0, y, self.sub)
            y -= self.sub * 0.5
        for item, top, tall in self.intro_at:
            item.drawOn(canvas, 0, self.height - top - tall)
        if self.beside:
            self._fan()

    def _fan(self) -> None:
        canvas = self.canv
        count = len(self.cards)
        middle = self.height - BAR - 6.0 * PT - FAN_TALL * self.part * PT / 2
        for index, frame in enumerate(self.cards):
            scale = FAN_TALL * self.part / max(frame.trim.height, frame.trim.width * 1.4)
            w, h = frame.trim.width * scale * PT, frame.trim.height * scale * PT
            spread = (index - (count - 1) / 2) * FAN_STEP * self.part * PT
            canvas.saveState()
            canvas.translate(self.width - self.fan / 2 + spread + 1.0 * PT, middle - abs(spread) * 0.08)
            canvas.rotate(FAN_TURN[index] if count == 3 else 0.0)
            self.kit.picture(canvas, frame, -w / 2, -h / 2, scale)
            canvas.setStrokeColor("#FFFFFF")
            canvas.setLineWidth(1.6)
            canvas.roundRect(-w / 2, -h / 2, w, h, frame.corner * scale * PT or 0.01, stroke=1, fill=0)
            self.kit.outline(canvas, frame, -w / 2, -h / 2, scale, 0.4)
            canvas.restoreState()


class Contents(Part):
    """Every section with its page, as links."""

    span = True
    called, line = "the list of contents", 1

    def __init__(self, kit: Kit, headings: Sequence[Heading]) -> None:
        super().__init__(kit)
        self.headings = list(headings)
        self.size = kit.measures.size * 0.94
        self.before = kit.measures.leading * 0.4
        self.after = kit.measures.leading * 1.2
        self.pad = 3.0 * PT

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        kit = self.kit
        self.width = width
        self.columns = 3 if width > 420.0 and len(self.headings) > 8 else 2
        self.gutter = 7.0 * PT
        self.column = (width - 2 * self.pad - self.gutter * (self.columns - 1)) / self.columns
        self.number = kit.faces.house_bold.width("00") * self.size / 1000.0 + 5.0
        room = self.column - self.number - 20.0
        self.entries = [(h, kit.lines(h.title, kit.faces.regular, self.size, room)) for h in self.headings]
        self.step = self.size * 1.52
        rows = [len(lines) * self.size * 1.12 + (self.step - self.size * 1.12) for _, lines in self.entries]
        share, more = divmod(len(rows), self.columns)
        starts = [index * share + min(index, more) for index in range(self.columns + 1)]
        self.parts = [range(begin, end) for begin, end in pairwise(starts)]
        self.rows = rows
        self.title = self.size * 1.75
        tallest = max((sum(rows[i] for i in part) for part in self.parts), default=0.0)
        self.height = self.title + tallest + 2 * self.pad * 0.8
        return width, self.height

    def draw(self) -> None:
        canvas, kit, size = self.canv, self.kit, self.size
        faces, colours = kit.faces, kit.colours
        canvas.setFillColor(colours.tint)
        canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
        top = self.height - self.pad * 0.8
        canvas.setFillColor(colours.accent_text)
        canvas.setFont(faces.house_bold.name, size)
        canvas.drawString(self.pad, top - size * 0.85, kit.words.contents)
        for index, part in enumerate(self.parts):
            x = self.pad + index * (self.column + self.gutter)
            y = top - self.title
            for at in part:
                self._entry(at, x, y)
                y -= self.rows[at]

    def _entry(self, at: int, x: float, y: float) -> None:
        canvas, kit, size = self.canv, self.kit, self.size
        heading, lines = self.entries[at]
        base = y - size * 0.95
        canvas.setFillColor(kit.colours.accent_text)
        canvas.setFont(kit.faces.house_bold.name, size)
        canvas.drawRightString(x + self.number - 5.0, base, heading.number)
        canvas.setFillColor(kit.colours.ink)
        for line in lines:
            show(canvas, line, x + self.number, base, size)
            end = x + self.number + line.width * size / 1000.0 + 4.0
            last, base = base, base - size * 1.12
        page = str(kit.pages.get(heading.key, 1))
        canvas.setFont(kit.faces.house.name, size)
        canvas.drawRightString(x + self.column, last, page)
        begin = x + self.column - kit.faces.house.width(page) * size / 1000.0 - 4.0
        if begin > end:
            canvas.saveState()
            canvas.setStrokeColor(kit.colours.rule)
            canvas.setLineWidth(0.7)
            canvas.setLineCap(1)
            canvas.setDash([0.01, 3.0])
            canvas.line(end, last + 0.6, begin, last + 0.6)
            canvas.restoreState()
        canvas.linkRect("", heading.key, (x, last - 3.0, x + self.column, y), relative=1)
