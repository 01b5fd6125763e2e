"""The real game as it leaves the printer: a card short, a title missing, a life card whose bands do not meet the card
that slides over them, a back that tells which way up it lies or which team is behind it.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner
from PIL import Image, ImageChops

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.laid import lay_out_faces
from generator.catalogue import Catalogue, load
from generator.cli import main
from generator.geometry import Box, Transform
from generator.layout import Frame, Group, Item, Shape, Stock, Text
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
MM = 72 / 25.4
LANGUAGES = ("pt", "en")
PROJECT = steps.Project(root=REPOSITORY)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    folder = PROJECT.game("letal")
    return load(folder, PROJECT.shelves(folder))


@pytest.fixture(scope="module")
def files() -> dict[str, dict[str, bytes]]:
    """What the build makes of the repository's own game; it is not written, but for a folder that is thrown away."""
    with tempfile.TemporaryDirectory() as out:
        spec = steps.sheet_spec("a4", None, "long")
        order = steps.Order(games=("letal",), languages=LANGUAGES, spec=spec, out=Path(out))
        return {edition.language: dict(edition.files) for edition in steps.build(order, PROJECT, lambda text: None)}


@dataclass(frozen=True)
class Placed:
    """A drawing on a page of the PDF: its name, and its trim from the page's top left."""

    name: str
    trim: Box


def placed(pdf: pikepdf.Pdf, page: int, bleed: float) -> list[Placed]:
    """The drawings of a page in the order of the slots: read here with nothing but the matrix before each ``Do``."""
    found = []
    height = float(pdf.pages[page].mediabox[3])
    instructions = list(pikepdf.parse_content_stream(pdf.pages[page]))
    for before, do in pairwise(instructions):
        if str(do.operator) != "Do":
            continue
        assert str(before.operator) == "cm"
        a, b, c, d, x, y = (float(value) for value in before.operands)
        assert (a, b, c, d) == (1, 0, 0, 1)
        box = [float(value) for value in pdf.pages[page].Resources.XObject[str(do.operands[0])].BBox]
        wide, tall = box[2] - box[0] - 2 * bleed, box[3] - box[1] - 2 * bleed
        found.append(Placed(str(do.operands[0]), Box(x / MM, (height - y) / MM - tall, wide, tall)))
    return found


def sheets(data: bytes, bleed: float = 3.0) -> list[list[Placed]]:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [placed(pdf, page, bleed) for page in range(len(pdf.pages))]


def folded(text: str) -> str:
    return re.sub(r"\W+", "", unicodedata.normalize("NFKC", text)).casefold()


# The sheets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_68_fronts_lie_on_8_pages_each_followed_by_its_backs(language: str, files: dict[str, dict[str, bytes]]) -> None:
    pages = sheets(files[language]["cards.pdf"])
    fronts, backs = pages[::2], pages[1::2]
    assert len(fronts) == len(backs) == 8
    assert sum(map(len, fronts)) == 68
    assert not {p.name for page in fronts for p in page} & {p.name for page in backs for p in page}
    for front, back in zip(fronts, backs, strict=True):
        turned = {(round(210 - p.trim.right, 2), round(p.trim.y, 2)) for p in front}
        assert {(round(p.trim.x, 2), round(p.trim.y, 2)) for p in back} == turned
        assert len(back) == len(front)
        assert all(abs(p.trim.width - 63) < 0.001 and abs(p.trim.height - 88) < 0.001 for p in front + back)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_title_stands_on_as_many_fronts_as_the_catalogue_has_copies(
    language: str, catalogue: Catalogue, files: dict[str, dict[str, bytes]]
) -> None:
    """The text of each trim is read out of the PDF: what stands at its top, right of the index, is its title."""
    data = files[language]["cards.pdf"]
    document = pypdfium2.PdfDocument(data)
    titles: Counter[str] = Counter()
    for number, page in enumerate(sheets(data)[::2]):
        text, height = document[2 * number].get_textpage(), document[2 * number].get_height()
        for drawing in page:
            x, y = (drawing.trim.x + 20.5) * MM, height - drawing.trim.y * MM
            words = text.get_text_bounded(x, y - 16 * MM, drawing.trim.right * MM, y)
            titles[folded(words)] += 1
    document.close()
    wanted: Counter[str] = Counter()
    untitled = 0
    for component in catalogue.components:
        if catalogue.kinds[component.kind].prints_name:
            wanted[folded(component.name[language])] += component.copies
        else:
            untitled += component.copies
    assert {title: titles[title] for title in wanted} == wanted
    assert titles.total() - wanted.total() == untitled
    assert wanted.total() > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_an_embedded_subset(language: str, files: dict[str, dict[str, bytes]]) -> None:
    for name in ("cards.pdf", "components.pdf"):
        with pikepdf.open(io.BytesIO(files[language][name])) as pdf:
            fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
            assert len(fonts) >= 3
            for font in fonts:
                assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font.BaseFont))
                assert len(font.FontDescriptor.FontFile2.read_bytes()) > 500
                assert "/ToUnicode" in font


def test_the_written_files_pass_the_proof(workshop: Make) -> None:
    shop = workshop("letal")
    assert CliRunner().invoke(main, ["pdf", "letal", "-q", "--out", str(shop.out)]).exit_code == 0
    result = CliRunner().invoke(main, ["proof", "letal", "--out", str(shop.out)])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [f"letal {lang}: 68 pieces on 16 pages: agrees" for lang in LANGUAGES]
    assert result.stderr == ""


def test_the_check_of_the_rules_passes(tmp_path: Path) -> None:
    # Nothing was built there: the test does not hang on what lies in the repository's own build folder.
    result = CliRunner().invoke(main, ["check", "letal", "--root", str(REPOSITORY), "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert len(re.findall(r"(\d+) of \1 counts agree", result.stdout)) == len(LANGUAGES)


# Two slips that must be found -----------------------------------------------------------------------------------------


def line_of(path: Path, text: str, after: str = "") -> int:
    """The line of a file on which ``text`` stands, after the line with ``after``."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if after in line)
    return next(n for n, line in enumerate(lines[start:], start + 1) if text in line)


def test_a_fifth_uzi_is_found_in_both_files(workshop: Make) -> None:
    shop = workshop("letal")
    weapons = shop.root / "cards/letal/weapons.yaml"
    line = line_of(weapons, "copies: 4", "id: uzi")
    rows = weapons.read_text(encoding="utf-8").splitlines(keepends=True)
    rows[line - 1] = rows[line - 1].replace("4", "5")
    weapons.write_text("".join(rows), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "letal"])
    assert result.exit_code == 1
    for language in LANGUAGES:
        rules = shop.root / f"cards/letal/rules.{language}.md"
        told = [text for text in result.stderr.split("\ncards/") if "Uzi" in text and f"rules.{language}.md" in text]
        assert told, result.stderr
        assert any(f"rules.{language}.md:{line_of(rules, 'Uzi')}:" in text for text in told)
        assert any(f"cards/letal/weapons.yaml:{line}" in text for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_ten_times_as_long_is_refused_in_millimetres(
    language: str, workshop: Make, catalogue: Catalogue
) -> None:
    shop = workshop("letal")
    weapons = shop.root / "cards/letal/weapons.yaml"
    line = line_of(weapons, f'{language}: "', "id: uzi")
    rows = weapons.read_text(encoding="utf-8").splitlines(keepends=True)
    head, text = rows[line - 1].rstrip().removesuffix('"').split('"', 1)
    rows[line - 1] = f'{head}"{" ".join([text] * 10)}"\n'
    weapons.write_text("".join(rows), encoding="utf-8")
    result = CliRunner().invoke(main, ["pdf", "letal", "--out", str(shop.out)])
    assert result.exit_code == 1
    assert not shop.out.exists()
    where = line_of(weapons, "id: uzi")
    name = next(c.name[language] for c in catalogue.components if c.id == "uzi")
    box = line_of(shop.root / "templates/letal/card.xml.j2", "{{ card.text }}")
    assert re.search(rf"^templates/letal/card\.xml\.j2:{box}:\d+: error: .* [\d.]+ mm too tall", result.stderr, re.M)
    assert f"while laying out {name} front ({language}) at cards/letal/weapons.yaml:{where}:5" in result.stderr
    assert result.stderr.endswith("1 error\n")


# The life card --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def frames(catalogue: Catalogue) -> dict[str, dict[str, Frame]]:
    shelves = PROJECT.shelves(catalogue.folder)
    stock = Stock(shelves, Fonts().families(catalogue, shelves), catalogue.icons, "pt")
    return lay_out_faces(catalogue, "pt", shelves, stock)


def flat(items: tuple[Item, ...], outer: Transform = Transform()) -> Iterator[tuple[Item, Transform]]:  # noqa: B008
    """Items without groups, each with the map from its own space to the card."""
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, item.transform.then(outer))
        else:
            yield item, outer


def box_of(shape: Shape, outer: Transform) -> Box:
    points = [outer.apply(*pair) for step in shape.path for pair in zip(step[1::2], step[2::2], strict=True)]  # type: ignore[arg-type]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True)
class Band:
    level: int
    box: Box  # with bleed
    number: Text
    number_at: tuple[float, float]


@pytest.fixture(scope="module")
def bands(catalogue: Catalogue, frames: dict[str, dict[str, Frame]]) -> list[Band]:
    """The bands of the life card by their colours, from the top."""
    colours = {catalogue.theme[f"vida_{level}"]: level for level in range(100, 0, -20)}
    frame = frames["life"]["front"]
    found, numbers = {}, {}
    for item, outer in flat(frame.items):
        if isinstance(item, Shape) and item.fill in colours:
            assert colours[item.fill] not in found, "a band of two parts"
            found[colours[item.fill]] = box_of(item, outer)
        if isinstance(item, Text) and outer.a == 1 and item.text in {str(level) for level in colours.values()}:
            numbers[int(item.text)] = (item, outer.apply(item.x, item.y))
    assert found.keys() == numbers.keys() == set(colours.values())
    made = [Band(level, box, *numbers[level]) for level, box in found.items()]
    return sorted(made, key=lambda band: band.box.y)


def test_five_equal_bands_run_over_both_sides_and_the_foot(
    bands: list[Band], frames: dict[str, dict[str, Frame]]
) -> None:
    frame = frames["life"]["front"]
    assert [band.level for band in bands] == [100, 80, 60, 40, 20]
    tops = [band.box.y for band in bands] + [frame.trim.height]
    heights = [below - above for above, below in pairwise(tops)]
    assert heights == pytest.approx([heights[0]] * 5)
    for band, height in zip(bands, heights, strict=True):
        last = band is bands[-1]
        assert band.box.height == pytest.approx(height + (frame.bleed if last else 0))
        assert (band.box.x, band.box.right) == pytest.approx((-frame.bleed, frame.trim.width + frame.bleed))


def foot_at(level: int, bands: list[Band], frame: Frame) -> float:
    """Where the character's lower edge lies on the life card: it begins above the first band, and every point that is
    lost lowers it by one hundredth of what the bands take in all."""
    top = bands[0].box.y
    return top + (100 - level) / 100 * (frame.trim.height - top)


@pytest.mark.parametrize("level", [100, 80, 60, 40, 20, 0])
def test_the_level_is_the_first_band_below_the_character(
    level: int, bands: list[Band], frames: dict[str, dict[str, Frame]]
) -> None:
    frame = frames["life"]["front"]
    foot = foot_at(level, bands, frame)
    seen = [band for band in bands if min(band.box.bottom, frame.trim.height) - foot > 0.001]
    assert [band.level for band in seen] == list(range(level, 0, -20))
    if seen:
        assert seen[0].box.y == pytest.approx(foot), "a part of the band is covered, or one of the last shows"
        # Its number is whole, and the tip at the character's foot points at it.
        assert foot < seen[0].number_at[1] - seen[0].number.font.cap_height * seen[0].number.size / 1000 / MM
        assert seen[0].number_at[1] < seen[0].box.bottom


def test_the_tooth_of_every_character_points_at_the_number(
    bands: list[Band], catalogue: Catalogue, frames: dict[str, dict[str, Frame]]
) -> None:
    for component in catalogue.components:
        if component.kind != "character":
            continue
        ground = catalogue.theme[component.values["team"]]  # type: ignore[index]
        shapes = [
            (item, box_of(item, outer))
            for item, outer in flat(frames[component.id]["front"].items)
            if isinstance(item, Shape) and item.fill == ground
        ]
        _, tooth = max(shapes, key=lambda pair: pair[1].bottom)
        assert tooth.bottom < frames[component.id]["front"].trim.height
        tip = tooth.x + tooth.width / 2
        for band in bands:
            x = band.number_at[0]
            assert x < tip < x + band.number.font.width(band.number.text) * band.number.size / 1000 / MM


def trim_image(data: bytes, page: int, trim: Box, dpi: int) -> Image.Image:
    """What lies within a trim, as pixels: the page is cut to it before it is drawn."""
    document = pypdfium2.PdfDocument(data)
    opened = document[page]
    height = opened.get_height()
    box = (trim.x * MM, height - trim.bottom * MM, trim.right * MM, height - trim.y * MM)
    opened.set_mediabox(*box)
    opened.set_cropbox(*box)
    image = opened.render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def cards_of(
    kind: str, language: str, catalogue: Catalogue, files: dict[str, dict[str, bytes]]
) -> list[tuple[int, Placed]]:
    """Page and place of every front of a kind."""
    manifest = json.loads(files[language]["manifest.json"])
    names = {"/FormXob." + c["faces"]["front"] for c in manifest["components"] if c["kind"] == kind}
    pages = sheets(files[language]["cards.pdf"])
    return [(2 * n, drawing) for n, page in enumerate(pages[::2]) for drawing in page if drawing.name in names]


@pytest.mark.parametrize("team", [0, -1], ids=["ct", "tr"])
def test_on_paper_the_level_is_the_first_thing_below_the_character(
    team: int,
    bands: list[Band],
    catalogue: Catalogue,
    frames: dict[str, dict[str, Frame]],
    files: dict[str, dict[str, bytes]],
) -> None:
    """Both cards cut out of the rendered PDF, one laid over the other by hand."""
    data = files["pt"]["cards.pdf"]
    page, life = cards_of("life", "pt", catalogue, files)[0]
    under = trim_image(data, page, life.trim, 254)
    page, character = cards_of("character", "pt", catalogue, files)[team]
    over = trim_image(data, page, character.trim, 254)
    pixels = under.height / life.trim.height  # ten to a millimetre, or a hair more: the renderer rounds up
    for level in (100, 80, 60, 40, 20, 0):
        foot = round(foot_at(level, bands, frames["life"]["front"]) * pixels)
        table = Image.new("RGB", (under.width, 3 * under.height), "#FF00FF")
        table.paste(under, (0, under.height))
        table.paste(over, (0, under.height + foot - over.height))
        for x in (1, under.width // 2, under.width - 2):
            column = [table.getpixel((x, under.height + y)) for y in range(foot + 6, under.height)]
            colours = [f"#{r:02X}{g:02X}{b:02X}" for r, g, b in column]  # type: ignore[misc]
            order = [
                c
                for c in dict.fromkeys(colours)
                if c in {v for k, v in catalogue.theme.items() if k.startswith("vida_")}
            ]
            wanted = [catalogue.theme[f"vida_{left}"] for left in range(level, 0, -20)]
            assert order[: len(wanted)] == wanted, (level, x)
            if x != under.width // 2:
                assert colours[:1] == wanted[:1]
                assert [c for c in order if c in wanted] == wanted
        assert (foot == under.height) == (level == 0), "nothing of the life card is left to be seen, or too early"


# Backs ----------------------------------------------------------------------------------------------------------------


def unlike(first: Image.Image, second: Image.Image) -> float:
    """The share of pixels that clearly differ."""
    difference = ImageChops.difference(first.convert("L"), second.convert("L")).point(lambda v: 255 if v > 60 else 0)
    return difference.histogram()[255] / (first.width * first.height)


def test_a_back_does_not_tell_which_way_up_it_lies(files: dict[str, dict[str, bytes]]) -> None:
    data = files["pt"]["cards.pdf"]
    pages = sheets(data)
    met: dict[str, float] = {}
    for number, page in enumerate(pages):
        for drawing in page:
            if drawing.name not in met:
                image = trim_image(data, number, drawing.trim, 254)  # ten pixels a millimetre: no half ones
                met[drawing.name] = unlike(image, image.transpose(Image.Transpose.ROTATE_180))
    backs = {drawing.name for page in pages[1::2] for drawing in page}
    assert len(backs) == 2, "the draw deck's, and that of characters and lives"
    for name, share in met.items():
        if name in backs:
            assert share < 0.001, name
        else:
            assert share > 0.05, "a front that could be a back"


def test_the_back_does_not_tell_the_team(catalogue: Catalogue, files: dict[str, dict[str, bytes]]) -> None:
    data = files["pt"]["cards.pdf"]
    pages = sheets(data)
    backs: dict[str, set[str]] = {}
    for kind in catalogue.kinds:
        for page, front in cards_of(kind, "pt", catalogue, files):
            behind = [
                p.name
                for p in pages[page + 1]
                if abs(p.trim.x - (210 - front.trim.right)) < 0.05 and abs(p.trim.y - front.trim.y) < 0.05
            ]
            assert len(behind) == 1
            backs.setdefault(kind, set()).add(behind[0])
    assert backs["character"] == backs["life"]
    assert len(backs["character"]) == 1
    assert backs["weapon"] == backs["armour"] == backs["special"]
    assert len(backs["weapon"]) == 1
    assert backs["weapon"] != backs["life"]
