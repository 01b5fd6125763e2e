"""A rulebook that lost a sentence, sends its reader to the wrong page, prints a box for a letter, or fetches something:
read back from the written file. And a text that cannot be printed as it is written says so, at its line."""

from __future__ import annotations

import io
import re
import socket
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2 as pdfium
import pytest

from generator import build as steps
from generator.build.fonts import Fonts
from generator.geometry import PAPERS, Size, rectangle
from generator.intake import Opened
from generator.layout import Frame, Shape, Stock
from generator.layout.frame import digest_of
from generator.listing import Entry, Section
from generator.problem import Location, Problem, SourceError
from generator.rulebook import Book, words_for, write_rulebook
from generator.rulebook.booklet import order
from generator.rulebook.fill import even, take
from generator.rulebook.look import colours_of, contrast
from generator.typeset import Family
from tests.conftest import REPOSITORY

TEXTS = sorted(path.relative_to(REPOSITORY).as_posix() for path in REPOSITORY.glob("cards/*/rules.*.md"))
QUICK = ("resumo", "quick reference", "памятка")
A4 = Size(*PAPERS["a4"])


@pytest.fixture(autouse=True)
def at_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


@lru_cache
def shelf_of(game: str, language: str) -> tuple[Any, Stock, Family]:
    project = steps.Project(root=REPOSITORY)
    [catalogue] = steps.catalogues(project, [game])
    shelves = project.shelves(catalogue.folder)
    fonts = Fonts()
    house = Family("house", {style: fonts.house(style, catalogue, shelves) for style in ("regular", "bold")})
    return catalogue, Stock(shelves, fonts.families(catalogue, shelves), catalogue.icons, language), house


def drawing(width: float = 63.0, height: float = 88.0, colour: str = "#336699") -> Frame:
    items = (Shape(rectangle(0.0, 0.0, width, height), colour),)
    size = Size(width, height)
    return Frame(trim=size, bleed=0.0, corner=3.0, items=items, digest=digest_of(size, 0.0, items))


SECTIONS = (
    Section("Cards", "9", (Entry(drawing(), "Sword", 4, False), Entry(drawing(colour="#AA3322"), "Shield", 5, True))),
    Section("Board", "1", (Entry(drawing(370.0, 258.0, "#EEEEEE"), "Castle", 1, False),)),
)


def book_of(text: str | bytes, language: str = "en", game: str = "letal", **changes: Any) -> Book:
    catalogue, stock, house = shelf_of(game, language if language in ("pt", "ru") else "en")
    data = text.encode("utf-8") if isinstance(text, str) else text
    values: dict[str, Any] = {
        "title": catalogue.title[language], "version": "1.0", "language": language, "creator": "Cartada",
        "text": Opened("rules.md", data), "where": Location("game.yaml"), "stock": stock, "house": house,
        "theme": catalogue.theme, "paper": A4, "words": words_for(language, Location("game.yaml")),
        "sections": SECTIONS, "notes": (("†", "proposed by this edition"),),
    }  # fmt: skip
    return Book(**{**values, **changes})


@lru_cache
def real(path: str, booklet: bool = False) -> bytes:
    language = path.split(".")[-2]
    text = (REPOSITORY / path).read_bytes()
    return write_rulebook(book_of(text, language, Path(path).parent.name, booklet=booklet))


def problems_of(text: str | bytes, **changes: Any) -> tuple[Problem, ...]:
    with pytest.raises(SourceError) as caught:
        write_rulebook(book_of(text, **changes))
    return caught.value.problems


def pages_of(data: bytes) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(data)]


def letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


# What a person reads in the source, in the order in which it is printed: the quick reference comes last.
def read_in_source(text: str) -> Iterator[str]:
    parts = re.split(r"(?m)^(?=## )", text)
    quick = [part for part in parts if re.sub(r"^## (\d+\. )?", "", part.split("\n")[0]).casefold() in QUICK]
    for part in [*(part for part in parts if part not in quick), *quick]:
        part = re.sub(r"\]\(#[^)]*\)|\[\[components\]\]|[\[>*|]", " ", part)
        part = re.sub(r"(?m)^ *[-: ]+ *$|^ *- |^#+ (\d+\.)?", " ", part)
        yield from re.findall(r"[^\W_]+(?:-[^\W_]+)*", part)


# A word as it may stand on paper: a hyphen at a line's end parts it, or was its own; a hyphen elsewhere is its own.
def on_paper(word: str) -> re.Pattern[str]:
    hyphen = "[-\u00ad\ufffe\u0002]\\s+"
    signs = [rf"(?:-|{hyphen})" if sign == "-" else re.escape(sign) for sign in word.casefold()]
    return re.compile(rf"(?:{hyphen})?".join(signs))


@pytest.mark.parametrize("path", TEXTS)
def test_every_word_of_a_text_is_printed_in_its_order(path: str) -> None:
    printed = "\n".join(pages_of(real(path))).casefold().replace("\ufffe", "\ufffe\n")
    at = 0
    for word in read_in_source((REPOSITORY / path).read_text(encoding="utf-8")):
        found = on_paper(word).search(printed, at, at + 2_500)
        assert found, f"{word!r} is not printed after …{printed[max(0, at - 60) : at + 20]}"
        at = found.end()


@pytest.mark.parametrize("path", TEXTS)
def test_fonts_are_embedded_subsets_and_nothing_else_is_named(path: str) -> None:
    with pikepdf.open(io.BytesIO(real(path))) as pdf:
        fonts = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
        assert len(fonts) >= 4
        for font in fonts:
            assert "+" in str(font.BaseFont)
            assert "/FontFile2" in font.FontDescriptor


@pytest.mark.parametrize("path", TEXTS)
def test_references_lead_to_their_heading_and_print_its_page(path: str) -> None:
    data = real(path)
    document = pdfium.PdfDocument(data)
    pages = [letters(text) for text in pages_of(data)]
    stands: dict[str, int] = {}
    for mark in document.get_toc():
        number, _, title = mark.get_title().partition(". ")
        page = mark.get_dest().get_index()
        assert letters(title) in pages[page], f"{title} is not on page {page + 1}"
        stands[number] = page + 1
    assert len(stands) >= 10
    whole = " ".join(pages_of(data)).replace("\r\n", " ").replace("\u00a0", " ")
    references = re.findall(r"(?:section|seção|раздел) (\d+)(?:,| \() ?(?:p|с)\. (\d+)", whole, re.IGNORECASE)
    assert references, "no reference prints a page"
    assert all(stands[number] == int(page) for number, page in references)
    assert_links_are_live(data, len(stands))


def assert_links_are_live(data: bytes, sections: int) -> None:
    with pikepdf.open(io.BytesIO(data)) as pdf:
        known = {str(key) for key in pdf.Root.Dests} if "/Dests" in pdf.Root else set()
        links = [annot for page in pdf.pages for annot in page.get("/Annots", [])]
        assert len(links) > sections  # the list of contents alone has as many
        for link in links:
            destination = link.get("/Dest")
            assert destination is not None
            assert not isinstance(destination, pikepdf.Name) or str(destination) in known


@pytest.mark.parametrize("path", TEXTS)
def test_the_quick_reference_is_the_last_page(path: str) -> None:
    text = (REPOSITORY / path).read_text(encoding="utf-8")
    heading = next((line for line in text.split("\n") if re.sub(r"^## \d+\. ", "", line).casefold() in QUICK), None)
    pages = [letters(page) for page in pages_of(real(path))]
    if heading is not None:
        assert pages[-1].startswith(letters(heading))


def test_the_same_text_gives_the_same_bytes() -> None:
    path = TEXTS[0]
    for booklet in (False, True):
        again = real.__wrapped__(path, booklet)
        assert again == real(path, booklet)


def test_a_file_says_what_it_is_and_is_printed_at_its_size() -> None:
    with pikepdf.open(io.BytesIO(write_rulebook(book_of("# LetalCards: rules\n\nText.\n")))) as pdf:
        assert str(pdf.docinfo["/Title"]) == "LetalCards: rules"
        assert str(pdf.Root.Lang) == "en"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert [round(float(v), 1) for v in pdf.pages[0].mediabox] == [0, 0, 595.3, 841.9]


def test_a_designs_drawing_stands_beside_its_count() -> None:
    data = write_rulebook(book_of("# T\n\n[[components]]\n\nAfter.\n"))
    text = pages_of(data)[0].replace("\u00a0", " ")
    assert "4 × Sword" in text
    assert "5 × Shield†" in text
    assert text.index("Castle") < text.index("After")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        drawn = re.findall(rb"/FormXob\.([0-9a-f]+) Do", pdf.pages[0].Contents.read_bytes())
    assert {name.decode() for name in drawn} == {e.frame.digest for section in SECTIONS for e in section.entries}


# A booklet of n pages, each read back from its half of a sheet: folded, page 1 lies right of the last.
@pytest.mark.parametrize(
    ("count", "sides"),
    [
        (1, [(None, 0), (None, None)]),
        (4, [(3, 0), (1, 2)]),
        (5, [(4, 0), (1, None), (None, 2), (3, None)]),
        (8, [(7, 0), (1, 6), (5, 2), (3, 4)]),
    ],
)
def test_pages_lie_in_signature_order(count: int, sides: list[tuple[int | None, int | None]]) -> None:
    assert order(count) == sides


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_is_read_back_in_signature_order(paper: str) -> None:
    text = "# T\n\n" + "".join(f"## {n}. Part\n\n" + "Some words of it. " * 160 + "\n\n" for n in range(1, 8))
    data = write_rulebook(book_of(text, paper=Size(*PAPERS[paper]), booklet=True))
    document = pdfium.PdfDocument(data)
    halves: list[int | None] = []
    count = 0
    for page in document:
        width, height = page.get_size()
        assert width == pytest.approx(PAPERS[paper][1] * 72 / 25.4, abs=0.1)
        for left, right in ((0, width / 2), (width / 2, width)):
            found = page.get_textpage().get_text_bounded(left, 0, right, height * 0.08)
            numbers = re.search(r"(\d+)\s*/ ?(\d+)", found)
            halves.append(int(numbers[1]) - 1 if numbers else None)
            count = int(numbers[2]) if numbers else count
    assert halves == [half for side in order(count) for half in side]
    assert count > 4
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


HEAD = "# T\n\n"
ERRORS = {
    "encoding": (b"# T\n\nab\n\xff\n", 4),
    "empty": ("\n", 0),
    "unknown-directive": (HEAD + "a\n\n[[cards]]\n", 5),
    "no-components": (HEAD + "[[components]]\n", 3),
    "broken-link": (HEAD + "## 1. A\n\nb\nsee [there](#2-b)\n", 6),
    "rules-html": (HEAD + "a\nb <b>c</b>\n", 4),
    "rules-element": (HEAD + "a\n\n```\nx\n```\n", 5),
    "heading-order": (HEAD + "## A\n\nx\n\n#### B\n", 7),
    "duplicate-number": (HEAD + "## 1. A\n\nx\n\n## 1. B\n", 7),
    "missing-glyph": (HEAD + "a\nb 漢\n", 4),
    "missing-file": (HEAD + "![a map](map.svg)\n", 3),
    "bad-path": (HEAD + "![a map](../map.svg)\n", 3),
    "table-too-wide": (HEAD + "|" + "wordy|" * 22 + "\n|" + "-|" * 22 + "\n|" + "wordy|" * 22 + "\n", 3),
    "too-large": (HEAD + "a\n\n" + "word " * 4_100 + "\n", 5),
    "does-not-fit": (HEAD + "|a|b|\n|-|-|\n|" + "word " * 3_000 + "|1|\n", 3),
}


@pytest.mark.parametrize("code", ERRORS)
def test_each_error_names_its_line(code: str) -> None:
    text, line = ERRORS[code]
    found = problems_of(text, sections=() if code == "no-components" else SECTIONS)
    assert (code, "rules.md", line) in [(p.code, p.where.path, p.where.line) for p in found]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("[[components]] here\n", "unknown-directive", 3),
        ("[[components]]\n\n[[components]]\n", "unknown-directive", 5),
        ("<!-- note -->\n", "rules-html", 3),
        ("    code\n", "rules-element", 3),
        ("say `x`\n", "rules-element", 3),
        ("text ![x](y.png) text\n", "rules-element", 3),
        ("- a\n\n  | b |\n  |---|\n", "rules-element", 5),
        ("| a |\n|---|\n| 1 | 2 |\n", "rules-element", 5),  # Markdown would drop the 2
        ("## A\n\n# B\n", "heading-order", 5),
        ("##### A\n", "heading-order", 3),
    ],
)
def test_what_is_not_printed_is_refused(text: str, code: str, line: int) -> None:
    assert next((p.code, p.where.line) for p in problems_of(HEAD + text)) == (code, line)


def test_all_errors_come_in_one_run_sorted_by_line() -> None:
    found = problems_of("# T\n\n## 1. A\n\n#### B\n\n[x](#no) <i>\n\n## 1. C\n\n漢 [[x]]\n")
    assert [(p.where.line, p.code) for p in found] == [
        (5, "heading-order"), (7, "broken-link"), (7, "rules-html"), (9, "duplicate-number"), (11, "missing-glyph"),
        (11, "unknown-directive"),
    ]  # fmt: skip


def test_near_misses_are_printed_as_they_are_written() -> None:
    text = (
        HEAD
        + "## 1. A\n\n0.1 \\<A, a<b & c > d, \\*x\\*, {{ 9**9 }} {% for %}, a \\[[b]], # c; [x](javascript:alert(1))\n"
        "\n### 1.1 B\n\n#### C\n\nsee [one](#1-a) and section 7; (section 1)\n\n|a|b|\n|-|-|\n|1 \\| 2|3|\n"
    )
    [page] = pages_of(write_rulebook(book_of(text)))
    page = page.replace("\u00a0", " ").replace("\r\n", " ")
    for shown in ("0.1 <A", "a<b & c > d", "*x*", "{{ 9**9 }} {% for %}", "[x](javascript:alert(1))", "1 | 2"):
        assert shown in page
    assert "see one (p. 1) and section 7;" in page
    assert "(section 1, p. 1)" in page


def test_only_addresses_that_may_be_followed_become_links() -> None:
    text = (
        HEAD + '[a](http://x.y/?a=1&b=2"<b>) [b](mailto:a@b.c) [c](ftp://x.y) [d](file:///etc/passwd) [e](other.md)\n'
    )
    with pikepdf.open(io.BytesIO(write_rulebook(book_of(text)))) as pdf:
        links = [str(annot.A.URI) for annot in pdf.pages[0].get("/Annots", [])]
    assert links == ["http://x.y/?a=1&b=2%22%3Cb%3E", "mailto:a@b.c"]


HOSTILE = {
    "quotes": ">" * 20_000,
    "brackets": "[" * 20_000,
    "stars": "*a" * 10_000,
    "emphases": "*a " * 5_000 + "*" * 5_000,
    "columns": "|" + "a|" * 3_000 + "\n|" + "-|" * 3_000,
    "lists": "".join("  " * depth + "- x\n" for depth in range(40)),
    "image": "<img src=http://127.0.0.1:9/x>",
    "picture": "![x](http://127.0.0.1:9/x.png)",
    "script": "[x](javascript:alert(1)) <script>alert(1)</script>",
    "reportlab": '<para><img src="http://127.0.0.1:9/x"/></para> <a href="file:///etc/passwd">x</a> <seq/>',
    "template": "{{ 9**9 }} {% include '/etc/passwd' %} ${7*7}",
    "entities": "&lt;img src=http://127.0.0.1:9/&gt; &#60;b&#62; &amp;lt;",
    "controls": "\x00\x07 \u202e",
    "long": "word " * 3_990,
}


PRINTED = {"template": "{{ 9**9 }}", "entities": "<img src=http://127.0.0.1:9/>"}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markdown_is_refused_or_printed_literally_and_fetches_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for where in ("# T\n\n{}\n", "# T\n\n- {}\n", "{}\n"):
        try:
            data = write_rulebook(book_of(where.replace("{}", HOSTILE[name])))
        except SourceError:
            assert name not in PRINTED
        else:
            assert PRINTED.get(name, "") in "".join(pages_of(data))


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(SourceError) as caught:
        words_for("xx", Location("game.yaml"))
    assert [p.code for p in caught.value.problems] == ["no-house-words"]


@pytest.mark.parametrize(
    ("theme", "accent"),
    [
        ({"ink": "#111111", "red": "#C2371B", "accent": "#1D4F8C"}, "#1D4F8C"),
        ({"paper": "#F4ECDD", "ink": "#111111", "line_a": "#C2371B", "grid": "#447788", "a": "#1F4E79"}, "#1F4E79"),
        ({"ink": "#111111", "pale": "#F0A81C", "deep": "#C2371B"}, "#C2371B"),  # 3:1 on white, or it is no accent
        ({"ink": "#111111", "grey": "#777777"}, "#111111"),
    ],
)
def test_the_accent_is_the_games(theme: dict[str, str], accent: str) -> None:
    colours = colours_of(theme)
    assert colours.accent == accent
    assert contrast(colours.accent_text, "#FFFFFF") >= 4.5
    assert contrast(colours.on_accent, colours.accent) >= 4.5


def test_a_game_without_type_is_set_in_the_house_face() -> None:
    _, stock, _ = shelf_of("letal", "en")
    bare = Stock(stock.shelves, {}, {}, "en")
    data = write_rulebook(book_of("# Дуэль: правила\n\n## 1. Цель\n\n*Жить*.\n", "ru", "cyberlight", stock=bare))
    assert "цельжить" in letters(pages_of(data)[0])


def test_a_picture_stands_with_its_caption() -> None:
    data = write_rulebook(book_of(HEAD + "![A bomb](art:time-bomb.svg)\n"))
    assert "A bomb" in pages_of(data)[0]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert b"Do" in pdf.pages[0].Contents.read_bytes()


class Brick:
    """A flowable of a fixed height."""

    def __init__(self, height: float, keep: bool = False) -> None:
        self.height, self.keep = height, keep

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, self.height

    def split(self, width: float, height: float) -> list[Any]:
        return []

    def getSpaceBefore(self) -> float:
        return 5.0

    def getSpaceAfter(self) -> float:
        return 0.0

    def getKeepWithNext(self) -> bool:
        return self.keep


def test_a_heading_goes_with_what_it_heads() -> None:
    flow = [Brick(40), Brick(10, keep=True), Brick(10, keep=True), Brick(40)]
    column = take(flow, 100, 100)
    assert [height for _, _, height in column.placed] == [40]
    assert column.rest == flow[1:]
    assert not take(flow, 100, 115).rest


def test_the_last_columns_are_even() -> None:
    columns = even([Brick(20) for _ in range(7)], 100, 2, 500)
    assert columns is not None
    assert [len(column.placed) for column in columns] == [4, 3]
    assert even([Brick(20) for _ in range(7)], 100, 2, 80) is None
