"""Straight cuts: how many a sheet takes, and in which order, so that each goes from edge to edge of what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.geometry import Box
from generator.imposition.model import Sheet
from generator.imposition.tile import OVERLAP_MM

_NEAR = 0.01  # mm: two edges that one cut makes


class Step(NamedTuple):
    """Cuts of one kind. ``what`` is cut: 0 the sheet, 1 its strips, 2 pieces of strips. ``across``: from left to right,
    at distances from the top; else from top to bottom, at distances from the left. ``times``: on how many pieces."""

    what: int
    across: bool
    at: tuple[float, ...]
    times: int

    @property
    def cuts(self) -> int:
        return len(self.at) * self.times


def outlines(sheet: Sheet) -> tuple[tuple[Box, float], ...]:
    """What is cut out of a sheet's front, and the radius of its corners: each trim; of a board in parts this part, from
    its own edges or joins to the ends of its tabs.
    """
    front = sheet.front
    if not sheet.tile:
        return tuple((placement.box, placement.corner) for placement in front.placements if not placement.back)
    board, part = front.placements[0].box, front.trims
    x = part.x if board.x >= part.x - _NEAR else part.x + OVERLAP_MM / 2
    y = part.y if board.y >= part.y - _NEAR else part.y + OVERLAP_MM / 2
    return ((Box(x, y, part.right - x, part.bottom - y), 0.0),)


def cut_plan(sheet: Sheet) -> tuple[Step, ...]:
    """The steps that part all trims of a sheet's front, those alike together; of the two ways the one with fewer cuts.

    Empty where straight cuts do not do it.
    """
    boxes = [box for box, _ in outlines(sheet)]
    whole = Box(0.0, 0.0, sheet.paper.width, sheet.paper.height)
    plans = [_merged(steps) for across in (True, False) if (steps := _steps(boxes, whole, across, 0)) is not None]
    return min(plans, key=lambda steps: sum(step.cuts for step in steps), default=())


def _steps(boxes: Sequence[Box], region: Box, across: bool, what: int, *, stuck: bool = False) -> list[Step] | None:
    """Cuts of a region one way, then of its strips the other way; None where a trim stands in every way."""
    low, high = _edges(region, across)
    lines = [line for line in _lines(boxes, across) if low + _NEAR < line < high - _NEAR]
    if not lines:
        if stuck:
            return [] if len(boxes) == 1 else None
        return _steps(boxes, region, not across, what, stuck=True)
    steps = [Step(what, across, tuple(lines), 1)]
    for start, end in zip([low, *lines], [*lines, high], strict=True):
        inside = [
            box for box in boxes if start - _NEAR <= _edges(box, across)[0] and _edges(box, across)[1] <= end + _NEAR
        ]
        if inside:
            strip = (
                region._replace(y=start, height=end - start) if across else region._replace(x=start, width=end - start)
            )
            further = _steps(inside, strip, not across, what + 1)
            if further is None:
                return None
            steps += further
    return steps


def _lines(boxes: Sequence[Box], across: bool) -> list[float]:
    """Edges of trims that no trim stands in the way of, in order."""
    found: list[float] = []
    for edge in sorted(edge for box in boxes for edge in _edges(box, across)):
        free = all(not low + _NEAR < edge < high - _NEAR for low, high in (_edges(box, across) for box in boxes))
        if free and not _has(found, edge):
            found.append(edge)
    return found


def _edges(box: Box, across: bool) -> tuple[float, float]:
    return (box.y, box.bottom) if across else (box.x, box.right)


def _has(lines: Sequence[float], edge: float) -> bool:
    return any(abs(line - edge) <= _NEAR for line in lines)


def _merged(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Equal cuts of several strips are one step, done as often."""
    counted: dict[tuple[int, bool, tuple[float, ...]], int] = {}
    for step in steps:
        key = (step.what, step.across, tuple(round(at, 2) for at in step.at))
        counted[key] = counted.get(key, 0) + 1
    ordered = sorted(counted.items(), key=lambda item: item[0][0])
    return tuple(Step(what, across, at, times) for (what, across, at), times in ordered)
