"""What would go wrong on paper: an icon with its hole filled, a logo without its lettering, a shield in black where a
gradient was, a part that stands elsewhere than in the drawing program; each without a word from svglib.
"""

import io
import math
import random
from itertools import pairwise

import pypdfium2
import pytest
from lxml import etree
from PIL import ImageChops
from reportlab.pdfgen.canvas import Canvas

from generator import limits
from generator.geometry import Size
from generator.intake import Opened
from generator.layout import Composer, Frame, Stock
from generator.layout.frame import digest_of
from generator.layout.svg import open_svg
from generator.pdf.content import PT, Drawer
from generator.problem import Location, SourceError
from generator.template import Element, Face
from tests.pixels import letters

HERE = Location("templates/game/card.xml.j2", 9)
NAME = "cards/game/art/x.svg"
NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(body, attributes='viewBox="0 0 100 100"'):
    return f"<svg {NAMESPACES} {attributes}>{body}</svg>"


def read(text):
    return open_svg(Opened(NAME, text if isinstance(text, bytes) else text.encode()), HERE)


def problems(text):
    """Code and line of every problem that a drawing is refused with."""
    with pytest.raises(SourceError) as caught:
        read(text)
    for problem in caught.value.problems:
        assert problem.where.path == NAME
        assert problem.trace == (f"for {HERE}",)
    return [(problem.code, problem.where.line) for problem in caught.value.problems]


def message(text):
    with pytest.raises(SourceError) as caught:
        read(text)
    return str(caught.value)


def shape(body):
    (only,) = read(svg(body)).shapes
    return only


def ends(path):
    """The points where steps end, rounded."""
    return [tuple(round(value, 3) + 0.0 for value in step[-2:]) for step in path if step[0] != "Z"]


def picture(vector, size=20):
    """Our shapes as a PDF reader draws them, ``size`` pixels wide: rows of grey levels."""
    with pypdfium2.PdfDocument(page(vector.shapes, vector.width, vector.height, 1.0)) as document:
        return document[0].render(scale=size / vector.width).to_pil().convert("L")


def page(items, width, height, scale=PT):
    """A PDF with one page that holds items, ``scale`` points a unit."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width * scale, height * scale))
    canvas.transform(scale, 0, 0, -scale, 0, height * scale)
    canvas.addLiteral(Drawer(None).content(Frame(Size(width, height), 0.0, 0.0, tuple(items), "")))
    canvas.save()
    return out.getvalue()


def laid_out(xml, **art):
    """A face of 40 × 40 mm with these elements; ``art``: drawings by name, asked for as name.svg."""

    def element(node):
        return Element(node.tag, dict(node.attrib), tuple(map(element, node)), HERE)

    stock = Stock(None, {}, {}, "en")
    stock.vectors = {f"{name}.svg": read(text) for name, text in art.items()}
    root = element(etree.fromstring(f"<face>{xml}</face>"))
    return Composer(stock).frame(Face("a", "front", "en", Size(40, 40), 0.0, 0.0, root, xml, "A", HERE))


def seen(xml, xs, ys, **art):
    """The letters of a face at places in mm."""
    return letters(page(laid_out(xml, **art).items, 40, 40), 0, xs, ys)


# Geometry -------------------------------------------------------------------------------------------------------------


def test_units_come_from_the_view_box_with_its_corner_at_zero():
    vector = read(svg('<path d="M10 20h5v5z"/>', 'viewBox="10 20 300 400" width="3mm" height="9in"'))
    assert (vector.width, vector.height, vector.shown) == (300, 400, NAME)
    assert ends(vector.shapes[0].path) == [(0, 0), (5, 0), (5, 5)]


@pytest.mark.parametrize(
    ("size", "seen"),
    [
        ('width="300" height="400"', (300, 400)),
        ('width="254mm" height="10in"', (960, 960)),
        ('width="300pt" height="200px"', (400, 200)),
    ],
)
def test_size_without_a_view_box(size, seen):
    vector = read(svg('<rect width="1" height="1"/>', size))
    assert (vector.width, vector.height) == pytest.approx(seen)


@pytest.mark.parametrize(
    ("side", "scale"),
    [(0.001, 1e5), (1, 100), (24, 10), (99, 10), (100, 1), (512, 1), (10_000, 1), (21_000, 0.1), (1_000_000, 0.01)],
)
def test_units_are_such_that_three_decimals_can_hold_the_drawing(side, scale):
    body = f'<g transform="scale({side})"><path d="M.5.2h.3v.3" stroke="red" stroke-width=".2" stroke-dasharray=".1"/>'
    vector = read(svg(body + "</g>", f'viewBox="{side / 2} 0 {side / 2} {side}"'))
    (item,) = vector.shapes
    assert (vector.width, vector.height) == pytest.approx((side * scale / 2, side * scale))
    assert ends(item.path)[1] == pytest.approx((0.3 * side * scale, 0.2 * side * scale), abs=0.001)
    assert (item.width, *item.dash) == pytest.approx((0.2 * side * scale, 0.1 * side * scale))


def test_a_drawing_of_one_unit_stays_round():
    """Coordinates of such a drawing, written to three decimals, would be a staircase on paper."""
    circle = '<circle cx="{0}" cy="{0}" r="{1}"/>'
    small = read(svg(circle.format(0.005, 0.004), 'viewBox="0 0 .01 .01"'))
    assert far(picture(small, 200), picture(read(svg(circle.format(50, 40))), 200)) == 0


@pytest.mark.parametrize(
    "size",
    [
        "",
        'width="100%" height="100%"',
        'width="5" height="-5"',
        'viewBox="0 0 0 5"',
        'viewBox="0 0 -5 5"',
        'viewBox="0 0 5"',
        'viewBox="0 0 1e9 1"',
        'viewBox="nan 0 5 5"',
        'viewBox="a"',
    ],
)
def test_no_size_is_an_error(size):
    assert problems(svg('\n<rect width="1" height="1"/>', size)) == [("bad-picture", 1)]


def test_basic_shapes_are_paths_of_lines_and_beziers():
    steps = {
        '<rect x="1" y="2" width="3" height="4"/>': "MLLLZ",
        '<rect width="30" height="40" rx="5"/>': "MLCLCLCLCZ",
        '<circle cx="5" cy="5" r="5"/>': "MCCCCZ",
        '<ellipse cx="5" cy="5" rx="5" ry="2"/>': "MCCCCZ",
        '<polygon points="0,0 10,0 10,10"/>': "MLLZ",
        '<polyline points="0 0 10-5,3"/>': "",
        '<polyline points="0 0 10-5,3 3"/>': "MLL",
        '<line x2="5" y2="5" stroke="red"/>': "ML",
        '<path d="M0 0Q5 5 10 0T20 0L30 10z"/>': "MCCLZ",
    }
    for body, expected in steps.items():
        if expected:
            assert "".join(step[0] for step in shape(body).path) == expected
        else:
            assert problems(svg(body)) == [("bad-picture", 1)]


def test_a_circle_is_round():
    path = shape('<circle cx="50" cy="40" r="30"/>').path
    assert ends(path) == [(80, 40), (50, 70), (20, 40), (50, 10), (80, 40)]
    for start, (_, x1, y1, x2, y2, x, y) in pairwise(path[:5]):
        x0, y0 = start[-2:]
        middle = ((x0 + 3 * x1 + 3 * x2 + x) / 8 - 50, (y0 + 3 * y1 + 3 * y2 + y) / 8 - 40)
        assert math.hypot(*middle) == pytest.approx(30, abs=0.01)


def test_rounded_corners_fill_in_for_each_other_and_stop_at_half():
    assert ends(shape('<rect width="40" height="20" ry="4"/>').path)[0] == (4, 0)
    assert ends(shape('<rect width="40" height="20" rx="4" ry="auto"/>').path)[2] == (40, 4)
    assert ends(shape('<rect width="40" height="20" rx="99"/>').path)[:3] == [(20, 0), (20, 0), (40, 10)]


@pytest.mark.parametrize("d", ["M10 50a20 20 0 0140 0", "M10,50A20,20,0,0,1,50,50", "M10 50a20 20 0 01+4e1-.0"])
def test_arc_flags_may_run_together(d):
    path = shape(f'<path d="{d}"/>').path
    assert ends(path) == [(10, 50), (30, 30), (50, 50)]


def test_relative_steps_after_a_closed_part_go_on_from_its_beginning():
    """svglib itself goes on from its end."""
    path = shape('<path d="M10 10h30v30zl5 50 20 0z"/>').path
    assert ends(path) == [(10, 10), (40, 10), (40, 40), (10, 10), (15, 60), (35, 60)]


def test_nested_transforms_and_use():
    body = """<defs><rect id="r" width="2" height="1"/></defs>
      <g transform="translate(50,50) rotate(90)"><g transform="scale(10)"><use href="#r" x="1" y="1"/></g></g>
      <use xlink:href="#r" transform="matrix(1 0 0 1 3 4) skewX(45)"/>
      <use href="#later"/><path id="later" transform="rotate(180 5 5)" d="M1 1h1v1z"/>"""
    turned, skewed, early, late = (ends(item.path) for item in read(svg(body)).shapes)
    assert turned == [(40, 60), (40, 80), (30, 80), (30, 60)]
    assert skewed == [(3, 4), (5, 4), (6, 5), (4, 5)]
    assert early == late == [(9, 9), (8, 9), (8, 8)]


def test_stroke_and_dashes_grow_with_the_drawing():
    item = shape('<g transform="scale(-3 3) rotate(30)"><path d="M0 0h9" stroke="red" stroke-dasharray="1,2 3"/></g>')
    assert (item.fill, item.stroke) == ("", "#FF0000")
    assert item.width == pytest.approx(3)
    assert item.dash == pytest.approx((3, 6, 9))


@pytest.mark.parametrize("dash", ["none", "0", "0 0"])
def test_no_dashes(dash):
    assert shape(f'<path d="M0 0h9" stroke="red" stroke-dasharray="{dash}"/>').dash == ()


def test_a_stretched_stroke_is_refused():
    body = '<g transform="scale(2 1)">\n<circle r="9" stroke="red"/>\n<circle r="9"/></g>'
    assert problems(svg(body)) == [("svg-unsupported", 2)]


def test_nothing_is_drawn_from_nothing():
    """Shapes without area leave hairlines on some printers; a scale of 0 hides a part."""
    body = '<rect width="5"/><circle/><path d=""/><line x2="5"/><path d="M0 0h50"/><path d="M1 1z"/>'
    body += '<g transform="scale(0)"><rect width="5" height="5"/></g><rect width="5" height="5" fill="none"/>'
    assert problems(svg(body)) == [("bad-picture", 0)]
    assert len(read(svg(body + '<rect width="5" height="5"/>')).shapes) == 1


# Paint ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paint", "seen"),
    [
        ("", "#000000"),
        ('fill="#dde"', "#DDDDEE"),
        ('fill="#0dDe11"', "#0DDE11"),
        ('fill="rgb( 1, 20 ,300)"', "#0114FF"),
        ('fill="rgb(100%,0%,50%)"', "#FF0080"),
        ('fill="RebeccaPurple"', "#663399"),
        ('fill="currentColor"', "#000000"),
        ('style="fill : navy ;; fill-rule: nonzero"', "#000080"),
        ('fill="red" style="fill:lime !important"', "#00FF00"),
        ('style="fill:inherit" fill="red"', "#000000"),
        ('fill="inherit"', "#000000"),
    ],
)
def test_colours(paint, seen):
    item = shape(f'<rect width="5" height="5" {paint}/>')
    assert (item.fill, item.stroke, item.width) == (seen, "", 0.0)


@pytest.mark.parametrize(
    "colour", ["#12", "#12345678", "rgba(1,2,3,.5)", "hsl(0,0%,0%)", "bleu", "rgb(1 2 3)", "describe(red)"]
)
def test_other_colours_are_refused(colour):
    assert problems(svg(f'\n\n<rect width="5" height="5" fill="{colour}"/>')) == [("svg-unsupported", 3)]


def test_paint_is_inherited_from_group_use_and_root():
    body = """<defs><path id="p" d="M0 0h5v5z"/></defs><use href="#p"/>
      <g style="fill:blue;stroke:red"><use href="#p" fill="lime"/><use href="#p" stroke="none" stroke-width="2"/></g>"""
    items = read(svg(body, 'viewBox="0 0 100 9" fill="#fff"')).shapes
    assert [(item.fill, item.stroke, item.width) for item in items] == [
        ("#FFFFFF", "", 0.0),
        ("#00FF00", "#FF0000", 1.0),
        ("#0000FF", "", 0.0),
    ]


def test_the_hole_stays_open():
    """C077: the ring, by either rule."""
    ring = '<path {} d="M0 0H20V20H0Z M5 5H15V15H5Z"/>'
    size = 'width="20" height="20"'
    odd = read(svg(ring.format('fill-rule="evenodd"'), size))
    full = read(svg(ring.format(""), size))
    assert (odd.shapes[0].even_odd, full.shapes[0].even_odd) == (True, False)
    assert (picture(odd).getpixel((10, 10)), picture(odd).getpixel((2, 10))) == (255, 0)
    assert picture(full).getpixel((10, 10)) == 0


def test_it_is_drawn_where_it_stands():
    body = '<g transform="translate(50 0)"><circle cx="25" cy="25" r="20" fill="#888"/></g>'
    body += '<path d="M10 90H90" stroke="#000" stroke-width="10"/>'
    image = picture(read(svg(body)), 100)
    assert [image.getpixel(at) for at in ((75, 25), (25, 25), (75, 48), (50, 90), (50, 97))] == [136, 255, 255, 0, 255]


# Strokes and halos ----------------------------------------------------------------------------------------------------

LUCIDE = 'viewBox="0 0 24 24" fill="none" stroke="black" stroke-width="2" stroke-linecap="{}" stroke-linejoin="{}"'


def far(one, other):
    """How many pixels of two pictures are not alike; edges may differ by a shade."""
    return sum(ImageChops.difference(one, other).histogram()[64:])


def test_round_strokes_are_the_shapes_that_they_stand_for():
    """Line icons (Lucide, Feather): a tick of round strokes beside the same tick as a filled outline."""
    tick = read(svg('<path d="M4 12l5 5L20 6"/>', LUCIDE.format("round", "round")))
    bar = '<rect transform="translate({} {}) rotate({})" x="-1" y="-1" width="{}" height="2" rx="1"/>'
    bars = bar.format(4, 12, 45, 2 + 50**0.5) + bar.format(9, 17, -45, 2 + 242**0.5)
    assert far(picture(tick, 240), picture(read(svg(bars, 'viewBox="0 0 24 24"')), 240)) < 10
    flat = read(svg('<path d="M4 12l5 5L20 6"/>', LUCIDE.format("butt", "miter")))
    assert far(picture(tick, 240), picture(flat, 240)) > 100


@pytest.mark.parametrize(
    ("cap", "rows"), [("butt", ["....", "...."]), ("round", ["KKKK", "...."]), ("square", ["KKKK", "KKKK"])]
)
def test_a_line_without_length_is_a_dot_by_its_caps(cap, rows):
    """The dot of an exclamation mark; the second row is read at the corners of square dots."""
    body = '<path d="M4 4h0"/><path d="M8 4z"/><path d="M12 4c0 0 0 0 0 0"/><path d="M16 4L16 4M20 20"/>'
    body += '<path d="M1 18h9"/>'  # what is seen in any case
    image = '<image x="0mm" y="0mm" width="40mm" height="40mm" href="a.svg"/>'
    art = svg(body, f'viewBox="0 0 20 20" stroke="#000" stroke-width="2" stroke-linecap="{cap}"')
    assert seen(image, [8, 16, 24, 32], [8], a=art) + seen(image, [9.6, 17.6, 25.6, 33.6], [9.6], a=art) == rows
    assert seen(image, [10, 39.5], [36, 39.5], a=art) == ["K.", ".."]  # a move alone is no line


def test_square_dots_turn_with_the_drawing():
    body = '<path transform="translate(50 50) rotate(45)" d="M0 0z" stroke="#000" stroke-width="40" {}/>'
    image = picture(read(svg(body.format('stroke-linecap="square"'))), 100)
    assert [image.getpixel(at) for at in ((50, 25), (75, 50), (67, 33))] == [0, 0, 255]


@pytest.mark.parametrize(
    ("paint", "tip"),
    [
        ("", 255),  # the angle asks for a limit of about 5
        ('stroke-miterlimit="8"', 0),
        ('stroke-miterlimit="8" stroke-linejoin="round"', 255),
        ('stroke-miterlimit="8" stroke-linejoin="bevel"', 255),
    ],
)
def test_corners_are_as_long_as_the_miter_limit_lets_them(paint, tip):
    body = f'<path d="M10 40L60 50L10 60" fill="none" stroke="#000" stroke-width="8" {paint}/>'
    image = picture(read(svg(body)), 100)
    assert (image.getpixel((72, 50)), image.getpixel((58, 50))) == (tip, 0)


def test_the_digest_knows_caps_joins_and_limits_of_strokes_alone():
    paints = ["", 'stroke-linecap="round"', 'stroke-linejoin="round"', 'stroke-miterlimit="9"']
    stroked = [read(svg(f'<path d="M0 0h9v9" stroke="red" {paint}/>')) for paint in paints]
    assert len({vector.digest for vector in stroked}) == 4
    assert len({digest_of(Size(9, 9), 0.0, vector.shapes) for vector in stroked}) == 4
    assert len({read(svg(f'<path d="M0 0h9v9" {paint}/>')).digest for paint in paints}) == 1


def test_shapes_of_a_layout_have_caps_and_joins():
    lines = '<line x1="10mm" y1="{0}mm" x2="20mm" y2="{0}mm" stroke="#000000" stroke-width="4mm" {1}/>'
    xml = "<group>" + lines.format(5, 'cap="square"') + "</group>"  # a group's stroke must not leave its mark
    xml += lines.format(15, "") + lines.format(25, 'cap="round"') + lines.format(35, 'cap="round" dash="0 6"')
    assert seen(xml, [8.4, 10.4, 13, 16, 19, 21.4], [5, 6.6, 15, 25, 26.6, 35]) == [
        "KKKKKK",
        "KKKKKK",
        ".KKKK.",
        "KKKKKK",
        ".KKKK.",
        "KK.K..",
    ]
    square = '<rect x="{}mm" y="10mm" width="8mm" height="20mm" stroke="#000000" stroke-width="4mm" {}/>'
    xml = square.format(4, "") + square.format(16, 'join="round"') + square.format(28, 'join="bevel"')
    assert seen(xml, [2.4, 14.4, 26.4], [8.4]) == ["K.."]  # the outermost of the corner
    assert seen(xml, [2.8, 14.8, 26.8], [8.8]) == ["KK."]


@pytest.mark.parametrize("paint", ['cap="flat"', 'join="mitre"', 'cap=""'])
def test_other_caps_and_joins_are_refused(paint):
    with pytest.raises(SourceError) as caught:
        laid_out(f'<path d="M0 0h9" stroke="#000000" {paint}/>')
    assert [problem.code for problem in caught.value.problems] == ["bad-attribute"]


HALO = '<image x="10mm" y="10mm" width="20mm" height="20mm" href="a.svg" stroke="#FF0000" stroke-width="2mm" {}/>'


def test_a_halo_shows_around_the_drawing_and_in_its_holes():
    art = svg('<path fill-rule="evenodd" d="M1 1H9V9H1V3.5V1z M3 3H7V7H3z"/>', 'viewBox="0 0 10 10"')
    xs = [9, 11, 13, 17, 20, 23, 27, 29, 31]
    assert seen(HALO.format(""), xs, [9, 11, 13, 17, 20, 31], a=art) == [
        ".........",
        ".RRRRRRR.",
        ".RKKKKKR.",
        ".RKRRRKR.",
        ".RKR.RKR.",
        ".........",
    ]
    assert seen(HALO.format(""), [10.3], [10.3], a=art) == ["."]  # its corners are round
    assert seen(HALO.format('fill="#0000FF"'), [11, 13, 20], [20], a=art) == ["RB."]
    assert seen(HALO.format("").replace("#FF0000", "none"), [11, 13, 20], [20], a=art) == [".K."]


def test_halos_lie_behind_the_whole_drawing_and_beyond_its_page():
    art = svg('<rect width="5" height="10"/><rect x="5" width="5" height="10" fill="#00f"/>', 'viewBox="0 0 10 10"')
    assert seen(HALO.format(""), [7, 9, 11, 19.5, 20.5, 29, 31, 33], [20], a=art) == [".RKKBBR."]
    # What is cut at the box is cut with its halo.
    cover = HALO.format('fit="cover"').replace('height="20mm"', 'height="10mm"')
    assert seen(cover, [20.5], [9, 11, 19, 21], a=art) == [".", "B", "B", "."]


def test_a_halo_follows_strokes_and_the_side_that_a_fill_closes():
    strokes = svg('<path d="M3 5H7" stroke="#000" stroke-width="2" fill="none"/>', 'viewBox="0 0 10 10"')
    assert seen(HALO.format(""), [20], [15, 17, 20, 23, 25], a=strokes) == [".", "R", "K", "R", "."]
    assert seen(HALO.format(""), [11.4, 14.5, 17, 23, 25.5, 28.6], [20], a=strokes) == [".RKKR."]
    triangle = svg('<path d="M5 0V10H0"/>', 'viewBox="0 0 10 10"')  # the long side is not drawn
    assert seen(HALO.format(""), [13.5, 16.5], [20], a=triangle) == ["RK"]


def test_halos_of_pixels_are_refused():
    with pytest.raises(SourceError) as caught:
        laid_out(HALO.format("").replace("a.svg", "a.png"))
    assert [problem.code for problem in caught.value.problems] == ["bad-attribute"]
    assert "outlines an SVG" in str(caught.value)


# What drawing programs leave behind -----------------------------------------------------------------------------------


def test_what_programs_write_without_meaning_is_passed_over():
    text = f"""<?xml version="1.0" encoding="UTF-8"?><!-- Created with Inkscape -->
<svg {NAMESPACES} xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" version="1.1" id="a" class="b"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 9 9" xml:space="preserve"
  inkscape:version="1.3" role="img" aria-hidden="true" data-name="x" style="enable-background:new 0 0 9 9">
  <title>t</title><desc>d</desc><metadata><x xmlns="y">z</x></metadata>
  <sodipodi:namedview inkscape:zoom="2"><inkscape:page/></sodipodi:namedview>
  <g inkscape:label="Layer 1" style="display:inline;font-size:3px;-inkscape-stroke:none;fill-opacity:1;stroke:none;
     stroke-linecap:round;stroke-miterlimit:10;opacity:1"><path d="M0 0h5v5z" stroke-linejoin="round"/></g></svg>"""
    assert len(read(text).shapes) == 1


def test_prefixed_names_and_other_encodings():
    text = '<?xml version="1.0" encoding="{}"?><s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    text += '<s:defs><s:path id="é" d="M0 0h5v5z"/></s:defs><s:use href="#é"/></s:svg>'
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        assert len(read(text.format(encoding).encode(encoding)).shapes) == 1
    assert len(read(b"\xef\xbb\xbf" + text.format("utf-8").encode()).shapes) == 1


# Refused by name ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<text x="1">a</text>', "<text>"),
        ('<g clip-path="url(#c)"/>', 'clip-path="url(#c)"'),
        ('<clipPath id="c"><rect width="4" height="2" stroke="blue"/></clipPath>', "<clipPath>"),
        ('<linearGradient id="g"><stop offset="0"/></linearGradient>', "<linearGradient>"),
        ('<rect fill="url(#g)"/>', 'fill="url(#g)"'),
        ('<rect style="fill: url( &quot;#g&quot; )"/>', "fill="),
        ('<g opacity=".5"/>', 'opacity=".5"'),
        ('<g style="fill-opacity:0.5"/>', 'fill-opacity="0.5"'),
        ('<g display="none"/>', 'display="none"'),
        ('<g style="visibility:hidden"/>', 'visibility="hidden"'),
        ('<g filter="url(#f)"/>', "filter="),
        ('<g mask="url(#m)"/>', "mask="),
        ("<filter/>", "<filter>"),
        ("<mask/>", "<mask>"),
        ("<pattern/>", "<pattern>"),
        ('<symbol id="s"/>', "<symbol>"),
        ("<style>rect{fill:red}</style>", "<style>"),
        ('<style>@import url("http://127.0.0.1/x.css");</style>', "<style>"),
        ("<script>x()</script>", "<script>"),
        ('<g onclick="x()"/>', "onclick="),
        ("<foreignObject/>", "<foreignObject>"),
        ("<svg/>", "<svg>"),
        ('<image href="data:image/png;base64,AAAA"/>', "<image>"),
        ('<animate attributeName="x"/>', "<animate>"),
        ('<path d="M0 0h5" marker-end="url(#m)"/>', "marker-end="),
        ('<g transform-origin="5 5"/>', "transform-origin="),
        ('<g color="red"/>', 'color="red"'),
        ('<rect fill-rule="odd"/>', 'fill-rule="odd"'),
        ('<path stroke-width="5%"/>', 'stroke-width="5%"'),
        ('<path stroke-width="-1"/>', 'stroke-width="-1"'),
        ('<path stroke-dasharray="1 -1"/>', "stroke-dasharray="),
        ('<path stroke-dashoffset="3"/>', "stroke-dashoffset="),
        ('<path d="M0 0h5" stroke="red" stroke-linecap="flat"/>', 'stroke-linecap="flat"'),
        ('<path d="M0 0h5" stroke="red" stroke-linejoin="arcs"/>', 'stroke-linejoin="arcs"'),
        ('<path d="M0 0h5" stroke="red" stroke-miterlimit=".5"/>', 'stroke-miterlimit=".5"'),
        ('<rect cx="4"/>', 'cx="4"'),
        ('<use href="data:image/svg+xml,x"/>', "<use>"),
        ("<use/>", "<use>"),
        ('<x:thing xmlns:x="y"/>', "<thing>"),
    ],
)
def test_what_cannot_be_drawn_is_named_at_its_line(body, words):
    """C073, C074, C076, SV9: not half drawn, not left out."""
    text = svg(f'<rect\n width="5"\n height="5"\n/>\n<g>\n{body}</g>')
    assert problems(text) == [("svg-unsupported", 6)]
    assert words in message(text)
    assert "\n  hint: " in message(text) or "use" in body


@pytest.mark.parametrize(
    "body",
    [
        '<image href="http://127.0.0.1/x.png"/>',
        '<image xlink:href="../../x.png"/>',
        '<image href="/etc/passwd"/>',
        '<image href="file:///etc/passwd"/>',
        '<use href="../x.svg#t"/>',
        '<use xlink:href="x.svg"/>',
        '<rect fill="url(other.svg#g)"/>',
        "<rect style=\"fill:url('http://127.0.0.1/g')\"/>",
        '<g xml:base="http://127.0.0.1/"/>',
        '<script href="http://127.0.0.1/x.js"/>',
        '<a href="http://127.0.0.1/"/>',
        '<linearGradient xlink:href="x.svg#g"/>',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/>',
    ],
)
def test_references_that_leave_the_file(body):
    """SV1, SV2, SV3: nothing is fetched or read."""
    assert problems(svg(f"\n<g>\n{body}</g>")) == [("svg-external-reference", 3)]


def test_a_style_sheet_outside():
    text = '<?xml-stylesheet href="http://127.0.0.1/x.css"?>' + svg('<rect width="5" height="5"/>')
    assert problems(text) == [("svg-external-reference", 1)]


def test_all_findings_at_once_also_inside_what_is_refused():
    body = '\n<a>\n<text>a</text></a>\n<rect fill="url(#g)" opacity="0.5" width="x"/>\n<use href="y.svg"/>'
    assert problems(svg(body)) == [
        ("svg-unsupported", 2),
        ("svg-unsupported", 3),
        ("bad-picture", 4),
        ("svg-unsupported", 4),
        ("svg-unsupported", 4),
        ("svg-external-reference", 5),
    ]


def test_the_same_finding_is_told_five_times_at_most():
    assert problems(svg("\n<text/>" * 300)) == [("svg-unsupported", line) for line in range(2, 7)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/svg11.dtd">\n' + svg("<g/>"), 1),
        ('<?xml version="1.0"?>\n<!-- <svg> -->\n<!DOCTYPE svg>' + svg("<g/>"), 3),
        ('\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg("<g>&x;</g>"), 2),
        ('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;"><!ENTITY d "&c;&c;&c;">]>' + svg("<g>&d;</g>"), 1),
        (('<?xml version="1.0" encoding="utf-16"?>\n<!DOCTYPE svg>' + svg("<g/>")).encode("utf-16"), 2),
    ],
)
def test_any_document_type(text, line):
    """SV3: it could pull in other files; no program needs it."""
    assert problems(text) == [("svg-doctype", line)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("not xml", 1),
        (svg("\n<g>\n<rect></g>"), 3),
        (svg("\n<rect/>")[:-3], 2),
        (svg("<g/>") + "\n" + svg("<g/>"), 2),
        (svg("\n<g>&foo;</g>"), 2),
        ("<html>\n<body/></html>", 1),
        ('<svg xmlns="http://example.org/" viewBox="0 0 9 9"/>', 1),
        (svg('\n<g a="1" a="2"/>'), 2),
        (svg("\n<g>\x08</g>"), 2),
        (b'<?xml version="1.0" encoding="utf-8"?>\n' + svg("<g/>").encode().replace(b"<g", b"\xff<g"), 2),
        (b"\x1f\x8b\x08\0\0\0\0\0", 1),
        (svg('\n\n<path d="111e"/>'), 3),
        (svg('\n\n<path d="M0 0L1"/>'), 3),
        (svg('\n\n<path d="M0 0 5 5 x"/>'), 3),
        (svg('\n\n<path d="L0 0"/>'), 3),
        (svg('\n\n<path d="M0 0zz5"/>'), 3),
        (svg('\n\n<path d="M0 0L1e999 0"/>'), 3),
        (svg('\n\n<path d="M0 0a5 5 0 2 1 9 9"/>'), 3),
        (svg('\n\n<path d="M0 0a5 5 0 1 1 9"/>'), 3),
        (svg('\n\n<polygon points="1 2 3"/>'), 3),
        (svg('\n\n<polygon points="1,a"/>'), 3),
        (svg('\n\n<circle r="-5"/>'), 3),
        (svg('\n\n<rect width="5em" height="5"/>'), 3),
        (svg('\n\n<rect width="5" height="5" x="99999999"/>'), 3),
        (svg('\n\n<g transform="rotate"/>'), 3),
        (svg('\n\n<g transform="scale(1 2 3)"/>'), 3),
        (svg('\n\n<g transform="matrix(1 2 3)"/>'), 3),
        (svg('\n\n<g transform="turn(5)"/>'), 3),
        (svg('\n\n<g style="fill red"/>'), 3),
        (svg('\n\n<g transform="scale(1e6)">\n<rect width="1000" height="5"/></g>'), 4),
        (svg('\n<use href="#nobody"/>'), 2),
        (svg('\n<use href="#a"/><rect id="a" width="5" height="5"/><g id="a"/>'), 2),
        (svg("\n<g/>"), 0),
    ],
)
def test_what_is_broken_is_told_and_not_repaired(text, line):
    """SV6, SV7: svglib draws these with parts missing, or raises whatever comes."""
    assert problems(text) == [("bad-picture", line)]


def test_a_broken_style_does_not_hide_the_rest():
    assert read(svg('<rect style=";;" width="5" height="5"/>')).shapes
    assert problems(svg('<rect style=";:;:" width="5" height="5"/>')) == [("svg-unsupported", 1)]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('\n<g id="a">\n<use href="#a"/></g>', 3),
        ('\n<use id="a" href="#b"/><use id="b" href="#a"/>', 2),
        ('\n<defs><g id="a"><use href="#b"/></g>\n<g id="b"><use href="#a"/></g></defs>\n<use href="#b"/>', 3),
    ],
)
def test_use_in_a_circle(body, line):
    assert problems(svg(body)) == [("bad-picture", line)]


def test_use_of_the_whole():
    assert problems(f'<svg {NAMESPACES} id="a" viewBox="0 0 9 9">\n<use href="#a"/></svg>') == [("bad-picture", 2)]


# Limits ---------------------------------------------------------------------------------------------------------------


def nested(levels):
    return svg("<g>" * (levels - 2) + '<rect width="5" height="5"/>' + "</g>" * (levels - 2))


def test_depth():
    """SV5: libxml2 stops at 256 and svglib hides that."""
    assert read(nested(limits.XML_DEPTH)).shapes
    assert problems(nested(limits.XML_DEPTH + 1)) == [("too-large", 1)]
    assert problems(nested(300)) == [("too-large", 1)]


def test_nodes(monkeypatch):
    """SV8: two hundred thousand nodes take six seconds and 369 MB."""
    monkeypatch.setattr(limits, "SVG_NODES", 50)
    assert len(read(svg('<rect width="5" height="5"/>' * 49)).shapes) == 49
    assert problems(svg('<rect width="5" height="5"/>' * 50)) == [("too-large", 0)]
    assert problems(svg("<g/>" * 500)) == [("too-large", 0)]


def test_path_data(monkeypatch):
    """A path of 4.9 MB takes nine seconds."""
    assert problems(svg('\n\n<path d="M0 0' + "l1 1" * 1_200_000 + '"/>')) == [("too-large", 3)]
    monkeypatch.setattr(limits, "SVG_PATH_CHARACTERS", 19)
    body = '<path d="M0 0h9v9"/>\n<polygon points="0 0,9 9,{}"/>'  # 8 characters, and 8 and these
    assert read(svg(body.format("9 0"))).shapes
    assert problems(svg(body.format("99 0"))) == [("too-large", 2)]


def test_a_million_nodes_are_refused_at_once():
    assert problems(svg("<g/>" * 1_000_000)) == [("too-large", 0)]


def repeated(levels, each):
    layers = "".join(f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * each + "</g>" for i in range(1, levels + 1))
    return svg(f'<defs><rect id="g0" width="5" height="5"/>{layers}</defs>\n<use href="#g{levels}"/>')


def test_use_expansions():
    """SV4: 10^5 to 10^9 of them; svglib stops at ten thousand and leaves the rest undrawn."""
    assert len(read(repeated(1, limits.SVG_USES - 1)).shapes) == limits.SVG_USES - 1
    assert problems(repeated(1, limits.SVG_USES)) == [("too-large", 1)]
    assert problems(repeated(9, 10)) == [("too-large", 1)]


def test_what_use_repeats_counts(monkeypatch):
    monkeypatch.setattr(limits, "SVG_BYTES", 3_000)
    body = '<path id="p" d="M0 0' + "l1 1" * 200 + 'v5"/>'
    assert len(read(svg(body + '<use href="#p"/>' * 2)).shapes) == 3
    assert problems(svg(body + '<use href="#p"/>' * 3)) == [("too-large", 1)]


# Whatever comes -------------------------------------------------------------------------------------------------------

SEEDS = [
    svg('<path fill-rule="evenodd" d="M10 50a40 20 30 0180.5.5C1 2 3 4 5 6S7 8 9 9Q1 2 3 4T5 6H7V8z" fill="#c00"/>'),
    svg('<g transform="translate(20 30) rotate(20)"><rect x="1" y="2" width="20" height="30" rx="4"/></g>'),
    svg('<defs><g id="a"><circle r="6" style="fill:none;stroke:red"/></g></defs><use xlink:href="#a" x="10"/>'),
    svg('<polyline points="5,40 20,48" stroke="#000" stroke-width="2" stroke-dasharray="3,1"/>'),
    svg('<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><rect fill="url(#g)"/>'),
]
PIECES = [
    "<",
    ">",
    '"',
    "/",
    "&",
    "&amp;",
    "e",
    "1e999",
    "-",
    ".",
    "url(#a)",
    "%",
    "()",
    ";:",
    "Z",
    "a",
    "\0",
    "inherit",
]


def mutated(chance):
    text = chance.choice(SEEDS)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(NAMESPACES) + 6, len(text))
        end = at + chance.randint(0, 6)
        text = text[:at] + chance.choice([*PIECES, "", text[at : end + 9]]) + text[end:]
    return text


def outcome(text):
    try:
        vector = read(text)
    except SourceError as error:
        return {problem.code for problem in error.problems}
    assert vector.shapes
    assert all(math.isfinite(part) for item in vector.shapes for step in item.path for part in step[1:])
    return {"drawn"}


@pytest.mark.parametrize("seed", range(60))
def test_mutations_give_a_drawing_or_a_problem(seed):
    """SV10: svglib raises from 55 places; nothing but SourceError may come out."""
    chance = random.Random(seed)
    for _ in range(5):
        known = {"drawn", "bad-picture", "svg-unsupported", "svg-external-reference", "too-large", "svg-doctype"}
        assert outcome(mutated(chance)) <= known


class Loud:
    """An svglib that mutters, or fails, or loses a shape."""

    def __init__(self, what):
        self.what, self.real = what, __import__("svglib.svglib").svglib.svg2rlg

    def __call__(self, source):
        if isinstance(self.what, Exception):
            raise self.what
        drawing = self.real(source)
        if self.what == "loses":
            drawing.contents[0].contents.pop()
        else:
            __import__("logging").getLogger("svglib.svglib").warning(self.what)
        return drawing


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("Can't handle color", "svg-unsupported"),
        ("loses", "bad-picture"),
        (KeyError("x"), "bad-picture"),
        (RecursionError(), "bad-picture"),
    ],
)
def test_svglib_has_no_way_to_be_silent(monkeypatch, caplog, what, code):
    monkeypatch.setattr("svglib.svglib.svg2rlg", Loud(what))
    assert problems(svg('<rect width="5" height="5"/>')) == [(code, 0)]
    assert not caplog.records


# The same twice -------------------------------------------------------------------------------------------------------


def test_digest_depends_on_what_is_drawn_alone():
    plain = read(svg('<rect width="5" height="5" fill="red"/>'))
    same = open_svg(
        Opened("y.svg", svg('<g id="z"><path d="M0 0L5,0 5 5 0 5z" style="fill:#f00"/></g>').encode()), HERE
    )
    assert plain.digest == same.digest
    others = ['width="5" height="6" fill="red"', 'width="5" height="5"', 'width="5" height="5" stroke="red"']
    digests = {read(svg(f"<rect {other}/>")).digest for other in others}
    digests.add(read(svg('<rect width="5" height="5" fill="red"/>', 'viewBox="0 0 99 100"')).digest)
    assert len(digests | {plain.digest}) == 5
    assert len(plain.digest) == 32


def test_tiny_units_do_not_blur_the_digest():
    one, other = (read(svg(f'<rect width="{size}" height="1"/>', 'viewBox="0 0 .001 .001"')) for size in (1e-5, 1.1e-5))
    assert one.digest != other.digest
