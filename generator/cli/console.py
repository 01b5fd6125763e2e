"""What the commands share: values on the command line, progress, problems on standard error."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from generator import limits
from generator.geometry import parse_length
from generator.problem import Problem, visible


class Length(click.ParamType[float]):
    """A length with its unit."""

    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            length = parse_length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if not 0 <= length <= limits.BLEED_MM:
            self.fail(f"{value} is not between 0 and {limits.BLEED_MM:g} mm", param, ctx)
        return length


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
