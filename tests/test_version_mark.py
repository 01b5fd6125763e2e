"""A card without its version among those that have one; a mark in the corner that is rounded off; a new version that
has the whole game printed again. Real games, the whole way to a PDF, read back from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pytest

from generator.proof import prove
from tests.conftest import Workshop
from tests.test_changes import GAME, LANGUAGES, UZI, WEAPONS, changes, commit, path_of, shop, texts

__all__ = ["shop"]  # a fixture

Make = Callable[..., Workshop]
VERSION = 'version: "1.0"'
MM = 25.4 / 72


class Found(NamedTuple):
    """A mark on paper: mm from its card's right and lower edges to the letters' box, and the corner's radius."""

    file: str
    right: float
    bottom: float
    corner: float


def marks(shop: Workshop, game: str, language: str, text: str) -> Iterator[tuple[str, str, list[Found]]]:
    """For every face on paper its component, its side and the marks that lie within its trim."""
    folder = shop.out / game / language
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    from generator import build as steps

    [catalogue] = steps.catalogues(steps.Project(root=shop.root), [game])
    builds = {component.id: component.build for component in catalogue.components}
    pages: dict[tuple[str, int], tuple[float, list[tuple[float, float, float, float]]]] = {}
    for row in [*manifest["components"], *manifest["extras"]]:
        for place in row["printed"]:
            key = (place["file"], place["page"])
            if key not in pages:
                pages[key] = _boxes(folder / key[0], key[1], text)
            height, boxes = pages[key]
            right, bottom = place["x_mm"] + row["trim_mm"][0], place["y_mm"] + row["trim_mm"][1]
            found = []
            for x0, y0, x1, _ in boxes:
                left, low = x0 * MM, height * MM - y0 * MM
                if place["x_mm"] <= left <= right and place["y_mm"] <= low <= bottom:
                    found.append(Found(place["file"], right - x1 * MM, bottom - low, builds[row["id"]].corner))
            yield row["id"], place["side"], found


def _boxes(path: Path, page: int, text: str) -> tuple[float, list[tuple[float, float, float, float]]]:
    document = pypdfium2.PdfDocument(path)
    try:
        opened = document[page - 1]
        words = opened.get_textpage()
        search, boxes = words.search(text, match_case=True), []
        while (hit := search.get_next()) is not None:
            corners = [words.get_charbox(at) for at in range(hit[0], hit[0] + hit[1])]
            boxes.append((corners[0][0], min(c[1] for c in corners), corners[-1][2], max(c[3] for c in corners)))
        return opened.get_height(), boxes
    finally:
        document.close()


@pytest.mark.parametrize("game", ["letal", "counter-strike", "mercenarios", "redshot", "cyberlight"])
def test_every_card_carries_it_inside_the_trim_and_nothing_else_does(game: str, workshop: Make) -> None:
    shop = workshop(game)
    shop.edit(f"cards/{game}/game.yaml", VERSION, 'version: "7.25"\nversion_mark: yes')
    shop.build(game, languages=("en",))
    seen = 0
    for ident, side, found in marks(shop, game, "en", "v7.25"):
        file = found[0].file if found else ""
        if found:
            assert (len(found), side, file) == (1, "front", "cards.pdf"), ident
            [mark] = found
            assert max(2.0, mark.corner) <= mark.right < 6.0, (ident, mark)
            assert 2.0 <= mark.bottom < 4.0, (ident, mark)
            seen += 1
    [edition] = shop.build(game, languages=("en",), only=("cards.pdf",))
    assert seen == edition.printed[0].pieces > 0


def test_without_the_key_no_card_carries_it_and_the_drawings_have_the_same_names(workshop: Make) -> None:
    shop = workshop("letal")
    [plain] = shop.build("letal", languages=("en",), only=("cards.pdf",))
    assert all(not found for _, _, found in marks(shop, "letal", "en", "v1.0"))
    shop.edit(GAME, VERSION, f"{VERSION}\nversion_mark: true")
    [marked] = shop.build("letal", languages=("en",), only=("cards.pdf",))
    assert sum(len(found) for _, _, found in marks(shop, "letal", "en", "v1.0")) == marked.pieces
    faces = [
        [(row["id"], row["faces"]) for row in json.loads(edition.files["manifest.json"])["components"]]
        for edition in (plain, marked)
    ]
    assert faces[0] == faces[1]
    assert plain.files["cards.pdf"] != marked.files["cards.pdf"]


def test_the_proof_agrees_with_marked_cards(workshop: Make) -> None:
    from generator import build as steps

    shop = workshop("letal")
    shop.edit(GAME, VERSION, f"{VERSION}\nversion_mark: yes")
    shop.build("letal")
    [catalogue] = steps.catalogues(steps.Project(root=shop.root), ["letal"])
    for language in LANGUAGES:
        report = prove(catalogue, language, shop.out / "letal" / language, "out")
        assert report.problems == ()


def test_a_new_version_alone_prints_nothing(shop: Workshop) -> None:
    shop.edit(GAME, VERSION, f"{VERSION}\nversion_mark: yes")
    commit(shop)
    shop.edit(GAME, VERSION, 'version: "1.1"')
    result = changes(shop, since="HEAD")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == [f"letal {language}: nothing changed since HEAD" for language in LANGUAGES]
    assert not any(path_of(shop, language).exists() for language in LANGUAGES)


def test_what_is_printed_anew_carries_the_new_version(shop: Workshop) -> None:
    shop.edit(GAME, VERSION, f"{VERSION}\nversion_mark: yes")
    commit(shop)
    shop.edit(GAME, VERSION, 'version: "1.1"')
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    result = changes(shop, since="HEAD")
    assert result.exit_code == 0, result.stderr
    for language in LANGUAGES:
        words = " ".join(texts(path_of(shop, language)))
        assert words.count("v1.1") == 4, "the four Uzis"
        assert "v1.0" not in words


@pytest.mark.parametrize("value", ["maybe", "1", '"yes please"', "[yes]", "{pt: yes}"])
def test_it_is_yes_or_no(value: str, workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(GAME, VERSION, f"{VERSION}\nversion_mark: {value}")
    [problem] = shop.problems("letal")
    assert problem.code == "wrong-type"
    assert "'version_mark'" in problem.message


@pytest.mark.parametrize(
    ("version", "code"),
    [
        ("the version of the long, cold and rainy winter at the seaside of 2026 and 2027", "overflow"),
        ("猫", "missing-glyph"),
    ],
)
def test_a_version_that_cannot_stand_there_is_an_error(version: str, code: str, workshop: Make) -> None:
    shop = workshop("counter-strike")
    shop.edit("cards/counter-strike/game.yaml", VERSION, f'version: "{version}"\nversion_mark: yes')
    problems = shop.problems("counter-strike", languages=("en",))
    assert {problem.code for problem in problems} == {code}
    assert all(re.search(r"cards/counter-strike/game\.yaml", str(problem)) for problem in problems)
