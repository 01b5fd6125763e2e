"""What shows a player's life: every loss can be shown; a dial turns by what the text says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

from generator.rules.arithmetic.model import Params, called, place_of, sources
from generator.rules.values import Valued

_STATES = 10_000
_REDUCTIONS = 6
Loss = tuple[int | Fraction, str]


def life_track(params: Params) -> None:
    """``life-unshown``: every life that can be left after any damage stands on the track or dial."""
    full, of_full = params.number("full")
    listed = params.plain_numbers("levels") if params.has("levels") else []
    levels = {value for value, _ in listed}
    if params.has("step"):
        step, of_step = params.number("step")
        if step <= 0 or full / step > _STATES:
            params.say("life-unshown", f"a step of {step} does not lead from {full} to 0", sources(of_step, of_full))
            return
        levels |= {full - step * n for n in range(int(full / step) + 1)}
    if not levels:
        params.say("life-unshown", "neither 'levels' nor 'step' says what can be shown")
        return
    losses = _losses(params)
    reached: dict[int | Fraction, Loss | None] = {full: None}
    waiting = [full]
    while waiting and len(reached) < _STATES:
        life = waiting.pop(0)
        for loss, why in losses:
            left = life - loss
            if left > 0 and left not in reached:
                reached[left] = (life, why)
                waiting.append(left)
    hidden = sorted((left for left in reached if left not in levels), reverse=True)
    for left in hidden[:3]:
        before = reached[left]
        message = f"a life of {left} cannot be shown" + (f": {before[0]} less {before[1]}" if before else "")
        shown = ", ".join(str(level) for level in sorted(levels, reverse=True)[:12])
        places = sources(*(valued for _, valued in listed))
        params.say("life-unshown", message, f"shown are {shown}" + (f": {places}" if places else ""))
    if not hidden:
        amounts = ", ".join(str(loss) for loss in sorted({loss for loss, _ in losses}))
        params.fact(f"from {full}, losses of {amounts} lead to {len(reached)} values, and all of them can be shown")


def _losses(params: Params) -> list[Loss]:
    """What an attack can take: damage, less any reductions; differences and halves where the game has them."""
    damage = params.plain_numbers("damage")
    reductions = params.plain_numbers("reductions")[:_REDUCTIONS] if params.has("reductions") else []
    found: dict[int | Fraction, str] = {}
    starts = [(value, called(valued)) for value, valued in damage]
    if params.has("halved"):
        starts += [
            (Fraction(value) / 2, f"half of {called(valued)}") for value, valued in params.plain_numbers("halved")
        ]
    for value, name in starts:
        for count in range(len(reductions) + 1):
            for some in combinations(reductions, count):
                why = " less ".join([name, *(called(valued) for _, valued in some)])
                loss = _exact(Fraction(value) - sum(reduction for reduction, _ in some))
                found.setdefault(loss, f"{loss} ({why})")
    if params.has("against"):
        answers = params.plain_numbers("against")
        for value, valued in damage:
            for other, answer in answers:
                gap = _exact(abs(Fraction(value) - other))
                found.setdefault(gap, f"{gap} ({called(valued)} against {called(answer)})")
    return [(loss, why) for loss, why in found.items() if loss > 0]


def _exact(value: int | Fraction) -> int | Fraction:
    return int(value) if Fraction(value).denominator == 1 else value


def half_turn(params: Params) -> None:
    """``half-turn``, ``dial-angles``: half a turn is 180 degrees of a dial, or half of a ring's spaces."""
    if params.has("half"):
        half, of_half = params.number("half")
        whole, of_whole = params.number("whole")
        if half * 2 != whole:
            message = f"half of {whole} is {_exact(Fraction(whole) / 2)}, not {half}"
            params.say("half-turn", message, sources(of_half, of_whole), place_of(of_half, params.where))
        else:
            params.fact(f"{half} is half of {whole}")
        return
    levels, angles = params.plain_numbers("levels"), params.plain_numbers("angles")
    place = place_of(angles[0][1], params.where)
    if len(levels) != len(angles):
        params.say("dial-angles", f"{len(levels)} levels stand at {len(angles)} angles", where=place)
        return
    values = [value for value, _ in angles]
    if any(later <= before for before, later in pairwise(values)) or not all(0 <= value < 360 for value in values):
        params.say("dial-angles", "the angles of a dial rise from 0 to less than 360", where=place)
    at = {value: angle for (value, _), angle in zip(levels, values, strict=True)}
    first, of_first = params.number("from")
    last, of_last = params.number("to")
    for value, valued in ((first, of_first), (last, of_last)):
        if value not in at:
            params.say("half-turn", f"the dial has no {value}", sources(valued) or f"it has {_list(levels)}")
            return
    turn = (at[last] - at[first]) % 360
    if turn != 180:
        message = f"from {first} to {last} the dial turns by {turn}°; half a turn is 180°"
        params.say("half-turn", message, sources(*(valued for _, valued in angles[:1])), place)
    else:
        params.fact(f"from {first} to {last} is half a turn")


def _list(levels: list[tuple[int | Fraction, Valued]]) -> str:
    return ", ".join(str(value) for value, _ in levels[:12])
