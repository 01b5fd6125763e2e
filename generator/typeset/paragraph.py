"""Spans of text and icons → lines, and the largest size at which they fit.

Everything is measured in thousandths of an em, so that a paragraph is prepared once and broken at any size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.typeset.breaks import is_plain, opportunities, syllables
from generator.typeset.fonts import INVISIBLE, Font

ICON_EM = 1150.0  # an icon in a text is 1.15 times the type's size
_OBJECT = "\ufffc"  # stands for an icon while lines are broken
_INVISIBLE = re.compile("[" + "".join(sorted(INVISIBLE)) + "]")


class Span(NamedTuple):
    """A stretch of one font, an icon (``icon`` its name, ``aspect`` width : height), or a forced break."""

    text: str
    font: Font
    icon: str = ""
    aspect: float = 1.0
    forced: bool = False


class Piece(NamedTuple):
    """What stands on a line, ``x`` thousandths of an em from its beginning."""

    x: float
    text: str
    font: Font
    icon: str
    width: float
    letters: int  # tracked letters before this piece


class Line(NamedTuple):
    """One line: its pieces, its width without trailing space, and how many letters carry tracking."""

    pieces: tuple[Piece, ...]
    width: float
    letters: int


class Setting(NamedTuple):
    """Lines at a size in pt."""

    lines: tuple[Line, ...]
    size: float


@dataclass(slots=True)
class _Atom:
    """What is not parted, unless by a hyphen: parts of one or more fonts, and the space after it."""

    parts: list[tuple[str, Font, str, float]]
    width: float
    letters: int
    space: float
    forced: bool


class Paragraph:
    """A text ready to be broken. ``tracking`` in pt is added after each letter."""

    def __init__(self, spans: Sequence[Span], language: str = "", tracking: float = 0.0) -> None:
        self.language, self.tracking = language, tracking
        self.font = spans[0].font if spans else None
        plain = len(spans) == 1 and not (spans[0].icon or spans[0].forced or language or tracking)
        self.words, self.widths = _plain(spans[0]) if plain else ([], [])
        self.atoms = [] if self.words else _atoms(spans)

    def missing(self) -> list[tuple[Font, str]]:
        """Fonts and the characters that they lack."""
        if self.words:
            return []
        lacks: dict[Font, str] = {}
        for atom in self.atoms:
            for text, font, icon, _ in atom.parts:
                if not icon and font.missing(text):
                    lacks[font] = "".join(dict.fromkeys(lacks.get(font, "") + font.missing(text)))
        return list(lacks.items())

    def lines(self, width: float, size: float) -> tuple[Line, ...]:
        """Lines no wider than ``width`` pt at ``size`` pt, unless one word is: greedy, hyphens where allowed."""
        limit = width * 1000.0 / size + 1e-6
        if self.words and self.font is not None:
            return _plain_lines(self.words, self.widths, self.font, limit)
        track = self.tracking * 1000.0 / size
        lines: list[Line] = []
        here: list[_Atom] = []
        used = 0.0
        queue = list(reversed(self.atoms))
        while queue:
            atom = queue.pop()
            need = atom.width + track * atom.letters - (track if atom.letters else 0.0)
            if not here or used + need <= limit:
                parted = None if used + need <= limit else self._part(atom, limit, track)
            else:
                parted = self._part(atom, limit - used, track)
                if parted is None:
                    lines.append(_line(here))
                    here, used = [], 0.0
                    queue.append(atom)
                    continue
            if parted is not None:
                here.append(parted[0])
                lines.append(_line(here))
                here, used = [], 0.0
                queue.append(parted[1])
                continue
            here.append(atom)
            used += atom.width + track * atom.letters + atom.space + (track if atom.space else 0.0)
            if atom.forced:
                lines.append(_line(here))
                here, used = [], 0.0
        if here:
            lines.append(_line(here))
        return tuple(lines)

    def widest(self, lines: Sequence[Line], size: float) -> float:
        """The widest line in pt."""
        return max((self.width_of(line, size) for line in lines), default=0.0)

    def width_of(self, line: Line, size: float) -> float:
        """A line's width in pt, without tracking after its last letter."""
        return line.width * size / 1000.0 + self.tracking * max(0, line.letters - 1)

    def _part(self, atom: _Atom, room: float, track: float) -> tuple[_Atom, _Atom] | None:
        """The atom parted by a hyphen so that its first half fits in ``room``."""
        if len(atom.parts) != 1 or atom.parts[0][2]:
            return None
        text, font, _, _ = atom.parts[0]
        for at in reversed(syllables(text, self.language)):
            head = seen(text[:at]) + "-"
            if font.width(head) + track * (len(head) - 1) <= room:
                tail = text[at:]
                first = _Atom([(head, font, "", font.width(head))], font.width(head), len(head), 0.0, False)
                width = font.width(tail)
                rest = _Atom([(tail, font, "", width)], width, _letters(tail), atom.space, atom.forced)
                return first, rest
        return None


def fit(
    paragraph: Paragraph, width: float, height: float | None, size: float, smallest: float, leading: float
) -> tuple[Setting, float, float]:
    """The largest size, in quarter points, at which the paragraph fits; and by how many pt it is over (wide, tall).

    ``height`` None: the lines are those that were forced. Both overs are 0 where it fits; else the setting is the
    smallest allowed one.
    """
    at = size
    while True:
        lines = paragraph.lines(width if height is not None else 1e9, at)
        wide = paragraph.widest(lines, at) - width
        tall = 0.0 if height is None else block_height(paragraph, len(lines), at, leading) - height
        fits = wide <= 1e-4 and tall <= 1e-4
        if fits or at <= smallest + 1e-9:
            return Setting(lines, at), max(0.0, wide) if not fits else 0.0, max(0.0, tall) if not fits else 0.0
        at = max(smallest, at - 0.25)


def block_height(paragraph: Paragraph, lines: int, size: float, leading: float) -> float:
    """From the top of the first line's capitals to the foot of the last line's descenders, in pt."""
    if not lines or paragraph.font is None:
        return 0.0
    font = paragraph.font
    return (font.cap_height + font.descent) * size / 1000.0 + (lines - 1) * leading * size


def _plain(span: Span) -> tuple[list[str], list[float]]:
    """The words of a text that breaks only at its single spaces, and their widths; nothing for any other text.

    Most of the text on cards is such; words come again, so each is looked at once.
    """
    known = span.font.plain
    words = span.text.split(" ")
    try:
        return words, [known[word] for word in words]
    except KeyError:
        pass
    unknown = [word for word in words if word not in known]
    # Beside spaces none of these words depends on its neighbours: those that are known need not be asked again.
    if not all(map(is_plain, unknown)) or span.font.missing("".join(unknown)):
        return [], []
    for word in unknown:
        known[word] = span.font.width(word)
    return words, [known[word] for word in words]


def _plain_lines(words: list[str], widths: list[float], font: Font, limit: float) -> tuple[Line, ...]:
    """The general way, for plain words of one font, at a fifth of the time."""
    space = font.width(" ")
    lines: list[Line] = []
    begin, used = 0, widths[0]
    for at in range(1, len(words)):
        width = widths[at]
        if used + space + width <= limit:
            used += space + width
            continue
        lines.append(_plain_line(words[begin:at], font, used))
        begin, used = at, width
    lines.append(_plain_line(words[begin:], font, used))
    return tuple(lines)


def _plain_line(words: list[str], font: Font, width: float) -> Line:
    text = " ".join(words)
    return Line((Piece(0.0, text, font, "", width, 0),), width, len(text))


def _atoms(spans: Sequence[Span]) -> list[_Atom]:
    """Cut the spans where lines may end; a word of several fonts stays one atom."""
    atoms: list[_Atom] = []
    group: list[Span] = []
    for span in spans:
        if not span.forced:
            group.append(span)
            continue
        atoms += _group(group)
        group = []
        if atoms and not atoms[-1].forced:
            atoms[-1].forced = True
        else:
            atoms.append(_Atom([], 0.0, 0, 0.0, True))
    return atoms + _group(group)


def _group(spans: list[Span]) -> list[_Atom]:
    text = "".join(_OBJECT if span.icon else span.text for span in spans)
    if not text:
        return []
    stops = opportunities(text)
    stop_set = set(stops)
    atoms: list[_Atom] = []
    atom = _Atom([], 0.0, 0, 0.0, False)
    at = 0
    for span in spans:
        if span.icon:
            width = ICON_EM * span.aspect
            atom.parts.append(("", span.font, span.icon, width))
            atom.width += width
            at += 1
            if at in stop_set:
                atoms.append(atom)
                atom = _Atom([], 0.0, 0, 0.0, False)
            continue
        start = 0
        for end in _ends(span.text, at, stops):
            chunk = span.text[start:end]
            word = chunk.rstrip(" ")
            if word:
                width = span.font.width(word)
                atom.parts.append((word, span.font, "", width))
                atom.width += width
                atom.letters += _letters(word)
            atom.space += span.font.width(" ") * (len(chunk) - len(word))
            start = end
            if at + end in stop_set:
                atoms.append(atom)
                atom = _Atom([], 0.0, 0, 0.0, False)
        at += len(span.text)
    if atom.parts or atom.space:
        atoms.append(atom)
    return atoms


def _ends(text: str, offset: int, stops: list[int]) -> list[int]:
    """Where the chunks of a span end: at the stops within it, and at its own end."""
    ends = [stop - offset for stop in stops if offset < stop < offset + len(text)]
    return [*ends, len(text)] if text else []


def seen(text: str) -> str:
    """The text without soft hyphens, joiners and the like: a font has no drawing for them, or a box."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def _letters(text: str) -> int:
    return len(seen(text))


def _line(atoms: list[_Atom]) -> Line:
    """Pieces of one line; neighbours of one font are joined, the spaces between them included."""
    pieces: list[Piece] = []
    x, letters = 0.0, 0
    space, run, run_font, run_x, run_letters = 0.0, "", None, 0.0, 0

    for atom in atoms:
        for text, font, icon, width in atom.parts:
            if run_font is not None and (icon or font is not run_font or (space and not _is_space(font, space))):
                # The space stays with the run before it, so that the text can be copied and searched.
                pieces.append(Piece(run_x, run + " " if space else run, run_font, "", x - run_x, run_letters))
                run, run_font = "", None
            if space:
                if run_font is not None:
                    run += " "
                x += space
                letters += 1
                space = 0.0
            if icon:
                pieces.append(Piece(x, "", font, icon, width, letters))
            else:
                if run_font is None:
                    run_font, run_x, run_letters = font, x, letters
                clean = seen(text)
                run += clean
                letters += len(clean)
            x += width
        space += atom.space
    if run_font is not None:
        pieces.append(Piece(run_x, run, run_font, "", x - run_x, run_letters))
    return Line(tuple(pieces), x, letters)


def _is_space(font: Font, space: float) -> bool:
    return abs(font.width(" ") - space) < 1e-6
