"""What the commands share: values on the command line, progress, problems on standard error."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from generator import limits
from generator.geometry import parse_length
from generator.problem import Problem, visible


class Length(click.ParamType[float]):
    """A length with its unit, within bounds in mm."""

    name = "length"

    def __init__(self, low: float = 0.0, high: float = limits.BLEED_MM) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            length = parse_length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if not self.low <= length <= self.high:
            self.fail(f"{value} is not between {self.low:g} and {self.high:g} mm", param, ctx)
        return length


class Degrees(click.ParamType[float]):
    """A number of degrees, clockwise, within bounds to either side."""

    name = "degrees"

    def __init__(self, most: float) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        if not re.fullmatch(r"[-+\u2212]?\d{1,3}(\.\d{1,6})?", value, re.ASCII):
            self.fail(f"'{value}' is not a number of degrees, such as 0.3", param, ctx)
        degrees = float(value.replace("\u2212", "-"))
        if abs(degrees) > self.most:
            self.fail(f"{value} is not between {-self.most:g} and {self.most:g} degrees", param, ctx)
        return degrees


class Margin(click.ParamType[tuple[float, float]]):
    """One length, or two: at the sides, and at top and bottom."""

    name = "margin"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        parts = str(value).split("x")
        unit = str(value)[-2:]
        try:
            found = [parse_length(part if part.strip()[-1:].isalpha() else part + unit) for part in parts]
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if len(found) > 2 or not all(0 <= length <= limits.MARGIN_MM for length in found):
            self.fail(f"'{value}' is not one or two lengths of 0 to {limits.MARGIN_MM:g} mm: 5mm, 5x12mm", param, ctx)
        return found[0], found[-1]


class Lines(click.ParamType[tuple[int, int]]):
    """The first and the last line of a stretch."""

    name = "lines"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        first, _, last = str(value).partition("-")
        if not (first.isdecimal() and last.isdecimal() and len(value) < 20 and 0 < int(first) <= int(last)):
            self.fail(f"'{value}' is not two line numbers, such as 122-249", param, ctx)
        return int(first), int(last)


class Voice:
    """Says what is being done: a line with a spinner where a person watches, plain lines where nobody does."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.live = not quiet and sys.stderr.isatty()
        self._status: Any = None

    def step(self, text: str) -> None:
        """A step was done."""
        if self.quiet:
            return
        if self.live:
            if self._status is None:
                from rich.console import Console

                self._status = Console(stderr=True).status("", spinner="line")
                self._status.start()
            from rich.text import Text

            self._status.update(Text(visible(text)))
        else:
            click.echo(visible(text), err=True)

    def done(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None


def show_problems(problems: Sequence[Problem]) -> None:
    """Problems on standard error, and their number. One slip in a layout is told once, however many cards it hits."""
    same: dict[tuple[object, ...], list[Problem]] = {}
    for problem in problems:
        key = (problem.where, problem.code, problem.message, problem.severity)
        same.setdefault(key, []).append(problem)
    for first, *others in same.values():
        click.echo(str(first), err=True)
        if others:
            click.echo(f"  and {len(others)} more like it", err=True)
    errors = sum(group[0].severity == "error" for group in same.values())
    counts = ((errors, "error"), (len(same) - errors, "warning"))
    click.echo(", ".join(f"{n} {word}{'s' if n > 1 else ''}" for n, word in counts if n), err=True)
