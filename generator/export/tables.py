"""What lies beside the files: how often each is to be printed, as a table, and a report that a person reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class Row(NamedTuple):
    """A component: how many of it, and the files of its faces; ``back`` is empty where it has none."""

    component: str
    name: str
    copies: int
    front: str
    back: str
    deck: str
    product: str


def quantities(rows: Iterable[Row]) -> bytes:
    """The rows as CSV in UTF-8. A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(Row._fields)
    writer.writerows([_plain(str(cell)) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8")


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def report(
    head: Sequence[str], rows: Sequence[Row], backs: Mapping[str, int], left_out: Sequence[str], notes: Sequence[str]
) -> bytes:
    """What was made, deck by deck; what was left out and why; what to look at. ``backs``: different ones of a deck."""
    lines = [*head, ""]
    for product, deck in dict.fromkeys((row.product, row.deck) for row in rows):
        of_deck = [row for row in rows if (row.product, row.deck) == (product, deck)]
        copies = sum(row.copies for row in of_deck)
        named = f"{deck}, as {product}" if product else deck
        lines.append(
            f"{named}: {counted(len(of_deck), 'design')}, {counted(copies, 'piece')}, {_backs(backs.get(deck, 0))}"
        )
        lines += [f"  {row.copies} x {row.name}: {row.front}{f', {row.back}' if row.back else ''}" for row in of_deck]
        lines.append("")
    for title, entries in (("Left out", left_out), ("To look at", notes)):
        if entries:
            lines += [title, *(f"  {entry}" for entry in entries), ""]
    return "\n".join(lines).encode("utf-8")


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _backs(number: int) -> str:
    return counted(number, "different back") if number > 1 else ("one back" if number else "no back")
