"""Flowables → pages: columns filled from the top, headings kept with what follows, the last columns made even."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.rulebook.kit import Measures

EPS = 1e-3
FEATHER = 40.0  # pt: what a full column lacks at its foot is spread over its gaps, if it is no more than this


class Placed(NamedTuple):
    """A flowable on a page: ``x`` from the left of the text, ``top`` from its top."""

    flowable: Any
    x: float
    top: float
    height: float


@dataclass(slots=True)
class Page:
    """What stands on a page, and how much of it is taken."""

    placed: list[Placed] = field(default_factory=list)
    used: float = 0.0


class Column(NamedTuple):
    """A column that was filled: flowables with their tops and heights, what is left over, the height that is taken."""

    placed: list[tuple[Any, float, float]]
    rest: list[Any]
    used: float


def take(flow: Sequence[Any], width: float, room: float) -> Column:
    """As much of ``flow`` as goes into a column. A heading never stays behind, nor a line alone."""
    placed: list[tuple[Any, float, float]] = []
    bottom = after = 0.0
    for index, flowable in enumerate(flow):
        top = bottom + max(after, flowable.getSpaceBefore()) if placed else 0.0
        height = flowable.wrap(width, room)[1]
        if top + height <= room + EPS:
            placed.append((flowable, top, height))
            bottom, after = top + height, flowable.getSpaceAfter()
            continue
        parts = flowable.split(width, room - top) if room - top > 0 else []
        if len(parts) > 1:
            height = parts[0].wrap(width, room)[1]
            placed.append((parts[0], top, height))
            return Column(placed, [*parts[1:], *flow[index + 1 :]], top + height)
        while placed and placed[-1][0].getKeepWithNext():
            placed.pop()
            index -= 1
        used = placed[-1][1] + placed[-1][2] if placed else 0.0
        return Column(placed, list(flow[index:]), used)
    return Column(placed, [], bottom)


class Filler:
    """Fills pages with flowables in their order. Those marked ``span`` go across all columns."""

    def __init__(self, measures: Measures) -> None:
        self.measures = measures
        self.pages: list[Page] = [Page()]
        self.gap = 0.0
        self.too_tall: list[Any] = []

    def page(self) -> None:
        """Go on with a new page, unless this one is empty."""
        if self.pages[-1].placed:
            self.pages.append(Page())
        self.gap = 0.0

    def add(self, story: Sequence[Any]) -> None:
        """Set a story; what spans interrupts the columns."""
        at = 0
        while at < len(story):
            end = at
            while end < len(story) and bool(getattr(story[end], "span", False)) == self._spans(story[at]):
                end += 1
            group = list(story[at:end])
            if self._spans(story[at]):
                self._across(group)
            else:
                carried: list[Any] = []
                while end < len(story) and group and group[-1].getKeepWithNext():
                    carried.insert(0, group.pop())
                self._flow(group)
                if carried:  # a heading of what spans goes across as well
                    spanning = [story[end]]
                    self._across([*carried, *spanning])
                    end += 1
            at = end

    @staticmethod
    def _spans(flowable: Any) -> bool:
        return bool(getattr(flowable, "span", False))

    def _across(self, flow: list[Any]) -> None:
        width = self.measures.full
        while flow:
            page = self.pages[-1]
            before = max(self.gap, flow[0].getSpaceBefore()) if page.placed else 0.0
            column = take(flow, width, self.measures.room - page.used - before)
            if not column.placed:
                if page.placed:
                    self.page()
                    continue
                column = self._forced(flow, width)
            page.placed += [Placed(item, 0.0, page.used + before + top, h) for item, top, h in column.placed]
            page.used += before + column.used
            self.gap = column.placed[-1][0].getSpaceAfter()
            flow = column.rest
            if flow:
                self.page()

    def _flow(self, flow: list[Any]) -> None:
        while flow:
            page = self.pages[-1]
            before = max(self.gap, flow[0].getSpaceBefore(), self.measures.leading) if page.placed else 0.0
            room = self.measures.room - page.used - before
            columns = even(flow, self.measures.column, self.measures.columns, room)
            if columns is not None:
                self._put(columns, before)
                self.gap = max(c.placed[-1][0].getSpaceAfter() for c in columns if c.placed)
                return
            columns = columns_of(flow, self.measures.column, self.measures.columns, room)
            if not columns[0].placed:
                if page.placed:
                    self.page()
                    continue
                columns = [self._forced(flow, self.measures.column)]
            flow = columns[-1].rest
            self._put([_feathered(column, room) for column in columns], before)
            self.page()

    def _forced(self, flow: list[Any], width: float) -> Column:
        """The first flowable although it is taller than a page: a finding, but the book goes on."""
        self.too_tall.append(flow[0])
        return Column([(flow[0], 0.0, self.measures.room)], flow[1:], self.measures.room)

    def _put(self, columns: Sequence[Column], before: float) -> None:
        page = self.pages[-1]
        for index, column in enumerate(columns):
            x = index * (self.measures.column + self.measures.gutter)
            page.placed += [Placed(item, x, page.used + before + top, h) for item, top, h in column.placed]
        page.used += before + max(column.used for column in columns)

    def foot(self, flowable: Any) -> None:
        """Put a flowable at the foot of the last page; of one more where that has no room."""
        height = flowable.wrap(self.measures.full, 1e6)[1]
        page = self.pages[-1]
        if page.placed and page.used + flowable.getSpaceBefore() + height > self.measures.room:
            self.page()
        self.pages[-1].placed.append(Placed(flowable, 0.0, self.measures.room - height, height))


def columns_of(flow: Sequence[Any], width: float, count: int, room: float) -> list[Column]:
    """Columns filled one after the other; what is over is the last one's rest."""
    columns: list[Column] = []
    rest = list(flow)
    for _ in range(count):
        columns.append(take(rest, width, room))
        rest = columns[-1].rest
    return columns


def even(flow: Sequence[Any], width: float, count: int, room: float) -> list[Column] | None:
    """The lowest columns that hold all of ``flow``; None where ``room`` is too little."""
    best = columns_of(flow, width, count, room)
    if best[-1].rest:
        return None
    low, high = 0.0, max(column.used for column in best)
    while high - low > 2.0:
        middle = (low + high) / 2
        columns = columns_of(flow, width, count, middle)
        if columns[-1].rest:
            low = middle
        else:
            best = columns
            high = min(middle, max(column.used for column in columns))
    return best


def _feathered(column: Column, room: float) -> Column:
    """A full column whose foot stands on the last line: what is over is spread over its gaps, by their size."""
    over = room - column.used
    tops = [top for _, top, _ in column.placed]
    bottoms = [top + height for _, top, height in column.placed]
    gaps = [below - above for above, below in zip(bottoms, tops[1:], strict=False)]
    whole = sum(gaps)
    if not column.rest or over <= 0 or over > FEATHER or over > whole * 0.6:
        return column
    shift, placed = 0.0, [column.placed[0]]
    for (item, top, height), gap in zip(column.placed[1:], gaps, strict=True):
        shift += over * gap / whole
        placed.append((item, top + shift, height))
    return Column(placed, column.rest, room)
