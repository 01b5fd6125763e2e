"""``python -m generator.rules GAME --lang L``: the summary, what is open, and the problems. For whoever writes claims.

The command for everybody else is ``cartada check``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from generator.catalogue import Catalogue, load
from generator.intake import Opened, Shelf, Shelves, show
from generator.problem import Location, SourceError, visible
from generator.rules.game import CheckReport, check_game


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m generator.rules", description=__doc__)
    parser.add_argument("game", help="a folder below cards/")
    parser.add_argument("--lang", action="append", default=[], metavar="LANG", help="only this language; repeatable")
    parser.add_argument("--root", type=Path, default=Path("."), help="the folder that holds cards/")
    parser.add_argument("--open", action="store_true", help="only the open numbers, one a line")
    parser.add_argument("--all", action="store_true", help="every number and what accounts for it")
    parser.add_argument("--facts", action="store_true", help="also what the arithmetic found out")
    asked = parser.parse_args(arguments)
    folder = asked.root / "cards" / asked.game
    shelves = _shelves(asked.root, folder)
    try:
        catalogue = load(folder, shelves)
        reports = [_report(catalogue, language, shelves.game) for language in asked.lang or catalogue.languages]
    except SourceError as error:
        print(error, file=sys.stderr)
        return 1
    for report in reports:
        _print(report, asked)
    return 0 if all(report.ok for report in reports) else 1


def _shelves(root: Path, folder: Path) -> Shelves:
    return Shelves(
        game=Shelf(show(folder), (folder,)),
        templates=Shelf("templates", (root / "templates",)),
        fonts=Shelf("fonts", (root / "fonts",)),
        art=Shelf("cards/art", (root / "cards" / "art",)),
    )


def _report(catalogue: Catalogue, language: str, shelf: Shelf) -> CheckReport:
    def optional(name: str) -> Opened | None:
        return shelf.read(name, Location(name)) if shelf.has(name) else None

    rules = shelf.read(f"rules.{language}.md", catalogue.where)
    return check_game(catalogue, language, rules, optional("claims.yaml"), optional("rulings.yaml"), None)


def _print(report: CheckReport, asked: argparse.Namespace) -> None:
    numbers = report.coverage.numbers if report.coverage is not None else ()
    if asked.all or asked.open:
        for one in numbers:
            if one.status == "open" or (asked.all and one.status != "uncounted"):
                said = f" ({one.by})" if one.by else ""
                number = one.number
                print(visible(f"{number.where} {one.status}{said} {number.shown} = {number.value}: {one.sentence}"))
    if not asked.open:
        for problem in report.problems:
            print(problem)
    if asked.facts:
        for fact in report.facts:
            print(visible(f"{fact.check}: {fact.says}"))
    print(report.summary)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
