"""Boards, slots and dice: spaces numbered without a gap, room for what lies there, results that a die can show."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import floor

from generator.catalogue import Range
from generator.rules.arithmetic.model import Params, called, place_of, sources
from generator.rules.values import Valued

_NET = 6
_SPACES = 10_000


def spaces(params: Params) -> None:
    """``space-count``, ``space-gap``, ``space-missing``, ``space-double``, ``space-corner``."""
    count, of_count = params.number("spaces")
    if params.has("sides"):
        sides = params.plain_numbers("sides")
        total = sum(value for value, _ in sides)
        if total != count:
            message = f"the sides make {_sum(sides)} = {total} spaces, not {count}"
            params.say("space-count", message, sources(of_count), place_of(sides[0][1], params.where))
        if params.has("corners"):
            _corners(params, sides)
    if params.has("numbers"):
        _numbered(params, floor(count))
    for name in ("named", "corners"):
        if params.has(name):
            _named(params, name, count)
    params.fact(f"{count} spaces")


def _corners(params: Params, sides: list[tuple[int | Fraction, Valued]]) -> None:
    """A corner is where a side begins."""
    begins = [1 + before for before in accumulate((value for value, _ in sides[:-1]), initial=0)]
    corners = params.plain_numbers("corners")
    for (value, valued), begin in zip(corners, begins, strict=False):
        if value != begin:
            message = f"a corner is said to be {value}; a side begins at {begin}"
            params.say("space-corner", message, f"sides of {_sum(sides)}", place_of(valued, params.where))
            return
    if len(corners) != len(begins):
        params.say("space-corner", f"{len(begins)} sides meet in {len(begins)} corners, not {len(corners)}")


def _numbered(params: Params, count: int) -> None:
    """The numbers that are printed run from 1 to the last."""
    read = params.plain_numbers("numbers")
    seen = Counter(floor(value) for value, _ in read)
    last = {floor(value): valued for value, valued in read}
    missing = [n for n in range(1, min(count, _SPACES) + 1) if n not in seen]
    double = sorted(n for n, times in seen.items() if times > 1)
    beyond = sorted(n for n in seen if not 1 <= n <= count)
    if missing:
        params.say("space-gap", f"no space has the number {_list(missing)}", where=params.place("numbers"))
    if double:
        where = place_of(last[double[0]], params.place("numbers"))
        params.say("space-double", f"two spaces have the number {_list(double)}", where=where)
    if beyond:
        params.say("space-missing", f"{_list(beyond)} lies beyond the last space, {count}")


def _named(params: Params, name: str, count: int | Fraction) -> None:
    """Every space that is named is there, once in its list."""
    values = params.plain_numbers(name)
    seen: set[int | Fraction] = set()
    for value, valued in values:
        where = place_of(valued, params.where)
        if not 1 <= value <= count or Fraction(value).denominator != 1:
            params.say("space-missing", f"{called(valued)} is space {value}; they run from 1 to {count}", where=where)
        if value in seen and name == "corners":
            params.say("space-double", f"{called(valued)} names space {value} again", where=where)
        seen.add(value)


def slots(params: Params) -> None:
    """``slot-small``, ``slot-few``: what lies in a slot is no larger than it, and there are enough of them."""
    if params.has("slot"):
        sizes = params.plain_numbers("slot")
        if len(sizes) != 2:
            params.say("slot-small", "a slot has a width and a height", "slot: [board.slot_width, board.slot_height]")
            return
        (width, of_width), (height, of_height) = sizes
        air = params.number("air")[0] if params.has("air") else 0
        turned = params.has("turned") and params.word("turned", ("yes", "no")) == "yes"
        for component in params.members("holds"):
            trim = component.build.trim
            ways = [(trim.width, trim.height), (trim.height, trim.width)][: 2 if turned else 1]
            if not any(w + 2 * air <= width and h + 2 * air <= height for w, h in ways):
                room = f" with {air} mm of air" if air else ""
                message = f"{component.id} is {trim}{room}; its slot is {width} × {height} mm"
                where = place_of(of_width, params.where)
                params.say("slot-small", message, sources(of_width, of_height), where)
                return
        params.fact(f"a slot of {width} × {height} mm holds {len(params.members('holds'))} designs")
    if params.has("slots"):
        there, of_there = params.number("slots")
        lies, of_lies = params.number("lies") if params.has("lies") else (0, Valued(0))
        if lies > there:
            message = f"{lies} lie in {there} slots"
            params.say("slot-few", message, sources(of_lies, of_there), place_of(of_there, params.where))
        else:
            params.fact(f"{there} slots hold {lies}")


def dice(params: Params) -> None:
    """``die-beyond``, ``die-net``: results lie within the die; a paper die has each face once, opposite ones sum up."""
    faces, of_faces = params.number("die")
    count = params.number("dice")[0] if params.has("dice") else 1
    for valued in params.numbers("results") if params.has("results") else []:
        value = valued.value
        low, high = (value.low, value.high) if isinstance(value, Range) else (value, value)
        if low < count or high > faces * count:
            limits = f"{count} to {faces * count}"
            message = f"{called(valued)} is {value}; {count} × d{faces} can show {limits}"
            params.say("die-beyond", message, sources(of_faces), place_of(valued, params.where))
    if params.has("net"):
        _net(params, floor(faces))
    params.fact(f"{count} × d{faces}")


def _net(params: Params, faces: int) -> None:
    """Six faces: a row of four, then the ones above and below its second."""
    read = params.plain_numbers("net")
    values = [floor(value) for value, _ in read]
    where = place_of(read[0][1], params.where)
    if faces != _NET or sorted(values) != list(range(1, _NET + 1)):
        params.say(
            "die-net", f"the net shows {_list(values)}; a die of {_NET} shows 1 to {_NET}, each once", where=where
        )
        return
    pairs = [(values[0], values[2]), (values[1], values[3]), (values[4], values[5])]
    wrong = [pair for pair in pairs if sum(pair) != _NET + 1]
    if wrong:
        first, second = wrong[0]
        params.say("die-net", f"{first} and {second} lie opposite; opposite faces sum to {_NET + 1}", where=where)


def _sum(values: list[tuple[int | Fraction, Valued]]) -> str:
    return " + ".join(str(value) for value, _ in values[:12])


def _list(values: list[int]) -> str:
    return ", ".join(str(value) for value in values[:8]) + (", …" if len(values) > 8 else "")
