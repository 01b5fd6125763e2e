"""A game from a stranger: it must print or be refused, and nothing else. No traceback, no call to the network, no file
read outside of the game or written outside of the output, no home address in the PDF that is given away.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import socket
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from generator import build as steps
from generator import limits
from generator.build import Edition
from generator.problem import SourceError
from tests.conftest import SAMPLES, Workshop

Make = Callable[..., Workshop]
GAME, WEAPONS, CARD = "cards/duel/game.yaml", "cards/duel/weapons.yaml", "templates/duel/card.xml.j2"
PICTURE = 'href="{{ card.picture }}" fill="{{ mix(theme.ink, theme.attack, 0.25) }}"'


def outcome(shop: Workshop) -> list[Edition] | SourceError:
    """What a build ends in. Any other exception is a failure of the test."""
    try:
        return shop.build("duel", languages=("en",))
    except SourceError as error:
        assert not shop.out.exists()
        return error


def opens(data: bytes) -> None:
    """Both readers open the file, and each page and drawing can be read to its end."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not pdf.check_pdf_syntax()
        for page in pdf.pages:
            pikepdf.parse_content_stream(page)
            for form in page.Resources.get("/XObject", {}).values():
                pikepdf.parse_content_stream(form)
    document = pypdfium2.PdfDocument(data)
    for page in document:
        page.render(scale=0.3)
    document.close()


def fine(ended: list[Edition] | SourceError) -> None:
    if isinstance(ended, SourceError):
        told = str(ended)
        acting = {char for char in told if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
        assert acting <= set("\n\u00ad\u200b\u200c\u200d\u2060\ufeff"), ascii(told)
        assert all(problem.where.path and problem.code for problem in ended.problems)
        return
    for edition in ended:
        opens(edition.files["cards.pdf"])
        opens(edition.files["components.pdf"])


# Any text in any field ------------------------------------------------------------------------------------------------

DAGGER = 'en: "Deals **{{ damage }}** damage, half of the *Sword* ({{ sword.damage }})."'
FIELDS = {  # file, what stands there, what comes before the text that is tried
    "title": (GAME, "title: {pt: Duelo, en: Duel}", "title: "),
    "version": (GAME, 'version: "0.3"', "version: "),
    "deck": (GAME, "{pt: Monte, en: Draw pile}", ""),
    "plural": (GAME, "plural: {pt: Armas, en: Weapons}", "plural: "),
    "word": (GAME, "damage: {pt: DANO, en: DAMAGE}", "damage: "),
    "name": (WEAPONS, "name: {pt: Espada, en: Sword}", "name: "),
    "text": (WEAPONS, DAGGER, "en: "),
}
PLAIN = "abcXYZ àçõ019.,;:!?-—…()[]«»"
SIGNS = "*_{}\\<>&'\"`#|@%~^$/="
QUIET = "\u00a0\u00ad\u200b\u200d\u2060\ufeff\u0301"
TRICKS = QUIET + "\u0327\u2028\u0085\ufffd\ufffc\ufffe\U0001f525\u0627\u202e\x00\x1b\t\n\r\ud800\udfff"
texts = st.one_of(
    st.text(PLAIN + SIGNS, max_size=40),
    st.text(PLAIN + SIGNS + QUIET, max_size=40),
    st.lists(st.sampled_from(["**", "*", "{sword}", "{{ damage }}", "{{", "}}", "\\", "a ", "<b>", "\n"])).map("".join),
    st.text(PLAIN + TRICKS, max_size=20),
    st.text(st.characters(), max_size=20),  # all of Unicode, lone surrogates too
)


def quoted(text: str) -> str:
    """A text in YAML's double quotes, what is not plain ASCII as an escape: YAML can carry all of it that way."""
    return '"' + "".join(c if c.isascii() and c.isalnum() else f"\\U{ord(c):08X}" for c in text) + '"'


@contextmanager
def project() -> Iterator[Workshop]:
    """The sample in a folder that is thrown away; the working directory is its root, as for a person."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "project"
        shutil.copytree(SAMPLES / "duel", root)
        os.chdir(root)
        try:
            yield Workshop(root, root.parent / "out")
        finally:
            os.chdir(before)


def with_field(shop: Workshop, field: str, written: bytes) -> None:
    """One of the sample's texts replaced by what was written; its boxes take what they are given."""
    file, old, new = FIELDS[field]
    data = (shop.root / file).read_bytes()
    assert old.encode() in data
    shop.write(file, data.replace(old.encode(), new.encode() + written))
    layout = (shop.root / CARD).read_text(encoding="utf-8").replace('size="12pt"', 'size="12pt" min-size="1pt"')
    shop.write(CARD, re.sub(r'min-size="[\d.]+pt"', 'min-size="1pt"', layout))


TRY = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_any_text_prints_or_is_refused(field: str) -> None:
    built = 0

    @TRY
    @given(texts, st.booleans())
    def holds(text: str, raw: bool) -> None:
        nonlocal built
        written = text.encode("utf-8", "surrogatepass") if raw else quoted(text).encode()
        with project() as shop:
            with_field(shop, field, written)
            ended = outcome(shop)
            fine(ended)
            built += isinstance(ended, list)

    holds()
    assert built, "nothing was ever printed: this test tries too little"


@pytest.mark.parametrize("file", [GAME, WEAPONS, CARD, "templates/duel/back.xml.j2"])
def test_any_damage_to_a_file_prints_or_is_refused(file: str) -> None:
    """Bytes lost, doubled, changed or put in: what a bad disk, a bad editor or a bad person does."""
    original = (SAMPLES / "duel" / file).read_bytes()
    pieces = st.sampled_from(
        [b"", b"\x00", b"\xff", b"{", b"}", b"{{", b"}}", b"{%", b"%}", b"<", b">", b'"', b"'", b": ", b"\n", b"- ",
         b"&", b"*", b"!", b"|", b"#", b"mm", b"9999999999", b"-1", b"<group>", b"{{ card }}", b"\xef\xbb\xbf", b"\r",
         b"\t"]
    )  # fmt: skip

    @TRY
    @given(st.lists(st.tuples(st.integers(0, len(original)), st.integers(0, 30), pieces), min_size=1, max_size=3))
    def holds(cuts: list[tuple[int, int, bytes]]) -> None:
        data = original
        for at, length, piece in cuts:
            data = data[:at] + piece + data[at + length :]
        with project() as shop:
            shop.write(file, data)
            fine(outcome(shop))

    holds()


@pytest.mark.parametrize(
    "text",
    ["</text>", "<b>x</b>", "&amp; &#65; &lt;", "<![CDATA[x]]>", "<?xml version='1.0'?>", "{{ 7 * 7 }}", "{% raw %}",
     "<font color='red'>x</font>", "<img src='file:///etc/passwd'/>", "<a href='javascript:x'>", "%s %d", "\\u0041",
     "(a) \\(b", ") Tj ET Q", "${x}", "`id`"],
)  # fmt: skip
def test_what_looks_like_code_is_printed(text: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "name: {pt: Espada, en: Sword}", "name: '" + text.replace("'", "''") + "'")
    shop.edit(CARD, 'size="18pt" min-size="10pt"', 'size="12pt" min-size="3pt"')
    [edition] = shop.build("duel", languages=("en",))
    document = pypdfium2.PdfDocument(edition.files["cards.pdf"])
    words = document[0].get_textpage().get_text_range()
    document.close()
    assert words.count(text) == 4


@pytest.mark.parametrize(("old", "new"), [('version: "0.3"', 'version: "漢"'), ("{pt: Duelo, en: Duel}", '"漢字"')])
def test_a_letter_that_the_slugs_font_lacks_is_refused(old: str, new: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, old, new)
    with pytest.raises(SourceError) as caught:
        shop.build("duel", only=("cards.pdf",))
    assert {problem.code for problem in caught.value.problems} == {"missing-glyph"}


# Network and files ----------------------------------------------------------------------------------------------------


class Watch:
    """What the interpreter does beneath Python's libraries, while it is looked at (PEP 578)."""

    def __init__(self) -> None:
        self.on = False
        self.connected: list[str] = []
        self.written: list[Path] = []
        self.read: list[Path] = []
        sys.addaudithook(self.hook)

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        if event.startswith(
            ("socket.", "urllib.", "http.", "ftplib.", "subprocess.", "os.system", "os.exec", "os.fork")
        ):
            self.connected.append(f"{event} {args!r}")
        elif event == "open" and isinstance(args[0], (str, bytes, os.PathLike)):
            writes = args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
            (self.written if writes else self.read).append(Path(os.fsdecode(args[0])).absolute())
        elif event in ("os.rename", "os.link", "os.symlink"):
            self.written.append(Path(os.fsdecode(args[1])).absolute())
        elif event in ("os.mkdir", "os.remove", "os.rmdir", "os.truncate"):
            self.written.append(Path(os.fsdecode(args[0])).absolute())

    @contextmanager
    def __call__(self) -> Iterator[Watch]:
        self.connected, self.written, self.read, self.on = [], [], [], True
        try:
            yield self
        finally:
            self.on = False


WATCH = Watch()


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **more: Any) -> None:
        raise AssertionError(f"the network was asked for: {args} {more}")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_a_build_writes_into_its_folder_alone(workshop: Make, no_network: None) -> None:
    shop = workshop()
    shop.write("cards/duel/photo.jpg", jpeg())
    place(shop, "photo.jpg")
    with WATCH() as seen:
        shop.build("duel")
    assert seen.connected == []
    assert len(seen.written) >= 6
    outside = [path for path in seen.written if not path.is_relative_to(shop.out) and path.suffix != ".pyc"]
    assert [path for path in outside if "__pycache__" not in path.parts] == []
    assert {path.name for path in shop.out.rglob("*") if path.is_file()} == {
        "cards.pdf", "components.pdf", "manifest.json",
    }  # fmt: skip


def place(shop: Workshop, picture: str) -> None:
    """The sword's picture is this file."""
    shop.edit(WEAPONS, "damage: 40", f"damage: 40\n    picture: '{picture}'")
    shop.edit(CARD, PICTURE, 'href="{{ card.picture }}"')


ADDRESSES = [
    "http://127.0.0.1:9/x.png", "https://example.org/x.svg", "ftp://127.0.0.1/x", "//127.0.0.1/x.png", "file:///etc/passwd",
    "/etc/passwd", "../../../secret.png", "data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,<svg/>",
    "javascript:alert(1)", "\\\\\\\\host\\\\x.png",
]  # fmt: skip
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'
BODIES = {
    "image": "<image width='9' height='9' href='{}'/>",
    "xlink image": "<image width='9' height='9' xlink:href='{}'/>",
    "use": "<use href='{}#a'/>",
    "style": "<style>@import url('{}'); @font-face {{ src: url('{}') }}</style><rect width='9' height='9'/>",
    "fill": "<rect width='9' height='9' style=\"fill:url('{}')\"/>",
    "filter": "<rect width='9' height='9' filter=\"url({})\"/>",
    "script": "<script href='{}'/><rect width='9' height='9'/>",
    "foreign": "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><img src='{}'/></body></foreignObject>",
    "link": "<a href='{}'><rect width='9' height='9'/></a>",
}


def refused(shop: Workshop, codes: set[str]) -> None:
    secret = b"of the house"
    shop.write("../secret.png", secret)
    with WATCH() as seen:
        problems = shop.problems("duel", languages=("en",))
    assert seen.connected == []
    assert not [path for path in seen.read if path.name in ("passwd", "secret.png")]
    assert {problem.code for problem in problems} <= codes, "\n".join(map(str, problems))
    assert not any("of the house" in str(problem) for problem in problems)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_picture_of_the_catalogue_is_no_address(address: str, workshop: Make, no_network: None) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "picture: art:plain-dagger.svg", f'picture: "{address}"')
    refused(shop, {"bad-path"})


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_picture_of_a_layout_is_no_address(address: str, workshop: Make, no_network: None) -> None:
    shop = workshop()
    shop.edit(CARD, PICTURE, f"href='{address}'" if "<" not in address else "href='data:x'")
    refused(shop, {"bad-path"})


@pytest.mark.parametrize("address", ADDRESSES[:7])
@pytest.mark.parametrize("body", sorted(BODIES))
def test_a_drawing_refers_to_nothing_outside(body: str, address: str, workshop: Make, no_network: None) -> None:
    shop = workshop()
    shop.write("cards/duel/evil.svg", SVG.replace("{}", BODIES[body].replace("{}", address)))
    place(shop, "evil.svg")
    with WATCH() as seen:
        ended = outcome(shop)
    assert seen.connected == []
    assert not [path for path in seen.read if path.name in ("passwd", "secret.png")]
    if isinstance(ended, SourceError):
        assert {p.code for p in ended.problems} <= {"svg-external-reference", "svg-unsupported"}, str(ended)
    else:  # what leads elsewhere only when it is clicked may be passed over; nothing of it is in the file
        assert body in ("link",)
        assert all(address.encode() not in data for data in ended[0].files.values())


@pytest.mark.parametrize(
    "head",
    [
        "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
        "<!DOCTYPE svg SYSTEM 'http://127.0.0.1:9/x.dtd'>",
        "<!DOCTYPE svg [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]>",
        "<?xml-stylesheet href='http://127.0.0.1:9/x.css'?>",
    ],
)
def test_a_drawing_declares_nothing(head: str, workshop: Make, no_network: None) -> None:
    shop = workshop()
    shop.write("cards/duel/evil.svg", head + SVG.replace("{}", "<rect width='9' height='9'/>"))
    place(shop, "evil.svg")
    refused(shop, {"svg-doctype", "svg-external-reference"})


@pytest.mark.parametrize("what", ["link", "folder link", "device", "pipe", "folder"])
def test_a_picture_that_is_no_file_of_the_game_is_refused(what: str, workshop: Make) -> None:
    shop = workshop()
    Image.new("RGB", (9, 9)).save(shop.root.parent / "secret.png")
    path = shop.root / "cards/duel/p.png"
    if what == "link":
        path.symlink_to(shop.root.parent / "secret.png")
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    else:
        (shop.root / "cards/duel/out").symlink_to(shop.root.parent)
    place(shop, "out/secret.png" if what == "folder link" else "p.png")
    refused(shop, {"bad-path", "missing-file"})


# What a photo tells of its maker --------------------------------------------------------------------------------------

TOLD = [b"Rua das Flores 17", b"taken at home", b"Maria da Silva", b"xmp:CreatorTool", b"http://ns.adobe.com"]


def jpeg() -> bytes:
    """A photo as a telephone saves it: owner, comment, program, and the place to ten metres."""
    exif = Image.Exif()
    exif[0x013B] = "Maria da Silva"
    exif[0x010E] = "Rua das Flores 17"
    exif.get_ifd(0x8825).update({1: "S", 2: (23.0, 33.0, 1.25), 3: "W", 4: (46.0, 38.0, 2.5), 29: "2031:07:19"})
    out = io.BytesIO()
    image = Image.radial_gradient("L").resize((400, 330)).convert("RGB")
    xmp = b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>xmp:CreatorTool http://ns.adobe.com</x:xmpmeta>"
    image.save(out, "JPEG", exif=exif, comment=b"taken at home", xmp=xmp, quality=90)
    return out.getvalue()


def all_bytes(data: bytes) -> bytes:
    """The file as it is, and every stream of it unpacked."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream)]
        return (
            data
            + b"".join(obj.read_raw_bytes() for obj in streams)
            + b"".join(obj.read_bytes() for obj in streams if obj.get("/Filter") != pikepdf.Name.DCTDecode)
        )


def test_a_photo_keeps_its_pixels_and_nothing_else(workshop: Make) -> None:
    photo = jpeg()
    place_bytes = bytes.fromhex("00000017000000010000002100000001")  # 23 and 33, as Exif writes them
    assert all(told in photo for told in [*TOLD, b"Exif", b"2031:07:19"])
    assert place_bytes in photo or bytes.fromhex("17000000010000002100000001000000") in photo
    shop = workshop()
    shop.write("cards/duel/photo.jpg", photo)
    place(shop, "photo.jpg")
    [edition] = shop.build("duel", languages=("en",))
    for name in ("cards.pdf", "components.pdf"):
        everything = all_bytes(edition.files[name])
        for told in [*TOLD, b"Exif", b"2031:07:19", place_bytes, bytes.fromhex("17000000010000002100000001000000")]:
            assert told not in everything, told
    with pikepdf.open(io.BytesIO(edition.files["cards.pdf"])) as pdf:
        [image] = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Image"]
        seen = pikepdf.PdfImage(image).as_pil_image()
    assert seen.tobytes() == Image.open(io.BytesIO(photo)).convert("RGB").tobytes()


def test_a_png_keeps_its_pixels_and_nothing_else(workshop: Make) -> None:
    info = PngInfo()
    info.add_text("Author", "Maria da Silva")
    info.add_text("Comment", "taken at home", zip=True)
    info.add_itxt("XML:com.adobe.xmp", "xmp:CreatorTool http://ns.adobe.com")
    exif = Image.Exif()
    exif[0x010E] = "Rua das Flores 17"
    out = io.BytesIO()
    Image.radial_gradient("L").resize((400, 330)).save(out, "PNG", pnginfo=info, exif=exif)
    shop = workshop()
    shop.write("cards/duel/photo.png", out.getvalue())
    place(shop, "photo.png")
    [edition] = shop.build("duel", languages=("en",))
    everything = all_bytes(edition.files["cards.pdf"])
    assert not [told for told in TOLD if told in everything]


def test_no_path_of_this_machine_is_in_what_is_given_away(workshop: Make) -> None:
    shop = workshop()
    shop.write("cards/duel/photo.jpg", jpeg())
    place(shop, "photo.jpg")
    for edition in shop.build("duel"):
        for name, data in edition.files.items():
            everything = all_bytes(data) if name.endswith(".pdf") else data
            for folder in (shop.root, Path.home(), Path(tempfile.gettempdir()), SAMPLES.parent.parent):
                assert str(folder).encode() not in everything or len(str(folder)) < 3


# Colours --------------------------------------------------------------------------------------------------------------

COLOURS = [
    "describe(red)", "red", "#FFF", "#12345", "#1234567", "#GGGGGG", "rgb(1,2,3)", "CMYKColor(0,0,0,1)", "Whiter(" * 80,
    "[" * 50, "__import__('os').system('true')", "open('/etc/passwd')", "#\uff11\uff12\uff13\uff14\uff15\uff16",
    "0x102030", "url(#a)",
]  # fmt: skip


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_is_six_digits_and_no_expression(colour: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, '"#C2371B"', '"' + colour + '"')
    assert [p.code for p in shop.problems("duel")] == ["bad-colour"]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("attribute", ["fill", "stroke"])
def test_nor_is_it_one_in_a_layout(attribute: str, colour: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit(CARD, '<line x1="4mm" y1="57mm" x2="59mm" y2="57mm" stroke="{{ theme.ink }}"', '<rect x="4mm" y="57mm" '
              f'width="9mm" height="9mm" {attribute}="{colour}"')  # fmt: skip
    problems = shop.problems("duel", languages=("en",))
    assert {p.code for p in problems} == {"bad-attribute"}
    assert all(f"{attribute} of <rect>" in p.message for p in problems)


@pytest.mark.parametrize("element", ["text", "image"])
def test_text_and_pictures_are_no_less_strict(element: str, workshop: Make) -> None:
    shop = workshop()
    if element == "text":
        shop.edit(CARD, 'fill="{{ theme.ink }}">{{ card.text }}', 'fill="describe(red)">{{ card.text }}')
    else:
        shop.edit(CARD, PICTURE, 'href="{{ card.picture }}" fill="describe(red)"')
    assert {p.code for p in shop.problems("duel", languages=("en",))} == {"bad-attribute"}


# Limits, just below and just above ------------------------------------------------------------------------------------


def loaded(shop: Workshop) -> list[str]:
    """The codes of what the catalogue complains of."""
    try:
        steps.catalogues(steps.Project(root=shop.root), ("duel",))
    except SourceError as error:
        return [problem.code for problem in error.problems]
    return []


@pytest.mark.parametrize(
    ("copies", "codes"), [("0", []), ("999", []), ("1000", ["out-of-range"]), ("-1", ["out-of-range"])]
)
def test_copies(copies: str, codes: list[str], workshop: Make) -> None:
    assert limits.COPIES == 999
    shop = workshop()
    shop.edit(WEAPONS, "copies: 4", f"copies: {copies}")
    assert loaded(shop) == codes


def test_999_copies_lie_on_paper(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "copies: 4", "copies: 999")
    [edition] = shop.build("duel", languages=("en",), only=("cards.pdf",))
    with pikepdf.open(io.BytesIO(edition.files["cards.pdf"])) as pdf:
        assert len(pdf.pages) == 2 * -(-1001 // 9)


@pytest.mark.parametrize(("extra", "codes"), [(0, []), (1, ["too-large"])])
def test_pieces(extra: int, codes: list[str], workshop: Make) -> None:
    assert limits.PIECES == 20_000
    shop = workshop()
    one = "  - {{id: c{n}, name: C, damage: 1, text: C, copies: {copies}}}\n"
    rows = [one.format(n=n, copies=999) for n in range(20)] + [one.format(n=20, copies=20 + extra)]
    shop.write(WEAPONS, "kind: weapon\ncomponents:\n" + "".join(rows))
    assert loaded(shop) == codes


@pytest.mark.parametrize(("length", "codes"), [(20_000, []), (20_001, ["too-large"])])
@pytest.mark.parametrize("field", ["text: markup", "note: text"])
def test_characters_of_a_text(field: str, length: int, codes: list[str], workshop: Make) -> None:
    assert limits.TEXT_CHARACTERS == 20_000
    shop = workshop()
    name = field.split(":")[0]
    if name == "note":
        shop.edit(GAME, "text: markup", "text: markup\n      note: {type: text, required: no}")
        shop.edit(WEAPONS, "damage: 40", "damage: 40\n    note: " + "x" * length)
    else:
        shop.edit(
            WEAPONS,
            'en: "Deals **{{ damage }}**',
            f'en: "{"x" * (length - len(" damage, half of the *Sword* ({{ sword.damage }})."))}',
        )
    assert loaded(shop) == codes


@pytest.mark.parametrize(
    ("length", "codes"),
    [
        ("2000 mm", []),
        ("2000.1 mm", ["bad-length"]),
        ("-2000 mm", []),
        ("-2000.1 mm", ["bad-length"]),
        ("200 cm", []),
        ("201 cm", ["bad-length"]),
        ("78.7 in", []),
        ("78.8 in", ["bad-length"]),
        ("1e3 mm", ["bad-length"]),
        ("nan mm", ["bad-length"]),
        ("inf mm", ["bad-length"]),
        ("١٢ mm", ["bad-length"]),
        ("9999999 mm", ["bad-length"]),
        ("12", ["bad-length"]),
        ("12 px", ["bad-length"]),
    ],
)
def test_lengths(length: str, codes: list[str], workshop: Make) -> None:
    assert limits.LENGTH_MM == 2_000
    shop = workshop()
    shop.edit(GAME, "text: markup", "text: markup\n      reach: {type: length, required: no}")
    shop.edit(WEAPONS, "damage: 40", f"damage: 40\n    reach: {length}")
    assert loaded(shop) == codes


@pytest.mark.parametrize(("ident", "codes"), [("a" * 80, []), ("a" * 81, ["bad-id"])])
def test_letters_of_an_id(ident: str, codes: list[str], workshop: Make) -> None:
    assert limits.ID_CHARACTERS == 80
    shop = workshop()
    shop.edit(WEAPONS, "id: dagger", f"id: {ident}")
    assert loaded(shop) == codes


@pytest.mark.parametrize(("number", "codes"), [("999999999", []), ("-999999999", []), ("1000000001", ["wrong-type"])])
def test_numbers(number: str, codes: list[str], workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "damage: 40", f"damage: {number}")
    assert loaded(shop) == codes


@pytest.mark.parametrize(("rounds", "codes"), [(1_000, set()), (1_001, {"template-limit"})])
def test_rounds_of_a_loop(rounds: int, codes: set[str], workshop: Make) -> None:
    assert limits.RANGE_ITEMS == 1_000
    shop = workshop()
    shop.write("templates/duel/back.xml.j2", f"<face>{{% for i in range({rounds}) %}}{{% endfor %}}</face>")
    ended = outcome(shop)
    assert (set() if isinstance(ended, list) else {problem.code for problem in ended.problems}) == codes


@pytest.mark.parametrize(("spaces", "codes"), [(255, set()), (256, {"too-large"})])
def test_characters_of_a_face(spaces: int, codes: set[str], workshop: Make) -> None:
    assert limits.FACE_CHARACTERS == 256_000
    shop = workshop()
    text = "<face>{% for i in range(1000) %}" + " " * spaces + "{% endfor %}</face>"
    shop.write("templates/duel/back.xml.j2", text)
    ended = outcome(shop)
    assert (set() if isinstance(ended, list) else {problem.code for problem in ended.problems}) == codes


@pytest.mark.parametrize(("deep", "codes"), [(63, set()), (64, {"too-deep"})])
def test_levels_of_a_layout(deep: int, codes: set[str], workshop: Make) -> None:
    assert limits.XML_DEPTH == 64
    shop = workshop()
    rect = "<rect x='1mm' y='1mm' width='1mm' height='1mm' fill='#000000'/>"
    inner = deep - 1  # the face and the rectangle are levels themselves
    shop.write("templates/duel/back.xml.j2", f"<face>{'<group>' * inner}{rect}{'</group>' * inner}</face>")
    ended = outcome(shop)
    assert (set() if isinstance(ended, list) else {problem.code for problem in ended.problems}) == codes
