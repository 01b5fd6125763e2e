"""Art cut off or mirrored, a bleed that is missing or covers a neighbour, a file that a viewer scales or a printer
cannot set: read from the file's own pixels and objects, never from what we meant to write."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable

import pikepdf
import pytest

from generator import build as steps
from tests.conftest import REPOSITORY, Workshop
from tests.pixels import letters

PT = 72 / 25.4


def cards(shop: Workshop, game: str, paper: str = "a4", bleed: float | None = None, flip: str = "long") -> bytes:
    [edition] = shop.build(game, languages=("en",), spec=steps.sheet_spec(paper, bleed, flip))
    return edition.files["cards.pdf"]


# One card, 40 × 60 mm, on A4: 5 × 4 slots would fit, landscape 7 × 3; its first slot is what is read.
def first_slot(data: bytes) -> tuple[float, float]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        page = pdf.pages[0]
        left, _, _, top = (float(v) / PT for v in page.obj["/TrimBox"])
        return left, float(page.mediabox[3]) / PT - top


def test_a_front_is_drawn_upright_clipped_and_bled(workshop: Callable[..., Workshop]) -> None:
    data = cards(workshop("pixels"), "pixels", bleed=3.0)
    x, y = first_slot(data)
    xs = [x + dx for dx in (-4, -2, 5, 15, 25, 35, 42, 44)]
    ys = [y + dy for dy in (-4, -2, 5, 15, 25, 42, 48, 55, 62, 64)]
    assert letters(data, 0, xs, ys) == [
        "........",  # beyond the 3 mm of bleed that were asked for, though the art has 5
        ".YYYYYY.",
        ".YRR.KY.",  # the black bar is a group turned by 180° about (40, 20)
        ".YRR.KY.",
        ".Y....Y.",
        ".YG.BBY.",  # the green square is clipped at 10 mm
        ".YG.BBY.",
        ".Y..BBY.",
        ".YYYYYY.",
        "........",
    ]


def test_a_back_is_mirrored_on_the_sheet_and_not_in_itself(workshop: Callable[..., Workshop]) -> None:
    data = cards(workshop("pixels"), "pixels", bleed=3.0)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        _, _, width, height = (float(v) / PT for v in pdf.pages[0].mediabox)
    x, y = first_slot(data)
    landscape = width > height
    at_x, at_y = (x, height - y - 60) if landscape else (width - x - 40, y)
    found = letters(data, 1, [at_x + 5, at_x + 35], [at_y + 5, at_y + 55])
    # Flipped on the long edge of a landscape sheet the rows mirror, and the card turns by 180° with them.
    assert found == (["..", ".G"] if landscape else ["G.", ".."])


def test_the_same_input_gives_the_same_bytes(workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    made = []
    for seed, zone in (("0", "UTC"), ("1", "Asia/Tokyo"), ("2", "America/Sao_Paulo")):
        out = shop.root / f"out-{seed}"
        command = [sys.executable, "-m", "generator.cli", "pdf", "duel", "--out", str(out), "-q"]
        env = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(REPOSITORY)}
        subprocess.run(command, check=True, cwd=shop.root, env=env)
        made.append({path.relative_to(out): path.read_bytes() for path in sorted(out.rglob("*.*"))})
    assert len(made[0]) == 6
    assert made[0] == made[1] == made[2]


@pytest.mark.parametrize(("flip", "hint"), [("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")])
def test_a_file_tells_viewer_and_printer_how_to_print_it(
    flip: str, hint: str, workshop: Callable[..., Workshop]
) -> None:
    data = cards(workshop(), "duel", flip=flip)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        hints = pdf.Root["/ViewerPreferences"]
        assert hints["/PrintScaling"] == "/None"
        assert hints["/Duplex"] == hint
        assert str(pdf.Root["/Lang"]) == "en"
        assert str(pdf.docinfo["/Title"]) == "Duel · cards"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Draw pile"]


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4", "a3"])
def test_page_boxes_lie_within_one_another(paper: str, workshop: Callable[..., Workshop]) -> None:
    """ISO 32000-2 §14.11.2: media ⊇ bleed ⊇ trim."""
    data = cards(workshop(), "duel", paper=paper)
    size = sorted(steps.paper_of(paper)[1])
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            media, bleed, trim = ([float(v) for v in page.obj[f"/{n}Box"]] for n in ("Media", "Bleed", "Trim"))
            assert sorted(v / PT for v in media[2:]) == pytest.approx(size, abs=0.001)
            for outer, inner in ((media, bleed), (bleed, trim)):
                assert all(o <= i for o, i in zip(outer[:2], inner[:2], strict=True))
                assert all(o >= i for o, i in zip(outer[2:], inner[2:], strict=True))


def test_titles_that_look_like_pdf_syntax_stay_text(workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    evil = ") /OpenAction << /S /JavaScript >> ("
    shop.edit("cards/duel/game.yaml", "title: {pt: Duelo, en: Duel}", f'title: "{evil}"')
    with pikepdf.open(io.BytesIO(cards(shop, "duel"))) as pdf:
        assert str(pdf.docinfo["/Title"]) == f"{evil} · cards"
        assert "/OpenAction" not in pdf.Root


def test_parentheses_and_backslashes_of_a_text_are_printed(workshop: Callable[..., Workshop]) -> None:
    import pypdfium2

    shop = workshop()
    shop.edit("cards/duel/weapons.yaml", 'en: "Deals', 'en: "(a) [b] \\\\\\\\ <c> & \\\\{d} 2 * 3 — Deals')
    document = pypdfium2.PdfDocument(cards(shop, "duel"))
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert "(a) [b] \\ <c> & {d} 2 * 3 — Deals 20 damage" in text
