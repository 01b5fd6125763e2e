"""Where a line may end: Unicode's line breaking rules (UAX #14, by uniseg), and hyphens (pyphen).

uniseg takes 75 µs a character. Most card texts are words with spaces between them, for which the rules say nothing
more than "at the spaces": those are told apart first, and only the others are asked about, once each.
"""

from __future__ import annotations

import re
from functools import lru_cache

_LETTERS = "A-Za-z\u00c0-\u024f\u0400-\u04ff"
_LIKE_LETTERS = "\u00b7\u00d7\u2022\u2020"  # middle dot, multiplication sign, bullet, dagger: class AL
# Words that no rule parts, and beside whose spaces no rule forbids a break.
_WORD = rf"(?:[({{\[]?[{_LETTERS}0-9\u00ad\u00a0]+(?:-[{_LETTERS}]+)*[.,;:!?]{{0,3}}[)}}\]]?[.,;:]?|[{_LIKE_LETTERS}])"
_SIMPLE = re.compile(rf"{_WORD}(?: {_WORD})*")
_END = re.compile("[ -]")
# A space between such an end and such a beginning is a break whatever stands around it.
_SAFE_SPACE = re.compile(rf"(?<=[{_LETTERS}{_LIKE_LETTERS}0-9.,;:!?)}}\]]) (?=[{_LETTERS}{_LIKE_LETTERS}0-9({{\[])")

HYPHEN_LANGUAGES = {"pt": "pt_BR", "pt-br": "pt_BR", "pt-pt": "pt_PT", "en": "en_US", "en-gb": "en_GB", "ru": "ru_RU"}


def is_plain(text: str) -> bool:
    """Whether a text breaks at its single spaces and nowhere else, whatever its words are parted by."""
    return "\u00ad" not in text and "-" not in text and _SIMPLE.fullmatch(text) is not None


def opportunities(text: str) -> list[int]:
    """Offsets in ``text`` at which a new line may begin, the end not counted. Spaces belong to the line before."""
    if _SIMPLE.fullmatch(text):
        return _spaces(text, 0)
    result: list[int] = []
    begin = 0
    for match in _SAFE_SPACE.finditer(text):
        result += _within(text[begin : match.start()], begin)
        begin = match.end()
        result.append(begin)
    return result + _within(text[begin:], begin)


def _within(part: str, begin: int) -> list[int]:
    """Breaks inside a stretch between safe spaces."""
    if _SIMPLE.fullmatch(part):
        return _spaces(part, begin)
    return [begin + at for at in _asked(part)]


def _spaces(text: str, begin: int) -> list[int]:
    """After each space and each hyphen of plain words."""
    return [begin + match.end() for match in _END.finditer(text)]


@lru_cache(maxsize=20_000)
def _asked(text: str) -> tuple[int, ...]:
    from uniseg.linebreak import line_break_boundaries

    # A soft hyphen is ours to break at, with the hyphen drawn: here it only joins.
    return tuple(at for at in line_break_boundaries(text.replace("\u00ad", "\u2060")) if 0 < at < len(text))


@lru_cache(maxsize=50_000)
def syllables(word: str, language: str) -> tuple[int, ...]:
    """Offsets at which ``word`` may be hyphenated; KeyError where no rules for the language are known."""
    if "\u00ad" in word:
        return tuple(match.end() for match in re.finditer("\u00ad", word))
    if not language:
        return ()
    core = re.search(rf"[{_LETTERS}]{{5,}}", word)
    if core is None:
        return ()
    return tuple(core.start() + at for at in _dictionary(HYPHEN_LANGUAGES[language]).positions(core[0]))


@lru_cache(maxsize=8)
def _dictionary(name: str):  # type: ignore[no-untyped-def]
    import pyphen

    return pyphen.Pyphen(lang=name, left=2, right=3)
