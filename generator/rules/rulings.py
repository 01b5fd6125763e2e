"""``rulings.yaml``: where the author's text contradicts itself or is silent, what was asked and what was decided.

A ruling cites lines of the source, names who found it and how bad it is for a player, and says in which sections of
the rules text it stands. Those that are ``printed`` become the last section of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.catalogue import Catalogue
from generator.intake import Opened
from generator.problem import Location, Problem, did_you_mean
from generator.rules.number_words import lexicon_of
from generator.rules.text import Text
from generator.source import Findings, Node, Scalar, Sequence, check_keys, flag_of, items_of, mapping_of, parse, text_of
from generator.source import Mapping as Keys

NEEDED = ("id", "lines", "found", "grade", "question", "ruling")
KEYS = (*NEEDED, "printed", "rules", "title", "test", "source", "note")
GRADES = ("blocks", "misleads", "slips")
FOUND = (
    "reading", "total", "count", "claim", "dealing", "players", "life-track", "half-turn", "geometry", "table", "dice",
    "spaces", "slots", "numbering", "reference", "example", "term",
)  # fmt: skip
_LINES = re.compile(r"(\d{1,6})(?:\s*[-\u2013]\s*(\d{1,6}))?", re.ASCII)
_SECTION = re.compile(r"\d+(?:\.\d+)*", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """One decision. ``lines``: stretches of the source, first and last line. ``rules``: sections of our own text."""

    id: str
    lines: tuple[tuple[int, int], ...]
    found: str
    grade: str
    question: Mapping[str, str]
    ruling: Mapping[str, str]
    title: Mapping[str, str]
    printed: bool
    rules: tuple[tuple[str, Location], ...]
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """The whole file."""

    path: str
    rulings: tuple[Ruling, ...] = ()


def read_rulings(opened: Opened, catalogue: Catalogue, findings: Findings) -> Rulings:
    """The file's rulings; what cannot be read is a finding and left out. SourceError where it is no YAML."""
    root = parse(opened)
    check_keys(root, ("rulings",), ("rulings",), findings, "a file of rulings")
    result: list[Ruling] = []
    ids: dict[str, Location] = {}
    nodes = items_of(root.entries["rulings"], findings, "'rulings'") if "rulings" in root.entries else ()
    for node in nodes:
        keys = mapping_of(node, findings, "a ruling")
        ruling = _ruling(keys, catalogue.languages, findings) if keys is not None else None
        if ruling is None:
            continue
        if ruling.id in ids:
            message, hint = f"there is a ruling '{ruling.id}' already", f"the first is at {ids[ruling.id]}"
            findings.add(ruling.where, "duplicate-id", message, hint)
        ids.setdefault(ruling.id, ruling.where)
        result.append(ruling)
    return Rulings(path=opened.shown, rulings=tuple(result))


def _ruling(keys: Keys, languages: tuple[str, ...], findings: Findings) -> Ruling | None:
    check_keys(keys, KEYS, NEEDED, findings, "a ruling")
    entries = keys.entries
    if not all(key in entries for key in NEEDED):
        return None
    texts = {
        key: _texts(entries[key], languages, findings, key) for key in ("question", "ruling", "title") if key in entries
    }
    plain = {key: text_of(entries[key], findings, f"'{key}'") for key in ("id", "found", "grade")}
    _known(entries["grade"], GRADES, "grade", findings)
    _known(entries["found"], FOUND, "way to find a hole", findings)
    lines = _lines(entries["lines"], findings)
    if lines is None or any(text is None for text in (*texts.values(), *plain.values())):
        return None
    return Ruling(
        id=plain["id"] or "",
        lines=lines,
        found=plain["found"] or "",
        grade=plain["grade"] or "",
        question=texts["question"] or {},
        ruling=texts["ruling"] or {},
        title=texts.get("title") or {},
        printed="printed" in entries and flag_of(entries["printed"], findings, "'printed'"),
        rules=_sections(entries.get("rules"), findings),
        where=keys.where,
    )


def _known(node: Node, words: tuple[str, ...], what: str, findings: Findings) -> None:
    if isinstance(node, Scalar) and node.text not in words:
        findings.add(node.where, "unknown-value", f"there is no {what} '{node.text}'", did_you_mean(node.text, words))


def _texts(node: Node, languages: tuple[str, ...], findings: Findings, what: str) -> dict[str, str] | None:
    """A text per language; each of the game's must be there."""
    keys = mapping_of(node, findings, f"'{what}'")
    if keys is None:
        return None
    result: dict[str, str] = {}
    for language, child in keys.entries.items():
        if language not in languages:
            hint = did_you_mean(language, languages)
            findings.add(keys.key(language), "unknown-language", f"'{language}' is not a language of this game", hint)
        elif (text := text_of(child, findings, f"'{what}' ({language})")) is not None:
            result[language] = text
    for language in languages:
        if language not in keys.entries:
            message = f"'{what}' has no text in '{language}'"
            findings.add(keys.where, "missing-translation", message, f"add '{language}: …'")
    return result if len(result) == len(languages) else None


def _lines(node: Node, findings: Findings) -> tuple[tuple[int, int], ...] | None:
    """``41``, ``41-43``, or a list of these; ``[]`` where the text is silent."""
    result: list[tuple[int, int]] = []
    for child in node.items if isinstance(node, Sequence) else [node]:
        typed = child.text if isinstance(child, Scalar) else ""
        for part in typed.split(","):
            match = _LINES.fullmatch(part.strip())
            if match is None or int(match[2] or match[1]) < int(match[1]):
                findings.add(child.where, "wrong-type", f"'{typed}' are no lines of the source", "such as 41 or 41-43")
                return None
            result.append((int(match[1]), int(match[2] or match[1])))
    return tuple(result)


def _sections(node: Node | None, findings: Findings) -> tuple[tuple[str, Location], ...]:
    if node is None:
        return ()
    result: list[tuple[str, Location]] = []
    for child in node.items if isinstance(node, Sequence) else [node]:
        typed = child.text if isinstance(child, Scalar) else ""
        for part in typed.split(","):
            if _SECTION.fullmatch(part.strip()):
                result.append((part.strip(), child.where))
            else:
                message = f"'{typed}' is no section of the rules text"
                findings.add(child.where, "wrong-type", message, "its number, such as 4 or 4.2, or a list of them")
    return tuple(result)


def check_rulings(rulings: Rulings, text: Text) -> list[Problem]:
    """``ruling-section``: a ruling names a section that the rules text has not."""
    known = [heading.number for heading in text.headings if heading.number]
    problems = []
    for ruling in rulings.rulings:
        for section, where in ruling.rules:
            if section not in known:
                message = f"ruling '{ruling.id}' names section {section}, which {text.path} has not"
                hint = f"it has {', '.join(known)}"
                problems.append(Problem(where=where, code="ruling-section", message=message, hint=hint))
    return problems


def printed_rulings(rulings: Rulings, language: str) -> tuple[tuple[str, str], ...]:
    """(title, ruling) of each that is printed, in the order of the file; the title may be empty."""
    return tuple(
        (ruling.title.get(language, ""), ruling.ruling[language]) for ruling in rulings.rulings if ruling.printed
    )


def rulings_begin(text: Text, language: str, *, told: bool) -> Location | None:
    """Where the section of rulings begins: the last one of its rank, if its heading says so, or if ``told``."""
    top = [heading for heading in text.headings if heading.level == 2]
    if not top:
        return None
    title = top[-1].title.casefold()
    names = lexicon_of(language).rulings
    return top[-1].where if told or any(name in title for name in names) else None
