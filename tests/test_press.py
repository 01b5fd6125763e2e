"""Colours that a shop refuses, ink that does not dry, a back behind the wrong card: documents for a press are read back
object by object and rendered.
"""

from __future__ import annotations

import io
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.build import Project
from generator.build.edition import info_of
from generator.build.exports import ExportOrder, export_games
from generator.build.flatten import flattened
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.catalogue import load
from generator.export import pixels, vendors
from generator.imposition import single
from generator.layout import Frame
from generator.pdf import write_sheets
from generator.pdf.inks import separated
from tests.conftest import REPOSITORY, Workshop

Make = Callable[..., Workshop]
LIMIT = 2.4  # DriveThruCards: 240 %
POKER = (63.5, 88.9)


def export(root: Path, out: Path, game: str, language: str) -> Path:
    order = ExportOrder(games=(game,), languages=(language,), to="drivethrucards", out=out)
    export_games(order, Project(root=root), lambda _: None)
    return out / game / language / "export/drivethrucards"


@pytest.fixture(scope="module")
def letal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(REPOSITORY, tmp_path_factory.mktemp("letal"), "letal", "en")


def saved(image: Image.Image, kind: str) -> bytes:
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()


def gradient(mode: str) -> Image.Image:
    """Every red with every green, and a little blue: dark where both are low. Grey where there is but one channel."""
    ramp = Image.linear_gradient("L")
    return ramp if mode == "L" else Image.merge("RGB", (ramp, ramp.transpose(Image.Transpose.ROTATE_90), NIGHT))


NIGHT = Image.new("L", (256, 256), 30)
NAVY = "#00001A"

FACE = """<face>
  <rect x="{{ -trim.bleed }}mm" y="{{ -trim.bleed }}mm" width="{{ trim.width + 2 * trim.bleed }}mm"
   height="{{ trim.height + 2 * trim.bleed }}mm" fill="{{ theme.b }}"/>
  <line x1="5mm" y1="4mm" x2="50mm" y2="4mm" stroke="{{ theme.k }}" stroke-width="0.5mm"/>
  %s
  <text x="10mm" baseline="80mm" width="40mm" font="text" size="12pt" fill="{{ theme.k }}">{{ card.name }}</text>
</face>"""


def drawn(shop: Workshop, pictures: str) -> Path:
    """The sample ``pixels`` as a poker card, ground navy, with pictures on it; the folder that was written."""
    shop.edit("cards/pixels/game.yaml", "40 mm x 60 mm", "63.5 mm x 88.9 mm")
    shop.edit("cards/pixels/game.yaml", '"#0000FF"', f'"{NAVY}"')
    for side in ("front", "back"):
        shop.write(f"templates/pixels/{side}.xml.j2", FACE % (pictures if side == "front" else ""))
    return export(shop.root, shop.out, "pixels", "en")


PICTURES = {
    "rgb.png": lambda: saved(gradient("RGB"), "PNG"),
    "rgb.jpg": lambda: saved(gradient("RGB"), "JPEG"),
    "grey.png": lambda: saved(gradient("L"), "PNG"),
    "rgb.webp": lambda: saved(gradient("RGB"), "WEBP"),
}


@pytest.fixture
def pictured(workshop: Make) -> Path:
    """A card with pictures of every encoding that a document can hold."""
    shop = workshop("pixels")
    for name, make in PICTURES.items():
        shop.write(f"cards/pixels/{name}", make())
    tags = (
        f'<image x="10mm" y="{10 + 16 * at}mm" width="15mm" height="15mm" href="{name}"/>'
        for at, name in enumerate(PICTURES)
    )
    return drawn(shop, "".join(tags))


# Reading back ---------------------------------------------------------------------------------------------------------


def objects(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """Every page and every form and image that is drawn, each once."""
    waiting, seen = [page.obj for page in pdf.pages], set()
    while waiting:
        item = waiting.pop()
        if item.objgen in seen:
            continue
        seen.add(item.objgen)
        yield item
        resources = item.get("/Resources", {})
        waiting += list(resources.get("/XObject", {}).values())


def colours(pdf: pikepdf.Pdf) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Every operator that sets a colour, in all content streams."""
    for item in objects(pdf):
        if item.get("/Subtype") != "/Image":
            for operands, operator in pikepdf.parse_content_stream(item):
                name = str(operator)
                if name.lower() in ("g", "rg", "k", "cs", "sc", "scn", "sh"):
                    yield name, tuple(float(value) for value in operands)
                assert name not in ("gs", "BI", "sh"), "a graphics state, an inline picture or a shading"


def images(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    return [item for item in objects(pdf) if item.get("/Subtype") == "/Image"]


def samples(image: pikepdf.Object) -> Image.Image:
    mode = {"/DeviceCMYK": "CMYK", "/DeviceGray": "L"}[str(image.ColorSpace)]
    data = image.read_raw_bytes() if str(image.Filter) != "/FlateDecode" else image.read_bytes()
    return Image.frombytes(mode, (int(image.Width), int(image.Height)), data)


def most_ink(image: Image.Image) -> int:
    return max(sum(colour) for _, colour in image.getcolors(1 << 24) or ())  # type: ignore[arg-type]


# Colours --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["draw.pdf", "table.pdf"])
def test_vectors_are_inks_within_the_limit(deck: str, letal: Path) -> None:
    with pikepdf.open(letal / deck) as pdf:
        found = set(colours(pdf))
        assert {name for name, _ in found} == {"k", "K"}
        assert len(found) > 5
        assert max(sum(inks) for _, inks in found) <= LIMIT
        assert b"/DeviceRGB" not in b"".join(item.unparse(resolved=True) for item in objects(pdf))


def test_the_limit_is_reached_and_not_passed(workshop: Make) -> None:
    """Navy would take 264 %: 90 % of black below most of cyan and of magenta."""
    red, green, blue = (int(NAVY[at : at + 2], 16) / 255 for at in (1, 3, 5))
    with pikepdf.open(drawn(workshop("pixels"), "") / "draw.pdf") as pdf:
        most = max(sum(inks) for name, inks in colours(pdf) if name == "k")
    assert sum(separated(red, green, blue, 4.0, True)) > LIMIT + 0.2
    assert LIMIT - 0.01 < most <= LIMIT


def test_texts_and_lines_are_black_alone_and_areas_rich(workshop: Make) -> None:
    shop = workshop("pixels")
    with pikepdf.open(
        drawn(shop, '<rect x="9mm" y="9mm" width="9mm" height="9mm" fill="{{ theme.k }}"/>') / "draw.pdf"
    ) as pdf:
        found = set(colours(pdf))
    assert ("k", (0.0, 0.0, 0.0, 1.0)) in found  # the text
    assert ("K", (0.0, 0.0, 0.0, 1.0)) in found  # the line
    assert ("k", (0.6, 0.4, 0.4, 1.0)) in found  # the square: the shop's rich black


@pytest.mark.parametrize("ink", ["#10151C", "#2A1B12", "#000001", "#1C1A17"])
def test_a_dark_text_is_one_ink_whatever_its_hue(ink: str, workshop: Make) -> None:
    """Three inks that lie a tenth of a millimetre apart make small type unreadable, and so does a screen of 89 %."""
    shop = workshop("pixels")
    shop.edit("cards/pixels/game.yaml", '"#000000"', f'"{ink}"')
    with pikepdf.open(drawn(shop, "") / "draw.pdf") as pdf:
        assert {inks for name, inks in colours(pdf) if name == "K"} == {(0.0, 0.0, 0.0, 1.0)}  # the line
        assert ("k", (0.0, 0.0, 0.0, 1.0)) in set(colours(pdf))  # the text


@pytest.mark.parametrize("deck", ["draw.pdf", "table.pdf"])
def test_the_body_text_of_a_game_is_one_ink(deck: str, letal: Path) -> None:
    found: Counter[tuple[float, ...]] = Counter()
    with pikepdf.open(letal / deck) as pdf:
        for item in objects(pdf):
            if item.get("/Subtype") == "/Image":
                continue
            fills: list[tuple[float, ...]] = [()]
            for operands, operator in pikepdf.parse_content_stream(item):
                if str(operator) == "k":
                    fills[-1] = tuple(float(value) for value in operands)
                elif str(operator) == "q":
                    fills.append(fills[-1])
                elif str(operator) == "Q":
                    fills.pop()
                elif str(operator) == "Tj":
                    found[fills[-1]] += 1
    assert [inks for inks in found if inks[3] > 0.8] == [(0.0, 0.0, 0.0, 1.0)]


def test_near_black_differs_little_from_black() -> None:
    """Where hardly any light is left a hue is divided by almost nothing: one step of blue must not be all of cyan."""
    black = separated(0, 0, 0, LIMIT, True)
    for channel in range(3):
        near = [3 / 255 if at == channel else 0.0 for at in range(3)]
        assert separated(*near, LIMIT, True) == pytest.approx(black, abs=0.1)


@pytest.mark.parametrize("area", [True, False])
def test_no_colour_at_all_passes_the_limit_or_leaves_its_range(area: bool) -> None:
    steps = [value / 15 for value in range(16)]
    inks = [separated(r, g, b, LIMIT, area) for r in steps for g in steps for b in steps]
    assert max(map(sum, inks)) == pytest.approx(LIMIT)
    assert all(-1e-9 <= ink <= 1 + 1e-9 for colour in inks for ink in colour)
    assert separated(1, 1, 1, LIMIT, area) == (0, 0, 0, 0)
    assert separated(1, 0, 0, LIMIT, area) == (0, 1, 1, 0)
    assert all(separated(v, v, v, LIMIT, False) == pytest.approx((0, 0, 0, 1 - v)) for v in steps if v >= 0.3)
    assert all(separated(v, v, v, LIMIT, False) == pytest.approx((0, 0, 0, 1)) for v in steps if v <= 0.2)


def test_pictures_are_inks_within_the_limit(pictured: Path) -> None:
    with pikepdf.open(pictured / "draw.pdf") as pdf:
        found = images(pdf)
        assert Counter(str(image.ColorSpace) for image in found) == {"/DeviceCMYK": 3, "/DeviceGray": 1}
        for image in found:
            assert not {"/SMask", "/Mask", "/ImageMask"} & set(image.keys())
        inks = [most_ink(samples(image)) for image in found if str(image.ColorSpace) == "/DeviceCMYK"]
    assert max(inks) <= LIMIT * 255
    assert max(inks) > LIMIT * 255 - 4, "the gradient holds colours that the limit stops"


def test_a_pictures_colours_are_those_of_the_formula(pictured: Path) -> None:
    with pikepdf.open(pictured / "draw.pdf") as pdf:
        all_samples = [samples(image) for image in images(pdf) if str(image.ColorSpace) == "/DeviceCMYK"]
    source = gradient("RGB")
    places = [(x, y) for x in range(0, 256, 15) for y in range(0, 256, 15)]
    wanted = [separated(*(v / 255 for v in source.getpixel(at)), LIMIT, True) for at in places]  # type: ignore[misc, union-attr]
    far = [
        max(
            abs(ink * 255 - got)
            for at, inks in zip(places, wanted, strict=True)
            for ink, got in zip(inks, image.getpixel(at), strict=True)
        )  # type: ignore[arg-type]
        for image in all_samples
    ]
    assert min(far) <= 1.01  # the PNG: rounded down
    assert len([distance for distance in far if distance > 1.01]) <= 2  # JPEG and WebP lose something themselves


# What shines through --------------------------------------------------------------------------------------------------


def test_what_shines_through_is_flattened_onto_its_ground(workshop: Make) -> None:
    """Half of red over navy, in a turned group; text above stays text, and nothing has a mask."""
    shop = workshop("pixels")
    half = Image.new("RGBA", (60, 60), (0xC2, 0x37, 0x1B, 128))
    shop.write("cards/pixels/half.png", saved(half, "PNG"))
    inner = '<image x="0mm" y="0mm" width="15mm" height="15mm" href="half.png"/>'
    group = f'<group x="30mm" y="20mm" rotate="90">{inner}</group>'
    path = drawn(shop, group) / "draw.pdf"
    with pikepdf.open(path) as pdf:
        [image] = images(pdf)
        assert str(image.ColorSpace) == "/DeviceCMYK"
        assert "/SMask" not in image
        assert {name for name, _ in colours(pdf)} == {"k", "K"}
        ground = samples(image)
    assert most_ink(ground) <= LIMIT * 255
    per_mm, bleed = 300 / 25.4, 3.175
    seen = ground.getpixel((round((30 - 7 + bleed) * per_mm), round((20 + 7 + bleed) * per_mm)))
    mixed = [(a * 128 + b * 127) / 255 / 255 for a, b in zip((0xC2, 0x37, 0x1B), (0, 0, 0x1A), strict=True)]
    assert seen == pytest.approx([ink * 255 for ink in separated(*mixed, LIMIT, True)], abs=3)
    document = pypdfium2.PdfDocument(path)
    assert "One" in document[1].get_textpage().get_text_range()
    document.close()


# Pages ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "clip", "words"),
    [
        ("20mm", "", 2),  # clear of the text that is drawn first
        ("12mm", "", 1),  # over it
        ("5mm", "", 1),
        ("5mm", 'width="1mm" height="8mm"', 2),  # what of it is seen is clear
    ],
)
def test_a_text_that_a_transparent_picture_does_not_touch_stays_a_text(
    at: str, clip: str, words: int, workshop: Make
) -> None:
    """An icon with a transparent ground in the last line of a card turned all of its words into pixels."""
    shop = workshop("pixels")
    shop.write("cards/pixels/half.png", saved(Image.new("RGBA", (60, 60), (0xC2, 0x37, 0x1B, 128)), "PNG"))
    words_below = (
        '<text x="10mm" baseline="20mm" width="40mm" font="text" size="12pt" fill="{{ theme.w }}">'
        "{{ card.name }}</text>"
    )
    image = '<image x="0mm" y="0mm" width="8mm" height="8mm" href="half.png"/>'
    path = drawn(shop, f'{words_below}<group x="{at}" y="14mm" {clip}>{image}</group>') / "draw.pdf"
    with pikepdf.open(path) as pdf:
        assert [str(image.ColorSpace) for image in images(pdf)] == ["/DeviceCMYK"]
        assert all("/SMask" not in image for image in images(pdf))
    document = pypdfium2.PdfDocument(path)
    assert document[1].get_textpage().get_text_range().count("One") == words
    # Seen it is in any case: white on navy, its baseline 20 mm below the trim.
    seen = document[1].render(scale=4).to_pil().convert("L")
    document.close()
    place = [round(mm * 4 * 72 / 25.4) for mm in (3.175 + 10, 3.175 + 16, 3.175 + 18, 3.175 + 20)]
    assert seen.crop((place[0], place[1], place[2], place[3])).getextrema()[1] > 200  # type: ignore[operator]


def alone(frame: Frame, laid: Laid) -> bytes:
    sheets = [single("", frame.digest, frame.trim, 0.0)]
    return write_sheets(sheets, {frame.digest: frame}, info_of(laid, "", None), laid.slug_font)


@pytest.mark.parametrize("seed", range(6))
def test_a_flattened_face_looks_as_it_did(seed: int, workshop: Make) -> None:
    """Squares, texts and half-transparent pictures across one another, turned and clipped: nothing may come forward."""
    chance = random.Random(seed)
    shop = workshop("pixels")
    shop.write("cards/pixels/half.png", saved(Image.new("RGBA", (60, 60), (0xC2, 0x37, 0x1B, 128)), "PNG"))
    parts = []
    for _ in range(14):
        x, y, fill = chance.randint(0, 45), chance.randint(0, 70), chance.choice("rgkwy")
        what = chance.choice(
            [
                f'<rect x="0mm" y="0mm" width="12mm" height="9mm" fill="{{{{ theme.{fill} }}}}"/>',
                f'<line x1="0mm" y1="0mm" x2="14mm" y2="7mm" stroke="{{{{ theme.{fill} }}}}" stroke-width="1mm"/>',
                f'<text x="0mm" baseline="4mm" width="30mm" font="text" size="14pt"'
                f' fill="{{{{ theme.{fill} }}}}">OX</text>',
                '<image x="0mm" y="0mm" width="9mm" height="9mm" href="half.png"/>',
            ]
        )
        clip = chance.choice(["", ' width="6mm" height="6mm"'])
        parts.append(f'<group x="{x}mm" y="{y}mm" rotate="{chance.choice([0, 30, 90])}"{clip}>{what}</group>')
    drawn(shop, "".join(parts))
    project = Project(root=shop.root)
    catalogue = load(project.game("pixels"), project.shelves(project.game("pixels")))
    laid = lay_out_game(catalogue, "en", project, Fonts())
    frame = laid.faces[catalogue.components[0].id]["front"]
    flat = flattened(frame, laid, 300)
    assert flat.digest != frame.digest
    before, after = (next(pixels(alone(one, laid), 375, 525)) for one in (frame, flat))
    differs = ImageChops.difference(before, after).convert("L").point(lambda value: 255 if value > 60 else 0)
    assert differs.histogram()[255] < 60  # edges: a picture of 300 dpi is drawn at half of them


def test_pages_are_the_trim_and_its_bleed(workshop: Make) -> None:
    vendor = vendors()["drivethrucards"]
    with pikepdf.open(drawn(workshop("pixels"), "") / "draw.pdf") as pdf:
        for page in pdf.pages:
            media, bleed, trim = ([float(v) for v in page.obj[box]] for box in ("/MediaBox", "/BleedBox", "/TrimBox"))
            assert media == bleed == pytest.approx([0, 0, 198, 270], abs=0.01)  # poker: 2.75 × 3.75 in
            edge = vendor.bleed * 72 / 25.4
            assert trim == pytest.approx([edge, edge, 198 - edge, 270 - edge], abs=0.01)
            assert not {"/CropBox", "/ArtBox", "/Annots", "/Group"} & set(page.obj.keys())


def test_a_card_of_63_by_88_has_its_own_page(letal: Path) -> None:
    with pikepdf.open(letal / "draw.pdf") as pdf:
        size = [float(value) / 72 * 25.4 for value in pdf.pages[0].mediabox[2:]]
    assert size == pytest.approx([63 + 6.35, 88 + 6.35], abs=0.01)


def test_each_copy_is_a_back_and_then_its_front(letal: Path) -> None:
    """Rendered: all odd pages look alike, as the deck has one back; fronts come as often as the catalogue says."""
    project = Project(root=REPOSITORY)
    catalogue = load(project.game("letal"), project.shelves(project.game("letal")))
    wanted = [(c.name["en"], c.copies) for c in catalogue.components if c.build.deck == "draw"]
    document = pypdfium2.PdfDocument(letal / "draw.pdf")
    assert len(document) == 2 * sum(copies for _, copies in wanted) == 104
    looks = [zlib.crc32(page.render(scale=0.5).to_pil().tobytes()) for page in document]
    texts = [" ".join(page.get_textpage().get_text_range().split()).casefold() for page in document]
    document.close()
    assert len(set(looks[0::2])) == 1
    assert looks[0] not in looks[1::2]
    assert len(set(looks[1::2])) == len(wanted)
    at = 1
    for name, copies in wanted:
        for _ in range(copies):
            assert name.casefold() in texts[at], (name, at)
            at += 2


def test_pages_look_like_the_pictures(letal: Path, tmp_path: Path) -> None:
    """The same card as inks and as light: shapes lie in the same places, only colours differ a little."""
    order = ExportOrder(games=("letal",), languages=("en",), to="png", out=tmp_path)
    export_games(order, Project(root=REPOSITORY), lambda _: None)
    document = pypdfium2.PdfDocument(letal / "draw.pdf")
    back = document[0].render(scale=2).to_pil().convert("L")
    document.close()
    light = Image.open(tmp_path / "letal/en/export/png/backs/draw-back.png").convert("L")
    trimmed = back.resize((694, 944)).crop((32, 32, 662, 912)).point(lambda v: 255 * (v > 128))
    other = light.resize((690, 940)).crop((30, 30, 660, 910)).point(lambda v: 255 * (v > 128))
    differ = sum(a != b for a, b in zip(trimmed.tobytes(), other.tobytes(), strict=True)) / len(other.tobytes())
    assert differ < 0.01
    assert 0.2 < other.tobytes().count(0) / len(other.tobytes()) < 0.9


# The standard ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["draw.pdf", "table.pdf"])
def test_the_document_says_what_pdfx_asks_for(deck: str, letal: Path) -> None:
    assert (letal / deck).read_bytes().startswith(b"%PDF-1.4")
    with pikepdf.open(letal / deck) as pdf:
        [intent] = pdf.Root.OutputIntents
        assert str(intent.S) == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "CGATS TR 001"
        assert str(intent.RegistryName) == "http://www.color.org"
        assert str(intent.Info)  # preflights of PDF/X-1a complain without it
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert str(pdf.docinfo["/Trapped"]) == "/False"
        assert all(str(pdf.docinfo[key]) for key in ("/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"))
        assert len(pdf.trailer.ID) == 2
        assert not pdf.is_encrypted
        assert set(pdf.Root.keys()) == {"/Type", "/Pages", "/OutputIntents"}


@pytest.mark.parametrize("deck", ["draw.pdf", "table.pdf"])
def test_every_font_is_in_the_document(deck: str, letal: Path) -> None:
    with pikepdf.open(letal / deck) as pdf:
        fonts = {
            str(font.BaseFont): font
            for item in objects(pdf)
            for font in item.get("/Resources", {}).get("/Font", {}).values()
        }
        assert len(fonts) >= 2
        for name, font in fonts.items():
            assert "/FontFile2" in font.FontDescriptor, name
            assert name[7] == "+", f"{name} is not a subset"


@pytest.mark.parametrize("deck", ["draw.pdf", "table.pdf"])
def test_nothing_needs_a_later_pdf(deck: str, letal: Path) -> None:
    """No object streams, no transparency, no compression that PDF/X-1a forbids."""
    data = (letal / deck).read_bytes()
    for word in (b"/ObjStm", b"/XRef", b"/SMask", b"/ExtGState", b"/LZWDecode", b"/JPXDecode", b"/JavaScript", b"/ca "):
        assert word not in data, word
