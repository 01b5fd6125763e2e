"""The game's version, small, on the front of every card: ``version_mark: yes``.

The mark is no change: a marked drawing keeps the digest of the drawing without it, so a new version alone asks for no
new print, and what is printed for another reason carries the new version.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.catalogue import Catalogue
from generator.geometry import number
from generator.layout import Frame, version_items, version_plate, version_room
from generator.problem import Problem, SourceError
from generator.typeset import Font


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
        digest: frame._replace(items=(*frame.items, *version_items(text, frame.trim, frame.corner, font)))
        for digest, frame in fronts.items()
    }
    # By the drawing, not by the card: one drawing has one name, and is marked wherever it lies.
    return {
        ident: {side: done.get(frame.digest, frame) for side, frame in sides.items()} for ident, sides in faces.items()
    }


def label(version: str) -> str:
    """``1.0`` → ``v1.0``: alone it would look like a number of the game."""
    return f"v{version}" if version[:1].isdigit() else version


def _check(catalogue: Catalogue, fronts: dict[str, Frame], font: Font) -> None:
    text = label(catalogue.version)
    missing = font.missing(text)
    problems = []
    if missing:
        message = f"the version mark cannot print '{missing}' of the version"
        hint = "it is set in Fira Sans Condensed: Latin and Cyrillic letters"
        problems.append(Problem(where=catalogue.where, code="missing-glyph", message=message, hint=hint))
    room = min((version_room(frame.trim, frame.corner) for frame in fronts.values()), default=None)
    over = 0.0 if room is None else version_plate(text, font).width - room
    if over > 0:
        message = f"the version mark '{text[:30]}' is {number(over, 1)} mm too wide for the smallest card"
        hint = "a shorter version, or version_mark: no"
        problems.append(Problem(where=catalogue.where, code="overflow", message=message, hint=hint))
    if problems:
        raise SourceError(problems)
