"""Jinja for layouts that may come from strangers: immutable sandbox, strict names, few filters, bounded work.

The sandbox of Jinja stops escapes, not hangs: ``9**(9**8)`` is folded while the template is compiled, ``'x'*10**10``
takes the memory of the machine. So arithmetic is intercepted, text is only joined within a bound, and a face has a
deadline.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import jinja2
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError
from jinja2.ext import Extension
from jinja2.nodes import Concat
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from generator import limits
from generator.geometry import cosine, sine
from generator.intake import Shelf
from generator.problem import Location, SourceError

FILTERS = frozenset(
    {
        "abs", "float", "int", "first", "last", "length", "list", "lower", "upper", "title", "capitalize", "trim",
        "round", "sort", "reverse", "min", "max", "sum", "default", "string", "map", "select", "reject", "selectattr",
        "rejectattr", "unique", "dictsort", "escape", "e",
    }
)  # fmt: skip
TESTS = frozenset(
    {
        "defined", "undefined", "none", "number", "string", "mapping", "sequence", "odd", "even", "divisibleby", "in",
        "eq", "ne", "lt", "le", "gt", "ge", "sameas",
    }
)  # fmt: skip
# Methods of text and numbers that cannot grow their result; all others are refused.
METHODS = frozenset(
    {
        "upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip", "startswith", "endswith", "split",
        "splitlines", "count", "find", "index", "removeprefix", "removesuffix", "isdigit", "isalpha", "keys", "values",
        "items", "get",
    }
)  # fmt: skip

_STAMP = re.compile(r"<([a-z][a-z-]*)(?=[\s/>])", re.ASCII)
_SKIP = re.compile(r"(\{#.*?#\}|<!--.*?-->)", re.DOTALL)


class Stamps(Extension):
    """Writes ``at="17"`` into every start tag before compilation: a number of ``Environment.places``.

    It survives loops, macros, includes and inheritance; kept short, since a card carries dozens.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        parts = _SKIP.split(source)
        line, column = 1, 1
        result = []
        for index, part in enumerate(parts):
            if index % 2:
                # Comments vanish, their line breaks stay, so that Jinja's own messages keep their lines.
                result.append(part if part.startswith("{#") else "\n" * part.count("\n"))
            else:
                result.append(self._stamp(part, line, column, name or ""))
            line, column = _moved(part, line, column)
        return "".join(result)

    def _stamp(self, text: str, line: int, column: int, name: str) -> str:
        places: dict[str, Location] = self.environment.places  # type: ignore[attr-defined]
        result, position = [], 0
        for match in _STAMP.finditer(text):
            before = text[position : match.start()]
            line, column = _moved(before, line, column)
            stamp = str(len(places))
            places[stamp] = Location(f"templates/{name}", line, column)
            result.append(f'{before}<{match[1]} at="{stamp}"')
            column += len(match[0])
            position = match.end()
        return "".join(result) + text[position:]


def _moved(text: str, line: int, column: int) -> tuple[int, int]:
    """The place after ``text``, which begins at ``line``, ``column``."""
    breaks = text.count("\n")
    return line + breaks, column + len(text) if not breaks else len(text) - text.rindex("\n")


class _Bounded(CodeGenerator):
    """``a ~ b`` goes through :meth:`Environment.joined`, which bounds the result."""

    def visit_Concat(self, node: Concat, frame: Frame) -> None:  # noqa: N802  Jinja's name
        self.write("environment.joined((")
        for child in node.nodes:
            self.visit(child, frame)
            self.write(", ")
        self.write("))")


class Environment(ImmutableSandboxedEnvironment):
    """The only environment in which layouts run."""

    intercepted_binops = frozenset(["**", "*", "%", "+", "//", "/"])
    code_generator_class = _Bounded

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(
            undefined=jinja2.StrictUndefined,
            autoescape=True,
            loader=Loader(shelf),
            extensions=[Stamps],
            finalize=printable,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=200,
        )
        self.filters = {name: self.filters[name] for name in sorted(FILTERS)}
        self.filters |= {"join": _join, "replace": _replace}
        self.tests = {name: self.tests[name] for name in sorted(TESTS)}
        self.globals = {"range": _range, "mix": mix, "sin": _angle(sine), "cos": _angle(cosine)}
        self.bytecode_cache, self.places = _compiled()
        self.optimized = False  # constants are not folded at compile time: no work before the deadline runs

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "+" and isinstance(left, str) and isinstance(right, str):
            return self.joined((left, right))
        if operator == "+" and isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
            _bound(len(left) + len(right), limits.RANGE_ITEMS * 10)
        elif not _plain_number(left) or not _plain_number(right):
            raise SecurityError(f"'{operator}' works on plain numbers here")
        if operator == "**" and (abs(right) > 8 or abs(left) > 10_000):
            raise SecurityError("this power is too large")
        return super().call_binop(context, operator, left, right)

    def joined(self, parts: tuple[Any, ...]) -> Any:
        """Text put together; Markup stays Markup, the rest is escaped beside it."""
        safe = any(isinstance(part, Markup) for part in parts)
        pieces = [part if isinstance(part, str) else str(part) for part in parts]
        _bound(sum(map(len, pieces)), limits.FACE_CHARACTERS)
        return Markup("").join(pieces) if safe else "".join(pieces)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Names hold only what we put in: they are looked up without the sandbox's long way."""
        if type(obj) is Names:
            try:
                return obj.__dict__[attribute]
            except KeyError:
                return self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if attr.startswith("_") or (isinstance(obj, (str, bytes, int, float)) and attr not in METHODS):
            return False
        return bool(super().is_safe_attribute(obj, attr, value))


class _Compiled(BytecodeCache):
    """Layouts that were compiled in this process: the languages of a game share them, and so does its next build."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


_MOST_PLACES = 100_000  # start tags of layouts, each change of a file counted anew
_shared: list[tuple[_Compiled, dict[str, Location]]] = []


def _compiled() -> tuple[_Compiled, dict[str, Location]]:
    """What is compiled, and the places that its stamps stand for: they are of no use without one another."""
    if not _shared or len(_shared[0][1]) > _MOST_PLACES:
        _shared[:] = [(_Compiled(), {})]
    return _shared[0]


class Names:
    """A set of names that a layout may use; a misspelt one is an error with a hint."""

    __slots__ = ("__dict__",)

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)

    def __getitem__(self, name: str) -> Any:
        try:
            return self.__dict__[name]
        except KeyError:
            raise LookupError(name) from None


class Loader(jinja2.BaseLoader):
    """Templates come from one shelf, through its resolver: no ``..``, no link that leads out."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            opened = self.shelf.read(template, Location(f"templates/{template}"))
        except SourceError as error:
            raise jinja2.TemplateNotFound(template, error.problems[0].message) from None
        try:
            source = opened.data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise jinja2.TemplateSyntaxError(f"the file is not UTF-8: {error.reason}", 1, template) from None
        return source, opened.shown, lambda: True


def mix(first: str, second: str, share: float) -> str:
    """The colour ``first`` with ``share`` (0 to 1) of ``second``, per sRGB channel."""
    if not (_plain_number(share) and 0 <= share <= 1):
        raise SecurityError("the share of mix() lies between 0 and 1")
    for colour in (first, second):
        if not isinstance(colour, str) or not re.fullmatch(r"#[0-9A-Fa-f]{6}", colour):
            raise SecurityError("mix() takes two colours, #RRGGBB")
    pairs = zip(bytes.fromhex(first[1:]), bytes.fromhex(second[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def printable(value: Any) -> Any:
    """What ``{{ … }}`` prints: text and numbers. Nothing, lists and objects are a slip, not a word on a card."""
    kind = type(value)
    if kind is str or kind is Markup or kind is int or isinstance(value, jinja2.Undefined):
        return value
    if kind is float:
        return f"{value:.6f}".rstrip("0").rstrip(".") if math.isfinite(value) else value
    if isinstance(value, str):
        return value
    what = {type(None): "nothing (none)", bool: "yes or no", list: "a list", tuple: "a list"}.get(kind, "no text")
    raise TypeError(f"what is printed here is {what}; a layout prints text and numbers")


def _angle(function: Callable[[float], float]) -> Callable[[float], float]:
    def bounded(degrees: float) -> float:
        if not _plain_number(degrees) or not math.isfinite(degrees):
            raise SecurityError("an angle is a number of degrees")
        return round(function(degrees), 9) + 0.0

    return bounded


def _range(*args: int) -> Iterator[int] | range:
    numbers = range(*args)
    _bound(len(numbers), limits.RANGE_ITEMS)
    return numbers


def _join(items: Iterable[Any], between: str = "") -> Any:
    """Jinja's ``join``, bounded; text is escaped beside Markup, as in Jinja."""
    parts = [item if isinstance(item, str) else str(item) for item in items]
    _bound(sum(map(len, parts)) + len(between) * len(parts), limits.FACE_CHARACTERS)
    if isinstance(between, Markup) or any(isinstance(part, Markup) for part in parts):
        return escape(between).join(parts)
    return between.join(parts)


def _replace(text: str, old: str, new: str) -> str:
    """``text`` with ``old`` replaced: as plain text, so that it is escaped where it is printed."""
    plain = str(text.unescape() if isinstance(text, Markup) else text)
    _bound(len(plain) + (plain.count(old) if old else len(plain) + 1) * len(new), limits.FACE_CHARACTERS)
    return plain.replace(old, new)


def _plain_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= limits.NUMBER_LIMIT


def _bound(size: int, most: int) -> None:
    if size > most:
        raise SecurityError(f"{size} is more than the {most} that are allowed here")
