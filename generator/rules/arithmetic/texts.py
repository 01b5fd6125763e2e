"""What holds of any rules text: numbered in order, references that lead somewhere, sums that come out, one name for
one thing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from urllib.parse import unquote

from generator.problem import Location, did_you_mean
from generator.rules.arithmetic.model import Bench, Params, UnreadableError
from generator.rules.number_words import Lexicon
from generator.rules.numbers import Number
from generator.rules.patterns import Finder, Pattern, PatternError, parse
from generator.rules.rulings import rulings_begin
from generator.rules.text import Heading, Segment, Text
from generator.source import Mapping as Keys
from generator.source import Sequence as Items
from generator.source import text_of

_DOTTED = re.compile(r"\s*(\d{1,3}(?:\.\d{1,3})+)\.?\)?\s+\S", re.ASCII)
_PRINTED = {"+": "+", "-": "−", "*": "×"}
_SIGNS = {"+": "+", "-": "-", "\u2212": "-", "\u2013": "-", "×": "*", "*": "*", "=": "="}
_TERMS = 30


# Numbering --------------------------------------------------------------------


def numbering(bench: Bench) -> None:
    """``numbering-gap``, ``numbering-double``: headings, numbered paragraphs and steps follow one another."""
    text = bench.numbered.text
    _follow(bench, list(_steps(text)), "step")
    headings = [(heading.number, heading.where) for heading in text.headings if heading.number]
    _follow(bench, [(_parts(number), where) for number, where in headings], "section")
    known = {number for number, _ in headings}
    dotted = [(number, where) for number, where in _dotted(bench) if number not in known]
    _follow(bench, [(_parts(number), where) for number, where in dotted], "paragraph")


def _steps(text: Text) -> Iterator[tuple[tuple[int, ...], Location]]:
    """Steps, each with its list's number before it. A list that does not begin at 1 goes on with the last one of its
    section that ended just before: a picture or a note may stand between."""
    begins = [heading.where for heading in text.headings]
    ended: dict[tuple[int, int], int] = {}
    for _, group in groupby(sorted(text.steps, key=lambda step: step.list), lambda step: step.list):
        steps = list(group)
        # Markdown counts for whoever types "1." at every step.
        if len(steps) > 1 and all(step.number == steps[0].number for step in steps):
            continue
        section = bisect_right(begins, steps[0].where)
        name = ended.get((section, steps[0].number - 1), steps[0].list)
        for step in steps:
            yield (name, step.number), step.where
        ended[section, max(step.number for step in steps)] = name


def _parts(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def _follow(bench: Bench, numbers: list[tuple[tuple[int, ...], Location]], what: str) -> None:
    """Of those that share all but the last part, each is one more than the one before."""
    last: dict[tuple[int, ...], int] = {}
    seen: dict[tuple[int, ...], Location] = {}
    for number, where in numbers:
        above, own = number[:-1], number[-1]
        before = last.get(above, 0)
        name = str(own) if what == "step" else ".".join(str(part) for part in number)
        if number in seen:
            hint = f"the first is at {seen[number]}"
            bench.say(where, "numbering-double", f"a second {what} has the number {name}", hint)
        elif own != before + 1 and not (own == 0 and above not in last):
            wanted = before + 1 if what == "step" else ".".join(str(part) for part in (*above, before + 1))
            bench.say(where, "numbering-gap", f"{what} {name} stands where {wanted} belongs")
        seen.setdefault(number, where)
        last[above] = max(own, before)


def _dotted(bench: Bench) -> Iterator[tuple[str, Location]]:
    """Lines that begin with a number such as ``6.3``."""
    path = bench.numbered.text.path
    for number, line in enumerate(bench.numbered.text.lines, 1):
        match = _DOTTED.match(line)
        if match is not None:
            yield match[1], Location(path, number, match.start(1) + 1)


# References -------------------------------------------------------------------


def references(bench: Bench) -> None:
    """``reference-broken``, ``reference-differs``: a link, or a section or step that is named, is there."""
    numbered = bench.numbered
    text, lexicon = numbered.text, numbered.lexicon
    headings = {heading.slug: heading for heading in text.headings}
    known = {heading.number for heading in text.headings if heading.number} | {number for number, _ in _dotted(bench)}
    steps = {str(step.number) for step in text.steps}
    begin = rulings_begin(text, numbered.language, told=False)
    for index, segment in enumerate(text.segments):
        found = sorted((n for n in numbered.at[index].values() if n.kind == "reference"), key=lambda n: n.start)
        if begin is not None and segment.tokens and text.place(segment.tokens[0]) >= begin:
            found = []  # rulings speak of the author's numbers; their links are still ours
        linked: set[int] = set()
        for first, last, href in segment.linked():
            if href.startswith("#"):
                inside = [numbered.at[index][at] for at in range(first, last) if at in numbered.at[index]]
                linked.update(range(first, last))
                where = text.place(segment.tokens[first])
                _link(bench, where, unquote(href[1:]), [n for n in inside if n.kind == "reference"], headings)
        for number in found:
            if number.start in linked:
                continue
            word = _refers(segment, number, lexicon)
            if not word:
                continue  # a date
            if word in lexicon.pages:
                bench.say(number.where, "reference-broken", f"'{word} {number.shown}': the text has no pages")
            elif _typed(number) not in (steps | known if word in lexicon.steps else known):
                what = "step" if word in lexicon.steps else "section"
                hint = f"there are {', '.join(sorted(known, key=_parts)[:20])}" if what == "section" and known else ""
                bench.say(number.where, "reference-broken", f"there is no {what} {number.shown}", hint)


def _typed(number: Number) -> str:
    return number.shown if number.shown[:1].isdigit() else str(number.value)


def _refers(segment: Segment, number: Number, lexicon: Lexicon) -> str:
    """The word of a reference: the last one before its number that can be one."""
    before = [token.text for token in segment.tokens[: number.start]]
    words = lexicon.sections | lexicon.steps
    return next((word for word in reversed(before) if word in words), "")


def _link(bench: Bench, where: Location, slug: str, inside: list[Number], headings: dict[str, Heading]) -> None:
    heading = headings.get(slug)
    if heading is None:
        near = did_you_mean(slug, headings)
        bench.say(where, "reference-broken", f"the link '#{slug}' leads to no heading", near)
        return
    for number in inside:
        if heading.number and str(number.value) != heading.number:
            message = f"the text says {number.shown}, the link leads to {heading.number}. {heading.title}"
            bench.say(number.where, "reference-differs", message, f"the heading stands at {heading.where}")


# Sums -------------------------------------------------------------------------


def sums(bench: Bench) -> None:
    """``example-sum``: an equation that is printed, ``8 + 5 + 5 = 18``, comes out."""
    numbered = bench.numbered
    for index, segment in enumerate(numbered.text.segments):
        tokens, numbers = segment.tokens, numbered.at[index]
        ends = {number.end: number for number in numbers.values()}
        for at, token in enumerate(tokens):
            if token.text != "=" or at not in ends or at + 1 not in numbers:
                continue
            equation = _left(segment, ends, ends[at], numbered.lexicon)
            said = numbers[at + 1]
            if equation is None or not isinstance(said.value, (int, Fraction)):
                continue
            terms, signs = equation
            result = _worked(terms, signs)
            if result is not None and result != said.value:
                written = " ".join(
                    [str(terms[0]), *(f"{_PRINTED[sign]} {term}" for sign, term in zip(signs, terms[1:], strict=True))]
                )
                bench.say(said.where, "example-sum", f"{written} is {result}, not {said.shown}")


_Terms = list[int | Fraction]


def _left(segment: Segment, ends: dict[int, Number], last: Number, lexicon: Lexicon) -> tuple[_Terms, list[str]] | None:
    """The terms and signs of the left side of an equation; None where something else than numbers stands in it."""
    terms: _Terms = []
    signs: list[str] = []
    number: Number | None = last
    while number is not None and len(terms) < _TERMS:
        if not isinstance(number.value, (int, Fraction)) or number.kind not in ("number", "weak", "article"):
            return None
        terms.insert(0, number.value)
        before = number.start - 1
        text = segment.tokens[before].text if before >= 0 else ""
        sign = _SIGNS.get(text) or lexicon.signs.get(text)
        if sign is None:
            break
        if sign == "=" or before not in ends:
            return None
        signs.insert(0, sign)
        number = ends[before]
    return (terms, signs) if signs else None


def _worked(terms: _Terms, signs: list[str]) -> int | Fraction | None:
    """Products first, then from left to right."""
    values: _Terms = [terms[0]]
    for sign, term in zip(signs, terms[1:], strict=True):
        if sign == "*":
            values[-1] = values[-1] * term
        else:
            values.append(term if sign == "+" else -term)
    return sum(values)


# Terms ------------------------------------------------------------------------


def term(params: Params) -> None:
    """``term-double``, ``term-unused``: one thing has one name in the text; rulings may quote the other."""
    bench = params.bench
    numbered = bench.numbered
    finder = Finder(numbered)
    begin = rulings_begin(numbered.text, numbered.language, told=False)
    used = _patterns(params, "use")
    wrong = _patterns(params, "not")
    if used and not any(finder.find(pattern) for pattern in used):
        named = ", ".join(f"'{pattern.typed}'" for pattern in used)
        params.say("term-unused", f"{numbered.text.path} never says {named}", where=params.place("use"))
    for pattern in wrong:
        for match in finder.find(pattern):
            token = numbered.text.segments[match.segment].tokens[match.start]
            where = numbered.text.place(token)
            if begin is None or where < begin:
                instead = f", and elsewhere '{used[0].typed}'" if used else ""
                params.say("term-double", f"the text says '{pattern.typed}' here{instead}", where=where)


def _patterns(params: Params, name: str) -> list[Pattern]:
    """The words of this text's language."""
    node = params.keys.entries[name]
    language = params.bench.numbered.language
    if isinstance(node, Keys):
        if language not in node.entries:
            return []
        node = node.entries[language]
    found = []
    for child in node.items if isinstance(node, Items) else [node]:
        typed = text_of(child, params.bench.findings, f"'{name}'")
        if typed is None:
            raise UnreadableError
        try:
            found.append(parse(typed, holes=False))
        except PatternError as error:
            params.bench.findings.add(child.where, "claim-pattern", str(error))
            raise UnreadableError from None
    return found
