"""A deck that comes back from the shop with a white sliver at its edge, a card scaled by half a per cent, a name cut
off, or one card too few: pictures are read back pixel by pixel, and everything that is looked at is provoked.
"""

from __future__ import annotations

import csv
import io
import re
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops

from generator.build import Project
from generator.build.exports import Exported, ExportOrder, export_games, targets
from generator.build.places import write_folder
from generator.catalogue import Catalogue, load
from generator.cli import main
from generator.export import pixels, raster, vendors
from generator.export.vendors import Product, read_vendors
from generator.geometry import Size, number
from generator.intake import Opened
from generator.problem import Problem, SourceError
from tests.conftest import REPOSITORY, Workshop
from tests.test_docs import named, read, tables

Make = Callable[..., Workshop]
YELLOW, WHITE, RED, BLUE, BLACK = (255, 255, 0), (255, 255, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)

# A ground of yellow as far as the layout is told, white within the trim, red and blue squares in two of its corners.
GROUND = """<rect x="{{ -trim.bleed }}mm" y="{{ -trim.bleed }}mm" width="{{ trim.width + 2 * trim.bleed }}mm"
 height="{{ trim.height + 2 * trim.bleed }}mm" fill="{{ theme.y }}"/>"""
TRIM = """<rect x="0mm" y="0mm" width="{{ trim.width }}mm" height="{{ trim.height }}mm" fill="{{ theme.w }}"/>
<rect x="0mm" y="0mm" width="6mm" height="6mm" fill="{{ theme.r }}"/>
<rect x="{{ trim.width - 6 }}mm" y="{{ trim.height - 6 }}mm" width="6mm" height="6mm" fill="{{ theme.b }}"/>"""
FACE = f"<face>{GROUND}{TRIM}</face>"


def kind(name: str, trim: Size, form: str = "card", more: str = "", bleed: str = "3 mm") -> str:
    return f"""  {name}:
    name: {name}
    plural: {name}s
    form: {form}
    deck: draw
    trim: {trim.width} mm x {trim.height} mm
    bleed: {bleed}
    front: own/front.xml.j2
    back: own/back.xml.j2
    prints_name: no
{more}"""


def game(shop: Workshop, kinds: dict[str, str], front: str = FACE, back: str = FACE, cards: str = "") -> Workshop:
    """The game ``own``: its kinds, one card of each or those given, two layouts."""
    head = (shop.root / "cards/pixels/game.yaml").read_text(encoding="utf-8").replace("game: pixels", "game: own")
    shop.write(
        "cards/own/game.yaml",
        head.partition("kinds:")[0] + "kinds:\n" + "".join(kinds.values()) + "catalogue: [all.yaml]\n",
    )
    names = "".join(f"  - {{id: {name}, kind: {name}, name: {name}}}\n" for name in kinds)
    shop.write("cards/own/all.yaml", cards or f"components:\n{names}")
    shop.write("templates/own/front.xml.j2", front)
    shop.write("templates/own/back.xml.j2", back)
    return shop


def export(shop: Workshop, name: str, to: str, *, language: str = "en", **more: object) -> tuple[Path, Exported]:
    """The folder that was written, and what was said of it."""
    order = ExportOrder(games=(name,), languages=(language,), to=to, out=shop.out, **more)  # type: ignore[arg-type]
    [made] = export_games(order, Project(root=shop.root), lambda _: None)
    return shop.out / name / language / "export" / to, made


def refused(shop: Workshop, name: str, to: str) -> tuple[Problem, ...]:
    with pytest.raises(SourceError) as caught:
        export(shop, name, to)
    assert not shop.out.exists(), "something was written although there are problems"
    return caught.value.problems


def picture(path: Path) -> Image.Image:
    image = Image.open(path)
    image.load()
    assert image.mode == "RGB"
    return image


def until(image: Image.Image, channel: int, start: tuple[int, int], step: tuple[int, int], count: int) -> float:
    """How many pixels from a border the channel is full, the broken one counted by its share."""
    x, y = start
    return sum(image.getpixel((x + i * step[0], y + i * step[1]))[channel] / 255 for i in range(count))  # type: ignore[index]


def border(image: Image.Image) -> set[tuple[int, ...]]:
    """The colours of the outermost pixels."""
    w, h = image.size
    ring = [(x, y) for x in range(w) for y in (0, h - 1)] + [(x, y) for y in range(h) for x in (0, w - 1)]
    return {image.getpixel(at) for at in ring}  # type: ignore[misc]


def edges(image: Image.Image) -> tuple[float, float, float, float]:
    """Where the trim begins, in pixels from the left, top, right and bottom: yellow ends at red and at blue."""
    w, h = image.size
    inner = 60  # pixels from the border: within both squares, as every bleed is smaller
    return (
        until(image, 1, (0, inner), (1, 0), inner),
        until(image, 1, (inner, 0), (0, 1), inner),
        until(image, 1, (w - 1, h - 1 - inner), (-1, 0), inner),
        until(image, 1, (w - 1 - inner, h - 1), (0, -1), inner),
    )


# Pictures -------------------------------------------------------------------------------------------------------------


def small(product: Product) -> bool:
    return product.pixels is not None and product.pixels[0] * product.pixels[1] < 2_000_000


PICTURED = [name for name, vendor in vendors().items() if vendor.file == "png" and vendor.products]


@pytest.mark.parametrize("to", PICTURED)
def test_every_product_has_its_pixels_its_cut_and_a_bleed_to_the_last_one(to: str, workshop: Make) -> None:
    vendor = vendors()[to]
    products = {f"p{at}": product for at, product in enumerate(vendor.products or ()) if small(product)}
    assert products
    kinds = {name: kind(name, product.trim, product.forms[0]) for name, product in products.items()}
    folder, made = export(game(workshop("pixels"), kinds), "own", to)
    assert not made.left_out
    assert not made.problems
    fronts = {row["component"]: picture(folder / row["front"]) for row in table_of(folder)}
    for name, product in products.items():
        image = fronts[name]
        assert image.size == product.pixels
        assert border(image) == {YELLOW}, product.name
        assert image.info["dpi"] == pytest.approx((vendor.dpi, vendor.dpi), abs=0.01)
        across = (image.width - product.trim.width / 25.4 * vendor.dpi) / 2
        down = (image.height - product.trim.height / 25.4 * vendor.dpi) / 2
        # Drawn at 600 dpi, where an edge falls on a whole pixel: a third of a pixel is 0.03 mm.
        assert edges(image) == pytest.approx((across, down, across, down), abs=0.35), product.name
        assert min(across, down) >= vendor.bleed / 25.4 * vendor.dpi - 0.01, product.name


def test_the_cut_of_a_poker_card_lies_where_the_shops_say(workshop: Make) -> None:
    """1/8 in at 300 dpi is 37.5 pixels at one shop; 36 pixels at the other."""
    shop = game(workshop("pixels"), {"poker": kind("poker", Size(63.5, 88.9))})
    for to, bleed in (("gamecrafter", 37.5), ("makeplayingcards", 36.0)):
        folder, _ = export(shop, "own", to)
        assert edges(picture(folder / "fronts/poker-front.png")) == pytest.approx((bleed,) * 4, abs=0.05), to


def test_a_card_that_is_not_quite_the_products_size_is_told_centred_and_never_scaled(workshop: Make) -> None:
    shop = game(workshop("pixels"), {"euro": kind("euro", Size(63, 88))})
    folder, made = export(shop, "own", "makeplayingcards")
    [problem] = made.problems
    assert (problem.code, problem.severity) == ("trim-differs", "warning")
    assert "63 × 88 mm" in problem.message
    assert "63.5 × 88.9 mm" in problem.message
    image = picture(folder / "fronts/euro-front.png")
    assert border(image) == {YELLOW}
    left, top, right, bottom = edges(image)
    assert (left, top) == pytest.approx((right, bottom), abs=0.05)
    assert (image.width - left - right) * 25.4 / 300 == pytest.approx(63, abs=0.06)
    assert (image.height - top - bottom) * 25.4 / 300 == pytest.approx(88, abs=0.06)


@pytest.mark.parametrize("dpi", [72, 300, 600])
def test_plain_pictures_have_the_kinds_own_bleed_or_none(dpi: int, workshop: Make) -> None:
    shop = game(workshop("pixels"), {"odd": kind("odd", Size(51.3, 47.7), "board")})
    folder, made = export(shop, "own", "png", dpi=dpi)
    assert not made.problems
    image = picture(folder / "fronts/odd-front.png")
    assert border(image) == {YELLOW}
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.01)
    for pixel, length in zip(image.size, (51.3 + 6, 47.7 + 6), strict=True):
        assert 0 <= length * dpi / 25.4 - pixel < 1  # a fraction of a pixel is cut off, nothing is stretched
    folder, _ = export(shop, "own", "png", dpi=dpi, trim=True)
    image = picture(folder / "fronts/odd-front.png")
    assert image.size == (round(51.3 * dpi / 25.4), round(47.7 * dpi / 25.4))
    assert image.getpixel((1, 1)) == RED
    assert image.getpixel((image.width - 2, image.height - 2)) == BLUE


def test_a_picture_that_is_drawn_in_bands_is_the_same(monkeypatch: pytest.MonkeyPatch, workshop: Make) -> None:
    [edition] = workshop("duel").build("duel", languages=("en",), only=("cards.pdf",))
    [whole, *_] = pixels(edition.files["cards.pdf"], 827, 1169)
    monkeypatch.setattr(raster, "_BAND", 827 * 4 * 100)
    [banded, *_] = pixels(edition.files["cards.pdf"], 827, 1169)
    assert max(high for _, high in ImageChops.difference(whole, banded).getextrema()) <= 2  # of 255, where curves are
    assert len(whole.getchannel(0).getcolors() or ()) > 50  # something is drawn


def test_no_picture_is_kept_while_the_next_is_drawn(workshop: Make) -> None:
    """A board at 600 dpi takes a quarter of a gigabyte, and a page of boards would take them all."""
    [edition] = workshop("duel").build("duel", languages=("en",), only=("cards.pdf",))
    pages = pixels(edition.files["cards.pdf"], 83, 117)
    first = weakref.ref(next(pages))
    assert first() is None
    assert next(pages).size == (83, 117)


# Names, numbers, the folder -------------------------------------------------------------------------------------------


def table_of(folder: Path) -> list[dict[str, str]]:
    text = (folder / "quantities.csv").read_bytes().decode("utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def catalogue_of(name: str) -> Catalogue:
    project = Project(root=REPOSITORY)
    return load(project.game(name), project.shelves(project.game(name)))


@pytest.fixture(scope="module")
def redshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("redshot")
    order = ExportOrder(games=("redshot",), languages=("pt",), to="gamecrafter", out=out)
    export_games(order, Project(root=REPOSITORY), lambda _: None)
    return out / "redshot/pt/export/gamecrafter"


def test_quantities_add_up_to_the_catalogue(redshot: Path) -> None:
    copies = {c.id: (c.name["pt"], c.copies) for c in catalogue_of("redshot").components if c.copies}
    assert {row["component"]: (row["name"], int(row["copies"])) for row in table_of(redshot)} == copies
    assert sum(int(row["copies"]) for row in table_of(redshot)) == 108


def test_every_file_is_named_once_and_every_name_is_a_file(redshot: Path) -> None:
    files = {path.relative_to(redshot).as_posix() for path in redshot.rglob("*") if path.is_file()}
    listed = {row[side] for row in table_of(redshot) for side in ("front", "back")}
    assert files == listed | {"quantities.csv", "report.txt", "files.txt"}
    assert set((redshot / "files.txt").read_text(encoding="utf-8").splitlines()) == files
    assert all(re.fullmatch(r"(fronts|backs)/[a-z0-9-]+\.png", name) for name in listed)
    assert len({name.lower() for name in listed}) == len(listed)
    pictures = [(redshot / name).read_bytes() for name in sorted(listed)]
    assert len(set(pictures)) == len(pictures), "a face is there twice"


def test_backs_are_called_after_their_deck_or_their_card(workshop: Make) -> None:
    """A card is called as a deck is: the second name gives way."""
    cards = """components:
  - {id: draw, kind: one, name: A}
  - {id: other, kind: two, name: B}
  - {id: third, kind: two, name: C}
"""
    kinds = {"one": kind("one", Size(63, 88)), "two": kind("two", Size(63, 88)).replace("deck: draw", "deck: side")}
    back = "{% if kind.id == 'two' %}" + FACE.replace("theme.r ", "theme.k ") + "{% else %}" + FACE + "{% endif %}"
    shop = game(
        workshop("pixels"),
        kinds,
        FACE.replace("theme.w ", "theme[{'draw': 'w', 'other': 'g', 'third': 'k'}[card.id]] "),
        back,
        cards,
    )
    shop.edit("cards/own/game.yaml", "draw: {name: Draw}", "draw: {name: Draw}\n  side: {name: Side}")
    folder, _ = export(shop, "own", "gamecrafter")
    rows = {row["component"]: (row["front"], row["back"]) for row in table_of(folder)}
    assert rows == {
        "draw": ("fronts/draw-front.png", "backs/draw-back.png"),
        "other": ("fronts/other-front.png", "backs/side-back.png"),
        "third": ("fronts/third-front.png", "backs/side-back.png"),
    }
    shop.edit("templates/own/back.xml.j2", "kind.id == 'two'", "card.id == 'third'")
    shop.edit("cards/own/all.yaml", "id: third, kind: two", "id: third, kind: one")
    folder, _ = export(shop, "own", "gamecrafter")
    backs = {row["component"]: row["back"] for row in table_of(folder)}
    assert backs == {"draw": "backs/draw-back.png", "other": "backs/draw-back.png", "third": "backs/third-back.png"}


@pytest.mark.parametrize("name", ["=1+1", "+40", "-40 HP", "@home", 'a "quoted", name', "Ünïcode – ‚Жук‘"])
def test_no_name_is_a_formula(name: str, workshop: Make) -> None:
    shop = game(
        workshop("pixels"),
        {"one": kind("one", Size(63, 88))},
        cards=f"components:\n  - id: one\n    kind: one\n    name: '{name}'\n",
    )
    folder, _ = export(shop, "own", "gamecrafter")
    [row] = table_of(folder)
    assert row["name"].removeprefix("'") == name
    assert not row["name"].startswith(("=", "+", "-", "@"))


def test_the_folder_is_replaced_whole_and_nothing_beside_it(workshop: Make) -> None:
    shop = game(workshop("pixels"), {"old": kind("old", Size(63, 88))})
    folder, _ = export(shop, "own", "gamecrafter")
    assert [path.name for path in (folder / "fronts").iterdir()] == ["old-front.png"]
    beside = shop.write("../out/own/en/export/tts/mine.json", b"mine")
    (folder / "fronts/.DS_Store").write_bytes(b"a window's place")
    game(shop, {"one": kind("one", Size(63, 88))})
    folder, _ = export(shop, "own", "gamecrafter")
    assert sorted(path.name for path in folder.parent.iterdir()) == ["gamecrafter", "tts"]
    assert [path.name for path in (folder / "fronts").iterdir()] == ["one-front.png"]
    assert beside.read_bytes() == b"mine"


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("to", ["gamecrafter", "drivethrucards", "png"])
@pytest.mark.parametrize("mine", ["notes.txt", "fronts/one-front-retouched.png", "fronts/deep/er.psd", ".kept"])
def test_a_file_of_ones_own_stops_an_export_and_stays(to: str, mine: str, workshop: Make) -> None:
    shop = game(workshop("pixels"), {"one": kind("one", Size(63, 88))})
    folder, _ = export(shop, "own", to)
    shop.write(f"../out/own/en/export/{to}/{mine}", b"an evening's work")
    before = tree(shop.out)
    for check in (True, False):
        with pytest.raises(SourceError) as caught:
            export(shop, "own", to, check=check)
        [problem] = caught.value.problems
        assert problem.code == "foreign-file"
        assert problem.where.path.endswith(mine)
        assert tree(shop.out) == before
    (folder / mine).unlink()
    export(shop, "own", to)


def test_a_folder_that_no_export_wrote_stays(workshop: Make) -> None:
    shop = game(workshop("pixels"), {"one": kind("one", Size(63, 88))})
    shop.write("../out/own/en/export/gamecrafter/fronts/one-front.png", b"mine")
    before = tree(shop.out)
    with pytest.raises(SourceError) as caught:
        export(shop, "own", "gamecrafter")
    assert [problem.code for problem in caught.value.problems] == ["foreign-file"]
    assert tree(shop.out) == before


def test_what_lies_in_the_place_of_the_folder_stays(workshop: Make) -> None:
    """A file, and a link to a folder of one's own."""
    shop = game(workshop("pixels"), {"one": kind("one", Size(63, 88))})
    place = shop.write("../out/own/en/export/gamecrafter", b"mine")
    elsewhere = shop.write("../elsewhere/mine.txt", b"mine").parent
    for make in (lambda: None, lambda: (place.unlink(), place.symlink_to(elsewhere))):
        make()
        with pytest.raises(SourceError) as caught:
            export(shop, "own", "gamecrafter")
        assert [problem.code for problem in caught.value.problems] == ["foreign-file"]
    assert place.is_symlink()
    assert [path.read_bytes() for path in elsewhere.iterdir()] == [b"mine"]


@pytest.mark.parametrize("check", [True, False])
def test_a_place_that_no_system_has_is_told_before_anything_is_drawn(check: bool, workshop: Make) -> None:
    shop = game(workshop("pixels"), {"one": kind("one", Size(63, 88))})
    shop.out.mkdir(parents=True)
    shop.out = shop.out / ("a" * 300)
    with pytest.raises(SourceError) as caught:
        export(shop, "own", "gamecrafter", check=check)
    assert [problem.code for problem in caught.value.problems] == ["cannot-write"]


def test_a_file_that_comes_while_an_export_is_written_stays(tmp_path: Path) -> None:
    def made() -> Iterator[tuple[str, bytes]]:
        (tmp_path / "made").mkdir()
        (tmp_path / "made/mine.txt").write_bytes(b"mine")
        yield "one.txt", b"1"

    with pytest.raises(SourceError):
        write_folder(tmp_path / "made", made())
    assert tree(tmp_path) == {"made/mine.txt": b"mine"}


def test_a_folder_whose_making_fails_is_not_there(tmp_path: Path) -> None:
    write_folder(tmp_path / "made", [("a/one.txt", b"1")])

    def breaks() -> Iterator[tuple[str, bytes]]:
        yield "a/one.txt", b"2"
        raise OSError(28, "No space left on device")

    with pytest.raises(SourceError) as caught:
        write_folder(tmp_path / "made", breaks())
    assert [problem.code for problem in caught.value.problems] == ["cannot-write"]
    assert (tmp_path / "made/a/one.txt").read_bytes() == b"1"
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def test_the_same_game_is_the_same_bytes(workshop: Make) -> None:
    shop = workshop("duel")
    found = []
    for to in ("gamecrafter", "drivethrucards"):
        for _ in range(2):
            folder, _ = export(shop, "duel", to)
            found.append({path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert found[0] == found[1]
    assert found[2] == found[3]
    assert sorted(found[2]) == ["draw.pdf", "files.txt", "quantities.csv", "report.txt"]


def test_decks_whose_names_meet_keep_a_file_each(workshop: Make) -> None:
    """A deck in two products is two files, called after both; another deck may be called so already."""
    kinds = {"small": kind("small", Size(63, 88)), "large": kind("large", Size(63.5, 88.9))}
    kinds["other"] = kind("other", Size(63.5, 88.9)).replace("deck: draw", "deck: draw-poker")
    shop = game(workshop("pixels"), kinds)
    shop.edit("cards/own/game.yaml", "decks:", "decks:\n  draw-poker: {name: Other}")
    folder, _ = export(shop, "own", "drivethrucards")
    pages = []
    for path in sorted(folder.glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            pages.append(len(pdf.pages))
    assert pages == [2, 2, 2]
    rows = list(csv.DictReader((folder / "quantities.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert len({row["front"] for row in rows}) == 3


# What is looked at ----------------------------------------------------------------------------------------------------

POKER = Size(63.5, 88.9)


def short_of(problem: Problem) -> float:
    assert problem.code == "bleed-short"
    match = re.search(r"ends ([\d.]+) mm before", problem.message)
    assert match, problem.message
    return float(match[1])


@pytest.mark.parametrize(
    ("ground", "short"),
    [
        (("-3mm", "-3mm", "{{ trim.width + 6 }}mm", "{{ trim.height + 6 }}mm"), 3.175 - 3),
        (("-5mm", "-5mm", "{{ trim.width + 7 }}mm", "{{ trim.height + 10 }}mm"), 3.175 - 2),  # at the right
        (("-5mm", "-5mm", "{{ trim.width + 10 }}mm", "{{ trim.height + 7.5 }}mm"), 3.175 - 2.5),  # at the bottom
        (("-5mm", "-1mm", "{{ trim.width + 10 }}mm", "{{ trim.height + 10 }}mm"), 3.175 - 1),  # at the top
        (("0mm", "0mm", "{{ trim.width }}mm", "{{ trim.height }}mm"), 3.175),
    ],
)  # fmt: skip
def test_art_that_ends_early_is_named_with_what_is_missing(
    ground: tuple[str, str, str, str], short: float, workshop: Make
) -> None:
    x, y, width, height = ground
    front = f'<face><rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{{{{ theme.y }}}}"/></face>'
    shop = game(workshop("pixels"), {"poker": kind("poker", POKER, bleed="6 mm")}, front)
    [problem] = refused(shop, "own", "gamecrafter")
    assert "front of 'poker'" in problem.message
    assert short_of(problem) == pytest.approx(short, abs=0.02)


def test_a_rounded_ground_is_short_at_its_corners(workshop: Make) -> None:
    front = f"<face>{GROUND.replace('fill=', 'rx=' + chr(34) + '6mm' + chr(34) + ' fill=')}</face>"
    [problem] = refused(game(workshop("pixels"), {"poker": kind("poker", POKER)}, front), "own", "gamecrafter")
    assert 0.5 < short_of(problem) < 6


def test_bare_paper_may_be_bare_beyond_the_cut(workshop: Make) -> None:
    front = '<face><rect x="9mm" y="9mm" width="20mm" height="20mm" fill="{{ theme.r }}"/></face>'
    folder, _ = export(game(workshop("pixels"), {"poker": kind("poker", POKER)}, front), "own", "gamecrafter")
    assert border(picture(folder / "fronts/poker-front.png")) == {WHITE}


TEXTS = {
    "upright": '<text x="1.2mm" baseline="40mm" width="50mm" font="text" size="12pt" fill="{{ theme.k }}">HEM</text>',
    "low": '<text x="20mm" baseline="{{ trim.height - 1 }}mm" width="30mm" font="text" size="12pt"'
    ' fill="{{ theme.k }}">H</text>',
    "turned": '<group x="62mm" y="20mm" rotate="90"><text x="0mm" baseline="0mm" width="40mm" font="text" size="12pt"'
    ' fill="{{ theme.k }}">HEM</text></group>',
    "aslant": '<group x="52mm" y="30mm" rotate="30"><text x="0mm" baseline="0mm" width="40mm" font="text" size="14pt"'
    ' fill="{{ theme.k }}">HEM</text></group>',
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_outside_the_safe_zone_is_named_with_how_far(name: str, workshop: Make) -> None:
    """How far is measured on the picture: from the outermost ink to 75 pixels inside its border."""
    shop = game(workshop("pixels"), {"poker": kind("poker", POKER)}, f"<face>{GROUND}{TEXTS[name]}</face>")
    folder, made = export(shop, "own", "gamecrafter")
    [problem] = made.problems
    assert (problem.code, problem.severity) == ("outside-safe", "warning")
    assert ("'HEM'" if name != "low" else "'H'") in problem.message
    match = re.search(r"lies ([\d.]+) mm outside", problem.message)
    assert match
    image = picture(folder / "fronts/poker-front.png").getchannel("R")
    ink = image.point(lambda value: 255 if value < 128 else 0).getbbox()
    assert ink
    nearest = min(ink[0], ink[1], image.width - ink[2], image.height - ink[3])
    # A slanting text is boxed with its corners, which no ink need fill: never told too little, little too much.
    told, measured = float(match[1]), (75 - nearest) / 300 * 25.4
    assert measured - 0.1 <= told <= measured + (0.1 if name != "aslant" else 1.0)


def test_a_text_inside_or_clipped_away_is_not_named(workshop: Make) -> None:
    inside = TEXTS["upright"].replace("1.2mm", "3.2mm")
    clipped = f'<group x="10mm" y="0mm" width="40mm" height="88mm">{TEXTS["upright"].replace("1.2mm", "-30mm")}</group>'
    shop = game(workshop("pixels"), {"poker": kind("poker", POKER)}, f"<face>{GROUND}{inside}{clipped}</face>")
    _, made = export(shop, "own", "gamecrafter")
    assert made.problems == ()


@pytest.mark.parametrize("to", [name for name, vendor in vendors().items() if vendor.back])
def test_a_card_without_a_back_is_refused(to: str, workshop: Make) -> None:
    shop = game(workshop("pixels"), {"poker": kind("poker", POKER).replace("    back: own/back.xml.j2\n", "")})
    [problem] = refused(shop, "own", to)
    assert (problem.code, problem.where.path) == ("missing-back", "cards/own/all.yaml")
    folder, _ = export(shop, "own", "png")
    assert table_of(folder)[0]["back"] == ""


@pytest.mark.parametrize("to", [name for name, vendor in vendors().items() if vendor.products])
def test_what_a_shop_has_no_product_for_is_left_out_and_named(to: str, workshop: Make) -> None:
    kinds = {
        "poker": kind("poker", POKER),
        "board": kind("board", Size(370, 258), "board"),
        "slim": kind("slim", Size(30, 88)),
    }
    shop = game(workshop("pixels"), kinds)
    folder, made = export(shop, "own", to)
    assert [row["component"] for row in table_of(folder)] == ["poker"]
    assert len(made.left_out) == 2
    assert any("30 × 88 mm" in line for line in made.left_out)
    report = (folder / "report.txt").read_text(encoding="utf-8")
    assert all(line in report for line in made.left_out)


@pytest.mark.parametrize("to", [name for name, vendor in vendors().items() if vendor.products])
def test_a_game_of_which_a_shop_makes_nothing_is_refused(to: str, workshop: Make) -> None:
    [problem] = refused(game(workshop("pixels"), {"slim": kind("slim", Size(30, 88))}), "own", to)
    assert problem.code == "no-product"
    assert "30 × 88 mm" in problem.hint


def test_a_product_is_no_further_away_than_it_may_be() -> None:
    for vendor in vendors().values():
        for product in vendor.products or ():
            width, height = product.trim
            form = product.forms[0]
            near = Size(width - vendor.larger + 0.001, height + vendor.smaller - 0.001)
            far = Size(width - 3, height + 3)
            assert vendor.product(form, near) is not None
            assert vendor.product(form, far) != product


def test_a_face_beyond_the_limit_is_refused(workshop: Make) -> None:
    shop = game(workshop("pixels"), {"board": kind("board", Size(400, 300), "board")})
    with pytest.raises(SourceError) as caught:
        export(shop, "own", "png", dpi=600)
    assert {problem.code for problem in caught.value.problems} == {"too-large"}


def test_one_game_that_is_wrong_leaves_all_as_they_were(workshop: Make) -> None:
    shop = game(
        workshop("pixels"), {"poker": kind("poker", POKER)}, "<face>" + GROUND.replace("trim.bleed", "1") + "</face>"
    )
    shop.edit("cards/pixels/game.yaml", "40 mm x 60 mm", "63.5 mm x 88.9 mm")
    order = ExportOrder(games=("pixels", "own"), languages=(), to="gamecrafter", out=shop.out)
    with pytest.raises(SourceError):
        export_games(order, Project(root=shop.root), lambda _: None)
    assert not shop.out.exists()


@pytest.mark.parametrize("to", [name for name, vendor in vendors().items() if vendor.products])
def test_the_five_games_go_out(to: str, tmp_path: Path) -> None:
    order = ExportOrder(games=(), languages=("pt", "ru"), to=to, out=tmp_path, check=True)
    made = export_games(order, Project(root=REPOSITORY), lambda _: None)
    assert len(made) == 5
    assert list(tmp_path.iterdir()) == []


BLOCK = """shop:
  name: A shop
  file: png
  dpi: 300
  bleed: 3 mm
  safe: 3 mm
  larger: 0 mm
  smaller: 0 mm
  back: yes
  front_name: "{id}-front.png"
  back_name: "{id}-back.png"
  products:
    - {name: Card, trim: 63 x 88 mm, pixels: 815 x 1110, forms: [card]}
"""


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("", "", ""),
        ("file: png", "file: tif", "unknown-type"),
        ("file: png", "file: pdf", "missing-key"),
        (", pixels: 815 x 1110", "", "missing-key"),
        ("815 x 1110", "815", "wrong-type"),
        ("63 x 88 mm", "63 x 88", "bad-length"),
        ("bleed: 3 mm", "bleed: 3", "bad-length"),
        ("{id}-back", "back", "wrong-type"),
        ("{id}-back", "../{id}", "wrong-type"),
        ("dpi: 300", "dpi: 30", "out-of-range"),
        ("safe: 3 mm", "save: 3 mm", "unknown-key"),
    ],
)
def test_a_slip_in_the_table_of_shops_is_found(old: str, new: str, code: str) -> None:
    opened = Opened("vendors.yaml", BLOCK.replace(old, new, 1).encode())
    if not code:
        assert list(read_vendors(opened)) == ["shop"]
        return
    with pytest.raises(SourceError) as caught:
        read_vendors(opened)
    assert code in {problem.code for problem in caught.value.problems}


# The command and the page ---------------------------------------------------------------------------------------------


def command(*args: object) -> Result:
    return CliRunner().invoke(main, ["export", *(str(arg) for arg in args)])


def test_the_command_writes_says_and_looks(workshop: Make, tmp_path: Path) -> None:
    shop = game(workshop("pixels"), {"poker": kind("poker", POKER), "slim": kind("slim", Size(30, 88))})
    looked = command("own", "--to", "gamecrafter", "--check", "--root", shop.root, "--out", shop.out)
    assert looked.exit_code == 0, looked.stderr
    assert not shop.out.exists()
    made = command("own", "--to", "gamecrafter", "--root", shop.root, "--out", shop.out)
    assert made.exit_code == 0, made.stderr
    assert "1 front, 1 back, 1 piece" in made.stdout
    assert "left out: 1 x slim" in made.stdout
    assert (shop.out / "own/en/export/gamecrafter/fronts/poker-front.png").is_file()


@pytest.mark.parametrize(
    "args",
    [
        ["--to", "gamecrafter", "--dpi", "300"],
        ["--to", "drivethrucards", "--trim"],
        ["--to", "png", "--dpi", "71"],
        ["--to", "png", "--dpi", "601"],
        ["--to", "nobody"],
        [],
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_a_wrong_call(args: list[str]) -> None:
    assert command("letal", *args).exit_code == 2


def test_the_help_names_every_target() -> None:
    assert all(name in command("--help").stdout for name in targets())


def test_the_page_lists_the_shops_and_products_of_the_table() -> None:
    page = {rows[0][0]: rows[1:] for rows in tables(read("docs/print-on-demand.md"))}
    documented = {name: row[1:] for name, row in named(page["target"]).items()}
    assert documented == {
        name: [v.file, str(v.dpi), f"{number(v.bleed)} mm", f"{number(v.safe)} mm"] for name, v in vendors().items()
    }
    rows = []
    for vendor in vendors().values():
        for p in vendor.products or ():
            page_size = [number((side + 2 * vendor.bleed) * 72 / 25.4, 2) for side in p.trim]
            shown = " × ".join(map(str, p.pixels)) if p.pixels else f"a page of {' × '.join(page_size)} pt"
            trim = f"{number(p.trim.width)} × {number(p.trim.height)}"
            rows.append([p.name, f"`{vendor.id}`", trim, shown, ", ".join(p.forms)])
    assert page["product"] == rows
