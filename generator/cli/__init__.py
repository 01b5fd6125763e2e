"""The command line: parses, calls ``build``, prints what it says. Exit 0 fine, 1 problems, 2 usage."""

from __future__ import annotations

import gc

import click

from generator import __version__
from generator.cli.boxes import tuckbox
from generator.cli.calibrating import calibrate
from generator.cli.exporting import export
from generator.cli.inking import ink
from generator.cli.printing import changes, pdf, watch
from generator.cli.reading import check, components, proof

EXAMPLES = """
\b
Examples:
  cartada pdf                            every game, every language, A4
  cartada pdf letal --lang pt --paper letter
  cartada proof letal                    the written PDF read back
  cartada watch letal                    printed again whenever a file is saved
  cartada check letal                    rules text against catalogue
  cartada changes letal --since v1       only the cards that changed
  cartada ink letal                      how much ink, in full, low and grey
  cartada tuckbox letal                  a box to fold for each deck
  cartada calibrate                      a test sheet for your printer
  cartada export letal --to gamecrafter  pictures for a print shop
  cartada components rules.pdf           what that game should hold
"""


class _InOrder(click.Group):
    """Commands as they are added: first what everybody needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_InOrder, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXAMPLES)
@click.version_option(__version__, prog_name="cartada")
def main() -> None:
    """Print-and-play from YAML: cards that agree with their rulebook and come out at the right size."""
    # Ten thousand cards are a million objects that all live to the end: collecting them in between finds nothing.
    gc.disable()


for command in (pdf, proof, watch, check, changes, ink, tuckbox, calibrate, export, components):
    main.add_command(command)
