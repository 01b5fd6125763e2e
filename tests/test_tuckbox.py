"""A box that the cards do not go into; panels that do not meet when it is folded; a lid that reads upside down; words
and hatching where they are seen; a net that is cut off by the paper's edge. Nets are folded here in three dimensions;
boxes of real games go the whole way to a PDF and are read back from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.build import Project, catalogues, sheet_spec
from generator.cli import main
from generator.geometry import PAPERS, Box, Insets, Size
from generator.problem import Location, SourceError
from generator.tuckbox import (
    BLEED_MM,
    PLAY_MM,
    SLEEVE_MM,
    THINNEST_MM,
    Block,
    Laying,
    Line,
    Net,
    block_of,
    lay,
    net_of,
)
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
GAMES = ("letal", "counter-strike", "mercenarios", "redshot", "cyberlight")
PT = 72 / 25.4
CLOSE = 1e-6

blocks = st.builds(
    Block,
    st.floats(30, 150),
    st.floats(40, 200),
    st.floats(0.1, 120),
)


# The block in its box -------------------------------------------------------------------------------------------------


@given(st.integers(1, 500), st.floats(30, 150), st.floats(40, 200), st.floats(0.05, 5), st.floats(0.05, 5))
def test_the_cards_fit_with_and_without_sleeves(n: int, width: float, height: float, thick: float, wall: float) -> None:
    trim = Size(width, height)
    for sleeve, more, each in ((None, Size(0, 0), thick), (wall, SLEEVE_MM, thick + wall)):
        net = net_of(block_of(n, trim, thick, sleeve, None))
        assert net.width == pytest.approx(width + more.width + PLAY_MM.width)
        assert net.height == pytest.approx(height + more.height + PLAY_MM.height)
        assert net.depth > n * each
        assert net.depth >= THINNEST_MM
        assert net.depth - n * each <= THINNEST_MM
    outer = net_of(block_of(n, trim, thick, wall, Size(width + 9, height + 7)))
    assert (outer.width, outer.height) == pytest.approx((width + 9 + PLAY_MM.width, height + 7 + PLAY_MM.height))


# The net, folded ------------------------------------------------------------------------------------------------------

Vector = tuple[float, float, float]


class Place(NamedTuple):
    """Where a flat part lies once folded: the image of a flat point, and of the two directions of the paper."""

    origin: Vector  # of the flat point (0, 0)
    across: Vector
    down: Vector

    def of(self, x: float, y: float) -> Vector:
        return plus(self.origin, plus(times(self.across, x), times(self.down, y)))


def plus(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def times(a: Vector, by: float) -> Vector:
    return (a[0] * by, a[1] * by, a[2] * by)


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def parts_of(net: Net) -> dict[str, Box]:
    """Every part of the paper between folds: panels, and flaps that are glued (from their fold on)."""
    parts = {panel.name: panel.box for panel in net.panels}
    front, right = parts["front"], parts["side-right"]
    for flap in net.glued:
        box = flap.box
        if flap.name == "seam":
            parts["seam"] = Box(right.right, front.y, box.right - right.right, front.height)
        elif flap.name == "tab":
            bottom = parts["bottom"]
            parts["tab"] = Box(bottom.x, bottom.bottom, bottom.width, box.bottom - bottom.bottom)
        else:
            side = parts["side-left" if box.x < front.x else "side-right"]
            parts[flap.name] = Box(side.x, side.bottom, side.width, box.bottom - side.bottom)
    return parts


def shares(box: Box, fold: Line) -> bool:
    """Whether a fold is a whole edge of a part."""
    edges = (
        ((box.x, box.y), (box.right, box.y)),
        ((box.x, box.bottom), (box.right, box.bottom)),
        ((box.x, box.y), (box.x, box.bottom)),
        ((box.right, box.y), (box.right, box.bottom)),
    )
    ends = ((fold.x1, fold.y1), (fold.x2, fold.y2))
    return any(
        all(abs(p - q) < CLOSE for a, b in zip(edge, ends, strict=True) for p, q in zip(a, b, strict=True))
        for edge in edges
    )


def folded(net: Net) -> dict[str, Place]:
    """The paper folded away from whoever looks at the front, by a right angle at each fold."""
    parts = parts_of(net)
    places = {"front": Place((0, 0, 0), (1, 0, 0), (0, 1, 0))}
    todo = ["front"]
    used = set()
    while todo:
        name = todo.pop()
        for fold in net.folds:
            if fold in used or not shares(parts[name], fold):
                continue
            [other] = [part for part in parts if part != name and shares(parts[part], fold)]
            used.add(fold)
            old, box = places[name], parts[other]
            away = cross(old.across, old.down)  # from the printed side to the other: z grows away from the eye
            if fold.x1 == fold.x2:  # beside: what led across now leads away, or towards where it came from
                turned = times(away, 1 if box.x >= fold.x1 - CLOSE else -1)
                across, down = turned, old.down
            else:
                turned = times(away, 1 if box.y >= fold.y1 - CLOSE else -1)
                across, down = old.across, turned
            hinge = old.of(fold.x1, fold.y1)
            origin = plus(hinge, plus(times(across, -fold.x1), times(down, -fold.y1)))
            places[other] = Place(origin, across, down)
            todo.append(other)
    assert used == set(net.folds), "a fold that parts nothing"
    assert set(places) == set(parts), "a part that hangs on nothing"
    return places


def corners(net: Net, name: str, places: dict[str, Place]) -> set[Vector]:
    box = parts_of(net)[name]
    points = product((box.x, box.right), (box.y, box.bottom))
    return {tuple(round(value, 6) + 0.0 for value in places[name].of(*point)) for point in points}  # type: ignore[misc]


@given(blocks)
@settings(max_examples=60, deadline=None)
def test_folding_the_net_gives_a_box(block: Block) -> None:
    net = net_of(block)
    places = folded(net)
    walls = ("front", "back", "side-left", "side-right", "top", "bottom")
    meeting: dict[Vector, int] = {}
    for name in walls:
        for corner in corners(net, name, places):
            key = tuple(round(value, 4) + 0.0 for value in corner)
            meeting[key] = meeting.get(key, 0) + 1  # type: ignore[index, arg-type]
    assert len(meeting) == 8, "six walls of a box have eight corners"
    assert set(meeting.values()) == {3}, "and three walls meet in each"
    spans = sorted(max(axis) - min(axis) for axis in zip(*meeting, strict=True))
    assert spans == pytest.approx(sorted((net.width, net.height, net.depth)), abs=1e-3)
    assert min(spans) >= min(block), "the block goes in"


@given(blocks)
@settings(max_examples=60, deadline=None)
def test_every_flap_lies_inside_behind_its_wall(block: Block) -> None:
    net = net_of(block)
    places, parts = folded(net), parts_of(net)
    behind = {
        "tongue": "front", "tab": "back", "seam": "back", "dust-left": "top", "dust-right": "top",
        "dust-low-left": "bottom", "dust-low-right": "bottom",
    }  # fmt: skip
    assert set(behind) == set(parts) - {"front", "back", "side-left", "side-right", "top", "bottom"}
    for flap, wall in behind.items():
        inner, outer = corners(net, flap, places), corners(net, wall, places)
        for low, high, values in zip(
            (min(axis) for axis in zip(*outer, strict=True)),
            (max(axis) for axis in zip(*outer, strict=True)),
            zip(*inner, strict=True),
            strict=True,
        ):
            assert min(values) >= low - 1e-4, f"{flap} leaves {wall}"
            assert max(values) <= high + 1e-4, f"{flap} leaves {wall}"


@given(blocks)
@settings(max_examples=20, deadline=None)
def test_all_is_read_the_right_way_up(block: Block) -> None:
    """Walls upright; the lid from the front; the bottom from the front when the box is tipped back."""
    net = net_of(block)
    places = folded(net)
    up = {
        panel.name: times(places[panel.name].down, 1 if panel.turn == 180 else -1)
        for panel in net.panels
        if panel.kind != "flap"
    }
    for name in ("front", "back", "side-left", "side-right"):
        assert up[name] == (0, -1, 0), name
    assert up["top"] == (0, 0, 1), "away from who looks at the front"
    assert up["bottom"] == (0, 0, -1), "towards the front"


@given(blocks)
def test_the_wrap_is_twice_the_walls_and_the_glued_flap(block: Block) -> None:
    net = net_of(block)
    seam = next(flap for flap in net.glued if flap.name == "seam").box
    end = max(box.box.right for box in net.panels)
    assert end == pytest.approx(2 * net.width + 2 * net.depth)
    assert net.size.width == pytest.approx(end + (seam.right - end))
    assert net.size.width == pytest.approx(seam.right)
    row = sorted((panel.box for panel in net.panels if panel.kind in ("front", "back", "side")), key=lambda box: box.x)
    assert len(row) == 4
    for one, two in pairwise(row):
        assert one.right == pytest.approx(two.x)
        assert (one.y, one.height) == pytest.approx((two.y, two.height))


@given(blocks)
def test_no_part_overlaps_another_and_the_outline_holds_them_all(block: Block) -> None:
    net = net_of(block)
    boxes = [panel.box for panel in net.panels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[index + 1 :])
        assert box.inside(Box(0, 0, *net.size))
    for flap in net.glued:
        assert not any(flap.box.overlaps(box) for box in boxes), "glue where it is seen"
    points = [(float(step[-2]), float(step[-1])) for step in net.cut if len(step) > 1]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert max(x for x, _ in points) == pytest.approx(net.size.width)
    assert min(y for _, y in points) == pytest.approx(0)
    assert max(y for _, y in points) == pytest.approx(net.size.height)
    for fold in net.folds:
        for end in ((fold.x1, fold.y1), (fold.x2, fold.y2)):
            assert any(end == pytest.approx(point) for point in points), "a fold ends at a cut"


# On paper -------------------------------------------------------------------------------------------------------------


def tuckbox(out: Path, *args: str, root: Path = REPOSITORY) -> Result:
    result = CliRunner().invoke(main, ["tuckbox", *args, "--root", str(root), "--out", str(out)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def texts(path: Path) -> list[str]:
    """Each page's words, in small letters, with plain spaces."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [" ".join(page.get_textpage().get_text_bounded().casefold().split()) for page in document]
    finally:
        document.close()


def bookmarks(path: Path) -> list[str]:
    with pikepdf.open(path) as pdf, pdf.open_outline() as outline:
        return [str(item.title) for item in outline.root]


def folds(path: Path, page: int = 0) -> list[Line]:
    """The dashed black lines of a page, in mm from its top left."""
    with pikepdf.open(path) as pdf:
        steps = list(pikepdf.parse_content_stream(pdf.pages[page]))
    lines: list[Line] = []
    dashed = black = False
    start = (0.0, 0.0)
    for operands, operator in steps:
        name = str(operator)
        numbers = [float(value) for value in operands] if name in ("m", "l", "RG") else []
        if name == "d":
            dashed = [float(value) for value in operands[0]] == [1.2, 0.8]
        elif name == "RG":
            black = numbers == [0, 0, 0]
        elif name == "m":
            start = (numbers[0], numbers[1])
        elif name == "l" and dashed and black:
            lines.append(Line(*start, numbers[0], numbers[1]))
    return lines


def measured(path: Path, page: int = 0) -> tuple[float, float, float]:
    """Width, height and depth of a box, by the folds on paper: the four upright ones part back, sides and front."""
    upright = sorted((line for line in folds(path, page) if line.x1 == line.x2), key=lambda line: line.x1)
    assert len(upright) == 4
    left, front, right, end = (line.x1 for line in upright)
    assert end - right == pytest.approx(front - left, abs=2e-3), "two sides of one depth"
    assert len({round(line.length, 3) for line in upright}) == 1
    return right - front, upright[0].length, front - left


def piles(game: str) -> dict[str, tuple[int, Size]]:
    """Deck → how many cards, and their largest measures; counted from the catalogue by other means."""
    [catalogue] = catalogues(Project(root=REPOSITORY), [game])
    found: dict[str, tuple[int, Size]] = {}
    for card in catalogue.components:
        if catalogue.kinds[card.kind].form == "card" and card.copies:
            n, trim = found.get(card.build.deck, (0, Size(0, 0)))
            larger = Size(max(trim.width, card.build.trim.width), max(trim.height, card.build.trim.height))
            found[card.build.deck] = (n + card.copies, larger)
    return {deck: found[deck] for deck in catalogue.decks if deck in found}


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_and_a_bookmark_for_each_deck_with_its_words(game: str, tmp_path: Path) -> None:
    result = tuckbox(tmp_path, game)
    assert result.exit_code == 0, result.stderr
    [catalogue] = catalogues(Project(root=REPOSITORY), [game])
    glue = {"pt": "cola", "en": "glue", "ru": "клей"}
    for language in catalogue.languages:
        path = tmp_path / game / language / "tuckbox.pdf"
        decks = piles(game)
        pages = texts(path)
        assert len(pages) == len(decks)
        assert bookmarks(path) == [catalogue.decks[deck].name[language] for deck in decks]
        title = re.split("[:,]", catalogue.title[language])[0].casefold()
        for page, (deck, (n, _)) in zip(pages, decks.items(), strict=True):
            assert page.count(title) >= 3, f"{deck}: front and both sides"
            assert page.count(" ".join(catalogue.decks[deck].name[language].casefold().split())) >= 2, deck
            assert str(n) in page
            assert page.count(glue[language]) >= 2
        for index, (n, trim) in enumerate(decks.values()):
            width, height, depth = measured(path, index)
            assert width >= trim.width + 1
            assert height >= trim.height + 1
            assert max(6, n * 0.3) <= depth + 2e-3 <= max(6.01, n * 0.3 + 2)


def test_thickness_and_sleeves_are_measured_on_paper(tmp_path: Path) -> None:
    path = tmp_path / "letal/en/tuckbox.pdf"
    base = ("letal", "--lang", "en", "--deck", "draw")
    n, trim = piles("letal")["draw"]
    seen = {}
    for name, more in {
        "plain": (),
        "thick": ("--card-thickness", "0.4mm"),
        "sleeved": ("--sleeves", "0.1mm"),
        "outer": ("--sleeves", "0.1mm", "--sleeve-size", "70mm x 95mm"),
    }.items():
        result = tuckbox(tmp_path, *base, *more)
        assert result.exit_code == 0, result.stderr
        seen[name] = measured(path)
    near = {"abs": 2e-3}
    assert seen["thick"][2] - seen["plain"][2] == pytest.approx(n * 0.1, **near)
    assert seen["thick"][:2] == pytest.approx(seen["plain"][:2], **near)
    assert seen["sleeved"][2] == pytest.approx(seen["thick"][2], **near), "0.3 and 0.1 are 0.4"
    assert seen["sleeved"][0] - seen["plain"][0] == pytest.approx(SLEEVE_MM.width, **near)
    assert seen["sleeved"][1] - seen["plain"][1] == pytest.approx(SLEEVE_MM.height, **near)
    assert seen["outer"][0] - seen["plain"][0] == pytest.approx(70 - trim.width, **near)
    assert seen["outer"][1] - seen["plain"][1] == pytest.approx(95 - trim.height, **near)


def test_art_goes_beyond_the_cuts_and_glue_stays_out_of_sight(tmp_path: Path) -> None:
    """LetalCards' dark crate: what is ink and what is paper, in pixels of a tenth of a millimetre."""
    assert tuckbox(tmp_path, "letal", "--lang", "en", "--deck", "draw").exit_code == 0
    path = tmp_path / "letal/en/tuckbox.pdf"
    width, height, _depth = measured(path)
    upright = sorted((line for line in folds(path) if line.x1 == line.x2), key=lambda line: line.x1)
    top, foot = min(upright[0].y1, upright[0].y2), max(upright[0].y1, upright[0].y2)
    left = upright[0].x1 - width  # the back's free edge
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=10 / PT).to_pil().convert("L")
    document.close()

    def dark(x: float, y: float) -> bool:
        return image.getpixel((round(x * 10), round(y * 10))) < 60

    def white(x: float, y: float) -> bool:
        return image.getpixel((round(x * 10), round(y * 10))) == 255

    plank = top + height / 10  # in the middle of the upper plank: no letter, no nail at these places
    assert dark(left - BLEED_MM + 0.3, plank)
    assert white(left - BLEED_MM - 0.4, plank)
    assert dark(left + width / 2, foot + BLEED_MM - 0.3), "below the back"
    assert white(left + width / 2, foot + BLEED_MM + 0.4)
    assert dark(upright[1].x1 + 10, top - BLEED_MM + 0.3), "above the front"
    assert dark(upright[3].x1 + 1.5, top + height / 2), "over the fold of the seam"
    seam = [(upright[3].x1 + 3 + step / 10, top + height / 3) for step in range(80)]
    assert sum(white(x, y) for x, y in seam) > 60, "hatching on white"
    assert not all(white(x, y) for x, y in seam), "hatching"
    assert not any(dark(x, y) for x, y in seam)


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4", "a3"])
@given(block=st.builds(Block, st.floats(30, 90), st.floats(40, 130), st.floats(0.1, 80)))
@settings(max_examples=40, deadline=None)
def test_on_the_sheet_all_of_it_is_in_reach_of_the_printer_or_it_is_an_error(paper: str, block: Block) -> None:
    net, spec = net_of(block), sheet_spec(paper, None, "long")
    names = [panel.name for panel in net.panels] + [flap.name for flap in net.glued]
    box = Laying("deck", "Deck", "words", Location("here"), dict.fromkeys(names, "frame"))
    try:
        sheet = lay(net, spec, box)
    except SourceError as error:
        [problem] = error.problems
        assert problem.code == "does-not-fit"
        held = re.match(r"([\w, ]+) holds? it", problem.hint)
        larger = held[1].split(", ") if held else [re.findall(r"of (.*) or more", problem.hint)[0]]
        for other in larger:
            assert other != paper
            assert lay(net, sheet_spec(other, None, "long"), box), "what is said holds it"
        return
    reach = Box(0, 0, *sheet.paper)
    reach = reach.grown(Insets(*(-spec.margins.x,) * 4))
    side = sheet.front
    for place in side.placements:
        assert place.box.grown(place.bleed).inside(reach), "art beyond the printable area"
    assert side.trims.inside(reach)
    slug_top = side.slug.ruler_at[1] - 2.0  # the ruler's ticks are 1.6 mm high
    assert side.trims.bottom <= slug_top + CLOSE
    assert sheet.back is None


def test_a_printer_with_a_wide_margin_reaches_all_of_it(tmp_path: Path) -> None:
    assert tuckbox(tmp_path, "letal", "--lang", "en", "--deck", "draw", "--margin", "15mm").exit_code == 0
    path = tmp_path / "letal/en/tuckbox.pdf"
    document = pypdfium2.PdfDocument(path)
    image = document[0].render(scale=2).to_pil().convert("L")
    document.close()
    edge = round(15 * PT * 2) - 1
    inner = image.crop((edge, edge, image.width - edge, image.height - edge))
    image.paste(255, (edge, edge, edge + inner.width, edge + inner.height))
    assert image.getextrema() == (255, 255), "nothing is drawn in the margin"
    assert inner.getextrema()[0] < 60


def test_a_printer_that_shrinks_is_given_a_larger_net(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    kept = CliRunner().invoke(main, ["calibrate", "--set", "small", "--ruler-x", "147mm"])
    assert kept.exit_code == 0, kept.stderr
    wide = {}
    for name, more in {"plain": (), "corrected": ("--printer", "small")}.items():
        assert tuckbox(tmp_path, "letal", "--lang", "en", "--deck", "draw", *more).exit_code == 0
        document = pypdfium2.PdfDocument(tmp_path / "letal/en/tuckbox.pdf")
        image = document[0].render(scale=4).to_pil().convert("L")
        document.close()
        band = image.crop((0, image.height // 2, image.width, image.height // 2 + 8)).point(lambda value: value < 60)
        box = band.getbbox()
        assert box is not None
        wide[name] = box[2] - box[0]
    assert wide["corrected"] / wide["plain"] == pytest.approx(150 / 147, abs=2e-3)


def test_a_box_too_large_is_an_error_for_each_deck_and_nothing_is_written(tmp_path: Path) -> None:
    result = tuckbox(tmp_path / "out", "cyberlight", "--lang", "en", "--card-thickness", "3mm")
    assert result.exit_code == 1
    assert not (tmp_path / "out").exists()
    found = re.findall(
        r"the box for '([^']+)' measures ([\d.]+) × ([\d.]+) × ([\d.]+) mm, .*\[does-not-fit\]", result.stderr
    )
    [catalogue] = catalogues(Project(root=REPOSITORY), ["cyberlight"])
    sizes = {catalogue.decks[deck].name["en"]: n for deck, (n, _) in piles("cyberlight").items()}
    assert len(found) > 3
    for name, width, height, depth in found:
        assert (float(width), float(height)) == (64.5, 89.5)
        assert float(depth) == sizes.pop(name) * 3 + 1
    hints = re.findall(r"hint: (.*)", result.stderr)
    assert any(re.match(r"a3, .* hold it; or split the deck", hint) for hint in hints)
    assert any(re.match(r"a paper of \d+ × \d+ mm or more would hold it", hint) for hint in hints)
    assert sizes, "small decks fit"
    assert max(sizes.values()) * 3 + 1 < min(float(depth) for *_, depth in found)


def test_a_paper_that_is_said_to_hold_it_does(tmp_path: Path) -> None:
    args = ("cyberlight", "--lang", "en", "--deck", "d2", "--card-thickness", "2mm")
    refused = tuckbox(tmp_path, *args)
    assert refused.exit_code == 1
    [papers] = re.findall(r"hint: (.*) hold it; or split the deck", refused.stderr)
    assert "a3" in papers.split(", ")
    for paper in PAPERS:
        assert (tuckbox(tmp_path, *args, "--paper", paper).exit_code == 0) == (paper in papers.split(", ")), paper


def test_the_same_game_gives_the_same_bytes(tmp_path: Path) -> None:
    for out in ("one", "two"):
        assert tuckbox(tmp_path / out, "redshot", "mercenarios").exit_code == 0
    one, two = (sorted((tmp_path / out).rglob("*.pdf")) for out in ("one", "two"))
    assert len(one) == 4
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


# Data ----------------------------------------------------------------------------------------------------------------


def test_a_game_without_a_layout_has_the_plain_box(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit("cards/letal/game.yaml", "tuckbox:", "#")
    result = tuckbox(shop.out, "letal", "--lang", "en", "--deck", "draw", root=shop.root)
    assert result.exit_code == 0, result.stderr
    [page] = texts(shop.out / "letal/en/tuckbox.pdf")
    assert page.count("letalcards") >= 3
    assert "52 cards" in page
    assert page.replace(" ", "").count("letal") > page.count("letalcards"), "the deck's own back"


def test_the_plain_box_needs_no_theme_and_no_certain_fonts(workshop: Make) -> None:
    shop = workshop("pixels")
    [game] = [path.parent.name for path in shop.root.glob("cards/*/game.yaml")]
    result = tuckbox(shop.out, game, root=shop.root)
    assert result.exit_code == 0, result.stderr


def one_card_larger(shop: Workshop) -> None:
    shop.edit("cards/letal/weapons.yaml", "  - id: uzi\n", "  - id: uzi\n    trim: 70 mm x 120 mm\n")


def test_of_several_sizes_the_largest_counts(workshop: Make) -> None:
    shop = workshop("letal")
    base = ("letal", "--lang", "en", "--deck", "draw")
    assert tuckbox(shop.out, *base, root=shop.root).exit_code == 0
    before = measured(shop.out / "letal/en/tuckbox.pdf")
    one_card_larger(shop)
    assert tuckbox(shop.out, *base, root=shop.root).exit_code == 0
    after = measured(shop.out / "letal/en/tuckbox.pdf")
    assert after[0] - before[0] == pytest.approx(70 - 63, abs=2e-3)
    assert after[1] - before[1] == pytest.approx(120 - 88, abs=2e-3)
    assert after[2] == pytest.approx(before[2], abs=2e-3)


def test_a_slip_in_the_layout_is_told_with_its_line_and_deck(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit("templates/letal/tuckbox.xml.j2", "{{ deck.counted|upper }}", "{{ deck.conted|upper }}")
    result = tuckbox(shop.out, "letal", "--lang", "en", root=shop.root)
    assert result.exit_code == 1
    assert not shop.out.exists()
    assert re.search(
        r"templates/letal/tuckbox\.xml\.j2:\d+.*'conted' is not defined here \[undefined-name\]", result.stderr
    )
    assert "while laying out Draw pile tuckbox bottom (en)" in result.stderr
    assert "did you mean 'counted'" in result.stderr


def test_a_layout_that_is_not_there_is_an_error_of_every_command(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit("cards/letal/game.yaml", "tuckbox: letal/tuckbox.xml.j2", "tuckbox: letal/tuckbx.xml.j2")
    [problem] = shop.problems("letal")
    assert problem.code == "missing-file"
    assert problem.where.path.endswith("cards/letal/game.yaml")


@pytest.mark.parametrize(("deck", "game"), [("drow", "letal"), ("boards", "counter-strike")])
def test_a_deck_that_holds_no_cards_is_an_error(deck: str, game: str, tmp_path: Path) -> None:
    result = tuckbox(tmp_path / "out", game, "--deck", deck)
    assert result.exit_code == 1
    assert re.search(rf"--deck: error: no deck '{deck}' holds cards \[unknown-deck\]", result.stderr)
    assert not (tmp_path / "out").exists()


def test_sleeves_that_are_too_small_are_an_error(tmp_path: Path) -> None:
    result = tuckbox(tmp_path / "out", "letal", "--lang", "en", "--sleeves", "0.1mm", "--sleeve-size", "62mm x 91mm")
    assert result.exit_code == 1
    assert result.stderr.count("they do not go into sleeves of 62 × 91 mm [does-not-fit]") == 2, "both decks"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "args",
    [
        ("--card-thickness", "0.3"),
        ("--card-thickness", "0mm"),
        ("--card-thickness", "6mm"),
        ("--sleeves", "-1mm"),
        ("--sleeves", "0.1mm", "--sleeve-size", "big"),
        ("--sleeve-size", "66mm x 91mm"),
    ],
)
def test_a_wrong_call_is_one(args: tuple[str, ...], tmp_path: Path) -> None:
    result = tuckbox(tmp_path / "out", "letal", *args)
    assert result.exit_code == 2
    assert args[-2] in result.stderr
    assert not (tmp_path / "out").exists()


def lines_of(result: Result) -> Iterator[str]:
    yield from result.stdout.splitlines()


def test_it_says_what_it_made(tmp_path: Path) -> None:
    result = tuckbox(tmp_path, "letal", "--lang", "en")
    wanted = [f"{(tmp_path / 'letal/en').as_posix()}: tuckbox.pdf", "2 pieces on 2 sheets of a4, at 100 %, one side"]
    for line, words in zip(lines_of(result), wanted, strict=False):
        assert words in line
    told = re.findall(
        r"^    (.+): (\d+) cards, a box of ([\d.]+) × ([\d.]+) × ([\d.]+) mm$", result.stdout, re.MULTILINE
    )
    for page, (_, n, *size) in enumerate(told):
        assert [float(value) for value in size] == pytest.approx(
            measured(tmp_path / "letal/en/tuckbox.pdf", page), abs=0.06
        )
        assert int(n) == list(piles("letal").values())[page][0]
    assert len(told) == 2


def test_a_box_for_which_there_is_no_paper_is_refused_as_that(workshop: Make) -> None:
    """Not as rectangles that are too long, in a layout that the designer never saw."""
    shop = workshop("pairs")
    text = (shop.root / "cards/pairs/cards.yaml").read_text(encoding="utf-8")
    shop.write("cards/pairs/cards.yaml", text.replace("kind: pair,", "kind: pair, copies: 99,"))
    words = ["tuckbox", "pairs", "--card-thickness", "5mm", "--root", str(shop.root), "--out", str(shop.out)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert re.search(r"too large for a4 \[does-not-fit\]\n  hint: no paper is as large as that: split", result.stderr)
    assert result.stderr.endswith("1 error\n")
