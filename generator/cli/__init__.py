"""The command line: parses, calls ``build`` and ``proof``, prints what they say. Exit 0 fine, 1 problems, 2 usage."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from generator import __version__
from generator.cli.console import Length, Lines, Voice, show_problems
from generator.geometry import PAPERS
from generator.problem import Problem, SourceError, visible

EXAMPLES = """
\b
Examples:
  cartada pdf                        every game, every language, A4
  cartada pdf letal --lang pt --paper letter
  cartada check letal                rules text against catalogue
  cartada proof letal                the written PDF read back
  cartada watch letal                printed again whenever a file is saved
  cartada changes letal --since v1   only the cards that changed
"""


def run(action: Callable[[], None]) -> None:
    """Run an action; problems are shown and end in exit code 1."""
    try:
        action()
    except SourceError as error:
        show_problems(error.problems)
        sys.exit(1)


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLES)
@click.version_option(__version__, prog_name="cartada")
def main() -> None:
    """Print-and-play from YAML: cards that agree with their rulebook and come out at the right size."""
    # Ten thousand cards are a million objects that all live to the end: collecting them in between finds nothing.
    gc.disable()


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


@main.command()
@click.argument("games", nargs=-1)
@lang_option
@paper_option
@bleed_option
@flip_option
@click.option(
    "--only", multiple=True, metavar="FILE", help="Only this file, such as cards.pdf; repeatable.",
)  # fmt: skip
@click.option("--booklet", is_flag=True, help="Also booklet.pdf: the rules as folded pages, flipped on the short edge.")
@out_option
@root_option
@quiet_option
def pdf(
    games: tuple[str, ...], languages: tuple[str, ...], paper: str, bleed: float | None, flip: str,
    only: tuple[str, ...], booklet: bool, out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Print games to PDF: all of them, or those named."""
    from generator import build as steps

    voice = Voice(quiet)

    def action() -> None:
        unknown = [name for name in only if name not in steps.FILES]
        if unknown:
            raise click.UsageError(f"--only: there is no file '{unknown[0]}'; there are {', '.join(steps.FILES)}")
        spec = steps.sheet_spec(paper, bleed, flip)
        order = steps.Order(
            games=games,
            languages=languages,
            spec=spec,
            out=out,
            only=only or (steps.DEFAULT + (("booklet.pdf",) if booklet else ())),
        )
        try:
            editions = steps.build(order, steps.Project(root=root), voice.step)
        finally:
            voice.done()
        if not quiet:
            for edition in editions:
                click.echo(summary(edition, out, spec))

    run(action)


@main.command()
@click.argument("games", nargs=-1)
@lang_option
@paper_option
@out_option
@root_option
@quiet_option
def watch(games: tuple[str, ...], languages: tuple[str, ...], paper: str, out: Path, root: Path, quiet: bool) -> None:
    """Print games, and print each again whenever one of its files is saved; Ctrl+C ends it."""
    from threading import Event

    from generator import build as steps

    gc.enable()  # this one lives on

    def action() -> None:
        project = steps.Project(root=root)
        order = steps.Order(games=games, languages=languages, spec=steps.sheet_spec(paper, None, "long"), out=out)
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

        steps.watch(order, project, Event(), again)

    run(action)


@main.command()
@click.argument("games", nargs=-1)
@lang_option
@out_option
@root_option
@quiet_option
def proof(games: tuple[str, ...], languages: tuple[str, ...], out: Path, root: Path, quiet: bool) -> None:
    """Read the written PDFs back: counts, places, sizes, backs, fonts, dots per inch."""
    from generator import build as steps

    def action() -> None:
        problems: list[Problem] = []
        for report in steps.prove_all(steps.Project(root=root), games, languages, out):
            problems += report.problems
            if not quiet:
                lie = sum(row.paper for row in report.rows)
                verdict = "agrees" if report.ok else "DIFFERS"
                click.echo(f"{report.game} {report.language}: {lie} pieces on {report.pages} pages: {verdict}")
        finish(problems)

    run(action)


@main.command()
@click.argument("games", nargs=-1)
@lang_option
@click.option(
    "--rules", type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Another rules text instead of the game's own: its counts are held against the catalogue.",
)  # fmt: skip
@click.option(
    "--lines", type=Lines(), default=None, metavar="A-B", help="Of --rules only these lines, such as 122-249."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "table", "json", "markdown", "github"]), default="text",
    show_default=True, help="How the findings are told.",
)  # fmt: skip
@out_option
@root_option
@quiet_option
def check(
    games: tuple[str, ...], languages: tuple[str, ...], rules: Path | None, lines: tuple[int, int] | None,
    form: str, out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Hold the rules text, the catalogue and the paper against one another."""
    from generator import build as steps

    if rules is not None and len(games) != 1:
        raise click.UsageError("--rules goes with one game")
    if lines is not None and rules is None:
        raise click.UsageError("--lines goes with --rules")

    def action() -> None:
        reports = list(steps.check_all(steps.Project(root=root), games, languages, out, rules, lines))
        problems = [problem for report in reports for problem in report.problems]
        if form in ("json", "markdown", "github"):
            tell(reports, problems, form)
        elif not quiet:
            for report in reports:
                if form == "table":
                    print_table(report)
                click.echo(report.summary)
        if form != "github":
            finish(problems)
        elif any(problem.severity == "error" for problem in problems):
            sys.exit(1)

    run(action)


def tell(reports: Sequence[Any], problems: Sequence[Problem], form: str) -> None:
    """A machine's form of a check, on standard output."""
    from generator.rules import report as written

    if form == "json":
        click.echo(json.dumps(written.to_json(reports), ensure_ascii=False, indent=1))
    elif form == "markdown":
        click.echo(written.to_markdown(reports))
    else:
        click.echo(written.to_github(problems))


def print_table(report: Any) -> None:
    """Text, catalogue and paper side by side. Nothing in a name is read as markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from generator.rules.report import table

    head, rows = table(report)
    grid = Table(title=Text(f"{report.game} {report.language}"), box=None, pad_edge=False, title_justify="left")
    for name in head:
        grid.add_column(Text(name))
    for row in rows:
        grid.add_row(*(Text(visible(cell)) for cell in row))
    wide = None if sys.stdout.isatty() else 160
    Console(highlight=False, width=wide).print(grid)


@main.command()
@click.argument("game")
@click.option("--since", required=True, metavar="REF", help="A revision of git, or the path of a saved manifest.json.")
@lang_option
@paper_option
@bleed_option
@flip_option
@out_option
@root_option
@quiet_option
def changes(
    game: str, since: str, languages: tuple[str, ...], paper: str, bleed: float | None, flip: str,
    out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Print only what changed since REF, and say what to take out of the box."""
    from generator import build as steps

    voice = Voice(quiet)

    def action() -> None:
        spec = steps.sheet_spec(paper, bleed, flip)
        order = steps.Order(games=(game,), languages=languages, spec=spec, out=out)
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


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--lang", default=None, metavar="LANG", help="The text's language; found out if it is not said.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def components(file: Path, lang: str | None, form: str) -> None:
    """Read the component list of any rulebook: text, Markdown, or a PDF with text."""
    from generator import build as steps

    def action() -> None:
        from generator.rules.reading import to_json

        reading = to_json(steps.components_of(file, lang))
        if form == "json":
            click.echo(json.dumps(reading, ensure_ascii=False, indent=1))
            return
        for item in reading["items"]:
            count = "?" if item["count"] is None else item["count"]
            sign = {"exact": "", "at-least": "+", "doubtful": " (doubtful)"}[item["bound"]]
            total = " (total)" if item["role"] == "total" else ""
            click.echo(visible(f"{item['line']:>5}  {count:>6}{sign}  {item['item']}{total}"))
        for clash in reading["contradictions"]:
            click.echo(f"line {clash['line']}: {clash['stated']} is stated, the parts make {clash['sum']}")

    run(action)


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
