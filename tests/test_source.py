"""YAML that says something else than it seems to: bombs, tags, twice-written keys, numbers that YAML would rewrite."""

from __future__ import annotations

import pytest

from generator import limits
from generator.intake import Opened
from generator.problem import SourceError
from generator.source import Findings, Mapping, Scalar, integer_of, parse


def read(text: str | bytes) -> Mapping:
    return parse(Opened("x.yaml", text.encode() if isinstance(text, str) else text))


def codes(text: str | bytes) -> list[str]:
    with pytest.raises(SourceError) as caught:
        read(text)
    return [problem.code for problem in caught.value.problems]


def texts(mapping: Mapping) -> dict[str, str]:
    return {key: node.text for key, node in mapping.entries.items() if isinstance(node, Scalar)}


def test_values_stay_as_they_were_typed() -> None:
    source = "a: 1:30\nb: 010\nc: 08\nd: no\ne: 1e3\nf: 0x1F\ng: 2001-01-01\nh: ~\ni: 3.0\n"
    assert texts(read(source)) == {
        "a": "1:30", "b": "010", "c": "08", "d": "no", "e": "1e3", "f": "0x1F", "g": "2001-01-01", "h": "~", "i": "3.0",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["010", "4.0", "1e3", "0x1F", "1_000", "٣", "+4", " ", "4x", "-0"])
def test_a_count_is_written_as_people_write_one(text: str) -> None:
    findings = Findings()
    node = read(f"a: '{text}'").entries["a"]
    assert integer_of(node, findings, "'a'", -9, 999) is None or text == "-0"
    assert bool(findings.problems) == (text != "-0")


def test_an_alias_bomb_is_refused_at_once() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{n}: &{n} [*{p}, *{p}]\n" for p, n in zip("abcdefgh", "bcdefghi", strict=True))
    assert set(codes(bomb)) == {"yaml-alias"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: &x [*x]", "yaml-alias"),
        ("a: &x {b: *x}", "yaml-alias"),
        ("<<: {a: 1}", "yaml-alias"),
        ("a: &x 1", "yaml-alias"),
        ("a: &x", "yaml-alias"),
        ("&x a: 1", "yaml-alias"),
        ("&x\na: 1", "yaml-alias"),
        ("a: [1, &x {b: 2}]", "yaml-alias"),
        ("a: &x 1".encode("utf-16"), "yaml-alias"),
        ("a: !!python/object/apply:os.system ['true']", "yaml-tag"),
        ("a: !!int 4", "yaml-tag"),
        ("a: !own {}", "yaml-tag"),
        ("a: 1\na: 2", "duplicate-key"),
        ("? [a]\n: 1", "wrong-type"),
        ("a: 1\n---\nb: 2", "yaml"),
        ("%YAML 9.9\n---\na: 1", "yaml"),
        ("a: \x00", "yaml"),
        ('a: "\\u202eb"', "control-character"),
        ("a: x\u202ey", "control-character"),
        ('a: "\\x1b[2J"', "control-character"),
        ("", "yaml"),
        ("- a", "wrong-type"),
        ("a: [", "yaml"),
        ("\ta: 1", "yaml"),
        ("a: Deal 3 #wounds", "text-cut"),
        ("a: " + "[" * 30 + "]" * 30, "too-deep"),
        ("a: " + "[" * 5000 + "]" * 5000, "yaml"),
    ],
)
def test_what_is_not_read_is_refused_with_its_place(text: str | bytes, code: str) -> None:
    assert code in codes(text)


def test_an_anchor_and_its_alias_are_told_each_where_it_stands() -> None:
    with pytest.raises(SourceError) as caught:
        read("a: R&D\nb: [1, &x two]\nc: *x\n")
    told = [(p.where.line, p.where.column, p.message[-3:], p.hint.split(";")[0]) for p in caught.value.problems]
    assert told == [(2, 8, "&x'", "delete '&x'"), (3, 4, "*x'", "write the value of '&x' again")]
    assert texts(read("a: R&D\nb: '&x'\nc: \"*bold*\"")) == {"a": "R&D", "b": "&x", "c": "*bold*"}


def test_a_text_that_begins_with_an_asterisk_is_helped_along() -> None:
    with pytest.raises(SourceError) as caught:
        read("a: 1\nb: *bold* text")
    [problem] = caught.value.problems
    assert (problem.where.line, problem.code) == (2, "yaml")
    assert "quotes" in problem.hint


@pytest.mark.parametrize("data", [b"a: \xff", "a: ção".encode("latin-1"), b"\xed\xa0\x80: 1"])
def test_bytes_that_are_no_utf8_are_a_problem_of_ours(data: bytes) -> None:
    assert codes(data) == ["yaml"]


def test_a_byte_order_mark_is_no_part_of_the_first_key() -> None:
    assert texts(read(b"\xef\xbb\xbfname: x")) == {"name": "x"}


def test_depth_and_size_are_bounded_just_above_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = limits.YAML_DEPTH - 1
    read("a: " + "[" * deep + "]" * deep)
    assert codes("a: " + "[" * (deep + 1) + "]" * (deep + 1)) == ["too-deep"]
    monkeypatch.setattr(limits, "YAML_NODES", 10)
    read("a: [1, 2, 3, 4, 5, 6, 7, 8]")
    assert codes("a: [1, 2, 3, 4, 5, 6, 7, 8, 9]") == ["too-large"]


def test_every_problem_of_a_file_comes_at_once() -> None:
    with pytest.raises(SourceError) as caught:
        read("a: 1\na: 2\nb: !!int 3\nc: &x 1\nd: *x\n")
    assert [(p.where.line, p.code) for p in caught.value.problems] == [
        (2, "duplicate-key"), (3, "yaml-tag"), (4, "yaml-alias"), (5, "yaml-alias"),
    ]  # fmt: skip
