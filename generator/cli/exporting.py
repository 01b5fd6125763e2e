"""What leaves for a print shop or a virtual table: ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from generator import limits
from generator.cli.console import Voice, show_problems
from generator.cli.options import lang_option, out_option, quiet_option, root_option, run
from generator.problem import did_you_mean, visible

if TYPE_CHECKING:
    from generator.build.tabletop import Tabletop

TABLETOP = "tts"


class Target(click.ParamType[str]):
    """A name of the table of targets, which is read when it is asked for."""

    name = "target"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from generator.build.exports import targets

        names = (*targets(), TABLETOP)
        if value not in names:
            self.fail(f"there is no '{value}': {did_you_mean(str(value), names)}", param, ctx)
        return str(value)


class Address(click.ParamType[str]):
    """A web address below which files lie; with a slash at its end."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        try:
            parts = urlsplit(text)
            known = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            known = False
        if not known or parts.query or parts.fragment or "@" in parts.netloc:
            self.fail(f"'{visible(text)}' is no address such as https://example.org/duel/", param, ctx)
        if not text.isascii() or any(char.isspace() or not char.isprintable() or char in '"<>\\^`{|}' for char in text):
            self.fail(
                f"'{visible(text)}' holds a character that no address may; write it as %20 and the like", param, ctx
            )
        return text if text.endswith("/") else f"{text}/"


@click.command(short_help="Make files for a print shop or a virtual table.")
@click.argument("games", nargs=-1)
@click.option(
    "--to", required=True, type=Target(), metavar="TARGET",
    help="gamecrafter, makeplayingcards, drivethrucards, tts (Tabletop Simulator), or png: pictures of every face.",
)  # fmt: skip
@click.option("--check", is_flag=True, help="Only look whether all is as the print shop wants it; write nothing.")
@click.option(
    "--dpi", type=click.IntRange(limits.EXPORT_DPI_LEAST, limits.EXPORT_DPI), default=None,
    help="Dots per inch of --to png; 300 if it is not said.",
)  # fmt: skip
@click.option("--trim", is_flag=True, help="Of --to png: without the bleed.")
@click.option("--url", type=Address(), default=None, metavar="BASE", help="Of --to tts: where the pictures will lie.")
@click.option("--local", is_flag=True, help="Of --to tts: the pictures stay here, and only this computer sees them.")
@lang_option
@out_option
@root_option
@quiet_option
def export(
    games: tuple[str, ...], to: str, check: bool, dpi: int | None, trim: bool, url: str | None, local: bool,
    languages: tuple[str, ...], out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Make the files that a print shop takes: pictures of every face, or a document a deck."""
    from generator.build import Project
    from generator.build.exports import ExportOrder, export_games

    if to != "png" and (dpi is not None or trim):
        raise click.UsageError("--dpi and --trim go with --to png; a print shop says its own")
    if to == TABLETOP:
        _tabletop(games, languages, out, root, quiet, _base(url, local, check))
        return
    if url is not None or local:
        raise click.UsageError(f"--url and --local go with --to {TABLETOP}")
    voice = Voice(quiet)

    def action() -> None:
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


def _base(url: str | None, local: bool, check: bool) -> str:
    """The address of the pictures, '' for this computer."""
    if check:
        raise click.UsageError(f"--check goes with print shops, not with --to {TABLETOP}")
    if (url is not None) == local:
        raise click.UsageError(
            f"--to {TABLETOP} needs one of two: --url https://example.org/duel/, the address to which you will upload "
            "the pictures, so that all players see them; or --local, pictures in this folder, for this computer alone"
        )
    return url or ""


def _tabletop(games: tuple[str, ...], languages: tuple[str, ...], out: Path, root: Path, quiet: bool, url: str) -> None:
    """Tabletop Simulator: pictures, and the saved object that shows them."""
    from generator.build import Project
    from generator.build.tabletop import TabletopOrder, export_tabletop

    voice = Voice(quiet)

    def action() -> None:
        order = TabletopOrder(games=games, languages=languages, out=out, url=url)
        try:
            tables = export_tabletop(order, Project(root=root), voice.step)
        finally:
            voice.done()
        for table in tables if not quiet else ():
            click.echo(visible(_table_told(table, url)))

    run(action)


def _table_told(table: Tabletop, url: str) -> str:
    where = f"upload them to {url}" if url else "they are read from here, by this computer alone"
    things = f"{table.objects} thing{'s' if table.objects != 1 else ''} on the table"
    told = f"{table.folder.as_posix()}: {things}, {table.pictures} pictures; {where}"
    return told + ("; dice are ordinary ones, not the paper ones" if table.plain_dice else "")
