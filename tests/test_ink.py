"""A low-ink print that empties the cartridge all the same; a back that tells its card apart once ink is saved; two
families that a plain laser printer makes one grey; a colour that slips into a grey print. All of it is read from the
written PDF: its pixels, and the colours that its streams set.
"""

from __future__ import annotations

import dataclasses
import json
import os
import random
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from generator import build as steps
from generator.build import Edition, Order, Project
from generator.build.fonts import Fonts
from generator.catalogue import families_alike, load
from generator.cli import main
from generator.colour import grey, lightness
from generator.intake import Opened
from generator.layout.grey import grey_raster
from generator.layout.rasters import Raster, open_raster
from generator.problem import Location, Problem, SourceError
from generator.proof import coverage
from tests.conftest import REPOSITORY, Workshop
from tests.test_docs import tables

Make = Callable[..., Workshop]
GAMES = ("letal", "counter-strike", "mercenarios", "redshot", "cyberlight")
A4 = steps.sheet_spec("a4", None, "long")
GAME = "cards/letal/game.yaml"


def build(
    shop: Workshop, game: str, ink: str, languages: tuple[str, ...] = (), only: tuple[str, ...] = ("cards.pdf",)
) -> list[Edition]:
    order = Order(games=(game,), languages=languages, spec=A4, out=shop.out, only=only, ink=ink)
    return steps.build(order, Project(root=shop.root), lambda text: None)


def refused(shop: Workshop, game: str, ink: str) -> list[Problem]:
    with pytest.raises(SourceError) as caught:
        build(shop, game, ink)
    assert not shop.out.exists(), "something was written although there are problems"
    return list(caught.value.problems)


@pytest.fixture(scope="module")
def printed() -> Callable[[str, str], Mapping[str, bytes]]:
    """The files of a game of the repository in its author's language, with an ink. Each is made once."""
    made: dict[tuple[str, str], Mapping[str, bytes]] = {}
    project, fonts = Project(root=REPOSITORY), Fonts()

    def files(game: str, ink: str) -> Mapping[str, bytes]:
        if (game, ink) not in made:
            folder = REPOSITORY / "cards" / game
            catalogue = load(folder, project.shelves(folder))
            edition = steps.build_edition(
                catalogue, catalogue.languages[0], A4, project, fonts, steps.DEFAULT, lambda text: None, ink=ink
            )
            made[game, ink] = edition.files
        return made[game, ink]

    return files


def pages(data: bytes, dpi: int = 100) -> Iterator[Image.Image]:
    """The pages of a PDF as pixels. A thin line is a pixel wide at least: fewer of them would make it too heavy."""
    for page in pypdfium2.PdfDocument(data):
        yield page.render(scale=dpi / 72).to_pil().convert("RGB")


def inks_and_darkness(data: bytes) -> tuple[float, float]:
    """Means over all pages, colour by colour. All that three inks have in common is printed in black."""
    inks = darkness = count = 0.0
    for page in pages(data):
        for times, (red, green, blue) in page.getcolors(page.width * page.height):  # type: ignore[misc, union-attr]
            cyan, magenta, yellow = 255 - red, 255 - green, 255 - blue
            black = min(cyan, magenta, yellow)
            inks += times * (cyan - black + magenta - black + yellow - black + black)
            darkness += times * (255 - (0.299 * red + 0.587 * green + 0.114 * blue))
            count += times
    return inks / count / 255, darkness / count / 255


def documented(column: str) -> dict[str, list[str]]:
    """The table of docs/ink.md that has a column of this name: game → its other cells."""
    text = (REPOSITORY / "docs/ink.md").read_text(encoding="utf-8")
    [rows] = [rows for rows in tables(text) if column in rows[0]]
    return {row[0].strip("`"): row[1:] for row in rows[1:]}


# Low ink ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [0, 1], ids=["sum of inks", "darkness"])
def test_letal_takes_a_third_of_its_ink(printed: Any, what: int) -> None:
    full, low = (inks_and_darkness(printed("letal", ink)["cards.pdf"])[what] for ink in ("full", "low"))
    assert 0 < low <= full / 3


@pytest.mark.parametrize("game", GAMES)
def test_cards_take_less_than_half_of_their_ink(printed: Any, game: str) -> None:
    full, low = (inks_and_darkness(printed(game, ink)["cards.pdf"]) for ink in ("full", "low"))
    assert low[0] < 0.45 * full[0]
    assert low[1] < 0.45 * full[1]
    assert low[1] <= 0.15, "more than 15 % mean darkness is no longer little ink"
    told = documented("cards: full")[game]
    assert [float(cell.removesuffix(" %")) for cell in told[:2]] == pytest.approx(
        [100 * full[0], 100 * low[0]], abs=0.3
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ink", ["low", "grey"])
def test_backs_tell_no_more_than_in_full(printed: Any, game: str, ink: str) -> None:
    """Cards that share a back share it with any ink, and those that do not, do not."""

    def backs(ink: str) -> list[set[str]]:
        manifest = json.loads(printed(game, ink)["manifest.json"])
        by_back: dict[str, set[str]] = {}
        for row in [*manifest["components"], *manifest["extras"]]:
            by_back.setdefault(row["faces"].get("back", ""), set()).add(row["id"])
        return sorted(by_back.values(), key=sorted)

    assert backs(ink) == backs("full")


@pytest.mark.parametrize("game", GAMES)
def test_what_is_printed_with_little_ink_is_the_same_game(printed: Any, game: str) -> None:
    """Every piece lies where it lies in full, and its words are the same."""
    full, low = printed(game, "full"), printed(game, "low")
    rows = [
        [(row["id"], row["copies"], row["printed"]) for row in json.loads(files["manifest.json"])["components"]]
        for files in (full, low)
    ]
    assert rows[0] == rows[1]

    def words(data: bytes) -> list[str]:
        text = " ".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(data))
        return sorted(re.findall(r"\w+", text.replace("pouca tinta", "").replace("экономия краски", "")))

    assert words(full["cards.pdf"]) == words(low["cards.pdf"])


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_the_proof_agrees_with_every_ink(workshop: Make, ink: str) -> None:
    shop = workshop("letal")
    build(shop, "letal", ink, only=steps.FILES)
    reports = list(steps.prove_all(Project(root=shop.root), ["letal"], [], shop.out))
    assert [(report.ok, report.problems) for report in reports] == [(True, ())] * 2


def test_a_game_that_says_nothing_of_low_ink_is_refused(workshop: Make) -> None:
    shop = workshop("duel")
    [problem] = refused(shop, "duel", "low")
    assert (problem.code, problem.where.path) == ("no-low-ink", "cards/duel/game.yaml")
    assert "theme" in problem.hint
    assert "low:" in problem.hint
    shop.edit("cards/duel/game.yaml", "theme:", "theme:\n  low: {}", 1)
    assert len(build(shop, "duel", "low")) == 2


def test_a_low_colour_is_written_out_or_named(workshop: Make) -> None:
    shop = workshop("duel")
    shop.edit("cards/duel/game.yaml", "theme:", 'theme:\n  low: {attack: "#123456", ink: paper}', 1)
    [edition] = build(shop, "duel", "low", ("en",))
    colours = set(painted(edition.files["cards.pdf"]))
    assert tuple(value / 255 for value in bytes.fromhex("123456")) in {rounded(c) for c in colours}
    full = build(shop, "duel", "full", ("en",))[0].files["cards.pdf"]
    assert tuple(value / 255 for value in bytes.fromhex("14202B")) in {rounded(c) for c in painted(full)}
    assert tuple(value / 255 for value in bytes.fromhex("14202B")) not in {rounded(c) for c in colours}


@pytest.mark.parametrize(
    ("block", "code", "said"),
    [
        ('low: {atack: "#FFFFFF"}', "unknown-key", "did you mean 'attack'?"),
        ("low: {attack: papr}", "bad-colour", "did you mean 'paper'?"),
        ('low: {attack: "#FFF"}', "bad-colour", ""),
        ('low: "#FFFFFF"', "wrong-type", ""),
        ("families: [attack, inc]", "unknown-key", "did you mean 'ink'?"),
        ("families: [attack, attack]", "duplicate-key", ""),
        ("families: [[attack], [ink, paper]]", "empty", ""),
        ("families: attack", "wrong-type", ""),
    ],
)
def test_a_slip_in_the_theme_is_told_at_its_place(workshop: Make, block: str, code: str, said: str) -> None:
    shop = workshop("duel")
    shop.edit("cards/duel/game.yaml", "theme:", f"theme:\n  {block}", 1)
    line = (shop.root / "cards/duel/game.yaml").read_text(encoding="utf-8").split(f"  {block}")[0].count("\n") + 1
    found = [problem for problem in shop.problems("duel") if problem.code == code]
    assert [(problem.where.path, problem.where.line) for problem in found] == [("cards/duel/game.yaml", line)]
    assert said in found[0].hint


# Grey ---------------------------------------------------------------------------------------------------------------


def painted(data: bytes) -> Iterator[tuple[float, ...]]:
    """Every colour that a PDF's pages and drawings set, as red, green, blue; grey once is grey thrice."""
    with pikepdf.open(BytesIO(data)) as pdf:
        streams: list[Any] = [*pdf.pages]
        streams += [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        for stream in streams:
            for instruction in pikepdf.parse_content_stream(stream, "rg RG g G k K sc scn"):
                numbers = tuple(float(value) for value in instruction.operands)  # type: ignore[arg-type]
                assert str(instruction.operator) in ("rg", "RG", "g", "G")
                yield numbers * 3 if len(numbers) == 1 else numbers


def rounded(colour: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value * 255) / 255 for value in colour)


@pytest.mark.parametrize("game", GAMES)
def test_no_colour_is_left_in_a_grey_print(printed: Any, game: str) -> None:
    for name, data in printed(game, "grey").items():
        if name.endswith(".pdf"):
            colours = set(painted(data))
            assert len(colours) > 2, name
            assert {colour for colour in colours if len(set(colour)) > 1} == set(), name


def test_a_grey_print_is_as_light_as_the_colours_were(printed: Any) -> None:
    """Places within an area of one colour, on every page; not the slug, whose words differ."""
    met = set()
    for colour, plain in zip(*(pages(printed("letal", ink)["cards.pdf"]) for ink in ("full", "grey")), strict=True):
        before, after = colour.tobytes(), plain.tobytes()
        for at in random.Random(4).sample(range(3 * colour.width, len(before) // 10 * 9, 3), 4_000):
            here = before[at : at + 3]
            around = (at - 3, at + 3, at - 3 * colour.width, at + 3 * colour.width)
            if all(before[near : near + 3] == here for near in around):
                met.add(here)
                assert abs(lightness(f"#{here.hex()}") - lightness(f"#{after[at : at + 3].hex()}")) < 0.5
    assert len(met) > 20


def test_lightness_is_that_of_the_standard() -> None:
    known = {"#000000": 0, "#FFFFFF": 100, "#FF0000": 53.24, "#00FF00": 87.73, "#0000FF": 32.30, "#777777": 50.03}
    assert {colour: round(lightness(colour), 2) for colour in known} == pytest.approx(known, abs=0.02)


def test_the_grey_of_a_colour_is_the_nearest_in_lightness() -> None:
    source = random.Random(1)
    for _ in range(2_000):
        colour = f"#{source.randrange(1 << 24):06X}"
        here = lightness(colour)
        value = int(grey(colour)[1:3], 16)
        assert grey(colour) == f"#{value:02X}" + f"{value:02X}" * 2
        others = [abs(lightness("#" + f"{near:02X}" * 3) - here) for near in range(256)]
        assert others[value] <= min(others) + 0.02
        assert grey(grey(colour)) == grey(colour)


def saved(mode: str, name: str, **options: Any) -> tuple[Image.Image, Raster]:
    """A picture of noise, saved and read as a designer's would be."""
    source = random.Random(7)
    image = Image.frombytes(mode, (37, 300), source.randbytes(37 * 300 * len(mode)))
    file = BytesIO()
    image.save(file, format=name.rpartition(".")[2].upper().replace("JPG", "JPEG"), **options)
    return image, open_raster(Opened(name, file.getvalue()), Location(name))


@pytest.mark.parametrize(
    ("mode", "name", "options"),
    [("RGB", "noise.png", {}), ("RGB", "noise.jpg", {"quality": 95}), ("RGBA", "noise.webp", {"lossless": True})],
)
def test_pixels_become_the_grey_of_their_lightness(mode: str, name: str, options: dict[str, Any]) -> None:
    image, raster = saved(mode, name, **options)
    if name.endswith(".jpg"):  # what a JPEG shows is not quite what was saved
        file = BytesIO()
        image.save(file, format="JPEG", **options)
        image = Image.open(file)
    made = grey_raster(raster)
    assert (made.colour, made.width, made.height, made.mask) == ("gray", 37, 300, raster.mask)
    assert made == grey_raster(raster)
    values, colours = zlib.decompress(made.data), image.convert("RGB").tobytes()
    for at, value in enumerate(values):
        wanted = int(grey(f"#{colours[3 * at : 3 * at + 3].hex()}")[1:3], 16)
        assert abs(value - wanted) <= (1 if mode == "RGB" or image.getpixel((at % 37, at // 37))[3] else 255)  # type: ignore[index]


def test_a_picture_is_grey_on_paper(workshop: Make) -> None:
    shop = workshop("duel")
    file = BytesIO()
    Image.new("RGB", (80, 80), "#1D4F8C").save(file, format="PNG")
    shop.write("cards/duel/blue.png", file.getvalue())
    picture = '<image x="4mm" y="30mm" width="20mm" height="20mm" href="blue.png"/>\n</face>'
    shop.edit("templates/duel/card.xml.j2", "</face>", picture)
    build(shop, "duel", "grey", ("en",))
    with pikepdf.open(shop.out / "duel/en/cards.pdf") as pdf:
        found = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        assert [str(image.ColorSpace) for image in found] == ["/DeviceGray"]
        assert set(found[0].read_bytes()) == {int(grey("#1D4F8C")[1:3], 16)}


def test_a_damaged_png_is_told_before_anything_is_written() -> None:
    _, raster = saved("RGB", "noise.png")
    with pytest.raises(SourceError) as caught:
        grey_raster(dataclasses.replace(raster, data=raster.data[: len(raster.data) // 2]))
    assert [(problem.code, problem.where.path) for problem in caught.value.problems] == [("bad-picture", "noise.png")]


@pytest.mark.parametrize("game", GAMES)
def test_the_families_of_the_games_stay_apart(game: str) -> None:
    folder = REPOSITORY / "cards" / game
    catalogue = load(folder, Project(root=REPOSITORY).shelves(folder))
    assert catalogue.inks.families
    assert families_alike(catalogue.inks) == []
    told = re.findall(r"`(\w+)` ([\d.]+)", documented("families and their L*")[game][0])
    known = {name: catalogue.inks.colours[name] for names in catalogue.inks.families for name in names}
    assert dict(told) == {name: f"{lightness(colour):.1f}" for name, colour in known.items()}


def test_families_that_become_one_grey_are_told_with_what_to_do(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(GAME, 'arma: "#C2371B"', 'arma: "#2F6B3A"')  # green, about as light as the blue of armour
    [problem] = refused(shop, "letal", "grey")
    line = (shop.root / GAME).read_text(encoding="utf-8").split("families:")[0].count("\n") + 1
    assert (problem.code, problem.severity, problem.where.line) == ("families-alike", "error", line)
    light = [
        f"'{name}' (L* {lightness(colour):.1f})" for name, colour in (("armadura", "#1F4E79"), ("arma", "#2F6B3A"))
    ]
    assert all(words in problem.message for words in light), problem.message
    assert "lighter" in problem.hint
    assert build(shop, "letal", "full"), "in colour they are told apart"


def test_the_check_warns_of_them(workshop: Make) -> None:
    shop = workshop("letal")
    shop.edit(GAME, 'arma: "#C2371B"', 'arma: "#2F6B3A"')
    [report] = steps.check_all(Project(root=shop.root), ["letal"], ["pt"], shop.out)
    found = [problem.severity for problem in report.problems if problem.code == "families-alike"]
    assert found == ["warning"]


def test_a_grey_print_is_the_same_on_every_day(workshop: Make) -> None:
    shop = workshop("letal")
    first, second = (build(shop, "letal", "grey", ("pt",), steps.FILES)[0].files for _ in range(2))
    assert first == second


# The paper says so --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "language", "ink", "words"),
    [
        ("letal", "pt", "low", "pouca tinta"),
        ("letal", "en", "low", "low ink"),
        ("letal", "en", "grey", "grey"),
        ("cyberlight", "ru", "low", "экономия краски"),
        ("cyberlight", "ru", "grey", "в оттенках серого"),
    ],
)
def test_the_slug_and_the_manifest_name_the_ink(workshop: Make, game: str, language: str, ink: str, words: str) -> None:
    shop = workshop(game)
    for asked, slugs in ((ink, True), ("full", False)):
        [edition] = build(shop, game, asked, (language,))
        assert json.loads(edition.files["manifest.json"])["ink"] == asked
        for page in pypdfium2.PdfDocument(edition.files["cards.pdf"]):
            text = page.get_textpage().get_text_bounded()
            [slug] = [line for line in text.splitlines() if "50 mm" in line]
            assert (f"· {words} ·" in slug) == slugs


# Changes ------------------------------------------------------------------------------------------------------------


def git(root: Path, *words: str) -> None:
    who = {f"GIT_{role}_{what}": "t@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", "-C", str(root), *words], env=env, check=True, capture_output=True, timeout=60)


def changes(shop: Workshop, since: str | Path, ink: str) -> Result:
    words = ["changes", "letal", "--since", since, "--lang", "en", "--root", shop.root, "--out", shop.out, "--ink", ink]
    return CliRunner().invoke(main, [str(word) for word in words])


def test_changes_compare_the_same_ink(workshop: Make) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed, and a revision is one of git's")
    shop = workshop("letal")
    git(shop.root, "init", "-q")
    git(shop.root, "add", "-A")
    git(shop.root, "commit", "-q", "--no-gpg-sign", "-m", "a step")
    shop.edit(GAME, 'tint_arma: "#F8E7E4"', 'tint_arma: "#F8E0DC"')
    full, low = changes(shop, "HEAD", "full"), changes(shop, "HEAD", "low")
    assert "nothing changed" in full.stdout
    assert "Uzi" in low.stdout
    assert "Helmet" not in low.stdout
    assert [low.exit_code, full.exit_code] == [0, 0]


def test_a_box_of_another_ink_is_refused(workshop: Make) -> None:
    shop = workshop("letal")
    build(shop, "letal", "low", ("en",))
    manifest = shop.out / "letal/en/manifest.json"
    assert "nothing changed" in changes(shop, manifest, "low").stdout
    other = changes(shop, manifest, "full")
    assert other.exit_code == 1
    assert "[other-ink]" in other.stderr
    assert "--ink low" in other.stderr
    assert not (shop.out / "letal/en/changes.pdf").exists()


def test_a_manifest_from_before_there_were_inks_is_of_full_ink(workshop: Make) -> None:
    shop = workshop("letal")
    build(shop, "letal", "full", ("en",))
    manifest = shop.out / "letal/en/manifest.json"
    text = manifest.read_text(encoding="utf-8")
    assert '  "ink": "full",\n' in text
    manifest.write_text(text.replace('  "ink": "full",\n', ""), encoding="utf-8")
    assert "nothing changed" in changes(shop, manifest, "full").stdout


# The estimate -------------------------------------------------------------------------------------------------------


def table(text: str) -> dict[str, list[str]]:
    """The rows of the printed table: what stands first, then the numbers."""
    rows = re.findall(r"^(\S+\.pdf|equal to A4 pages of solid colour) +(.*)$", text, re.MULTILINE)
    return {name: re.findall(r"[\d.]+|–", numbers) for name, numbers in rows}


def test_the_estimate_is_what_the_pixels_say(printed: Any) -> None:
    result = CliRunner().invoke(main, ["ink", "letal", "--root", str(REPOSITORY)])
    assert result.exit_code == 0, result.stderr
    rows = table(result.stdout)
    assert set(rows) == {"cards.pdf", "components.pdf", "rulebook.pdf", "equal to A4 pages of solid colour"}
    total = dict.fromkeys(("full", "low", "grey"), 0.0)
    for name, (sheets, *numbers) in rows.items():
        if not name.endswith(".pdf"):
            continue
        for ink, number in zip(total, numbers, strict=True):
            data = printed("letal", ink)[name]
            inks, _ = inks_and_darkness(data)
            assert float(number) / 100 == pytest.approx(inks, rel=0.02)
            total[ink] += inks * len(pypdfium2.PdfDocument(data))
        sides = len(pypdfium2.PdfDocument(printed("letal", "full")[name]))
        assert int(sheets) == (sides // 2 if name == "cards.pdf" else sides)
    numbers = [float(number) for number in rows["equal to A4 pages of solid colour"][1:]]
    assert numbers == pytest.approx(list(total.values()), abs=0.15)


def test_coverage_of_known_pages(workshop: Make) -> None:
    """A page of one ink, of two, of black, of none: in a PDF that was not made here."""
    known = {
        "#FFFFFF": (0, 0),
        "#000000": (1, 1),
        "#00FFFF": (1, 0.299),
        "#FF0000": (2, 0.701),
        "#808080": (0.498, 0.498),
    }
    for colour, (inks, darkness) in known.items():
        file = BytesIO()
        Image.new("RGB", (40, 60), colour).save(file, format="PDF", resolution=72)
        [page] = coverage(file.getvalue())
        assert page.inks == pytest.approx(inks, abs=0.01), colour
        assert page.darkness == pytest.approx(darkness, abs=0.01), colour


def test_the_estimate_tells_what_a_game_cannot_be_printed_with(workshop: Make) -> None:
    shop = workshop("duel")
    result = CliRunner().invoke(main, ["ink", "duel", "--root", str(shop.root)])
    assert result.exit_code == 0
    assert table(result.stdout)["cards.pdf"][2] == "–"
    assert "low: 'duel' does not say how it is printed with little ink" in result.stdout
