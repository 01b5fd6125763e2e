"""Fonts: files that can be embedded, their widths, and which characters they really draw.

A font is a static TrueType file with outlines. CFF outlines, variable fonts, and files that forbid embedding are
errors: reportlab would refuse the first, print the default instance of the second, and a printer the third.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, field

from reportlab.pdfbase.ttfonts import TTFError, TTFont

from generator.intake import Opened
from generator.problem import Location, SourceError, fail

# Characters that print nothing by design; a font need not have them.
INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff\n")
_BLANK = frozenset(" \u00a0\u2007\u202f\u2009\u200a\u2003\u2002")


class Font:
    """One font file. Widths and heights are in thousandths of an em."""

    __slots__ = ("_drawn", "_widths", "cap_height", "descent", "digest", "name", "path", "plain", "ttf")

    def __init__(self, name: str, path: str, digest: str, ttf: TTFont) -> None:
        self.name, self.path, self.digest, self.ttf = name, path, digest, ttf
        self._widths: dict[str, float] = {}
        self._drawn: set[str] = set()
        self.plain: dict[str, float] = {}  # widths of words that no rule parts and that this font draws whole
        tops = [box[3] for box in map(self._bounds, "HEx") if box]
        feet = [box[1] for box in map(self._bounds, "gpqyj") if box]
        self.cap_height = max(tops, default=ttf.face.capHeight)
        self.descent = max(0.0, -min(feet, default=ttf.face.descent))

    @property
    def family(self) -> str:
        """The family's name as the file gives it."""
        name = self.ttf.face.familyName
        return name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name)

    def width(self, text: str) -> float:
        """Advance width of ``text``, without kerning; a soft hyphen takes no room."""
        known = self._widths.get(text)
        if known is None:
            face = self.ttf.face
            widths, default = face.charWidths, face.defaultWidth
            known = sum([widths.get(ord(char), default) for char in text if char not in INVISIBLE])
            if len(self._widths) < 50_000:
                self._widths[text] = known
        return known

    def missing(self, text: str) -> str:
        """The characters of ``text`` that this font cannot draw: no glyph, or a glyph without outline."""
        unknown = set(text) - self._drawn
        if not unknown:
            return ""
        self._drawn.update(char for char in unknown if self._draws(char))
        return "".join(dict.fromkeys(char for char in text if char not in self._drawn))

    def ink(self, text: str, tracking: float = 0.0) -> tuple[float, float, float, float] | None:
        """The box around all glyphs of a text that begins at 0 on the baseline: left, bottom, right, top.

        ``tracking`` stands after each letter. None where nothing is drawn.
        """
        boxes = []
        at = 0.0
        for char in text:
            box = self._bounds(char)
            if box is not None:
                boxes.append((at + box[0], box[1], at + box[2], box[3]))
            at += self.width(char) + (0.0 if char in INVISIBLE else tracking)
        if not boxes:
            return None
        lefts, bottoms, rights, tops = zip(*boxes, strict=True)
        return min(lefts), min(bottoms), max(rights), max(tops)

    def _draws(self, char: str) -> bool:
        if char in INVISIBLE:
            return True
        face = self.ttf.face
        if char == "\u00a0":  # drawn as a space
            return 0x20 in face.charToGlyph
        glyph = face.charToGlyph.get(ord(char))
        if not glyph:
            return False
        return char in _BLANK or face.glyphPos[glyph] != face.glyphPos[glyph + 1]

    def _bounds(self, char: str) -> tuple[float, float, float, float] | None:
        """xMin, yMin, xMax, yMax of a glyph (OpenType, 'glyf' table: glyph header)."""
        face = self.ttf.face
        glyph = face.charToGlyph.get(ord(char))
        if not glyph or face.glyphPos[glyph] == face.glyphPos[glyph + 1]:
            return None
        start = face.get_table_pos("glyf")[0] + face.glyphPos[glyph]
        _, *box = struct.unpack(">5h", face._ttf_data[start : start + 10])
        scale = 1000.0 / face.unitsPerEm
        return (box[0] * scale, box[1] * scale, box[2] * scale, box[3] * scale)


@dataclass(frozen=True, slots=True)
class Family:
    """A family's files by style: ``regular`` always, ``bold``, ``italic``, ``bold-italic`` where the game has them."""

    name: str
    styles: dict[str, Font] = field(default_factory=dict)


_known: dict[str, TTFont] = {}


def open_font(opened: Opened, where: Location) -> Font:
    """The font in a file. :class:`SourceError` ``bad-font`` where it cannot be embedded as it is meant to look."""
    digest = hashlib.sha256(opened.data).hexdigest()
    if opened.data[:4] == b"OTTO":
        raise _bad(opened, where, "it holds PostScript (CFF) outlines", "use the family's TrueType file (.ttf)")
    if opened.data[:4] in (b"wOFF", b"wOF2"):
        raise _bad(opened, where, "it is a web font", "use the family's TrueType file (.ttf)")
    try:
        tables = _tables(opened.data)
        if any(start + length > len(opened.data) for start, length in tables.values()):
            raise _bad(opened, where, "it is cut off", "copy the file again")
        forbidden = struct.unpack_from(">H", opened.data, tables["OS/2"][0] + 8)[0] if "OS/2" in tables else 0
        if forbidden & 0x0302:  # OpenType, OS/2 fsType: restricted, no subsetting, bitmaps only
            raise _bad(opened, where, "its maker forbids embedding", "use a font that may be embedded")
        # reportlab keeps fonts by the name inside the file, for the life of the process: one object for one content.
        ttf = _known.get(digest) or TTFont("f" + digest[:16], _Bytes(opened.data))
        _known[digest] = ttf
        if "fvar" in tables:
            hint = "use the family's static files, one a weight"
            raise _bad(opened, where, "it is a variable font, of which only the default weight would print", hint)
    except SourceError:
        raise
    except TTFError as error:
        raise _bad(
            opened, where, str(error).split("\n")[0], "use a static TrueType file that may be embedded"
        ) from None
    except (struct.error, KeyError, IndexError, ValueError, TypeError, AttributeError, AssertionError) as error:
        # fontTools and reportlab fail in many ways on a broken file: all of them mean the same to its owner.
        raise _bad(opened, where, f"it is damaged ({type(error).__name__})", "copy the file again") from None
    try:
        return Font("f" + digest[:16], opened.shown, digest, ttf)
    except (struct.error, IndexError):  # outlines that lie outside their table
        raise _bad(opened, where, "its outlines are damaged", "copy the file again") from None


def _tables(data: bytes) -> dict[str, tuple[int, int]]:
    """The table directory (OpenType, 'Table Directory'): tag → offset and length."""
    (count,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4sIII", data, 12 + 16 * at) for at in range(count))
    return {tag.decode("latin-1"): (start, length) for tag, _, start, length in records}


def _bad(opened: Opened, where: Location, why: str, hint: str) -> SourceError:
    return fail(where, "bad-font", f"the font '{opened.shown}' cannot be used: {why}", hint)


class _Bytes:
    """A file object that reportlab reads: bytes that were read once, through the one door."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self) -> bytes:
        return self.data

    def close(self) -> None:
        """Nothing to close."""
