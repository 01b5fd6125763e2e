"""What estimates: ``ink``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from generator.cli.console import Voice
from generator.cli.options import lang_option, paper_option, root_option, run
from generator.problem import visible


@click.command(short_help="Estimate ink and sheets: full, low and grey.")
@click.argument("games", nargs=-1)
@lang_option
@paper_option
@root_option
def ink(games: tuple[str, ...], languages: tuple[str, ...], paper: str, root: Path) -> None:
    """Estimate what games take of ink and sheets: in full, with low ink, in grey. Writes nothing."""
    from generator import build as steps

    voice = Voice(False)

    def action() -> None:
        spec = steps.sheet_spec(paper, None, "long")
        found = steps.estimates(steps.Project(root=root), games, languages, spec, voice.step)
        try:
            estimates = list(found)
        finally:
            voice.done()
        for estimate in estimates:
            print_estimate(estimate, steps.INKS)
        click.echo("mean of the printed sides in % of the paper: cyan, magenta, yellow and black added up")

    run(action)


def print_estimate(estimate: Any, inks: tuple[str, ...]) -> None:
    """A game's files, and all of them together as A4 pages that are covered with one ink from edge to edge."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(
        title=Text(f"{estimate.game} {estimate.language}"), box=None, pad_edge=False, title_justify="left",
        show_footer=True,
    )  # fmt: skip
    sheets = sum(file.sheets for file in estimate.files["full"].values())
    grid.add_column(Text("file"), footer=Text("equal to A4 pages of solid colour"))
    grid.add_column(Text("sheets"), footer=Text(str(sheets)), justify="right")
    for name in inks:
        full = f"{estimate.full(name):.1f}" if name in estimate.files else "–"
        grid.add_column(Text(name), footer=Text(f"{full}  "), justify="right")
    for name, file in estimate.files["full"].items():
        cells = [f"{100 * estimate.files[key][name].inks:.1f} %" if key in estimate.files else "–  " for key in inks]
        grid.add_row(*(Text(visible(cell)) for cell in (name, str(file.sheets), *cells)))
    wide = None if sys.stdout.isatty() else 160
    Console(highlight=False, width=wide).print(grid)
    for key, problems in estimate.missing.items():
        for problem in problems:
            click.echo(visible(f"{key}: {problem.message}; {problem.hint}"))
    click.echo("")
