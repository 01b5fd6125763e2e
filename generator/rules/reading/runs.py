"""Where a chunk begins, and where one thing ends and the next begins though nothing parts them."""

from __future__ import annotations

from generator.rules.reading.language import Language
from generator.rules.reading.marks import is_word
from generator.rules.reading.phrases import Words
from generator.rules.reading.tokens import Token

_DASHES = frozenset("-–—=:")


class Runs:
    """Cuts chunks to size."""

    def __init__(self, text: str, lang: Language, listed: bool) -> None:
        self.words = Words(text, lang)
        self.text, self.lang, self.listed = text, lang, listed

    def _opened(self, tokens: list[Token]) -> list[Token]:
        """Without what leads in: conjunctions, and all up to the verb that says what is there."""
        numbers = [i for i, t in enumerate(tokens) if t.kind == "num"]
        limit = numbers[0] if numbers else len(tokens)
        said = [i for i, t in enumerate(tokens[:limit]) if is_word(t, "source") and i and not t.tags & {"noun", "prep"}]
        if said and numbers:
            return tokens[said[-1] + 1 :]
        verbs = [i for i, t in enumerate(tokens[:limit]) if is_word(t, "verb") and not (t.tags & {"noun", "rule"})]
        if verbs and verbs[-1] + 1 < len(tokens):
            before, rest = tokens[: verbs[-1]], tokens[verbs[-1] + 1 :]
            if rest[0].kind == "num" and all(is_word(t, "unit") for t in rest[1:]) and self._piece(before):
                dash = Token("mark", "–", rest[0].start, rest[0].start)
                return [*self.words.trimmed(before), dash, *rest]  # the crew cards are now 20
            subject = any(is_word(t, "rule") for t in before) or (
                not numbers and before and self.words.head(before) is not None and self._piece(before)
            )
            if not subject or (numbers and numbers[0] > verbs[-1] and not any(is_word(t, "rule") for t in before)):
                tokens = tokens[verbs[-1] + 1 :]
        while tokens and (
            (tokens[0].kind == "mark" and tokens[0].text not in "×~≈±>≥")
            or (
                is_word(tokens[0], "and", "also")
                and not tokens[0].tags & {"noun", "rule", "attr", "atleast", "several"}
            )
        ):
            tokens = tokens[1:]
        one = len(tokens) > 3 and (tokens[0].article or is_word(tokens[0], "attr")) and tokens[2].kind == "num"
        if one and is_word(tokens[1], "with") and not is_word(tokens[1], "of"):
            tokens = [
                Token("mark", "⊃", tokens[1].start, tokens[1].start),
                *tokens[2:],
            ]  # "2 decks: one with 30 cards, another with 24"
        return self._money(tokens)

    def _money(self, tokens: list[Token]) -> list[Token]:
        """``90 crowns in notes``: so many notes as nobody knows."""
        lead = 1 if tokens and tokens[0].kind == "skip" and set("$€£¥₽") & set(tokens[0].text) else 2
        if lead == 2 and not (
            len(tokens) > 2
            and tokens[0].kind == "num"
            and is_word(tokens[1], "money")
            and not tokens[1].tags & {"noun"}
        ):
            return tokens
        if (
            len(tokens) < lead + 2
            or not is_word(tokens[lead], "in", "of", "prep")
            or not self._noun_ahead(tokens[lead + 1 : lead + 4])
        ):
            return tokens
        return [Token("word", "", tokens[0].start, tokens[0].start, frozenset(["several"])), *tokens[lead + 1 :]]

    def _piece(self, tokens: list[Token]) -> bool:
        head = self.words.head(self.words.trimmed(tokens))
        return head is not None and bool(head.tags & {"noun", "rule"})

    def _run_on(self, tokens: list[Token]) -> list[list[Token]]:
        cuts = [0]
        seen = bool(tokens) and tokens[0].kind == "num"
        for at in range(1, len(tokens)):
            if self._cuts(tokens, at, cuts[-1], seen):
                cuts.append(at)
        return [tokens[a:b] for a, b in zip(cuts, [*cuts[1:], len(tokens)], strict=True)]

    def _cuts(self, tokens: list[Token], at: int, start: int, seen: bool) -> bool:
        token, last = tokens[at], tokens[at - 1]
        if is_word(token, "rule") and token.text[:1].isupper() and at > start:
            return last.kind == "group" or (
                last.kind in ("word", "num")
                and last.text[:1].islower()
                and not is_word(last, "prep", "with", "of", "def", "attr", "color")
            )
        if token.kind != "num" or "times" in token.tags or at + 1 >= len(tokens):
            return False
        if (
            last.kind == "num"
            or last.text == "×"
            or is_word(
                last,
                "each",
                "prep",
                "of",
                "with",
                "from",
                "atleast",
                "about",
                "attrnoun",
                "not",
                "instead",
                "rel",
                "def",
                "also",
                "or",
                "total",
            )
        ):
            return False
        if last.kind in ("mark", "each", "eachof") or at - start < 1:
            return False
        if is_word(last, "unit") and last.low in ("×", "x"):
            return False
        after = tokens[at + 1 : at + 5]
        if is_word(after[0], "unit", "copies") and not after[0].tags & {"noun"}:
            return False
        ahead = self._noun_ahead(after[1:] if after[0].kind == "num" else after)
        started = tokens[start].kind == "num" or self._piece(tokens[start:at]) or last.kind == "group"
        if not started:
            return False
        if (
            tokens[start].kind != "num"
            and after[0].kind == "word"
            and "generic" in after[0].tags
            and len(tokens) == at + 2
            and not self._piece(tokens[start:at])
        ):
            return False
        lower = last.text[:1].islower() or last.kind in ("group", "quote", "skip") or self.lang.code == "de"
        return ahead or (
            seen and lower and after[0].kind in ("word", "quote") and not is_word(after[0], "prep", "code", "each")
        )

    @staticmethod
    def _noun_ahead(tokens: list[Token]) -> bool:
        for token in tokens:
            if token.kind != "word" or (is_word(token, "prep", "and", "verb") and not token.tags & {"noun"}):
                return False
            if token.tags & {"noun", "wrap"}:
                return True
        return False

    @staticmethod
    def _number_near(tokens: list[Token]) -> bool:
        for token in tokens[:3]:
            if token.kind == "num":
                return True
            if token.kind == "mark" and token.text in _DASHES:
                continue
            if token.text == ".":
                continue
            if not is_word(token, "of", "def", "also", "atleast", "about", "prep", "total", "thing", "in"):
                return False
        return False
