"""Number words: text2num for the western languages, number-parser for Russian, own tables for what they lack."""

from __future__ import annotations

from functools import lru_cache

from generator.rules.reading.language import Language, tables

_LONGEST = 6  # words of one number
_LETTERS = 30


def number_at(words: list[str], lang: Language) -> tuple[int, int]:
    """(value, how many words) of the number that a row of lower-case words begins with; (0, 0) if none does."""
    own = _own(words, lang)
    if own[1] > 1:
        return own
    if not words or (not own[1] and not is_number(words[0], lang.code)):
        return (0, 0)
    end = 1
    while end < min(len(words), _LONGEST):
        here = words[end]
        if is_number(here, lang.code):
            end += 1
        elif here in lang.join and end + 1 < len(words) and is_number(words[end + 1], lang.code):
            end += 2
        else:
            break
    for stop in range(end, 0, -1):
        value = _value(" ".join(words[:stop]), lang.code)
        if value is None or value < 0:
            continue
        more = _own(words[stop:], lang)
        if more[1] and more[0] > 2 and value < 100 and more[0] in (10, 12, 100):
            return value * more[0], stop + more[1]  # two dozen, две дюжины
        if more[1] and more[0] == 2 and not is_number(words[stop], lang.code):
            return value * 2, stop + more[1]  # three pairs of
        return value, stop
    return own


def _own(words: list[str], lang: Language) -> tuple[int, int]:
    for length in range(min(3, len(words)), 0, -1):
        value = lang.numbers.get(tuple(words[:length]))
        if value is not None:
            return value, length
    return (0, 0)


@lru_cache(maxsize=20_000)
def is_number(word: str, code: str) -> bool:
    """Whether a single word is a cardinal."""
    return _value(word, code) is not None


@lru_cache(maxsize=20_000)
def _value(text: str, code: str) -> int | None:
    if len(text) > _LETTERS * _LONGEST or not any(char.isalpha() for char in text):
        return None
    own = tables(code).numbers.get(tuple(text.split()))
    if own is not None:
        return own or None
    if code == "pl":
        return _sum(text, code)
    try:
        if code == "ru":
            from number_parser import parse_number

            found = parse_number(text, language="ru")
            return found if isinstance(found, int) else None
        from text_to_num import text2num

        return int(text2num(text, code))
    except (ValueError, ArithmeticError, LookupError):
        return None


def _sum(text: str, code: str) -> int | None:
    """``dwadzieścia jeden``: each word smaller than the one before it."""
    total, last = 0, 1_000
    for word in text.split():
        value = tables(code).numbers.get((word,))
        if not value or value >= last or (total and last < 20):
            return None
        total, last = total + value, value
    return total or None
