"""Sentences and clauses → phrases that stand together: lists, colons, splits, ``each with``."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.rules.reading.marks import is_word
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.rows import Rows
from generator.rules.reading.tails import apply_each
from generator.rules.reading.tokens import Token


@dataclass(slots=True, eq=False)
class Clause:
    """Phrases that stand together. ``opens``: what follows below belongs to the last of them, or to no phrase."""

    phrases: list[Phrase] = field(default_factory=list)
    opens: bool = False
    factor: int = 1
    per: str = ""
    per_base: str = ""
    lead_head: str = ""
    lead: str = ""  # the words of a clause that names no piece: a heading


class Clauses(Rows):
    """Reads the clauses of one segment."""

    def read(self, tokens: list[Token]) -> list[Clause]:
        """The clauses of a sentence, split at semicolons."""
        result: list[Clause] = []
        for row in split_at(tokens, ";"):
            for part in _unscoped(row):
                result.append(self._clause(part))
        return result

    def plain(self, tokens: list[Token]) -> list[Phrase]:
        """The phrases of a bracket."""
        found: list[Phrase] = []
        for row in split_at(tokens, ";"):
            found += self._clause(row).phrases if row else []
        return found

    def _clause(self, tokens: list[Token]) -> Clause:
        clause = Clause()
        tokens = self._scope(tokens, clause)
        if sum(1 for t in tokens if t.kind == "mark" and t.text == ":") > 1:
            rows = split_at(tokens, ",")
            if len(rows) > 1 and all(_names_count(row) for row in rows):
                clause.phrases = [p for row in rows for p in self._clause(row).phrases]
                return clause
        at = next((i for i, t in enumerate(tokens) if self._divides(t, tokens, i)), None)
        if at is None:
            clause.phrases = self._row(tokens)
            if not clause.phrases:
                clause.lead = self.words.name(tokens)
            return clause
        head, mark, tail = tokens[:at], tokens[at], tokens[at + 1 :]
        while tail and (
            tail[0].text == ":" or (is_word(tail[0], "split", "prep") and len(tail) > 1 and tail[1].text == ":")
        ):
            tail = tail[1:]
        head = [t for t in head if not (t.kind == "mark" and t.text == "," and t is head[-1])]
        self._divided(clause, head, tail, partial=is_word(mark, "incl"))
        return clause

    @staticmethod
    def _divides(token: Token, tokens: list[Token], at: int) -> bool:
        if token.kind == "mark" and token.text == ":":
            return True
        if (
            token.kind == "mark"
            and token.text in "-–—"
            and at
            and at + 1 < len(tokens)
            and token.end < tokens[at + 1].start
        ):
            counted = sum(1 for t in tokens[at + 1 :] if t.kind == "num")
            return (
                tokens[0].kind == "num"
                and tokens[at + 1].kind == "num"
                and (counted > 1 or any(t.kind in ("per", "each", "eachof") for t in tokens[at + 2 : at + 4]))
            )
        if not is_word(token, "split", "incl") or not at or token.tags & {"noun"}:
            return False
        rest = tokens[at + 1 :]
        if is_word(token, "incl") and not any(t.kind == "num" for t in tokens[:at]):
            return False  # "the box includes": a verb
        if is_word(token, "total") and not any(t.kind == "num" for t in rest):
            return False
        return not rest or any(t.kind in ("num", "group") or t.text == ":" for t in rest[:6])

    def _scope(self, tokens: list[Token], clause: Clause) -> list[Token]:
        """``Each of the five clans has``, ``for each player``: it holds for all that follows."""
        lead = 0
        while lead < len(tokens) and (
            tokens[lead].kind == "mark"
            or (is_word(tokens[lead], "prep", "also", "and", "in") and not tokens[lead].tags & {"noun"})
        ):
            lead += 1
        first = tokens[lead] if lead < len(tokens) else None
        if first is None or first.kind not in ("eachof", "per", "eachwith"):
            return tokens
        rest = tokens[lead + 1 :]
        if not rest:
            return tokens
        given = "byeach" not in first.tags or self.text[first.start : first.end] != first.text  # "for" each
        unknown = first.kind == "per" and rest[0].kind == "word" and not rest[0].tags
        if unknown and given and len(rest) > 1 and rest[1].kind == "num":
            rest = rest[1:]  # for each player one keeps …
        if first.kind == "per" and rest[0].kind == "word" and not rest[0].tags:
            return []  # "each player moves …": what one does, not what there is
        if first.kind == "eachof":
            clause.factor = max(1, first.value)
        elif first.kind == "eachwith":
            return tokens
        else:
            if (
                rest[0].kind == "group"
                and len(rest) > 1
                and rest[0].inner
                and rest[0].inner[0].kind in ("num", "kinds")
            ):
                clause.factor = rest[0].inner[0].value
                rest = rest[1:]
            else:
                clause.per, clause.per_base = first.inner[0].text if first.inner else first.base, first.base
        if (
            first.kind == "eachof"
            and len(rest) > 1
            and rest[0].kind == "word"
            and rest[1].kind == "num"
            and not rest[0].tags
        ):
            rest = rest[1:]  # a verb that the tables do not hold
        while rest and (
            rest[0].kind == "mark"
            or (is_word(rest[0], "verb", "with", "def", "prep") and not rest[0].tags & {"noun", "rule"})
        ):
            if rest[0].text == ":" and len(rest) == 1:
                clause.opens = True
            rest = rest[1:]
        return rest

    def _divided(self, clause: Clause, head: list[Token], tail: list[Token], partial: bool) -> None:
        """``head: tail``, or ``head, of which tail``."""
        heads = self._row(head)
        if not tail:
            clause.phrases, clause.opens = heads, True
            clause.lead = "" if heads else self.words.name(head)
            return
        last = heads[-1] if heads else None
        comma = next((i for i, t in enumerate(tail) if t.kind == "mark" and t.text == ","), None)
        few = partial and comma and last is not None and sum(p.count or 0 for p in self._row(tail)) != last.count
        if few and last is not None and last.counted:
            self._split(last, tail[:comma], self._row(tail[:comma]), partial)
            clause.phrases = heads + self._row(tail[(comma or 0) + 1 :])  # 54 cards including 2 jokers, 1 die
            return
        if last is not None and last.eachwith and last.parts and (last.holds or last.wrap):
            inner = last.parts[-1]
            if inner.counted:
                self._split(inner, tail, self._row(tail), partial)
            clause.phrases = heads
            return
        if last is not None and last.eachwith:
            last.parts += self._row(tail)
            clause.phrases = heads
            return
        if last is not None and last.each == -1 and last.counted:
            self._distributed(clause, heads, tail)
            return
        parts = self._row(tail)
        headed = last is None or (last.heading and not last.counted)
        if headed and any(self._divides(t, tail, i) and t.kind == "word" for i, t in enumerate(tail)):
            parts = self._clause(tail).phrases  # "Contents: 54 cards, of which …"
        if (
            last is not None
            and last.counted
            and last.per_each
            and len(parts) > 1
            and not any(p.counted or p.nameless for p in parts)
        ):
            for phrase in parts:  # 3 tokens of each kind: Sword, Shield
                phrase.count, phrase.counted, phrase.bound = last.count, True, last.bound
            clause.phrases = heads[:-1] + parts
            return
        if last is None or (last.heading and not last.counted):
            if len(parts) == 1 and parts[0].counted and any(is_word(t, "total") for t in head):
                parts[0].total = True
            clause.phrases = [p for p in heads if p is not last and p.counted] + parts
            if last is not None and last.per:
                clause.per, clause.per_base = last.per, last.per_base
            clause.lead = self.words.name(head)
            return
        if last.counted:
            self._split(last, tail, parts, partial)
            clause.phrases = heads
            return
        clause.phrases = self._uncounted(heads, head, tail, parts)
        if last not in clause.phrases and len(clause.phrases) > 1 and len(heads) == 1 and not last.total:
            clause.lead, clause.lead_head = last.name, last.head

    def _split(self, last: Phrase, tail: list[Token], parts: list[Phrase], partial: bool) -> None:
        """Parts of a counted whole, unless the text behind the colon only describes it."""
        starts = tail[0].kind in ("num", "group", "range", "each", "quote") or any(is_word(t, "code") for t in tail[:1])
        posts = (
            parts and all(p.clean or (p.nameless and not p.counted) for p in parts) and any(p.counted for p in parts)
        )
        posts = posts and not any(is_word(t, "instruct", "verb") for t in tail)
        if not starts and not posts:
            if (
                parts
                and all(not p.counted for p in parts)
                and all(is_word(t, "code") or t.kind in ("mark",) or is_word(t, "and") for t in tail)
            ):
                last.codes = len(parts)
            return
        words = [t for t in tail if t.kind != "mark" and not is_word(t, "and")]
        if len(words) > 1 and all(is_word(t, "code") for t in words):
            last.codes = len(words)
            return
        if len(parts) == 1 and (parts[0].nameless or not parts[0].name) and apply_each(last, parts[0]):
            return
        last.parts += parts
        last.partial = partial

    def _distributed(self, clause: Clause, heads: list[Phrase], tail: list[Token]) -> None:
        """``3 each of: Ash, Elm``."""
        last = heads[-1]
        names = self._row(tail, bare=True)
        if names and all(not p.counted for p in names):
            for phrase in names:
                phrase.count, phrase.counted, phrase.bound = last.count, True, last.bound
            clause.phrases = heads[:-1] + names
        elif last.name and last.each == -1:
            last.parts = names
            clause.phrases = heads
        else:
            clause.phrases = heads[:-1] + names

    def _uncounted(
        self, heads: list[Phrase], head: list[Token], tail: list[Token], parts: list[Phrase]
    ) -> list[Phrase]:
        """``Wolves: 12``, ``Dice: 3 white, 2 black``, ``Rope: move 3``."""
        last = heads[-1]
        if last.total and not last.noun and len(parts) == 1 and parts[0].counted and parts[0].name:
            parts[0].total = True
            return parts
        if len(parts) == 1 and parts[0].each is not None and parts[0].counted and not parts[0].name and len(heads) > 1:
            for phrase in heads:  # Ash, Elm: 3 each
                phrase.count, phrase.counted = parts[0].count, True
            return heads
        if len(parts) == 1 and parts[0].counted and self._is_count(parts[0], last):
            self._adopt(last, parts[0])
            return heads
        if parts and all(p.counted or p.nameless for p in parts) and any(p.counted for p in parts):
            if all(p.nameless for p in parts) and any(p.counted for p in parts):
                last.parts += parts
                return heads
            if tail[0].kind in ("num", "quote", "group") or all(p.counted for p in parts):
                return heads[:-1] + parts
        if (
            tail[0].kind in ("word", "quote")
            and parts
            and all(not p.counted for p in parts)
            and not last.noun
            and not self.listed
        ):
            return parts
        if parts and any(p.counted and (p.noun or p.name) for p in parts) and tail[0].kind == "num":
            return heads[:-1] + parts
        if (
            parts
            and not last.counted
            and all((p.noun or p.rule) and not p.nameless for p in parts)
            and not any(is_word(t, "instruct") for t in tail)
        ):
            return heads[:-1] + parts
        return heads

    def _is_count(self, part: Phrase, name: Phrase) -> bool:
        """Whether what stands behind the colon is only a count of what stands before it."""
        if not part.name or part.nameless:
            return not part.parts
        return part.generic and not name.heading and len(part.name.split()) == 1 and not name.total

    @staticmethod
    def _adopt(name: Phrase, part: Phrase) -> None:
        for key in (
            "count",
            "counted",
            "bound",
            "per",
            "per_base",
            "factor",
            "each",
            "each_of",
            "kinds",
            "damaged",
            "loose",
            "copies",
        ):
            setattr(name, key, getattr(part, key))
        name.parts += part.parts
        name.postfix = True


def _names_count(row: list[Token]) -> bool:
    """``Storm deck: 20 cards``."""
    at = next((i for i, t in enumerate(row) if t.kind == "mark" and t.text == ":"), 0)
    return 0 < at < len(row) - 1 and row[at + 1].kind == "num" and row[0].kind != "num"


def _unscoped(row: list[Token]) -> list[list[Token]]:
    """``Each pawn has a stand, so there are five stands``: what a new verb says holds for all, not for each."""
    if not row or not any(t.kind in ("per", "eachof") for t in row[:2]):
        return [row] if row else []
    for at, token in enumerate(row):
        soon = any(is_word(t, "verb") and not is_word(t, "with") for t in row[at + 1 : at + 3])
        if at > 2 and token.kind == "mark" and token.text == "," and soon:
            return [row[:at], row[at + 1 :]]
    return [row]


def split_at(tokens: list[Token], mark: str) -> list[list[Token]]:
    rows: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "mark" and token.text == mark:
            rows.append([])
        else:
            rows[-1].append(token)
    return rows
