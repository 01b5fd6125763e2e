"""Which parts of a text list components, and which phrases in them name a piece."""

from __future__ import annotations

import re

from generator.rules.reading.headings import is_heading, is_setup
from generator.rules.reading.language import Language
from generator.rules.reading.lines import Segment
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.sentences import Sentence

_NAME_WORDS = 9


def kept(found: list[Segment], lang: Language) -> list[Segment]:
    """The segments of the sections that may list components."""
    marked = any(s.heading and is_heading(s.text, lang) for s in found)
    result: list[Segment] = []
    inside, depth = not marked, 0
    headed = len(found) <= _LONG or any(is_heading(s.text, lang) for s in found if len(s.text) < 60)
    for segment in found:
        if segment.heading:
            if is_heading(segment.text, lang):
                inside, depth = True, segment.heading
            elif marked and inside and segment.heading <= depth:
                inside = False
            elif not marked:
                inside = not is_setup(segment.text, lang)
        elif headed and not marked and not segment.cells and not segment.bullet and len(segment.text) < 60:
            if is_heading(segment.text, lang):
                inside = True
            elif (
                is_setup(segment.text, lang)
                and not segment.text.rstrip().endswith((";", ","))
                and result
                and segment is not found[-1]
            ):
                inside = False
        if inside:
            result.append(segment)
    return result if marked else _dense(result, lang)


_LONG = 40  # segments: a longer text is a whole rulebook
_NEAR = 4
_AFTER_HEADING = 12
_FRONT = re.compile(r"\(\d{1,3}\)\s*\S|\d{1,3}\s?[x×]?\s+[^\W\d]")
_BACK = re.compile(r"(?:\(|[—–:-]\s*|[x×]\s?)\d{1,3}\)?(?:\s?[^\W\d]{1,4})?\.?")


def _entry(segment: Segment) -> bool:
    """Whether a segment looks like an entry of a list: a count in front or at the end."""
    text = segment.text[:200]
    tail = text[max(0, len(text) - 24) :]
    back = len(segment.text) < 80 and any(m.end() == len(tail) for m in _BACK.finditer(tail))
    return segment.cells is not None or bool(_FRONT.match(text)) or back


def _dense(found: list[Segment], lang: Language) -> list[Segment]:
    """Of a whole rulebook that heads nothing in Markdown: its lists, and what stands below a heading for components."""
    entries = [_entry(segment) for segment in found]
    if len(found) <= _LONG or sum(entries) * 2 > len(found):
        return found
    keep = [False] * len(found)
    for at, segment in enumerate(found):
        close = sum(entries[max(0, at - _NEAR) : at + _NEAR + 1])
        if (
            (entries[at] and close > 2)
            or (segment.text.rstrip().endswith(":") and any(entries[at + 1 : at + 3]))
            or (segment.bullet and at and keep[at - 1] and found[at - 1].bullet == segment.bullet)
        ):
            keep[at] = True
        if is_heading(segment.text, lang):
            end = next(
                (i for i in range(at + 1, len(found)) if found[i].heading or is_setup(found[i].text, lang)),
                at + _AFTER_HEADING,
            )
            for near in range(at, min(end, at + _AFTER_HEADING, len(found))):
                keep[near] = True
    return [segment for segment, kept_ in zip(found, keep, strict=True) if kept_]


def accept(segment: Segment, sentence: Sentence, before: tuple[Segment, list[Sentence]] | None) -> None:
    """Leave only the phrases that name a piece."""
    if before is not None and _in_line(segment, before):
        sentence.alone = sentence.inline = True
    rows = [phrase for clause in sentence.clauses for phrase in clause.phrases]
    sure = any(p.counted and not p.article and (p.noun or p.generic or p.rule) for p in rows)
    sure = sure or (not sentence.prose and sum(1 for p in rows if p.counted and not p.article) > 1)
    listed = bool(segment.bullet) or segment.cells is not None
    for clause in sentence.clauses:
        clause.phrases = [
            p
            for p in clause.phrases
            if _piece(p, segment, sentence, listed, sure or clause.factor > 1 or bool(clause.per))
        ]


def _in_line(segment: Segment, before: tuple[Segment, list[Sentence]]) -> bool:
    """A short line right below, and as far in as, one that begins with a count."""
    above, said = before
    plain = not segment.bullet and not above.bullet and not segment.text.rstrip().endswith((".", ":", ","))
    near = segment.indent == above.indent > 0 and segment.line == above.line + above.text.count("\n") + 1
    return (
        plain
        and near
        and len(segment.text.split()) < 4
        and any(s.inline or p.counted or p.parts for s in said for c in s.clauses for p in c.phrases)
    )


def _piece(phrase: Phrase, segment: Segment, sentence: Sentence, listed: bool, sure: bool) -> bool:
    if segment.cells is not None:
        return True
    if phrase.counted:
        return _counted(phrase, sentence, listed, sure)
    if any(part.counted for part in phrase.parts):
        return True
    if phrase.heading or phrase.thing:
        return False
    if phrase.rule:
        brief = phrase.definite and sentence.size <= 12 and sentence.clauses[0].phrases[:1] == [phrase]
        brief = brief or (sentence.prose and sentence.size <= 6 and len(sentence.clauses[0].phrases) == 1)
        if (
            phrase.weak_rule
            and not brief
            and not (listed or sure or len(sentence.clauses[0].phrases) > 1 or len(segment.text.split()) < 5)
        ):
            return False
        return not sentence.source
    if not phrase.name or phrase.nameless or len(phrase.name.split()) > _NAME_WORDS:
        return False
    if phrase.wrap and not phrase.noun and not listed:
        return False
    if phrase.noun and sentence.prose and not listed:
        return sure or (sentence.listing and sentence.size <= 8)
    if phrase.noun:
        return listed or sure or (sentence.size <= 2 * _NAME_WORDS and sentence.alone)
    if phrase.low is not None and not phrase.noun:
        return listed
    if sentence.listing and sure and phrase.plural is False and len(phrase.name.split()) == 1 and not phrase.per:
        return len(sentence.clauses[0].phrases) > 2 and phrase.name.islower()  # a thing among things
    return (listed or sentence.inline) and not sentence.prose and not phrase.heading


def _counted(phrase: Phrase, sentence: Sentence, listed: bool, sure: bool) -> bool:
    if not phrase.name:
        return bool(phrase.parts)
    if phrase.noun or phrase.wrap or phrase.rule or phrase.generic or phrase.total:
        return True
    if phrase.thing:
        return False
    if listed or sentence.leadcount or phrase.postfix:
        return True
    if phrase.article:
        return sure and sentence.listing
    return sentence.prose or sure
