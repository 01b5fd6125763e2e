"""Phrases in a row: split at commas and conjunctions, ``each with``, pairs, names cut by a hyphen."""

from __future__ import annotations

from generator.rules.reading.chunks import Chunks
from generator.rules.reading.language import Language
from generator.rules.reading.marks import is_word
from generator.rules.reading.phrases import Phrase, Words
from generator.rules.reading.tails import apply_each
from generator.rules.reading.tokens import Token

_COMPLETED = (
    "karten",
    "karte",
    "plättchen",
    "steine",
    "stein",
    "marker",
    "würfel",
    "chips",
    "figuren",
    "münzen",
    "scheiben",
    "tafeln",
    "kärtchen",
)


def _behind_and(tokens: list[Token], first: Token, long: bool = False) -> bool:
    """Whether a chunk follows a conjunction; ``long``: one that begins anew (as well as, а также)."""
    at = next((i for i, t in enumerate(tokens) if t is first), 0)
    return at > 0 and is_word(tokens[at - 1], "and") and (not long or tokens[at - 1].span > 1)


class Rows:
    """Reads rows of one segment."""

    def __init__(self, text: str, lang: Language, listed: bool, inner: bool = False) -> None:
        self.text, self.lang, self.listed, self.inner = text, lang, listed, inner
        self.chunks = Chunks(text, lang, listed)
        self.words = Words(text, lang)

    def _row(self, tokens: list[Token], bare: bool = False) -> list[Phrase]:
        """The phrases of a row: ``12 cubes, a board and 3 dice``."""
        pairs = self._pairs(tokens)
        if pairs:
            return pairs
        result: list[Phrase] = []
        each_holder: Phrase | None = None
        pending = False
        ahead: Token | None = None  # "and, for each player, a board": what holds for the rest of the row
        chunks = self._chunks(tokens)
        ended = False  # "each with a, b and c": the list of what each has ends with its conjunction
        for index, chunk in enumerate(chunks):
            joined = bool(chunk) and _behind_and(tokens, chunk[0])
            if each_holder is not None and ((ended and not joined) or _behind_and(tokens, chunk[0], long=True)):
                each_holder = None
            ended = each_holder is not None and joined
            lone = [t for t in chunk if not is_word(t, "prep", "and", "also")]
            if len(lone) == 1 and lone[0].kind in ("per", "eachof") and index + 1 < len(chunks):
                ahead = lone[0]
                continue
            if (
                len(chunk) > 2
                and is_word(chunk[0], "prep", "in")
                and chunk[1].kind == "each"
                and chunk[2].kind in ("num", "each")
                and any(is_word(t, "noun") for t in chunk[3:6])
            ):
                chunk = [
                    Token("eachwith", "", chunk[0].start, chunk[1].end),
                    *(chunk[3:] if chunk[2].kind == "each" else chunk[2:]),
                ]
            if chunk and chunk[0].kind == "eachwith" and result:
                each_holder = result[-1]
                each_holder.eachwith = True
                chunk = chunk[1:]
            elif chunk and is_word(chunk[0], "also") and each_holder is not None and is_word(chunk[0], "and"):
                each_holder = None
            if chunk and all(is_word(t, "total", "verb") for t in chunk) and any(is_word(t, "total") for t in chunk):
                if result and result[-1].counted:
                    result[-1].total = True
                pending = not result
                continue
            for phrase in self.chunks.read(chunk):
                phrase.total = phrase.total or (pending and phrase.counted)
                pending = False
                if ahead is not None:
                    phrase.per_base = ahead.base
                    if ahead.kind == "eachof":
                        phrase.factor *= max(1, ahead.value)
                    else:
                        phrase.per = ahead.inner[0].text if ahead.inner else ahead.base
                self._place(phrase, result, each_holder, bare)
        self._completed(result)
        return result

    def _place(self, phrase: Phrase, result: list[Phrase], holder: Phrase | None, bare: bool) -> None:
        if holder is not None:
            holder.parts.append(phrase)
            return
        last = result[-1] if result else None
        wraps = last is not None and last.wrap and phrase.wrap and phrase.head == last.head and not phrase.noun
        if wraps and phrase.per and len(phrase.name.split()) == 1:
            return  # "4 sets of 13 tiles, one set in each color"
        if last is not None and phrase.nameless and not phrase.rule and not phrase.parts and not phrase.total:
            if apply_each(last, phrase):
                return
            if not phrase.counted and phrase.kinds and last.low is not None:
                last.kinds = last.kinds or phrase.kinds  # cards 1 to 7, red and blue
            if not phrase.counted and not bare:
                return  # "4 boards, blue"
            if phrase.counted and not self.inner and last.counted and not last.nameless:
                if phrase.name:
                    result.append(phrase)
                return
        alone = phrase.counted and (not phrase.name or self._unit(phrase)) and phrase.each is None and not phrase.parts
        if last is not None and alone and not last.counted and len(result) == 1 and last.noun:
            last.count, last.counted, last.bound, last.postfix = phrase.count, True, phrase.bound, True
            return  # "Tokens, 21 pcs."
        if last is not None and last.each == -2 and not phrase.counted:
            phrase.count, phrase.counted, phrase.each = last.count, True, -2
        if not phrase.name and not phrase.counted and not phrase.per and phrase.factor == 1 and phrase.low is None:
            return
        result.append(phrase)

    def _unit(self, phrase: Phrase) -> bool:
        """``21 pcs``: no name."""
        low = phrase.name.casefold()
        return any(words == (low,) and "unit" in tags for words, tags in self.lang.phrases.get(low[:3], ()))

    def _chunks(self, tokens: list[Token]) -> list[list[Token]]:
        """Split at commas, plus signs and those conjunctions that begin a new thing."""
        rows: list[list[Token]] = [[]]
        for at, token in enumerate(tokens):
            plus = token.kind == "mark" and token.text in (",", "+")
            conjunction = is_word(token, "and") and self._begins(rows[-1], tokens[at + 1 :])
            slash = token.kind == "mark" and token.text == "/" and self._slash(tokens, at)
            if (
                plus
                or conjunction
                or slash
                or (
                    token.kind == "mark"
                    and token.text in "-–—"
                    and at + 1 < len(tokens)
                    and is_word(tokens[at + 1], "total")
                )
            ):
                rows.append([])
            elif token.kind == "eachwith" and rows[-1] and at:
                rows.append([token])
            else:
                rows[-1].append(token)
        return [row for row in rows if row]

    @staticmethod
    def _slash(tokens: list[Token], at: int) -> bool:
        return at + 1 < len(tokens) and tokens[at + 1].kind == "num" and tokens[at + 1].start > tokens[at].end

    def _begins(self, row: list[Token], rest: list[Token]) -> bool:
        rest = [
            t
            for t in rest[:6]
            if not is_word(t, "also", "def", "atleast", "about", "and", "verb") or t.tags & {"noun", "rule"}
        ]
        if not rest:
            return False
        first = rest[0]
        if first.kind in ("num", "eachof", "each", "per") or is_word(first, "several"):
            return True
        counted = any(t.kind == "num" for t in row)
        if is_word(first, "rule"):
            return True
        if first.kind == "quote":
            return not counted or any(t.kind == "num" for t in rest[1:3])
        near = [t for t in rest[:3] if t.kind == "word"]
        if self.inner and not counted:
            return True
        piece = self.words.head(near) if near else None
        noun = (
            piece is not None
            and bool(piece.tags & {"noun"})
            and (
                not self.lang.head_first
                or piece is near[0]
                or bool(near[0].tags & {"attr", "color"})
                or self.words.adjective(near[0])
            )
        )
        if noun and all(t.article for t in row if t.kind == "num"):
            return True
        several = any(t.kind == "num" and t.value > 1 for t in row) and self._has_piece(row)
        if (
            noun
            and several
            and piece is not None
            and self.words.plural(piece) is False
            and self.lang.code in ("ru", "pl")
        ):
            return True  # fifty tokens and a die: a noun in the singular shares no such count
        if not counted:
            return noun or any(t.kind == "num" for t in rest[1:4]) or not self._has_piece(row)
        return noun and self.lang.head_first and len([t for t in row if t.kind == "word"]) > 0 and self._has_piece(row)

    @staticmethod
    def _has_piece(row: list[Token]) -> bool:
        return any(t.tags & {"noun", "rule"} for t in row)

    def _pairs(self, tokens: list[Token]) -> list[Phrase]:
        """``FOX OWL x4 x2``: names in a row, then counts in a row."""
        names = [t for t in tokens if t.kind in ("word", "quote")]
        first = next((i for i, t in enumerate(tokens) if t.kind == "num" or t.text == "×"), None)
        numbers = [t for t in tokens if t.kind == "num"]
        if (
            first is None
            or len(numbers) < 2
            or len(numbers) != len(names)
            or any(t.kind in ("word", "quote") for t in tokens[first:])
        ):
            return []
        crosses = sum(1 for t in tokens if t.text == "×" or "times" in t.tags)
        if crosses < len(numbers) or any(
            t.kind not in ("word", "quote", "num") and t.text not in (",", "×", "/") for t in tokens
        ):
            return []
        result = []
        for name, number in zip(names, numbers, strict=True):
            phrase = Phrase(count=number.value, counted=True)
            self.words.describe(phrase, [name])
            phrase.nameless = False
            result.append(phrase)
        return result

    def _completed(self, phrases: list[Phrase]) -> None:
        """``2 Öl- und 3 Gaskarten``: what a hyphen cut is made whole."""
        for index, phrase in enumerate(phrases):
            if not phrase.name.endswith("-"):
                continue
            for later in phrases[index + 1 :]:
                ending = next((c for c in _COMPLETED if later.name.casefold().endswith(c)), "")
                if ending:
                    phrase.name = phrase.name[:-1] + ending
                    phrase.noun, phrase.head, phrase.nameless, phrase.plural = (
                        later.noun,
                        later.head,
                        False,
                        later.plural,
                    )
                    break
