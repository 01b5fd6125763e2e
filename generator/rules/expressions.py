"""What a number of the text must equal: ``uzi.damage``, ``diff(rifle.damage, vest.reduction)``. Parsed by hand.

The language has whole numbers, values of the catalogue (``numbers.hand``, ``uzi.damage``, ``castle.towers[1]``),
numbers that the same pattern captured (``$1``), and the functions of one table. Nothing else: no names, no loops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

LENGTH = 500  # characters
DEPTH = 20
_TOKEN = re.compile(
    r"\s*(?:(?P<int>-?\d{1,9}(?![\w.-]))|(?P<name>[a-z0-9][\w-]*(?::[a-z0-9][\w-]*)?(?:\.[a-z0-9][\w-]*)*)"
    r"|(?P<capture>\$\d{1,2})|(?P<sign>[(),=\[\]])|(?P<end>$))",
    re.ASCII,
)


class ExpressionError(ValueError):
    """What is wrong, a hint, and how far into the expression."""

    def __init__(self, message: str, offset: int, hint: str = "") -> None:
        super().__init__(message)
        self.offset, self.hint = offset, hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A node: ``what`` is ``int``, ``capture``, ``name`` or ``call``."""

    what: str
    text: str
    offset: int
    index: int | None = None
    args: tuple[Term, ...] = ()
    filters: tuple[tuple[str, str, int], ...] = field(default=())

    @property
    def value(self) -> int:
        return int(self.text.lstrip("$"))

    @property
    def path(self) -> Sequence[str]:
        return self.text.partition(":")[2].split(".") if ":" in self.text else self.text.split(".")

    @property
    def qualifier(self) -> str:
        return self.text.partition(":")[0] if ":" in self.text else ""

    def captures(self) -> Iterator[Term]:
        """The captured numbers that the expression asks for."""
        if self.what == "capture":
            yield self
        for arg in self.args:
            yield from arg.captures()


def parse(typed: str) -> Term:
    """The expression as a tree. ExpressionError."""
    if len(typed) > LENGTH:
        raise ExpressionError(f"an expression is longer than {LENGTH} characters", 0)
    if typed.count("(") != typed.count(")"):
        hint = "in a list [ … ] an expression with a comma stands in quotes"
        raise ExpressionError("a bracket is open", len(typed.rstrip()), hint)
    reader = _Reader(typed)
    term = reader.term(1)
    if reader.kind != "end":
        raise ExpressionError(f"'{reader.text}' cannot stand here", reader.offset, "write sum(a, b), not a + b")
    return term


class _Reader:
    """One token ahead."""

    def __init__(self, typed: str) -> None:
        self.typed, self.at = typed, 0
        self.kind, self.text, self.offset = "", "", 0
        self.next()

    def next(self) -> None:
        match = _TOKEN.match(self.typed, self.at)
        if match is None:
            rest = self.typed[self.at :].lstrip()
            offset = len(self.typed) - len(rest)
            raise ExpressionError(f"'{rest[:12]}' cannot be read", offset, "values, whole numbers and functions")
        self.kind = str(match.lastgroup)
        self.text, self.offset = match[self.kind], match.start(self.kind)
        self.at = match.end()

    def take(self, sign: str) -> bool:
        if self.kind == "sign" and self.text == sign:
            self.next()
            return True
        return False

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise ExpressionError(f"'{sign}' is missing", self.offset)

    def term(self, depth: int) -> Term:
        if depth > DEPTH:
            raise ExpressionError(f"more than {DEPTH} levels", self.offset)
        kind, text, offset = self.kind, self.text, self.offset
        if kind not in ("int", "capture", "name"):
            what = f"'{text}'" if text else "nothing"
            raise ExpressionError(f"{what} stands where a value belongs", offset)
        self.next()
        if kind != "name":
            return Term(what=kind, text=text, offset=offset)
        if self.take("("):
            args, filters = self._arguments(depth)
            return Term(what="call", text=text, offset=offset, args=args, filters=filters)
        index = None
        if self.take("["):
            if self.kind != "int":
                raise ExpressionError("a place in a list is a whole number, from 1", self.offset)
            index = int(self.text)
            self.next()
            self.need("]")
        return Term(what="name", text=text, offset=offset, index=index)

    def _arguments(self, depth: int) -> tuple[tuple[Term, ...], tuple[tuple[str, str, int], ...]]:
        args: list[Term] = []
        filters: list[tuple[str, str, int]] = []
        while not self.take(")"):
            term = self.term(depth + 1)
            if term.what == "name" and self.take("="):
                if self.kind not in ("int", "name"):
                    raise ExpressionError("after '=' stands a word or a whole number", self.offset)
                filters.append((term.text, self.text, term.offset))
                self.next()
            elif filters:
                raise ExpressionError("conditions such as team=ct stand last", term.offset)
            else:
                args.append(term)
            if self.take(")"):
                break
            self.need(",")
        return tuple(args), tuple(filters)


def exact(value: int | Fraction) -> int | Fraction:
    """A fraction that is whole as a whole number."""
    number = Fraction(value)
    return int(number) if number.denominator == 1 else number
