"""The tree → items: multiplied, split or summed by the rules of the convention (``docs/component-lists.md``)."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.rules.reading.model import Bound, Role
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.structure import Node
from generator.rules.reading.totals import settle


@dataclass(slots=True, eq=False)
class Entry:
    """An item in the making."""

    name: str
    count: int | None
    bound: Bound
    role: Role
    line: int
    per: str = ""
    head: str = ""
    noun: bool = False
    generic: bool = False
    rule: bool = False
    said_total: bool = False
    per_pieces: bool = False  # multiplied per player or colour
    top: bool = True
    weak: bool = False  # named without a count, in running text
    parts: list[Entry] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Scope:
    """What multiplies all that stands in it."""

    factor: int = 1
    per: str = ""


class Resolver:
    """Walks the tree. ``groups``: how many players, colours … the text says there are."""

    def __init__(self, groups: dict[str, int]) -> None:
        self.groups = groups
        self.contradictions: list[tuple[int, int, int]] = []

    def all(self, nodes: list[Node], scope: Scope, whole: int | None = None) -> list[Entry]:
        found: list[Entry] = []
        for node in settle(nodes, whole):
            found += self.one(node, scope)
        return found

    def one(self, node: Node, scope: Scope) -> list[Entry]:
        phrase = node.phrase
        if phrase is None:
            return self.all(node.children, self._scoped(node, scope))
        if phrase.heading and not phrase.counted and not phrase.noun:
            return self.all(node.children, scope)
        kids = node.children
        if (phrase.article or phrase.counted) and not phrase.leaf and not phrase.wrap:
            kids = [k for k in kids if not k.inline or k.phrase is None or not k.phrase.leaf]  # a pad of 40 sheets
        if any(not k.inline for k in kids):
            kids = [k for k in kids if not k.bracket or (k.phrase is not None and k.phrase.counted)]
        if phrase.heading and phrase.parts and phrase.bracket_parts and phrase.counted:
            return self._heading(node, scope)
        if (
            phrase.bracket_parts
            and len(phrase.parts) == 1
            and phrase.parts[0].generic
            and phrase.postfix
            and phrase.parts[0].count == phrase.count
        ):
            kids = [k for k in kids if not k.bracket]
        if phrase.wrap and (kids or phrase.total is False) and kids:
            return self._wrapping(phrase, kids, scope)
        if not kids:
            return self._leaf(node, scope)
        if phrase.eachwith:
            return self._each_with(node, kids, scope)
        bracket_total = self._bracket_total(phrase, kids)
        if bracket_total is not None:
            return self._leaf(node, scope) + bracket_total
        return self._split(node, kids, scope)

    def _scoped(self, node: Node, scope: Scope) -> Scope:
        factor = scope.factor * node.factor
        per = scope.per
        if node.per:
            known = self.groups.get(node.per_base)
            if known:
                factor *= known
            else:
                per = node.per
        return Scope(factor, per)

    # --- single things

    def _leaf(self, node: Node, scope: Scope) -> list[Entry]:
        phrase = node.phrase
        assert phrase is not None
        if not phrase.name:
            return []
        count, bound, per = self.counted(phrase, scope)
        entry = self._entry(phrase, count, bound, "total" if phrase.total else "item", per)
        entry.per_pieces = phrase.factor > 1 or scope.factor > 1
        return [entry]

    def _entry(self, phrase: Phrase, count: int | None, bound: Bound, role: Role, per: str = "") -> Entry:
        return Entry(
            name=phrase.name,
            count=count,
            bound=bound,
            role=role,
            line=phrase.line,
            per=per,
            head=phrase.head,
            noun=phrase.noun,
            generic=phrase.generic,
            rule=phrase.rule,
            said_total=phrase.total,
            weak=not phrase.counted,
        )

    def counted(self, phrase: Phrase, scope: Scope) -> tuple[int | None, Bound, str]:
        """(count, bound, per) of a phrase in its scope."""
        count, bound, per = phrase.count, phrase.bound, ""
        if phrase.damaged is not None:
            count, bound = self._mended(phrase)
        if not phrase.counted and phrase.low is not None and phrase.high is not None and not phrase.rule:
            return self._range(phrase, scope)
        if not phrase.counted:
            if phrase.rule or phrase.plural is False:
                count = 1
            else:
                count, bound = None, "doubtful"
        if count is None:
            return None, "doubtful", ""
        if phrase.series and sum(phrase.series) != count:
            self.contradictions.append((phrase.line, count, sum(phrase.series)))
        if phrase.codes and phrase.counted and phrase.codes != count:
            self.contradictions.append((phrase.line, count, phrase.codes))
        count, bound, per = self._each(phrase, count, bound)
        if phrase.per:
            known = self.groups.get(phrase.per_base)
            if known:
                count *= known
            elif bound == "exact":
                bound, per = "at-least", phrase.per
        count *= phrase.factor * scope.factor
        if scope.per and bound == "exact":
            bound, per = "at-least", scope.per
        return count, bound, per

    @staticmethod
    def _mended(phrase: Phrase) -> tuple[int | None, Bound]:
        """``1 05`` is 105 where the text says 3 × 35."""
        each, of = phrase.each, phrase.each_of or phrase.kinds
        if each and of and each > 0:
            for value in (phrase.damaged, phrase.loose):
                if value == each * of:
                    phrase.each = None
                    return value, "exact"
        total = sum(p.count or 0 for p in phrase.parts)
        if total and total in (phrase.damaged, phrase.loose):
            return total, "exact"
        return phrase.count, phrase.bound

    def _each(self, phrase: Phrase, count: int, bound: Bound) -> tuple[int, Bound, str]:
        each, of = phrase.each, phrase.each_of
        if each is None:
            return count, bound, ""
        if each == -1:
            many = of or phrase.kinds
            if many:
                return count * many, bound, ""
            known = self.groups.get(phrase.per_base) if phrase.per_base and not phrase.per else None
            return (count * known if known else count), bound, ""
        if each <= 0:
            return count, bound, ""
        many = of or phrase.kinds
        if many is None and phrase.per_base:
            many = self.groups.get(phrase.per_base)
            if many and many * each != count and phrase.per_base:
                many = None
        if many and bound == "exact" and each * many != count:
            if of == count or phrase.copies:
                return count * each, bound, ""
            self.contradictions.append((phrase.line, count, each * many))
        if not many and count % each and bound == "exact":
            return count, "doubtful", ""
        return count, bound, ""

    def _range(self, phrase: Phrase, scope: Scope) -> tuple[int | None, Bound, str]:
        low, high = phrase.low or 0, phrase.high or 0
        count = (high - low + 1) * (phrase.kinds or 1) * phrase.factor * scope.factor
        return count, "at-least", ""

    # --- groups

    def _heading(self, node: Node, scope: Scope) -> list[Entry]:
        """``Contents (41 playing cards)``: the bracket names what is counted."""
        assert node.phrase is not None
        inner = next((k for k in node.children if k.bracket), None)
        if inner is None or inner.phrase is None:
            return self.all(node.children, scope)
        inner.children = [k for k in node.children if k is not inner]
        inner.inline = False
        return self.one(inner, scope) if inner.children else self._leaf(inner, scope)

    def _wrapping(self, phrase: Phrase, kids: list[Node], scope: Scope) -> list[Entry]:
        """A set is no thing: what is in it is, as often as there are sets."""
        many = phrase.count if phrase.counted and phrase.count else 1
        bracket = any(k.bracket for k in kids)
        if phrase.bound != "exact":
            many = 1
        listed = len(kids) > 1 or not kids[0].inline
        wraps = len(kids) == many and all(k.phrase is not None and k.phrase.wrap for k in kids)
        one_each = wraps or (
            phrase.counted and many > 1 and not bracket and not phrase.eachwith and listed and len(kids) == many
        )
        told = bracket and phrase.counted and len(kids) == many and all(k.phrase and k.phrase.postfix for k in kids)
        one_each = one_each or told  # two decks (Spring: 24, Autumn: 26)
        if one_each or (many > 1 and phrase.postfix and not phrase.eachwith):
            many = 1
        inner = Scope(scope.factor * many * phrase.factor, scope.per)
        if phrase.per:
            known = self.groups.get(phrase.per_base)
            inner = Scope(inner.factor * (known or 1), scope.per if known else phrase.per)
        real = [k for k in kids if (k.phrase is not None and not k.phrase.nameless) or k.phrase is None]
        if not real:
            return self._split(Node(phrase), kids, scope)
        found = self.all(kids, inner)
        if phrase.bound != "exact":
            for entry in found:
                entry.bound, entry.count = (
                    ("doubtful", None) if phrase.bound == "doubtful" else ("at-least", entry.count)
                )
        return found

    def _each_with(self, node: Node, kids: list[Node], scope: Scope) -> list[Entry]:
        phrase = node.phrase
        assert phrase is not None
        if phrase.wrap:
            return self._wrapping(phrase, kids, scope)
        whole = self._leaf(node, scope)
        many = whole[0].count if whole and whole[0].bound == "exact" else None
        found = self.all(kids, Scope(many or 1, scope.per if many else (scope.per or phrase.name)))
        return whole + found

    def _bracket_total(self, phrase: Phrase, kids: list[Node]) -> list[Entry] | None:
        """``… and 3 boss cards (16 cards)``: the bracket sums up the sentence."""
        if len(kids) != 1 or not kids[0].bracket or kids[0].phrase is None or not phrase.counted or phrase.postfix:
            return None
        part = kids[0].phrase
        if (
            part.count is None
            or phrase.count is None
            or part.count <= phrase.count
            or not (part.generic or part.total)
            or part.nameless
        ):
            return None
        entry = self._entry(part, part.count, part.bound, "total")
        entry.said_total = True
        return [entry]

    def _split(self, node: Node, kids: list[Node], scope: Scope) -> list[Entry]:
        phrase = node.phrase
        assert phrase is not None
        inline = any(k.inline for k in kids)
        real = [k for k in kids if k.phrase is None or not k.phrase.total or k.phrase.name]
        if kids and all(k.phrase is not None and k.phrase.content for k in kids):
            return self._leaf(node, scope) + self.all(kids, scope)
        bare = [k for k in real if not _named(k)]
        # In a list of names one may look like a size (9MM).
        few = len(bare) * 2 <= len(real) and all(k.phrase is not None and k.phrase.counted for k in bare)
        if bare and (inline or not few):
            return self._whole(node, real, scope, inline)
        if not phrase.counted and self._holding(phrase, kids):
            return self._leaf(node, scope)
        if not phrase.counted:
            return self.all(kids, scope)
        if phrase.partial and _sum(kids) != phrase.count:
            return self._leaf(node, scope)
        if len(kids) == 1 and inline and _sum(kids) != phrase.count:
            return self._leaf(node, scope)
        before = len(self.contradictions)
        parts = self.all(kids, Scope(1, ""), phrase.count)
        count, bound, per = self.counted(phrase, scope)
        total = self._entry(phrase, count, bound, "total", per)
        total.parts = [p for p in parts if p.top]
        self.contradictions[before:before] = self._differs(phrase.line, phrase.count, bound, total.parts)
        if scope.factor > 1:
            for part in parts:
                part.count = part.count * scope.factor if part.count is not None else None
        for part in parts:
            part.top = False
        return [total, *parts]

    @staticmethod
    def _holding(phrase: Phrase, kids: list[Node]) -> bool:
        """``a pad (50 sheets)``: one thing and how much there is in it, not a heading and its part."""
        one = phrase.plural is False and phrase.noun and not phrase.heading and not phrase.generic
        part = kids[0].phrase
        return one and len(kids) == 1 and kids[0].bracket and part is not None and part.head != phrase.head

    def _differs(self, line: int, stated: int | None, bound: Bound, parts: list[Entry]) -> list[tuple[int, int, int]]:
        if stated is None or bound != "exact" or not parts or any(p.bound != "exact" or p.count is None for p in parts):
            return []
        total = sum(p.count or 0 for p in parts)
        return [(line, stated, total)] if total != stated else []

    def _whole(self, node: Node, kids: list[Node], scope: Scope, inline: bool) -> list[Entry]:
        """A whole whose parts have no names of their own: they are left out, and summed if it has no count."""
        phrase = node.phrase
        assert phrase is not None
        counts = [_value(k.phrase) for k in kids if k.phrase is not None]
        known = bool(counts) and all(c is not None for c in counts)
        if not phrase.counted:
            if not inline and not (known and all(k.phrase is not None and k.phrase.nameless for k in kids)):
                return self.all(kids, scope)
            if known:
                phrase.count, phrase.counted = sum(c or 0 for c in counts), True
                if any(k.phrase is not None and k.phrase.bound != "exact" for k in kids):
                    phrase.bound = "doubtful"
            elif any(c is not None for c in counts):
                phrase.bound, phrase.counted = "doubtful", True
            return self._leaf(node, scope)
        if not inline and any(
            k.phrase is not None and not k.phrase.counted and k.phrase.name and not k.phrase.nameless for k in kids
        ):
            return self._leaf(node, scope)
        leaf = self._leaf(node, scope)
        exact = (
            leaf and leaf[0].bound == "exact" and all(k.phrase is not None and k.phrase.bound == "exact" for k in kids)
        )
        total = sum(c or 0 for c in counts)
        if (
            known
            and len(kids) > 1
            and exact
            and not phrase.partial
            and total not in (phrase.count, phrase.each)
            and phrase.factor == 1
        ):
            self.contradictions.append((phrase.line, phrase.count or 0, sum(c or 0 for c in counts)))
        return leaf


def _value(phrase: Phrase) -> int | None:
    if not phrase.counted or phrase.count is None:
        return None
    many = phrase.each_of or (phrase.kinds if phrase.each is not None else None) or 1
    return phrase.count * phrase.factor * many


def _named(node: Node) -> bool:
    phrase = node.phrase
    if phrase is None:
        return bool(node.children) and all(_named(child) for child in node.children)
    return bool(phrase.name) and not phrase.nameless and (phrase.counted or bool(node.children) or phrase.rule)


def _sum(kids: list[Node]) -> int:
    return sum((k.phrase.count or 0) for k in kids if k.phrase is not None)
