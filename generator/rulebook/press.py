"""A rulebook's way: text → blocks → story → pages → PDF. Laid out until its references print the pages they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from reportlab import rl_config

from generator.geometry import Size
from generator.listing import readable
from generator.pdf.write import Document, DocumentInfo
from generator.problem import SourceError
from generator.rulebook import model
from generator.rulebook.booklet import impose
from generator.rulebook.check import check_glyphs
from generator.rulebook.fill import Filler, Page, Placed
from generator.rulebook.front import Contents, Title
from generator.rulebook.gallery import fan
from generator.rulebook.inline import Findings
from generator.rulebook.kit import Kit, bound, measures
from generator.rulebook.links import resolve
from generator.rulebook.look import colours_of, faces_of, in_grey
from generator.rulebook.model import Block, Book, Heading, plain
from generator.rulebook.parts import BAR, Ground, Head, Imprint
from generator.rulebook.read import read_text
from generator.rulebook.story import ROOM, Teller

PASSES = 6
FOOT = 6.5  # pt
OPENING = 1_200  # characters beside the title
QUICK_LARGEST = 1.45  # times the text's size
VARIANTS = ((1.0, 0.985), (1.0, 0.97), (1.0, 1.02), (0.97, 0.965), (0.95, 0.945))  # of the type's size, of its leading
SMALLEST = 8.5  # pt: an x-height of 1.5 mm in the smallest of the line's text faces
WELL_FILLED = 0.45


def press(book: Book) -> bytes:
    """See :func:`generator.rulebook.write_rulebook`."""
    rl_config.trustedHosts = None  # nothing of ours asks reportlab to fetch; were it asked, it would refuse
    if book.booklet:
        readable(Size(book.paper.height / 2, book.paper.width), "a page of the booklet")
    else:
        readable(book.paper, "the rulebook")
    findings = Findings(book.text.shown)
    text = read_text(book.text, book.stock, findings, grey=book.grey)
    resolve(text, book.words, findings)
    faces = faces_of(book)
    faces.register()
    check_glyphs(book, text, faces, findings)
    if any(isinstance(block, model.Components) for block in text.blocks) and not any(
        section.entries for section in book.sections
    ):
        line = next(block.line for block in text.blocks if isinstance(block, model.Components))
        findings.add(line, "no-components", "there are no components to show")
    base = measures(book.paper, book.booklet, faces)
    colours = colours_of(book.theme)
    kit = Kit(faces, in_grey(colours) if book.grey else colours, base, book.words, book.language)
    laid = _best(kit, book, text)
    findings.problems += laid.findings.problems
    if findings.problems:
        raise SourceError(findings.problems)
    data = _draw(laid.kit, book, text, laid.pages)
    return impose(data, book) if book.booklet else data


class Laid(NamedTuple):
    """A book laid out. ``full``: how much of the body's last page is taken, from 0 to 1."""

    kit: Kit
    pages: list[Page]
    full: float
    findings: Findings


def _best(kit: Kit, book: Book, text: model.Text) -> Laid:
    """The book laid out; a little tighter or wider where its last page would be almost empty."""
    best = first = _lay_out(kit, book, text)
    for size, leading in VARIANTS:
        if best.full >= WELL_FILLED:
            break
        m = kit.measures
        changed = replace(m, size=max(SMALLEST, m.size * size), leading=m.leading * leading)
        trial = _once(replace(kit, measures=changed, pages=first.kit.pages), book, text)
        if trial.full > best.full:
            best = trial
    return best if best is first else _lay_out(best.kit, book, text)


def _lay_out(kit: Kit, book: Book, text: model.Text) -> Laid:
    """The pages. References print pages, which moves lines, which moves pages: done again until nothing moves."""
    for _ in range(PASSES):
        laid = _once(kit, book, text)
        known = _stand(laid.pages)
        if known == kit.pages:
            return laid
        kit.pages = known
    kit.prints_pages = False
    laid = _once(kit, book, text)
    kit.pages = _stand(laid.pages)
    return laid


def _once(kit: Kit, book: Book, text: model.Text) -> Laid:
    findings = Findings(book.text.shown)
    kit.texts.begin()
    blocks, quick = _parted(text.blocks, book)
    teller = Teller(kit, book, findings)
    filler = Filler(kit.measures)
    opening, blocks = _opening(blocks)
    headings = [block for block in (*blocks, *quick) if isinstance(block, Heading) and block.level == 2]
    name, below = _title(text, book)
    intro = kit.style("intro", fontSize=kit.measures.size * 1.1, leading=kit.measures.leading * 1.1)
    cards = fan(book.sections)
    filler.add([Title(kit, name, below, cards, [teller.paragraph(block, intro) for block in opening])])
    if len(headings) > 2:
        filler.add([Contents(kit, headings)])
    filler.add(teller.story(blocks))
    full = filler.pages[-1].used / kit.measures.room
    imprint = Imprint(kit, _notes(kit, book)) if book.notes else None
    if quick:
        _quick(kit, book, quick, filler, findings, imprint)
    elif imprint is not None:
        before = len(filler.pages)
        filler.foot(imprint)
        full = full if len(filler.pages) == before else 0.0  # a page for the imprint alone
    for item in filler.too_tall:
        called = getattr(item, "called", "this")
        findings.add(getattr(item, "line", 0), "does-not-fit", f"{called} is taller than a page", ROOM)
    return Laid(kit, filler.pages, full, findings)


def _opening(blocks: list[Block]) -> tuple[list[model.Prose], list[Block]]:
    """The paragraphs that stand before everything else, beside the title, and the rest."""
    opening: list[model.Prose] = []
    for block in blocks:
        if not isinstance(block, model.Prose) or sum(len(plain(p.runs)) for p in (*opening, block)) > OPENING:
            break
        opening.append(block)
    return opening, blocks[len(opening) :]


def _parted(blocks: Sequence[Block], book: Book) -> tuple[list[Block], list[Block]]:
    """All but the quick reference, and the quick reference: the last section of rank 2 that is called so."""
    begin = end = len(blocks)
    for index, block in enumerate(blocks):
        if isinstance(block, Heading) and block.level <= 2:
            if begin < index and end == len(blocks):
                end = index
            if block.level == 2 and block.title.strip().casefold() in book.words.quick:
                begin, end = index, len(blocks)
    return [*blocks[:begin], *blocks[end:]], list(blocks[begin:end])


def _title(text: model.Text, book: Book) -> tuple[str, str]:
    """What stands large, and what stands below it: the game's name, then all else of the text's title."""
    whole = plain(text.title) or book.title
    rest = whole.removeprefix(book.title).strip(" :·\u2013\u2014-") if whole.startswith(book.title) else ""
    name, _, after = (book.title if whole.startswith(book.title) else whole).partition(": ")
    return name, " · ".join(part for part in (after, rest) if part)


def _notes(kit: Kit, book: Book) -> list[Any]:
    """What the signs mean, and who drew and cut the type, in small type."""
    size = 7.0
    style = kit.style(
        "note", fontName=kit.faces.house.name, fontSize=size, leading=size * 1.28, textColor=kit.colours.soft,
        spaceBefore=2.5, spaceAfter=2.5,
    )  # fmt: skip
    notes = []
    for title, words in book.notes:
        runs = (
            f"<font name='{kit.faces.house_bold.name}'>{_escaped(title)}</font>\u2002"
            f"{_escaped(bound(words, kit.language))}"
        )
        notes.append(kit.texts.text(runs, style))
    return notes


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quick(
    kit: Kit, book: Book, blocks: list[Block], filler: Filler, findings: Findings, imprint: Imprint | None
) -> None:
    """The quick reference: a page of its own, in the largest type that leaves it on one page, the imprint below."""
    base = kit.measures
    foot = imprint.wrap(base.full, 1e6)[1] + imprint.getSpaceBefore() if imprint is not None else 0.0
    pad = base.leading * 1.2
    edged = replace(
        base, inner=base.inner + pad, outer=base.outer + pad, top=base.top + pad + BAR, bottom=base.bottom + pad + foot
    )  # fmt: skip
    factor = QUICK_LARGEST
    while True:
        sized = replace(edged, size=base.size * factor, leading=base.leading * factor)
        trial = Findings(findings.path)
        story = Teller(replace(kit, measures=sized), book, trial).story(blocks)
        if isinstance(story[0], Head):
            story[0].size, story[0].span = base.size * 2.3, True
            story[0].after = sized.leading
        page = Filler(sized)
        page.add(story)
        if len(page.pages) == 1 or factor <= 1.0:
            break
        factor -= 0.03
    findings.problems += trial.problems
    filler.too_tall += page.too_tall
    for one in page.pages:
        ground = Ground(kit, one.used + 2 * pad + BAR)
        moved = [item._replace(x=item.x + pad, top=item.top + pad + BAR) for item in one.placed]
        filler.pages.append(Page([Placed(ground, 0.0, 0.0, ground.height), *moved], one.used + 2 * pad + BAR))
    if imprint is not None:
        filler.foot(imprint)


def _stand(pages: Sequence[Page]) -> Mapping[str, int]:
    """Heading key → the number of the page on which it stands."""
    return {
        key: number
        for number, page in enumerate(pages, 1)
        for placed in page.placed
        if (key := getattr(placed.flowable, "key", ""))
    }


def _draw(kit: Kit, book: Book, text: model.Text, pages: Sequence[Page]) -> bytes:
    name = plain(text.title) or book.title
    info = DocumentInfo(
        title=name,
        subject=f"{book.title} {book.version} ({book.language})",
        language=book.language,
        creator=book.creator,
        duplex=None,
        bookmarks={},
    )
    document = Document(info, kit.faces.house)
    for pen in (kit, *{id(k): k for p in pages for q in p.placed if (k := getattr(q.flowable, "kit", None))}.values()):
        pen.file = document.file
    canvas = document.canvas
    m = kit.measures
    titles = {block.key: block for block in text.blocks if isinstance(block, Heading)}
    rank = -1
    for number, page in enumerate(pages, 1):
        canvas.setPageSize((m.width, m.height))
        left = m.inner if number % 2 or not book.booklet else m.outer
        for placed in page.placed:
            heading = titles.get(getattr(placed.flowable, "key", ""))
            if heading is not None:
                rank = min(heading.level - 2, rank + 1)
                words = f"{heading.number}. {heading.title}" if heading.number else heading.title
                canvas.addOutlineEntry(words, heading.key, rank)
            placed.flowable.drawOn(canvas, left + placed.x, m.height - m.top - placed.top - placed.height)
        _foot(canvas, kit, book, number, len(pages), left)
        canvas.showPage()
    if titles:
        canvas.showOutline()
    return document.finish()


def _foot(canvas: Any, kit: Kit, book: Book, number: int, count: int, left: float) -> None:
    """Title, version, language; page and pages, at the outer edge."""
    m, faces = kit.measures, kit.faces
    y = m.bottom * 0.52
    words = f"{book.title} · {book.version} · {book.language}"
    page, whole = str(number), f" / {count}"
    right = left + m.full
    canvas.setFillColor(kit.colours.rule)
    canvas.rect(left, y + FOOT * 1.7, m.full, 0.4, stroke=0, fill=1)
    even = book.booklet and number % 2 == 0
    canvas.setFillColor(kit.colours.soft)
    canvas.setFont(faces.house.name, FOOT)
    bold = faces.house_bold.width(page) * 8.5 / 1000
    if even:
        canvas.drawRightString(right, y, words)
        canvas.drawString(left + bold, y, whole)
    else:
        canvas.drawString(left, y, words)
        canvas.drawRightString(right, y, whole)
    canvas.setFillColor(kit.colours.ink)
    canvas.setFont(faces.house_bold.name, 8.5)
    tail = faces.house.width(whole) * FOOT / 1000
    canvas.drawString(left if even else right - tail - bold, y, page)
