"""The whole way: text → lines → tokens → phrases → tree → items → what later editions leave of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from generator import limits
from generator.problem import Location, fail
from generator.rules.reading.headings import is_heading
from generator.rules.reading.items import Entry, Resolver, Scope
from generator.rules.reading.language import LANGUAGES, Language, detect, score, tables
from generator.rules.reading.lines import Segment, lines_of, segments
from generator.rules.reading.model import Contradiction, Item, Reading
from generator.rules.reading.phrases import Phrase
from generator.rules.reading.scope import accept, kept
from generator.rules.reading.sentences import Sentence, ordinal, sentences
from generator.rules.reading.structure import resume, tree
from generator.rules.reading.sums import alike, close, disputed, said_totals
from generator.rules.reading.tokens import Token

_EDITS = 200
_Rows = list[tuple[Segment, list[Sentence]]]


def read_components(text: str, shown: str, language: str | None = None) -> Reading:
    """The component list of a text. ``shown`` is what the text is called in a :class:`SourceError` (``too-large``)."""
    if len(text) > limits.LIST_CHARACTERS:
        raise fail(Location(shown), "too-large", f"this text has more than {limits.LIST_CHARACTERS:,} characters")
    for number, line in enumerate(lines_of(text), 1):
        if len(line.expandtabs(4)) > limits.LIST_LINE:
            raise fail(Location(shown, number), "too-large", f"this line has more than {limits.LIST_LINE:,} characters")
    code = (language or "").split("-")[0] or detect(text)
    lang = tables(code if code in LANGUAGES else "en")
    found = kept(segments(text, lang), lang)
    if len(found) > limits.LIST_SEGMENTS:
        raise fail(Location(shown), "too-large", f"this text has more than {limits.LIST_SEGMENTS:,} list entries")
    return _Reader(lang, shown).read(found)


class _Reader:
    def __init__(self, lang: Language, shown: str) -> None:
        self.lang, self.shown = lang, shown

    def read(self, found: list[Segment]) -> Reading:
        rows: _Rows = [(segment, sentences(segment, self._language(segment))) for segment in found]
        self._postfix(rows)
        groups = self._groups(rows)
        for index, (segment, said) in enumerate(rows):
            for sentence in said:
                accept(segment, sentence, rows[index - 1] if index else None)
        scopes = {c.per_base for _, said in rows for s in said for c in s.clauses if c.per}
        for phrase in self._phrases(rows):
            if phrase.wrap and not phrase.parts and phrase.head in scopes and phrase.head in groups:
                phrase.name = ""  # "5 sets of pieces. Each set holds …"
        self._bare_wraps(rows)
        self._titles(rows)
        root = tree(rows, self.lang)
        resume(root, self.lang)
        resolver = Resolver(groups)
        entries = resolver.all(root.children, Scope())
        if len(entries) > limits.LIST_ENTRIES:
            raise fail(Location(self.shown), "too-large", f"this text lists more than {limits.LIST_ENTRIES:,} things")
        entries = self._once(entries, rows)
        contradictions = resolver.contradictions + said_totals(entries)
        entries = self._edited([e for e in entries if e.name], rows)
        return Reading(
            items=tuple(
                Item(item=e.name, count=e.count, bound=e.bound, role=e.role, line=e.line, per=e.per) for e in entries
            ),
            contradictions=tuple(Contradiction(line=a, stated=b, sum=c) for a, b, c in contradictions),
            language=self.lang.code,
        )

    def _language(self, segment: Segment) -> Language:
        """A line that is plainly in another language is read in that one."""
        own = score(segment.text, self.lang.code)
        other = detect(segment.text)
        if other != self.lang.code and score(segment.text, other) >= own + 3:
            return tables(other)
        return self.lang

    # --- what holds for the whole text

    @staticmethod
    def _bare_wraps(rows: _Rows) -> None:
        """``2 decks.`` says nothing of what is in them; what follows may."""
        for _, said in rows:
            found = [p for s in said for c in s.clauses for p in c.phrases]
            for index, phrase in enumerate(found):
                bare = phrase.wrap and not phrase.noun and phrase.counted and not phrase.parts and not phrase.postfix
                if not bare or len(phrase.name.split()) != 1:
                    continue
                if index + 1 < len(found):
                    phrase.name = ""
                else:
                    phrase.count, phrase.bound = None, "doubtful"

    @staticmethod
    def _titles(rows: _Rows) -> None:
        """``Tokens`` alone behind a blank line, right above ``40 tokens of fame``: a title, no piece."""
        for (segment, said), (below, listed) in pairwise(rows):
            own = [p for s in said for c in s.clauses for p in c.phrases]
            next_ones = [p for s in listed for c in s.clauses for p in c.phrases]
            plain = not segment.bullet and segment.after_blank and not below.after_blank
            if not plain or len(own) != 1 or not next_ones or not next_ones[0].counted:
                continue
            word = own[0].noun and not own[0].counted and len(own[0].name.split()) == 1
            if word and own[0].head == next_ones[0].head:
                own[0].name = ""

    @staticmethod
    def _phrases(rows: _Rows) -> Iterator[Phrase]:
        for _, said in rows:
            for sentence in said:
                for clause in sentence.clauses:
                    yield from clause.phrases

    def _postfix(self, rows: _Rows) -> None:
        """``3 Gold (13)`` counts 13 in a text that puts its counts in brackets at the end."""
        both = [p for p in self._phrases(rows) if p.tail_number is not None and p.lead_number is not None]
        if not both:
            return
        habit = sum(1 for p in self._phrases(rows) if p.postfix)
        for segment, said in rows:
            for sentence in said:
                for clause in sentence.clauses:
                    for p in clause.phrases:
                        if p.tail_number is None or p.lead_number is None:
                            continue
                        if habit:
                            p.count, p.bound, p.postfix = p.tail_number, "exact", True
                            p.name = " ".join(segment.text[p.lead_at : p.span[1]].split())
                        elif p.per:
                            p.count, p.per = p.tail_number, ""  # one for each player (5)
                        elif p.tail_number != p.lead_number:
                            p.count, p.bound = None, "doubtful"

    def _groups(self, rows: _Rows) -> dict[str, int]:
        """How many players, colours, sets … there are, where the text says one number only."""
        values: dict[str, set[int]] = {}
        for segment, _ in rows:
            lang = self._language(segment)
            for token in _flat(_tokens(segment, lang)):
                if token.kind == "kinds" or token.kind == "eachof":
                    values.setdefault(token.base, set()).add(token.value)
                elif token.kind == "skip" and token.base:
                    values.setdefault(token.base, set()).update((-1, -2))
        for p in self._phrases(rows):
            if p.counted and p.count and p.bound == "exact" and p.head and not p.article:
                values.setdefault(p.head, set()).add(p.count)
        return {base: next(iter(v)) for base, v in values.items() if base and len(v) == 1 and min(v) > 1}

    # --- what is said twice, and what later editions change

    def _once(self, entries: list[Entry], rows: _Rows) -> list[Entry]:
        """Without what a sentence only names again."""
        prose = {
            s.line + n
            for s, said in rows
            for n in range(s.text.count("\n") + 1)
            if not s.bullet and any(x.prose for x in said)
        }
        sources = {s.line for s, said in rows if any(x.source for x in said)}
        result: list[Entry] = []
        for entry in entries:
            again = entry.weak and any(
                alike(entry.name, e.name, self.lang) and e is not entry
                for e in (entries if entry.line in prose else result)
            )
            rules = entry.rule and any(e.rule for e in result)
            if (again and (entry.line in prose or entry.rule)) or rules:
                continue
            same = (
                entry.line in prose
                and entry.top
                and any(
                    e.line not in prose and e.count == entry.count and alike(entry.name, e.name, self.lang)
                    for e in entries
                    if e is not entry
                )
            )
            if not same:
                result.append(entry)
        return disputed(result, sources, self.lang) if sources else result

    def _edited(self, entries: list[Entry], rows: _Rows) -> list[Entry]:
        later, older = self._later(rows)
        edits = [(segment, sentence) for segment, said in rows for sentence in said if sentence.edit]
        for segment, sentence in edits[:_EDITS]:
            self._edit(entries, sentence, segment)
        if later:
            for new in [e for e in entries if e.line >= later]:
                twins = [e for e in entries if e.line < later and alike(e.name, new.name, self.lang)]
                for twin in twins:
                    if (new if older else twin) in entries:
                        entries.remove(new if older else twin)
        return entries

    def _edit(self, entries: list[Entry], sentence: Sentence, segment: Segment) -> None:
        before = [e for e in entries if e.line < segment.line or (e.line == segment.line and not sentence.clauses)]
        before = before + [e for e in entries if e.line > segment.line]
        for phrase in sentence.gone:
            target = close(phrase.name, before, self.lang)
            if target is not None and target in entries:
                entries.remove(target)
        if sentence.edit == "instead":
            for phrase in (p for clause in sentence.clauses for p in clause.phrases):
                old = close(phrase.name, [e for e in before if e.line != segment.line], self.lang)
                if old is not None and alike(old.name, phrase.name, self.lang) and old in entries:
                    entries.remove(old)

    def _later(self, rows: _Rows) -> tuple[int, bool]:
        """(line from which another edition is described, whether it is an older one); (0, False) if none is."""
        seen, first = False, 0
        for segment, said in rows:
            listed = any(clause.phrases for s in said for clause in s.clauses)
            if any(s.edition is not None for s in said) and not any(
                p.counted for s in said for c in s.clauses for p in c.phrases
            ):
                number = ordinal(segment.text)
                if seen and (first or number):
                    return segment.line, bool(first and number and number < first)
                first = first or number
            seen = seen or (listed and not is_heading(segment.text, self.lang))
        return 0, False


def _tokens(segment: Segment, lang: Language) -> list[Token]:
    from generator.rules.reading.marks import marked
    from generator.rules.reading.tokens import tokenize

    return marked(tokenize(segment.text, lang), segment.text, lang)


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.inner:
            yield from _flat(token.inner)
