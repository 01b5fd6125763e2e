"""One chunk of tokens → phrases. The count may stand in front of the name, behind it, in a bracket, or in the air."""

from __future__ import annotations

from generator.rules.reading.marks import is_word
from generator.rules.reading.names import Names
from generator.rules.reading.phrases import Phrase, lone_count
from generator.rules.reading.tokens import Token

_DASHES = frozenset("-–—=:")


class Chunks(Names):
    """Reads chunks of one segment."""

    def read(self, tokens: list[Token]) -> list[Phrase]:
        """The phrases of a chunk, most often one."""
        result: list[Phrase] = []
        for row in self._run_on(self._opened(tokens)):
            phrase = self._phrase(row)
            if phrase is not None:
                result.append(phrase)
        return result

    def _phrase(self, tokens: list[Token]) -> Phrase | None:
        phrase = Phrase(content=bool(tokens) and tokens[0].text == "⊃")
        tokens = tokens[1:] if phrase.content else tokens
        opening = tokens
        tokens = self._bounds(tokens, phrase)
        rest = self._leading(tokens, phrase)
        if rest is None and phrase.total and phrase.counted:
            phrase.name = self.words.name(opening[: len(opening) - len(tokens)])  # TOTAL: 90
            phrase.at = opening[0].start
        if rest is None:
            return phrase if phrase.counted or phrase.per or phrase.eachwith else None
        rest = self._bounds(rest, phrase)
        while (
            rest
            and is_word(rest[0], "of")
            and phrase.counted
            and not rest[0].tags & {"noun"}
            and (rest[0].low in ("of", "de", "di", "d'", "des") and not self._place(rest))
            and self._pieces_follow(rest[1:])
        ):
            rest = rest[1:]
        name, tail = self._name(rest, phrase)
        if not phrase.counted and name and is_word(name[0], "prep", "in") and not name[0].tags & {"noun"}:
            start = next((i for i, t in enumerate(tail[:2]) if t.kind == "num"), None)
            if start is not None and self._noun_ahead(tail[start + 1 : start + 4]):
                return self._phrase(tail[start:])  # "in the first one 36 cards"
        trimmed = self.words.trimmed(name)
        head = self.words.head(trimmed) if trimmed else None
        phrase.wrap = head is not None and "wrap" in head.tags
        phrase.heading = bool(trimmed) and self.words.is_heading(trimmed)
        self._tail(tail, phrase, bool(name) and not phrase.wrap and is_word(name[-1], "prep", "of", "with", "from"))
        if phrase.total and len(trimmed) > 1 and is_word(trimmed[0], "total") and self.lang.code in ("ru", "de", "pl"):
            trimmed = trimmed[1:]  # всего карт: an adverb, no noun
        if phrase.total and not trimmed and name:
            trimmed = name
        if trimmed:
            self.words.describe(phrase, trimmed)
            phrase.definite = phrase.definite or (bool(name) and is_word(name[0], "def"))
        else:
            phrase.nameless = True
        if (
            name
            and is_word(name[0], "prep", "of")
            and name[0].low not in ("of",)
            and phrase.counted
            and not phrase.noun
        ):
            phrase.nameless = True
        if phrase.label and phrase.name and not phrase.name.endswith(")"):
            phrase.name = f"{phrase.name} ({phrase.label})"
        if phrase.heading and phrase.bracket_parts and phrase.parts and phrase.postfix:
            return phrase.parts[0]  # "Contents (41 playing cards)"
        phrase.at = phrase.span[0] if trimmed else (tokens[0].start if tokens else 0)
        return phrase

    def _pieces_follow(self, tokens: list[Token]) -> bool:
        if self.lang.code == "en":
            return bool(tokens) and tokens[0].kind in ("word", "quote", "num")
        return any(is_word(t, "noun", "wrap") for t in tokens[:2])

    @staticmethod
    def _place(rest: list[Token]) -> bool:
        return len(rest) > 1 and (
            rest[1].kind in ("skip", "per", "eachof", "each") or is_word(rest[1], "each", "color")
        )

    def _bounds(self, tokens: list[Token], phrase: Phrase) -> list[Token]:
        """Take off ``at least``, ``about``, ``the`` … before a number or a name."""
        while tokens:
            token = tokens[0]
            number = self._number_near(tokens[1:])
            if is_word(token, "atleast") and number and not token.tags & {"noun"}:
                phrase.bound = "at-least"
            elif is_word(token, "about") and number and not token.tags & {"noun"}:
                phrase.bound = "doubtful"
            elif (
                is_word(token, "several")
                and not phrase.counted
                and not token.tags & {"noun", "attr"}
                and len(tokens) > 1
            ):
                phrase.bound, phrase.counted, phrase.plural = "doubtful", True, True
            elif token.kind == "each" and number:
                phrase.each = -1  # по три, je drei: the number follows
            elif is_word(token, "total") and (number or (len(tokens) > 1 and tokens[1].text in _DASHES)):
                phrase.total = True
            elif token.kind == "mark" and token.text in ("~", "≈", "±") and number:
                phrase.bound = "doubtful"
            elif token.kind == "mark" and token.text in (">", "≥"):
                phrase.bound = "at-least"
            elif (
                is_word(token, "def")
                and token.tags.isdisjoint(["noun", "rule"])
                and len(tokens) > 1
                and tokens[1].kind != "per"
            ):
                phrase.definite = True
            elif (number and is_word(token, "also")) or (
                number and phrase.total and (token.text in _DASHES or is_word(token, "prep", "thing", "in", "of"))
            ):
                pass
            elif number and token.text == "." and phrase.bound == "doubtful":
                pass  # ca. 60
            else:
                break
            tokens = tokens[1:]
        return tokens

    def _leading(self, tokens: list[Token], phrase: Phrase) -> list[Token] | None:
        """Read a count in front; the rest of the tokens, or None if nothing is left."""
        if not tokens:
            return None
        first = tokens[0]
        if first.kind == "group" and len(tokens) > 1:
            count = lone_count(first)
            if count is not None:
                if tokens[1].kind == "num":  # (3) 9 orders: a call-out
                    return self._leading(tokens[1:], phrase)
                self._set(phrase, count)
                phrase.braced = True
                return tokens[1:]
        if first.text == "×" and len(tokens) > 1 and tokens[1].kind == "num":
            self._set(phrase, tokens[1])
            return tokens[2:] or None
        if first.kind == "bad":
            phrase.counted, phrase.bound = True, "doubtful"
            return tokens[1:] or None
        if first.kind == "range" and len(tokens) > 1:
            if tokens[1].kind in ("word", "quote") and self._noun_ahead(tokens[1:4]):
                phrase.counted, phrase.bound, phrase.count = True, "doubtful", None
                return tokens[1:]
            phrase.low, phrase.high = first.value, first.high
            return tokens
        if first.kind != "num":
            return tokens
        return self._numbers(tokens, phrase)

    def _numbers(self, tokens: list[Token], phrase: Phrase) -> list[Token] | None:
        first, rest = tokens[0], tokens[1:]
        self._set(phrase, first)
        phrase.lead_number, phrase.lead_at = first.value, first.start
        if rest and rest[0].kind == "group":
            again = lone_count(rest[0])
            if again is not None and again.value == first.value and len(rest) > 1:
                rest = rest[1:]  # one (1) map
        if rest and is_word(rest[0], "or") and len(rest) > 1 and rest[1].kind == "num":
            phrase.bound, phrase.count = "doubtful", None
            return rest[2:] or None
        while rest and rest[0].kind == "num" and ("times" in first.tags):
            second = rest[0]
            after = rest[1] if len(rest) > 1 else None
            if after is None or after.kind != "word" or self._value(after) or "times" in second.tags:
                return self._values(tokens, phrase)
            phrase.count = first.value * second.value
            first, rest = second, rest[1:]
        if rest and rest[0].kind == "mark" and rest[0].text == "×":
            if len(rest) > 1 and rest[1].kind == "num":
                return self._numbers(
                    [Token("num", first.text, first.start, first.end, frozenset(["times"]), first.value), *rest[1:]],
                    phrase,
                )
            rest = rest[1:]
        if rest and rest[0].kind == "num" and not rest[0].spelled and not first.spelled and "times" not in rest[0].tags:
            return self._adjacent(first, rest, phrase)
        if (
            rest
            and is_word(rest[0], "unit")
            and len(rest) > 1
            and not rest[0].tags & {"noun"}
            and rest[1].kind in ("word", "quote")
        ):
            rest = rest[1:]  # 5 un. de dados
            while rest and is_word(rest[0], "of") and len(rest) > 1:
                rest = rest[1:]
        if rest and is_word(rest[0], "copies") and not rest[0].tags & {"noun"}:
            phrase.copies = True
            rest = rest[1:]
            if rest and is_word(rest[0], "of") and not self._place(rest):
                rest = rest[1:]
        return rest or None

    @staticmethod
    def _value(token: Token) -> bool:
        return bool(token.tags & {"money", "never"}) and not token.tags & {"noun"}

    def _values(self, tokens: list[Token], phrase: Phrase) -> list[Token] | None:
        """``3x0 2x1 1x2``: copies of values, which have no names."""
        total, at = 0, 0
        while (
            at + 1 < len(tokens)
            and tokens[at].kind == "num"
            and "times" in tokens[at].tags
            and tokens[at + 1].kind == "num"
        ):
            total += tokens[at].value
            at += 2
            while at < len(tokens) and (self._value(tokens[at]) or tokens[at].text in (",", "+")):
                at += 1
        phrase.count, phrase.nameless = total, True
        return None

    def _adjacent(self, first: Token, rest: list[Token], phrase: Phrase) -> list[Token] | None:
        """``1 05 coins``, ``2 9 dice``: one number, two, or a page's?"""
        second = rest[0]
        joined = int(f"{first.text.rstrip('+')}{second.text.rstrip('+')}"[:6])
        phrase.damaged, phrase.loose = joined, second.value
        if second.text == "000" and first.value < 100:
            phrase.count = joined
            phrase.damaged = None
        else:
            phrase.count, phrase.bound = None, "doubtful"
        return rest[1:] or None

    @staticmethod
    def _set(phrase: Phrase, number: Token) -> None:
        phrase.count, phrase.counted = number.value, True
        phrase.article = number.article
        if "around" in number.tags:
            phrase.bound = "doubtful"
        if number.plus and phrase.bound == "exact":
            phrase.bound = "at-least"

    def _tail(self, tail: list[Token], phrase: Phrase, valued: bool) -> None:
        """What stands behind the name."""
        from generator.rules.reading.tails import read_tail

        if tail and tail[0].kind == "num" and valued and self._noun_ahead(tail[1:4]):
            phrase.parts += self.read(tail)
            phrase.eachwith = True
            phrase.holds = True
            return
        if valued and tail and tail[0].kind == "num":
            tail = tail[1:]  # notes of 1, 5 and 10
            phrase.valued = True
        read_tail(self, tail, phrase)
