"""A board whose sheets leave a gap, lie mirrored, or show no tab to glue on."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.geometry import PAPERS, Box, Size
from generator.imposition import OVERLAP_MM, Label, Piece, SheetSpec, tile, tiling
from generator.problem import Location, SourceError

LABEL = Label("50 mm · Test", "sheet", "front", "back")


def spec(paper: str) -> SheetSpec:
    return SheetSpec(paper=Size(*PAPERS[paper]), paper_name=paper)


def board(trim: Size, bleed: float = 3.0) -> Piece:
    return Piece(
        component="board",
        front="f",
        back=None,
        trim=trim,
        bleed=bleed,
        corner=0.0,
        copies=1,
        group="",
        deck="boards",
        title="Board",
        where=Location("boards.yaml", 3, 5),
    )


boards = st.builds(Size, st.floats(150, 1200), st.floats(150, 900))
papers = st.sampled_from(sorted(PAPERS))


@given(boards, papers)
def test_the_tiles_cover_the_board_and_overlap_their_neighbours(trim: Size, paper: str) -> None:
    plan = tiling(trim, spec(paper))
    if plan is None:
        with pytest.raises(SourceError, match="does-not-fit"):
            tile(board(trim), spec(paper), LABEL)
        return
    for axis, count, length in (("x", plan.columns, trim.width), ("y", plan.rows, trim.height)):
        spans = sorted({(t.box.x, t.box.right) if axis == "x" else (t.box.y, t.box.bottom) for t in plan.tiles})
        assert len(spans) == count
        assert math.isclose(spans[0][0], 0, abs_tol=1e-6)
        assert math.isclose(spans[-1][1], length, abs_tol=1e-6)
        for (_, end), (begin, _) in itertools.pairwise(spans):
            assert math.isclose(end - begin, OVERLAP_MM, abs_tol=1e-6)
    assert len({t.label for t in plan.tiles}) == len(plan.tiles) == plan.columns * plan.rows


@given(boards, papers, st.sampled_from([0.0, 3.0]))
def test_each_sheet_shows_its_part_of_the_board_inside_the_printable_area(trim: Size, paper: str, bleed: float) -> None:
    plan = tiling(trim, spec(paper))
    if plan is None:
        return
    for part, sheet in zip(plan.tiles, tile(board(trim, bleed), spec(paper), LABEL), strict=True):
        [placed] = sheet.front.placements
        printable = Box(5, 5, sheet.paper.width - 10, sheet.paper.height - 10)
        shown = placed.box.grown(placed.bleed)
        assert shown.inside(printable)
        # What is seen, in the board's own places, is the tile; at the board's edge also its bleed.
        seen = shown._replace(x=shown.x - placed.at[0], y=shown.y - placed.at[1])
        assert part.box.inside(seen)
        assert seen.inside(part.box.grown(type(placed.bleed).all(bleed)))
        for mark in sheet.front.marks:
            (_, x1, y1), (_, x2, y2) = mark.path
            line = Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))  # type: ignore[call-overload,operator,arg-type]
            touches = (shown.x, line.x, shown.y, line.y), (line.right, shown.right, line.bottom, shown.bottom)
            assert not all(low < high - 1e-6 for low, high in zip(*touches, strict=True))


def test_the_boards_of_the_line_take_two_portrait_sheets_of_a4_and_of_letter() -> None:
    for paper in ("a4", "letter"):
        plan = tiling(Size(370, 258), spec(paper))
        assert plan is not None
        assert (plan.columns, plan.rows, plan.joins_x) == (2, 1, (185.0,))
        assert plan.paper.height > plan.paper.width


def test_a_join_is_cut_on_one_tile_and_glued_on_the_other() -> None:
    left, right = tile(board(Size(370, 258)), spec("a4"), LABEL)
    kinds = {side.tile: {mark.kind for mark in side.front.marks} for side in (left, right)}
    assert kinds == {"A1": {"crop", "glue"}, "A2": {"crop"}}
    assert "A2" in right.front.slug.text
