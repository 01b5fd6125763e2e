"""Problems: what is wrong, where, and what to do about it.

A problem is a value. A room collects all of its problems and raises one :class:`SourceError` that carries them;
nothing is repaired, defaulted or skipped in silence. Text from a stranger's file is shown with its control characters
escaped, so that a card's name cannot move the cursor or hide a part of the message.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file. ``line`` and ``column`` count from 1; 0 means the whole file."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.path
        return f"{self.path}:{self.line}:{self.column}" if self.column else f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One finding. ``code`` is a short stable word, listed in ``docs/problems.md``."""

    where: Location
    code: str
    message: str
    hint: str = ""
    severity: str = "error"
    trace: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.where}: {self.severity}: {self.message} [{self.code}]"]
        lines += [f"  {line}" for line in self.trace]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(visible(line) for line in lines)


class SourceError(Exception):
    """Everything that was found wrong, sorted by place, each finding once. The only exception of ours."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        unique = dict.fromkeys(problems)
        self.problems: tuple[Problem, ...] = tuple(sorted(unique, key=lambda p: (p.where, p.code, p.message)))
        super().__init__("\n".join(str(p) for p in self.problems))


def fail(where: Location, code: str, message: str, hint: str = "", trace: tuple[str, ...] = ()) -> SourceError:
    """A :class:`SourceError` with a single problem, to be raised by the caller."""
    return SourceError([Problem(where=where, code=code, message=message, hint=hint, trace=trace)])


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that names the nearest known word, or lists a few, or ``otherwise``."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        folded = {name.casefold(): name for name in names}
        near = [folded[word.casefold()]] if word.casefold() in folded else []
    if near:
        return f"did you mean '{near[0]}'?"
    if otherwise or not names:
        return otherwise
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"known here: {shown}"


def is_control(char: str) -> bool:
    """Whether a character acts on a terminal or on the direction of text instead of being seen.

    Soft hyphen and the joiners are format characters too, but harmless and wanted in card texts.
    """
    if char in "\u00ad\u200c\u200d\u200b\u2060\ufeff":
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    """``text`` on one line, with every control character written as its escape."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or not is_control(char) else char.encode("unicode_escape").decode("ascii")
        for char in text
    )
