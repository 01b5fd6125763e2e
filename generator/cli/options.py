"""Options that several commands share, and how a command begins and ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli.console import Length, Margin, show_problems
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
    "--paper", default="a4", show_default=True, metavar="PAPER",
    help=f"One of {', '.join(PAPERS)}, or a size such as 200x280mm.",
)  # fmt: skip
ink_option = click.option(
    "--ink", type=click.Choice(["full", "low", "grey"]), default="full", show_default=True,
    help="low: line instead of fill, as the game says; grey: every colour as the grey of its lightness.",
)  # fmt: skip
_sheet_options = [
    paper_option,
    click.option(
        "--bleed", type=Length(), default=None, metavar="LENGTH",
        help="Separate cuts with this bleed, such as 3mm; without it neighbours share a cut.",
    ),
    click.option(
        "--margin", type=Margin(), default=None, metavar="LENGTH",
        help="The printer's unprintable edge, 5mm if nothing is said; 5x12mm: 5 at the sides, 12 at top and bottom.",
    ),
    click.option(
        "--backs", type=click.Choice(["duplex", "fold", "separate", "none"]), default="duplex", show_default=True,
        help="Backs on the other side, beside the fronts to be folded, in a file of their own, or none.",
    ),
    click.option(
        "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True,
        help="The edge about which the printer turns the sheet.",
    ),
    click.option(
        "--marks", type=click.Choice(["crop", "lines", "none", "cutter"]), default="crop", show_default=True,
        help="Crop marks, outlines, nothing, or marks for a cutting machine with the cut path as SVG.",
    ),
    click.option(
        "--printer", default=None, metavar="NAME",
        help="Correct what this printer does wrong: NAME as cartada calibrate --set keeps it.",
    ),
    click.option("--pack", is_flag=True, help="Several card sizes share a sheet where that saves paper."),
]  # fmt: skip


def sheet_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Everything that decides what sheets are like: the arguments of ``sheet_spec``."""
    for option in reversed(_sheet_options):
        command = option(command)
    return command


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


_HOW = {
    "duplex": "both sides, flip on the {flip} edge",
    "fold": "one side; fold at the dashed line, glue, then cut",
    "separate": "fronts first; the sheets again for the backs, turned on the {flip} edge",
    "one side": "one side",
}


def summary(edition: Any, out: Path, spec: Any, *, cuts: bool = False) -> str:
    """What was written, how many sheets to print, and how; ``cuts``: and how to cut them."""
    folder = out / edition.game / edition.language
    lines = [f"{folder.as_posix()}: {', '.join(edition.files)}"]
    for part in edition.printed:
        how = _HOW[part.how].format(flip=spec.flip.value)
        pieces = f"{part.pieces} piece{'s' if part.pieces != 1 else ''}"
        sheets = f"{part.sheets} sheet{'s' if part.sheets != 1 else ''} of {part.paper or spec.paper_name}"
        lines.append(f"  print {part.file}: {pieces} on {sheets}, at 100 %, {how}")
        lines += [f"    {note}" for note in part.notes]
        lines += [f"  {line}" for line in part.cuts] if cuts else []
    return "\n".join(lines)
