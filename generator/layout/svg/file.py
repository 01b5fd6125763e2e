"""An SVG file as it lies there: well-formed, without document type, of bearable size; and what was found wrong in it.

Findings are gathered, not raised one by one: a designer sees all that a drawing is refused for, each at its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from generator import limits
from generator.intake import Opened
from generator.problem import Location, Problem, SourceError, fail

FLATTEN = "flatten it in the drawing program, or use a PNG"
_STARTS = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|(<[^/!?])", re.DOTALL)
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<\?.*?\?>|<!--.*?-->|(<!DOCTYPE))", re.DOTALL)


class File:
    """The file being read, and what was found wrong with it."""

    def __init__(self, opened: Opened, where: Location) -> None:
        self.shown, self.data = opened.shown, opened.data
        self.trace = (f"for {where}",) if where.path else ()
        self.findings: list[tuple[int, str, str, str]] = []
        self.told: dict[str, int] = {}

    def add(self, at: int, code: str, message: str, hint: str = "") -> None:
        """A finding about the element number ``at``, from 1; 0 is the whole file. Told five times at most."""
        self.told[message] = self.told.get(message, 0) + 1
        if self.told[message] <= 5:
            self.findings.append((at, code, message, hint))

    def bad(self, at: int, message: str, hint: str = "", code: str = "bad-picture") -> SourceError:
        """All findings so far and this last one, to be raised."""
        self.findings.append((at, code, message, hint))
        lines = [0, *self._lines()]
        places = (Location(self.shown, lines[at] if at < len(lines) else 0) for at, *_ in self.findings)
        return SourceError(
            Problem(where=place, code=code, message=f"the drawing {message}", hint=hint, trace=self.trace)
            for place, (_, code, message, hint) in zip(places, self.findings, strict=True)
        )

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self.findings:
            at, code, message, hint = self.findings.pop()
            raise self.bad(at, message, hint, code)

    def parse(self) -> Any:
        """The root of a well-formed file without document type, of bearable size."""
        line = _doctype(_plain(self.data))
        if line:
            raise self._doctype(line)
        if self.data.count(b"<") > 4 * limits.SVG_NODES:
            raise self.bad(0, f"has more than {limits.SVG_NODES:,} elements", FLATTEN, "too-large")
        parser = etree.XMLParser(
            recover=False, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
        )
        try:
            root = etree.fromstring(self.data, parser)
        except etree.XMLSyntaxError as error:
            place = Location(self.shown, error.lineno or 0)
            code = "too-large" if "XML_PARSE_HUGE" in str(error) else "bad-picture"
            reason = re.sub(r", line \d+, column \d+.*", "", str(error), flags=re.DOTALL)
            raise fail(place, code, f"the drawing is not well-formed XML: {reason}", trace=self.trace) from None
        if root.getroottree().docinfo.internalDTD is not None:
            raise self._doctype(1)
        return root

    def _doctype(self, line: int) -> SourceError:
        hint = "delete everything from '<!DOCTYPE' to its '>': no program needs it"
        message = "the drawing has a document type, which could pull in other files"
        return fail(Location(self.shown, line), "svg-doctype", message, hint, self.trace)

    def _lines(self) -> Iterator[int]:
        """The line on which each element begins; lxml knows only where its start tag ends."""
        data, line, seen = _plain(self.data), 1, 0
        for match in _STARTS.finditer(data):
            line += data.count(b"\n", seen, match.start())
            seen = match.start()
            if match[1]:
                yield line


def _plain(data: bytes) -> bytes:
    """The file's bytes so that ``<`` and line ends stand for themselves, whatever the encoding."""
    marks = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
    encoding = marks.get(data[:2])
    return data.decode(encoding, "replace").encode("utf-8", "replace") if encoding else data


def _doctype(data: bytes) -> int:
    """The line of a document type before the root; 0 if there is none."""
    match = _PROLOG.match(data)
    while match and not match[1]:
        match = _PROLOG.match(data, match.end())
    return data.count(b"\n", 0, match.start(1)) + 1 if match else 0
