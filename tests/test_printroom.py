"""Backs that do not meet their fronts after the fold or on the second pass, a printer that shrinks, a mark that moves
with the ink or stays behind it, a knife that goes through a card. All is read from the written pages, as pixels.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from generator import build as steps
from generator.build import Edition
from generator.cli import main
from generator.geometry import PAPERS, Box, Size
from generator.imposition import (
    Backs,
    Correction,
    Label,
    Margins,
    Marks,
    Piece,
    SheetSpec,
    cut_plan,
    impose_together,
)
from generator.problem import Location, SourceError
from tests.conftest import REPOSITORY, Workshop
from tests.test_proof import box_of, flipped

Make = Callable[..., Workshop]
DPI = 200
PX = DPI / 25.4
PROFILE = Correction(0.985, 1.01, 0.7, -0.4, 0.3)
Cards = list[dict[str, Any]]


def images(data: bytes, dpi: int = DPI) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(data)
    try:
        return [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    finally:
        document.close()


def build(shop: Workshop, game: str = "pairs", **sheet: Any) -> Edition:
    correction = sheet.pop("correction", Correction())
    spec = steps.sheet_spec(sheet.pop("paper", "a4"), sheet.pop("bleed", None), sheet.pop("flip", "long"), **sheet)
    [edition] = shop.build(game, languages=("en",), spec=replace(spec, correction=correction))
    return edition


def proven(shop: Workshop, game: str = "pairs") -> bool:
    result = CliRunner().invoke(main, ["proof", game, "--lang", "en", "--root", str(shop.root), "--out", str(shop.out)])
    return result.exit_code == 0 and "agrees" in result.output


def cards_of(shop: Workshop) -> Cards:
    found: Cards = yaml.safe_load((shop.root / "cards/pairs/cards.yaml").read_text(encoding="utf-8"))["components"]
    return found


def colour_of(card: dict[str, Any]) -> tuple[int, int, int]:
    return card["red"], card["green"], card["blue"]


def meet(front: Image.Image, behind: Image.Image, cards: Cards) -> Iterator[str]:
    """The cards of a front, each of which must have its own back behind it, upright; ``behind``: seen through it."""
    assert front.size == behind.size
    for card in cards:
        box, there = box_of(colour_of(card), front), box_of(colour_of(card), behind)
        if box is None or card["kind"] == "single":
            assert there is None, f"{card['name']}: something lies behind it"
        else:
            assert there is not None, f"{card['name']}: nothing lies behind it"
            assert max(abs(a - b) for a, b in zip(box, there, strict=True)) <= 1, card["name"]
            # The black square is at the top left of each side: seen through the front it shows at the top right.
            for image, x in ((front, box[0] + 9 * PX), (behind, box[2] - 9 * PX)):
                assert image.getpixel((round(x), round(box[1] + 9 * PX))) == (0, 0, 0), card["name"]
                assert image.getpixel((round(x), round(box[3] - 9 * PX))) == colour_of(card), card["name"]
        if box is not None:
            yield card["id"]


# Backs for every printer ----------------------------------------------------------------------------------------------


def fold_of(page: Image.Image) -> str:
    """Where a page has its dashed line: ``columns`` for one that runs down the middle, ``rows`` for one across it."""

    def dark(pixels: list[Any]) -> float:
        return sum(max(pixel) < 120 for pixel in pixels) / len(pixels)

    w, h = page.size
    down = max(dark([page.getpixel((w // 2 + off, y)) for y in range(h)]) for off in (-1, 0, 1))
    across = max(dark([page.getpixel((x, h // 2 + off)) for x in range(w)]) for off in (-1, 0, 1))
    assert 0.35 < max(down, across) < 0.75, "a dashed line goes from edge to edge"
    assert min(down, across) < 0.1
    return "columns" if down > across else "rows"


@pytest.mark.parametrize(
    ("paper", "bleed", "fold"),
    [
        ("a4", None, "columns"), ("a4", 3.0, "columns"), ("letter", None, "columns"), ("a3", 2.0, "columns"),
        ("200x200mm", None, "rows"), ("sra3", None, "columns"), ("205x210mm", 1.0, "rows"),
    ],
)  # fmt: skip
def test_folded_at_its_line_each_back_lies_behind_its_front(
    paper: str, bleed: float | None, fold: str, workshop: Make
) -> None:
    shop = workshop("pairs")
    edition = build(shop, paper=paper, bleed=bleed, backs="fold")
    cards, seen = cards_of(shop), []
    for page in images(edition.files["cards.pdf"]):
        assert fold_of(page) == fold
        w, h = page.size
        if fold == "columns":
            front = page.crop((0, 0, w // 2, h))
            behind = page.crop((w - w // 2, 0, w, h)).transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        else:
            front = page.crop((0, 0, w, h // 2))
            behind = page.crop((0, h - h // 2, w, h)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        seen += meet(front, behind, cards)
    assert seen == [card["id"] for card in cards]
    assert proven(shop)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("paper", "bleed"), [("a4", None), ("a4", 4.0), ("legal", None), ("tabloid", None)])
def test_printed_in_two_passes_each_back_lies_behind_its_front(
    paper: str, bleed: float | None, flip: str, workshop: Make
) -> None:
    shop = workshop("pairs")
    edition = build(shop, paper=paper, bleed=bleed, flip=flip, backs="separate")
    assert "cards.pdf" not in edition.files
    fronts, backs = images(edition.files["cards-fronts.pdf"]), images(edition.files["cards-backs.pdf"])
    cards = cards_of(shop)
    seen = [name for front, back in zip(fronts, backs, strict=True) for name in meet(front, flipped(back, flip), cards)]
    assert seen == [card["id"] for card in cards]
    assert proven(shop)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("paper", "bleed"), [("a4", None), ("a4", 4.0), ("sra3", None), ("7x12in", None)])
def test_printed_on_both_sides_each_back_lies_behind_its_front(
    paper: str, bleed: float | None, flip: str, workshop: Make
) -> None:
    shop = workshop("pairs")
    pages = images(build(shop, paper=paper, bleed=bleed, flip=flip).files["cards.pdf"])
    cards, seen = cards_of(shop), []
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        seen += meet(front, flipped(back, flip), cards)
    assert seen == [card["id"] for card in cards]
    assert proven(shop)


def test_both_orientations_are_among_those_papers(workshop: Make) -> None:
    shapes = {images(build(workshop("pairs"), bleed=None).files["cards.pdf"], 20)[0].size}
    shop = Workshop(Path.cwd(), Path.cwd() / "out")
    shapes.add(images(build(shop, bleed=4.0).files["cards.pdf"], 20)[0].size)
    assert {width > height for width, height in shapes} == {False, True}


def test_without_backs_there_are_fronts_alone(workshop: Make) -> None:
    shop = workshop("pairs")
    data = build(shop, backs="none").files["cards.pdf"]
    cards = cards_of(shop)
    seen = [card["id"] for page in images(data, 60) for card in cards if box_of(colour_of(card), page)]
    assert seen == [card["id"] for card in cards]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 2
        assert "/Duplex" not in pdf.Root.ViewerPreferences
    assert proven(shop)


@pytest.mark.parametrize("backs", ["fold", "separate", "none"])
def test_only_what_is_printed_on_both_sides_asks_the_printer_for_it(backs: str, workshop: Make) -> None:
    for name, data in build(workshop("pairs"), backs=backs).files.items():
        if name.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(data)) as pdf:
                assert "/Duplex" not in pdf.Root.ViewerPreferences, name
                assert pdf.Root.ViewerPreferences.PrintScaling == "/None"


def test_another_way_of_backs_takes_the_files_of_the_last_one_away(workshop: Make) -> None:
    shop = workshop("pairs")
    folder = shop.out / "pairs/en"

    def there() -> set[str]:
        return {path.name for path in folder.iterdir() if path.name.startswith(("cards", "packed"))}

    build(shop)
    assert there() == {"cards.pdf"}
    build(shop, backs="separate")
    assert there() == {"cards-fronts.pdf", "cards-backs.pdf"}
    build(shop, marks="cutter", backs="separate")
    assert there() == {"cards-fronts.pdf", "cards-backs.pdf", "cards-cut-1.svg", "cards-cut-2.svg"}
    build(shop, pack=True)
    assert there() == {"packed.pdf"}
    build(shop)
    assert there() == {"cards.pdf"}


@pytest.mark.parametrize("game", ["letal", "counter-strike", "mercenarios", "redshot", "cyberlight"])
@pytest.mark.parametrize(
    "sheet",
    [{"backs": "fold"}, {"backs": "separate", "flip": "short"}, {"pack": True}, {"pack": True, "backs": "fold"}],
    ids=str,
)
def test_the_five_games_are_proven(game: str, sheet: dict[str, Any], workshop: Make) -> None:
    shop = workshop(game)
    build(shop, game, **sheet)
    assert proven(shop, game)


# What the proof finds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("backs", "file"), [("fold", "cards.pdf"), ("separate", "cards-backs.pdf")])
def test_a_back_that_is_moved_is_found(backs: str, file: str, workshop: Make) -> None:
    from tests.test_proof import Printed, moved

    made = Printed(workshop("pairs"), "pairs")
    build(made.shop, backs=backs)

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        instructions: list[Any] = list(pikepdf.parse_content_stream(page))
        last = [at for at, one in enumerate(instructions) if str(one.operator) == "Do"][-1]
        moved(0.2, 0.0)(instructions, last)
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(instructions))

    assert made.codes() == set()
    made.spoil(change, file)
    assert {"proof-place", "proof-back"} <= made.codes()


def test_a_correction_that_the_page_has_not_is_found(workshop: Make) -> None:
    from tests.test_proof import Printed

    made = Printed(workshop("pairs"), "pairs")
    build(made.shop, correction=PROFILE)
    assert made.codes() == set()
    made.tell(lambda manifest: manifest.update(correction=[1.0, 1.0, 0.7, -0.4, 0.3]))
    assert {"proof-place", "proof-count"} <= made.codes()


# The printer's profile ------------------------------------------------------------------------------------------------


def centre(card: dict[str, Any], page: Image.Image) -> tuple[float, float]:
    """The middle of a card's coloured field, in pixels and parts of them."""
    box = box_of(colour_of(card), page)
    assert box is not None
    part = page.crop(box)
    bands = ImageChops.difference(part, Image.new("RGB", part.size, colour_of(card))).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = most.point(lambda value: 255 if value <= 40 else 0)
    w, h = mask.size
    pixels = mask.load()
    assert pixels is not None
    # A cross through the field's middle, clear of the black square: where it begins and ends on each side.
    y, x = round(h * 0.6), round(w * 0.6)
    row = [at for at in range(w) if pixels[at, y]]
    column = [at for at in range(h) if pixels[x, at]]
    return box[0] + (row[0] + row[-1] + 1) / 2, box[1] + (column[0] + column[-1] + 1) / 2


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("paper", "bleed"), [("a4", None), ("a4", 4.0)])
@pytest.mark.parametrize("backs", ["duplex", "separate"])
def test_cards_come_out_as_the_profile_demands(
    paper: str, bleed: float | None, flip: str, backs: str, workshop: Make
) -> None:
    """Scale 0.985 × 1.01 about the sheet's middle; the back turned by 0.3° clockwise and moved by (0.7, −0.4) mm.

    Measured against the same sheets without a profile; a sheet that lies across goes through the printer with its top
    at the paper's left, one that is flipped on its short edge with its back turned by 180 degrees.
    """
    shop = workshop("pairs")
    sheet = {"paper": paper, "bleed": bleed, "flip": flip, "backs": backs, "margin": (7.0, 7.0)}
    plain, fixed = build(shop, **sheet), build(shop, **sheet, correction=PROFILE)
    assert proven(shop)
    names = ["cards.pdf"] if backs == "duplex" else ["cards-fronts.pdf", "cards-backs.pdf"]
    before = [page for name in names for page in images(plain.files[name], 300)]
    after = [page for name in names for page in images(fixed.files[name], 300)]
    upright = before[0].height > before[0].width
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        back = index % 2 == 1 if backs == "duplex" else index >= len(before) // 2
        across, down = (0.985, 1.01) if upright else (1.01, 0.985)
        move_x, move_y = (0.7, -0.4) if upright else (0.4, 0.7)
        if flip == "short":
            move_x, move_y = -move_x, -move_y
        turn = math.radians(0.3)
        if not back:
            move_x = move_y = turn = 0.0
        seen = 0
        for card in cards_of(shop):
            if box_of(colour_of(card), old) is None:
                continue
            seen += 1
            x, y = centre(card, old)
            mid_x, mid_y = old.width / 2, old.height / 2
            wide, high = (x - mid_x) * across, (y - mid_y) * down
            px = 300 / 25.4
            wanted_x = mid_x + wide * math.cos(turn) - high * math.sin(turn) + move_x * px
            wanted_y = mid_y + wide * math.sin(turn) + high * math.cos(turn) + move_y * px
            found = centre(card, new)
            assert math.dist(found, (wanted_x, wanted_y)) < 0.12 * px, (card["name"], found, (wanted_x, wanted_y))
            if not back:
                box = box_of(colour_of(card), new)
                assert box is not None
                assert abs((box[2] - box[0]) / px - 50 * across) < 0.12
                assert abs((box[3] - box[1]) / px - 75 * down) < 0.12
        assert seen


def dark_runs(page: Image.Image, y: float, px: float) -> list[float]:
    """Where thin dark lines cross a height of the page, mm."""
    row = round(y * px)
    dark = [x for x in range(page.width) if max(page.getpixel((x, row))) < 150]  # type: ignore[type-var,arg-type]
    runs: list[list[int]] = []
    for x in dark:
        if runs and x == runs[-1][-1] + 1:
            runs[-1].append(x)
        else:
            runs.append([x])
    return [(run[0] + run[-1] + 1) / 2 / px for run in runs if len(run) < 1.0 * px]


def test_crop_marks_follow_the_ink(workshop: Make) -> None:
    shop, px = workshop("pairs"), 300 / 25.4
    edition = build(shop, correction=PROFILE, backs="none")
    page = images(edition.files["cards.pdf"], 300)[0]
    printed = [
        place for entry in json.loads(edition.files["manifest.json"])["components"] for place in entry["printed"]
    ]
    first = [place for place in printed if place["page"] == 1]
    edges = sorted({place["x_mm"] + off for place in first for off in (0.0, 60.0)})
    top = min(place["y_mm"] for place in first)
    marks_end = 148.5 + (top - 148.5) * 1.01 - 3.0  # above the bleed
    wanted = [105 + (edge - 105) * 0.985 for edge in edges]
    found = dark_runs(page, marks_end - 1.0, px)
    assert len(found) == len(wanted)
    assert all(abs(a - b) < 0.1 for a, b in zip(found, wanted, strict=True)), (found, wanted)


def test_registration_marks_stand_fixed_on_the_paper(workshop: Make) -> None:
    shop, px = workshop("pairs"), 300 / 25.4
    for correction in (Correction(), PROFILE):
        pages = images(build(shop, correction=correction, marks="cutter").files["cards.pdf"], 300)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            black = [(x, y) for y in (9.7, 10.3, 14.7, 15.3) for x in (9.7, 10.3, 14.7, 15.3)]
            inside = [max(front.getpixel((round(x * px), round(y * px)))) < 50 for x, y in black]  # type: ignore[type-var,arg-type]
            assert inside == [10 < x < 15 and 10 < y < 15 for x, y in black]
            right, bottom = front.width / px - 10, front.height / px - 10
            for x, y in ((right - 0.5, 14.5), (right - 4.5, 10.5), (10.5, bottom - 4.5), (14.5, bottom - 0.5)):
                assert front.getpixel((round(x * px), round(y * px))) == (0, 0, 0)
            assert back.getpixel((round(12 * px), round(12 * px))) == (255, 255, 255), "a mark on a back"


# Cutting --------------------------------------------------------------------------------------------------------------


def test_a_cut_path_goes_around_every_trim(workshop: Make) -> None:
    shop = workshop("pairs")
    shop.edit("cards/pairs/game.yaml", "    bleed: 3 mm", "    bleed: 3 mm\n    corner: 3 mm", 2)
    edition = build(shop, marks="cutter")
    manifest = json.loads(edition.files["manifest.json"])
    fronts = [p for entry in manifest["components"] for p in entry["printed"] if p["side"] == "front"]
    paths = sorted(name for name in edition.files if name.endswith(".svg"))
    assert paths == ["cards-cut-1.svg", "cards-cut-2.svg"]
    left = list(fronts)
    for name in paths:
        root = ElementTree.fromstring(edition.files[name])
        space = "{http://www.w3.org/2000/svg}"
        _, _, width, height = (float(value) for value in root.attrib["viewBox"].split())
        assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}mm", f"{height:g}mm")
        title = root.findtext(f"{space}title")
        assert title is not None
        sheet = int(re.search(r"sheet (\d+)", title)[1])  # type: ignore[index]
        with pikepdf.open(io.BytesIO(edition.files["cards.pdf"])) as pdf:
            box = [float(value) * 25.4 / 72 for value in pdf.pages[2 * sheet - 2].mediabox]
        assert box[2:] == pytest.approx([width, height], abs=0.01)
        for rect in root.iter(f"{space}rect"):
            x, y = float(rect.attrib["x"]), float(rect.attrib["y"])
            [place] = [
                p for p in left if p["page"] == 2 * sheet - 1 and math.dist((p["x_mm"], p["y_mm"]), (x, y)) < 0.01
            ]
            left.remove(place)
            assert (rect.attrib["width"], rect.attrib["height"], rect.attrib["rx"]) == ("60", "85", "3")
    assert not left
    between = sorted({round(p["x_mm"], 2) for p in fronts if p["page"] == 1})
    assert min(b - a - 60 for a, b in pairwise(between)) >= 1.25 - 1e-6


@pytest.mark.parametrize("marks", ["crop", "lines", "none", "cutter"])
@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_no_mark_lies_on_a_back(marks: str, backs: str, workshop: Make) -> None:
    """The backs of a sheet with marks look as those of a sheet without: white but for the cards and the slug."""
    shop = workshop("pairs")
    pages = images(build(shop, marks=marks, backs=backs).files["cards.pdf"])
    for page in pages[1::2] if backs == "duplex" else pages:
        back = page if backs == "duplex" else page.crop((page.width // 2 + round(2 * PX), 0, page.width, page.height))
        back = back.crop((0, 0, back.width, back.height - round((16 if marks == "cutter" else 9) * PX)))
        if backs == "fold" and marks == "cutter":  # a registration mark stands in the corner of that half
            back.paste((255, 255, 255), (back.width - round(16 * PX), 0, back.width, round(16 * PX)))
        for card in cards_of(shop):
            box = box_of(colour_of(card), back)
            if box is not None:  # the field and its square
                back.paste((255, 255, 255), (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1))
        assert ImageChops.invert(back).getbbox() is None


def test_outlines_go_around_the_fronts(workshop: Make) -> None:
    shop = workshop("pairs")
    edition = build(shop, marks="lines", backs="none")
    page = images(edition.files["cards.pdf"], 300)[0]
    px = 300 / 25.4
    for entry in json.loads(edition.files["manifest.json"])["components"]:
        for place in entry["printed"]:
            if place["page"] == 1:
                for x, y in ((0, 40), (60, 40), (30, 0), (30, 85)):
                    at = round((place["x_mm"] + x) * px), round((place["y_mm"] + y) * px)
                    around = [page.getpixel((at[0] + dx, at[1] + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
                    assert min(min(pixel) for pixel in around) < 200  # type: ignore[arg-type,type-var]


def test_the_cut_paths_of_a_board_in_parts_are_on_its_sheets(workshop: Make) -> None:
    shop = workshop("counter-strike")
    edition = build(shop, "counter-strike", marks="cutter")
    pages = images(edition.files["boards.pdf"], 50)
    paths = [data for name, data in edition.files.items() if name.startswith("boards-cut-")]
    assert len(paths) == len(pages) - 1 >= 2, "one a sheet; the last page is a map"
    for data, page in zip(paths, pages, strict=False):
        [rect] = ElementTree.fromstring(data).iter("{http://www.w3.org/2000/svg}rect")
        x, y, w, h = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        assert Box(x, y, w, h).inside(Box(15, 15, 180, 267))
        px = 50 / 25.4
        assert page.getpixel((round(12.5 * px), round(12.5 * px))) == (0, 0, 0), "the machine finds its mark"
        middle = page.crop((round((x + 4) * px), round((y + 4) * px), round((x + w) * px), round((y + h) * px)))
        assert middle.convert("L").getextrema()[0] < 200
    assert proven(shop, "counter-strike")


def edges(box: Box, across: bool) -> tuple[float, float]:
    return (box.y, box.bottom) if across else (box.x, box.right)


def parted(boxes: list[Box], sheet: Size, plan: tuple[Any, ...]) -> list[Box]:
    """A knife at work: every step's cuts go through each piece in which they lie, from edge to edge."""
    pieces = [Box(0.0, 0.0, sheet.width, sheet.height)]
    for step in plan:
        done = []
        for piece in pieces:
            start, end = edges(piece, step.across)
            lines = [at for at in step.at if start < at < end]
            mine = [edges(box, step.across) for box in boxes if box.inside(piece, 0.02)]
            if not mine or any(low + 0.02 < at < high - 0.02 for at in lines for low, high in mine):
                done.append(piece)  # these are another strip's cuts
                continue
            for low, high in pairwise([start, *lines, end]):
                size = high - low
                done.append(piece._replace(y=low, height=size) if step.across else piece._replace(x=low, width=size))
        pieces = done
    return pieces


def loose(number: int, width: float, height: float, copies: int, back: bool) -> Piece:
    return Piece(
        component=f"c{number}", front=f"f{number}", back=f"b{number}" if back else None, trim=Size(width, height),
        bleed=2.0, corner=0.0, copies=copies, group="", deck="draw", title="t", where=Location("game.yaml"),
    )  # fmt: skip


# Sizes in tenths of a millimetre: two edges nearer than a hundredth are one cut, by hand and in the plan.
tenths = st.integers(200, 900).map(lambda value: value / 10)
several = st.lists(st.tuples(tenths, tenths, st.integers(1, 14), st.booleans()), min_size=1, max_size=5)


@given(several, st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(list(Backs)), st.sampled_from([None, 1.5]))
def test_packed_sheets_hold_every_piece_once_and_straight_cuts_part_them(
    sizes: list[tuple[float, float, int, bool]], paper: str, backs: Backs, bleed: float | None
) -> None:
    pieces = [loose(at, *size) for at, size in enumerate(sizes)]
    spec = SheetSpec(paper=Size(*PAPERS[paper]), paper_name=paper, bleed=bleed, backs=backs, pack=True)
    try:
        sheets, unpacked = impose_together([([piece], spec) for piece in pieces], Label("t", "sheet", "front", "back"))
    except SourceError:
        with pytest.raises(SourceError, match="does-not-fit"):
            impose_together([([piece], spec) for piece in pieces], Label("t", "sheet", "front", "back"))
        return
    assert len(sheets) <= unpacked
    counted: dict[str, int] = {}
    for sheet in sheets:
        printable = Box(5, 5, sheet.paper.width - 10, sheet.paper.height - 10)
        fronts = [placement for placement in sheet.front.placements if not placement.back]
        every = sheet.front.placements
        assert all(one.box.inside(printable, 1e-3) for one in every)
        assert not any(a.box.grown(a.bleed).overlaps(b.box, 1e-4) for a in every for b in every if a is not b)
        for placement in fronts:
            counted[placement.component] = counted.get(placement.component, 0) + 1
        plan = cut_plan(sheet)
        assert plan, "straight cuts do not part it"
        boxes = [placement.box for placement in fronts]
        cut = parted(boxes, sheet.paper, plan)
        for box in boxes:
            assert any(max(abs(a - b) for a, b in zip(box, piece, strict=True)) < 0.02 for piece in cut)
    assert counted == {piece.component: piece.copies for piece in pieces}


def test_packing_says_what_it_saves(workshop: Make) -> None:
    workshop("counter-strike")
    words = ["pdf", "counter-strike", "--lang", "en", "--pack", "--out", "out"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    saved = re.search(r"packed: (\d+) sheets instead of (\d+)", told.output)
    assert saved
    with pikepdf.open("out/counter-strike/en/packed.pdf") as pdf:
        assert len(pdf.pages) == 2 * int(saved[1])
    CliRunner().invoke(main, [word for word in words if word != "--pack"])
    pages = 0
    for name in ("cards.pdf", "dice.pdf"):
        with pikepdf.open(f"out/counter-strike/en/{name}") as pdf:
            pages += len(pdf.pages) // (2 if name == "cards.pdf" else 1)
    assert pages == int(saved[2])


# Papers and margins ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [*PAPERS, "200x280mm", "9 x 12 in", "297mm x 210mm"])
@pytest.mark.parametrize("margin", [None, (3.0, 12.0)])
@pytest.mark.parametrize("marks", ["none", "crop"])
def test_all_ink_stays_on_the_paper_and_off_its_edge(
    paper: str, margin: tuple[float, float] | None, marks: str, workshop: Make
) -> None:
    """But for crop marks, which would be too short to see: they may reach 1.5 mm into the edge."""
    shop = workshop("pairs")
    edition = build(shop, paper=paper, margin=margin, marks=marks)
    _, size = steps.paper_of(paper)
    for page in images(edition.files["cards.pdf"]):
        assert sorted(page.size) == pytest.approx([size.width * PX, size.height * PX], abs=1.5)
        box = ImageChops.invert(page).getbbox()
        assert box is not None
        x, y = margin or (5.0, 5.0)
        if page.width > page.height:
            x, y = y, x
        edge = (0.2 if marks == "none" else 1.7) * PX  # half a line, and a pixel
        assert box[0] >= x * PX - edge
        assert box[1] >= y * PX - edge
        assert box[2] <= page.width - x * PX + edge
        assert box[3] <= page.height - y * PX + edge
    assert proven(shop)


@pytest.mark.parametrize("backs", ["duplex", "fold"])
def test_what_is_corrected_stays_off_the_edge_too(backs: str, workshop: Make) -> None:
    shop = workshop("pairs")
    big = Correction(1.02, 1.015, 1.5, -1.0, 0.5)
    for page in images(build(shop, correction=big, backs=backs).files["cards.pdf"]):
        box = ImageChops.invert(page).getbbox()
        assert box is not None
        assert min(box[0], box[1], page.width - box[2], page.height - box[3]) >= 4.8 * PX
    assert proven(shop)


@pytest.mark.parametrize("name", ["a44", "200x", "x200mm", "200x280", "40x280mm", "0x0mm", "3x4km", "-200x280mm", ""])
def test_an_unknown_paper_is_never_a4_instead(name: str) -> None:
    with pytest.raises(SourceError) as caught:
        steps.paper_of(name)
    [problem] = caught.value.problems
    assert problem.code == "unknown-paper"
    assert problem.hint


@pytest.mark.parametrize(
    ("game", "words", "told"),
    [
        ("letal", ["--paper", "100x150mm", "--backs", "fold"], "does not fit on half of"),
        ("letal", ["--paper", "60x90mm"], "letter, legal"),
        ("mercenarios", ["--backs", "fold"], ""),
        (
            "mercenarios",
            ["--paper", "a4", "--backs", "fold", "--bleed", "10mm"],
            "1 × 1 landscape fits with bleed ≤ 7 mm",
        ),
    ],
)
def test_what_does_not_fit_says_what_would(game: str, words: list[str], told: str, workshop: Make) -> None:
    workshop(game)
    result = CliRunner().invoke(
        main, ["pdf", game, "--out", "out", *words, "--only", "cards.pdf", "--only", "mats.pdf"]
    )
    assert (result.exit_code == 1) == bool(told), result.output
    assert told in result.output
    assert not told or "[does-not-fit]" in result.output


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("components.pdf", "the page 'Components' does not fit on 85 × 110 mm [does-not-fit]"),
        ("rulebook.pdf", "the rulebook does not fit on 85 × 110 mm [does-not-fit]"),
        ("booklet.pdf", "a page of the booklet does not fit on 55 × 85 mm [does-not-fit]"),
    ],
)
def test_a_small_paper_prints_cards_and_says_how(file: str, told: str, workshop: Make) -> None:
    """The list and the rules want more room than a card; the hint leads to the cards."""
    shop = workshop("counter-strike")
    words = ["pdf", "counter-strike", "--lang", "en", "--paper", "85x110mm", "--out", str(shop.out), "--only"]
    result = CliRunner().invoke(main, [*words, "cards.pdf", "--only", file])
    assert result.exit_code == 1
    assert told in result.stderr
    assert result.stderr.rstrip().endswith("1 error")
    assert not shop.out.exists()
    hint = re.search(r"it needs (.* mm); cartada pdf (--only \S+)", result.stderr)
    assert hint
    assert CliRunner().invoke(main, [*words[:-1], *hint[2].split()]).exit_code == 0


def test_what_the_rules_need_more_room_for_is_said_with_a_way_out(workshop: Make) -> None:
    shop = workshop("counter-strike")
    words = ["pdf", "counter-strike", "--lang", "en", "--paper", "100x150mm", "--out", str(shop.out)]
    told = CliRunner().invoke(main, words).stderr
    assert re.search(r"title is taller than a page \[does-not-fit\]\n  hint: .*larger paper.*--only cards.pdf", told)
    assert not shop.out.exists()


def test_a_bleed_that_costs_places_says_which_would_not(workshop: Make) -> None:
    workshop("letal")
    words = ["pdf", "letal", "--lang", "en", "--only", "cards.pdf", "--out", "out", "--bleed"]
    told = CliRunner().invoke(main, [*words, "3mm"]).output
    offered = re.search(r"8 of 63 × 88 mm on a sheet; 3 × 3 portrait fits with bleed ≤ ([\d.]+) mm", told)
    assert offered
    assert "9 sheets" in told
    assert "8 sheets" in CliRunner().invoke(main, [*words, f"{offered[1]}mm"]).output
    assert "9 sheets" in CliRunner().invoke(main, [*words, f"{float(offered[1]) + 0.01:.2f}mm"]).output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--margin", "5"], "no unit"),
        (["--margin", "5x6x7mm"], "one or two lengths"),
        (["--margin", "60mm"], "one or two lengths"),
        (["--marks", "cutter", "--bleed", "0.5mm"], "1.25 mm between neighbours"),
        (["--backs", "both"], "is not one of"),
    ],
)
def test_sheets_that_cannot_be_are_refused(words: list[str], told: str, workshop: Make) -> None:
    shop = workshop("pairs")
    result = CliRunner().invoke(main, ["pdf", "pairs", *words, "--out", str(shop.out)])
    assert result.exit_code in (1, 2)
    assert told in " ".join(result.output.split())
    assert not shop.out.exists()


def test_five_millimetres_at_the_sides_and_twelve_at_the_ends() -> None:
    assert steps.sheet_spec("a4", None, "long", margin=(5.0, 12.0)).margins == Margins(5.0, 12.0)
    assert steps.sheet_spec("a4", None, "long", marks="none").marks is Marks.NONE


@pytest.mark.parametrize(
    ("page", "command"),
    [
        ("sheets", "pdf letal --lang en --bleed 3mm --only cards.pdf"),
        ("sheets", "pdf letal --lang en --only cards.pdf --cut-plan"),
        ("sheets", "pdf cyberlight --lang en --pack"),
        ("commands", "pdf letal --lang en"),
        ("commands", "pdf letal --lang en --paper letter --bleed 3mm"),
        ("commands", "tuckbox letal --lang en"),
        ("tuckboxes", "tuckbox cyberlight --lang en --deck d2 --card-thickness 2mm"),
    ],
)
def test_what_the_commands_print_is_what_the_page_says(page: str, command: str, workshop: Make) -> None:
    """Each example again, letter for letter; a line of … stands for more of the same."""
    words = command.split()
    workshop(words[1])
    text = (REPOSITORY / f"docs/{page}.md").read_text(encoding="utf-8")
    shown = re.split(r"```|\n\$ ", text.split(f"$ cartada {command}\n")[1])[0].rstrip().splitlines()
    result = CliRunner().invoke(main, words)
    told = [line for line in (result.stdout or result.stderr).splitlines() if not line.endswith("laid out")]
    if shown[-1].strip() == "…":
        shown.pop()
        told = told[: len(shown)]
    assert told == shown
