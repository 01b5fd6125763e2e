"""A rules text in Markdown → blocks. markdown-it-py says what is Markdown; what a rulebook does not print is a finding.

The parser is told to see HTML so that it can be refused: none is ever printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.geometry import Box, Size, Transform
from generator.intake import Opened
from generator.layout import Frame, Greys, Group, Item, Picture, Stock
from generator.layout.frame import digest_of
from generator.problem import Location, SourceError, fail
from generator.rulebook import model
from generator.rulebook.inline import DIRECTIVE, Findings, html, runs_of
from generator.rulebook.model import Block, Heading, Run, Runs

CHARACTERS = 500_000  # of a whole text: some 80,000 words
DEEPEST_LIST = 3
DEEPEST_HEADING = 4
COLUMNS = 24
_NUMBER = re.compile(r"\s*(\d+(?:\.\d+)*)[.)]?\s+")
_CELL_END = re.compile(r"(?<!\\)\|")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
FIGURE_WIDTH = 80.0  # mm: a drawing's own size says nothing, so each is taken as this wide and made to fit when set


def read_text(opened: Opened, stock: Stock, findings: Findings, *, grey: bool = False) -> model.Text:
    """The blocks of a rules text. SourceError ``encoding``, ``too-large`` where it cannot be read at all."""
    where = Location(opened.shown)
    try:
        source = opened.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = opened.data.count(b"\n", 0, error.start) + 1
        raise fail(Location(opened.shown, line), "encoding", "this is not UTF-8", "save the file as UTF-8") from None
    if len(source) > CHARACTERS:
        raise fail(where, "too-large", f"a rules text is longer than {CHARACTERS} characters")
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    reader = _Reader(stock, findings, re.split(r"\r\n?|\n", source), grey)
    blocks = list(reader.blocks(parser.parse(source), 0))
    title: Runs = ()
    if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1:
        title = blocks[0].runs
        if blocks[0].number:  # "# 1914: rules": a number that belongs to the name
            title = (Run(blocks[0].number + " ", blocks[0].line), *title)
        blocks = blocks[1:]
    _check_headings(blocks, findings)
    if not title and not blocks and not findings.problems:
        findings.add(0, "empty", "the rules text is empty")
    return model.Text(title=title, blocks=blocks)


class _Reader:
    """Walks block tokens."""

    def __init__(self, stock: Stock, findings: Findings, lines: Sequence[str], grey: bool) -> None:
        self.stock, self.findings, self.lines, self.grey = stock, findings, lines, grey
        self.keys = 0
        self.slugs: dict[str, int] = {}
        self.directives: set[str] = set()

    def blocks(self, tokens: Sequence[Token], depth: int, where: str = "") -> Iterator[Block]:
        """The blocks of a stretch of tokens; ``depth`` is that of lists, ``where`` names what they stand in."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            end = _close(tokens, at)
            block = self._block(token, tokens[at + 1 : end], _line(token), depth, where)
            if block is not None:
                yield block
            at = max(end, at) + 1

    def _block(self, token: Token, inside: Sequence[Token], line: int, depth: int, where: str) -> Block | None:
        kind = token.type
        if kind == "paragraph_open":
            return self._paragraph(inside[0], line, where)
        if kind in ("bullet_list_open", "ordered_list_open"):
            return self._list(token, inside, line, depth + 1, where)
        if kind == "html_block":
            html(self.findings, line, token.content)
        elif kind in ("fence", "code_block"):
            hint = "a line that begins with four spaces is code in Markdown" if kind == "code_block" else ""
            self.findings.add(line, "rules-element", "a rules text holds no blocks of code", hint)
        elif where and kind in ("heading_open", "blockquote_open", "table_open", "hr"):
            name = {"heading_open": "a heading", "blockquote_open": "a block quote", "table_open": "a table"}
            self.findings.add(line, "rules-element", f"{name.get(kind, 'a line across')} cannot stand in {where}")
        elif kind == "heading_open":
            return self._heading(token, inside[0], line)
        elif kind == "blockquote_open":
            return model.Quote(blocks=list(self.blocks(inside, 0, "a block quote")), line=line)
        elif kind == "table_open":
            return self._table(inside, line)
        elif kind == "hr":
            return model.Rule(line=line)
        return None

    def _paragraph(self, inline: Token, line: int, where: str) -> Block | None:
        directive = DIRECTIVE.fullmatch(inline.content.strip())
        if directive is not None and directive[1] == "components":
            if where or directive[1] in self.directives:
                what = f"in {where}" if where else "twice"
                self.findings.add(line, "unknown-directive", f"{directive[0]} cannot stand {what}")
            self.directives.add(directive[1])
            return model.Components(line=line)
        children = inline.children or []
        if len(children) == 1 and children[0].type == "image":
            return self._figure(children[0], line)
        if any(child.type == "image" for child in children):
            self.findings.add(line, "rules-element", "a picture stands alone, between empty lines")
        runs = runs_of(inline, line, self.findings)
        return model.Prose(runs=runs, line=line) if runs else None

    def _heading(self, token: Token, inline: Token, line: int) -> Heading | None:
        before = len(self.findings.problems)
        runs = runs_of(inline, line, self.findings)
        level = int(token.tag[1:])
        if level > DEEPEST_HEADING:
            self.findings.add(line, "heading-order", f"headings go {DEEPEST_HEADING} deep, this one is of rank {level}")
            return None
        if not model.plain(runs).strip():
            if len(self.findings.problems) == before:
                self.findings.add(line, "heading-order", "a heading is empty")
            return None
        slug = _slug(model.plain(runs))
        count = self.slugs.get(slug, 0)
        self.slugs[slug] = count + 1
        match = _NUMBER.match(runs[0].text)
        number = match[1] if match else ""
        if match and (len(match[0]) < len(runs[0].text) or len(runs) > 1):
            first = runs[0]._replace(text=runs[0].text[match.end() :])
            runs = tuple(run for run in (first, *runs[1:]) if run.text)
        elif match:
            number = ""
        self.keys += 1
        slug = f"{slug}-{count}" if count else slug
        return Heading(level=level, number=number, runs=runs, key=f"section-{self.keys}", slug=slug, line=line)

    def _list(self, token: Token, inside: Sequence[Token], line: int, depth: int, where: str) -> Block | None:
        if depth > DEEPEST_LIST:
            self.findings.add(line, "rules-element", f"lists go {DEEPEST_LIST} deep")
            return None
        ordered = token.type == "ordered_list_open"
        number = int(token.attrs.get("start", 1))
        items: list[model.Item] = []
        at = 0
        while at < len(inside):
            end = _close(inside, at)
            label = f"{number + len(items)}." if ordered else ""
            blocks = list(self.blocks(inside[at + 1 : end], depth, where or "a list"))
            items.append(model.Item(label=label, blocks=blocks, line=_line(inside[at])))
            at = end + 1
        return model.Items(items=items, line=line)

    def _table(self, inside: Sequence[Token], line: int) -> Block | None:
        rows: list[tuple[Runs, ...]] = []
        align: list[str] = []
        cells: list[Runs] = []
        row = line
        for at, token in enumerate(inside):
            if token.type == "tr_open":
                row, cells = _line(token) or line, []
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                written = len(_CELL_END.split(self.lines[row - 1].strip().strip("|"))) if row else 0
                if written > len(align):  # Markdown drops what is over without a word
                    message = f"a row has {written} cells, the table's head {len(align)}"
                    self.findings.add(row, "rules-element", message, "a '|' that is meant as such is written '\\|'")
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    align.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
                cells.append(runs_of(inside[at + 1], row, self.findings))
        if len(align) > COLUMNS:
            self.findings.add(line, "table-too-wide", f"a table has {len(align)} columns; {COLUMNS} is the limit")
            return None
        return model.Table(rows=rows, align=tuple(align), line=line)

    def _figure(self, image: Token, line: int) -> Block | None:
        path = unquote(str(image.attrs.get("src", "")))
        where = self.findings.at(line)
        before = len(self.findings.problems)
        items: tuple[Item, ...] = ()
        ratio = 1.0
        try:
            if path.lower().endswith(".svg"):
                vector = self.stock.vector(path, where, self.findings.problems)
                if vector is not None:
                    ratio = vector.height / vector.width
                    scale = FIGURE_WIDTH / vector.width
                    page = Box(0.0, 0.0, vector.width, vector.height)
                    items = (Group(Transform(a=scale, d=scale), page, self.stock.tinted(vector, "")),)
            else:
                raster = self.stock.raster(path, where, self.findings.problems)
                if raster is not None:
                    ratio = raster.height / raster.width
                    items = (Picture(Box(0.0, 0.0, FIGURE_WIDTH, FIGURE_WIDTH * ratio), raster),)
        except SourceError as error:  # a path that is none
            self.findings.problems += error.problems
        if not items:
            if len(self.findings.problems) == before:  # said once already, at the first place that asks for it
                self.findings.add(line, "bad-picture", f"the picture '{path}' cannot be used")
            return None
        trim = Size(FIGURE_WIDTH, FIGURE_WIDTH * ratio)
        frame = Frame(trim=trim, bleed=0.0, corner=0.0, items=items, digest=digest_of(trim, 0.0, items))
        if self.grey:
            frame = Greys().frame(frame)
        caption = runs_of(image, line, self.findings) if image.children else ()
        return model.Figure(frame=frame, caption=caption, line=line)


def _check_headings(blocks: Sequence[Block], findings: Findings) -> None:
    """Ranks that jump, and numbers that come twice."""
    before = 1
    numbers: dict[str, int] = {}
    for block in blocks:
        if not isinstance(block, Heading):
            continue
        if block.level == 1:
            findings.add(block.line, "heading-order", "a rules text has one title, '# …', in its first line")
        elif block.level > before + 1:
            message = f"a heading of rank {block.level} follows one of rank {before}"
            findings.add(block.line, "heading-order", message, f"write '{'#' * (before + 1)} …'")
        before = block.level
        if block.number in numbers:
            message = f"section {block.number} is there already, in line {numbers[block.number]}"
            findings.add(block.line, "duplicate-number", message)
        elif block.number:
            numbers[block.number] = block.line


def _slug(text: str) -> str:
    """A heading's address, as GitHub makes it."""
    return _NOT_IN_SLUG.sub("", text.strip().lower()).replace(" ", "-")


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _close(tokens: Sequence[Token], at: int) -> int:
    """The index of the token that closes the one at ``at``; its own where it holds nothing."""
    if tokens[at].nesting != 1:
        return at
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index
    return len(tokens)
