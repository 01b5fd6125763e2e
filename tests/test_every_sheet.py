"""Whatever paper, margin, backs, flip, marks, packing, bleed and printer are asked for together: a card that is missing
or lies in the edge, art on a neighbour, a back behind the wrong half, a line in the margin that is cut off, advice that
does not hold when it is followed.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pypdfium2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.places import Project
from generator.catalogue import load
from generator.geometry import PAPERS, Box, Insets, Size, parse_size
from generator.imposition import (
    OVERLAP_MM,
    Backs,
    Correction,
    Flip,
    Label,
    Margins,
    Marks,
    Piece,
    Sheet,
    SheetSide,
    SheetSpec,
    best_grid,
    cut_plan,
    impose,
    impose_together,
    more_with_less_bleed,
    outlines,
    tile,
    tiling,
)
from generator.imposition.marks import registration
from generator.pdf.write import SLUG_LEAST, SLUG_SIZE, slug_line
from generator.problem import Location, SourceError
from generator.typeset import Font
from tests.conftest import REPOSITORY
from tests.test_printroom import parted

LABEL = Label("50 mm · A game with a name that is long · cards · en · 1.0", "sheet", "front", "back")
HERE = Location("game.yaml")

papers = st.one_of(
    st.sampled_from([Size(*size) for size in PAPERS.values()]),
    st.sampled_from([Size(100, 150), Size(330.2, 482.6), Size(60, 95), Size(90, 90), Size(127, 178)]),
    st.builds(lambda a, b: Size(min(a, b), max(a, b)), st.floats(50, 500), st.floats(50, 500)),
)
corrections = st.one_of(
    st.just(Correction()),
    st.builds(
        Correction,
        st.floats(150 / 160, 150 / 140),
        st.floats(150 / 160, 150 / 140),
        st.floats(-10, 10),
        st.floats(-10, 10),
        st.floats(-3, 3),
    ),
)


@st.composite
def specs(draw: Any) -> SheetSpec:
    marks = draw(st.sampled_from(list(Marks)))
    bleeds = st.floats(0.625, 20) if marks is Marks.CUTTER else st.one_of(st.none(), st.floats(0, 20))
    paper = draw(papers)
    return SheetSpec(
        paper=paper,
        paper_name=str(paper),
        margins=draw(st.one_of(st.just(Margins()), st.builds(Margins, st.floats(0, 30), st.floats(0, 30)))),
        bleed=draw(bleeds),
        flip=draw(st.sampled_from(list(Flip))),
        backs=draw(st.sampled_from(list(Backs))),
        marks=marks,
        pack=draw(st.booleans()),
        correction=draw(corrections),
    )


@st.composite
def pieces(draw: Any) -> list[Piece]:
    sizes = draw(st.lists(st.builds(Size, st.floats(15, 120), st.floats(15, 140)), min_size=1, max_size=3))
    return [
        Piece(
            component=f"c{number}",
            front=f"f{number}",
            back=draw(st.sampled_from([f"b{number}", None])),
            trim=draw(st.sampled_from(sizes)),
            bleed=draw(st.sampled_from([0.0, 2.0, 3.0])),
            corner=0.0,
            copies=draw(st.integers(1, 9)),
            group="",
            deck="draw",
            title="t",
            where=HERE,
        )
        for number in range(draw(st.integers(1, 5)))
    ]


def laid(members: list[Piece], spec: SheetSpec) -> tuple[Sheet, ...]:
    """As the build lays them: SourceError where they do not fit."""
    if spec.pack:
        return impose_together([(members, spec)], LABEL)[0]
    return impose(members, spec, LABEL)


def line(path: Any) -> Box:
    """Around a path of lines."""
    xs, ys = [step[1] for step in path if step[0] != "Z"], [step[2] for step in path if step[0] != "Z"]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def slug_box(side: SheetSide) -> Box:
    """The ruler with its ticks, and all that the text may take."""
    slug = side.slug
    assert slug is not None
    assert slug.room >= 15 - 1e-6, "no room for sheet and side"
    (x, y), long = slug.ruler_at, slug.ruler + 4 + slug.room
    assert math.isclose(math.dist(slug.at, slug.ruler_at), slug.ruler + 4)
    return Box(x, y - 1.6, long, 2.0) if slug.turn == 0 else Box(x - 1.6, y - long, 2.0, long)


def check_side(side: SheetSide, sheet: Sheet, spec: SheetSpec) -> None:
    whole = Box(0, 0, sheet.paper.width, sheet.paper.height)
    margin = spec.margins if sheet.paper.height >= sheet.paper.width else Margins(spec.margins.y, spec.margins.x)
    reached = whole.grown(Insets(-margin.x, -margin.y, -margin.x, -margin.y))
    every = side.placements
    for a in every:
        assert side.correction.around(a.box.grown(a.bleed)).inside(reached, 1e-3), "art in the printer's edge"
        assert not any(a.box.grown(a.bleed).overlaps(b.box, 1e-4) for b in every if a is not b)
        assert a.box.inside(side.trims)
        assert a.box.grown(a.bleed).inside(side.bleeds, 1e-4)
    slug = slug_box(side)
    assert side.correction.around(slug).inside(reached, 0.01), "the line in the margin is cut off"
    assert not any(slug.overlaps(a.box.grown(a.bleed), 1e-4) for a in every), "the line in the margin lies on art"
    trims, bleeds = side.correction.around(side.trims), side.correction.around(side.bleeds)
    assert trims.inside(bleeds)
    assert bleeds.inside(whole, 1e-6)
    for mark in side.marks:
        assert side.correction.around(line(mark.path)).inside(whole, 1e-3), mark


def check_registration(sheet: Sheet) -> None:
    art = [sheet.front.correction.around(a.box.grown(a.bleed)) for a in sheet.front.placements]
    assert sheet.front.fixed == registration(sheet.paper)
    for mark in sheet.front.fixed:
        half = 2.5 if mark.kind == "block" else 0.5
        for start, end in zip(mark.path, mark.path[1:], strict=False):
            stroke = line((start, end))
            aside, above = (0.0, half) if stroke.width > stroke.height else (half, 0.0)
            ink = stroke.grown(Insets(aside, above, aside, above))
            assert not any(ink.overlaps(box) for box in art), "art on a registration mark"
            assert not sheet.front.correction.around(slug_box(sheet.front)).overlaps(ink)


def check_fold(sheet: Sheet) -> None:
    columns = sheet.fold == "columns"
    middle = (sheet.paper.width if columns else sheet.paper.height) / 2
    assert sheet.back is None
    for a in sheet.front.placements:
        box = a.box.grown(a.bleed)
        low, high = (box.x, box.right) if columns else (box.y, box.bottom)
        assert low >= middle + 5 - 1e-6 if a.back else high <= middle - 5 + 1e-6
    slug = slug_box(sheet.front)
    assert (slug.right if columns else slug.bottom) <= middle - 4.9
    [fold] = [mark for mark in sheet.front.marks if mark.kind == "fold"]
    assert {step[1 if columns else 2] for step in fold.path} == {middle}


def check_backs(sheet: Sheet, members: list[Piece], spec: SheetSpec) -> None:
    """Turned over, or folded, each back lies behind its own front."""
    backs = {piece.component: piece.back if spec.backs is not Backs.NONE else None for piece in members}
    upright = sheet.paper.height >= sheet.paper.width
    columns = sheet.fold == "columns" if sheet.fold else upright == (spec.flip is Flip.LONG_EDGE)
    behind = [p for p in (sheet.back or sheet.front).placements if p.back]
    for front in (p for p in sheet.front.placements if not p.back):
        box = front.box
        at = (sheet.paper.width - box.right, box.y) if columns else (box.x, sheet.paper.height - box.bottom)
        found = [p for p in behind if math.dist(p.at, at) < 1e-6 and p.trim == front.trim]
        assert [p.frame for p in found] == [frame for frame in [backs[front.component]] if frame is not None]
        for back in found:
            behind.remove(back)
            assert back.turn == (0 if columns else 180)
    assert not behind


def asked(members: list[tuple[float, float, float, int, bool]], paper: Size, **words: Any) -> Any:
    """A case that once went wrong: width, height, bleed, copies, and whether there is a back."""
    return example(
        [
            Piece(f"c{n}", f"f{n}", f"b{n}" if back else None, Size(w, h), bleed, 0.0, copies, "", "draw", "t", HERE)
            for n, (w, h, bleed, copies, back) in enumerate(members)
        ],
        SheetSpec(paper=paper, paper_name=str(paper), **words),
    )


A4 = Size(*PAPERS["a4"])


@given(pieces(), specs())
# The slug of the back ran over art that reached into the opposite edge of the front, in a grid and packed.
@asked([(15, 15, 3, 2, True)], Size(50, 84))
@asked([(60, 82.6, 3, 1, True), (70, 82.6, 3, 1, True)], Size(100, 190), pack=True, flip=Flip.SHORT_EDGE)
# Pieces without backs had a blank second side in a file of folded sheets.
@asked([(15, 15, 0, 1, True), (15, 16, 0, 1, False)], A4, backs=Backs.FOLD)
# Art of packed pieces lay on the black square of a cutting machine.
@asked([(182, 131.7, 3, 1, False), (180, 131.6, 3, 1, False)], A4, pack=True, marks=Marks.CUTTER, bleed=0.625)
# Fronts that are scaled up grew over registration marks, which are not.
@asked([(59.6, 129, 3, 6, False)], A4, marks=Marks.CUTTER, bleed=1.0, correction=Correction(150 / 140, 150 / 140))
# Crop marks lay beyond the paper.
@asked([(70, 90, 3, 9, True)], A4, margins=Margins(0, 0))
# The slug ran over the fold, and out of the paper.
@asked([(63, 88, 3, 4, True)], A4, backs=Backs.FOLD)
@asked([(63, 88, 3, 4, True)], Size(90, 110))
def test_every_sheet_that_can_be_asked_for(members: list[Piece], spec: SheetSpec) -> None:
    try:
        sheets = laid(members, spec)
    except SourceError:
        with pytest.raises(SourceError, match="does-not-fit"):
            laid(members, spec)
        return
    counted: Counter[str] = Counter()
    for sheet in sheets:
        if spec.backs in (Backs.FOLD, Backs.NONE):
            assert sheet.back is None, "a second side where only one is printed"
        for side in filter(None, (sheet.front, sheet.back)):
            check_side(side, sheet, spec)
        if spec.marks is Marks.CUTTER:
            check_registration(sheet)
        if sheet.fold:
            check_fold(sheet)
        check_backs(sheet, members, spec)
        fronts = [p.box for p in sheet.front.placements if not p.back]
        counted.update(p.component for p in sheet.front.placements if not p.back)
        plan = cut_plan(sheet)
        cut = parted(fronts, sheet.paper, plan)
        assert plan
        for box in fronts:
            assert any(max(abs(a - b) for a, b in zip(box, piece, strict=True)) < 0.02 for piece in cut)
    assert counted == {piece.component: piece.copies for piece in members}


@given(st.builds(Size, st.floats(100, 1500), st.floats(100, 1500)), st.sampled_from([0.0, 3.0]), specs())
@example(Size(370, 258), 3.0, steps.sheet_spec("a4", None, "long", marks="cutter"))
@example(Size(530, 372), 3.0, steps.sheet_spec("a4", None, "long"))
def test_every_part_of_a_board(trim: Size, bleed: float, spec: SheetSpec) -> None:
    piece = Piece("b", "f", None, trim, bleed, 0.0, 1, "", "draw", "Board", HERE)
    try:
        sheets = tile(piece, spec, LABEL)
    except SourceError:
        assert tiling(trim, spec) is None
        return
    plan = tiling(trim, spec)
    assert plan is not None
    kept = 0.0
    for part, sheet in zip(plan.tiles, sheets, strict=True):
        side, [placed] = sheet.front, sheet.front.placements
        whole = Box(0, 0, sheet.paper.width, sheet.paper.height)
        margin = spec.margins if sheet.paper.height >= sheet.paper.width else Margins(spec.margins.y, spec.margins.x)
        reached = whole.grown(Insets(-margin.x, -margin.y, -margin.x, -margin.y))
        art, slug = placed.box.grown(placed.bleed), slug_box(side)
        assert side.correction.around(art).inside(reached, 1e-3)
        assert side.correction.around(slug).inside(reached, 0.01)
        assert not slug.overlaps(art)
        assert side.trims.inside(side.bleeds)
        assert side.correction.around(side.bleeds).inside(whole)
        assert bool(side.fixed) == (spec.marks is Marks.CUTTER)
        if side.fixed:
            check_registration(sheet)
        # What is cut out: this part without what its neighbours above and to the left lay over it.
        [(cut, _)] = outlines(sheet)
        at = cut._replace(x=cut.x - placed.at[0], y=cut.y - placed.at[1])
        left = 0.0 if part.column == 0 else plan.joins_x[part.column - 1]
        top = 0.0 if part.row == 0 else plan.joins_y[part.row - 1]
        wanted = Box(left, top, part.box.right - left, part.box.bottom - top)
        assert max(abs(a - b) for a, b in zip(at, wanted, strict=True)) < 1e-6
        [piece_cut] = [box for box in parted([cut], sheet.paper, cut_plan(sheet)) if box.inside(cut, 0.02)]
        assert cut.inside(piece_cut, 0.02)
        tab_x = 0.0 if part.column == plan.columns - 1 else OVERLAP_MM / 2
        tab_y = 0.0 if part.row == plan.rows - 1 else OVERLAP_MM / 2
        kept += (cut.width - tab_x) * (cut.height - tab_y)
    assert math.isclose(kept, trim.width * trim.height, rel_tol=1e-9)


# Advice ---------------------------------------------------------------------------------------------------------------


def holds(trim: Size, spec: SheetSpec, fold: bool) -> int:
    try:
        return best_grid(trim, spec, HERE, fold=fold).slots
    except SourceError:
        return 0


@given(st.builds(Size, st.floats(15, 250), st.floats(15, 350)), specs())
def test_advice_holds_when_it_is_followed(trim: Size, spec: SheetSpec) -> None:
    fold = spec.backs is Backs.FOLD
    slots = holds(trim, spec, fold)
    if slots:
        hint = "; ".join(more_with_less_bleed(trim, spec, slots, fold=fold))
    else:
        with pytest.raises(SourceError) as caught:
            best_grid(trim, spec, HERE, fold=fold)
        hint = caught.value.problems[0].hint
        assert hint
    grids = re.findall(r"(\d+) × (\d+) \w+ fits (?:with bleed ≤ ([\d.]+) mm|without bleed)", hint)
    for columns, rows, bleed in grids:
        assert int(columns) * int(rows) > slots
        assert not slots or float(bleed) >= 0.5, "a bleed that forgives no cut"
        assert holds(trim, replace(spec, bleed=float(bleed or 0)), fold) >= int(columns) * int(rows)
    if grids or slots:
        return
    named = re.match(r"([a-z0-9, ]+) holds? it", hint)
    for name in named[1].split(", ") if named else ():
        assert holds(trim, replace(spec, paper=Size(*PAPERS[name])), fold), name
    if hint == "no paper is as large as that":
        assert not holds(trim, replace(spec, paper=Size(2000, 2000)), fold)
        return
    least = re.search(r"(?:at least|measures) (.*? mm)", hint)
    assert least
    assert holds(trim, replace(spec, paper=parse_size(least[1], {})), fold)


@pytest.mark.parametrize("paper", ["pa4", "letter", "73x101mm"])
def test_a_bleed_that_is_offered_leaves_room_for_the_line_in_the_margin(paper: str) -> None:
    spec = steps.sheet_spec(paper, 3.0, "long")
    slots = holds(Size(63, 88), spec, False)
    offers = more_with_less_bleed(Size(63, 88), spec, slots)
    for columns, rows, bleed in re.findall(r"(\d) × (\d) \w+ fits with bleed ≤ ([\d.]+) mm", "; ".join(offers)):
        assert holds(Size(63, 88), replace(spec, bleed=float(bleed)), False) == int(columns) * int(rows)
    if paper != "73x101mm":
        assert offers
    else:
        with pytest.raises(SourceError) as caught:
            best_grid(Size(63, 88), spec, HERE)
        assert "×" not in (caught.value.problems[0].hint or "").split(";")[0], "no bleed helps here"


# The line in the margin, as it is written -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house() -> Font:
    project = Project(root=REPOSITORY)
    folder = project.game("letal")
    shelves = project.shelves(folder)
    return Fonts().house("regular", load(folder, shelves), shelves)


@given(
    st.text("abcdefghijklmnopqrstuvwxyzÁÇШЖ ·'-", min_size=1, max_size=120).map(str.strip).filter(bool),
    st.floats(20, 300),
    st.integers(1, 20_000),
)
def test_the_slug_ends_where_its_room_ends(house: Font, title: str, room: float, sheet: int) -> None:
    words = f"50 mm · {title} · cards · en · 1.0 · sheet {sheet}/20000 · front"
    text, size = slug_line(house, words, room)
    assert house.width(text) * size / 1000 * 25.4 / 72 <= room + 1e-6
    assert text.startswith("50 mm · ")
    assert text.endswith(f"sheet {sheet}/20000 · front")
    assert 0 < size <= SLUG_SIZE
    if house.width(words) * SLUG_LEAST / 1000 * 25.4 / 72 <= room:
        assert text == words


@pytest.mark.parametrize(
    ("game", "language", "sheet"),
    [
        ("letal", "pt", {"paper": "100x150mm"}),
        ("letal", "en", {"paper": "79x98mm"}),
        ("counter-strike", "pt", {"backs": "fold"}),
        ("counter-strike", "en", {"paper": "100x150mm", "backs": "separate"}),
        ("cyberlight", "ru", {"paper": "98x157mm", "backs": "fold"}),
    ],
)
def test_the_written_line_is_on_the_paper_to_its_last_letter(
    game: str, language: str, sheet: dict[str, str], workshop: Any
) -> None:
    shop = workshop(game)
    words = {"pt": ("folha", "frente", "verso"), "en": ("sheet", "front", "back"), "ru": ("лист", "лицо", "оборот")}
    spec = steps.sheet_spec(sheet.get("paper", "a4"), None, "long", backs=sheet.get("backs", "duplex"))
    [edition] = shop.build(game, languages=(language,), spec=spec, only=("cards.pdf",))
    for name, data in edition.files.items():
        if not name.endswith(".pdf"):
            continue
        document = pypdfium2.PdfDocument(data)
        for index in (0, len(document) - 1):
            page = document[index]
            text = page.get_textpage()
            start = text.get_text_range().index("50 mm ·")
            written = text.get_text_range()[start:].splitlines()[0]
            assert re.search(rf"{words[language][0]} \d+/\d+( · ({'|'.join(words[language][1:])}))?$", written), written
            limit = page.get_width() / 2 if sheet.get("backs") == "fold" else page.get_width()
            for char in range(start, start + len(written)):
                left, bottom, right, top = text.get_charbox(char)
                assert left >= 4.9 * 72 / 25.4 or right - left == 0
                assert right <= limit - 4.9 * 72 / 25.4
                assert 4.9 * 72 / 25.4 <= bottom <= top <= page.get_height() - 4.9 * 72 / 25.4 or top == bottom
        document.close()
