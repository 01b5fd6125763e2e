"""The languages: their small words as tags, lemmas, and which of them a text is written in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module

LANGUAGES = ("pt", "en", "ru", "de", "fr", "es", "pl")
_WORD = re.compile(r"[^\W\d_]+")
_LEMMATISED = frozenset(
    ["noun", "generic", "kinds", "never", "wrap", "player", "thing", "attrnoun", "leaf", "material"]
)
_SAMPLE = 40_000  # characters that are looked at to tell the language


@dataclass(frozen=True, slots=True)
class Language:
    """One language's tables. ``phrases``: first word → [(words, tags)], longest first."""

    code: str
    phrases: Mapping[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]]
    prefixes: Mapping[str, tuple[tuple[str, frozenset[str]], ...]]
    lemmas: Mapping[str, frozenset[str]]
    numbers: Mapping[tuple[str, ...], int]
    join: tuple[str, ...]
    articles: frozenset[str]
    stop: frozenset[str]
    headings: tuple[str, ...]
    setups: tuple[str, ...]
    columns: Mapping[str, frozenset[str]]
    head_first: bool  # whether a noun stands before what is said of it (cartas de arma), or after (weapon cards)


def split_words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _table(text: str) -> list[str]:
    return [part.strip().casefold() for part in text.split(",") if part.strip()]


@cache
def tables(iso: str) -> Language:
    """The tables of a language."""
    module = import_module(f"generator.rules.reading.words_{iso}")
    phrases: dict[tuple[str, ...], set[str]] = {}
    prefixes: dict[str, set[str]] = {}
    lemmas: dict[str, set[str]] = {}
    for tag, text in module.WORDS.items():
        if tag in ("heading", "setup", "namecol", "countcol"):
            continue
        for entry in _table(text):
            words = split_words(entry)
            if len(words) == 1 and entry.endswith("*"):
                prefixes.setdefault(entry[:-1], set()).add(tag)
            else:
                phrases.setdefault(words, set()).add(tag)
                if len(words) == 1 and tag in _LEMMATISED:
                    lemmas.setdefault(lemma(entry, iso), set()).add(tag)
                    lemmas.setdefault(entry, set()).add(tag)
    by_first: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for words, tags in phrases.items():
        by_first.setdefault(words[0].rstrip("*")[:3], []).append((words, frozenset(tags)))
    by_prefix: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for prefix, tags in prefixes.items():
        by_prefix.setdefault(prefix[:2], []).append((prefix, frozenset(tags)))
    return Language(
        code=iso,
        phrases={k: tuple(sorted(v, key=lambda e: -len(e[0]))) for k, v in by_first.items()},
        prefixes={k: tuple(v) for k, v in by_prefix.items()},
        lemmas={k: frozenset(v) for k, v in lemmas.items()},
        numbers={split_words(k): v for k, v in module.NUMBERS.items()},
        join=module.JOIN,
        articles=frozenset(module.ARTICLES),
        stop=frozenset(module.STOP.split()),
        headings=tuple(_table(module.WORDS["heading"])),
        setups=tuple(_table(module.WORDS["setup"])),
        columns={c: frozenset(_table(module.WORDS[c])) for c in ("namecol", "countcol", "total")},
        head_first=iso in ("pt", "fr", "es", "ru", "pl"),
    )


@lru_cache(maxsize=20_000)
def lemma(word: str, code: str) -> str:
    """A word's ground form, case-folded. simplemma is loaded at the first call."""
    if len(word) > 40:
        return word
    from simplemma import lemmatize

    found = lemmatize(word.casefold(), lang=code).casefold()
    if code == "de" and found == word.casefold():
        found = lemmatize(word.capitalize(), lang=code).casefold()
    return found


def detect(text: str) -> str:
    """The language that most of a text's small words belong to; English where nothing tells."""
    words = [w.casefold() for w in _WORD.findall(text[:_SAMPLE])]
    if not words:
        return "en"
    if sum(1 for w in words if "а" <= w[0] <= "я" or w[0] == "ё") * 2 > len(words):
        return "ru"
    scores = {code: _score(words, text, code) for code in LANGUAGES if code != "ru"}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] > 0 else "en"


def score(text: str, code: str) -> float:
    """How much of a text is in a language."""
    words = [w.casefold() for w in _WORD.findall(text[:_SAMPLE])]
    if code == "ru":
        return 2.0 * sum(1 for w in words if "а" <= w[0] <= "я")
    return _score(words, text, code)


def _score(words: list[str], text: str, code: str) -> float:
    known = vocabulary(code)
    tables = language_stop(code)
    hits = sum(1.0 for w in words if w in tables) + sum(1.5 for w in words if w in known)
    return hits + sum(0.3 for char in text[:_SAMPLE].casefold() if char in _LETTERS.get(code, ""))


_LETTERS = {"pt": "ãõç", "de": "äöüß", "fr": "èêœçà", "es": "ñ¿¡", "pl": "łąęśćżźń"}


@cache
def language_stop(code: str) -> frozenset[str]:
    return frozenset(import_module(f"generator.rules.reading.words_{code}").STOP.split())


@cache
def vocabulary(code: str) -> frozenset[str]:
    """Words of the tables that tell the language: nouns and headings with their commonest plurals."""
    module = import_module(f"generator.rules.reading.words_{code}")
    words: set[str] = set()
    for tag in ("noun", "rule", "heading", "never", "verb", "color", "total", "split", "each"):
        for entry in _table(module.WORDS[tag]):
            for word in entry.rstrip("*").split():
                words |= {word} if len(word) < 4 else {word, f"{word}s", f"{word}es", f"{word}n", f"{word}en"}
    return frozenset(w for w in words if len(w) > 2)
