"""Names of a rules text → what they count in the catalogue: a component, a group, a kind, a pile, or the whole game.

Names are compared in one language, case-folded and with their accents, first as they stand and then with plural and
singular brought together. A name that fits nothing, or several things that are not the same, stays open: nothing here
looks at the counts, since a name chosen because its count fits would hide the very fault that is looked for.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.catalogue import Catalogue, Component
from generator.problem import Location, did_you_mean
from generator.rules.lists import Entry
from generator.rules.reading.language import lemma
from generator.rules.words import Words, words_of

_NAME = 200  # characters
_NO_WORDS = Words(headings=(), weak=(), nouns={}, totals=frozenset())
_QUOTES = str.maketrans({"\u2019": "'", "\u00ad": None, **dict.fromkeys('\u201c\u201d\u201e\u00ab\u00bb"', "")})


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a name counts: a component, group, kind, deck or form (``what``). ``ids``: its components, at least one."""

    what: str
    id: str
    name: str
    ids: frozenset[str]
    where: Location


def match(entries: Sequence[Entry], names: Names) -> tuple[tuple[Target, ...], ...]:
    """For each entry its target; none where the name is unknown, several where it can mean different things."""
    leading = {entry.parent for entry in entries}
    result: list[tuple[Target, ...]] = []
    for index, entry in enumerate(entries):
        above = result[entry.parent] if entry.parent is not None else ()
        within = above[0] if len(above) == 1 else None
        found = names.find(entry.name, within, whole=index in leading or not entry.level)
        result.append(names.played(found, entry.edition) if entry.edition else found)
    return tuple(result)


class Names:
    """All names of a catalogue in one language, by key."""

    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.words = words_of(language) or _NO_WORDS
        self.forms = {c.id: catalogue.kinds[c.kind].form for c in catalogue.components}
        self.played_in = {c.id: frozenset(c.editions) for c in catalogue.components}
        self.exact: dict[str, list[Target]] = {}
        self.folded: dict[str, list[Target]] = {}
        self.shown: dict[str, str] = {}
        for names, target in _targets(catalogue, language, self.words):
            for name in names:
                key = _key(name)
                self.exact.setdefault(key, []).append(target)
                self.folded.setdefault(_fold(key, self.words), []).append(target)
                if target.what != "form":
                    self.shown[key] = name

    def find(self, name: str, within: Target | None, *, whole: bool) -> tuple[Target, ...]:
        """What a name can mean. ``within``: what it is listed under; ``whole``: it leads a list, or is a sentence's."""
        for key, form in self._readings(_key(name)):
            for index, wanted in ((self.exact, key), (self.folded, _fold(key, self.words))):
                found = index.get(wanted)
                if found:
                    return self._narrowed(found, form, within, whole)
        return ()

    def played(self, found: Iterable[Target], edition: str) -> tuple[Target, ...]:
        """The targets without what that edition does not play; as they are where it plays none of them."""
        kept = ((target, frozenset(i for i in target.ids if edition in self.played_in[i])) for target in found)
        return tuple(replace(target, ids=ids or target.ids) for target, ids in kept)

    def plain(self, text: str) -> str:
        """The words of a text as names are compared, without signs."""
        return _fold(_key(re.sub(r"[^\w\s-]", " ", text)), self.words)

    def suggest(self, name: str) -> str:
        """A hint that names the nearest known name, or lists a few."""
        # Nearness is looked up in names, not in paragraphs: it costs the product of the lengths.
        readings = [key for key, _ in self._readings(_key(name[:_NAME]))]
        for key in reversed(readings):
            near = difflib.get_close_matches(key, self.shown, n=1, cutoff=0.6)
            if near:
                return f"did you mean '{self.shown[near[0]]}'?"
        return did_you_mean(name, self.shown.values())

    def _readings(self, key: str) -> Iterator[tuple[str, str]]:
        """Ways to read a name, the fullest first, each with the form that its noun tells ("" for any)."""
        bare = re.sub(r"\s*\([^()]*\)", "", key).strip()
        seen: set[str] = set()
        for start in (key, bare, self._without_total(bare)):
            for text, form in ((start, ""), (self._begun(start), ""), *self._without_noun(self._begun(start))):
                if text and text not in seen:
                    seen.add(text)
                    yield text, form

    def _begun(self, key: str) -> str:
        """Without the verb and the articles that it begins with: ``(cards) form the draw pile``."""
        parts = key.split()
        noun = int(len(parts) > 1 and parts[0] in self.words.nouns)
        for length in (2, 1):
            if len(parts) > noun + length and " ".join(parts[noun : noun + length]) in self.words.links:
                parts = parts[noun + length :]
                break
        while len(parts) > 1 and parts[0] in self.words.articles:
            parts = parts[1:]
        return " ".join(parts)

    def _without_noun(self, key: str) -> Iterator[tuple[str, str]]:
        """``cartas de arma``, ``weapon cards`` → ``arma``, ``weapon`` and the form card."""
        words, parts = self.words, key.split()
        if len(parts) < 2:
            return
        if parts[-1] in words.nouns:
            yield " ".join(parts[:-1]), words.nouns[parts[-1]]
        if parts[0] in words.nouns:
            rest = parts[1:]
            while len(rest) > 1 and (rest[0] in words.joins or rest[0] in words.articles):
                rest = rest[1:]
            yield " ".join(rest), words.nouns[parts[0]]

    def _without_total(self, key: str) -> str:
        """``68 cards in all``, ``total de cartas``: the noun alone."""
        for total in self.words.totals:
            if key.endswith(f" {total}"):
                return key.removesuffix(total).strip(" ,")
            if key.startswith(f"{total} "):
                rest = key.removeprefix(total).split()
                return " ".join(rest[1:] if len(rest) > 1 and rest[0] in self.words.joins else rest)
        return key

    def _narrowed(self, found: list[Target], form: str, within: Target | None, whole: bool) -> tuple[Target, ...]:
        """One target for each different set of components, as far as noun and place in the list tell them apart."""
        targets: dict[frozenset[str], Target] = {}
        for target in found:
            ids = frozenset(i for i in target.ids if not form or self.forms[i] == form) or target.ids
            if within is not None:
                ids = (ids & within.ids) or ids
            targets.setdefault(ids, replace(target, ids=ids))
        if len(targets) > 1:
            # A list's heading, or a sentence, speaks of many; a line of the list of one.
            likely = {ids: t for ids, t in targets.items() if (t.what == "component") != whole}
            targets = likely if len(likely) == 1 else targets
        return tuple(targets.values())


def starts_with_noun(name: str, language: str) -> bool:
    """Whether what follows a number is called a component (``68 cards …``), and not minutes or players."""
    words, parts = words_of(language), _key(name).split()
    return bool(parts) and words is not None and parts[0] in words.nouns


def _targets(catalogue: Catalogue, language: str, words: Words) -> Iterator[tuple[tuple[str, ...], Target]]:
    """All that has a name, with its names; what holds no component is left out."""
    box = frozenset(component.id for component in catalogue.components if not component.extra)

    def target(what: str, ident: str, name: str, members: Iterable[str], where: Location) -> Target:
        # What an edition adds is not counted with the rest of the box, only by its own name.
        ids = frozenset(members)
        return Target(what=what, id=ident, name=name, ids=(ids & box) or ids, where=where)

    named: dict[str, list[Component]] = {}
    kinds: dict[str, list[str]] = {}
    decks: dict[str, list[str]] = {}
    forms: dict[str, list[str]] = {}
    for component in catalogue.components:
        # Several drawings of one name are one thing to a reader of the rules.
        named.setdefault(component.name[language], []).append(component)
        kinds.setdefault(component.kind, []).append(component.id)
        decks.setdefault(component.build.deck, []).append(component.id)
        for form in (catalogue.kinds[component.kind].form, ""):
            forms.setdefault(form, []).append(component.id)
    for name, components in named.items():
        first = components[0]
        others = dict.fromkeys(alias for c in components for alias in c.aliases.get(language, ()))
        ids = (c.id for c in components)
        yield (name, *others), target("component", first.id, name, ids, first.place("copies"))
    for group in catalogue.groups.values():
        name = group.name[language]
        called = (name, *group.aliases.get(language, ()))
        yield called, target("group", group.id, name, group.ids, group.where)
    for ident, members in kinds.items():
        kind = catalogue.kinds[ident]
        name, plural = kind.name[language], kind.plural[language]
        yield (name, plural, *kind.aliases.get(language, ())), target("kind", ident, plural, members, kind.where)
    for ident, members in decks.items():
        deck = catalogue.decks[ident]
        called = (deck.name[language], *deck.aliases.get(language, ()))
        yield called, target("deck", ident, deck.name[language], members, catalogue.where)
    for noun, form in (*words.nouns.items(), *((total, "") for total in words.totals)):
        if form in forms:
            yield (noun,), target("form", form or "all", noun, forms[form], catalogue.where)


def _key(name: str) -> str:
    """A name as it is compared: composed, case-folded, one space between words, without quotes and soft hyphens."""
    return " ".join(unicodedata.normalize("NFC", name).translate(_QUOTES).casefold().split())


def _fold(key: str, words: Words) -> str:
    """The key with plural and singular brought to one form, and words joined that a hyphen divides."""
    return " ".join(_folded_word(word, words) for word in key.replace("-", "").split())


def _folded_word(word: str, words: Words) -> str:
    word = words.irregular.get(word, word)
    for ending, common in words.endings:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + common
    return lemma(word, words.lemmas) if words.lemmas else word
