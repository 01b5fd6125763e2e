"""What leaves for a print shop or a virtual table: ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator import limits
from generator.cli.console import Voice, show_problems
from generator.cli.options import lang_option, out_option, quiet_option, root_option, run
from generator.problem import did_you_mean, visible


class Target(click.ParamType[str]):
    """A name of the table of targets, which is read when it is asked for."""

    name = "target"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from generator.build.exports import targets

        if value not in targets():
            self.fail(f"there is no '{value}': {did_you_mean(str(value), targets())}", param, ctx)
        return str(value)


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--to", required=True, type=Target(), metavar="TARGET",
    help="gamecrafter, makeplayingcards, drivethrucards, or png: pictures of every face.",
)  # fmt: skip
@click.option("--check", is_flag=True, help="Only look whether all is as the print shop wants it; write nothing.")
@click.option(
    "--dpi", type=click.IntRange(limits.EXPORT_DPI_LEAST, limits.EXPORT_DPI), default=None,
    help="Dots per inch of --to png; 300 if it is not said.",
)  # fmt: skip
@click.option("--trim", is_flag=True, help="Of --to png: without the bleed.")
@lang_option
@out_option
@root_option
@quiet_option
def export(
    games: tuple[str, ...], to: str, check: bool, dpi: int | None, trim: bool, languages: tuple[str, ...],
    out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Make the files that a print shop takes: pictures of every face, or a document a deck."""
    from generator.build import Project
    from generator.build.exports import ExportOrder, export_games

    if to != "png" and (dpi is not None or trim):
        raise click.UsageError("--dpi and --trim go with --to png; a print shop says its own")
    voice = Voice(quiet)

    def action() -> None:
        # A target that is no print shop has its own function, chosen here by its name.
        order = ExportOrder(games=games, languages=languages, to=to, out=out, check=check, dpi=dpi, trim=trim)
        try:
            exports = export_games(order, Project(root=root), voice.step)
        finally:
            voice.done()
        warnings = [problem for made in exports for problem in made.problems]
        if not quiet:
            for made in exports:
                click.echo(visible(made.summary))
                for line in made.left_out:
                    click.echo(visible(f"  left out: {line}"))
        if warnings:
            show_problems(warnings)

    run(action)
