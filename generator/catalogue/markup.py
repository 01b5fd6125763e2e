"""Markup of card texts: ``**bold**``, ``*italic*``, ``{icon}``, ``{{ value }}``, line breaks.

Read into runs, never evaluated: a value is a name that is looked up. What opens nothing is printed literally.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.catalogue.model import Rich, Run

_TOKEN = re.compile(
    r"""\\(?P<escape>[\\*{}])
      | \{\{\s*(?P<value>[A-Za-z0-9][\w-]*\.[A-Za-z][\w-]*|[A-Za-z][\w-]*)\s*\}\}
      | \{(?P<icon>[A-Za-z][\w-]*)\}
      | (?P<stars>\*{1,3})
      | (?P<break>[^\S\n]*\n\s*)""",
    re.VERBOSE | re.ASCII,
)
SPECIAL = re.compile(r"[\\*{\n]")


class MarkupError(ValueError):
    """What is wrong, and how far into the text (characters)."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def parse(text: str) -> Rich:
    """Runs of ``text``. MarkupError for bold or italic that is opened and never closed, or closed crosswise."""
    if not SPECIAL.search(text):
        return (Run("text", text),)
    runs: list[Run] = []
    opened: list[tuple[str, int]] = []
    buffer: list[str] = []
    start = position = 0

    def style() -> tuple[bool, bool]:
        marks = [mark for mark, _ in opened]
        return "**" in marks, "*" in marks

    def flush(end: int) -> None:
        nonlocal start
        if buffer:
            runs.append(Run("text", "".join(buffer), *style(), start))
            buffer.clear()
        start = end

    for match in _TOKEN.finditer(text):
        buffer.append(text[position : match.start()])
        buffer[:] = [part for part in buffer if part]
        position = match.end()
        if match["escape"]:
            buffer.append(match["escape"])
        elif match["stars"]:
            if _stands_alone(text, match):
                buffer.append(match[0])
                continue
            flush(position)
            _turn(match["stars"], match.start(), opened)
        else:
            flush(position)
            what = "icon" if match["icon"] else "value" if match["value"] else "break"
            runs.append(Run(what, match["icon"] or match["value"] or "", *style(), match.start()))
    buffer.append(text[position:])
    buffer[:] = [part for part in buffer if part]
    flush(len(text))
    if opened:
        mark, at = opened[-1]
        raise MarkupError(f"'{mark}' is opened and never closed", at)
    while runs and runs[-1].what == "break":
        runs.pop()
    return tuple(runs)


def resolve(rich: Rich, look_up: Callable[[Run], str]) -> Rich:
    """The runs with every value replaced by its text."""
    return tuple(run._replace(what="text", text=look_up(run)) if run.what == "value" else run for run in rich)


def plain(rich: Rich) -> str:
    """The words alone, for an index or a search."""
    return "".join(run.text if run.what == "text" else " " if run.what == "break" else "" for run in rich)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """``2 * 3``: a star between spaces, or at an end of the text beside one, marks nothing."""
    before = text[match.start() - 1 : match.start()] if match.start() else " "
    after = text[match.end() : match.end() + 1] or " "
    return before.isspace() and after.isspace()


def _turn(stars: str, at: int, opened: list[tuple[str, int]]) -> None:
    """Open or close bold and italic, innermost first."""
    rest = stars
    while rest:
        inner = opened[-1][0] if opened else ""
        if inner and rest.startswith(inner) and not (inner == "*" and rest == "**"):
            opened.pop()
            rest = rest[len(inner) :]
            continue
        mark = "**" if rest.startswith("**") else "*"
        if any(mark == other for other, _ in opened):
            raise MarkupError(f"'{mark}' closes across '{inner}', which is still open", at)
        opened.append((mark, at))
        rest = rest[len(mark) :]
