"""Lines that leave their box, hyphens in the middle of a line, letters drawn as boxes, fonts that print as others."""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from uniseg.linebreak import line_break_boundaries

from generator.intake import Opened
from generator.problem import Location, SourceError
from generator.typeset import Font, Paragraph, Span, block_height, fit, open_font
from generator.typeset.breaks import opportunities, syllables

FONTS = Path(__file__).parent.parent / "fonts"
HERE = Location("game.yaml", 1, 1)


def font(name: str) -> Font:
    return open_font(Opened(name, (FONTS / name).read_bytes()), HERE)


BITTER = font("bitter/Bitter_500Medium.ttf")
BOLD = font("bitter/Bitter_800ExtraBold.ttf")


def lines(text: str, width: float, size: float = 10.0, language: str = "", tracking: float = 0.0) -> list[str]:
    paragraph = Paragraph([Span(text, BITTER)], language, tracking)
    made = paragraph.lines(width, size)
    for line in made:
        if " " in "".join(piece.text for piece in line.pieces).strip():
            assert paragraph.width_of(line, size) <= width + 1e-6
    return ["".join(piece.text for piece in line.pieces) for line in made]


def test_lines_end_at_spaces_and_keep_every_word() -> None:
    text = "Causa dano a quem não puder se defender do ataque."
    made = lines(text, 80)
    assert len(made) > 3
    assert " ".join(made) == text


def test_a_non_breaking_space_joins() -> None:
    assert "R$\u00a010" in "|".join(lines("vale R$\u00a010 reais", 45))
    assert not any(line.endswith("R$") for line in lines("vale R$\u00a010 reais", 45))


def test_a_soft_hyphen_is_drawn_once_and_only_where_it_breaks() -> None:
    word = "Haft\u00adpflicht\u00adversicherung"
    assert lines(word, 500) == ["Haftpflichtversicherung"]
    parted = lines(word, 80)
    assert "".join(parted).replace("-", "") == word.replace("\u00ad", "")
    assert [line.count("-") for line in parted] == [1] * (len(parted) - 1) + [0]


@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("pt", "adversários", "ad-ver-sá-rios"),
        ("en", "reinforcement", None),
        ("ru", "переработанный", "пе-ре-ра-бо-тан-ный"),
    ],
)
def test_hyphens_follow_the_language(language: str, word: str, parts: str | None) -> None:
    cuts = syllables(word, language)
    assert cuts
    if parts is not None:
        assert set(cuts) <= set(itertools.accumulate(map(len, parts.split("-"))))
    assert all(2 <= cut <= len(word) - 3 for cut in cuts)
    assert any(line.endswith("-") for line in lines(word, BITTER.width(word) * 10 / 1000 * 0.7, language=language))
    assert not any(line.endswith("-") for line in lines(word, 20))


@pytest.mark.parametrize("joiner", ["\u2060", "\u200b", "\u200c", "\u200d", "\ufeff"])
def test_what_joins_or_parts_letters_is_never_drawn(joiner: str) -> None:
    assert "".join(lines(f"5{joiner}–{joiner}6 ou mais", 500)) == "5–6 ou mais"


def test_a_word_joiner_keeps_a_range_together() -> None:
    narrow = BITTER.width("de 5–") / 100 + 1
    assert any(line.endswith("5–") for line in lines("de 5–6", narrow))
    assert not any(line.endswith("–") for line in lines("de 5\u2060–\u20606", narrow))


def test_bold_within_a_word_does_not_part_it() -> None:
    paragraph = Paragraph([Span("Causa ", BITTER), Span("60", BOLD), Span(". Depois", BITTER)])
    made = ["".join(piece.text for piece in line.pieces) for line in paragraph.lines(45, 10)]
    assert any("60." in line for line in made)


def test_breaks_of_bold_text_are_those_of_plain_text() -> None:
    plain = Paragraph([Span("um dois três quatro cinco seis", BITTER)])
    mixed = Paragraph([Span("um dois ", BITTER), Span("três", BITTER), Span(" quatro cinco seis", BITTER)])
    said = [["".join(p.text for p in line.pieces).strip() for line in x.lines(60, 10)] for x in (plain, mixed)]
    assert said[0] == said[1]


def test_chinese_breaks_between_characters_and_never_before_a_full_stop() -> None:
    text = "天地玄黄宇宙洪荒。日月盈昃，辰宿列张。"
    cuts = opportunities(text)
    assert len(cuts) > 10
    assert not any(text[cut] in "。，" for cut in cuts)


@given(st.text(alphabet="abçãéЖд 0129.,;:!?()[]{}-\u00a0\u00ad«»“”'\"/%$№—–…·×•†", max_size=40))
def test_the_short_way_to_break_lines_is_the_long_one(text: str) -> None:
    """Plain words are told apart without asking Unicode's rules: the rules must agree."""
    joined = text.replace("\u00ad", "\u2060")
    assert opportunities(text) == [at for at in line_break_boundaries(joined) if 0 < at < len(text)]


@given(
    st.lists(st.text(alphabet="abcdefghijáçõ", min_size=1, max_size=14), min_size=1, max_size=30),
    st.floats(20, 200),
    st.floats(6, 30),
    st.floats(0, 1),
)
def test_no_line_is_wider_than_its_box_unless_a_word_is(
    words: list[str], width: float, size: float, tracking: float
) -> None:
    paragraph = Paragraph([Span(" ".join(words), BITTER)], "", tracking)
    for line in paragraph.lines(width, size):
        text = "".join(piece.text for piece in line.pieces)
        assert paragraph.width_of(line, size) <= width + 1e-3 or " " not in text


def test_text_shrinks_by_quarter_points_and_no_further_than_allowed() -> None:
    paragraph = Paragraph([Span("um texto que é um pouco longo demais para a caixa", BITTER)])
    setting, wide, tall = fit(paragraph, 100, 40, 12, 6, 1.2)
    assert (wide, tall) == (0.0, 0.0)
    assert setting.size * 4 == int(setting.size * 4)
    _, _, over = fit(paragraph, 100, 40, setting.size + 0.25, setting.size + 0.25, 1.2)
    assert over > 0
    assert block_height(paragraph, len(setting.lines), setting.size, 1.2) <= 40


def test_a_short_text_keeps_its_size_beside_a_long_one() -> None:
    assert fit(Paragraph([Span("curto", BITTER)]), 100, 40, 12, 6, 1.2)[0].size == 12


@pytest.mark.parametrize("text", ["açãoéÀÕÜ", "№ « » — – …", "Ёё Ж щ", "\u00ad\u00a0\u2060"])
def test_a_font_draws_what_it_has(text: str) -> None:
    assert BITTER.missing(text) == ""


def test_a_missing_glyph_is_named_once() -> None:
    assert BITTER.missing("a🔥b漢🔥") == "🔥漢"


def _font(glyphs: dict[str, bool], cff: bool = False, variable: bool = False, fs_type: int = 0) -> bytes:
    """A tiny font: character → whether its glyph has an outline."""
    builder = FontBuilder(1000, isTTF=not cff)
    names = [".notdef", *(f"g{ord(char)}" for char in glyphs)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(char): f"g{ord(char)}" for char in glyphs})
    drawn = {f"g{ord(char)}": outline for char, outline in glyphs.items()}
    made = {}
    for name in names:
        pen = T2CharStringPen(500, None) if cff else TTGlyphPen(None)
        if drawn.get(name, True):
            pen.moveTo((0, 0))
            pen.lineTo((400, 0))
            pen.lineTo((400, 700))
            pen.closePath()
        made[name] = pen.getCharString() if cff else pen.glyph()
    if cff:
        builder.setupCFF("Tiny", {}, made, {})
    else:
        builder.setupGlyf(made)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Tiny", "styleName": "Regular", "psName": "Tiny"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, fsType=fs_type, sCapHeight=700)
    builder.setupPost()
    if variable:
        builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    buffer = io.BytesIO()
    builder.save(buffer)
    return buffer.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        open_font(Opened("fonts/tiny.ttf", data), HERE)
    assert caught.value.problems[0].code == "bad-font"
    assert caught.value.problems[0].where == HERE
    return caught.value.problems[0].message


def test_a_glyph_without_outline_counts_as_missing() -> None:
    tiny = open_font(Opened("tiny.ttf", _font({"A": True, "B": False, " ": False})), HERE)
    assert tiny.missing("A B") == "B"


def test_fonts_that_would_print_as_others_are_refused() -> None:
    assert "PostScript (CFF) outlines" in refusal(_font({"A": True}, cff=True))
    assert "variable font" in refusal(_font({"A": True}, variable=True))
    assert "wOFF" not in refusal(b"wOFF" + bytes(40))
    assert "forbids embedding" in refusal(_font({"A": True}, fs_type=2))


@pytest.mark.parametrize("cut", [0, 3, 12, 60, 200, 0.5, 0.9])
def test_a_broken_font_is_a_problem_of_ours(cut: float) -> None:
    data = (FONTS / "bitter/Bitter_500Medium.ttf").read_bytes()
    assert refusal(data[: int(len(data) * cut) if isinstance(cut, float) else cut])


def test_every_font_of_the_repository_can_be_embedded() -> None:
    files = sorted(FONTS.rglob("*.ttf"))
    assert len(files) > 20
    for path in files:
        opened = open_font(Opened(path.name, path.read_bytes()), HERE)
        assert opened.missing("ÁÂÃÀÇÉÊÍÓÔÕÚÜáâãàçéêíóôõúü0123456789") == ""
        assert "fvar" not in TTFont(path)
        assert (path.parent / "OFL.txt").read_text(encoding="utf-8").count("SIL OPEN FONT LICENSE")
