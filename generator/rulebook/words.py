"""The few words that a rulebook prints by itself, and those by which it knows a section. One row a language."""

from __future__ import annotations

from dataclasses import dataclass

from generator.problem import Location, fail


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """``contents``: the list's heading. ``page``: before a page's number. ``section``: the words that, before a
    number, refer to a section. ``quick``: headings of the quick reference, in small letters."""

    contents: str
    page: str
    section: tuple[str, ...]
    quick: tuple[str, ...]


WORDS = {
    "pt": Words(
        contents="Sumário", page="p.", section=("seção",),
        quick=("resumo", "referência rápida", "resumo rápido", "consulta rápida"),
    ),
    "en": Words(
        contents="Contents", page="p.", section=("section",),
        quick=("quick reference", "summary", "at a glance"),
    ),
    "ru": Words(
        contents="Содержание", page="с.", section=("раздел", "разделе", "раздела", "разделу", "разделом"),
        quick=("памятка", "краткая памятка", "краткий справочник"),
    ),
}  # fmt: skip


def words_for(language: str, where: Location) -> Words:
    """The words of a language, or of its base (``pt-br`` → ``pt``). SourceError ``no-house-words``."""
    known = WORDS.get(language) or WORDS.get(language.partition("-")[0])
    if known is None:
        message = f"the words of a rulebook are not known in '{language}'"
        hint = f"known: {', '.join(WORDS)}; add a row to generator/rulebook/words.py"
        raise fail(where, "no-house-words", message, hint)
    return known
