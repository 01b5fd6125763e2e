"""Attributes of layout elements: which there are, and how each is read. Anything unknown is an error at its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from generator import limits
from generator.geometry import parse_length
from generator.problem import Problem, did_you_mean
from generator.template import Element

_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}", re.ASCII)
_NUMBER = re.compile(r"[-+]?(?:\d{1,6}(?:\.\d{1,12})?|\.\d{1,12})", re.ASCII)


class Attribute(NamedTuple):
    """One attribute: how its text is read, whether it must stand there, and its value when it does not."""

    read: Callable[[str], Any]
    needed: bool = False
    default: Any = None


@lru_cache(maxsize=20_000)
def mm(text: str) -> float:
    """A length with its unit → mm."""
    return parse_length(text)


@lru_cache(maxsize=1_000)
def positive(text: str) -> float:
    """A length above zero → mm."""
    value = parse_length(text)
    if value <= 0:
        raise ValueError(f"'{text}' must be more than nothing")
    return value


@lru_cache(maxsize=1_000)
def points(text: str) -> float:
    """A type size, in pt, 1 to 1,000."""
    if not text.endswith("pt"):
        raise ValueError(f"a type size is given in pt, not as '{text}'")
    value = parse_length(text) * 72.0 / 25.4
    if not 1.0 <= value <= 1_000.0:
        raise ValueError(f"the type size '{text}' is not between 1pt and 1000pt")
    return round(value, 4)


@lru_cache(maxsize=1_000)
def tracking(text: str) -> float:
    """Extra space between letters, in pt."""
    return round(parse_length(text) * 72.0 / 25.4, 4)


@lru_cache(maxsize=5_000)
def colour(text: str) -> str:
    """``#RRGGBB``, or '' for ``none``. Nothing else: no names, no short forms, no expressions."""
    if text == "none":
        return ""
    if not _COLOUR.fullmatch(text):
        raise ValueError(f"'{text}' is not a colour: write #RRGGBB or none")
    return text.upper()


def ink(text: str) -> str:
    """``#RRGGBB``: what is written has a colour."""
    if not colour(text):
        raise ValueError("a text needs a colour: write #RRGGBB")
    return text.upper()


def number(text: str) -> float:
    """A plain number: degrees, a multiple."""
    if not _NUMBER.fullmatch(text.strip()):
        raise ValueError(f"'{text}' is not a number")
    return float(text)


def leading(text: str) -> float:
    value = number(text)
    if not 0.8 <= value <= 4.0:
        raise ValueError(f"a leading of {text} is not between 0.8 and 4")
    return value


def numbers(text: str) -> tuple[float, ...]:
    """Numbers parted by spaces or commas."""
    parts = re.split(r"[\s,]+", text.strip())
    if len(parts) > limits.LAYOUT_NUMBERS:
        raise ValueError("too many numbers")
    return tuple(number(part) for part in parts)


def dashes(text: str) -> tuple[float, ...]:
    values = numbers(text)
    if not values or min(values) < 0 or sum(values) <= 0 or len(values) > 8:
        raise ValueError(f"'{text}' is not a dash pattern: write dash and gap in mm, such as '3 1.6'")
    return values


def one_of(*words: str) -> Callable[[str], str]:
    """A reader of one of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"'{text}' is not one of {', '.join(words)}")
        return text

    return read


def yes(text: str) -> bool:
    return one_of("yes", "no")(text) == "yes"


def plain(text: str) -> str:
    return text


PAINT = {
    "fill": Attribute(colour, default=""),
    "stroke": Attribute(colour, default=""),
    "stroke-width": Attribute(positive, default=0.25),
    "dash": Attribute(dashes, default=()),
    "cap": Attribute(one_of("butt", "round", "square"), default="butt"),
    "join": Attribute(one_of("miter", "round", "bevel"), default="miter"),
}
STROKE = {name: attribute for name, attribute in PAINT.items() if name != "fill"}
NEEDED = Attribute(mm, needed=True)
SIZE = Attribute(positive, needed=True)

ELEMENTS: dict[str, dict[str, Attribute]] = {
    "face": {},
    "group": {
        "x": Attribute(mm, default=0.0),
        "y": Attribute(mm, default=0.0),
        "rotate": Attribute(number, default=0.0),
        "width": Attribute(positive),
        "height": Attribute(positive),
    },
    "rect": {"x": NEEDED, "y": NEEDED, "width": SIZE, "height": SIZE, "rx": Attribute(mm, default=0.0), **PAINT},
    "ellipse": {"cx": NEEDED, "cy": NEEDED, "rx": SIZE, "ry": Attribute(positive), **PAINT},
    "line": {"x1": NEEDED, "y1": NEEDED, "x2": NEEDED, "y2": NEEDED, **STROKE},
    "polygon": {"points": Attribute(numbers, needed=True), **PAINT},
    "path": {
        "d": Attribute(plain, needed=True),
        "fill-rule": Attribute(one_of("nonzero", "evenodd"), default="nonzero"),
        **PAINT,
    },
    "image": {
        "x": NEEDED, "y": NEEDED, "width": SIZE, "height": SIZE,
        "href": Attribute(plain, needed=True),
        "fit": Attribute(one_of("contain", "cover"), default="contain"),
        **{name: PAINT[name] for name in ("fill", "stroke", "stroke-width")},
    },
    "text": {
        "x": NEEDED, "width": SIZE,
        "y": Attribute(mm), "height": Attribute(positive), "baseline": Attribute(mm),
        "font": Attribute(plain, needed=True),
        "size": Attribute(points, needed=True),
        "min-size": Attribute(points),
        "fill": Attribute(ink, needed=True),
        "leading": Attribute(leading, default=1.2),
        "align": Attribute(one_of("left", "center", "right"), default="left"),
        "valign": Attribute(one_of("top", "middle", "bottom"), default="top"),
        "tracking": Attribute(tracking, default=0.0),
        "hyphenate": Attribute(yes, default=False),
        "weight": Attribute(one_of("regular", "bold"), default="regular"),
        "style": Attribute(one_of("normal", "italic"), default="normal"),
    },
}  # fmt: skip
INLINE: dict[str, dict[str, Attribute]] = {
    "b": {},
    "i": {},
    "br": {},
    "icon": {"name": Attribute(plain, needed=True)},
}
_DEFAULTS = {tag: {n: a.default for n, a in table.items()} for tag, table in {**ELEMENTS, **INLINE}.items()}
_REQUIRED = {tag: [n for n, a in table.items() if a.needed] for tag, table in {**ELEMENTS, **INLINE}.items()}


_read: dict[tuple[object, ...], dict[str, Any]] = {}


def read(element: Element, table: dict[str, dict[str, Attribute]], problems: list[Problem]) -> dict[str, Any] | None:
    """The values of an element's attributes by name; None, and problems, where any is wrong. Not to be changed.

    The same attributes on a thousand cards are read once, and give the same object.
    """
    key = (element.tag, *element.attributes.items())
    values = _read.get(key)
    if values is None and (element.tag in table):
        values = _fresh(element, table, problems)
        if values is not None and len(_read) < 20_000:
            _read[key] = values
    elif values is None or element.tag not in table:
        return _fresh(element, table, problems)
    return values


def _fresh(element: Element, table: dict[str, dict[str, Attribute]], problems: list[Problem]) -> dict[str, Any] | None:
    known = table.get(element.tag)
    if known is None:
        hint = did_you_mean(element.tag, table)
        problems.append(_problem(element, "unknown-element", f"there is no element <{element.tag}> here", hint))
        return None
    values = dict(_DEFAULTS[element.tag])
    fine = True
    for name, text in element.attributes.items():
        attribute = known.get(name)
        if attribute is None:
            hint = did_you_mean(name, known)
            problems.append(_problem(element, "unknown-attribute", f"<{element.tag}> has no attribute '{name}'", hint))
            fine = False
            continue
        try:
            values[name] = attribute.read(text)
        except ValueError as error:
            message = f"{name} of <{element.tag}>: {error}"
            problems.append(_problem(element, "bad-attribute", message))
            fine = False
    for name in _REQUIRED[element.tag]:
        if name not in element.attributes:
            problems.append(_problem(element, "missing-attribute", f"<{element.tag}> needs '{name}'"))
            fine = False
    return values if fine else None


def _problem(element: Element, code: str, message: str, hint: str = "") -> Problem:
    return Problem(where=element.at, code=code, message=message, hint=hint)
