"""Cards and pieces: enough to deal, enough for every number of players."""

from __future__ import annotations

from math import floor

from generator.catalogue import Range
from generator.rules.arithmetic.model import Params, UnreadableError, sources
from generator.source import Sequence, check_keys, mapping_of, text_of

_PLAYERS = 100


def dealing(params: Params) -> None:
    """``deal-short``, ``deal-turns``: the pile after every player has been dealt a hand, and how long it lasts."""
    members = params.members("deck")
    players, of_players = params.number("players")
    hand, of_hand = params.number("hand")
    out = params.number("out")[0] if params.has("out") else 0
    held = sum(component.copies for component in members) - out
    left = held - players * hand
    if left < 0:
        message = f"{players} players × {hand} cards are {players * hand}; the pile holds {held}"
        params.say("deal-short", message, sources(of_players, of_hand))
        return
    says = f"{players} players are dealt {hand} of {held} cards each: {left} are left"
    if params.has("draw"):
        draw = params.number("draw")[0]
        if draw <= 0:
            params.say("deal-turns", f"a turn draws {draw} cards", where=params.place("draw"))
            return
        turns = floor(left / draw)
        says += f", {turns} turns of {draw} cards before the pile is shuffled again"
        least = params.number("turns")[0] if params.has("turns") else 0
        if turns < least:
            message = f"{left} cards are left after dealing, {turns} turns of {draw}; it should be {least} turns"
            params.say("deal-turns", message, sources(of_players, of_hand))
    params.fact(says)


def players(params: Params) -> None:
    """``players-short``: for each number of players, $1, there is as much as is needed."""
    ends = [value for value, _ in params.plain_numbers("players")]
    low, high = floor(min(ends)), floor(max(ends))
    if not 0 < low <= high <= _PLAYERS:
        params.say("players-short", f"{low} to {high} players", where=params.place("players"))
        return
    node = params.keys.entries["needs"]
    if not isinstance(node, Sequence):
        params.bench.findings.add(node.where, "wrong-type", "'needs' must be a list", "- {what: …, need: …, have: …}")
        raise UnreadableError
    for item in node.items:
        keys = mapping_of(item, params.bench.findings, "an entry of 'needs'")
        if keys is None:
            continue
        names = ("what", "need", "have")
        check_keys(keys, names, names, params.bench.findings, "an entry of 'needs'")
        if not all(name in keys.entries for name in names):
            continue
        what = text_of(keys.entries["what"], params.bench.findings, "'what'") or ""
        one = Params(params.check, keys, params.bench)
        for count in range(low, high + 1):
            need, of_need = one.number("need", [count])
            have, of_have = one.number("have", [count])
            if need > have:
                message = f"{count} players need {need} × {what}; there are {have}"
                one.say("players-short", message, sources(of_have, of_need))
                break
        else:
            params.fact(f"{low} to {high} players have enough of {what}")


def as_range(params: Params, name: str) -> Range:
    """A range: ``range(0, 14)``, or the least and largest of several numbers."""
    ends: list[int] = []
    for valued in params.numbers(name):
        value = valued.value
        ends += [value.low, value.high] if isinstance(value, Range) else [floor(value)]
    return Range(min(ends), max(ends))
