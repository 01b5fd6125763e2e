"""Words that the tool itself prints, from ``words.yaml``. A language that is not there is an error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from generator.calibration import Words as CalibrationWords
from generator.catalogue import FORMS
from generator.intake import Shelf
from generator.problem import Location, fail
from generator.source import Findings, Mapping, check_keys, mapping_of, parse, text_of

_SHELF = Shelf("generator/build", (Path(__file__).resolve().parent,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The tool's own words in one language. ``parts``: form → what its file holds."""

    parts: dict[str, str]
    packed: str
    sheet: str
    front: str
    back: str
    components: str
    backs: str
    total: str
    piece: str
    pieces: str
    extra: str
    assumed: str
    art: str
    type: str
    assembly: str
    how_to_glue: str
    changes: str
    take_out: str
    take_nothing: str
    replaced: str
    removed: str
    fewer: str
    low_ink: str
    grey: str
    tuckbox: str
    card_one: str
    card_many: str
    glue: str
    how_to_fold: str
    plain_die: str
    tts_copy: str
    tts_upload: str
    tts_local: str
    tts_spawn: str
    calibration: CalibrationWords


def words_for(language: str, where: Location) -> Words:
    """The words of a language, or of its base (``pt-br`` → ``pt``). SourceError ``no-house-words``."""
    table = all_words()
    known = table.get(language) or table.get(language.partition("-")[0])
    if known is None:
        message = f"the words on sheets and lists are not known in '{language}'"
        raise fail(
            where, "no-house-words", message, f"known: {', '.join(table)}; add a block to generator/build/words.yaml"
        )
    return known


@lru_cache(maxsize=1)
def all_words() -> dict[str, Words]:
    """Every language of ``words.yaml``. SourceError where one lacks a word."""
    findings = Findings()
    root = parse(_SHELF.read("words.yaml", Location("generator/build/words.yaml")))
    names = [field.name for field in fields(Words)]
    plain = [name for name in names if name not in ("parts", "calibration")]
    result: dict[str, Words] = {}
    for language, node in root.entries.items():
        block = mapping_of(node, findings, f"'{language}'")
        if block is None:
            continue
        check_keys(block, names, names, findings, f"'{language}'")
        texts = {name: text_of(block.entries[name], findings, name) for name in plain if name in block.entries}
        parts = _texts(block, "parts", FORMS, findings)
        sheet = _texts(block, "calibration", [field.name for field in fields(CalibrationWords)], findings)
        if not findings.problems:
            result[language] = Words(
                parts=parts,
                calibration=CalibrationWords(**sheet),
                **{name: str(text).strip() for name, text in texts.items()},
            )
    findings.stop()
    return result


def _texts(block: Mapping, key: str, names: Sequence[str], findings: Findings) -> dict[str, str]:
    """The texts of a mapping within a language's block: each of ``names``, and no other."""
    inner = mapping_of(block.entries[key], findings, f"'{key}'") if key in block.entries else None
    if inner is None:
        return {}
    check_keys(inner, names, names, findings, f"'{key}'")
    return {name: (text_of(node, findings, name) or "").strip() for name, node in inner.entries.items()}
