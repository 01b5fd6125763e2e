"""What would go wrong on paper: an icon beside its gap, a bold word on a line of its own, a whole deck in small type
because of one card, a photo on its side, a white box around a token, an accent beside its letter.

Faces are laid out and drawn by the real pipeline; places are read from the frames, or from the pixels of the PDF.
"""

from __future__ import annotations

import io
import itertools
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pypdfium2
import pytest
from PIL import Image

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.laid import lay_out_faces
from generator.catalogue import load
from generator.geometry import Size, Transform
from generator.layout import Frame, Group, Item, Picture, Shape, Stock, Text
from generator.listing import Entry, Faces, Section, lay_out
from tests.conftest import Workshop
from tests.pixels import COLOURS, letters

Make = Callable[..., Workshop]
MM = 72 / 25.4
GAME, WEAPONS, CARD = "cards/duel/game.yaml", "cards/duel/weapons.yaml", "templates/duel/card.xml.j2"
FIRST = (10.5, 16.5)  # the trim of the first card on A4: three of 63 mm and three of 88 mm in the middle
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0z"/></svg>'


def face(shop: Workshop, *elements: str) -> None:
    """The front of every card, in place of the sample's; beneath it is white."""
    ground = '<rect x="-3mm" y="-3mm" width="69mm" height="94mm" fill="#FFFFFF"/>'
    shop.write(CARD, "\n".join(["<face>", ground, *elements, "</face>"]))


def text(words: str, **more: str | float) -> str:
    """A text in a box of 50 × 20 mm at 4, 10 mm; 10 pt, black; or otherwise. Plain numbers are millimetres."""
    given: dict[str, str | float] = {"x": 4, "y": 10, "width": 50, "height": 20, "size": "10pt", "font": "text"}
    given |= {"fill": "#000000"} | more
    written = (f'{name}="{value if isinstance(value, str) else f"{value}mm"}"' for name, value in given.items())
    return f"<text {' '.join(written)}>{words}</text>"


def frames(shop: Workshop, language: str = "en") -> dict[str, dict[str, Frame]]:
    project = steps.Project(root=shop.root)
    folder = project.game("duel")
    shelves = project.shelves(folder)
    catalogue = load(folder, shelves)
    stock = Stock(shelves, Fonts().families(catalogue, shelves), catalogue.icons, language)
    return lay_out_faces(catalogue, language, shelves, stock)


def front(shop: Workshop, component: str = "sword", language: str = "en") -> Frame:
    return frames(shop, language)[component]["front"]


def cards(shop: Workshop) -> bytes:
    [edition] = shop.build("duel", languages=("en",), only=("cards.pdf",))
    return edition.files["cards.pdf"]


def flat(items: tuple[Item, ...], outer: Transform = Transform()) -> Iterator[tuple[Item, Transform]]:  # noqa: B008
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, item.transform.then(outer))
        else:
            yield item, outer


@dataclass(frozen=True)
class Placed:
    """A piece of a line: a run of text, or an icon (the shape that fills its square), with its left and right end."""

    icon: bool
    text: str
    left: float
    right: float
    top: float
    foot: float  # the baseline of a text, the lower edge of an icon
    size: float


def pieces(frame: Frame) -> list[Placed]:
    """Texts and square icons of a frame from left to right, line by line."""
    found = []
    for item, outer in flat(frame.items[1:]):
        if isinstance(item, Text):
            wide = item.font.width(item.text.rstrip(" ")) * item.size / 1000 / MM
            cap = item.font.cap_height * item.size / 1000 / MM
            found.append(Placed(False, item.text, item.x, item.x + wide, item.y - cap, item.y, item.size))
        elif isinstance(item, Shape):
            points = [outer.apply(*step[1:]) for step in item.path if len(step) == 3]  # type: ignore[arg-type]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            found.append(Placed(True, "", min(xs), max(xs), min(ys), max(ys), 0.0))
    return sorted(found, key=lambda piece: (round(piece.top / 3), piece.left))


def lines(frame: Frame) -> list[str]:
    """The words of each line of text."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for item, _ in flat(frame.items):
        if isinstance(item, Text):
            rows.setdefault(round(item.y, 3), []).append((item.x, item.text))
    return ["".join(words for _, words in sorted(row)).strip() for _, row in sorted(rows.items())]


@pytest.fixture
def shop(workshop: Make) -> Workshop:
    """The sample with an icon that is a filled square, and one twice as wide as it is high."""
    made = workshop()
    made.write("cards/duel/square.svg", SQUARE)
    made.write("cards/duel/wide.svg", SQUARE.replace("0 0 10 10", "0 0 20 10").replace("H10", "H20"))
    made.edit(GAME, "sword: art:broadsword.svg", "sword: art:broadsword.svg\n  square: square.svg\n  wide: wide.svg")
    return made


# Icons in a line ------------------------------------------------------------------------------------------------------

ICON = '<icon name="square"/>'


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_icons_stand_in_their_gaps_whatever_the_alignment(align: str, shop: Workshop) -> None:
    """C044: in centred and right-aligned lines the first icon used to stand where it would in a left-aligned one."""
    face(shop, text(f"{ICON} then 2 {ICON} or {ICON}", align=align))
    row = pieces(front(shop))
    assert [piece.icon for piece in row] == [True, False, True, False, True]
    space = row[1].right - row[1].left  # of " then 2", to have a measure: no gap is as wide
    for before, after in itertools.pairwise(row):
        gap = after.left - before.right
        # A text keeps the space at its end to itself; before it, the space is its own first letter.
        assert -0.001 <= gap < space / 2
    left, right = row[0].left - 4, 54 - row[-1].right
    wanted = {"left": (0, left + right), "center": ((left + right) / 2,) * 2, "right": (left + right, 0)}[align]
    assert (left, right) == pytest.approx(wanted, abs=0.001)
    assert left + right > 10


def test_the_same_line_is_the_same_in_all_alignments(shop: Workshop) -> None:
    rows = []
    for align in ("left", "center", "right"):
        face(shop, text(f"{ICON} then 2 {ICON} or {ICON}", align=align))
        row = pieces(front(shop))
        rows.append([x for p in row for x in (p.left - row[0].left, p.top, p.right - p.left)])
    assert rows[0] == pytest.approx(rows[1])
    assert rows[0] == pytest.approx(rows[2])


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_an_icon_alone_stands_as_one_in_a_sentence(align: str, shop: Workshop) -> None:
    """C043: a field that holds one icon and nothing else."""
    face(shop, text(ICON, align=align), text(f"5 {ICON} = {ICON}", y=40, align=align))
    alone, *row = pieces(front(shop))
    icons = [piece for piece in row if piece.icon]
    words = next(piece for piece in row if not piece.icon)
    assert len(icons) == 2
    for icon in icons:
        assert icon.top - 30 == pytest.approx(alone.top)
        assert icon.foot - 30 == pytest.approx(alone.foot)
        assert icon.right - icon.left == pytest.approx(alone.right - alone.left)
        # Around the capitals as a large letter is, a little over and a little under.
        assert words.top - icon.top == pytest.approx(icon.foot - words.foot)
        assert 0 < icon.foot - words.foot < 0.8
    assert alone.right - alone.left == pytest.approx(alone.foot - alone.top)


def test_icons_lie_on_paper_where_they_were_laid_out(shop: Workshop) -> None:
    """The same, by the ink: red squares are looked for in the picture of the page."""
    elements = [
        text(f"{ICON} x {ICON}", y=10 + 20 * n, align=align, fill="#FF0000")
        for n, align in enumerate(("left", "right"))
    ]
    face(shop, *elements, text(ICON, y=50, align="center", fill="#FF0000"))
    image = trim_image(cards(shop), 254)
    boxes = []
    for piece in pieces(front(shop)):
        if piece.icon:
            middle = image.getpixel((round((piece.left + piece.right) * 5), round((piece.top + piece.foot) * 5)))
            assert middle == COLOURS["R"]
            edges = [
                (piece.left - 0.2, piece.top + 1), (piece.right + 0.2, piece.top + 1),
                (piece.left + 1, piece.top - 0.2), (piece.left + 1, piece.foot + 0.2),
            ]  # fmt: skip
            assert all(image.getpixel((round(x * 10), round(y * 10))) == COLOURS["."] for x, y in edges)
            boxes.append(piece)
    assert len(boxes) == 5


def test_a_wide_icon_takes_its_own_room(shop: Workshop) -> None:
    face(shop, text('a <icon name="wide"/> b'))
    before, icon, after = pieces(front(shop))
    assert icon.right - icon.left == pytest.approx(2 * (icon.foot - icon.top))
    assert before.right <= icon.left
    assert icon.right <= after.left


def test_a_line_may_end_before_an_icon_and_an_icon_may_end_a_line(shop: Workshop) -> None:
    face(shop, text(f"one two {ICON} three {ICON} {ICON} four {ICON} five {ICON}", width=20, size="9pt"))
    made = pieces(front(shop))
    assert sum(piece.icon for piece in made) == 5
    assert max(piece.right for piece in made) <= 24 + 0.001
    assert min(piece.left for piece in made) == pytest.approx(4)


def test_icons_turn_with_their_text(shop: Workshop) -> None:
    """C046: the picture was turned and left where it had been."""
    words = text(f"2 {ICON} {ICON}", x=-10, y=-10, width=20, fill="#FF0000")
    face(shop, f'<group x="30mm" y="40mm">{words}</group>')
    upright = trim_image(cards(shop), 254).crop((200, 300, 400, 500))
    face(shop, f'<group x="30mm" y="40mm" rotate="90">{words}</group>')
    turned = trim_image(cards(shop), 254).crop((200, 300, 400, 500))
    assert inked(upright) > 500
    assert unlike(turned.transpose(Image.Transpose.ROTATE_90), upright) < 0.02 * inked(upright)
    assert unlike(turned, upright) > inked(upright) / 2


def trim_image(pdf: bytes, dpi: int) -> Image.Image:
    """The first card of a sheet, cut out along its trim."""
    document = pypdfium2.PdfDocument(pdf)
    page = document[0]
    top = page.get_height() - FIRST[1] * MM
    box = (FIRST[0] * MM, top - 88 * MM, (FIRST[0] + 63) * MM, top)
    page.set_mediabox(*box)
    page.set_cropbox(*box)
    image = page.render(scale=dpi / 72).to_pil().convert("RGB")
    document.close()
    return image


def inked(image: Image.Image) -> int:
    return sum(image.convert("L").point(lambda value: 255 if value < 200 else 0).histogram()[255:])


def unlike(first: Image.Image, second: Image.Image) -> int:
    a, b = first.convert("L").tobytes(), second.convert("L").tobytes()
    return sum(abs(x - y) > 100 for x, y in zip(a, b, strict=True))


# Runs of other fonts --------------------------------------------------------------------------------------------------

SENTENCE = "Take two coins and one red gem, then give the oldest player half of what is left."


def same_font(shop: Workshop) -> None:
    """Bold and italic are the regular file: what is marked up must not move by a hair."""
    for style in ("Overpass_900Black.ttf\n    italic", "Overpass_600SemiBold_Italic.ttf"):
        shop.edit(GAME, style, style.replace("900Black", "600SemiBold").replace("_Italic", ""))


@pytest.mark.parametrize(
    "marked",
    [
        SENTENCE.replace("two", "<b>two</b>").replace("one red gem", "<i>one</i> <b>red</b> gem"),
        SENTENCE.replace("coins and one", "<b>coins and one</b>"),
        SENTENCE.replace("gem,", "<i>gem</i>,").replace("left.", "<b>left</b>."),
        SENTENCE.replace("oldest", "old<b>est</b>"),
        SENTENCE.replace(" player ", "<b> player </b>"),
        f"<i>{SENTENCE}</i>",
    ],
)
@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("width", ["22mm", "33mm", "50mm"])
def test_markup_moves_nothing(width: str, align: str, marked: str, shop: Workshop) -> None:
    """C038: a bold word in the middle of a line came out on a line of its own."""
    same_font(shop)
    layouts = []
    for words in (SENTENCE, marked):
        face(shop, text(words, width=width, align=align, height=40, size="9pt"))
        frame = front(shop)
        starts: dict[float, float] = {}
        for item, _ in flat(frame.items):
            if isinstance(item, Text):
                starts[round(item.y, 3)] = min(item.x, starts.get(round(item.y, 3), 1e9))
        layouts.append((lines(frame), [round(x, 3) for x in starts.values()], list(starts)))
    assert layouts[0] == layouts[1]
    assert len(layouts[0][0]) > 1


def test_a_bold_word_stays_on_its_line(shop: Workshop) -> None:
    face(shop, text("normal <b>bold</b> normal <i>italics</i> text", width=55))
    frame = front(shop)
    assert lines(frame) == ["normal bold normal italics text"]
    fonts = [
        (item.text.strip(), item.font.path.rsplit("_", 1)[-1])
        for item, _ in flat(frame.items)
        if isinstance(item, Text)
    ]
    assert fonts == [
        ("normal", "600SemiBold.ttf"),
        ("bold", "900Black.ttf"),
        ("normal", "600SemiBold.ttf"),
        ("italics", "Italic.ttf"),
        ("text", "600SemiBold.ttf"),
    ]


def test_text_can_be_read_in_order_with_its_spaces(shop: Workshop) -> None:
    face(shop, text(SENTENCE.replace("two", "<b>two</b>").replace("red", f"{ICON} <i>red</i>"), width=30, height=40))
    document = pypdfium2.PdfDocument(cards(shop))
    page = document[0]
    top = page.get_height() - FIRST[1] * MM
    words = page.get_textpage().get_text_bounded(FIRST[0] * MM, top - 88 * MM, (FIRST[0] + 63) * MM, top)
    document.close()
    assert " ".join(words.split()) == SENTENCE


def test_a_break_is_one_break(shop: Workshop) -> None:
    face(shop, text("one<br/>two <br/> three<br/><br/>five", height=30))
    frame = front(shop)
    assert lines(frame) == ["one", "two", "three", "five"]
    ys = sorted(item.y for item, _ in flat(frame.items) if isinstance(item, Text))
    steps_ = [b - a for a, b in itertools.pairwise(ys)]
    assert steps_ == pytest.approx([10 * 1.2 / MM, 10 * 1.2 / MM, 2 * 10 * 1.2 / MM])


# Room -----------------------------------------------------------------------------------------------------------------


def test_one_long_text_makes_no_other_one_small(shop: Workshop) -> None:
    """C040."""
    shop.edit(WEAPONS, 'en: "Deals', 'en: "' + "Wordy words. " * 18 + "Deals")
    made = frames(shop)
    sizes = {
        name: {item.size for item, _ in flat(made[name]["front"].items) if isinstance(item, Text) and item.y > 55}
        for name in ("sword", "dagger")
    }
    assert sizes["sword"] == {9.5}
    [small] = sizes["dagger"]
    assert 8 <= small < 9.5


def test_every_card_that_overflows_is_named_in_one_run(shop: Workshop) -> None:
    """C041: one box that was too tall ended the run at the first card."""
    long = "Wordy words. " * 60
    shop.edit(WEAPONS, 'en: "{sword} Deals', f'en: "{long}')
    shop.edit(WEAPONS, 'en: "Deals', f'en: "{long}')
    shop.edit(WEAPONS, 'pt: "Causa **{{ damage }}** de dano, a', f'pt: "{long}')
    problems = shop.problems("duel")
    assert [p.code for p in problems] == ["overflow"] * 3
    told = [p.trace[-1] for p in problems]
    assert sorted(line.split(" at ")[0] for line in told) == [
        "while laying out Adaga front (pt)",
        "while laying out Dagger front (en)",
        "while laying out Sword front (en)",
    ]
    assert {(p.where.path, p.where.line) for p in problems} == {(CARD, 9)}


def test_how_much_a_text_is_over_is_true(shop: Workshop) -> None:
    """As much more room as the message asks for is enough, and a tenth of a millimetre less is not."""
    face(shop, text(SENTENCE * 3, width=30))
    [problem] = [p for p in shop.problems("duel", languages=("en",)) if "Sword" in p.trace[0]]
    over = float(problem.message.split(" mm too tall")[0].split()[-1])
    assert over > 10
    for more, fits in ((over + 0.06, True), (over - 0.06, False)):
        face(shop, text(SENTENCE * 3, width=30, height=round(20 + more, 3)))
        if fits:
            assert front(shop).items
        else:
            assert [p.code for p in shop.problems("duel", languages=("en",))] == ["overflow"] * 2


@pytest.mark.parametrize(("valign", "top", "foot"), [("top", 0, 1), ("bottom", 1, 0), ("middle", 1, 1)])
def test_text_stands_at_the_top_in_the_middle_or_at_the_foot(valign: str, top: int, foot: int, shop: Workshop) -> None:
    face(shop, text("HIH", y=10, valign=valign))
    [piece] = pieces(front(shop))
    above, below = piece.top - 10, 30 - piece.foot
    assert above + below > 15
    if top and foot:
        assert above == pytest.approx(below, abs=0.01)
    else:
        assert (above if not top else below) < 1.1


def test_a_descender_stays_in_its_box(shop: Workshop) -> None:
    face(shop, text("gpqyj", y=10, valign="bottom", fill="#FF0000"))
    image = trim_image(cards(shop), 254)
    assert inked(image.crop((40, 250, 540, 301))) > 0
    assert inked(image.crop((40, 302, 540, 340))) == 0


# Groups ---------------------------------------------------------------------------------------------------------------

XS, YS = [10, 14, 18, 22, 26, 30, 34, 38], [20, 24, 28, 32, 36, 40, 44]


def seen(shop: Workshop, *elements: str) -> list[str]:
    face(shop, *elements)
    return letters(cards(shop), 0, [FIRST[0] + x for x in XS], [FIRST[1] + y for y in YS])


def test_a_group_turns_clockwise_about_its_origin(shop: Workshop) -> None:
    def group(angle: int) -> str:
        bar = '<rect x="1mm" y="1mm" width="10mm" height="2mm" fill="#FF0000"/>'
        return f'<group x="24mm" y="32mm" rotate="{angle}">{bar}</group>'

    # From the origin: to the right and a little below; then down and a little to the left; and so on.
    down, left, up = (21, 33, 23, 43), (13, 29, 23, 31), (25, 21, 27, 31)
    for angle, box in ((0, (25, 33, 35, 35)), (90, down), (180, left), (270, up), (-90, up), (450, down)):
        face(shop, group(angle))
        x1, y1, x2, y2 = box
        inside = [((x1 + x2) / 2, (y1 + y2) / 2), (x1 + 0.3, y1 + 0.3), (x2 - 0.3, y2 - 0.3)]
        outside = [
            (x1 - 0.3, (y1 + y2) / 2),
            (x2 + 0.3, (y1 + y2) / 2),
            ((x1 + x2) / 2, y1 - 0.3),
            ((x1 + x2) / 2, y2 + 0.3),
        ]
        data = cards(shop)
        for points, letter in ((inside, "R"), (outside, ".")):
            for x, y in points:
                assert letters(data, 0, [FIRST[0] + x], [FIRST[1] + y]) == [letter], (angle, x, y)


def test_a_clip_turns_with_its_group_and_lies_within_an_outer_one(shop: Workshop) -> None:
    wide = '<rect x="-30mm" y="-30mm" width="90mm" height="90mm" fill="{}"/>'
    inner = '<group x="8mm" y="0mm" rotate="90" width="8mm" height="8mm">' + wide.replace("{}", "#0000FF") + "</group>"
    rows = seen(
        shop, f'<group x="16mm" y="22mm" width="16mm" height="12mm">{wide.replace("{}", "#FF0000")}{inner}</group>'
    )
    assert rows == [
        "........",
        "..BBRR..",
        "..BBRR..",
        "..RRRR..",
        "........",
        "........",
        "........",
    ]


def test_what_follows_a_clipped_group_is_not_clipped(shop: Workshop) -> None:
    bar = '<rect x="0mm" y="0mm" width="9mm" height="9mm" fill="#FF0000"/>'
    first = f'<group x="16mm" y="22mm" width="1mm" height="1mm">{bar}</group>'
    rows = seen(shop, first, '<rect x="9mm" y="42mm" width="30mm" height="4mm" fill="#0000FF"/>')
    assert rows == ["........"] * 6 + ["BBBBBBBB"]


def test_a_colour_set_in_a_group_does_not_leak_out_of_it(shop: Workshop) -> None:
    rect = '<rect x="{}mm" y="18mm" width="8mm" height="30mm" fill="{}"/>'
    rows = seen(
        shop,
        rect.format(8, "#FF0000"),
        f"<group>{rect.format(16, '#0000FF')}</group>",
        rect.format(24, "#FF0000"),
        f"<group>{rect.format(32, '#FF0000')}</group>",
    )
    assert set(rows) == {"RRBBRRRR"}


# Pictures -------------------------------------------------------------------------------------------------------------


def quarters(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Red and lime above, blue and black below."""
    image = Image.new("RGB", (width, height))
    w, h = width // 2, height // 2
    for letter, at in zip("RGBK", ((0, 0), (w, 0), (0, h), (w, h)), strict=True):
        image.paste(COLOURS[letter], (*at, at[0] + w, at[1] + h))
    return image.convert(mode)


def saved(image: Image.Image, kind: str = "PNG", **more: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def picture(href: str, fit: str = "contain", **more: float) -> str:
    box = {"x": 12, "y": 22, "width": 24, "height": 24} | more
    return f'<image {" ".join(f"""{k}="{v}mm" """ for k, v in box.items())}href="{href}" fit="{fit}"/>'


WIDE = ["........", "........", "........", ".RRRGGG.", ".BBBKKK.", "........", "........"]
FULL = ["........", *[".RRRGGG."] * 3, *[".BBBKKK."] * 3]


@pytest.mark.parametrize(
    ("size", "fit", "rows"),
    [
        ((200, 80), "contain", WIDE),
        ((80, 200), "contain", ["........", *["...RG..."] * 3, *["...BK..."] * 3]),
        ((200, 100), "cover", FULL),
        ((100, 200), "cover", FULL),
        ((100, 100), "contain", FULL),
    ],
)
def test_a_picture_lies_within_its_box_or_covers_it(
    size: tuple[int, int], fit: str, rows: list[str], shop: Workshop
) -> None:
    shop.write("cards/duel/p.png", saved(quarters(*size)))
    assert seen(shop, picture("p.png", fit)) == rows


def test_a_covering_picture_is_cut_equally_on_both_sides(shop: Workshop) -> None:
    shop.write("cards/duel/p.png", saved(quarters(400, 100)))
    face(shop, picture("p.png", "cover"))
    [(group, box)] = [(item, item.clip) for item in front(shop).items if isinstance(item, Group)]
    [inner] = group.items
    assert isinstance(inner, Picture)
    assert box is not None
    assert (box.x - inner.box.x, inner.box.right - box.right) == pytest.approx((36, 36))


@pytest.mark.parametrize("fit", ["contain", "cover"])
def test_a_drawing_is_fitted_like_a_picture(fit: str, shop: Workshop) -> None:
    shapes = "".join(
        f"<rect x='{x}' y='{y}' width='10' height='4' fill='{colour}'/>"
        for x, y, colour in ((0, 0, "#ff0000"), (10, 0, "#00ff00"), (0, 4, "#0000ff"), (10, 4, "#000000"))
    )
    shop.write("cards/duel/p.svg", f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 8'>{shapes}</svg>")
    shop.write("cards/duel/p.png", saved(quarters(200, 80)))
    assert seen(shop, picture("p.svg", fit)) == seen(shop, picture("p.png", fit))


def test_what_a_drawing_holds_beyond_its_page_is_not_drawn(shop: Workshop) -> None:
    body = "<rect x='-50' y='-50' width='100' height='100' fill='#ff0000'/>"
    shop.write("cards/duel/p.svg", f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 8'>{body}</svg>")
    assert seen(shop, picture("p.svg")) == [*["........"] * 3, *[".RRRRRR."] * 2, *["........"] * 2]


def test_a_fill_colours_a_drawing(shop: Workshop) -> None:
    assert set("".join(seen(shop, picture("square.svg").replace("/>", ' fill="#0000FF"/>')))) == {"B", "."}


def test_a_fill_is_refused_for_a_photo(shop: Workshop) -> None:
    shop.write("cards/duel/p.png", saved(quarters(9, 9)))
    face(shop, picture("p.png").replace("/>", ' fill="#0000FF"/>'))
    assert {p.code for p in shop.problems("duel", languages=("en",))} == {"bad-attribute"}


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_stands_upright_on_paper(orientation: int, shop: Workshop) -> None:
    """C061: a telephone saves what its sensor saw, and a note of how it was held."""
    upright = quarters(200, 80)
    back = [None, 0, 3, 1, 5, 2, 6, 4][orientation - 1]  # the way back from what the note asks for
    held = upright if back is None else upright.transpose(Image.Transpose(back))
    exif = Image.Exif()
    exif[0x0112] = orientation
    shop.write("cards/duel/p.jpg", saved(held, "JPEG", exif=exif, quality=100, subsampling=0))
    assert seen(shop, picture("p.jpg")) == WIDE


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_what_is_transparent_shows_what_is_beneath(mode: str, shop: Workshop) -> None:
    """C062: a cut-out token with a black or white box around it."""
    token = Image.new("RGBA", (120, 120), (0, 0, 0, 0))
    token.paste((0, 0, 0, 255), (0, 0, 60, 120))
    if mode == "P":
        token = token.quantize(8)
    shop.write("cards/duel/p.png", saved(token if mode == "P" else token.convert(mode)))
    ground = '<rect x="8mm" y="18mm" width="32mm" height="32mm" fill="#00FF00"/>'
    assert seen(shop, ground, picture("p.png")) == ["GGGGGGGG", *["GKKKGGGG"] * 6]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_what_is_half_transparent_mixes(kind: str, shop: Workshop) -> None:
    token = Image.new("RGBA", (120, 120), (255, 0, 0, 128))
    shop.write(f"cards/duel/p.{kind.lower()}", saved(token, kind, **({"lossless": True} if kind == "WEBP" else {})))
    face(shop, '<rect x="8mm" y="18mm" width="32mm" height="32mm" fill="#00FF00"/>', picture(f"p.{kind.lower()}"))
    pixel = trim_image(cards(shop), 254).getpixel((240, 340))
    assert pixel == pytest.approx((128, 127, 0), abs=2)


# Letters --------------------------------------------------------------------------------------------------------------


def test_a_letter_that_the_font_lacks_is_named_with_its_card(shop: Workshop) -> None:
    shop.edit(WEAPONS, "damage, half", "damage \U0001f525 漢, half")
    problems = shop.problems("duel")
    assert [(p.code, p.where.path, p.where.line) for p in problems] == [("missing-glyph", CARD, 9)]
    assert "(U+1F525)" in problems[0].message
    assert "(U+6F22)" in problems[0].message
    assert "Overpass_600SemiBold.ttf" in problems[0].message
    assert problems[0].trace == ("while laying out Dagger front (en) at cards/duel/weapons.yaml:10:5",)


def test_a_letter_that_only_the_bold_font_lacks_is_found(shop: Workshop) -> None:
    """Another file for the bold words: what the regular one has is no help there."""
    shop.edit(GAME, "bold: overpass/Overpass_900Black.ttf", "bold: saira-stencil-one/SairaStencilOne_400Regular.ttf")
    face(shop, text("Жук"))
    assert front(shop).items
    face(shop, text("<b>Жук</b>"))
    assert {p.code for p in shop.problems("duel", languages=("en",))} == {"missing-glyph"}


@pytest.mark.parametrize("text_", ["därför", "ação", "Ёж й", "Ångström", "ñ"])
def test_composed_and_decomposed_letters_are_one_drawing(text_: str, shop: Workshop) -> None:
    """C053: an accent from a Mac's file name, drawn beside its letter."""
    digests = set()
    for form in ("NFC", "NFD"):
        written = unicodedata.normalize(form, text_)
        again = (shop.root / WEAPONS).read_text(encoding="utf-8")
        shop.write(WEAPONS, again.replace("name: {pt: Espada, en: Sword}", f"name: {written}"))
        digests.add(front(shop).digest)
        shop.write(WEAPONS, again)
    assert len(digests) == 1


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_of_a_layout_are_composed_too(form: str, shop: Workshop) -> None:
    face(shop, text(unicodedata.normalize(form, "ação")))
    assert lines(front(shop)) == ["ação"]


def test_signs_of_code_are_printed_as_they_are(shop: Workshop) -> None:
    shop.edit(WEAPONS, 'en: "Deals', 'en: "HP <3 & 0.1 <A <0.9 <T>: {x y} {{ 2 > 1 }} &amp; #7 Deals')
    [frame] = [front(shop, "dagger")]
    words = " ".join(lines(frame))
    assert "HP <3 & 0.1 <A <0.9 <T>: {x y} {{ 2 > 1 }} &amp; #7 Deals" in words


def test_a_text_without_fill_is_refused(shop: Workshop) -> None:
    """Never in the colour of what happened to be drawn before it."""
    face(shop, '<rect x="1mm" y="1mm" width="1mm" height="1mm" fill="#FF0000"/>', text("HHHHHH", fill="none"))
    assert {problem.code for problem in shop.problems("duel", languages=("en",))} == {"bad-attribute"}


# Hyphens --------------------------------------------------------------------------------------------------------------

LONG = "uma extraordinariamente incompreensível responsabilidade"


def test_words_are_parted_where_it_is_asked_for_and_only_there(shop: Workshop) -> None:
    whole, parted = [], []
    for hyphenate, made in (("no", whole), ("yes", parted)):
        face(shop, text(LONG, width=36, hyphenate=hyphenate, height=40))
        made += lines(front(shop, language="pt"))
    assert " ".join(whole) == LONG
    assert any(line.endswith("-") for line in parted)
    assert len(parted) < len(whole)
    assert "".join(line.removesuffix("-") if line.endswith("-") else line + " " for line in parted).strip() == LONG
    assert not any("-" in line[:-1] for line in parted)


def test_a_soft_hyphen_counts_without_being_asked_for(shop: Workshop) -> None:
    soft = "extra\u00adordi\u00adnaria\u00admente"
    for width, drawn in (("60mm", ["extraordinariamente"]), ("22mm", ["extraordi-", "nariamente"])):
        face(shop, text(soft, width=width, x=1))
        assert lines(front(shop)) == drawn


def test_a_language_without_rules_says_so(shop: Workshop) -> None:
    shop.write(GAME, (shop.root / GAME).read_text(encoding="utf-8").replace("[pt, en]", "[pt, ru-x9, en]"))
    for file in (GAME, WEAPONS):
        path = shop.root / file
        lines_ = path.read_text(encoding="utf-8").replace("pt: ", "ru-x9: x, pt: ")
        path.write_text(lines_.replace("      ru-x9: x, pt:", "      ru-x9: x\n      pt:"), encoding="utf-8")
    face(shop, text("x", hyphenate="yes"))
    problems = shop.problems("duel", languages=("ru-x9",))
    assert {p.code for p in problems} == {"no-hyphens"}


# Drawings by name -----------------------------------------------------------------------------------------------------


def test_a_drawing_keeps_its_name_as_long_as_nothing_drawn_changes(shop: Workshop) -> None:
    before = {name: frame.digest for name, sides in frames(shop).items() for frame in [sides["front"]]}

    def now() -> dict[str, str]:
        return {name: sides["front"].digest for name, sides in frames(shop).items()}

    # The keys of a component in another order, and the components too.
    path = shop.root / WEAPONS
    source = path.read_text(encoding="utf-8")
    head, sword, dagger = source[: source.index("  - id: sword")], *source.split("  - id: ")[1:]
    sword_lines = ["copies: 4\n", "name: {pt: Espada, en: Sword}\n", "damage: 40\n"]
    for line in sword_lines:
        assert line in sword
    rest = sword
    for line in sword_lines:
        rest = rest.replace("    " + line, "")
    rest = rest.removeprefix("sword\n")
    path.write_text(
        f"{head}  - id: {dagger}\n  - damage: 40\n{rest}"
        "    name: {en: Sword, pt: Espada}\n    id: sword\n    copies: 4\n",
        encoding="utf-8",
    )
    assert now() == before
    path.write_text(source, encoding="utf-8")

    # Comments, and lines that move.
    layout = (shop.root / CARD).read_text(encoding="utf-8")
    shop.write(CARD, "{# another word #}\n\n" + layout.replace("<line", "\n\n  {# and here #}\n<line"))
    shop.write(GAME, "# a comment\n" + (shop.root / GAME).read_text(encoding="utf-8"))
    assert now() == before
    shop.write(CARD, layout.replace("{{ trim.width + 6 }}mm", "6.9cm"))
    assert now() == before
    # A copy more is no other drawing; nor is a colour that is not used.
    shop.edit(WEAPONS, "copies: 4", "copies: 9")
    shop.edit(GAME, 'paper: "#FFFFFF"', 'paper: "#ffffff"\n  unused: "#123456"')
    assert now() == before


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        (GAME, "#C2371B", "#C2371C", {"sword", "dagger"}),
        (CARD, 'baseline="13mm"', 'baseline="13.01mm"', {"sword", "dagger"}),
        (CARD, 'stroke-width="0.4mm"', 'stroke-width="0.41mm"', {"sword", "dagger"}),
        (CARD, 'rx="2mm"', 'rx="2.1mm"', {"sword", "dagger"}),
        (GAME, "Overpass_600SemiBold.ttf", "Overpass_900Black.ttf", {"sword", "dagger"}),
        (GAME, "bleed: 3 mm", "bleed: 2 mm", {"sword", "dagger"}),
        (WEAPONS, "damage: 20", "damage: 21", {"dagger"}),
        (WEAPONS, "damage: 40", "damage: 41", {"sword", "dagger"}),  # the dagger quotes the sword's
        (WEAPONS, "art:plain-dagger.svg", "art:ak47.svg", {"dagger"}),
        (WEAPONS, "of the *Sword*", "of the Sword", {"dagger"}),
        (GAME, "{pt: Monte, en: Draw pile}", "{pt: Monte, en: Pile}", set()),
    ],
)
def test_a_drawing_has_another_name_when_it_is_another(
    file: str, old: str, new: str, changed: set[str], shop: Workshop
) -> None:
    before = frames(shop)
    shop.edit(file, old, new)
    after = frames(shop)
    assert {name for name in before if before[name]["front"].digest != after[name]["front"].digest} == changed


def test_a_picture_that_changes_under_its_name_is_another_drawing(shop: Workshop) -> None:
    face(shop, picture("p.png"))
    digests = set()
    for colour in ("#FF0000", "#FE0000"):
        shop.write("cards/duel/p.png", saved(Image.new("RGB", (8, 8), colour)))
        digests.add(front(shop).digest)
    assert len(digests) == 2


# The component list ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [1, 2, 3, 5])
def test_a_long_name_in_the_component_list_ends_above_the_next_row(words: int, shop: Workshop) -> None:
    project = steps.Project(root=shop.root)
    folder = project.game("duel")
    catalogue = load(folder, project.shelves(folder))
    house = [Fonts().house(style, catalogue, project.shelves(folder)) for style in ("bold", "regular", "bold")]
    card = front(shop)
    entries = (Entry(card, " ".join(["Counterintelligence"] * words), 4, True), *[Entry(card, "Sword", 1, False)] * 9)
    [page] = lay_out(
        Size(210.0, 297.0), Faces(*house), "Duel", "", "", [Section("Deck", "", entries)], [], catalogue.where
    )
    first, *_, last = (thumb.y for thumb in page.thumbs)
    feet = [item.y for item in page.items if isinstance(item, Text) and "Counterintelligence" in item.text]
    assert len(feet) == words
    assert first < max(feet) < last - 2.0
