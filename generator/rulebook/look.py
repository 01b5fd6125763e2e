"""A book's own look: colours and type, from the game's tokens and families. What is not said follows a stated rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from reportlab.pdfbase import pdfmetrics

from generator.colour import grey, luminance
from generator.rulebook.model import Book
from generator.typeset import Font

TEXT_CONTRAST = 4.5  # WCAG 2.2 SC 1.4.3
MARK_CONTRAST = 3.0  # WCAG 2.2 SC 1.4.11
_NOT_AN_ACCENT = ("paper", "ink", "white", "line", "empty", "grid", "wall", "tint", "on")
# Faces whose capitals in a row nobody reads. Any other title face is set in capitals.
_NEVER_CAPS = ("gotisch", "gothic", "fraktur", "textur", "blackletter", "script")


@dataclass(frozen=True, slots=True)
class Colours:
    """``accent`` for areas, ``accent_text`` for words on white, ``on_accent`` on it; tints are mixed with white."""

    ink: str
    soft: str
    accent: str
    accent_text: str
    on_accent: str
    tint: str
    rule: str


@dataclass(frozen=True, slots=True)
class Faces:
    """The fonts. ``caps``: the title face is set in capitals."""

    title: Font
    number: Font
    regular: Font
    bold: Font
    italic: Font
    bold_italic: Font
    house: Font
    house_bold: Font
    caps: bool

    def style(self, bold: bool, italic: bool) -> Font:
        if bold:
            return self.bold_italic if italic else self.bold
        return self.italic if italic else self.regular

    def headline(self, text: str) -> str:
        return text.upper() if self.caps else text

    def register(self) -> None:
        """Make the fonts known to reportlab, each by its digest."""
        texts = (self.regular, self.bold, self.italic, self.bold_italic)
        for font in (self.title, self.number, *texts, self.house, self.house_bold):
            pdfmetrics.registerFont(font.ttf)


def faces_of(book: Book) -> Faces:
    """The families ``title``, ``number`` and ``text``; the house's where the game has none."""
    families = book.stock.families
    house, house_bold = book.house.styles["regular"], book.house.styles["bold"]
    text = families["text"].styles if "text" in families else {"regular": house, "bold": house_bold}
    title = families["title"].styles["regular"] if "title" in families else house_bold
    regular = text["regular"]
    bold = text.get("bold", regular)
    italic = text.get("italic", regular)
    name = title.family.lower()
    return Faces(
        title=title,
        number=families["number"].styles["regular"] if "number" in families else title,
        regular=regular,
        bold=bold,
        italic=italic,
        bold_italic=text.get("bold-italic", bold),
        house=house,
        house_bold=house_bold,
        caps=not any(part in name for part in _NEVER_CAPS),
    )


def colours_of(theme: Mapping[str, str]) -> Colours:
    """``ink`` and an accent. Without a token ``accent``: the first that has a colour and 3:1 on white, in the order
    in which the game names them; papers, inks, lines, tints and what stands ``on_`` something are passed over."""
    ink = theme.get("ink", "#1A1A1A")
    if contrast(ink, "#FFFFFF") < TEXT_CONTRAST:
        ink = "#1A1A1A"
    accent = theme.get("accent") or next((value for name, value in theme.items() if _may_lead(name, value)), ink)
    if contrast(accent, "#FFFFFF") < MARK_CONTRAST:
        accent = darker(accent, MARK_CONTRAST)
    return Colours(
        ink=ink,
        soft=mixed(ink, 0.72),
        accent=accent,
        accent_text=darker(accent, TEXT_CONTRAST),
        on_accent="#FFFFFF" if contrast(accent, "#FFFFFF") >= TEXT_CONTRAST else ink,
        tint=mixed(accent, 0.08),
        rule=mixed(accent, 0.30),
    )


def in_grey(colours: Colours) -> Colours:
    """Each colour as the grey of its lightness: contrasts stay what they were."""
    return Colours(**{field.name: grey(getattr(colours, field.name)) for field in fields(colours)})


def _may_lead(name: str, value: str) -> bool:
    if name.split("_")[0] in _NOT_AN_ACCENT:
        return False
    channels = bytes.fromhex(value[1:])
    return max(channels) - min(channels) >= 64 and contrast(value, "#FFFFFF") >= MARK_CONTRAST


def mixed(colour: str, part: float) -> str:
    """``part`` of a colour, the rest white."""
    return "#" + "".join(f"{round(255 - (255 - value) * part):02X}" for value in bytes.fromhex(colour[1:]))


def darker(colour: str, wanted: float) -> str:
    """The colour, with as much black as gives it a contrast on white."""
    channels = bytes.fromhex(colour[1:])
    for step in range(100, -1, -1):
        result = "#" + "".join(f"{value * step // 100:02X}" for value in channels)
        if contrast(result, "#FFFFFF") >= wanted:
            return result
    return "#000000"


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: (lighter + 0.05) : (darker + 0.05)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
