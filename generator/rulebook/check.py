"""What the fonts cannot draw, each at its line, before anything is set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.listing import Section
from generator.problem import Problem
from generator.rulebook import model
from generator.rulebook.inline import Findings
from generator.rulebook.look import Faces
from generator.rulebook.model import Block, Book, Runs
from generator.typeset import Font

_HINT = "write it with another sign, or choose a font that has it"


def check_glyphs(book: Book, text: model.Text, faces: Faces, findings: Findings) -> None:
    """A finding for each line that holds a character without a glyph."""
    said: set[tuple[int, str, str]] = set()
    for font, words, line in _set(text, faces):
        lacking = font.missing(words)
        if lacking and (line, font.path, lacking) not in said:
            said.add((line, font.path, lacking))
            findings.add(line, "missing-glyph", _lacking(font, lacking), _HINT)
    told = "".join([*(words for section in book.sections for words in _captions(section)), *map("".join, book.notes)])
    if faces.house.missing(told):
        where, message = book.where, _lacking(faces.house, faces.house.missing(told))
        findings.problems.append(Problem(where=where, code="missing-glyph", message=message, hint=_HINT))


def _lacking(font: Font, chars: str) -> str:
    named = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in chars[:5])
    return f"the font {font.path} cannot draw {named}"


def _captions(section: Section) -> Iterator[str]:
    yield section.title + section.total
    for entry in section.entries:
        yield entry.caption


def _set(text: model.Text, faces: Faces) -> Iterator[tuple[Font, str, int]]:
    """Each stretch of text, the font that it is set in, and its line."""
    for run in text.title:
        yield faces.title, faces.headline(run.text.strip("\n")), run.line
    yield from _blocks(text.blocks, faces)


def _blocks(blocks: Sequence[Block], faces: Faces) -> Iterator[tuple[Font, str, int]]:
    for block in blocks:
        if isinstance(block, model.Prose):
            yield from _runs(block.runs, faces)
        elif isinstance(block, model.Heading):
            yield from _heading(block, faces)
        elif isinstance(block, model.Items):
            for item in block.items:
                yield from _blocks(item.blocks, faces)
        elif isinstance(block, model.Quote):
            yield from _blocks(block.blocks, faces)
        elif isinstance(block, model.Table):
            for index, row in enumerate(block.rows):
                for cell in row:
                    yield from _runs(cell, faces, index == 0)
        elif isinstance(block, model.Figure):
            yield from _runs(block.caption, faces)


def _heading(block: model.Heading, faces: Faces) -> Iterator[tuple[Font, str, int]]:
    if block.level > 2:
        yield from _runs(block.runs, faces, True)
        return
    yield faces.title, faces.headline(block.title), block.line
    yield faces.number, block.number, block.line
    yield faces.regular, block.title, block.line  # as the list of contents says it


def _runs(runs: Runs, faces: Faces, bold: bool = False) -> Iterator[tuple[Font, str, int]]:
    for run in runs:
        yield faces.style(run.bold or bold, run.italic), run.text.strip("\n"), run.line
