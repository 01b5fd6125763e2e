"""What prints: ``pdf``, ``watch``, ``changes``."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import click

from generator.cli.console import Voice, show_problems
from generator.cli.options import (
    ink_option,
    lang_option,
    out_option,
    quiet_option,
    root_option,
    run,
    sheet_options,
    summary,
)
from generator.problem import SourceError, visible


@click.command()
@click.argument("games", nargs=-1)
@lang_option
@sheet_options
@ink_option
@click.option(
    "--only", multiple=True, metavar="FILE", help="Only this file, such as cards.pdf; repeatable.",
)  # fmt: skip
@click.option("--booklet", is_flag=True, help="Also booklet.pdf: the rules as folded pages, flipped on the short edge.")
@click.option("--cut-plan", is_flag=True, help="Also say how many straight cuts each sheet takes, and in which order.")
@out_option
@root_option
@quiet_option
def pdf(
    games: tuple[str, ...], languages: tuple[str, ...], ink: str, only: tuple[str, ...], booklet: bool,
    cut_plan: bool, out: Path, root: Path, quiet: bool, **sheet: Any,
) -> None:  # fmt: skip
    """Print games to PDF: all of them, or those named."""
    from generator import build as steps

    voice = Voice(quiet)

    def action() -> None:
        unknown = [name for name in only if name not in steps.FILES]
        if unknown:
            raise click.UsageError(f"--only: there is no file '{unknown[0]}'; there are {', '.join(steps.FILES)}")
        spec = steps.sheet_spec(**sheet)
        order = steps.Order(
            games=games,
            languages=languages,
            spec=spec,
            out=out,
            only=only or (steps.DEFAULT + (("booklet.pdf",) if booklet else ())),
            printer=sheet["printer"],
            ink=ink,
        )
        try:
            editions = steps.build(order, steps.Project(root=root), voice.step)
        finally:
            voice.done()
        if not quiet:
            for edition in editions:
                click.echo(summary(edition, out, spec, cuts=cut_plan))

    run(action)


@click.command(short_help="Print games again whenever a file is saved.")
@click.argument("games", nargs=-1)
@lang_option
@sheet_options
@ink_option
@out_option
@root_option
@quiet_option
def watch(
    games: tuple[str, ...], languages: tuple[str, ...], ink: str, out: Path, root: Path, quiet: bool, **sheet: Any
) -> None:  # fmt: skip
    """Print games, and print each again whenever one of its files is saved; Ctrl+C ends it."""
    from threading import Event

    from generator import build as steps

    def action() -> None:
        project = steps.Project(root=root)
        spec = steps.sheet_spec(**sheet)
        order = steps.Order(games=games, languages=languages, spec=spec, out=out, printer=sheet["printer"], ink=ink)
        for game in games:
            project.game(game)

        def again(order: steps.Order) -> None:
            try:
                editions = steps.build(order, project, lambda _: None)
            except SourceError as error:
                show_problems(error.problems)
                click.echo("waiting for the next change; the files are those of before", err=True)
                return
            if not quiet:
                for edition in editions:
                    click.echo(summary(edition, out, order.spec))
            gc.collect()  # this one lives on, and now it has time

        steps.watch(order, project, Event(), again)

    run(action)


@click.command(short_help="Print what changed, and say what leaves the box.")
@click.argument("game")
@click.option("--since", required=True, metavar="REF", help="A revision of git, or the path of a saved manifest.json.")
@lang_option
@sheet_options
@ink_option
@out_option
@root_option
@quiet_option
def changes(
    game: str, since: str, languages: tuple[str, ...], ink: str, out: Path, root: Path, quiet: bool, **sheet: Any
) -> None:  # fmt: skip
    """Print only what changed since REF, and say what to take out of the box."""
    from generator import build as steps

    voice = Voice(quiet)

    def action() -> None:
        spec = steps.sheet_spec(**sheet)
        order = steps.Order(games=(game,), languages=languages, spec=spec, out=out, printer=sheet["printer"], ink=ink)
        try:
            found = steps.changes(order, since, steps.Project(root=root), voice.step)
        finally:
            voice.done()
        for change in found if not quiet else ():
            name = f"{change.game} {change.language}"
            if change.edition is None:
                click.echo(visible(f"{name}: nothing changed since {since}"))
                continue
            click.echo(visible(f"{name}: changed since {since}:"))
            for line in change.found:
                click.echo(visible(f"  {line}"))
            click.echo(summary(change.edition, out, spec))

    run(action)
