"""A deck given away with a card short, a back behind the wrong front, a file that prints at 97 %, a blurred picture:
the proof must find each in the written file. Every test spoils a file that was right, by hand, and asks what is found.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops

from generator import build as steps
from generator.proof import Report
from tests.conftest import Workshop

Make = Callable[..., Workshop]
MM = 72 / 25.4
WEAPONS, CARD = "cards/duel/weapons.yaml", "templates/duel/card.xml.j2"


class Printed:
    """A game in a folder, built in English; its PDF and its manifest can be spoilt."""

    def __init__(self, shop: Workshop, game: str = "duel", **sheet: Any) -> None:
        self.shop, self.game = shop, game
        self.folder = shop.out / game / "en"
        self.build(**sheet)

    def build(self, paper: str = "a4", bleed: float | None = None, flip: str = "long", **more: Any) -> None:
        self.shop.build(self.game, languages=("en",), spec=steps.sheet_spec(paper, bleed, flip), **more)

    def prove(self) -> Report:
        [report] = steps.prove_all(steps.Project(root=self.shop.root), (self.game,), ("en",), self.shop.out)
        return report

    def codes(self) -> set[str]:
        return {problem.code for problem in self.prove().problems}

    def spoil(self, change: Callable[[pikepdf.Pdf], None], file: str = "cards.pdf") -> None:
        """Change the PDF, and sign the manifest anew: the change itself must be found, not the hash."""
        path = self.folder / file
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            change(pdf)
            pdf.save(path)
        self.sign(file)

    def sign(self, file: str = "cards.pdf") -> None:
        digest = hashlib.sha256((self.folder / file).read_bytes()).hexdigest()

        def change(manifest: dict[str, Any]) -> None:
            next(entry for entry in manifest["files"] if entry["path"] == file)["sha256"] = digest

        self.tell(change)

    def tell(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change the manifest."""
        path = self.folder / "manifest.json"
        manifest = json.loads(path.read_bytes())
        change(manifest)
        path.write_text(json.dumps(manifest), encoding="utf-8")

    def spoil_placement(self, change: Callable[[list[Any], int], None], side: str = "front", index: int = 0) -> None:
        """Change one placement of the first sheet: its instructions, and where its ``Do`` stands among them."""

        def spoil(pdf: pikepdf.Pdf) -> None:
            page = pdf.pages[0 if side == "front" else 1]
            instructions = list(pikepdf.parse_content_stream(page))
            change(instructions, [at for at, one in enumerate(instructions) if str(one.operator) == "Do"][index])
            page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(instructions))

        self.spoil(spoil)


def step(operator: str, *operands: Any) -> pikepdf.ContentStreamInstruction:
    return pikepdf.ContentStreamInstruction(list(operands), pikepdf.Operator(operator))


def moved(x_mm: float, y_mm: float) -> Callable[[list[Any], int], None]:
    return lambda steps, at: steps.insert(at, step("cm", 1, 0, 0, 1, round(x_mm * MM, 4), round(y_mm * MM, 4)))


def drawn_with(*matrix: float) -> Callable[[list[Any], int], None]:
    """Another matrix within the placement; the drawing's own space, before it, is in points from its bottom left."""
    return lambda steps, at: steps.insert(at, step("cm", *matrix))


@pytest.fixture
def duel(workshop: Make) -> Printed:
    return Printed(workshop())


# What is right passes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    ("paper", "bleed"),
    [("a4", None), ("a4", 0.0), ("a4", 1.5), ("a4", 3.0), ("letter", None), ("letter", 3.0), ("a3", None), ("a3", 3.0)],
)
@pytest.mark.parametrize("game", ["duel", "pairs"])
def test_what_was_built_is_what_is_read(game: str, paper: str, bleed: float | None, flip: str, workshop: Make) -> None:
    report = Printed(workshop(game), game, paper=paper, bleed=bleed, flip=flip).prove()
    assert report.problems == ()
    assert report.ok
    assert all(row.paper == row.catalogue > 0 for row in report.rows)


def flipped(image: Image.Image, flip: str) -> Image.Image:
    """The back of a sheet as it lies behind the front: the paper was turned about one of its edges, left to right or
    head to foot, and is looked at through the front."""
    long_edge_is_upright = image.height > image.width
    sideways = long_edge_is_upright == (flip == "long")
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM)


def box_of(colour: tuple[int, ...], image: Image.Image) -> tuple[int, int, int, int] | None:
    """The box around all that has one colour on a page."""
    bands = ImageChops.difference(image, Image.new("RGB", image.size, colour)).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return most.point(lambda value: 255 if value <= 2 else 0).getbbox()


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(("paper", "bleed"), [("a4", None), ("a4", 3.0), ("letter", None), ("a3", None)])
def test_held_against_the_light_each_back_lies_behind_its_front(
    paper: str, bleed: float | None, flip: str, workshop: Make
) -> None:
    """Nothing of ours but the PDF is asked: both sides of each sheet as pixels, the back turned over like paper."""
    shop = workshop("pairs")
    [edition] = shop.build("pairs", spec=steps.sheet_spec(paper, bleed, flip))
    document = pypdfium2.PdfDocument(edition.files["cards.pdf"])
    pages = [page.render(scale=100 / 72).to_pil().convert("RGB") for page in document]
    document.close()
    cards = yaml.safe_load((shop.root / "cards/pairs/cards.yaml").read_text(encoding="utf-8"))["components"]
    seen = 0
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert front.size == back.size
        behind = flipped(back, flip)
        for card in cards:
            colour = (card["red"], card["green"], card["blue"])
            box = box_of(colour, front)
            there = box_of(colour, behind)
            seen += box is not None
            if box is None or card["kind"] == "single":
                assert there is None
                continue
            assert there is not None, f"nothing behind {card['name']}"
            assert max(abs(a - b) for a, b in zip(box, there, strict=True)) <= 1, card["name"]
            # The black square is at the top left of each side: behind the front it shows at the top right.
            size = (box[2] - box[0]) / 50
            for image, x in ((front, box[0] + 9 * size), (behind, box[2] - 9 * size)):
                assert image.getpixel((round(x), round(box[1] + 9 * size))) == (0, 0, 0)
                assert image.getpixel((round(x), round(box[3] - 9 * size))) == colour
    assert seen == len(cards)


# Places ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_drawing_that_is_not_there_is_missed(side: str, duel: Printed) -> None:
    duel.spoil_placement(lambda steps, at: steps.pop(at), side, 3)
    assert duel.codes() == ({"proof-place", "proof-count"} if side == "front" else {"proof-place", "proof-back"})
    [row] = [row for row in duel.prove().rows if row.component == "sword"]
    assert row.catalogue - row.paper == (1 if side == "front" else 0)


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize(("x", "y"), [(0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2)])
def test_a_fifth_of_a_millimetre_is_found(side: str, x: float, y: float, duel: Printed) -> None:
    duel.spoil_placement(moved(x, y), side)
    assert "proof-place" in duel.codes()
    assert ("proof-back" in duel.codes()) == (side == "back")


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_hundredth_of_a_millimetre_is_not_made_much_of(side: str, duel: Printed) -> None:
    duel.spoil_placement(moved(0.01, -0.01), side)
    assert duel.codes() == set()


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize("where", ["on itself", "elsewhere"])
def test_a_drawing_too_many_is_found(side: str, where: str, duel: Printed) -> None:
    def change(steps: list[Any], at: int) -> None:
        steps[at:at] = [steps[at], *([step("cm", 1, 0, 0, 1, 40, 40)] if where == "elsewhere" else [])]

    duel.spoil_placement(change, side)
    assert "proof-place" in duel.codes()
    assert any("does not know" in problem.message for problem in duel.prove().problems)


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_card_one_percent_larger_is_found(side: str, duel: Printed) -> None:
    # About the trim's top left corner, so that its place alone does not give it away.
    x, y = 0.0, 88 * MM
    duel.spoil_placement(drawn_with(1.01, 0, 0, 1.01, -0.01 * x, -0.01 * y), side)
    told = [problem.message for problem in duel.prove().problems if problem.code == "proof-size"]
    assert len(told) == 1
    assert "it must be 63 × 88 mm" in told[0]


def test_a_page_that_is_scaled_as_a_whole_is_found(duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(b"q 0.97 0 0 0.97 9 12 cm", prepend=True)
        pdf.pages[0].contents_add(b"Q")

    duel.spoil(change)
    assert {"proof-place", "proof-count"} <= duel.codes()


def test_a_page_of_another_size_is_found(duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[1].mediabox = [0, 0, 612, 792]

    duel.spoil(change)
    assert "proof-back" in duel.codes()


@pytest.mark.parametrize("page", [0, 1])
def test_a_page_that_is_gone_is_found(page: int, duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        del pdf.pages[page]

    duel.spoil(change)
    assert {"proof-count", "proof-place"} <= duel.codes()


@pytest.mark.parametrize(
    ("page", "key", "value"),
    [
        (0, "/Rotate", 90),
        (0, "/CropBox", [100, 100, 400, 500]),
        (0, "/MediaBox", [10, 10, 605.2756, 851.8898]),
        (1, "/MediaBox", [10, 10, 605.2756, 851.8898]),
        (0, "/Rotate", 180),
        (1, "/Rotate", 90),
        (1, "/Rotate", 180),
        (0, "/UserUnit", 2),
        (1, "/UserUnit", 2),
        (1, "/CropBox", [100, 100, 400, 500]),
        (0, "/TrimBox", None),
        (0, "/TrimBox", [40, 306.2, 575.5, 805.1]),
        (1, "/TrimBox", [40, 306.2, 575.5, 805.1]),
        (0, "/BleedBox", [0, 0, 100, 100]),
    ],
)
def test_a_page_that_comes_out_otherwise_is_found(page: int, key: str, value: Any, duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        if value is None:
            del pdf.pages[page].obj[key]
        else:
            pdf.pages[page].obj[key] = value

    duel.spoil(change)
    assert duel.codes(), "nothing was found"


RECTANGLE = [step("re", 0, 0, 30 * MM, 88 * MM)]
TRIANGLE = [step("m", 0, 0), step("l", 63 * MM, 0), step("l", 63 * MM, 88 * MM), step("h")]
ROUND = [
    step("m", 0, 44 * MM),
    step("c", 0, 100 * MM, 63 * MM, 100 * MM, 63 * MM, 44 * MM),
    step("v", 31 * MM, -9 * MM, 0, 44 * MM),
]
HOLE = [step("re", -9, -9, 300, 300), step("re", 20 * MM, 20 * MM, 9 * MM, 9 * MM)]
AROUND = [step("re", -3 * MM, -3 * MM, 69 * MM, 94 * MM)]
WIDE_ROUND = [
    step("m", -90 * MM, 44 * MM),
    step("c", -90 * MM, 240 * MM, 150 * MM, 240 * MM, 150 * MM, 44 * MM),
    step("y", 20 * MM, -300 * MM, -90 * MM, 44 * MM),
]


def seen_through(path: list[Any], rule: str = "W") -> Callable[[list[Any], int], None]:
    """A clipping path in the drawing's space, where the trim begins at 0, 0."""

    def change(steps: list[Any], at: int) -> None:
        steps[at:at] = [*path, step(rule), step("n")]

    return change


@pytest.mark.parametrize("side", ["front", "back"])
@pytest.mark.parametrize(
    ("path", "rule"), [(RECTANGLE, "W"), (TRIANGLE, "W"), (ROUND, "W"), (HOLE, "W*"), ([], "W"), ([], "W*")]
)
def test_a_card_that_is_clipped_within_its_trim_is_found(path: list[Any], rule: str, side: str, duel: Printed) -> None:
    duel.spoil_placement(seen_through(path, rule), side)
    [problem] = duel.prove().problems
    assert problem.code == "proof-place"
    assert "cut off within its trim" in problem.message


@pytest.mark.parametrize(("path", "rule"), [(AROUND, "W"), (AROUND, "W*"), (WIDE_ROUND, "W")])
def test_a_clip_around_a_trim_is_none(path: list[Any], rule: str, duel: Printed) -> None:
    duel.spoil_placement(seen_through(path, rule))
    assert duel.codes() == set()


def test_a_path_that_is_drawn_clips_nothing_and_a_clip_ends_with_its_state(duel: Printed) -> None:
    def change(steps: list[Any], at: int) -> None:
        steps[at:at] = [*TRIANGLE, step("S"), step("q"), *RECTANGLE, step("W"), step("n"), step("Q")]

    duel.spoil_placement(change)
    assert duel.codes() == set()


def test_a_part_of_a_board_that_does_not_reach_its_join_is_found(workshop: Make) -> None:
    printed = Printed(workshop("counter-strike"), "counter-strike")
    assert printed.codes() == set()

    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        instructions = list(pikepdf.parse_content_stream(page))
        at = next(n for n, one in enumerate(instructions) if str(one.operator) == "re")
        x, y, width, height = (float(value) for value in instructions[at].operands)
        instructions[at] = step("re", x, y, width - 12 * MM, height - 12 * MM)  # a tab is 10 mm, half of it is needed
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(instructions))

    printed.spoil(change, "boards.pdf")
    assert printed.codes() == {"proof-place"}


# Backs ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def two_backs(workshop: Make) -> Printed:
    """The dagger has a back of its own."""
    shop = workshop()
    (shop.root / "templates/duel/other.xml.j2").write_text(
        "<face><rect x='1mm' y='1mm' width='9mm' height='9mm' fill='{{ theme.ink }}'/></face>", encoding="utf-8"
    )
    shop.edit(WEAPONS, "copies: 2", "copies: 2\n    back: duel/other.xml.j2")
    return Printed(shop)


def swap_backs(steps: list[Any], at: int) -> None:
    names = [n for n, one in enumerate(steps) if str(one.operator) == "Do"]
    first, last = names[0], names[-1]
    assert str(steps[first].operands[0]) != str(steps[last].operands[0])
    steps[first], steps[last] = steps[last], steps[first]


def test_two_backs_that_changed_places_are_found(two_backs: Printed) -> None:
    assert two_backs.codes() == set()
    two_backs.spoil_placement(swap_backs, "back")
    report = two_backs.prove()
    assert {problem.code for problem in report.problems} == {"proof-place", "proof-back"}
    told = " ".join(problem.message for problem in report.problems if problem.code == "proof-back")
    assert "Sword" in told
    assert "Dagger" in told


def test_they_are_found_even_if_the_manifest_says_the_same(two_backs: Printed) -> None:
    """The manifest is what the build meant; that a back belongs to its front is not taken from it."""
    two_backs.spoil_placement(swap_backs, "back")

    def change(manifest: dict[str, Any]) -> None:
        sword, dagger = (
            next(c for c in manifest["components"] if c["id"] == ident)["printed"] for ident in ("sword", "dagger")
        )
        first = next(n for n, place in enumerate(sword) if place["side"] == "back")
        sword[first], dagger[-1] = dagger[-1], sword[first]

    two_backs.tell(change)
    assert two_backs.codes() == {"proof-back"}


def test_a_back_that_neither_file_nor_manifest_has_is_found(duel: Printed) -> None:
    duel.spoil_placement(lambda steps, at: steps.pop(at), "back")

    def change(manifest: dict[str, Any]) -> None:
        printed = manifest["components"][0]["printed"]
        printed.remove(next(place for place in printed if place["side"] == "back"))

    duel.tell(change)
    report = duel.prove()
    assert [(p.code, p.severity) for p in report.problems] == [("proof-back", "error")]
    assert "has no back behind it" in report.problems[0].message


def test_a_back_behind_a_card_without_one_is_found(workshop: Make) -> None:
    printed = Printed(workshop("pairs"), "pairs")

    def change(steps: list[Any], at: int) -> None:
        # The card e lies in the middle of the sheet; a copy of its neighbour's back is put behind it.
        steps[at:at] = [step("q"), step("cm", 1, 0, 0, 1, round(60 * MM, 4), 0), steps[at], step("Q")]

    at = [c["id"] for c in json.loads((printed.folder / "manifest.json").read_bytes())["components"]].index("f") - 1
    printed.spoil_placement(change, "back", at)
    assert "proof-back" in printed.codes()
    assert any("E on page 1 has a back, and should have none" in p.message for p in printed.prove().problems)


TURNED = (-1, 0, 0, -1, 63 * MM, 88 * MM)
MIRRORED = (-1, 0, 0, 1, 63 * MM, 0)
IN_WATER = (1, 0, 0, -1, 0, 88 * MM)


@pytest.mark.parametrize("bleed", [None, 3.0], ids=["portrait", "landscape"])
@pytest.mark.parametrize(
    ("side", "matrix"),
    [
        ("back", TURNED),
        ("back", MIRRORED),
        ("back", IN_WATER),
        ("front", TURNED),
        ("front", MIRRORED),
        ("front", IN_WATER),
    ],
)
def test_a_drawing_that_is_turned_or_mirrored_in_its_place_is_found(
    side: str, bleed: float | None, matrix: tuple[float, ...], workshop: Make
) -> None:
    printed = Printed(workshop(), bleed=bleed)
    printed.spoil_placement(drawn_with(*matrix), side)
    assert printed.codes(), "nothing was found"


# What the file is made of ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["cards.pdf", "components.pdf"])
def test_a_font_that_is_not_embedded_is_found(file: str, duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        pdf.pages[0].Resources.Font["/Foreign"] = pdf.make_indirect(font)
        pdf.pages[0].contents_add(b"BT /Foreign 9 Tf 20 20 Td (proof) Tj ET")

    duel.spoil(change, file)
    [problem] = duel.prove().problems
    assert (problem.code, problem.severity) == ("proof-font", "error")
    assert "Helvetica" in problem.message
    assert problem.where.path.endswith(file)


def test_a_font_that_lost_its_file_is_found(duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        for obj in pdf.objects:
            if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/FontDescriptor":
                del obj["/FontFile2"]
                return

    duel.spoil(change)
    assert duel.codes() == {"proof-font"}


@pytest.mark.parametrize("file", ["cards.pdf", "components.pdf"])
@pytest.mark.parametrize("how", ["removed", "AppDefault", "no hints at all"])
def test_a_file_that_a_viewer_may_scale_is_found(file: str, how: str, duel: Printed) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        if how == "no hints at all":
            del pdf.Root.ViewerPreferences
        elif how == "removed":
            del pdf.Root.ViewerPreferences.PrintScaling
        else:
            pdf.Root.ViewerPreferences.PrintScaling = pikepdf.Name.AppDefault

    duel.spoil(change, file)
    assert duel.codes() == {"proof-scaling"}


# Pictures -------------------------------------------------------------------------------------------------------------


def with_picture(shop: Workshop, data: bytes) -> Workshop:
    """The sword's picture is printed 39 mm wide and 32 mm high."""
    shop.write("cards/duel/sword.png", data)
    shop.edit(WEAPONS, "damage: 40", "damage: 40\n    picture: sword.png")
    shop.edit(
        CARD, 'href="{{ card.picture }}" fill="{{ mix(theme.ink, theme.attack, 0.25) }}"', 'href="{{ card.picture }}"'
    )
    return shop


def saved(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def square(dpi: float) -> bytes:
    """A picture that is ``dpi`` fine where the layout puts it: as high as its box, 32 mm."""
    pixels = round(32 / 25.4 * dpi)
    return saved(Image.linear_gradient("L").resize((pixels, pixels)))


@pytest.mark.parametrize(
    ("dpi", "severity"), [(75, "error"), (147, "error"), (153, "warning"), (197, "warning"), (203, ""), (400, "")]
)
def test_a_coarse_picture_is_found(dpi: int, severity: str, workshop: Make) -> None:
    report = Printed(with_picture(workshop(), square(dpi))).prove()
    assert [(p.code, p.severity) for p in report.problems] == ([("proof-dpi", severity)] if severity else [])
    assert report.ok == (severity != "error")
    for problem in report.problems:
        assert "Sword" in problem.message
        told = int(problem.message.split(" dpi")[0].split()[-1])
        assert abs(told - dpi) <= 1


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, samples: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(samples)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("rows", [0, 1, 299, 299.5, 301, 400])
def test_a_picture_whose_samples_do_not_fill_its_rows_is_found(rows: float, workshop: Make) -> None:
    """A file cut short, its checksum right: a viewer leaves the rest black, or shows nothing at all."""
    row = b"\0" + b"\x80\x40\x20" * 300
    report = Printed(with_picture(workshop(), png(300, 300, (row * 400)[: int(len(row) * rows)]))).prove()
    assert "proof-picture" in {problem.code for problem in report.problems}
    assert not report.ok


def test_a_picture_whose_samples_fill_its_rows_passes(workshop: Make) -> None:
    row = b"\0" + b"\x80\x40\x20" * 300
    assert Printed(with_picture(workshop(), png(300, 300, row * 300))).prove().problems == ()


# Names, and what catalogue, manifest and files say of one another -----------------------------------------------------


def test_a_front_without_its_name_is_found(workshop: Make) -> None:
    shop = workshop()
    shop.edit(CARD, "{{ card.name }}", "{{ kind.name }}")
    printed = Printed(shop)
    report = printed.prove()
    assert {p.code for p in report.problems} == {"proof-text"}
    assert len(report.problems) == len(report.rows)
    shop.edit("cards/duel/game.yaml", "corner: 3 mm", "corner: 3 mm\n    prints_name: no")
    printed.build()
    assert printed.codes() == set()


def test_a_name_in_capitals_and_over_two_lines_is_its_name(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "name: {pt: Espada, en: Sword}", 'name: "Long-handled Sword of the Southern Marches"')
    shop.edit(CARD, 'baseline="13mm" width="38mm"', 'y="2mm" height="16mm" width="38mm" hyphenate="yes"')
    shop.edit(CARD, "{{ card.name }}", "{{ card.name|upper }}")
    shop.edit(CARD, 'size="18pt" min-size="10pt"', 'size="12pt" min-size="6pt"')
    assert Printed(shop).codes() == set()


def test_a_file_that_was_changed_after_the_manifest_is_found(duel: Printed) -> None:
    with (duel.folder / "components.pdf").open("ab") as file:
        file.write(b"%\n")
    [problem] = duel.prove().problems
    assert problem.code == "proof-stale"
    assert problem.where.path.endswith("components.pdf")


def test_a_file_of_another_run_is_found(duel: Printed) -> None:
    older = (duel.folder / "cards.pdf").read_bytes()
    duel.shop.edit(WEAPONS, "copies: 2", "copies: 3")
    duel.build()
    (duel.folder / "cards.pdf").write_bytes(older)
    assert {"proof-stale", "proof-count"} <= duel.codes()


@pytest.mark.parametrize("file", ["cards.pdf", "components.pdf", "manifest.json"])
def test_a_file_that_is_gone_is_found(file: str, duel: Printed) -> None:
    (duel.folder / file).unlink()
    report = duel.prove()
    assert "proof-missing" in {problem.code for problem in report.problems}
    assert not report.ok


def test_nothing_built_says_what_to_do(workshop: Make) -> None:
    shop = workshop()
    [report] = steps.prove_all(steps.Project(root=shop.root), ("duel",), ("en",), shop.out)
    assert [p.code for p in report.problems] == ["proof-missing"]
    assert "cartada pdf" in report.problems[0].hint


def test_cards_that_were_not_asked_for_are_not_proven(workshop: Make) -> None:
    printed = Printed(workshop(), only=("components.pdf",))
    assert printed.codes() >= {"proof-missing"}
    assert not printed.prove().ok


def test_a_file_that_is_no_pdf_any_more_is_found(duel: Printed) -> None:
    path = duel.folder / "cards.pdf"
    path.write_bytes(path.read_bytes()[:200])
    duel.sign()
    assert "proof-missing" in duel.codes()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "\xff",
        "[]",
        "{}",
        "null",
        '{"files": 3, "components": []}',
        '{"files": [{"path": "cards.pdf"}]}',
    ],
)
def test_a_manifest_that_cannot_be_read_is_a_problem_of_ours(text: str, duel: Printed) -> None:
    (duel.folder / "manifest.json").write_bytes(text.encode("latin-1"))
    assert "proof-missing" in duel.codes()


@pytest.mark.parametrize(("copies", "more"), [(5, 1), (3, -1), (0, -4)])
def test_a_catalogue_that_was_changed_since_is_found(copies: int, more: int, duel: Printed) -> None:
    duel.shop.edit(WEAPONS, "copies: 4", f"copies: {copies}")
    report = duel.prove()
    [problem] = report.problems
    assert problem.code == "proof-count"
    assert f"Sword: the catalogue has {copies}, {copies - more} lie on paper" in problem.message
    assert {row.component: row.catalogue - row.paper for row in report.rows} == {"sword": more, "dagger": 0}


def test_a_component_that_the_catalogue_lost_is_found(duel: Printed) -> None:
    text = (duel.shop.root / WEAPONS).read_text(encoding="utf-8")
    (duel.shop.root / WEAPONS).write_text(text[: text.index("  - id: dagger")], encoding="utf-8")
    assert "proof-count" in duel.codes()
    assert any("'dagger' was printed" in problem.message for problem in duel.prove().problems)


def test_a_trim_that_was_changed_since_is_found(duel: Printed) -> None:
    duel.shop.edit("cards/duel/game.yaml", "trim: 63 mm x 88 mm", "trim: 63.5 mm x 88.9 mm")
    assert "proof-size" in duel.codes()
