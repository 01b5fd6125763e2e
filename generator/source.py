"""YAML read with places. Composed, never constructed: a value is the text that was typed, and where.

Laws: no alias, anchor, tag or merge key; no key twice; at most 20 levels; the C reader only (the pure one recurses
without a bound). What a key means is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import yaml
from yaml.cyaml import CParser
from yaml.resolver import BaseResolver

from generator import limits
from generator.intake import Opened
from generator.problem import Location, Problem, SourceError, did_you_mean, fail, is_control

_STR = "tag:yaml.org,2002:str"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class _Reader(CParser, BaseResolver):  # type: ignore[misc]
    """libyaml's parser without implicit types: every plain scalar is text."""

    def __init__(self, stream: bytes) -> None:
        CParser.__init__(self, stream)
        BaseResolver.__init__(self)

    def resolve(self, kind: type, value: Any, implicit: Any) -> str:
        return _STR if kind is yaml.ScalarNode else "seq" if kind is yaml.SequenceNode else "map"


class Scalar:
    """A text and its place. ``plain``: it was typed without quotes."""

    __slots__ = ("block", "column", "line", "path", "plain", "text")

    def __init__(self, path: str, line: int, column: int, text: str, plain: bool, block: bool) -> None:
        self.path, self.line, self.column, self.text, self.plain, self.block = path, line, column, text, plain, block

    @property
    def where(self) -> Location:
        return Location(self.path, self.line, self.column)


class Sequence:
    """A list of nodes and its place."""

    __slots__ = ("column", "items", "line", "path")

    def __init__(self, path: str, line: int, column: int, items: list[Node]) -> None:
        self.path, self.line, self.column, self.items = path, line, column, items

    @property
    def where(self) -> Location:
        return Location(self.path, self.line, self.column)


class Mapping:
    """Keys in the order in which they were typed, their places, and the nodes behind them."""

    __slots__ = ("column", "entries", "line", "path", "places")

    def __init__(
        self, path: str, line: int, column: int, entries: dict[str, Node], places: dict[str, tuple[int, int]]
    ) -> None:
        self.path, self.line, self.column, self.entries, self.places = path, line, column, entries, places

    @property
    def where(self) -> Location:
        return Location(self.path, self.line, self.column)

    def key(self, name: str) -> Location:
        """Where the key stands."""
        return Location(self.path, *self.places[name])


Node: TypeAlias = Scalar | Sequence | Mapping


class Findings:
    """Collects problems, so that one run shows them all."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, where: Location, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(where=where, code=code, message=message, hint=hint))

    def extend(self, error: SourceError) -> None:
        self.problems.extend(error.problems)

    def stop(self) -> None:
        """Raise, if anything was found."""
        if self.problems:
            raise SourceError(self.problems)


def parse(opened: Opened) -> Mapping:
    """The file's top mapping. :class:`SourceError`: ``yaml``, ``yaml-alias``, ``yaml-tag``, ``duplicate-key``, …"""
    path = opened.shown
    reader = None
    try:
        reader = _Reader(opened.data)
        root = reader.get_single_node()
    except yaml.YAMLError as error:
        raise _syntax(path, error, opened.data) from None
    except (UnicodeError, RecursionError, ValueError) as error:
        raise fail(Location(path, 1, 1), "yaml", f"this is not YAML: {error}") from None
    finally:
        if reader is not None:
            reader.dispose()
    if root is None:
        raise fail(Location(path, 1, 1), "yaml", "the file is empty")
    findings = Findings()
    anchored = b"&" in opened.data or opened.data[:2] in (b"\xff\xfe", b"\xfe\xff")  # no anchor without its sign
    if anchored:
        _anchors(opened, findings)
    node = _Walk(path, findings, opened.data, anchored).node(root, 1)
    findings.stop()
    if not isinstance(node, Mapping):
        raise fail(Location(path, 1, 1), "wrong-type", "the file must hold keys and values, such as 'kind: weapon'")
    return node


class _Walk:
    """Turns composed nodes into ours, each once: an alias is the same node twice, and was told before."""

    def __init__(self, path: str, findings: Findings, data: bytes, anchored: bool) -> None:
        self.path, self.findings, self.cut, self.anchored = path, findings, _comments(data), anchored
        self.count = 0
        self.met: set[int] = set()

    def node(self, node: Any, depth: int) -> Node | None:
        mark = node.start_mark
        line, column = mark.line + 1, mark.column + 1
        self.count += 1
        if self.count > limits.YAML_NODES:
            raise fail(
                Location(self.path, line, column), "too-large", f"more than {limits.YAML_NODES} values in one file"
            )
        if self.anchored:
            if id(node) in self.met:
                return None
            self.met.add(id(node))
        kind = type(node)
        if kind is yaml.ScalarNode:
            return self._scalar(node, line, column)
        if depth > limits.YAML_DEPTH:
            raise fail(Location(self.path, line, column), "too-deep", f"more than {limits.YAML_DEPTH} levels")
        if kind is yaml.SequenceNode:
            if node.tag != "seq":
                self._tag(line, column, node.tag)
            items = [item for item in (self.node(child, depth + 1) for child in node.value) if item is not None]
            return Sequence(self.path, line, column, items)
        if node.tag != "map":
            self._tag(line, column, node.tag)
        entries: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        for key, value in node.value:
            name = self._key(key, places)
            child = self.node(value, depth + 1)
            if name is not None and child is not None:
                entries[name] = child
        return Mapping(self.path, line, column, entries, places)

    def _key(self, key: Any, places: dict[str, tuple[int, int]]) -> str | None:
        line, column = key.start_mark.line + 1, key.start_mark.column + 1
        if type(key) is not yaml.ScalarNode:
            self._say(
                line, column, "wrong-type", "a key must be a word", "put a text that begins with { or [ in quotes"
            )
            return None
        name: str = key.value
        if name == "<<":
            self._say(line, column, "yaml-alias", "merge keys (<<) are not read", "write the values out")
            return None
        if name in places:
            self._say(
                line,
                column,
                "duplicate-key",
                f"the key '{name}' stands here twice",
                f"the first is at line {places[name][0]}",
            )
            return None
        places[name] = (line, column)
        return name

    def _scalar(self, node: Any, line: int, column: int) -> Scalar:
        text: str = node.value
        if node.tag != _STR:
            self._tag(line, column, node.tag)
        if not text.isprintable() and _CONTROL.search(text):
            self._say(
                line,
                column,
                "control-character",
                f"a control character stands in {text[:40]!a}",
                "delete it; it can be typed by accident or pasted along",
            )
        plain = node.style is None or node.style == ""
        if plain and line in self.cut and node.end_mark.line + 1 == line and " " in text:
            self._say(
                line,
                column,
                "text-cut",
                f"the text ends at '{text[-24:]}': what follows ' #' is a comment",
                "put the text in quotes, or the comment on a line of its own",
            )
        return Scalar(self.path, line, column, text, plain, node.style in ("|", ">"))

    def _tag(self, line: int, column: int, tag: str) -> None:
        self._say(
            line, column, "yaml-tag", f"tags such as '{tag}' are not read", "delete the tag: the field's type decides"
        )

    def _say(self, line: int, column: int, code: str, message: str, hint: str) -> None:
        self.findings.add(Location(self.path, line, column), code, message, hint)


def _anchors(opened: Opened, findings: Findings) -> None:
    """Anchors and aliases of a file that is YAML: nodes do not keep them, so it is gone through once more."""
    reader = _Reader(opened.data)
    try:
        while reader.check_event():
            event = reader.get_event()
            name = getattr(event, "anchor", None)
            if name is None:
                continue
            sign, hint = "&", f"delete '&{name}'; a text that begins with & stands in quotes"
            if isinstance(event, yaml.AliasEvent):
                sign, hint = "*", f"write the value of '&{name}' again; a text that begins with * stands in quotes"
            where = Location(opened.shown, event.start_mark.line + 1, event.start_mark.column + 1)
            findings.add(where, "yaml-alias", f"anchors and aliases (& and *) are not read: '{sign}{name}'", hint)
    finally:
        reader.dispose()


def _comments(data: bytes) -> frozenset[int]:
    """Lines on which ``#`` touches the text that follows (``3 #wounds``): a comment that was meant to be read."""
    if b" #" not in data:
        return frozenset()
    lines = data.split(b"\n")
    return frozenset(n for n, line in enumerate(lines, 1) if re.search(rb"[^\s#].* #[^\s#]", line))


def _syntax(path: str, error: yaml.YAMLError, data: bytes) -> SourceError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    message = getattr(error, "problem", None) or str(getattr(error, "reason", error)).split("\n")[0]
    rows = data.split(b"\n")
    row = rows[line - 1] if line <= len(rows) else b""
    hint = ""
    if b"\t" in row:
        message, hint = "a tab character stands here", "use spaces"
    elif "mapping values" in message:
        hint = "a text with ': ' in it must stand in quotes"
    elif "undefined alias" in message:
        hint = "a text that begins with * must stand in quotes"
    elif "cannot start any token" in message or "did not find expected" in message:
        hint = "check the quotes and the indentation of this line and the one above"
    elif ("invalid" in message and ("UTF-8" in message or "octet" in message)) or isinstance(
        error, yaml.reader.ReaderError
    ):
        hint = "save the file as UTF-8"
    return fail(Location(path, line, column), "yaml", f"the YAML breaks off here: {message}", hint)


# Typed access. Each adds a finding and returns None when the node is not what was asked for.


def text_of(node: Node, findings: Findings, what: str) -> str | None:
    """A scalar's text; an empty one counts as missing."""
    if not isinstance(node, Scalar):
        findings.add(node.where, "wrong-type", f"{what} must be a text")
        return None
    if not node.text.strip():
        findings.add(node.where, "empty", f"{what} is empty", "a text that begins with # must stand in quotes")
        return None
    return node.text


def integer_of(node: Node, findings: Findings, what: str, low: int, high: int) -> int | None:
    """A whole number within bounds, written as people write one: ``010``, ``4.0`` and ``1e3`` are refused."""
    if isinstance(node, Scalar) and re.fullmatch(r"-?(0|[1-9]\d{0,8})", node.text, re.ASCII):
        value = int(node.text)
        if low <= value <= high:
            return value
        findings.add(node.where, "out-of-range", f"{what} is {value}; it must lie between {low} and {high}")
        return None
    shown = f"'{node.text}'" if isinstance(node, Scalar) else "a list or mapping"
    findings.add(
        node.where, "wrong-type", f"{what} must be a whole number, not {shown}", "such as 4, without quotes or point"
    )
    return None


def decimal_of(node: Node, findings: Findings, what: str, low: float, high: float) -> float | None:
    """A number within bounds, with a point where it has decimals: ``.5``, ``1e1``, ``+3``, ``nan`` are refused."""
    if isinstance(node, Scalar) and re.fullmatch(r"-?(0|[1-9]\d{0,8})(\.\d{1,9})?", node.text, re.ASCII):
        value = float(node.text)
        if low <= value <= high:
            return value
        message = f"{what} is {node.text}; it must lie between {low:g} and {high:g}"
        findings.add(node.where, "out-of-range", message)
        return None
    shown = f"'{node.text}'" if isinstance(node, Scalar) else "a list or mapping"
    findings.add(node.where, "wrong-type", f"{what} must be a number, not {shown}", "such as 0.7 or -4, with a point")
    return None


def flag_of(node: Node, findings: Findings, what: str) -> bool:
    """``yes`` or ``no`` (``true`` and ``false`` serve)."""
    if isinstance(node, Scalar) and node.text in ("yes", "true"):
        return True
    if isinstance(node, Scalar) and node.text in ("no", "false"):
        return False
    findings.add(node.where, "wrong-type", f"{what} must be 'yes' or 'no'")
    return False


def mapping_of(node: Node, findings: Findings, what: str) -> Mapping | None:
    if isinstance(node, Mapping):
        return node
    findings.add(node.where, "wrong-type", f"{what} must hold keys and values")
    return None


def items_of(node: Node, findings: Findings, what: str) -> Iterator[Node]:
    if isinstance(node, Sequence):
        yield from node.items
    else:
        findings.add(node.where, "wrong-type", f"{what} must be a list")


def check_keys(mapping: Mapping, known: Iterable[str], needed: Iterable[str], findings: Findings, what: str) -> None:
    """Every key is known, and what is needed is there."""
    names = known if isinstance(known, frozenset) else frozenset(known)
    for key in mapping.entries:
        if key not in names:
            findings.add(mapping.key(key), "unknown-key", f"unknown key '{key}' in {what}", did_you_mean(key, names))
    for key in needed:
        if key not in mapping.entries:
            findings.add(mapping.where, "missing-key", f"{what} has no '{key}'")


__all__ = [
    "Findings",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "check_keys",
    "decimal_of",
    "flag_of",
    "integer_of",
    "is_control",
    "items_of",
    "mapping_of",
    "parse",
    "text_of",
]
