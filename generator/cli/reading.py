"""What reads: ``proof``, ``check``, ``components``."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from generator.cli.console import Lines
from generator.cli.options import finish, lang_option, out_option, quiet_option, root_option, run
from generator.problem import Problem, visible


@click.command(short_help="Read the written PDFs back.")
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


@click.command(short_help="Hold rules text, catalogue and paper together.")
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


@click.command(short_help="Read the component list of any rulebook.")
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
