"""Tokens between two separators → a phrase: a count, a name, and what the brackets and the words around them say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from generator.rules.reading.language import Language
from generator.rules.reading.marks import is_word
from generator.rules.reading.model import Bound
from generator.rules.reading.tokens import Token

_LABEL = re.compile(r"[A-ZА-Я0-9+*#./-]{1,5}")


@dataclass(slots=True, eq=False)
class Phrase:
    """A counted (or only named) thing as its own words tell it; what lies around it is not known yet."""

    name: str = ""
    at: int = 0  # the name's offset in the segment
    line: int = 0
    count: int | None = None
    bound: Bound = "exact"
    counted: bool = False
    article: bool = False
    noun: bool = False
    generic: bool = False
    rule: bool = False
    thing: bool = False
    leaf: bool = False  # "sheets": of a pad they are like pages
    weak_rule: bool = False  # "the rules": the booklet, or what it says
    wrap: bool = False
    heading: bool = False
    plural: bool | None = None  # None: the word does not tell
    nameless: bool = False  # a colour, a value, a place: no name of its own
    head: str = ""
    total: bool = False
    postfix: bool = False
    factor: int = 1
    each: int | None = None  # "4 of each": that many of every one
    each_of: int | None = None  # … of so many
    copies: bool = False
    per: str = ""
    per_base: str = ""
    eachwith: bool = False
    damaged: int | None = None  # "1 05": what the digits make together
    loose: int | None = None  # "2 9 dice": the last number alone
    tail_number: int | None = None  # "3 Gold (13)": the number in the bracket at the end
    lead_number: int | None = None  # and the one in front with where the name begins with it
    lead_at: int = 0
    parts: list[Phrase] = field(default_factory=list)
    bracket_parts: bool = False
    partial: bool = False  # "including 2 jokers": not all of them
    edition: int | None = None
    span: tuple[int, int] = (0, 0)
    money: bool = False
    low: int | None = None  # a range of values
    high: int | None = None
    kinds: int | None = None  # "in 4 colours"
    definite: bool = False
    label: str = ""
    series: list[int] = field(default_factory=list)  # "30 engines 7x 3x": counts with no names
    codes: int = 0
    content: bool = False  # "one with 50 letters": what is in one of the wholes
    braced: bool = False  # "(6) cards": the count stands in a bracket in front
    per_each: bool = False  # "3 of each kind"
    holds: bool = False  # "a bag of 60 cubes"
    clean: bool = False  # nothing but a unit behind the count
    valued: bool = False  # "notes of 10": the number is a value


class Words:
    """Names and their grammar in one language."""

    def __init__(self, text: str, lang: Language) -> None:
        self.text, self.lang = text, lang

    def name(self, tokens: list[Token]) -> str:
        """The name as printed."""
        if not tokens:
            return ""
        raw = self.text[tokens[0].start : tokens[-1].end]
        return " ".join(raw.split()).strip(" ,.;:–—")

    def trimmed(self, tokens: list[Token]) -> list[Token]:
        """Without the small words at either end."""
        tokens = list(tokens)
        while tokens and (
            (
                is_word(
                    tokens[-1], "prep", "and", "of", "in", "also", "def", "per", "each", "from", "with", "verb", "rel"
                )
                and not tokens[-1].tags & {"noun", "rule"}
            )
            or tokens[-1].kind == "mark"
        ):
            tokens.pop()
        while tokens and (
            tokens[0].kind == "mark"
            or (is_word(tokens[0], "def", "also", "and") and not tokens[0].tags & {"noun", "rule"})
        ):
            tokens.pop(0)
        return tokens

    def core(self, tokens: list[Token]) -> list[Token]:
        """The words of a name up to its first preposition: where its noun stands."""
        for index, token in enumerate(tokens):
            if index and is_word(token, "prep", "of", "with", "in") and not token.tags & {"noun", "attr"}:
                return tokens[:index]
        return tokens

    def head(self, tokens: list[Token]) -> Token | None:
        """The noun that a name is about."""
        core = [t for t in self.core(tokens) if t.kind == "word"]
        nouns = [t for t in core if t.tags & {"noun", "rule", "wrap"}]
        if not core:
            return None
        if self.lang.head_first:
            return nouns[0] if nouns else next((t for t in core if not t.tags & {"attr", "color"}), core[0])
        if self.lang.code == "de" and "wrap" in core[0].tags:
            return core[0]  # 5 Sets Spielsteine
        if nouns and nouns[-1] is core[-1]:
            return nouns[-1]
        last = core[-1]
        if last.tags & {"code", "attr", "color"} or (nouns and len(core) > 1 and last.text[:1].isupper()):
            return nouns[-1] if nouns else last
        return nouns[-1] if nouns and self.lang.code == "de" else last

    def describe(self, phrase: Phrase, tokens: list[Token]) -> None:
        """Fill in what the words of a name say of it."""
        tokens = self._unspecified(tokens) if phrase.counted else self._mentioned(tokens)
        head = self.head(tokens)
        phrase.name = self.name(tokens)
        phrase.span = (tokens[0].start, tokens[-1].end) if tokens else phrase.span
        if tokens:
            phrase.at = tokens[0].start
        if head is None:
            phrase.noun = False
            phrase.nameless = not any(_quoted(t) for t in tokens)
            return
        core = self.core(tokens)
        phrase.head = head.base or head.low
        phrase.noun = "noun" in head.tags
        phrase.generic = "generic" in head.tags
        phrase.leaf = "leaf" in head.tags
        phrase.rule = any(is_word(t, "rule") for t in core)
        phrase.weak_rule = phrase.rule and all(is_word(t, "ruleweak") for t in core if is_word(t, "rule"))
        phrase.wrap = "wrap" in head.tags and not phrase.rule
        phrase.thing = not phrase.noun and not phrase.rule and bool(head.tags & {"thing", "never", "player"})
        phrase.plural = self.plural(head)
        phrase.heading = self.is_heading(tokens)
        phrase.nameless = self.nameless(tokens)

    @staticmethod
    def _unspecified(tokens: list[Token]) -> list[Token]:
        """``rules in English``: without what is no thing."""
        at = next((i for i, t in enumerate(tokens) if is_word(t, "rule")), len(tokens))
        for end in range(at + 1, len(tokens)):
            if is_word(tokens[end], "in", "prep", "with") and any(
                t.kind == "skip" or (is_word(t, "never") and t.tags.isdisjoint(["noun"])) for t in tokens[end:]
            ):
                return tokens[:end]
        return tokens

    def _mentioned(self, tokens: list[Token]) -> list[Token]:
        """``read this rulebook to its end``: of a sentence around a rulebook, only the rulebook."""
        at = next((i for i, t in enumerate(tokens) if is_word(t, "rule") and i), None)
        foreign = at is not None and any(t.tags & {"noun", "wrap"} for t in tokens[:at])
        if at is None or foreign or not is_word(tokens[at - 1], "def") or at < 2 or is_word(tokens[at - 2], "prep"):
            return self._unspecified(tokens)
        end = next((i for i in range(at + 1, len(tokens)) if is_word(tokens[i], "about", "to", "prep", "rel")), None)
        return tokens[at:end]

    def is_heading(self, tokens: list[Token]) -> bool:
        name = self.name(tokens).casefold().strip(" :.!?")
        return name in self.lang.headings or any(name.startswith(f"{h} ") for h in self.lang.headings)

    def nameless(self, tokens: list[Token]) -> bool:
        """Whether this is only a colour, value, size, place or owner."""
        if any(_quoted(t) for t in tokens):
            return False
        first = tokens[0]
        if is_word(first, "prep", "of", "with", "in", "rel", "source") and not first.tags & {"noun"}:
            return True
        words = [t for t in tokens if t.kind == "word"]
        if words and len(words) == len(tokens) and all(self.adjective(t) for t in words):
            return True
        if words and all(
            t.tags & {"color", "material", "attr", "code", "each", "copies", "prep", "of", "def", "and"}
            and not t.tags & {"noun", "rule"}
            for t in words
        ):
            return True
        if (
            words
            and is_word(words[0], "attrnoun", "money", "never", "copies", "unit")
            and not words[0].tags & {"noun", "wrap"}
        ):
            return all(
                t.tags & {"attrnoun", "code", "money", "never", "kinds", "copies", "unit", "attr", "of", "prep"}
                for t in words
            )
        single = len(words) == len(tokens) == 1 and len(words[0].text) <= 2
        return single or all(t.kind in ("quote", "skip", "kinds", "colours", "range", "num", "code") for t in tokens)

    def adjective(self, token: Token) -> bool:
        """Whether a word's form shows that it is an adjective, where a language's forms do."""
        if token.tags & {"noun", "rule", "wrap"}:
            return False
        low, base = token.low, token.base
        if self.lang.code == "ru":
            return low.endswith(("ых", "их", "ые", "ие", "ая", "яя", "ое", "ый")) and base.endswith(("ый", "ий", "ой"))
        if self.lang.code == "pl":
            return low.endswith(("ych", "ich", "owe", "na", "ne")) and base.endswith(("y", "i"))
        return self.lang.code == "de" and token.text.islower()

    def plural(self, token: Token) -> bool | None:
        """Whether a noun stands in the plural; None where its form does not tell."""
        low, base, code = token.low.split()[0 if self.lang.head_first else -1], token.base, self.lang.code
        base = base.split()[0] if base else low
        if code in ("ru", "pl"):
            low, base = low.replace("ё", "е"), base.replace("ё", "е")
            if token.low.endswith("часы"):
                return False
            return not (low == base or low.endswith(("у", "ю", "ę", "ą")))
        if code == "de":
            if low == base:
                return None if low.endswith(("er", "el", "chen", "en", "lein")) else False
            return True
        if low in ("dice", "men", "feet", "mice"):
            return True
        if low.endswith("s") and not low.endswith(("ss", "us", "is")) and low != base:
            return True
        if low.endswith("s") and low == base and code in ("pt", "es", "en", "fr"):
            return not low.endswith(("ss", "us", "is", "ês", "lápis")) or None
        return code == "fr" and low.endswith("x") and low != base


def _quoted(token: Token) -> bool:
    """A quotation that is a name: more than a number."""
    return token.kind == "quote" and any(t.kind not in ("num", "mark", "code") for t in token.inner)


def label_of(token: Token, words: Words) -> str:
    """A bracket that is a label: ``(GD)``, ``(X+)``."""
    inner = words.text[token.start + 1 : token.end - 1].strip()
    if _LABEL.fullmatch(inner) and not inner.isdigit() and not re.fullmatch(r"[xX×хХ]?\d+[xX×хХ+]?", inner):
        return inner
    return ""


def lone_count(token: Token) -> Token | None:
    """The number of a bracket that holds nothing else: ``(6)``, ``(×6)``, ``(6 шт.)``."""
    inner = [t for t in token.inner if not (t.kind == "mark" and t.text in ("×", "."))]
    if (
        inner
        and inner[0].kind == "num"
        and all((is_word(t, "unit", "total") and not t.tags & {"noun"}) or is_word(t, "unit") for t in inner[1:])
    ):
        return inner[0]
    return None
