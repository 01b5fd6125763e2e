"""What goes around the cards: ``tuckbox``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from generator import limits
from generator.cli.console import Length, Margin, Voice
from generator.cli.options import lang_option, out_option, paper_option, quiet_option, root_option, run, summary
from generator.geometry import Size, number, parse_size

THINNEST_MM = 0.05


class Thick(Length):
    """The thickness of a card or of a sleeve."""

    name = "thickness"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        length = super().convert(value, param, ctx)
        if not THINNEST_MM <= length <= limits.CARD_THICKNESS_MM:
            least, most = number(THINNEST_MM), number(limits.CARD_THICKNESS_MM)
            self.fail(f"{value} is not between {least} and {most} mm", param, ctx)
        return length


class Outer(click.ParamType[Size]):
    """A size: ``66mm x 91mm``."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Size:
        if isinstance(value, Size):
            return value
        try:
            return parse_size(value, {})
        except (KeyError, ValueError):
            self.fail(f"'{value}' is not a size, such as '66mm x 91mm'", param, ctx)


@click.command()
@click.argument("games", nargs=-1)
@lang_option
@paper_option
@click.option(
    "--margin", type=Margin(), default=None, metavar="LENGTH", help="The printer's unprintable edge, as for pdf.",
)  # fmt: skip
@click.option("--printer", default=None, metavar="NAME", help="Correct what this printer does wrong, as for pdf.")
@click.option("--deck", "decks", multiple=True, metavar="ID", help="Only the box of this deck; repeatable.")
@click.option(
    "--card-thickness", type=Thick(), default="0.3mm", show_default=True, metavar="LENGTH",
    help="How thick a card is: measure ten and divide.",
)  # fmt: skip
@click.option(
    "--sleeves", type=Thick(), default=None, metavar="LENGTH",
    help="The cards wear sleeves: how thick both walls of one are together, such as 0.1mm.",
)  # fmt: skip
@click.option(
    "--sleeve-size", type=Outer(), default=None, metavar="SIZE",
    help="A sleeve's outer size; without it 3 mm more than the card, across and down.",
)  # fmt: skip
@out_option
@root_option
@quiet_option
def tuckbox(
    games: tuple[str, ...], languages: tuple[str, ...], paper: str, margin: tuple[float, float] | None,
    printer: str | None, decks: tuple[str, ...], card_thickness: float, sleeves: float | None, sleeve_size: Size | None,
    out: Path, root: Path, quiet: bool,
) -> None:  # fmt: skip
    """Print a box to fold for each deck of cards."""
    from generator import build as steps
    from generator.build.boxes import Thickness

    if sleeve_size is not None and sleeves is None:
        raise click.UsageError("--sleeve-size goes with --sleeves")
    voice = Voice(quiet)

    def action() -> None:
        spec = steps.sheet_spec(paper, None, "long", backs="none", margin=margin, printer=printer)
        order = steps.Order(games=games, languages=languages, spec=spec, out=out)
        thickness = Thickness(card=card_thickness, sleeve=sleeves, outer=sleeve_size)
        try:
            found = steps.tuckboxes(order, decks, thickness, steps.Project(root=root), voice.step)
        finally:
            voice.done()
        for edition in found if not quiet else ():
            click.echo(summary(edition, out, spec))

    run(action)
