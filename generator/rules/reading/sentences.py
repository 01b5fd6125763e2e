"""A segment → its sentences, each with its clauses; instructions, misprints and other talk are left out here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from generator.rules.reading.clauses import Clause, Clauses
from generator.rules.reading.headings import is_heading
from generator.rules.reading.language import Language
from generator.rules.reading.lines import Segment
from generator.rules.reading.marks import is_word, marked
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.tokens import Token, tokenize

_ENDS = frozenset(".!?")


@dataclass(slots=True, eq=False)
class Sentence:
    """One sentence, list entry or table row. ``edit`` says whether it changes what was listed before."""

    clauses: list[Clause] = field(default_factory=list)
    edit: str = ""  # "remove", "replace", "instead"
    gone: list[Phrase] = field(default_factory=list)
    edition: int | None = None
    aside: list[Phrase] = field(default_factory=list)  # a rulebook that is only mentioned
    source: bool = False
    prose: bool = False
    leadcount: bool = False
    size: int = 0  # words
    listing: bool = False  # a verb says what there is (it holds, there are), not only how it is
    alone: bool = True  # the only sentence of its segment
    inline: bool = False  # a line among lines that begin with counts


def sentences(segment: Segment, lang: Language) -> list[Sentence]:
    """The sentences of a segment."""
    if segment.cells is not None:
        return [_row(segment, lang)]
    tokens = marked(tokenize(segment.text, lang), segment.text, lang)
    result: list[Sentence] = []
    for row in _split(tokens, segment.text):
        sentence = _sentence(row, segment, lang, first=not result)
        if sentence is not None:
            result.append(sentence)
    for sentence in result:
        headed = any(clause.lead and is_heading(clause.lead, lang) for s in result[:1] for clause in s.clauses)
        sentence.alone = len(result) == 1 or headed
    return result


def _lines(phrases: list[Phrase], segment: Segment) -> None:
    for phrase in phrases:
        phrase.line = segment.line + segment.text.count("\n", 0, phrase.at)
        _lines(phrase.parts, segment)


def _row(segment: Segment, lang: Language) -> Sentence:
    """A table row: the name's cell is a name, whatever stands in it."""
    assert segment.cells is not None
    name, count = segment.cells
    tokens = marked(tokenize(name, lang), name, lang)
    clauses = Clauses(name, lang, listed=True)
    phrase = Phrase(line=segment.line)
    body = [t for t in tokens if t.kind != "group"]
    if body:
        clauses.words.describe(phrase, body)
    phrase.name = " ".join(name.split()).strip(" :*")
    phrase.nameless = False
    if name.casefold().strip(" .:*") in lang.columns["total"] or any(is_word(t, "total") for t in body):
        phrase.total = True
    if count:
        text = f"{name}: {count}"
        cross = re.fullmatch(r"\s*(\d{1,4})\s*[x×хX*]\s*(\d{1,4})\s*", count)
        count = str(int(cross[1]) * int(cross[2])) if cross else count
        inner = marked(tokenize(count, lang), count, lang)
        found = Clauses(count, lang, listed=True)._row(inner)
        _adopt(phrase, found, text)
    if segment.doubtful:
        phrase.bound = "doubtful"
    return Sentence(clauses=[Clause(phrases=[phrase])])


def _adopt(phrase: Phrase, found: list[Phrase], text: str) -> None:
    counted = [p for p in found if p.counted]
    for wrap in (p for p in counted if p.wrap):
        inner = [p.count for p in wrap.parts if p.counted]
        last = re.search(r"\s(\d{1,3})$", wrap.name)
        inner = [int(last[1])] if last and not inner else inner
        wrap.parts = []
        if len(inner) == 1 and inner[0] is not None and wrap.count is not None:
            wrap.count *= inner[0]  # 2 decks of 20
        elif wrap.bound == "exact":
            wrap.count, wrap.bound = None, "doubtful"
    if len(counted) == 1 and len(found) == 1:
        Clauses._adopt(phrase, counted[0])
        if counted[0].low is not None:
            phrase.counted = False
    elif counted:
        for part in counted:
            part.nameless = True
        phrase.parts = counted
    elif found and (found[0].per or found[0].low is not None):
        phrase.counted, phrase.bound, phrase.count = True, "doubtful", None


# --- sentences


def _split(tokens: list[Token], text: str) -> list[list[Token]]:
    rows: list[list[Token]] = [[]]
    for at, token in enumerate(tokens):
        if token.kind == "mark" and token.text in _ENDS and _ends(tokens, at, text):
            rows.append([])
        elif not (
            token.kind == "mark"
            and token.text == "."
            and at + 1 < len(tokens)
            and is_word(tokens[at - 1], "unit")
            and at
        ):
            rows[-1].append(token)
    return [row for row in rows if row]


def _ends(tokens: list[Token], at: int, text: str) -> bool:
    if at + 1 >= len(tokens):
        return True
    token, after = tokens[at], tokens[at + 1]
    if after.start == token.end and token.text == ".":
        return False
    if at and token.text == ".":
        last = tokens[at - 1]
        if last.end == token.start and (
            is_word(last, "about")
            or (is_word(last, "unit") and len(last.text) < 5)
            or (last.kind == "word" and len(last.text) < 2)
        ):
            return text[after.start].isupper() and is_word(last, "unit") and after.kind == "word"
        if (
            last.kind == "word"
            and len(last.text) < 4
            and last.tags & {"never", "attrnoun"}
            and after.kind in ("num", "code")
        ):
            return False
    if (
        at
        and token.text == "."
        and tokens[at - 1].kind == "code"
        and tokens[at - 1].end == token.start
        and after.kind == "word"
        and after.text[:1].islower()
    ):
        return False
    first = text[after.start]
    return first.isupper() or first.isdigit() or not first.isalpha()


def _sentence(tokens: list[Token], segment: Segment, lang: Language, first: bool) -> Sentence | None:
    listed = bool(segment.bullet) and first
    clauses = Clauses(segment.text, lang, listed)
    flat = [t for t in tokens if t.kind == "word"]
    lead = _leads_with_count(tokens)
    sentence = Sentence(leadcount=lead, size=len(flat))
    sentence.prose = any(is_word(t, "verb") for t in flat) and not lead
    sentence.listing = any(is_word(t, "verb") and not is_word(t, "be") for t in flat)
    if any(is_word(t, "edition") for t in flat):
        sentence.edition = ordinal(segment.text)
    misprint = next((i for i, t in enumerate(tokens) if is_word(t, "misprint")), None)
    if misprint is not None:
        cut = next((i for i, t in enumerate(tokens) if is_word(t, "not", "instead") and i), None)
        if cut is None or not any(t.kind == "num" for t in tokens[:cut]):
            return None
        tokens = tokens[:cut]
    if (
        _appeals(tokens, lang)
        or _former(tokens)
        or _states(tokens, listed)
        or (not listed and not lead and any(is_word(t, "condition") for t in flat))
    ):
        return None
    if _instructs(tokens, lead, listed):
        tokens = _given(tokens, listed)
        if not tokens:
            return None
    _edits(tokens, sentence, clauses)
    if not sentence.edit:
        sentence.source = any(is_word(t, "source") for t in flat) and any(t.kind == "num" for t in tokens)
        sentence.clauses = clauses.read(tokens)
        if sentence.source:
            _disputed(sentence, flat_numbers(tokens))
    for clause in sentence.clauses:
        _lines(clause.phrases, segment)
    _lines(sentence.gone, segment)
    return sentence


def flat_numbers(tokens: list[Token]) -> set[int]:
    """The counts that a sentence names, those in brackets too."""
    found: set[int] = set()
    for token in tokens:
        if token.kind == "num" and not token.article:
            found.add(token.value)
        found |= flat_numbers(token.inner)
    return found


def _disputed(sentence: Sentence, numbers: set[int]) -> None:
    """Two sources in one sentence, two numbers, one name: nothing is sure."""
    named = [p for c in sentence.clauses for p in c.phrases if p.counted and p.name and not p.nameless]
    heads = {p.head for p in named}
    if len(numbers) < 2 or len(heads) != 1 or ({p.count for p in named} >= numbers and len(named) != len(numbers)):
        return
    named[0].count, named[0].bound = None, "doubtful"
    for clause in sentence.clauses:
        clause.phrases = [p for p in clause.phrases if p is named[0]]


def _leads_with_count(tokens: list[Token]) -> bool:
    start = 0
    while (
        start + 1 < len(tokens)
        and start < 3
        and (
            tokens[start].kind == "each"
            or is_word(tokens[start], "about", "atleast")
            or tokens[start].text in ("~", "≈")
            or (start and tokens[start].text == ".")
        )
    ):
        start += 1  # ca. 40, at least 20, по 5
    first = tokens[start] if tokens else None
    if first is None:
        return False
    if first.kind == "group":
        return bool(first.inner) and first.inner[0].kind == "num" and len(first.inner) == 1
    return first.kind == "num" or first.text == "×"


def _appeals(tokens: list[Token], lang: Language) -> bool:
    """``Write to us``: the form of the first word asks for something, and nothing is counted."""
    first = tokens[0]
    asks = first.kind == "word" and not first.tags and first.low.endswith(("йте", "ите", "ьте"))
    return lang.code == "ru" and asks and not any(t.kind in ("num", "group") or t.text == ":" for t in tokens)


def _former(tokens: list[Token]) -> bool:
    """``In the previous edition there were 50 cards``: what no longer holds."""
    edits = any(is_word(t, "replace", "remove", "instead", "misprint") for t in tokens)
    head = [i for i, t in enumerate(tokens[:5]) if is_word(t, "former")]
    return not edits and any(is_word(t, "edition") for i in head for t in tokens[max(0, i - 1) : i + 2])


def _states(tokens: list[Token], listed: bool) -> bool:
    """``Two cards of each colour are wild``: it says how pieces are, not which there are."""
    at = next((i for i, t in enumerate(tokens) if is_word(t, "be")), None)
    if at is None or listed or at == 0:
        return False
    before, after = tokens[:at], tokens[at + 1 :]
    if any(is_word(t, "verb") and not is_word(t, "be") for t in before):
        return False
    if not any(t.kind == "num" for t in before) or any(t.kind == "num" for t in after) or not after:
        return False
    return not any(is_word(t, "verb", "total", "misprint", "remove", "replace", "not") for t in after)


def _instructs(tokens: list[Token], lead: bool, listed: bool) -> bool:
    """Whether a sentence tells what to do, not what there is."""
    colon = next((i for i, t in enumerate(tokens) if t.text == ":" and t.kind == "mark"), len(tokens))
    head = tokens[:colon]
    at = next(
        (
            i
            for i, t in enumerate(head)
            if is_word(t, "instruct")
            and not t.tags & {"noun", "verb"}
            and not (i and head[i - 1].kind == "num" and any(is_word(x, "noun") for x in head[i + 1 : i + 2]))
        ),
        None,
    )
    if at is None:
        at = next((i for i, t in enumerate(head[:1]) if is_word(t, "instruct") and not t.tags & {"noun"}), None)
    if at is None:
        return False
    if any(is_word(t, "remove", "replace") and not is_word(t, "instruct") for t in head):
        return False
    if len(tokens) == 2 and at == 0 and is_word(tokens[1], "noun"):
        return False  # "Score sheets"
    before = head[:at]
    if lead and (at == 1 or head[at].text[:1].isupper()):
        return False
    if lead and any(is_word(t, "rel", "prep") for t in before[-1:]):
        return False
    named = any(t.kind == "num" for t in before) and any(t.tags & {"noun"} for t in before)
    return not (lead and (listed or named))


def _given(tokens: list[Token], listed: bool) -> list[Token]:
    """``Each player gets:`` above a list, or as an entry of one: what is given is in the box. Without the verb."""
    lead = next((i for i, t in enumerate(tokens[:2]) if t.kind in ("per", "eachof")), None)
    if lead is None or lead + 1 >= len(tokens) or not is_word(tokens[lead + 1], "instruct"):
        return []
    if tokens[-1].text == ":" and not any(t.kind == "num" and not t.article for t in tokens):
        return [tokens[lead], tokens[-1]]
    return [tokens[lead], *tokens[lead + 2 :]] if listed else []


# --- editions and corrections


def _edits(tokens: list[Token], sentence: Sentence, clauses: Clauses) -> None:
    """Sentences that take out, replace or correct what was listed."""
    replace = next((i for i, t in enumerate(tokens) if is_word(t, "replace")), None)
    if replace is not None:
        _replacing(tokens, replace, sentence, clauses)
        return
    instead = next(
        (
            i
            for i, t in enumerate(tokens)
            if is_word(t, "instead") and any(x.kind == "num" for x in tokens[i + 1 : i + 4])
        ),
        None,
    )
    if instead == 0 and len(tokens) > 2:
        stop = next(
            (i for i, t in enumerate(tokens) if i > 1 and (t.text in (",", "—", "–", "-") or is_word(t, "verb"))), None
        )
        if stop is not None:
            sentence.edit = "replace"
            sentence.gone = _named(tokens[1:stop], clauses)
            sentence.clauses = clauses.read(tokens[stop + 1 :])
            return
    if instead:
        sentence.edit = "instead"
        sentence.clauses = clauses.read(tokens[:instead])
        sentence.gone = []
        return
    remove = next((i for i, t in enumerate(tokens) if is_word(t, "remove") and not t.tags & {"noun"}), None)
    if remove is None:
        return
    if is_word(tokens[remove], "remove") and tokens[remove].low in _WITHOUT and remove:
        return
    sentence.edit = "remove"
    before, after = tokens[:remove], tokens[remove + 1 :]
    sentence.gone = _named(before, clauses) or _named(after, clauses)


_WITHOUT = frozenset(["without", "sem o", "sem a", "sem os", "sem as", "без", "ohne", "sans", "sin", "bez", "не"])


def _replacing(tokens: list[Token], at: int, sentence: Sentence, clauses: Clauses) -> None:
    """``replace A with B``, ``A are replaced by B``, ``B replace A``."""
    sentence.edit = "replace"
    rest = tokens[at + 1 :]
    by = next((i for i, t in enumerate(rest) if i and is_word(t, "by")), None)
    if by is None and rest and is_word(rest[0], "by"):
        by = 0
    before = [t for t in tokens[:at] if not is_word(t, "verb", "edition")]
    piece = any(t.kind in ("num", "quote") or t.tags & {"noun"} for t in before)
    if by is not None and piece and not any(t.kind == "num" or t.tags & {"noun"} for t in rest[:by]):
        gone, new = before, rest[by + 1 :]
    elif by is not None:
        gone, new = rest[:by], rest[by + 1 :]
    else:
        gone, new = rest, before
    sentence.gone = _named(gone, clauses)
    sentence.clauses = clauses.read([t for t in new if not is_word(t, "verb", "replace")])


def _named(tokens: list[Token], clauses: Clauses) -> list[Phrase]:
    body = [t for t in tokens if not is_word(t, "edition") or t.tags & {"noun"}]
    while body and is_word(body[-1], "verb", "be", "also", "remove", "instruct"):
        body = body[:-1]
    while body and is_word(body[0], "verb", "also", "instruct", "prep") and not body[0].tags & {"noun"}:
        body = body[1:]
    return [p for p in clauses._row(body) if p.name]


_ORDINALS = (
    (r"\b(?:first|1st|primeir\w+|erste\w*|premi[eè]r\w*|primera?|pierwsz\w+|1-\w+|1\.|1[ªº])|перв\w+", 1),
    (r"\b(?:second|2nd|segund\w+|zweite\w*|deuxième|seconde|drug\w+|2-\w+|2\.|2[ªº])|втор\w+", 2),
    (r"\b(?:third|3rd|terceir\w+|tercera|dritte\w*|troisième|trzeci\w*|3-\w+|3\.|3[ªº])|трет\w+", 3),
    (r"\b(?:fourth|4th|quart\w+|vierte\w*|quatrième|cuarta|czwart\w+|4-\w+|4\.|4[ªº])|четв[её]рт\w+", 4),
    (r"\b(?:fifth|5th|quint\w+|fünfte\w*|cinquième|piąt\w+|5[ªº])|пят(?:ом|ое|ый|ого)\b", 5),
)


def ordinal(text: str) -> int:
    """Which edition a text speaks of; 0 where it does not say."""
    low = text[:400].casefold()
    found = [value for pattern, value in _ORDINALS if re.search(pattern, low)]
    years = [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", low)]
    return max([*found, *years], default=0)
