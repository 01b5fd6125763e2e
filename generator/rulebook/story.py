"""Blocks → what platypus sets: paragraphs, lists, tables, panels, pictures, in the book's own look."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from generator.rulebook import model
from generator.rulebook.gallery import gallery
from generator.rulebook.inline import Findings
from generator.rulebook.kit import Kit, bound
from generator.rulebook.model import Block, Book, Runs, plain
from generator.rulebook.parts import GAP, Anchored, Grid, Head, Line, Pair, Panel, Picture

LEAST_COLUMN = 26.0  # pt
ROOM = "take a larger paper, or leave the rules out: cartada pdf --only cards.pdf; or shorten it"


class Teller:
    """Makes a story of blocks. A finding where something cannot be set."""

    def __init__(self, kit: Kit, book: Book, findings: Findings) -> None:
        self.kit, self.book, self.findings = kit, book, findings
        m = kit.measures
        self.gap = m.leading * 0.42
        self.prose = kit.style("prose", spaceBefore=self.gap, spaceAfter=self.gap)

    def story(self, blocks: Sequence[Block]) -> list[Any]:
        """The flowables of some blocks."""
        result: list[Any] = []
        for index, block in enumerate(blocks):
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            result += self._block(block, following)
        return result

    def _block(self, block: Block, following: Block | None) -> Iterator[Any]:
        if isinstance(block, model.Prose):
            yield self.paragraph(block, self.prose, following)
        elif isinstance(block, model.Heading):
            yield self._heading(block)
        elif isinstance(block, model.Items):
            yield from self._items(block, 0)
        elif isinstance(block, model.Table):
            yield from self._table(block)
        elif isinstance(block, model.Quote):
            yield Panel(self.kit, self.story(block.blocks))
        elif isinstance(block, model.Components):
            yield from gallery(self.kit, self.book.sections)
        elif isinstance(block, model.Figure):
            style = self.kit.style("caption", fontSize=self.kit.measures.size * 0.85, alignment=1)
            caption = self.kit.texts.text(self.kit.markup(block.caption), style) if block.caption else None
            yield Picture(self.kit, block.frame, caption)
        else:
            yield Line(self.kit)

    def paragraph(self, block: model.Prose, style: Any, following: Block | None = None) -> Any:
        """One paragraph. What announces (``…:``) or heads (all bold) stays with what follows."""
        text = self.kit.texts.text(self.kit.markup(block.runs), style)
        words = plain(block.runs).rstrip()
        heads = all(run.bold for run in block.runs if run.text.strip())
        if following is not None and not isinstance(following, model.Heading) and (heads or words.endswith(":")):
            text.keepWithNext = 1
        text.line = block.line
        return text

    def _heading(self, block: model.Heading) -> Any:
        if block.level == 2:
            head = Head(self.kit, block.number, block.title, block.key)
            head.line = block.line
            return head
        m, colours = self.kit.measures, self.kit.colours
        third = block.level == 3
        style = self.kit.style(
            f"head{block.level}",
            fontName=self.kit.faces.bold.name,
            fontSize=m.size * (1.14 if third else 1.0),
            leading=m.leading * (1.1 if third else 1.0),
            textColor=colours.accent_text if third else colours.ink,
            spaceBefore=m.leading * 0.9,
            spaceAfter=m.leading * 0.25,
            hyphenationLang="",
        )
        number = f"{block.number}\u2002" if block.number else ""
        bold = tuple(run._replace(bold=True, href="") for run in block.runs)
        text = Anchored(escape(number) + self.kit.markup(bold, self.kit.faces.bold), style)
        text.key, text.keepWithNext = block.key, 1
        return text

    def _items(self, block: model.Items, depth: int) -> Iterator[Any]:
        kit, m = self.kit, self.kit.measures
        numbered = bool(block.items and block.items[0].label)
        font = kit.faces.bold if numbered else kit.faces.regular
        labels = [item.label or ("\u2022" if depth == 0 else "\u2013") for item in block.items]
        hang = max([m.size * 1.05, *(font.width(label) * m.size / 1000 + m.size * 0.62 for label in labels)])
        left = depth * m.size * 1.15
        brief = depth > 0 or all(len(plain(_first(item))) < 60 for item in block.items)
        between = m.leading * (0.08 if brief else 0.26)
        made: list[Any] = []
        for index, (item, label) in enumerate(zip(block.items, labels, strict=True)):
            edge = between if index or depth else self.gap
            if index and not depth and any(len(near.blocks) > 1 for near in block.items[index - 1 : index + 1]):
                edge = m.leading * 0.32
            style = kit.style(
                "item", leftIndent=left + hang, bulletIndent=left, bulletFontName=font.name,
                bulletColor=kit.colours.accent_text, spaceBefore=edge, spaceAfter=between,
            )  # fmt: skip
            made += self._item(item, label, style, depth)
        half = (m.column - left) / 2 - hang - m.size * 0.5
        narrow = [self._goes_in(item, half) for item in block.items]
        if depth and len(made) == len(narrow) > 3 and sum(narrow) > 0.7 * len(narrow):
            yield from self._paired(made, narrow, left)
        else:
            yield from made

    def _paired(self, made: Sequence[Any], narrow: Sequence[bool], left: float) -> Iterator[Any]:
        """Items beside each other, two in a row; one that is long has a row of its own."""
        at = 0
        while at < len(made):
            count = 2 if all(narrow[at : at + 2]) else 1
            yield Pair(self.kit, made[at : at + count], left) if narrow[at] else made[at]
            at += count

    def _goes_in(self, item: model.Item, width: float) -> bool:
        """Whether an item is one line in that width."""
        one = len(item.blocks) == 1 and isinstance(item.blocks[0], model.Prose)
        return one and _natural(self.kit, _first(item), self.kit.measures.size)[1] <= width

    def _item(self, item: model.Item, label: str, style: Any, depth: int) -> Iterator[Any]:
        blocks = item.blocks or [model.Prose(runs=(), line=item.line)]
        if not isinstance(blocks[0], model.Prose):
            blocks = [model.Prose(runs=(), line=item.line), *blocks]
        for index, part in enumerate(blocks):
            if isinstance(part, model.Prose):
                text = self.kit.texts.text(self.kit.markup(part.runs), style, label if index == 0 else None)
                following = blocks[index + 1] if index + 1 < len(blocks) else None
                if isinstance(following, model.Items):
                    text.keepWithNext = 1
                text.line = part.line
                yield text
            elif isinstance(part, model.Items):
                yield from self._items(part, depth + 1)
            else:
                yield from self._block(part, None)

    def _table(self, block: model.Table) -> Iterator[Any]:
        m = self.kit.measures
        size = m.size * 0.94
        align = self._aligned(block)
        told = _bold_head(block.rows)
        natural = [[_natural(self.kit, cell, size) for cell in row] for row in told]
        widths = _widths(natural, align, m.column)
        across = False
        if m.columns > 1:
            whole = _widths(natural, align, m.full)
            # Across all columns where it does not fit in one, or takes less paper there.
            across = whole is not None and (
                widths is None or _tall(natural, widths) > 0.95 * m.columns * _tall(natural, whole)
            )
            widths = whole if across else widths
        if widths is None:
            self.findings.add(block.line, "table-too-wide", "a table's columns do not fit beside each other", ROOM)
            return
        rows = [
            [
                # A word that goes in its column stays whole: a name in two halves is not found at a glance.
                self._cell(cell, size, align[at], index == 0, natural[index][at][0] > widths[at] - 2 * GAP)
                for at, cell in enumerate(row)
            ]
            for index, row in enumerate(told)
        ]
        grid = Grid(self.kit, rows, widths)
        grid.span = across
        grid.line = block.line
        yield grid

    def _cell(self, runs: Runs, size: float, align: str, head: bool, parted: bool) -> Any:
        alignment = {"left": 0, "center": 1, "right": 2}[align]
        font = self.kit.faces.bold if head else self.kit.faces.regular
        hyphens = {"name": "parted cell"} if parted else {"name": "cell", "hyphenationLang": ""}
        style = self.kit.style(fontSize=size, leading=size * 1.24, alignment=alignment, fontName=font.name, **hyphens)
        return self.kit.texts.text(self.kit.markup(runs, font), style)

    @staticmethod
    def _aligned(block: model.Table) -> list[str]:
        """How each column stands: as the text says; else short figures in the middle."""
        result = []
        for at, said in enumerate(block.align):
            cells = [plain(row[at]).strip() for row in block.rows[1:]]
            figures = [cell for cell in cells if cell]
            short = bool(figures) and all(len(cell) <= 7 for cell in figures)
            short = short and any(any(char.isdigit() for char in cell) for cell in figures)
            result.append(said or ("center" if short and at else "left"))
        return result


def _first(item: model.Item) -> Runs:
    first = item.blocks[0] if item.blocks else None
    return first.runs if isinstance(first, model.Prose) else ()


def _bold_head(rows: Sequence[tuple[Runs, ...]]) -> list[tuple[Runs, ...]]:
    head = tuple(tuple(run._replace(bold=True) for run in cell) for cell in rows[0])
    return [head, *rows[1:]]


def _natural(kit: Kit, cell: Runs, size: float) -> tuple[float, float]:
    """A cell's longest word, and the cell on one line, in pt."""
    whole = longest = word = 0.0
    for run in cell:
        font = kit.faces.style(run.bold, run.italic)
        text = bound(run.text, kit.language)
        for index, part in enumerate(text.split(" ")):
            if index:
                whole += font.width(" ")
                word = 0.0
            word += font.width(part)
            whole += font.width(part)
            longest = max(longest, word)
    return longest * size / 1000.0, whole * size / 1000.0


def _widths(natural: Sequence[Sequence[tuple[float, float]]], align: Sequence[str], room: float) -> list[float] | None:
    """Column widths for a table as wide as ``room``; None where the words do not go beside each other."""
    edge = 2 * GAP + 0.6
    columns = list(zip(*natural, strict=True))
    least = [max(LEAST_COLUMN, *(word for word, _ in column)) + edge for column in columns]
    least = [min(width, 0.5 * room) if len(columns) < 3 else width for width in least]
    most = [max(w, *(whole + edge for _, whole in column)) for w, column in zip(least, columns, strict=True)]
    figures = [at for at, how in enumerate(align) if how == "center"]
    if len(figures) > 1:  # columns of figures are equally wide; their heads may break
        same = max(max(columns[at][0][0], columns[at][0][1] / 2, *(w for _, w in columns[at][1:])) for at in figures)
        same += edge
        if sum(least) + sum(same - least[at] for at in figures) <= room:
            for at in figures:
                least[at] = most[at] = same
    if sum(least) > room:
        least = [max(word for word, _ in column) + edge for column in columns]
        if sum(least) > room:
            return None
        most = [max(w, *(whole + edge for _, whole in column)) for w, column in zip(least, columns, strict=True)]
    over = room - sum(most)
    if over >= 0:
        return [width + over / len(most) for width in most]
    return _levelled(least, most, room)


def _tall(natural: Sequence[Sequence[tuple[float, float]]], widths: Sequence[float]) -> float:
    """About how many lines a table has, the room between its rows counted."""
    edge = 2 * GAP
    return sum(
        max(
            math.ceil(1.06 * whole / (width - edge)) if whole > width - edge else 1.0
            for (_, whole), width in zip(row, widths, strict=True)
        )
        + 0.7
        for row in natural
    )


def _levelled(least: Sequence[float], most: Sequence[float], room: float) -> list[float]:
    """What is short has the width it wants; the columns that have to break share the rest evenly."""
    low, high = 0.0, room
    for _ in range(30):
        level = (low + high) / 2
        widths = [max(small, min(large, level)) for small, large in zip(least, most, strict=True)]
        low, high = (level, high) if sum(widths) <= room else (low, level)
    widths = [max(small, min(large, low)) for small, large in zip(least, most, strict=True)]
    over = room - sum(widths)
    return [width + (over if width == max(widths) else 0.0) / widths.count(max(widths)) for width in widths]
