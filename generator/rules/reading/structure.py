"""Sentences → a tree: what stands below what, by indentation, bullets, headings and colons."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field

from generator.rules.reading.language import Language, lemma
from generator.rules.reading.lines import Segment
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.sentences import Sentence

_KNOWN = 200  # counted lines that a heading further down may speak of


@dataclass(slots=True, eq=False)
class Node:
    """A phrase in its place; ``phrase`` is None for a heading that names no piece."""

    phrase: Phrase | None
    children: list[Node] = field(default_factory=list)
    line: int = 0
    inline: bool = False  # a part in a bracket or behind a colon
    opens: bool = False
    factor: int = 1
    per: str = ""
    per_base: str = ""
    bullet: str = ""
    indent: int = 0
    heading: int = 0
    group: int = 0  # nodes of one sentence share it
    lead: str = ""
    loose: bool = False  # may hold what follows at its own depth, as far as the sums say so
    bracket: bool = False
    flat: bool = False  # its children are its parts, one by one: no sums among them


def tree(rows: list[tuple[Segment, list[Sentence]]], lang: Language) -> Node:
    """The tree of all phrases; its root holds the top level."""
    root = Node(None)
    builder = _Builder(root, lang)
    for segment, sentences in rows:
        builder.add(segment, sentences)
    return root


class _Builder:
    def __init__(self, root: Node, lang: Language) -> None:
        self.root, self.lang = root, lang
        self.stack: list[Node] = [root]
        self.group = 0
        self.last: Segment | None = None

    def add(self, segment: Segment, sentences: list[Sentence]) -> None:
        parent = self._parent(segment)
        self.last = segment
        for sentence in sentences:
            self.group += 1
            for clause in sentence.clauses:
                holder = parent
                if clause.lead and clause.phrases and not clause.opens and not clause.per and clause.factor == 1:
                    holder = Node(None, line=segment.line, lead=clause.lead, per_base=clause.lead_head)
                    self._mark(holder, segment)
                    parent.children.append(holder)
                elif clause.factor > 1 or clause.per:
                    holder = Node(
                        None,
                        line=segment.line,
                        factor=clause.factor,
                        per=clause.per,
                        per_base=clause.per_base,
                        opens=clause.opens or not clause.phrases,
                    )
                    self._mark(holder, segment)
                    parent.children.append(holder)
                made = [self._node(phrase, segment) for phrase in clause.phrases]
                holder.children += made
                if made:
                    made[-1].opens = clause.opens
                    top = made[-1]
                elif holder is not parent:
                    top = holder
                else:
                    top = Node(None, line=segment.line, opens=clause.opens, lead=clause.lead)
                    self._mark(top, segment)
                    parent.children.append(top)
                self._push(top, segment, parent)

    def _push(self, node: Node, segment: Segment, parent: Node) -> None:
        while self.stack[-1] is not parent:
            self.stack.pop()
        self.stack.append(node)

    def _node(self, phrase: Phrase, segment: Segment) -> Node:
        node = Node(phrase, line=phrase.line, group=self.group)
        self._mark(node, segment)
        node.children = [self._part(part, phrase.bracket_parts) for part in phrase.parts]
        return node

    def _part(self, phrase: Phrase, bracket: bool) -> Node:
        node = Node(phrase, line=phrase.line, inline=True, bracket=bracket)
        node.children = [self._part(part, phrase.bracket_parts) for part in phrase.parts]
        return node

    @staticmethod
    def _mark(node: Node, segment: Segment) -> None:
        node.bullet, node.indent, node.heading = segment.bullet, segment.indent, segment.heading

    # --- who stands below whom

    def _parent(self, segment: Segment) -> Node:
        while len(self.stack) > 1 and not self._below(self.stack[-1], segment):
            self.stack.pop()
        return self.stack[-1]

    def _below(self, node: Node, segment: Segment) -> bool:
        """Whether a segment stands below a node that is open."""
        if segment.heading:
            return bool(node.heading) and node.heading < segment.heading
        if node.heading:
            return True
        plain = _kind(node.bullet) == _kind(segment.bullet)
        if segment.indent > node.indent and (
            node.bullet or segment.bullet or node.opens or segment.indent > node.indent + 1
        ):
            return True
        if segment.indent < node.indent:
            return False
        if not plain:
            if segment.bullet and not node.bullet:
                return (
                    node.opens
                    or (node.phrase is not None and node.phrase.counted and not segment.after_blank)
                    or node.phrase is None
                )
            if segment.bullet and node.bullet and _kind(node.bullet) != "|":
                return not any(
                    _kind(n.bullet) == _kind(segment.bullet) and n.indent <= segment.indent
                    for n in self.stack[1:-1]
                    if n is not node
                )
            return False
        deeper = any(c.indent > node.indent and not c.inline for c in node.children)
        if node.opens and not segment.bullet and not segment.after_blank and not deeper:
            node.loose = True
            return not segment.text.rstrip().endswith(":")
        if node.opens and segment.bullet and not deeper:
            node.loose = True
            return not segment.text.rstrip().endswith(":")
        return False


def _kind(bullet: str) -> str:
    return "1" if bullet.isalnum() else bullet


# --- headings that speak of what was counted before


def resume(root: Node, lang: Language) -> None:
    """``The CT cards:`` below ``14 CT cards``: its list belongs to the line above."""
    _resume_in(root, [], lang)


def _resume_in(root: Node, known: list[Node], lang: Language) -> None:
    for node in list(root.children):
        _resume_one(node, known, root, lang)
        if node in root.children and node.phrase is None and node.children:
            _resume_in(node, known, lang)
            continue
        known += [n for n in _walk(node) if n.phrase is not None and n.phrase.counted and not n.inline]


def _walk(node: Node) -> list[Node]:
    found, todo = [], [node]
    while todo:
        here = todo.pop()
        found.append(here)
        todo += here.children
    return found


def _resume_one(node: Node, known: list[Node], root: Node, lang: Language) -> None:
    phrase = node.phrase
    name = phrase.name if phrase is not None else node.lead
    if not node.children or not name or (phrase is not None and phrase.counted) or len(node.children) < 1:
        return
    if any(child.inline for child in node.children):
        return
    head = phrase.head if phrase is not None else node.per_base
    known = known[-_KNOWN:]
    best = max(known, key=lambda other: _near(name, head, other, lang), default=None)
    if best is None or best.children or _near(name, head, best, lang) < 0.75:
        return
    best.children = node.children
    root.children.remove(node)


def _near(name: str, head: str, other: Node, lang: Language) -> float:
    phrase = other.phrase
    assert phrase is not None
    if len(phrase.name.split()) == 1 and phrase.noun and head and phrase.head == head:
        return 0.9  # "The cards are divided like this:" below "110 cards"
    words = {lemma(w.strip("()[].,:").casefold(), lang.code) for w in name.split()}
    theirs = {lemma(w.strip("()[].,:").casefold(), lang.code) for w in phrase.name.split()}
    if phrase.label and phrase.label.casefold() in words and phrase.head in words:
        return 1.0
    small = lang.stop
    words, theirs = {w for w in words if w not in small}, {w for w in theirs if w not in small}
    if words and theirs and words == theirs:
        return 0.99
    return (
        difflib.SequenceMatcher(None, name.casefold()[:80], phrase.name.casefold()[:80], autojunk=False).ratio() - 0.1
    )
