"""What would go wrong on paper: a phone photo lying on its side, a white box behind a cut-out token, a mid-grey printed
white, a CMYK scan as a negative, half a picture, and the designer's home address in the file that is given away.
"""

import io
import random
import struct
import zlib

import pytest
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo

from generator import limits
from generator.intake import Opened
from generator.layout.rasters import open_raster
from generator.problem import Location, SourceError

HERE = Location("cards/game/cards.yaml", 7, 3)


def saved(image, kind="PNG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def read(data, name="cards/game/art/x.png"):
    return open_raster(Opened(name, data), HERE)


def refused(data, name="cards/game/art/x.png"):
    """The one problem that a file is refused with."""
    with pytest.raises(SourceError) as caught:
        read(data, name)
    (problem,) = caught.value.problems
    assert problem.where == HERE
    assert name in problem.message
    return problem


def pixels(raster):
    """A raster's samples as a PDF reader would see them."""
    mode, size = {"rgb": "RGB", "gray": "L"}[raster.colour], (raster.width, raster.height)
    if raster.encoding == "flate":
        return Image.frombytes(mode, size, zlib.decompress(raster.data))
    if raster.encoding == "dct":
        return Image.open(io.BytesIO(raster.data))
    kind = 2 if raster.colour == "rgb" else 0
    return Image.open(io.BytesIO(png(size, 8, kind, raster.data)))


def mask(raster):
    return Image.frombytes("L", (raster.width, raster.height), zlib.decompress(raster.mask))


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(size, depth, kind, idat, *extra):
    head = struct.pack(">IIBBBBB", *size, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join([chunk(b"IHDR", head), *extra, chunk(b"IDAT", idat), chunk(b"IEND", b"")])


def corners():
    """4 × 2 pixels, each corner of another colour; the one at the right top is lime."""
    image = Image.new("RGB", (4, 2), "#888888")
    for at, colour in (((0, 0), (255, 0, 0)), ((3, 0), (0, 255, 0)), ((0, 1), (0, 0, 255)), ((3, 1), (255, 255, 255))):
        image.putpixel(at, colour)
    return image


def noise(size, mode="RGB"):
    width, height = size
    data = random.Random(3).randbytes(width * height * len(mode))
    return Image.frombytes(mode, size, data)


# Plain pictures pass through ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_plain_png_keeps_its_compressed_rows(mode):
    image = noise((9, 7), mode)
    raster = read(saved(image))
    assert (raster.encoding, raster.width, raster.height, raster.mask) == ("png", 9, 7, None)
    assert raster.colour == {"RGB": "rgb", "L": "gray"}[mode]
    assert pixels(raster).tobytes() == image.tobytes()


def test_png_in_many_idat_chunks_is_joined():
    image = noise((40, 30))
    whole = read(saved(image)).data
    parts = [chunk(b"IDAT", whole[at : at + 100]) for at in range(0, len(whole), 100)]
    data = png((40, 30), 8, 2, b"", *parts)
    assert read(data).data == whole


@pytest.mark.parametrize("cut", [b"", b"\0" * 10, b"\0" + b"\0" * 9 + b"\0" * 9])
def test_rows_that_are_short_are_refused_where_they_are_decoded(cut):
    """Two rows of three pixels with alpha, 13 bytes each: Pillow would leave the missing ones black."""
    assert refused(png((3, 2), 8, 6, zlib.compress(cut))).code == "bad-picture"


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("progressive", [False, True])
def test_plain_jpeg_passes_through(mode, progressive):
    data = saved(noise((24, 16), mode), "JPEG", quality=90, progressive=progressive)
    raster = read(data, "x.JPG")
    assert (raster.encoding, raster.width, raster.height) == ("dct", 24, 16)
    assert raster.colour == {"RGB": "rgb", "L": "gray"}[mode]
    assert pixels(raster).tobytes() == Image.open(io.BytesIO(data)).tobytes()


def test_jpeg_stored_as_rgb_is_not_taken_for_ycbcr():
    """Its Adobe segment says so; that is stripped, and a reader would turn its colours."""
    image = noise((16, 16))
    data = saved(image, "JPEG", quality=100, keep_rgb=True)
    raster = read(data, "x.jpg")
    assert raster.encoding == "flate"
    assert pixels(raster).tobytes() == Image.open(io.BytesIO(data)).tobytes()


# What needs work ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(("kind", "name"), [("JPEG", "x.jpg"), ("PNG", "x.png"), ("WEBP", "x.webp")])
def test_exif_orientation_is_carried_out(kind, name, orientation):
    """C061: red must come to the top left of the upright picture for each of the eight ways to hold a camera."""
    upright = Image.new("RGB", (32, 16), "white")
    upright.paste("#ff0000", (0, 0, 16, 8))
    turn = [None, 0, 3, 1, 5, 2, 6, 4][orientation - 1]  # the inverse of what orientation asks for
    held = upright if turn is None else upright.transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    raster = read(saved(held, kind, exif=exif), name)
    assert (raster.width, raster.height) == (32, 16)
    red, green, _ = pixels(raster).getpixel((3, 3))
    assert red > 200
    assert green < 60
    assert min(pixels(raster).getpixel((28, 12))) > 200
    if kind == "JPEG":
        assert raster.encoding == ("dct" if orientation == 1 else "flate")


def test_exif_orientation_that_does_not_exist_is_none():
    exif = Image.Exif()
    exif[0x0112] = 9
    raster = read(saved(noise((20, 10)), "JPEG", exif=exif), "x.jpg")
    assert (raster.width, raster.height, raster.encoding) == (20, 10, "dct")


def test_broken_exif_turns_nothing():
    raster = read(saved(noise((20, 10)), "WEBP", exif=b"Exif\0\0no tags"), "x.webp")
    assert (raster.width, raster.height) == (20, 10)


def test_orientation_in_png_text_is_found():
    """Adobe's programs note it in XMP, which the fast path must not overlook."""
    info = PngInfo()
    info.add_itxt("XML:com.adobe.xmp", '<x tiff:Orientation="6"/>')
    raster = read(saved(corners(), pnginfo=info))
    assert (raster.width, raster.height) == (2, 4)


def test_alpha_is_kept_as_a_mask():
    """C062: no black or white box behind a cut-out."""
    image = Image.new("RGBA", (2, 1), (10, 20, 30, 128))
    raster = read(saved(image))
    assert (raster.colour, pixels(raster).getpixel((0, 0)), mask(raster).getpixel((1, 0))) == ("rgb", (10, 20, 30), 128)
    raster = read(saved(Image.new("LA", (2, 1), (77, 0))))
    assert (raster.colour, pixels(raster).getpixel((0, 0)), mask(raster).getpixel((0, 0))) == ("gray", 77, 0)


def test_opaque_alpha_is_dropped():
    assert read(saved(Image.new("RGBA", (3, 3), (1, 2, 3, 255)))).mask is None


@pytest.mark.parametrize(("mode", "clear"), [("RGB", (0, 255, 0)), ("L", 9), ("P", 1)])
def test_transparent_colour_becomes_a_mask(mode, clear):
    image = corners()
    if mode == "P":
        image = Image.frombytes("P", (2, 1), b"\0\1")
        image.putpalette([255, 0, 0, 0, 0, 255])
    elif mode == "L":
        image = Image.frombytes("L", (2, 1), b"\x08\x09")
    raster = read(saved(image, transparency=clear))
    assert mask(raster).tobytes() == {"RGB": b"\xff\xff\xff\0\xff\xff\xff\xff"}.get(mode, b"\xff\0")


def test_palette_and_bilevel_pictures():
    image = Image.frombytes("P", (2, 1), b"\0\1")
    image.putpalette([255, 0, 0, 0, 0, 255])
    raster = read(saved(image))
    assert (raster.colour, raster.mask, pixels(raster).tobytes()) == ("rgb", None, b"\xff\0\0\0\0\xff")
    bits = Image.new("1", (3, 1), 1)
    bits.putpixel((1, 0), 0)
    raster = read(saved(bits))
    assert (raster.colour, pixels(raster).tobytes()) == ("gray", b"\xff\0\xff")


@pytest.mark.parametrize(("level", "seen"), [(0, 0), (128, 0), (129, 1), (40_000, 0x9C), (65_406, 254), (65_535, 255)])
def test_sixteen_bit_grey_is_scaled_and_not_clipped(level, seen):
    """C064: reportlab prints 40000 of 65535 as pure white."""
    row = b"\0" + struct.pack(">H", level) * 8
    raster = read(png((8, 8), 16, 0, zlib.compress(row * 8)))
    assert (raster.colour, raster.encoding, set(pixels(raster).tobytes())) == ("gray", "flate", {seen})


def test_sixteen_bit_colour():
    row = b"\0" + struct.pack(">HHH", 40_000, 0, 65_535)
    assert pixels(read(png((1, 1), 16, 2, zlib.compress(row)))).tobytes() == b"\x9c\0\xff"


def test_sixteen_bit_transparent_colour_is_refused():
    """Pillow would compare sixteen bits with eight, and cut nothing out."""
    row = b"\0" + struct.pack(">H", 40_000)
    keyed = png((1, 1), 16, 0, zlib.compress(row), chunk(b"tRNS", struct.pack(">H", 40_000)))
    assert "transparent colour" in refused(keyed).message


def without_adobe(data):
    at = data.index(b"\xff\xee\x00\x0eAdobe")
    return data[:at] + data[at + 16 :]


def test_cmyk_jpeg_is_no_negative():
    """Adobe's files count ink downwards, plain ones upwards; both must print red."""
    image = Image.new("CMYK", (16, 16), (0, 255, 255, 0))
    adobe = saved(image, "JPEG", quality=95)
    plain = without_adobe(saved(ImageChops.invert(image), "JPEG", quality=95))
    for data in (adobe, plain):
        raster = read(data, "x.jpg")
        red, green, blue = pixels(raster).getpixel((8, 8))
        assert (raster.colour, raster.encoding) == ("rgb", "flate")
        assert red > 240
        assert max(green, blue) < 15


def test_interlaced_png_and_webp():
    image = noise((5, 4))
    assert pixels(read(saved(image, "WEBP", lossless=True), "x.webp")).tobytes() == image.tobytes()
    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 1)
    rows = chunk(b"IDAT", zlib.compress(b"\0\x55"))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + rows + chunk(b"IEND", b"")
    raster = read(data)
    assert (raster.encoding, zlib.decompress(raster.data)) == ("flate", b"\x55")


def test_gamma_and_profile_are_ignored():
    """P7: a broken colour profile is no reason to refuse a picture whose samples are read as sRGB."""
    data = saved(noise((4, 4)), icc_profile=b"no profile")
    assert read(data).digest == read(saved(noise((4, 4)))).digest


# Metadata stays outside -----------------------------------------------------------------------------------------------


def photo(progressive=False):
    exif = Image.Exif()
    exif[0x010F] = "SECRET-CAMERA"
    exif[0x013B] = "SECRET-AUTHOR"
    exif.get_ifd(0x8825)[0x1D] = "SECRET-GPS"
    return saved(
        noise((16, 16)),
        "JPEG",
        exif=exif,
        comment=b"SECRET-COMMENT",
        xmp=b"SECRET-XMP",
        icc_profile=b"SECRET-PROFILE",
        progressive=progressive,
    )


@pytest.mark.parametrize("progressive", [False, True])
def test_jpeg_metadata_is_absent(progressive):
    """RL11: reportlab copies a JPEG byte for byte, with the place where it was taken."""
    data = photo(progressive)
    scan = data.rindex(b"\xff\xda")
    comment = b"\xff\xfe" + struct.pack(">H", 12) + b"SECRET-IN\0"
    data = data[:scan] + comment + data[scan:] + b"SECRET-TRAILER"
    assert data.count(b"SECRET") == 8
    raster = read(data, "x.jpg")
    assert raster.encoding == "dct"
    assert b"SECRET" not in raster.data
    assert b"Exif" not in raster.data
    assert pixels(raster).tobytes() == Image.open(io.BytesIO(data)).tobytes()


def test_jfif_thumbnail_is_absent():
    """It may show what was cropped from the picture."""
    data = saved(noise((16, 16)), "JPEG")
    small = b"\xff\xe0" + struct.pack(">H", 16 + 9 * 3) + data[6:18] + b"\3\3" + b"SECRET---" * 3
    raster = read(data[:2] + small + data[20:], "x.jpg")
    assert raster.encoding == "dct"
    assert b"SECRET" not in raster.data
    assert raster.data == read(data, "x.jpg").data


def test_png_text_is_absent():
    info = PngInfo()
    info.add_text("Author", "SECRET")
    data = saved(noise((4, 4)), pnginfo=info)
    assert b"SECRET" in data
    assert b"SECRET" not in read(data).data
    assert read(data).digest == read(saved(noise((4, 4)))).digest


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"", "x.png", "is empty"),
        (b"<!doctype html><html>", "x.png", "is not a PNG, JPEG or WebP"),
        (b"GIF89a" + bytes(30), "x.gif", "is not a PNG, JPEG or WebP"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "x.png", "is not a PNG, JPEG or WebP"),
        (b"8BPS" + bytes(30), "x.jpg", "is not a PNG, JPEG or WebP"),
        (b"II*\0" + bytes(30), "x.png", "is not a PNG, JPEG or WebP"),
        (saved(Image.new("L", (1, 1))), "x.jpg", "holds a PNG picture, but its name says otherwise"),
        (saved(Image.new("L", (1, 1)), "JPEG"), "x.png", "holds a JPEG picture, but its name says otherwise"),
        (png((0, 5), 8, 0, zlib.compress(b"")), "x.png", "has no pixels"),
        (png((1, 1), 7, 0, zlib.compress(b"\0\0")), "x.png", "damaged"),
    ],
)
def test_other_things_under_a_pictures_name(data, name, words):
    """P5, P6: three formats, and content and name agree."""
    problem = refused(data, name)
    assert (problem.code, problem.severity) == ("bad-picture", "error")
    assert words in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (saved(noise((12, 9))), "x.png"),
        (saved(noise((12, 9), "RGBA")), "x.png"),
        (saved(noise((12, 9)), "JPEG"), "x.jpg"),
        (saved(noise((40, 40)), "JPEG", progressive=True), "x.jpg"),
        (saved(noise((12, 9)), "WEBP"), "x.webp"),
        (saved(noise((12, 9)), "WEBP", lossless=True), "x.webp"),
    ],
)
def test_a_picture_cut_short_anywhere_is_refused(data, name):
    """P6: half a picture prints as half a card in grey."""
    for end in range(0, len(data), max(1, len(data) // 150)):
        assert refused(data[:end], name).code == "bad-picture"
    assert refused(data[:-1], name).code == "bad-picture"


def test_every_single_damaged_byte_of_a_png_is_found():
    data = saved(noise((3, 3)))
    for at in range(8, len(data)):
        assert refused(data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1 :]).code == "bad-picture"


def outcome(data, name):
    try:
        return type(read(data, name)).__name__.lower()
    except SourceError as error:
        return error.problems[0].code


@pytest.mark.parametrize(("kind", "name"), [("JPEG", "x.jpg"), ("WEBP", "x.webp"), ("PNG", "x.png")])
def test_damage_gives_a_raster_or_a_problem_and_nothing_else(kind, name):
    chance = random.Random(11)
    data = saved(noise((20, 20)), kind)
    for _ in range(120):
        broken = bytearray(data)
        for _ in range(chance.randint(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        assert outcome(bytes(broken), name) in ("raster", "bad-picture", "too-large")


@pytest.mark.parametrize(("kind", "name"), [("PNG", "x.png"), ("WEBP", "x.webp")])
def test_animations_are_refused(kind, name):
    """P4: which of sixty frames is the card?"""
    frames = [noise((8, 8)), Image.new("RGB", (8, 8))]
    problem = refused(saved(frames[0], kind, save_all=True, append_images=frames[1:]), name)
    assert (problem.code, "is animated" in problem.message) == ("bad-picture", True)


def test_further_pictures_of_a_jpeg_are_previews():
    """Phones append them; the first is the photograph."""
    first = noise((16, 16))
    data = saved(first, "MPO", save_all=True, append_images=[Image.new("RGB", (16, 16))])
    raster = read(data, "x.jpg")
    assert raster.encoding == "dct"
    assert len(raster.data) < len(data)
    assert pixels(raster).tobytes() == Image.open(io.BytesIO(saved(first, "JPEG"))).tobytes()


def jpeg_of(width, height):
    data = saved(Image.new("L", (8, 8)), "JPEG")
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def webp_of(width, height):
    body = b"\x10\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    data = b"WEBPVP8X" + struct.pack("<I", 10) + body
    return b"RIFF" + struct.pack("<I", len(data)) + data


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (png((15_000, 15_000), 1, 0, b"x"), "x.png"),
        (png((8_001, 10_000), 8, 2, b"x"), "x.png"),
        (jpeg_of(40_000, 40_000), "x.jpg"),
        (webp_of(16_383, 16_383), "x.webp"),
    ],
)
def test_too_many_pixels_are_refused_before_decoding(data, name):
    """C065, P1, P2: one oversize picture near the end stops the run, after gigabytes."""
    problem = refused(data, name)
    assert problem.code == "too-large"
    assert " pixels, beyond the limit of 80 million" in problem.message
    assert str(limits.PICTURE_PIXELS // 10**6) in problem.message


def test_pixels_just_below_the_limit(monkeypatch):
    monkeypatch.setattr(limits, "PICTURE_PIXELS", 12)
    assert read(saved(noise((4, 3)))).width == 4
    monkeypatch.setattr(limits, "PICTURE_PIXELS", 11)
    assert refused(saved(noise((4, 3)))).code == "too-large"


def test_text_bombs_are_refused_or_left_aside():
    """P3: two hundred megabytes of text in a few kilobytes."""
    bomb = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(100_000_000)))
    plain = png((1, 1), 8, 0, zlib.compress(b"\0\x40"), bomb)
    assert read(plain).encoding == "png"
    indexed = png((1, 1), 8, 4, zlib.compress(b"\0\x40\x80"), bomb)
    assert refused(indexed).code == "bad-picture"


# The same twice -------------------------------------------------------------------------------------------------------


def test_digest_depends_on_what_is_drawn_alone():
    data = saved(noise((6, 5), "RGBA"))
    first, second = read(data), read(data, "elsewhere/y.png")
    assert first.digest == second.digest
    assert first.data == second.data
    assert len(first.digest) == 32
    others = [
        read(saved(noise((5, 6), "RGBA"))),
        read(saved(noise((6, 5), "RGB"))),
        read(saved(Image.new("RGBA", (6, 5), (0, 0, 0, 9)))),
        read(saved(Image.new("RGBA", (6, 5), (0, 0, 0, 8)))),
    ]
    assert len({raster.digest for raster in [first, *others]}) == 5
