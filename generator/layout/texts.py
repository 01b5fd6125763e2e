"""Text elements → lines at fixed places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.geometry import Transform
from generator.geometry import number as shown
from generator.layout import attributes
from generator.layout.frame import Group, Item, Text
from generator.layout.stock import Stock
from generator.problem import Problem, did_you_mean
from generator.template import Element
from generator.typeset import (
    HYPHEN_LANGUAGES,
    ICON_EM,
    Family,
    Font,
    Paragraph,
    Piece,
    Setting,
    Span,
    block_height,
    fit,
)

PT = 72.0 / 25.4
_SPACE = re.compile(r"[ \t\r\n]+")


class _Style(NamedTuple):
    bold: bool
    italic: bool


_STYLES = {
    _Style(False, False): "regular",
    _Style(True, False): "bold",
    _Style(False, True): "italic",
    _Style(True, True): "bold-italic",
}


@dataclass(slots=True)
class _Reader:
    """Turns the content of a text element into spans, white space folded."""

    stock: Stock
    family: Family
    problems: list[Problem]
    spans: list[Span]

    def spans_of(self, element: Element, style: _Style) -> list[Span]:
        """The element's spans, without white space at its ends and around breaks."""
        self.read(element, style)
        self._trim()
        return [span for span in self.spans if span.text or span.icon or span.forced]

    def read(self, element: Element, style: _Style) -> None:
        for child in element.content:
            if isinstance(child, str):
                self._words(child, element, style)
                continue
            values = attributes.read(child, attributes.INLINE, self.problems)
            if values is None:
                continue
            if child.tag in ("b", "i"):
                self.read(child, _Style(style.bold or child.tag == "b", style.italic or child.tag == "i"))
                continue
            if child.content:
                message = f"<{child.tag}> must be empty"
                self.problems.append(Problem(where=child.at, code="bad-attribute", message=message))
            font = self._font(child, style)
            if font is None:
                continue
            if child.tag == "br":
                self._trim()
                self.spans.append(Span("", font, forced=True))
            else:
                self._icon(child, values["name"], font)

    def _words(self, text: str, element: Element, style: _Style) -> None:
        folded = _SPACE.sub(" ", text) if "\n" in text or "  " in text or "\t" in text else text
        if folded.startswith(" ") and (not self.spans or self.spans[-1].forced or self.spans[-1].text.endswith(" ")):
            folded = folded[1:]
        if not folded:
            return
        font = self._font(element, style)
        if font is None:
            return
        last = self.spans[-1] if self.spans else None
        if last is not None and last.font is font and not last.icon and not last.forced:
            self.spans[-1] = last._replace(text=last.text + folded)
        else:
            self.spans.append(Span(folded, font))

    def _icon(self, element: Element, name: str, font: Font) -> None:
        if name not in self.stock.icons:
            hint = did_you_mean(name, self.stock.icons)
            self.problems.append(
                Problem(where=element.at, code="unknown-icon", message=f"there is no icon '{name}'", hint=hint)
            )
            return
        vector = self.stock.vector(self.stock.icons[name], element.at, self.problems)
        if vector is not None:
            self.spans.append(Span("", font, name, vector.width / vector.height))

    def _font(self, element: Element, style: _Style) -> Font | None:
        name = _STYLES[style]
        font = self.family.styles.get(name)
        if font is None:
            self.problems.append(
                Problem(
                    where=element.at,
                    code="missing-style",
                    message=f"the font '{self.family.name}' has no {name} file",
                    hint=f"name it under 'fonts: {self.family.name}:' in game.yaml, or use plain text here",
                )
            )
        return font

    def _trim(self) -> None:
        if self.spans and not self.spans[-1].icon and not self.spans[-1].forced:
            last = self.spans[-1]
            if last.text.endswith(" "):
                self.spans[-1] = last._replace(text=last.text.rstrip(" "))


def build(element: Element, values: dict[str, Any], stock: Stock, problems: list[Problem]) -> list[Item]:
    """The items of a text element; problems for what does not fit, and for what its fonts cannot draw."""
    family = stock.families.get(values["font"])
    if family is None:
        hint = did_you_mean(values["font"], stock.families)
        message = f"there is no font '{values['font']}'"
        problems.append(Problem(where=element.at, code="unknown-font", message=message, hint=hint))
        return []
    if (values["baseline"] is None) == (values["y"] is None or values["height"] is None):
        message = "a text stands in a box (y and height), or on a baseline"
        problems.append(Problem(where=element.at, code="bad-attribute", message=message))
        return []
    if values["hyphenate"] and stock.language not in HYPHEN_LANGUAGES:
        message = f"no rules for hyphens are known for '{stock.language}'"
        problems.append(Problem(where=element.at, code="no-hyphens", message=message, hint="use soft hyphens"))
        return []
    style = _Style(values["weight"] == "bold", values["style"] == "italic")
    spans = _Reader(stock, family, problems, []).spans_of(element, style)
    if not spans:
        return []
    paragraph = Paragraph(spans, stock.language if values["hyphenate"] else "", values["tracking"])
    for font, chars in paragraph.missing():
        problems.append(_missing(element, values["font"], font, chars))
    setting = _fitted(element, values, paragraph, problems)
    return [] if setting is None else _lines(values, paragraph, setting, stock)


def _fitted(element: Element, values: dict[str, Any], paragraph: Paragraph, problems: list[Problem]) -> Setting | None:
    size, height, smallest = values["size"], values["height"], values["min-size"]
    tall = None if height is None else height * PT
    least = size if smallest is None or smallest > size else smallest
    setting, wide_over, tall_over = fit(paragraph, values["width"] * PT, tall, size, least, values["leading"])
    if wide_over or tall_over:
        problems.append(_overflow(element, values, setting.size, wide_over / PT, tall_over / PT))
        return None
    return setting


def _lines(values: dict[str, Any], paragraph: Paragraph, setting: Setting, stock: Stock) -> list[Item]:
    size, align, fill, tracking = setting.size, values["align"], values["fill"], values["tracking"]
    step = size * values["leading"] / PT
    scale = size / 1000.0 / PT
    y = _first_baseline(values, paragraph, setting)
    items: list[Item] = []
    for line in setting.lines:
        x = values["x"]
        if align != "left":
            room = values["width"] - paragraph.width_of(line, size) / PT
            x += room if align == "right" else room / 2
        for piece in line.pieces:
            at = x + piece.x * scale + piece.letters * tracking / PT
            if piece.icon:
                items.append(_icon(piece, at, y, scale, fill, stock))
            else:
                items.append(Text(at, y, piece.font, size, fill, tracking, piece.text))
        y += step
    return items


def _first_baseline(values: dict[str, Any], paragraph: Paragraph, setting: Setting) -> float:
    font, size = paragraph.font, setting.size
    assert font is not None
    if values["baseline"] is not None:
        return float(values["baseline"])
    y: float = values["y"] + font.cap_height * size / 1000.0 / PT
    if values["valign"] != "top":
        spare = values["height"] - block_height(paragraph, len(setting.lines), size, values["leading"]) / PT
        if values["valign"] == "bottom":
            return float(y + spare)
        # Optically: from the top of the capitals to the last baseline; descenders hang below the middle.
        y += (spare + font.descent * size / 1000.0 / PT) / 2
    return y


def _icon(piece: Piece, x: float, y: float, scale: float, fill: str, stock: Stock) -> Group:
    """An icon in a line, centred on the capitals, so that it stands there as a large letter would."""
    vector = stock.vectors[stock.icons[piece.icon]]
    height = ICON_EM * scale
    top = y - piece.font.cap_height * scale / 2 - height / 2
    factor = height / vector.height
    return Group(Transform(a=factor, d=factor, e=x, f=top), None, stock.tinted(vector, fill))


def _overflow(element: Element, values: dict[str, Any], size: float, wide: float, tall: float) -> Problem:
    words = _words(element)
    begin = f"'{words[:28]}…'" if len(words) > 28 else f"'{words}'"
    if tall > 1e-6:
        over, box = f"{shown(tall, 1)} mm too tall", f"{shown(values['height'], 1)} mm box"
    else:
        over, box = f"{shown(wide, 1)} mm too wide", f"{shown(values['width'], 1)} mm"
    smallest = f"at {shown(size, 2)} pt, its smallest size" if values["min-size"] else f"at {shown(size, 2)} pt"
    return Problem(
        where=element.at,
        code="overflow",
        message=f"text {begin} is {over} for its {box} {smallest}",
        hint="cut words" if values["min-size"] else "cut words, or let it shrink with min-size",
    )


def _missing(element: Element, family: str, font: Font, chars: str) -> Problem:
    named = ", ".join(f"'{char}' (U+{ord(char):04X})" for char in chars[:6])
    return Problem(
        where=element.at,
        code="missing-glyph",
        message=f"the font '{family}' ({font.path}) cannot draw {named}",
        hint="use another character, or a font that has it",
    )


def _words(element: Element) -> str:
    parts = [child if isinstance(child, str) else _words(child) for child in element.content]
    return _SPACE.sub(" ", "".join(parts)).strip()
