"""One paragraph's inline tokens → runs. Raw HTML, code and stray directives are findings, never printed by chance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from generator import limits
from generator.problem import Location, Problem
from generator.rulebook.model import Run, Runs, plain

DIRECTIVE = re.compile(r"(?<!\\)\[\[\s*([^\[\]\n]*?)\s*\]\]")
WORD = 100  # characters
_OUTSIDE = ("http", "https", "mailto")  # the only addresses that become live links
_IGNORED = {"image"}  # a picture in a line of text is found by its paragraph


class Findings:
    """Problems of one rules text."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []

    def at(self, line: int) -> Location:
        return Location(self.path, line)

    def add(self, line: int, code: str, message: str, hint: str = "") -> None:
        self.problems.append(Problem(where=self.at(line), code=code, message=message, hint=hint))


def runs_of(token: Token, line: int, findings: Findings) -> Runs:
    """The runs of an ``inline`` token that begins at ``line``."""
    if len(token.content) > limits.TEXT_CHARACTERS:
        findings.add(line, "too-large", f"a paragraph is longer than {limits.TEXT_CHARACTERS} characters")
        return ()
    runs = tuple(_walk(token.children or (), line, findings))
    longest = max(map(len, plain(runs).split()), default=0)
    if longest > WORD:
        findings.add(line, "too-large", f"a word is {longest} characters long; {WORD} is the limit")
        return ()
    for match in DIRECTIVE.finditer(token.content):
        known = match[1] == "components"
        message = f"{match[0]} stands in the middle of a text" if known else f"there is no directive {match[0]}"
        hint = "leave an empty line before and after it" if known else "the directives are: [[components]]"
        at = line + token.content.count("\n", 0, match.start())
        findings.add(at, "unknown-directive", message, hint)
    return runs


def _walk(tokens: Sequence[Token], line: int, findings: Findings) -> Iterator[Run]:
    bold = italic = 0
    hrefs: list[str] = []
    for token in tokens:
        kind = token.type
        if kind == "text" and token.content:
            yield Run(token.content, line, bold > 0, italic > 0, hrefs[-1] if hrefs else "")
        elif kind == "softbreak":
            yield Run(" ", line, bold > 0, italic > 0, hrefs[-1] if hrefs else "")
            line += 1
        elif kind == "hardbreak":
            yield Run("\n", line)
            line += 1
        elif kind in ("strong_open", "strong_close"):
            bold += token.nesting
        elif kind in ("em_open", "em_close"):
            italic += token.nesting
        elif kind == "link_open":
            hrefs.append(_href(str(token.attrs.get("href", ""))))
        elif kind == "link_close":
            hrefs.pop()
        elif kind == "html_inline":
            html(findings, line, token.content)
        elif kind == "code_inline":
            hint = "use **bold** or *italic*"
            findings.add(line, "rules-element", "a rules text holds no code (`…`)", hint)
        elif kind not in _IGNORED and token.content:
            findings.add(line, "rules-element", f"a rules text holds no {kind.replace('_', ' ')}")


def html(findings: Findings, line: int, content: str) -> None:
    """Refuse a piece of HTML."""
    shown = content.strip().split("\n")[0][:40]
    hint = "write Markdown; a '<' that is meant as such is written '\\<'"
    findings.add(line, "rules-html", f"a rules text holds no HTML: {shown}", hint)


def _href(address: str) -> str:
    """Where a link leads: ``#…`` in this text, or an address that may be followed; else nowhere, and text is text."""
    if address.startswith("#"):
        return "#" + unquote(address[1:])
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        return ""
    return address if scheme in _OUTSIDE else ""
