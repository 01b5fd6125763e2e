"""A segment's text → tokens with their places: words with what the language knows of them, numbers, brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from generator.rules.reading.language import Language, lemma
from generator.rules.reading.numbers import number_at

_NUMBER_LIMIT = 100_000  # no box holds more of anything
_DEPTH = 20
_UNIT = r"(?:mm|cm|мм|см|dm|дм|inch(?:es)?|\"|″|”|мл|ml|kg|g|кг|г|m|м)(?![^\W\d_])"
_SIZE = re.compile(
    rf"\d{{1,4}}(?:[.,]\d{{1,3}})?\s*(?:{_UNIT}\s*)?(?:[x×хXХ*]\s*\d{{1,4}}(?:[.,]\d{{1,3}})?\s*(?:{_UNIT}\s*)?){{0,2}}{_UNIT}\.?"
    rf"|\d{{1,4}}[.,]\d{{1,3}}\s*[x×хXХ]\s*\d{{1,4}}[.,]\d{{1,3}}(?:\s*[x×хXХ]\s*\d{{1,4}}[.,]\d{{1,3}})?"
)
_MONEY = re.compile(r"(?:R\$|US\$|[$€£¥₽])\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:[$€£¥₽%])")
_FRACTION = re.compile(r"\d{1,3}/\d{1,3}|[½¼¾⅓⅔]")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?![\d.,]\d)")
_DECIMAL = re.compile(r"\d{1,6}[.,]\d{1,6}")
_RANGE = re.compile(r"(\d{1,4})\s?[-–—]\s?(\d{1,4})(?![\w])")
_ORDINAL = re.compile(
    r"\d{1,3}(?:st|nd|rd|th|[ºª]|\.?[oa](?=\s)|-?(?:й|го|е|я|ая|ое|ый|ого|м|ом|er|e|re|ème|ª|º))(?![^\W\d_])"
)
_NUMBERED = re.compile(r"(?:#|№|nº|n°|nr\.?|no\.)\s?\d{1,4}", re.IGNORECASE)
_CODE = re.compile(r"[^\W\d_]{1,3}-?\d{1,3}[^\W\d_]?(?![\w])|\d{1,3}[A-ZА-Я]{1,4}\d?(?![\w])|\d[DdДд](?![\w])")
_COMPOUND = re.compile(r"\d{1,4}[-‐‑][^\W\d_]{2,}(?:[-‐‑][^\W\d_]+)*")
_TIMES_BEFORE = re.compile(r"[xX×хХ]\s?(?=\d)")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+(?:['’‘][^\W\d_]+)*(?:[-‐‑][^\W\d_]+)*-?(?:\+\+?)?")
_DAMAGED = re.compile(
    r"\d{1,4}[ÃÂ¤�][^\s\w]?|\d{0,3}[lOoIОо]\d{1,3}(?![\w])|\d{1,3}[lOI](?![\w])|\d{0,3}\?{1,3}\d{0,3}"
)
_QUOTES = {"«": "»", "“": "”", "„": "“", '"': '"', "‹": "›", "”": "”"}
_OPEN, _CLOSE = "([{", ")]}"


@dataclass(slots=True, eq=False)
class Token:
    """A piece of text: kind ``word``, ``num``, ``range``, ``skip`` (size, money …), ``mark`` or ``group`` (a bracket).

    ``value`` is a number's; ``tags`` what the tables say of a word; ``inner`` a bracket's or a quotation's tokens.
    """

    kind: str
    text: str
    start: int
    end: int
    tags: frozenset[str] = frozenset()
    value: int = 0
    high: int = 0
    base: str = ""
    spelled: bool = False
    article: bool = False
    plus: bool = False
    inner: list[Token] = field(default_factory=list)
    span: int = 1  # how many words a phrase of the tables took

    @property
    def low(self) -> str:
        return self.text.casefold()


def tokenize(text: str, lang: Language) -> list[Token]:
    """The tokens of a text, brackets nested."""
    return _nested(_phrased(_numbered(_raw(text), lang), lang))


def _raw(text: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = _lexed(text, at)
        tokens.append(token)
        at = max(token.end, at + 1)
    return tokens


def _lexed(text: str, at: int) -> Token:
    glued = at > 0 and (text[at - 1].isalnum() or text[at - 1] in ".,")
    for pattern, kind in (
        (_DAMAGED, "bad"),
        (_MONEY, "skip"),
        (_SIZE, "skip"),
        (_NUMBERED, "code"),
        (_FRACTION, "code"),
        (_ORDINAL, "code"),
        (_COMPOUND, "code"),
        (_CODE, "code"),
    ):
        match = pattern.match(text, at)
        if match and kind == "bad" and match[0] == "?" and text[at - 1 : at].isalpha():
            continue  # a question
        if match and match[0].endswith('"') and text[at - 1 : at] == '"':
            continue  # a value in quotation marks, no inches
        if match and not (kind == "code" and _is_times(text, at)):
            return Token(kind, match[0], at, match.end())
    match = _TIMES_BEFORE.match(text, at)
    if match and not (glued and text[at - 1].isalpha()):
        return Token("mark", "×", at, match.end())
    char = text[at]
    if char.isdigit():
        return _digits(text, at)
    match = _WORD.match(text, at)
    if match:
        return Token("word", match[0], at, match.end())
    if char in "×":
        return Token("mark", "×", at, at + 1)
    return Token("mark", char, at, at + 1)


def _is_times(text: str, at: int) -> bool:
    """``x4`` and ``4x`` are copies, no codes."""
    return bool(re.match(r"[xX×хХ]\d|\d{1,4}[xX×хХ](?![^\W\d_])", text[at : at + 6]))


def _digits(text: str, at: int) -> Token:
    match = _THOUSANDS.match(text, at)
    if match:
        value = int(re.sub(r"\D", "", match[0]))
        return Token("num", match[0], at, match.end(), value=value)
    match = _DECIMAL.match(text, at)
    if match:
        return Token("skip", match[0], at, match.end())
    match = _RANGE.match(text, at)
    if match and int(match[2]) > int(match[1]):
        return Token("range", match[0], at, match.end(), value=int(match[1]), high=int(match[2]))
    match = _DIGITS.match(text, at)
    assert match is not None
    end = match.end()
    serial = match[0].startswith("0") and len(match[0]) > 2  # the number of an article
    if serial or len(match[0]) > 6 or int(match[0]) > _NUMBER_LIMIT:
        return Token("skip", match[0][:20], at, end)
    plus = text[end : end + 1] == "+" and not text[end + 1 : end + 2].isalnum()
    times = re.match(r"\s?[xX×хХ*](?![^\W\d_])", text[end : end + 3])
    token = Token("num", match[0], at, end + plus, value=int(match[0]), plus=plus)
    if times and "*" not in times[0]:
        token.tags = frozenset(["times"])
        token.end = end + len(times[0])
    return token


def _numbered(tokens: list[Token], lang: Language) -> list[Token]:
    """The tokens with number words made numbers."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        words: list[str] = []
        if token.kind == "word":
            for later in tokens[at : at + 6]:
                if later.kind != "word":
                    break
                words.append(later.low)
        value, length = number_at(words, lang) if words else (0, 0)
        if length and not _is_name(tokens, at, length, value):
            last = tokens[at + length - 1]
            made = Token("num", " ".join(t.text for t in tokens[at : at + length]), token.start, last.end, value=value)
            made.spelled = True
            if value < 0:  # une vingtaine de: about so many
                made.value, made.tags = -value, frozenset(["around"])
            made.article = length == 1 and words[0] in lang.articles
            if value == 0:
                made.kind, made.tags = "word", frozenset(["several"])
            if result and result[-1].kind == "num" and not result[-1].spelled and tuple(words[:length]) in lang.numbers:
                result[-1].value *= value  # 2 dúzias de, 3 pairs of
                result[-1].end = made.end
            else:
                result.append(made)
            at += length
        else:
            result.append(token)
            at += 1
    return result


def _is_name(tokens: list[Token], at: int, length: int, value: int) -> bool:
    """``par ou ímpar``, ``a`` before a hyphen, a number word that is glued."""
    return length == 1 and value == 2 and at + 1 < len(tokens) and tokens[at + 1].low in ("ou", "or", "или")


def _phrased(tokens: list[Token], lang: Language) -> list[Token]:
    """The words with their tags; a phrase of several words becomes one token."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind not in ("word", "code") or "several" in token.tags:
            result.append(token)
            at += 1
            continue
        if token.kind == "code":
            token.kind = "word"
            token.tags = frozenset(["code"])
            result.append(token)
            at += 1
            continue
        words = []
        for later in tokens[at : at + 6]:
            if later.kind not in ("word", "num"):
                break
            words.append(later.low)
        length, tags = _longest(words, lang)
        base = lemma(token.low, lang.code)
        if length <= 1:
            tags = tags | word_tags(token.low, base, lang)
        if "ruleweak" in tags:
            tags = tags | {"rule"}
        last = tokens[at + max(length, 1) - 1]
        text = token.text if length <= 1 else " ".join(t.text for t in tokens[at : at + length])
        if length > 1:
            base = lemma(words[0] if lang.head_first else words[-1], lang.code)
        made = Token("word", text, token.start, last.end, tags=tags, base=base, span=max(1, length))
        result.append(made)
        at += max(1, length)
    return result


def _longest(words: list[str], lang: Language) -> tuple[int, frozenset[str]]:
    best, tags = 0, frozenset[str]()
    for phrase, found in lang.phrases.get(words[0][:3], ()) if words else ():
        if len(phrase) < max(best, 1) or len(phrase) > len(words):
            continue
        if all(w == p or (p.endswith("*") and w.startswith(p[:-1])) for w, p in zip(words, phrase, strict=False)):
            tags = tags | found if len(phrase) == best else found
            best = len(phrase)
    return best, tags


def word_tags(low: str, base: str, lang: Language) -> frozenset[str]:
    """What the tables say of a single word by its ground form or its beginning."""
    return _word_tags(low, base, lang.code)


@lru_cache(maxsize=20_000)
def _word_tags(low: str, base: str, code: str) -> frozenset[str]:
    from generator.rules.reading.language import tables

    lang = tables(code)
    tags = lang.lemmas.get(base, frozenset()) | lang.lemmas.get(low, frozenset())
    for prefix, found in lang.prefixes.get(low[:2], ()):
        if low.startswith(prefix) and len(low) - len(prefix) <= 4:
            tags |= found
    if "noun" not in tags and "-" in low.strip("-"):
        parts = low.strip("-").split("-")
        for part in (parts[-1], parts[0]) if not lang.head_first else (parts[0], parts[-1]):
            near = lang.lemmas.get(lemma(part, code), frozenset()) & {"noun", "generic"}
            tags |= near
    if code == "de" and not tags & {"noun", "rule", "wrap", "never"}:
        tags |= _compound(low, lang)
    return tags


_COMPOUND_TAGS = ("noun", "generic", "rule", "wrap", "thing")


def _compound(low: str, lang: Language) -> frozenset[str]:
    """A German compound is what its last part is."""
    for start in range(2, len(low) - 2):
        tail = low[start:]
        found = lang.lemmas.get(tail, frozenset()) or (
            lang.lemmas.get(tail[:-1], frozenset()) if tail.endswith("s") else frozenset()
        )
        if not found and len(tail) > 4:
            found = lang.lemmas.get(lemma(tail, lang.code), frozenset())
        if not found:
            found = frozenset(
                t for w, tags in lang.phrases.get(tail[:3], ()) if w == (tail,) for t in tags if t == "rule"
            )
        found = found & frozenset(_COMPOUND_TAGS)
        if found:
            return found
    return frozenset()


def _nested(tokens: Sequence[Token]) -> list[Token]:
    """Brackets and quotations as single tokens that hold theirs."""
    stack: list[tuple[str, Token, list[Token]]] = []
    current: list[Token] = []
    for token in tokens:
        closers = [closer for closer, _, _ in stack] if token.kind == "mark" else []
        if token.text in closers and (token.text in _CLOSE or closers[-1] == token.text):
            while stack[-1][0] != token.text:  # a quotation mark that was never closed
                current = _merged(stack.pop(), current)
            _, opened, outer = stack.pop()
            kind = "group" if token.text in _CLOSE else "quote"
            outer.append(Token(kind, "", opened.start, token.end, inner=current))
            current = outer
        elif token.kind == "mark" and token.text in _OPEN and len(stack) < _DEPTH:
            stack.append((_CLOSE[_OPEN.index(token.text)], token, current))
            current = []
        elif token.kind == "mark" and token.text in _QUOTES and len(stack) < _DEPTH:
            stack.append((_QUOTES[token.text], token, current))
            current = []
        else:
            current.append(token)
    while stack:  # what was never closed is read as if it had not been opened
        current = _merged(stack.pop(), current)
    return current


def _merged(opened: tuple[str, Token, list[Token]], current: list[Token]) -> list[Token]:
    outer = opened[2]
    outer += current
    return outer
