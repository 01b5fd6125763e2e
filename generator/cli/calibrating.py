"""What calibrates: ``calibrate`` prints the test sheet, and keeps what was read off it."""

from __future__ import annotations

from pathlib import Path

import click

from generator import limits
from generator.cli.console import Degrees, Length
from generator.cli.options import out_option, paper_option, run
from generator.problem import SourceError, visible

SHEET = ("paper", "flip", "lang", "out")
_RULER = Length(limits.RULER_LEAST_MM, limits.RULER_MOST_MM)
_OFFSET = Length(-limits.BACK_OFFSET_MM, limits.BACK_OFFSET_MM)
_EDGE = Length(0.0, limits.EDGE_MM)


@click.command(short_help="Print a test sheet, or keep what it says.")
@paper_option
@click.option(
    "--flip", type=click.Choice(["long", "short"]), default="long", show_default=True,
    help="The edge about which the printer turns the sheet.",
)  # fmt: skip
@click.option("--lang", default="en", show_default=True, metavar="LANG", help="The language of the sheet.")
@out_option
@click.option("--set", "name", default=None, metavar="NAME", help="Keep what was read off the sheet for this printer.")
@click.option("--ruler-x", type=_RULER, metavar="LENGTH", help="The ruler across, as measured, such as 149.2mm.")
@click.option("--ruler-y", type=_RULER, metavar="LENGTH", help="The ruler down.")
@click.option("--back-x", type=_OFFSET, metavar="LENGTH", help="The back's cross, to the right of the front's.")
@click.option("--back-y", type=_OFFSET, metavar="LENGTH", help="The back's cross, below the front's.")
@click.option(
    "--back-turn", type=Degrees(limits.BACK_TURN_DEGREES), metavar="DEGREES", help="The turn of the back, clockwise."
)
@click.option("--edge", type=_EDGE, metavar="LENGTH", help="The edge that stays white, on all four sides.")
@click.option("--edge-x", type=_EDGE, metavar="LENGTH", help="The edge at the left and right alone.")
@click.option("--edge-y", type=_EDGE, metavar="LENGTH", help="The edge at the top and bottom alone.")
@click.option("--list", "listed", is_flag=True, help="The printers that are known, and what is done for them.")
def calibrate(
    paper: str, flip: str, lang: str, out: Path, name: str | None, listed: bool, **readings: float | None,
) -> None:  # fmt: skip
    """Print a test sheet, or keep what was read off it for --printer."""
    context = click.get_current_context()
    given = {key: value for key, value in readings.items() if value is not None}
    typed = [key for key in SHEET if context.get_parameter_source(key) is click.core.ParameterSource.COMMANDLINE]
    if listed and (given or typed or name is not None):
        raise click.UsageError("--list goes alone")
    if name is None and given:
        raise click.UsageError(f"{_option(next(iter(given)))} goes with --set NAME")
    if name is not None and typed:
        raise click.UsageError(f"--{typed[0]} is for the sheet; --set keeps what was read off it")
    if name is not None and not given:
        raise click.UsageError("--set NAME needs at least one reading, such as --ruler-x 149.2mm")
    if listed:
        run(show_printers)
    elif name is not None:
        run(lambda: keep(name, given))
    else:
        run(lambda: print_sheet(paper, flip, lang, out))


def show_printers() -> None:
    """What is known of printers, then what is wrong with their files."""
    from generator import build as steps

    found, problems = steps.all_printers()
    for printer in found:
        click.echo(visible(steps.printer_told(printer)))
    if not found and not problems:
        click.echo(visible(f"no printers in {steps.printer_folder()}; begin with cartada calibrate"))
    if problems:
        raise SourceError(problems)


def keep(name: str, given: dict[str, float]) -> None:
    """Readings as options name them → as the profile does. ``edge`` is both edges; a single one overrules it."""
    from generator import build as steps

    readings = {f"{key}_deg" if key == "back_turn" else f"{key}_mm": value for key, value in given.items()}
    edge = readings.pop("edge_mm", None)
    edges = {} if edge is None else {"edge_x_mm": edge, "edge_y_mm": edge}
    printer, path = steps.set_printer(name, {**edges, **readings})
    click.echo(visible(f"{path}"))
    click.echo(visible(f"  {steps.printer_told(printer)}"))
    click.echo(f"  print with it: cartada pdf --printer {name}")


def print_sheet(paper: str, flip: str, lang: str, out: Path) -> None:
    """The test sheet, and how to print it."""
    from generator import build as steps

    name, size = steps.paper_of(paper)
    from generator.build.calibrating import write_calibration

    path = write_calibration(size, name, steps.Flip(flip), lang, out)
    click.echo(visible(path.as_posix()))
    click.echo(f"  print it on {name} at 100 %, both sides, flip on the {flip} edge; it says how it is read")


def _option(key: str) -> str:
    return f"--{key.replace('_', '-')}"
