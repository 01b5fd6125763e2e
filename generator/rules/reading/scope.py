"""Which parts of a text list components, and which phrases in them name a piece."""

from __future__ import annotations

import re

from generator.rules.reading.language import Language
from generator.rules.reading.lines import Segment
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.sentences import Sentence

_NUMBERING = re.compile(r"^[\W\d_]*(?:[IVXivx]{1,4}[.)]\s+)?")
_NAME_WORDS = 9


def kept(found: list[Segment], lang: Language) -> list[Segment]:
    """The segments of the sections that may list components."""
    marked = any(s.heading and is_heading(s.text, lang) for s in found)
    result: list[Segment] = []
    inside, depth = not marked, 0
    for segment in found:
        if segment.heading:
            if is_heading(segment.text, lang):
                inside, depth = True, segment.heading
            elif marked and inside and segment.heading <= depth:
                inside = False
            elif not marked:
                inside = not is_setup(segment.text, lang)
        elif not marked and not segment.cells and not segment.bullet and len(segment.text) < 60:
            if is_heading(segment.text, lang):
                inside = True
            elif is_setup(segment.text, lang) and not segment.text.rstrip().endswith((";", ",")) and result:
                inside = False
        if inside:
            result.append(segment)
    return result


def _title(text: str) -> str:
    return _NUMBERING.sub("", text).casefold().strip(" :.!?—–-*\n")


def is_heading(text: str, lang: Language) -> bool:
    title = _title(text)
    if title in lang.headings:
        return True
    return any(title.startswith(f"{h} ") or title.endswith(f" {h}") for h in lang.headings) and len(title.split()) < 7


def is_setup(text: str, lang: Language) -> bool:
    title = _title(text)
    return title in lang.setups


def accept(segment: Segment, sentence: Sentence) -> None:
    """Leave only the phrases that name a piece."""
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


def _piece(phrase: Phrase, segment: Segment, sentence: Sentence, listed: bool, sure: bool) -> bool:
    if segment.cells is not None:
        return True
    if phrase.counted:
        return _counted(phrase, sentence, listed, sure)
    if any(part.counted for part in phrase.parts):
        return True
    if phrase.rule:
        if phrase.weak_rule and not (
            listed or sure or len(sentence.clauses[0].phrases) > 1 or len(segment.text.split()) < 5
        ):
            return False
        return not sentence.source
    if not phrase.name or phrase.nameless or len(phrase.name.split()) > _NAME_WORDS:
        return False
    if phrase.wrap and not phrase.noun and not listed:
        return False
    if phrase.noun:
        return listed or sentence.prose or sure or (_short(segment) and sentence.alone)
    if phrase.low is not None and not phrase.noun:
        return listed
    return listed and not sentence.prose and not phrase.heading


def _short(segment: Segment) -> bool:
    return len(segment.text.split()) <= 2 * _NAME_WORDS


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
        return sure and sentence.prose
    return sentence.prose or sure
