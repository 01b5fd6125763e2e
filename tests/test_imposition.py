"""Cards that overlap, hang over the edge, are missing or doubled; a back behind the wrong front; a mark on a card."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geometry import PAPERS, Box, Size
from generator.imposition import (
    Flip,
    Label,
    Piece,
    Sheet,
    SheetSpec,
    best_grid,
    columns_mirror,
    impose,
    largest_bleed,
    lies,
    mirrored,
)
from generator.problem import Location, SourceError

HERE = Location("game.yaml")
LABEL = Label("50 mm · Test", "sheet", "front", "back")


def piece(
    number: int, copies: int, back: bool = True, trim: Size | None = None, group: str = "", bleed: float = 3.0
) -> Piece:
    return Piece(
        component=f"c{number}",
        front=f"f{number}",
        back=f"b{number}" if back else None,
        trim=trim or Size(63, 88),
        bleed=bleed,
        corner=3.0,
        copies=copies,
        group=group,
        deck="draw",
        title="a board",
        where=HERE,
    )


def spec(paper: str = "a4", bleed: float | None = None, flip: Flip = Flip.LONG_EDGE) -> SheetSpec:
    return SheetSpec(paper=Size(*PAPERS[paper]), paper_name=paper, bleed=bleed, flip=flip)


papers = st.sampled_from(sorted(PAPERS))
bleeds = st.one_of(st.none(), st.floats(0, 4))
flips = st.sampled_from(list(Flip))
trims = st.builds(Size, st.floats(18, 95), st.floats(18, 130))
piece_lists = st.lists(
    st.builds(
        piece,
        st.integers(1, 10_000),
        st.integers(0, 11),
        st.booleans(),
        st.sampled_from([Size(63, 88), Size(44, 68), Size(63.5, 88.9)]),
        st.sampled_from(["", "kind life"]),
        st.sampled_from([0.0, 2.0, 3.0]),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda p: p.component,
).filter(lambda pieces: any(p.copies for p in pieces))


def all_sheets(pieces: list[Piece], where: SheetSpec) -> tuple[Sheet, ...]:
    return impose(pieces, where, LABEL)


@given(piece_lists, papers, bleeds, flips)
def test_every_copy_lies_once_inside_the_printable_area(
    pieces: list[Piece], paper: str, bleed: float | None, flip: Flip
) -> None:
    where = spec(paper, bleed, flip)
    counted: Counter[str] = Counter()
    for sheet in all_sheets(pieces, where):
        printable = Box(5, 5, sheet.paper.width - 10, sheet.paper.height - 10)
        boxes = [placement.box for placement in sheet.front.placements]
        counted.update(placement.component for placement in sheet.front.placements)
        assert all(box.inside(printable) for box in boxes)
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert counted == Counter({p.component: p.copies for p in pieces if p.copies})


@given(piece_lists, papers, bleeds, flips)
def test_art_never_enters_a_neighbour(pieces: list[Piece], paper: str, bleed: float | None, flip: Flip) -> None:
    for sheet in all_sheets(pieces, spec(paper, bleed, flip)):
        for side in (sheet.front, sheet.back):
            placements = side.placements if side else ()
            for a in placements:
                assert not any(a is not b and a.box.grown(a.bleed).overlaps(b.box, 1e-4) for b in placements)


@given(piece_lists, papers, bleeds, flips)
def test_each_back_lies_behind_its_own_front(pieces: list[Piece], paper: str, bleed: float | None, flip: Flip) -> None:
    """Turn the sheet over by hand: x or y of every point is mirrored, and the card must be found again."""
    backs = {p.component: p.back for p in pieces}
    for sheet in all_sheets(pieces, spec(paper, bleed, flip)):
        behind = list(sheet.back.placements) if sheet.back else []
        # The sheet turns about its long edge or its short one: about a vertical axis x mirrors, else y does.
        upright = sheet.paper.height >= sheet.paper.width
        about_vertical = upright if flip is Flip.LONG_EDGE else not upright
        for front in sheet.front.placements:
            if about_vertical:
                at = (sheet.paper.width - front.at[0] - front.trim.width, front.at[1])
            else:
                at = (front.at[0], sheet.paper.height - front.at[1] - front.trim.height)
            found = [p for p in behind if math.dist(p.at, at) < 1e-6]
            assert len(found) == (backs[front.component] is not None)
            for back in found:
                behind.remove(back)
                assert back.frame == backs[front.component]
                assert back.turn == (0 if about_vertical else 180)
        assert not behind, "a back without a front"


@given(piece_lists, papers, bleeds)
def test_crop_marks_stay_outside_every_trim_and_stand_at_filled_slots(
    pieces: list[Piece], paper: str, bleed: float | None
) -> None:
    for sheet in all_sheets(pieces, spec(paper, bleed)):
        boxes = [placement.box for placement in sheet.front.placements]
        edges_x = {round(x, 2) for box in boxes for x in (box.x, box.right)}
        edges_y = {round(y, 2) for box in boxes for y in (box.y, box.bottom)}
        crops = [mark for mark in sheet.front.marks if mark.kind == "crop"]
        assert crops
        for mark in crops:
            (_, x1, y1), (_, x2, y2) = mark.path
            line = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))  # type: ignore[call-overload,operator,arg-type]
            assert not any(line.overlaps(box, -1e-9) and line.overlaps(box, 1e-6) for box in boxes)
            inside = [
                b for b in boxes if b.x < line.right and line.x < b.right and b.y < line.bottom and line.y < b.bottom
            ]
            assert not inside
            assert round(line.x, 2) in edges_x if line.width < line.height else round(line.y, 2) in edges_y
        assert not (sheet.back and sheet.back.marks), "cut guides would mark the backs"


@given(papers, trims, bleeds)
def test_a_grid_fits_or_says_what_would(paper: str, trim: Size, bleed: float | None) -> None:
    where = spec(paper, bleed)
    largest = max(largest_bleed(trim, lie.area, 1, 1) for lie in lies(where))
    if largest < (bleed or 0.0):
        with pytest.raises(SourceError, match="does-not-fit"):
            best_grid(trim, where, HERE)
        return
    grid = best_grid(trim, where, HERE)
    right = grid.x + grid.columns * trim.width + (grid.columns - 1) * grid.gutter
    bottom = grid.y + grid.rows * trim.height + (grid.rows - 1) * grid.gutter
    around = (bleed or 0.0) + where.margins.x - 1e-6
    assert grid.x >= around
    assert grid.y >= around
    assert right <= grid.paper.width - around
    assert bottom <= grid.paper.height - around


@pytest.mark.parametrize(
    ("paper", "bleed", "slots", "landscape"),
    [
        ("a4", None, 9, False),
        ("letter", None, 9, False),
        ("pa4", None, 9, False),
        ("a3", None, 18, True),
        ("a4", 3.0, 8, True),
        ("a4", 1.8, 9, False),
    ],
)
def test_the_usual_papers_hold_what_the_trade_says(
    paper: str, bleed: float | None, slots: int, landscape: bool
) -> None:
    grid = best_grid(Size(63, 88), spec(paper, bleed), HERE)
    assert grid.slots == slots
    assert (grid.paper.width > grid.paper.height) == landscape


@pytest.mark.parametrize(
    ("paper", "columns", "rows", "expected"),
    [("a4", 3, 3, 1.83), ("letter", 3, 3, 0.90), ("pa4", 3, 3, 0.967)],  # on pa4 the slug needs its strip
)
def test_the_largest_bleed_is_the_one_that_is_known(paper: str, columns: int, rows: int, expected: float) -> None:
    found = largest_bleed(Size(63, 88), lies(spec(paper))[0].area, columns, rows)
    assert math.isclose(found, expected, abs_tol=0.005)


def test_what_does_not_fit_is_told_with_numbers() -> None:
    with pytest.raises(SourceError) as caught:
        all_sheets([piece(1, 1, trim=Size(195, 280))], spec("a4", 4.0))
    problem = caught.value.problems[0]
    assert "195 × 280 mm with 4 mm bleed does not fit on a4" in problem.message
    assert "1 × 1 portrait fits with bleed ≤ 0.9 mm" in problem.hint


def test_a_short_last_page_is_padded_before_it_is_mirrored() -> None:
    """Ten cards: the tenth lies top left, so its back lies top right."""
    last = all_sheets([piece(n, 1) for n in range(10)], spec())[-1]
    assert [p.at for p in last.front.placements] == [(10.5, 16.5)]
    assert last.back is not None
    assert [p.at for p in last.back.placements] == [(210 - 10.5 - 63, 16.5)]


def test_nine_cards_are_one_sheet_and_no_blank_page_follows() -> None:
    assert len(all_sheets([piece(1, 9, back=False)], spec())) == 1
    assert all_sheets([piece(1, 9, back=False)], spec())[0].back is None


def test_a_deck_that_wants_its_own_sheet_has_it() -> None:
    sheets = all_sheets([piece(1, 3), piece(2, 8, group="kind life"), piece(3, 3)], spec())
    assert [{p.component for p in sheet.front.placements} for sheet in sheets] == [{"c1", "c3"}, {"c2"}]


def test_mirroring_twice_is_nothing() -> None:
    paper, box = Size(210, 297), Box(10, 20, 63, 88)
    for columns in (True, False):
        assert mirrored(mirrored(box, paper, columns), paper, columns) == box
    assert columns_mirror(paper, Flip.LONG_EDGE)
    assert not columns_mirror(paper.turned(), Flip.LONG_EDGE)
