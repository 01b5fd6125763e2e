"""Options that several commands share, and how a command begins and ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli.console import Length, show_problems
from generator.geometry import PAPERS
from generator.problem import Problem, SourceError

root_option = click.option(
    "--root", type=click.Path(path_type=Path, file_okay=False, exists=True), default=Path("."), show_default=True,
    help="The folder that holds cards/, templates/ and fonts/.",
)  # fmt: skip
lang_option = click.option("--lang", "languages", multiple=True, metavar="LANG", help="Only this language; repeatable.")
out_option = click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=Path("build"), show_default=True,
    help="Where the files go: OUT/<game>/<lang>/.",
)  # fmt: skip
paper_option = click.option(
    "--paper", default="a4", show_default=True, metavar="PAPER", help=f"One of {', '.join(PAPERS)}."
)  # fmt: skip
bleed_option = click.option(
    "--bleed", type=Length(), default=None, metavar="LENGTH",
    help="Separate cuts with this bleed, such as 3mm; without it neighbours share a cut.",
)  # fmt: skip
flip_option = click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True,
    help="The edge about which the printer turns the sheet.",
)  # fmt: skip
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Say nothing but problems.")


def run(action: Callable[[], None]) -> None:
    """Run an action; problems are shown and end in exit code 1."""
    try:
        action()
    except SourceError as error:
        show_problems(error.problems)
        sys.exit(1)


def finish(problems: Sequence[Problem]) -> None:
    """Raise where there are errors; show warnings where there are only those."""
    if any(problem.severity == "error" for problem in problems):
        raise SourceError(problems)
    if problems:
        show_problems(problems)


def summary(edition: Any, out: Path, spec: Any) -> str:
    """What was written, how many sheets to print, and how."""
    folder = out / edition.game / edition.language
    lines = [f"{folder.as_posix()}: {', '.join(edition.files)}"]
    for part in edition.printed:
        side = f"both sides, flip on the {spec.flip.value} edge" if part.two_sided else "one side"
        pieces = f"{part.pieces} piece{'s' if part.pieces != 1 else ''}"
        sheets = f"{part.sheets} sheet{'s' if part.sheets != 1 else ''} of {part.paper or spec.paper_name}"
        lines.append(f"  print {part.file}: {pieces} on {sheets}, at 100 %, {side}")
    return "\n".join(lines)
