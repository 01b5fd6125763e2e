"""The game's version, small, on the front of every card: ``version_mark: yes``.

The mark is no change: a marked drawing keeps the digest of the drawing without it, so a new version alone asks for no
new print, and what is printed for another reason carries the new version.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalogue import Catalogue
from generator.geometry import MM_PER_UNIT, Size, number
from generator.layout import Frame, Item, Shape, Text, rectangle
from generator.problem import Problem, SourceError
from generator.typeset import Font

SIZE_PT = 4.0
EDGE_MM = 2.0  # from the trim to the plate, at least
PAD_MM = (0.45, 0.22)  # of the plate about the letters, across and down
INK, PLATE = "#1A1A1A", "#FFFFFF"  # readable on whatever ground is there


def marked(catalogue: Catalogue, faces: Mapping[str, Mapping[str, Frame]], font: Font) -> dict[str, dict[str, Frame]]:
    """The same faces, those of cards' fronts with the mark. SourceError ``missing-glyph``, ``overflow``."""
    fronts: dict[str, Frame] = {}
    for component in catalogue.components:
        if catalogue.kinds[component.kind].form == "card":
            frame = faces[component.id]["front"]
            fronts[frame.digest] = frame
    _check(catalogue, fronts, font)
    text = label(catalogue.version)
    done = {
        digest: frame._replace(items=(*frame.items, *_mark(text, frame.trim, frame.corner, font)))
        for digest, frame in fronts.items()
    }
    # By the drawing, not by the card: one drawing has one name, and is marked wherever it lies.
    return {
        ident: {side: done.get(frame.digest, frame) for side, frame in sides.items()} for ident, sides in faces.items()
    }


def label(version: str) -> str:
    """``1.0`` → ``v1.0``: alone it would look like a number of the game."""
    return f"v{version}" if version[:1].isdigit() else version


def _plate(text: str, font: Font) -> Size:
    em = SIZE_PT * MM_PER_UNIT["pt"] / 1000
    return Size(font.width(text) * em + 2 * PAD_MM[0], font.cap_height * em + 2 * PAD_MM[1])


def _mark(text: str, trim: Size, corner: float, font: Font) -> tuple[Item, ...]:
    """At the lower right, where the rounded corner has ended."""
    plate = _plate(text, font)
    x = trim.width - max(EDGE_MM, corner) - plate.width
    y = trim.height - EDGE_MM - plate.height
    return (
        Shape(rectangle(x, y, plate.width, plate.height), PLATE),
        Text(x + PAD_MM[0], y + plate.height - PAD_MM[1], font, SIZE_PT, INK, 0.0, text),
    )


def _check(catalogue: Catalogue, fronts: dict[str, Frame], font: Font) -> None:
    text = label(catalogue.version)
    missing = font.missing(text)
    problems = []
    if missing:
        message = f"the version mark cannot print '{missing}' of the version"
        hint = "it is set in Fira Sans Condensed: Latin and Cyrillic letters"
        problems.append(Problem(where=catalogue.where, code="missing-glyph", message=message, hint=hint))
    room = min((frame.trim.width - 2 * max(EDGE_MM, frame.corner) for frame in fronts.values()), default=None)
    over = 0.0 if room is None else _plate(text, font).width - room
    if over > 0:
        message = f"the version mark '{text[:30]}' is {number(over, 1)} mm too wide for the smallest card"
        hint = "a shorter version, or version_mark: no"
        problems.append(Problem(where=catalogue.where, code="overflow", message=message, hint=hint))
    if problems:
        raise SourceError(problems)
