"""Forty faults, each planted alone in a real game and looked for by the real check: a count, a damage, a hole in a
table, a card missing on paper, a step that carries another's number. Each must be found under its code and at the
place where it is mended, file and line. Lines are computed from the texts as they stand after the change, never typed.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest

from generator import build as steps
from generator.problem import Problem, SourceError
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
MM = 72 / 25.4  # points


@dataclass(frozen=True)
class Fault:
    """``old`` becomes ``new`` in a file of the game. It is found in ``there``, at the line that holds ``at``.

    Without ``there`` it is found in the file that was changed, without ``at`` at the change itself.
    """

    name: str
    game: str
    language: str
    file: str
    old: str
    new: str
    code: str
    there: str = ""
    at: str = ""


FAULTS = [
    # Counts
    Fault(
        "a copy more in the catalogue", "letal", "pt", "weapons.yaml",
        "id: uzi\n    copies: 4", "id: uzi\n    copies: 5", "count-differs", "rules.pt.md", "- 4 × Uzi",
    ),
    Fault("a count in the text", "letal", "pt", "rules.pt.md", "- 7 × Colete", "- 6 × Colete", "count-differs"),
    Fault("a count in the English text", "letal", "en", "rules.en.md", "- 2 × Dodge", "- 3 × Dodge", "count-differs"),
    Fault(
        "a count in the Russian text", "cyberlight", "ru", "rules.ru.md",
        "- 3 × Охранник", "- 2 × Охранник", "count-differs",
    ),
    Fault(
        "a group's total", "letal", "pt", "rules.pt.md",
        "- 18 cartas de armadura", "- 17 cartas de armadura", "total-differs",
    ),
    Fault("the total of all", "letal", "en", "rules.en.md", "68 cards.", "67 cards.", "total-differs"),
    Fault(
        "what is left for the pile", "letal", "pt", "rules.pt.md",
        "as outras 52 formam", "as outras 54 formam", "count-differs",
    ),
    Fault(
        "a deck's total in Russian", "cyberlight", "ru", "rules.ru.md",
        "- 33 × Колода 1 (А):", "- 32 × Колода 1 (А):", "total-differs",
    ),
    Fault(
        "a card renamed in the catalogue", "letal", "pt", "armour.yaml",
        "pt: Máscara", "pt: Respirador", "count-unmatched", "rules.pt.md", "- 4 × Máscara",
    ),
    Fault(
        "a card renamed in the text", "letal", "en", "rules.en.md",
        "- 4 × Mask", "- 4 × Gas Hood", "count-unmatched",
    ),
    Fault(
        "a line of the list lost", "letal", "pt", "rules.pt.md",
        "  - 2 × Rifle Snipper\n", "", "count-unstated", "rules.pt.md", "- 16 cartas de arma:",
    ),
    Fault(
        "a card that the text forgets", "mercenarios", "pt", "common.yaml",
        "components:\n",
        "components:\n  - {id: foice, copies: 2, name: {pt: Foice, en: Scythe}, kind: die, pips: [1, 2, 3, 4, 5, 6]}\n",
        "count-unstated", "rules.pt.md", "## 2. Componentes",
    ),
    Fault(
        "an edition with nine cards", "counter-strike", "pt", "tr.yaml",
        "copies: 4", "copies: 3", "players-short", "claims.yaml", "- {what: TR cards of the base edition",
    ),
    Fault(
        "a life short", "redshot", "pt", "life.yaml",
        "copies: 8", "copies: 7", "count-differs", "rules.pt.md", "- 8 × LIFE",
    ),
    # Numbers
    Fault(
        "a damage in the text", "letal", "pt", "rules.pt.md",
        "você leva um tiro de 40", "você leva um tiro de 50", "claim-differs",
    ),
    Fault(
        "a damage in the catalogue", "letal", "pt", "weapons.yaml",
        "damage: 40", "damage: 60", "claim-differs", "rules.pt.md", "você leva um tiro de 40",
    ),
    Fault(
        "one player more", "letal", "en", "rules.en.md",
        "For 2 to 8 players", "For 2 to 9 players", "claim-differs",
    ),
    Fault(
        "a figure of the catalogue against the Russian text", "cyberlight", "ru", "game.yaml",
        "escape: 5 ", "escape: 4 ", "claim-differs", "rules.ru.md", "После атаки врагов лидер (погиб",
    ),
    Fault(
        "a number in words", "letal", "pt", "rules.pt.md",
        "A carta de PV tem cinco faixas", "A carta de PV tem quatro faixas", "claim-differs",
    ),
    Fault(
        "a number that nothing accounts for", "letal", "pt", "rules.pt.md",
        "Só um jogador age por turno.", "Só um jogador age por turno. Cada turno dura até 3 minutos.", "number-open",
    ),
    Fault(
        "a dismissed number that vanished", "letal", "pt", "rules.pt.md",
        "ímpar de jogadores dois do mesmo", "ímpar de jogadores vizinhos do mesmo",
        "dismissal-unmatched", "claims.yaml", "ímpar de jogadores {} do mesmo",
    ),
    Fault(
        "a sentence that a claim misses", "letal", "pt", "rules.pt.md",
        "deem 5 cartas a cada um", "distribuam 5 cartas a todos",
        "claim-unmatched", "claims.yaml", "deem {} cartas a cada um",
    ),
    Fault(
        "a figure of the catalogue that no text states", "letal", "pt", "game.yaml",
        "  hand: 5 ", "  rounds: 3\n  hand: 5 ", "value-unstated",
    ),
    Fault(
        "a sum that does not come out", "counter-strike", "pt", "rules.pt.md",
        "6 + 2 + 2 = 10", "6 + 2 + 2 = 11", "example-sum",
    ),
    # Order
    Fault("a renumbered section", "letal", "pt", "rules.pt.md", "## 6. Defesa", "## 7. Defesa", "numbering-gap"),
    Fault(
        "a step that carries another's number", "letal", "en", "rules.en.md",
        "\n3. Each player puts", "\n2. Each player puts", "numbering-double", "", "2. Each player puts",
    ),
    Fault(
        "a section that is not there", "letal", "pt", "rules.pt.md",
        "mostra agora (seção 8)", "mostra agora (seção 18)", "reference-broken",
    ),
    Fault(
        "a link that leads nowhere", "counter-strike", "pt", "rules.pt.md",
        "](#7-combate)", "](#7-combates)", "reference-broken",
    ),
    Fault(
        "a link that leads to another section", "counter-strike", "pt", "rules.pt.md",
        "[seção 8](#8-mobilização)", "[seção 6](#8-mobilização)", "reference-differs",
    ),
    Fault(
        "one thing under two names", "letal", "pt", "rules.pt.md",
        "vai para o lixo", "vai para o descarte", "term-double",
    ),
    # What the game reckons with
    Fault(
        "a gap in the text's table", "counter-strike", "pt", "rules.pt.md",
        "| 3 ou 4 |", "| 3 |", "table-gap", "rules.pt.md", "| 5 ou mais |",
    ),
    Fault(
        "an overlap in the text's table", "counter-strike", "en", "rules.en.md",
        "| 5 or more |", "| 4 or more |", "table-overlap",
    ),
    Fault(
        "a gap in the catalogue's table", "counter-strike", "pt", "table.yaml",
        "lead: [0-2, 3-4, 5-14]", "lead: [0-2, 4, 5-14]", "table-gap",
    ),
    Fault(
        "an overlap in the catalogue's table", "counter-strike", "pt", "table.yaml",
        "lead: [0-2, 3-4, 5-14]", "lead: [0-3, 3-4, 5-14]", "table-overlap",
    ),
    Fault(
        "a wrong half turn", "redshot", "pt", "life.yaml",
        "180, 216", "190, 216", "half-turn", "life.yaml", "angles:",
    ),
    Fault(
        "a level missing on the dial", "redshot", "pt", "life.yaml",
        "60, 50, 40, 30", "60, 55, 40, 30", "life-unshown", "claims.yaml", "damage: [weapon.short, fogo-amigo.loss]",
    ),
    Fault("a result beyond the die", "cyberlight", "ru", "deck1.yaml", "melee: 1-3", "melee: 1-7", "die-beyond"),
    Fault(
        "a die with two threes", "mercenarios", "en", "table.yaml",
        "pips: [2, 1, 5, 6, 3, 4]", "pips: [2, 1, 5, 6, 3, 3]", "die-net",
    ),
    Fault("a slot too small", "counter-strike", "pt", "table.yaml", "slot_width: 50", "slot_width: 46", "slot-small"),
    Fault(
        "a space numbered twice", "mercenarios", "pt", "table.yaml",
        "shape: ordem, value: 6", "shape: ordem, value: 5", "space-double",
    ),
    Fault(
        "a corner that is none", "mercenarios", "pt", "table.yaml",
        "corners: [1, 10, 18, 29]", "corners: [1, 11, 18, 29]", "space-corner",
    ),
    Fault(
        "a hand too large for the deck", "letal", "pt", "game.yaml",
        "hand: 5 ", "hand: 7 ", "deal-short", "claims.yaml", "- {check: dealing",
    ),
    # Rulings
    Fault(
        "a ruling without a language", "letal", "pt", "rulings.yaml",
        "      en: \"Is life counted in points or in per cent?\"\n", "",
        "missing-translation", "rulings.yaml", "A vida se conta em pontos ou em",
    ),
    Fault(
        "a ruling that sends to no section", "letal", "pt", "rulings.yaml",
        "rules: \"11\"", "rules: \"21\"", "ruling-section",
    ),
]  # fmt: skip


# What is no longer there has one place only: the other side.
LOST = frozenset(["count-unmatched", "count-unstated", "claim-unmatched", "dismissal-unmatched"])


def problems(root: Path, game: str, language: str, out: Path) -> list[Problem]:
    """What the real check says; what is wrong with the catalogue itself is raised."""
    try:
        reports = list(steps.check_all(steps.Project(root=root), (game,), (language,), out))
    except SourceError as error:
        return list(error.problems)
    return [problem for report in reports for problem in report.problems]


def line_of(text: str, needle: str) -> int:
    """The only line that holds it."""
    (line,) = [number for number, row in enumerate(text.split("\n"), 1) if needle in row]
    return line


def changed_line(before: str, after: str) -> int:
    """The line of the first character that is another."""
    same = next(at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other)
    return after.count("\n", 0, same) + 1


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found_at_its_place(fault: Fault, workshop: Make) -> None:
    shop = workshop(fault.game)
    folder = shop.root / "cards" / fault.game
    before = (folder / fault.file).read_text(encoding="utf-8")
    shop.edit(f"cards/{fault.game}/{fault.file}", fault.old, fault.new)
    after = (folder / fault.file).read_text(encoding="utf-8")
    there = fault.there or fault.file
    line = line_of((folder / there).read_text(encoding="utf-8"), fault.at) if fault.at else changed_line(before, after)
    found = problems(shop.root, fault.game, fault.language, shop.out)
    place = (f"cards/{fault.game}/{there}", line)
    places = [(problem.where.path, problem.where.line) for problem in found if problem.code == fault.code]
    assert place in places, "\n".join(str(problem) for problem in found)
    hit = next(p for p in found if (p.code, p.where.path, p.where.line) == (fault.code, *place))
    assert hit.severity == "error"
    if fault.there not in ("", fault.file) and fault.code not in LOST:
        # Where two places differ, both are named.
        assert f"cards/{fault.game}/{fault.file}:{changed_line(before, after)}" in str(hit), str(hit)


# On paper


@pytest.fixture(scope="module")
def printed() -> Iterator[Path]:
    """LetalCards in Portuguese, printed once."""
    with tempfile.TemporaryDirectory() as out:
        spec = steps.sheet_spec("a4", None, "long")
        order = steps.Order(games=("letal",), languages=("pt",), spec=spec, out=Path(out), only=("cards.pdf",))
        steps.build(order, steps.Project(root=REPOSITORY), lambda text: None)
        yield Path(out)


def without_a_drawing(folder: Path) -> str:
    """Takes one copy of the Uzi off its sheet."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    entry = next(entry for entry in manifest["components"] if entry["id"] == "uzi")
    place = next(place for place in entry["printed"] if place["side"] == "front")
    with pikepdf.open(folder / "cards.pdf", allow_overwriting_input=True) as pdf:
        page = pdf.pages[place["page"] - 1]
        x, y = place["x_mm"] * MM, float(page.mediabox[3]) - (place["y_mm"] + 88) * MM
        drawn = list(pikepdf.parse_content_stream(page))
        at = [0.0, 0.0]
        for index, one in enumerate(drawn):
            if str(one.operator) == "cm":
                at = [float(value) for value in list(one.operands)[4:]]
            elif str(one.operator) == "Do" and abs(at[0] - x) < 1 and abs(at[1] - y) < 1:
                del drawn[index]
                break
        else:
            raise AssertionError(f"nothing is drawn at {x:.1f}, {y:.1f}")
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(drawn))
        pdf.save(folder / "cards.pdf")
    return "uzi"


def without_a_sheet(folder: Path) -> str:
    """Takes the last sheet away; one whose card it held."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    with pikepdf.open(folder / "cards.pdf", allow_overwriting_input=True) as pdf:
        pages = len(pdf.pages)
        del pdf.pages[-2:]
        pdf.save(folder / "cards.pdf")
    held = [e["id"] for e in manifest["components"] for p in e["printed"] if p["page"] == pages - 1]
    return str(held[-1])


def forgotten_in_the_manifest(folder: Path) -> str:
    """A copy of which the manifest does not tell is not the manifest's card, whatever lies there."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    entry = next(entry for entry in manifest["components"] if entry["id"] == "uzi")
    place = next(place for place in entry["printed"] if place["side"] == "front")
    entry["printed"].remove(place)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return "uzi"


def copies_line(folder: Path, ident: str) -> tuple[str, int]:
    """File and line of a component's ``copies``, or of the component if it has none."""
    for path in sorted(folder.glob("*.yaml"), key=lambda path: path.name in ("claims.yaml", "rulings.yaml")):
        rows = path.read_text(encoding="utf-8").split("\n")
        for at, row in enumerate(rows):
            if re.fullmatch(rf"  - id: {re.escape(ident)}", row):
                counted = rows[at + 1].strip().startswith("copies:")
                return f"cards/{folder.name}/{path.name}", at + (2 if counted else 1)
    raise AssertionError(f"there is no component {ident}")


@pytest.mark.parametrize("spoil", [without_a_drawing, without_a_sheet, forgotten_in_the_manifest])
def test_a_card_missing_on_paper_is_found(spoil: Callable[[Path], str], printed: Path, workshop: Make) -> None:
    shop = workshop("letal")
    shutil.copytree(printed, shop.out)
    assert problems(shop.root, "letal", "pt", shop.out) == []
    ident = spoil(shop.out / "letal" / "pt")
    found = problems(shop.root, "letal", "pt", shop.out)
    places = [(p.where.path, p.where.line) for p in found if p.code == "paper-differs"]
    assert copies_line(shop.root / "cards" / "letal", ident) in places, found


def test_paper_older_than_catalogue_and_text_is_found(printed: Path, workshop: Make) -> None:
    shop = workshop("letal")
    shutil.copytree(printed, shop.out)
    for file, old, new in (
        ("armour.yaml", "id: mascara\n    copies: 4", "id: mascara\n    copies: 5"),
        ("rules.pt.md", "- 4 × Máscara", "- 5 × Máscara"),
        ("rules.pt.md", "- 18 cartas de armadura", "- 19 cartas de armadura"),
        ("rules.pt.md", "68 cartas", "69 cartas"),
        ("rules.pt.md", "as outras 52", "as outras 53"),
    ):
        shop.edit(f"cards/letal/{file}", old, new)
    found = [problem for problem in problems(shop.root, "letal", "pt", shop.out) if problem.code == "paper-differs"]
    place = copies_line(shop.root / "cards" / "letal", "mascara")
    assert [(problem.where.path, problem.where.line) for problem in found] == [place]
    line = line_of((shop.root / "cards/letal/rules.pt.md").read_text(encoding="utf-8"), "- 5 × Máscara")
    assert f"5 × Máscara ({place[0]}:{place[1]}" in found[0].message
    assert f"4 lie on paper; the rules say 5 (cards/letal/rules.pt.md:{line})" in found[0].message


def test_there_are_forty_and_each_is_another() -> None:
    assert len({(fault.game, fault.file, fault.old, fault.new) for fault in FAULTS}) == len(FAULTS) >= 40
    assert {fault.game for fault in FAULTS} == {"letal", "counter-strike", "mercenarios", "redshot", "cyberlight"}
