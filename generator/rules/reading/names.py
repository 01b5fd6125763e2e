"""Where a name ends: at a bracket, a number, a verb, ``of each`` …, but not at the 6 of ``dice with 6 faces``."""

from __future__ import annotations

from generator.rules.reading.marks import is_word
from generator.rules.reading.phrases import Phrase, label_of
from generator.rules.reading.runs import Runs
from generator.rules.reading.tokens import Token


class Names(Runs):
    """Parts names from what follows them."""

    def _name(self, tokens: list[Token], phrase: Phrase) -> tuple[list[Token], list[Token]]:
        for at, token in enumerate(tokens):
            if self._ends(token, tokens, at, phrase):
                return tokens[:at], tokens[at:]
        return tokens, []

    def _ends(self, token: Token, tokens: list[Token], at: int, phrase: Phrase) -> bool:
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.kind in ("eachof", "per", "each", "eachwith", "range", "bad"):
            return True
        if token.kind == "colours":
            return at > 0 or after is None or after.kind != "word"
        if token.kind == "kinds":
            return True
        if token.kind == "skip":
            return at == 0 or "values" in token.tags or not is_word(tokens[at - 1], "prep", "of", "with")
        if token.kind == "group":
            if label_of(token, self.words):
                phrase.label = label_of(token, self.words)
                return after is None or after.kind != "word" or after.tags.isdisjoint(["noun"])
            return True
        if token.kind == "num":
            return self._number_ends(token, tokens, at, phrase)
        if token.kind == "mark":
            inside = at and after is not None and token.end == after.start and tokens[at - 1].end == token.start
            return not (token.text in "/'’.&" and inside) and not (token.text == "&" and self.lang.code != "en")
        return self._word_ends(token, tokens, at, phrase)

    def _number_ends(self, token: Token, tokens: list[Token], at: int, phrase: Phrase) -> bool:
        """Whether a number is a count of its own: not so in ``cards Mission 1 Alpha`` and ``dice with 6 faces``."""
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if not at:
            return True
        last = tokens[at - 1]
        plain = phrase.counted and last.kind == "word" and not token.tags
        if after is None:
            return not (plain and not token.spelled)
        if is_word(last, "of", "with") and self._holds(tokens, at):
            return True
        if after.kind != "word" or self._wrapped(tokens, at):
            return True
        return not plain and (phrase.wrap or not is_word(last, "prep", "of", "with"))

    def _word_ends(self, token: Token, tokens: list[Token], at: int, phrase: Phrase) -> bool:
        after = tokens[at + 1] if at + 1 < len(tokens) else None
        if token.kind != "word" or (at == 0 and token.tags & {"noun", "attr", "color", "wrap", "rule"}):
            return False
        if token.tags & {"noun", "rule", "wrap"} and not token.tags & {"total", "instead"}:
            return False
        if "total" in token.tags and not at:
            phrase.total = True
            return False
        if token.tags & {"total", "instead", "split", "incl", "or"}:
            return True
        if (
            token.tags & {"verb", "rel", "remove", "replace", "source"}
            and at
            and not token.tags & {"prep"}
            and token.text[:1].islower()
        ):
            return True
        if token.tags & {"atleast", "about"} and self._number_near(tokens[at + 1 :]):
            return True
        if "not" in token.tags and at and after is not None and after.kind in ("num",):
            return True
        if (
            at
            and "attrnoun" in token.tags
            and after is not None
            and (after.kind == "skip" and ("values" in after.tags or not after.base))
            and not token.text[:1].isupper()
        ):
            return True  # coins of value 5
        return bool(at and token.tags & {"prep"} and after is not None and self._aside(after, tokens, at))

    def _holds(self, tokens: list[Token], at: int) -> bool:
        """``a bag of 60 cubes``: a thing, and what is in it."""
        return self._piece(tokens[: at - 1]) and self._noun_ahead(tokens[at + 1 : at + 4])

    def _aside(self, after: Token, tokens: list[Token], at: int) -> bool:
        """A preposition that begins no part of the name: ``in 4 colours``, ``for each``."""
        if after.kind == "skip" and not after.base:
            return True  # a board of 50 x 50 cm
        if is_word(after, "attrnoun") and after.text[:1].islower() and at + 2 < len(tokens):
            return "values" in tokens[at + 2].tags or is_word(tokens[at + 2], "of")
        return after.kind in ("kinds", "eachof", "per", "each", "colours", "range")

    def _wrapped(self, tokens: list[Token], at: int) -> bool:
        return any(is_word(t, "wrap") for t in tokens[:at])
