"""The theme of ``game.yaml``: colour tokens, what replaces them where ink is saved, and families to be told apart."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from itertools import pairwise

from generator.catalogue.kinds import NAME, each
from generator.catalogue.model import Theme
from generator.colour import lightness
from generator.problem import Location, Problem, did_you_mean
from generator.source import Findings, Mapping, Node, Sequence, items_of, mapping_of, text_of

COLOUR = re.compile(r"#[0-9A-Fa-f]{6}", re.ASCII)
APART = 12.0  # L* between neighbours: what a plain laser printer keeps apart with room to spare
_LOW, _FAMILIES = "low", "families"


def read_theme(node: Node | None, findings: Findings) -> Theme:
    """The block ``theme``; one that is missing has no colours."""
    if node is None:
        return Theme()
    blocks = node.entries if isinstance(node, Mapping) else {}
    colours: dict[str, str] = {}
    for name, child in each(node, findings, "'theme'", NAME):
        if name in (_LOW, _FAMILIES):
            continue
        text = text_of(child, findings, f"the colour '{name}'")
        if text is not None and COLOUR.fullmatch(text):
            colours[name] = text.upper()
        elif text is not None:
            findings.add(child.where, "bad-colour", f"'{text}' is not a colour", 'write "#RRGGBB", in quotes')
    return Theme(
        colours=colours,
        low=_low(blocks[_LOW], colours, findings) if _LOW in blocks else None,
        families=_families(blocks[_FAMILIES], colours, findings) if _FAMILIES in blocks else (),
        where=node.where,
    )


def _low(node: Node, colours: Map[str, str], findings: Findings) -> Map[str, str]:
    """Token → its colour, written out or as the name of another token."""
    result: dict[str, str] = {}
    mapping = mapping_of(node, findings, "'low'")
    if mapping is None:
        return result
    for name, child in mapping.entries.items():
        text = text_of(child, findings, f"the colour '{name}'")
        if name not in colours:
            message = f"unknown key '{name}' in 'low': the theme has no such colour"
            findings.add(mapping.key(name), "unknown-key", message, did_you_mean(name, colours))
        elif text is not None and COLOUR.fullmatch(text):
            result[name] = text.upper()
        elif text is not None and text in colours:
            result[name] = colours[text]
        elif text is not None:
            message = f"'{text}' is neither a colour nor a name of the theme"
            findings.add(child.where, "bad-colour", message, did_you_mean(text, colours))
    return result


def _families(node: Node, colours: Map[str, str], findings: Findings) -> tuple[Map[str, Location], ...]:
    """A list of tokens, or a list of such lists."""
    items = list(items_of(node, findings, "'families'"))
    nested = any(isinstance(item, Sequence) for item in items)
    result: list[Map[str, Location]] = []
    for whole in items if nested else [node]:
        members = list(items_of(whole, findings, "a set of families")) if nested else items
        found: dict[str, Location] = {}
        for member in members:
            name = text_of(member, findings, "a family")
            if name is not None and name not in colours:
                message = f"the theme has no colour '{name}'"
                findings.add(member.where, "unknown-key", message, did_you_mean(name, colours))
            elif name is not None and name in found:
                findings.add(member.where, "duplicate-key", f"the family '{name}' stands here twice")
            elif name is not None:
                found[name] = member.where
        if len(members) < 2:
            findings.add(whole.where, "empty", "a single family has none to be told apart from")
        result.append(found)
    return tuple(result)


def families_alike(theme: Theme, severity: str = "error") -> list[Problem]:
    """Families that become the same grey: neighbours in lightness less than ``APART`` from one another."""
    problems = []
    for family_set in theme.families:
        ordered = sorted(family_set, key=lambda name: (lightness(theme.colours[name]), name))
        for dark, light in pairwise(ordered):
            low, high = lightness(theme.colours[dark]), lightness(theme.colours[light])
            if high - low >= APART:
                continue
            message = (
                f"in grey '{dark}' (L* {low:.1f}) and '{light}' (L* {high:.1f}) can hardly be told apart: "
                f"{high - low:.1f} L* between them, {APART:g} are needed"
            )
            hint = f"make '{light}' lighter or '{dark}' darker by {APART - high + low:.1f} L*, or print with --ink full"
            where = max(family_set[dark], family_set[light])
            problems.append(Problem(where=where, code="families-alike", message=message, hint=hint, severity=severity))
    return problems
