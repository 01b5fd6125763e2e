"""What is drawn now against what was drawn before: digests of faces decide, fields of the catalogue explain."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.build.laid import Laid
from generator.build.looks import Look, causes, look_of
from generator.catalogue import Component
from generator.intake import Opened
from generator.problem import Location, fail


class Drawn(NamedTuple):
    """A component as it is printed. ``component`` and ``look`` None: all that is known comes from a manifest."""

    id: str
    name: str
    copies: int
    faces: Mapping[str, str]
    component: Component | None = None
    look: Look | None = None


class Box(NamedTuple):
    """What a saved manifest says was printed: its language, its ink, its components by id."""

    language: str
    ink: str
    cards: dict[str, Drawn]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One component. ``what``: new, changed, more, fewer, removed. ``prints`` and ``takes``: copies in and out."""

    id: str
    name: str
    what: str
    prints: int
    takes: int
    details: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(self.details)}"


def compare(now: Mapping[str, Drawn], before: Mapping[str, Drawn], language: str) -> list[Change]:
    """All that differs, in the order of the catalogue, then what is gone. Without copies a component is not there."""
    now = {key: card for key, card in now.items() if card.copies}
    before = {key: card for key, card in before.items() if card.copies}
    was = {key: before[key] for key in now if key in before}
    gone = {key: card for key, card in before.items() if key not in now}
    for key, card in now.items():
        if key not in was:  # another id, the same drawing: the card in the box is still right
            same = next((other for other in gone.values() if other.faces == card.faces), None)
            if same is not None:
                was[key] = gone.pop(same.id)
    changes = [_change(card, was.get(key), language) for key, card in now.items()]
    found = [change for change in changes if change is not None]
    return found + [
        Change(id=card.id, name=card.name, what="removed", prints=0, takes=card.copies, details=("removed",))
        for card in gone.values()
    ]


def _change(card: Drawn, old: Drawn | None, language: str) -> Change | None:
    if old is None:
        return Change(id=card.id, name=card.name, what="new", prints=card.copies, takes=0, details=("new",))
    more = card.copies - old.copies
    counts = (f"copies {old.copies} → {card.copies}",) if more else ()
    if card.faces != old.faces:
        sides = [side for side in ("front", "back") if card.faces.get(side) != old.faces.get(side)]
        details = _fields(old.component, card.component, language) or (_drawn_anew(old, card, sides),)
        return Change(
            id=card.id, name=old.name, what="changed", prints=card.copies, takes=old.copies, details=details + counts
        )
    if not more:
        return None
    what = "more" if more > 0 else "fewer"
    return Change(id=card.id, name=card.name, what=what, prints=max(more, 0), takes=max(-more, 0), details=counts)


def _fields(old: Component | None, new: Component | None, language: str) -> tuple[str, ...]:
    """``damage 40 → 50`` for each field that differs in this language."""
    if old is None or new is None:
        return ()
    before, after = _told_fields(old, language), _told_fields(new, language)
    return tuple(
        f"{name} {' → '.join(_narrowed(before.get(name, ''), after.get(name, '')))}"
        for name in dict.fromkeys([*after, *before])
        if before.get(name) != after.get(name)
    )


def _drawn_anew(old: Drawn, card: Drawn, sides: Sequence[str]) -> str:
    """``front drawn anew``, and why, where both states are known."""
    why = ""
    if old.look is not None and card.look is not None and card.component is not None:
        build = card.component.build
        layouts = {"front": build.front, "back": build.back}
        why = causes(old.look, card.look, [path for side in sides if (path := layouts[side]) is not None])
    return f"{' and '.join(sides)} drawn anew{why}"


def _told_fields(component: Component, language: str) -> dict[str, str]:
    trim = component.build.trim
    told = {"name": component.name.get(language, ""), "kind": component.kind, "deck": component.build.deck}
    told["trim"] = f"{trim.width:g} × {trim.height:g} mm"
    return told | {name: _told(value, language) for name, value in component.values.items()}


def _told(value: Any, language: str) -> str:
    """A field's value as a person would say it: of texts the language's, of marked-up texts the words."""
    if isinstance(value, Mapping):
        return _told(value.get(language, ""), language)
    if type(value) is tuple:
        if value and all(hasattr(run, "what") for run in value):
            return "".join({"icon": f"{{{run.text}}}", "break": " "}.get(run.what, run.text) for run in value)
        return ", ".join(_told(item, language) for item in value)
    return str(value)


def _narrowed(old: str, new: str) -> tuple[str, str]:
    """Of two long texts the words that differ, with one word before and after."""
    if len(old) + len(new) < 60:
        return old or "nothing", new or "nothing"
    a, b = old.split(), new.split()
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    start, end = max(head - 1, 0), max(tail - 1, 0)

    def part(words: list[str]) -> str:
        stop = len(words) - end
        return f"“{'… ' if start else ''}{' '.join(words[start:stop])}{' …' if end else ''}”"

    return part(a), part(b)


def read_manifest(opened: Opened, game: str) -> Box:
    """What a saved manifest holds; one without an ink is of full ink. SourceError ``unreadable-manifest``."""
    where = Location(opened.shown)
    try:
        data = json.loads(opened.data.decode("utf-8"))
        if data["format"] != 1 or not isinstance(data["lang"], str) or not isinstance(data["game"], str):
            raise ValueError
        ink = data.get("ink", "full")
        if not isinstance(ink, str):
            raise ValueError
        rows = [_row(row) for row in [*data["components"], *data["extras"]]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        hint = "cartada pdf writes it to OUT/<game>/<language>/manifest.json; save that file as it is"
        raise fail(where, "unreadable-manifest", "the file is not a manifest of Cartada", hint) from None
    if data["game"] != game:
        message = f"this is the manifest of '{data['game']}', not of '{game}'"
        raise fail(where, "unreadable-manifest", message, "name the manifest of the same game")
    return Box(data["lang"], ink, {row.id: row for row in rows})


def _row(row: Any) -> Drawn:
    card = Drawn(row["id"], row["name"], row["copies"], row["faces"])
    texts = [card.id, card.name, *card.faces.keys(), *card.faces.values()]
    if type(card.copies) is not int or card.copies < 0 or not all(isinstance(text, str) for text in texts):
        raise ValueError
    return card


def drawn(laid: Laid) -> dict[str, Drawn]:
    """What a game prints in a language."""
    look = look_of(laid)
    return {
        component.id: Drawn(
            component.id,
            component.name[laid.language],
            component.copies,
            {side: frame.digest for side, frame in laid.faces[component.id].items()},
            component,
            look,
        )
        for component in laid.catalogue.components
    }
