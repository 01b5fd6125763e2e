"""Totals that are said to be totals (``78 cards in all``), and what two sources or two editions leave of an item."""

from __future__ import annotations

import difflib
from functools import lru_cache

from generator.rules.reading.items import Entry
from generator.rules.reading.language import Language, lemma
from generator.rules.reading.totals import _WIDE


def said_totals(entries: list[Entry]) -> list[tuple[int, int, int]]:
    """Contradictions of the stated totals that stand alone."""
    found: list[tuple[int, int, int]] = []
    start = 0
    for index, entry in enumerate(entries):
        if not entry.said_total or entry.parts or entry.role != "total" or not entry.top:
            continue
        rules = [e for e in entries[start:index] if e.top]
        before = [e for e in rules if not e.rule]
        after = [e for e in entries[index + 1 :] if e.top and not e.rule]
        if entry.count is not None and entry.bound == "exact":
            if not _has_parts(entry, before, after):
                entry.role = "item"
                entry.name = entry.name if entry.head else ""
                continue
            wrong = _against(entry, before) if len(before) > 1 else _against(entry, after, ahead=True)
            if wrong is not None and _against(entry, rules) is not None:
                found.append((entry.line, entry.count, wrong))
        if len(before) > 1:
            start = index + 1
    return found


def _has_parts(entry: Entry, before: list[Entry], after: list[Entry]) -> bool:
    """Whether the text lists what a total could be the total of."""
    if len(before) > 1 and (_wide(entry) or any(_kin(entry, e) for e in before) or _adds_up(entry, before)):
        return True
    return len(after) > 1 and (_adds_up(entry, after, ahead=True) or sum(_kin(entry, e) for e in after) > 1)


def _adds_up(entry: Entry, others: list[Entry], ahead: bool = False) -> bool:
    """Whether the entries next to a total, or those of its kind, sum up to it."""
    kin = [e for e in others if _kin(entry, e)]
    for group in (kin if len(kin) > 1 else others, others):
        counts = [e.count for e in group]
        if not ahead:
            counts.reverse()
        total = 0
        for value in counts:
            if value is None:
                break
            total += value
            if total == entry.count:
                return True
    return False


def _against(entry: Entry, others: list[Entry], ahead: bool = False) -> int | None:
    """The sum that a total should have been, or None where it is right or nothing is sure."""
    if _adds_up(entry, others, ahead):
        return None
    kin = [e for e in others if _kin(entry, e)]
    pool = kin if len(kin) > 1 else others
    if len(pool) < 2 or any(e.count is None or e.bound != "exact" for e in pool):
        return None
    if not kin and any(e.noun for e in others) and entry.noun and not _wide(entry):
        return None
    return sum(e.count or 0 for e in pool)


def _wide(entry: Entry) -> bool:
    return entry.head in _WIDE or not entry.noun


def _kin(total: Entry, part: Entry) -> bool:
    if _wide(total):
        return True
    return part.head == total.head or (len(total.head) > 3 and part.head.endswith(total.head[-5:]))


def alike(one: str, other: str, lang: Language) -> bool:
    """Whether two names mean the same thing."""
    a, b = _words(one, lang), _words(other, lang)
    if a and b and a == b:
        return True
    if not 0.7 < (len(one) + 1) / (len(other) + 1) < 1.4:
        return False
    return difflib.SequenceMatcher(None, one.casefold()[:100], other.casefold()[:100], autojunk=False).ratio() >= 0.85


@lru_cache(maxsize=4_000)
def _bag(name: str, code: str, stop: frozenset[str]) -> frozenset[str]:
    words = (w.strip("()[].,:;«»\"'“”").casefold() for w in name.split())
    return frozenset(lemma(w, code) for w in words if w and w not in stop)


def _words(name: str, lang: Language) -> frozenset[str]:
    return _bag(name, lang.code, lang.stop)


def close(gone: str, entries: list[Entry], lang: Language) -> Entry | None:
    """The entry that a sentence speaks of, by its name: the same, or the only one that holds all of its words."""
    same = [e for e in entries if alike(gone, e.name, lang)]
    if same:
        return same[-1]
    words = _words(gone, lang)
    holding = [e for e in entries if words and words <= _words(e.name, lang)]
    return holding[0] if len(holding) == 1 else None


def disputed(entries: list[Entry], lines: set[int], lang: Language) -> list[Entry]:
    """Entries that two sources count differently become one, with no count."""
    result: list[Entry] = []
    for entry in entries:
        twin = next(
            (e for e in result if (entry.line in lines or e.line in lines) and alike(e.name, entry.name, lang)), None
        )
        if twin is None:
            result.append(entry)
        elif twin.count != entry.count:
            twin.count, twin.bound = None, "doubtful"
    return result
