"""``claims.yaml``: what the rules text says beyond counts, and what of the catalogue each of its numbers must equal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from generator.catalogue import Catalogue
from generator.catalogue.fields import inside
from generator.intake import Opened
from generator.problem import Location, did_you_mean
from generator.rules import expressions, patterns
from generator.rules.expressions import ExpressionError, Term
from generator.rules.patterns import Pattern, PatternError
from generator.source import (
    Findings,
    Node,
    Scalar,
    Sequence,
    check_keys,
    integer_of,
    items_of,
    mapping_of,
    parse,
    text_of,
)
from generator.source import Mapping as Keys

T = TypeVar("T")

KEYS = ("claims", "dismissals", "unstated", "arithmetic")
CLAIMS = 5_000
TIMES = 999
GIVEN = "given"  # a number that an example takes as it likes
Patterns = tuple[tuple[Pattern, Node], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One claim. ``equals``: an expression for each ``{}``, None for one that is given. ``times``: None for any."""

    id: str
    equals: tuple[tuple[Term | None, Node], ...]
    text: Mapping[str, Patterns]
    under: Mapping[str, Pattern]
    times: Mapping[str, int | None]
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismissal:
    """Numbers that say nothing of the catalogue, and why."""

    text: Mapping[str, Patterns]
    under: Mapping[str, Pattern]
    reason: str
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Unstated:
    """Values of the catalogue that no text needs to state, and why."""

    term: Term
    reason: str
    node: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """The whole file. ``arithmetic`` is read by the checks themselves."""

    path: str
    claims: tuple[Claim, ...] = ()
    dismissals: tuple[Dismissal, ...] = ()
    unstated: tuple[Unstated, ...] = ()
    arithmetic: tuple[Keys, ...] = ()


def read_claims(opened: Opened, catalogue: Catalogue, findings: Findings) -> Claims:
    """The file's claims; what cannot be read is a finding and left out. SourceError where it is no YAML."""
    root = parse(opened)
    check_keys(root, KEYS, (), findings, "a file of claims")
    reader = _Reader(catalogue.languages, findings)
    return Claims(
        path=opened.shown,
        claims=tuple(reader.each(root, "claims", reader.claim)),
        dismissals=tuple(reader.each(root, "dismissals", reader.dismissal)),
        unstated=tuple(one for some in reader.each(root, "unstated", reader.unstated) for one in some),
        arithmetic=tuple(reader.each(root, "arithmetic", lambda keys: keys)),
    )


class _Reader:
    def __init__(self, languages: tuple[str, ...], findings: Findings) -> None:
        self.languages, self.findings = languages, findings
        self.ids: dict[str, Location] = {}

    def each(self, root: Keys, key: str, read: Callable[[Keys], T | None]) -> list[T]:
        """The entries of one list of the file."""
        if key not in root.entries:
            return []
        result: list[T] = []
        for number, node in enumerate(items_of(root.entries[key], self.findings, f"'{key}'")):
            if number >= CLAIMS:
                self.findings.add(node.where, "too-large", f"more than {CLAIMS} entries under '{key}'")
                break
            keys = mapping_of(node, self.findings, f"an entry of '{key}'")
            made = read(keys) if keys is not None else None
            if made is not None:
                result.append(made)
        return result

    def claim(self, keys: Keys) -> Claim | None:
        needed = ("id", "equals", "text")
        check_keys(keys, (*needed, "under", "times"), needed, self.findings, "a claim")
        if not all(key in keys.entries for key in needed):
            return None
        name = text_of(keys.entries["id"], self.findings, "'id'")
        if name is not None and name in self.ids:
            hint = f"the first is at {self.ids[name]}"
            self.findings.add(keys.key("id"), "duplicate-id", f"there is a claim '{name}' already", hint)
        equals = self._equals(keys.entries["equals"])
        text = self.patterns(keys.entries["text"])
        under = self.under(keys)
        times = self._times(keys.entries.get("times"))
        if name is None or equals is None or text is None or under is None or times is None:
            return None
        self.ids.setdefault(name, keys.where)
        return Claim(id=name, equals=equals, text=text, under=under, times=times, where=keys.where)

    def dismissal(self, keys: Keys) -> Dismissal | None:
        needed = ("text", "reason")
        check_keys(keys, (*needed, "under"), needed, self.findings, "a dismissal")
        if not all(key in keys.entries for key in needed):
            return None
        reason = text_of(keys.entries["reason"], self.findings, "'reason'")
        text, under = self.patterns(keys.entries["text"], whole=False), self.under(keys)
        if reason is None or text is None or under is None:
            return None
        return Dismissal(text=text, under=under, reason=reason, where=keys.where)

    def unstated(self, keys: Keys) -> list[Unstated] | None:
        needed = ("value", "reason")
        check_keys(keys, needed, needed, self.findings, "an entry of 'unstated'")
        if not all(key in keys.entries for key in needed):
            return None
        reason = text_of(keys.entries["reason"], self.findings, "'reason'")
        value = keys.entries["value"]
        nodes = value.items if isinstance(value, Sequence) else [value]
        terms = [(self._term(node), node) for node in nodes]
        return [Unstated(term=term, reason=reason or "", node=node) for term, node in terms if term is not None]

    def patterns(self, node: Node, *, holes: bool = True, whole: bool = True) -> dict[str, Patterns] | None:
        """A pattern, or a list of them, per language; one that stands alone is every language's.

        ``[]`` says that the text of this language has no such number; a dismissal (``whole`` no) may leave it out.
        """
        if not isinstance(node, Keys):
            read = self._list(node, holes)
            return None if read is None else dict.fromkeys(self.languages, read)
        result: dict[str, Patterns] = {}
        for language, child in node.entries.items():
            if language not in self.languages:
                hint = did_you_mean(language, self.languages)
                message = f"'{language}' is not a language of this game"
                self.findings.add(node.key(language), "unknown-language", message, hint)
            elif (some := self._list(child, holes)) is not None:
                result[language] = some
        for language in self.languages:
            if language not in node.entries and whole:
                message = f"there is no text in '{language}'"
                hint = f"add '{language}: …', or '{language}: []' if its text has no such number"
                self.findings.add(node.where, "missing-translation", message, hint)
            elif language not in node.entries:
                result[language] = ()
        return result if len(result) == len(self.languages) else None

    def under(self, keys: Keys) -> dict[str, Pattern] | None:
        """Words of a heading, or of the bold words that open a paragraph, below which alone is searched."""
        if "under" not in keys.entries:
            return {}
        read = self.patterns(keys.entries["under"], holes=False)
        if read is None:
            return None
        for some in read.values():
            for pattern, node in some:
                if pattern.holes or len(pattern.parts) > 1 or len(some) > 1:
                    self.findings.add(node.where, "claim-pattern", "'under' holds words alone, without {} and …")
                    return None
        return {language: some[0][0] for language, some in read.items() if some}

    def _list(self, node: Node, holes: bool) -> Patterns | None:
        nodes = node.items if isinstance(node, Sequence) else [node]
        read = [(self._pattern(child, holes), child) for child in nodes]
        made = tuple((pattern, child) for pattern, child in read if pattern is not None)
        return made if len(made) == len(read) else None

    def _pattern(self, node: Node, holes: bool) -> Pattern | None:
        typed = text_of(node, self.findings, "a pattern")
        if typed is None:
            return None
        try:
            return patterns.parse(typed, holes=holes)
        except PatternError as error:
            self.findings.add(inside(node, error.offset), "claim-pattern", str(error))
            return None

    def _equals(self, node: Node) -> tuple[tuple[Term | None, Node], ...] | None:
        nodes = node.items if isinstance(node, Sequence) else [node]
        read: list[tuple[Term | None, Node]] = []
        for child in nodes:
            if isinstance(child, Scalar) and child.text == GIVEN:
                read.append((None, child))
            elif (term := self._term(child)) is not None:
                read.append((term, child))
        return tuple(read) if len(read) == len(nodes) and read else None

    def _term(self, node: Node) -> Term | None:
        typed = text_of(node, self.findings, "an expression")
        if typed is None:
            return None
        try:
            return expressions.parse(typed)
        except ExpressionError as error:
            self.findings.add(inside(node, error.offset), "claim-expression", str(error), error.hint)
            return None

    def _times(self, node: Node | None) -> dict[str, int | None] | None:
        if node is None:
            return dict.fromkeys(self.languages, 1)
        if not isinstance(node, Keys):
            times = self._time(node)
            return None if times == 0 else dict.fromkeys(self.languages, times)
        check_keys(node, self.languages, self.languages, self.findings, "'times'")
        each = {lang: self._time(child) for lang, child in node.entries.items() if lang in self.languages}
        return each if len(each) == len(self.languages) and 0 not in each.values() else None

    def _time(self, node: Node) -> int | None:
        """None for any number of times, 0 where it cannot be read."""
        if isinstance(node, Scalar) and node.text == "any":
            return None
        return integer_of(node, self.findings, "'times'", 1, TIMES) or 0
