"""A field's type decides how its node is read. One function a type; each adds findings and returns None on failure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from generator import limits
from generator.catalogue import markup
from generator.catalogue.model import Aliases, Field, FieldType, Length, Range, Rich, Texts, Value
from generator.geometry import parse_length
from generator.intake import Shelves
from generator.problem import Location, SourceError, did_you_mean
from generator.source import (
    Findings,
    Mapping,
    Node,
    Scalar,
    Sequence,
    check_keys,
    integer_of,
    items_of,
    mapping_of,
    text_of,
)

WORD = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)
_RANGE = re.compile(r"(\d{1,6})(?:\s*[-\u2013]\s*(\d{1,6}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reading:
    """What every reader of a field needs: the game's languages, its shelves and the findings so far."""

    languages: tuple[str, ...]
    shelves: Shelves
    findings: Findings
    seen: dict[tuple[str, str], bool]


def read(field: Field, node: Node, to: Reading) -> Value | None:
    """The value of a field."""
    what = f"'{field.name}'"
    reader = _READERS[field.type]
    if not field.many:
        return reader(node, to, what)
    if not isinstance(node, Sequence):
        to.findings.add(node.where, "wrong-type", f"{what} must be a list", "[a, b] or one '- item' a line")
        return None
    values = [reader(item, to, what) for item in node.items]
    return None if any(value is None for value in values) else tuple(v for v in values if v is not None)


def texts(node: Node, to: Reading, what: str) -> Texts | None:
    """A text per language; a plain text stands in each. Every language must be there."""
    if isinstance(node, Scalar):
        text = _text(node, to, what)
        return None if text is None else dict.fromkeys(to.languages, text)
    if not isinstance(node, Mapping):
        to.findings.add(node.where, "wrong-type", f"{what} must be a text, or one per language")
        return None
    result: dict[str, str] = {}
    for language, child in node.entries.items():
        if language not in to.languages:
            to.findings.add(
                node.key(language),
                "unknown-language",
                f"'{language}' is not a language of this game",
                did_you_mean(language, to.languages),
            )
            continue
        text = _text(child, to, f"{what} ({language})")
        if text is not None:
            result[language] = text
    for language in to.languages:
        if language not in node.entries:
            to.findings.add(
                node.where, "missing-translation", f"{what} has no text in '{language}'", f"add '{language}: …'"
            )
    return result if len(result) == len(to.languages) else None


def aliases(node: Node | None, to: Reading) -> Aliases:
    """Other names per language, ``{pt: [máscara, …]}``; a language may be left out."""
    if node is None:
        return {}
    mapping = mapping_of(node, to.findings, "'aliases'")
    if mapping is None:
        return {}
    check_keys(mapping, to.languages, (), to.findings, "'aliases' (the languages of the game)")
    result: dict[str, tuple[str, ...]] = {}
    for language, child in mapping.entries.items():
        if language not in to.languages:
            continue
        names: list[str] = []
        for item in items_of(child, to.findings, f"'aliases' ({language})"):
            name = _text(item, to, "an alias")
            if name is not None and name in names:
                to.findings.add(item.where, "duplicate-key", f"'{name}' stands here twice")
            elif name is not None:
                names.append(name)
        result[language] = tuple(names)
    return result


def _text(node: Node, to: Reading, what: str) -> str | None:
    text = text_of(node, to.findings, what)
    if text is None:
        return None
    if len(text) > limits.TEXT_CHARACTERS:
        to.findings.add(node.where, "too-large", f"{what} is longer than {limits.TEXT_CHARACTERS} characters")
        return None
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _rich(node: Node, to: Reading, what: str) -> dict[str, Rich] | None:
    plain = texts(node, to, what)
    if plain is None:
        return None
    result: dict[str, Rich] = {}
    parsed: dict[str, Rich] = {}
    for language, text in plain.items():
        if text in parsed:
            result[language] = parsed[text]
            continue
        scalar = node.entries[language] if isinstance(node, Mapping) else node
        try:
            result[language] = parsed[text] = markup.parse(text.strip("\n"))
        except markup.MarkupError as error:
            where = inside(scalar, error.offset)
            to.findings.add(where, "markup", f"in {what} ({language}): {error}", "write \\* for a star that is printed")
            return None
    return result


def inside(node: Node, offset: int) -> Location:
    """The place of the character at ``offset`` in a scalar: exact on one line, the text's beginning otherwise."""
    if not isinstance(node, Scalar) or node.block or "\n" in node.text[:offset]:
        return node.where
    return Location(node.path, node.line, node.column + offset + (0 if node.plain else 1))


def _word(node: Node, to: Reading, what: str) -> str | None:
    text = text_of(node, to.findings, what)
    if text is not None and not WORD.fullmatch(text):
        to.findings.add(node.where, "wrong-type", f"{what} must be a word of a-z, 0-9, - and _, not '{text}'")
        return None
    return text


def _integer(node: Node, to: Reading, what: str) -> int | None:
    return integer_of(node, to.findings, what, -limits.NUMBER_LIMIT, limits.NUMBER_LIMIT)


def _length(node: Node, to: Reading, what: str) -> Length | None:
    mm = length(node, to.findings, what)
    return None if mm is None else Length(mm)


def length(node: Node, findings: Findings, what: str) -> float | None:
    """A length in mm."""
    text = text_of(node, findings, what)
    if text is None:
        return None
    try:
        return parse_length(text)
    except ValueError as error:
        findings.add(node.where, "bad-length", f"{what}: {error}")
        return None


def _image(node: Node, to: Reading, what: str) -> str | None:
    path = text_of(node, to.findings, what)
    if path is None or not picture_there(path, node, to):
        return None
    return path


def picture_there(path: str, node: Node, to: Reading) -> bool:
    """Whether a picture's file is on its shelf; the finding names the place that asked for it."""
    key = ("picture", path)
    if to.seen.get(key):
        return True
    try:
        to.shelves.picture(path, node.where)
    except SourceError as error:
        to.findings.extend(error)
        return False
    to.seen[key] = True
    return True


def _range(node: Node, to: Reading, what: str) -> Range | None:
    text = text_of(node, to.findings, what)
    if text is None:
        return None
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        to.findings.add(node.where, "wrong-type", f"{what} must be a range such as 4-6, not '{text}'")
        return None
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        to.findings.add(node.where, "out-of-range", f"{what} runs backwards: {low} to {high}")
        return None
    return Range(low, high)


_READERS: dict[FieldType, Callable[[Node, Reading, str], Value | None]] = {
    FieldType.TEXT: texts,
    FieldType.MARKUP: _rich,
    FieldType.WORD: _word,
    FieldType.INTEGER: _integer,
    FieldType.LENGTH: _length,
    FieldType.IMAGE: _image,
    FieldType.RANGE: _range,
    FieldType.REF: _word,
}
