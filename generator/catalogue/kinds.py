"""A kind of component: its fields, and how its members are made."""

from __future__ import annotations

import re

from generator import limits
from generator.catalogue import fields
from generator.catalogue.fields import Reading
from generator.catalogue.model import FORMS, Build, Deck, Field, FieldType, Kind, Value
from generator.geometry import CARD_SIZES, Size, parse_size
from generator.problem import SourceError, did_you_mean
from generator.source import Findings, Mapping, Node, check_keys, flag_of, mapping_of, text_of

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", re.ASCII)
BUILD_KEYS = ("deck", "trim", "bleed", "corner", "front", "back", "own_sheet")
KIND_KEYS = ("name", "plural", "aliases", "form", *BUILD_KEYS, "prints_name", "fields", "defaults")
KIND_NEEDED = ("name", "plural", "form", "deck", "trim", "front")
COMPONENT_KEYS = ("id", "kind", "copies", "name", "aliases", "assumed", "editions", "extra", *BUILD_KEYS)
# Windows keeps these for devices, with any ending.
RESERVED = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))])


def identity(node: Node, findings: Findings, what: str) -> str | None:
    """An id: it names drawings and files, so it is short, plain and no device of any system."""
    text = text_of(node, findings, what)
    if text is None:
        return None
    if text in RESERVED:
        findings.add(
            node.where, "bad-id", f"{what} is '{text}': Windows keeps that word for itself", f"'{text}-1', say"
        )
        return None
    if not ID.fullmatch(text) or len(text) > limits.ID_CHARACTERS:
        findings.add(
            node.where,
            "bad-id",
            f"{what} is '{text}'; it must be at most {limits.ID_CHARACTERS} of a-z, 0-9 and single -",
            "'ação 1' would be 'acao-1'",
        )
        return None
    return text


def read_build(mapping: Mapping, base: Build | None, decks: dict[str, Deck], to: Reading) -> Build | None:
    """A kind's making, or a component's on top of its kind's."""
    findings, entries = to.findings, mapping.entries
    deck, trim, front = (base.deck, base.trim, base.front) if base else (None, None, None)
    bleed, corner, back, own = (base.bleed, base.corner, base.back, base.own_sheet) if base else (0.0, 0.0, None, False)
    if "deck" in entries:
        deck = text_of(entries["deck"], findings, "'deck'")
        if deck is not None and deck not in decks:
            findings.add(entries["deck"].where, "unknown-deck", f"there is no deck '{deck}'", did_you_mean(deck, decks))
            deck = None
    if "trim" in entries:
        trim = _size(entries["trim"], findings)
    if "bleed" in entries:
        bleed = _bounded(entries["bleed"], findings, "'bleed'", limits.BLEED_MM)
    if "corner" in entries:
        corner = _bounded(entries["corner"], findings, "'corner'", limits.CORNER_MM)
    if "front" in entries:
        front = layout_path(entries["front"], to)
    if "back" in entries:
        back = layout_path(entries["back"], to)
        if back is None:
            return None
    if "own_sheet" in entries:
        own = flag_of(entries["own_sheet"], findings, "'own_sheet'")
    if deck is None or trim is None or front is None:
        return None
    if corner * 2 > min(trim):
        findings.add(mapping.where, "out-of-range", f"a corner of {corner:g} mm is more than half of {trim}")
    return Build(deck=deck, trim=trim, bleed=bleed, corner=corner, front=front, back=back, own_sheet=own)


def layout_path(node: Node, to: Reading) -> str | None:
    """A layout's path below ``templates/``, checked once."""
    path = text_of(node, to.findings, "the layout")
    if path is None or to.seen.get(("layout", path)):
        return path
    try:
        to.shelves.templates.find(path, node.where)
    except SourceError as error:
        to.findings.extend(error)
        return None
    to.seen[("layout", path)] = True
    return path


def each(node: Node | None, findings: Findings, what: str, pattern: re.Pattern[str]) -> list[tuple[str, Node]]:
    """The named entries of an optional mapping; ``bad-id`` for a name that does not fit the pattern."""
    if node is None:
        return []
    mapping = mapping_of(node, findings, what)
    if mapping is None:
        return []
    for name in mapping.entries:
        if not pattern.fullmatch(name):
            findings.add(mapping.key(name), "bad-id", f"'{name}' in {what} is not a plain name", "a-z, 0-9, - and _")
    return [(name, child) for name, child in mapping.entries.items() if pattern.fullmatch(name)]


def read_kind(name: str, node: Node, decks: dict[str, Deck], to: Reading) -> Kind | None:
    findings = to.findings
    mapping = mapping_of(node, findings, f"the kind '{name}'")
    if mapping is None:
        return None
    check_keys(mapping, KIND_KEYS, KIND_NEEDED, findings, f"the kind '{name}'")
    entries = mapping.entries
    title = fields.texts(entries["name"], to, "'name'") if "name" in entries else None
    plural = fields.texts(entries["plural"], to, "'plural'") if "plural" in entries else None
    form = text_of(entries["form"], findings, "'form'") if "form" in entries else None
    if form is not None and form not in FORMS:
        findings.add(entries["form"].where, "unknown-form", f"there is no form '{form}'", did_you_mean(form, FORMS))
        form = None
    build = read_build(mapping, None, decks, to)
    before = len(findings.problems)
    declared = _fields(entries.get("fields"), findings)
    broken = len(findings.problems) > before
    defaults = _defaults(name, entries.get("defaults"), declared, to)
    prints = flag_of(entries["prints_name"], findings, "'prints_name'") if "prints_name" in entries else True
    if title is None or plural is None or form is None or build is None or broken:
        return None
    return Kind(
        id=name,
        name=title,
        plural=plural,
        aliases=fields.aliases(entries.get("aliases"), to),
        form=form,
        build=build,
        prints_name=prints,
        fields=declared,
        keys=frozenset((*COMPONENT_KEYS, *declared)),
        defaults=defaults,
        where=mapping.where,
    )


def _fields(node: Node | None, findings: Findings) -> dict[str, Field]:
    result: dict[str, Field] = {}
    for name, child in each(node, findings, "'fields'", NAME):
        if name in COMPONENT_KEYS:
            findings.add(child.where, "bad-id", f"'{name}' is a key that every component has; call the field otherwise")
            continue
        required, kind = True, child
        if isinstance(child, Mapping):
            check_keys(child, ("type", "required"), ("type",), findings, f"the field '{name}'")
            if "required" in child.entries:
                required = flag_of(child.entries["required"], findings, "'required'")
            if "type" not in child.entries:
                continue
            kind = child.entries["type"]
        text = text_of(kind, findings, f"the type of '{name}'")
        if text is None:
            continue
        many = text.startswith("list of ")
        plain = text.removeprefix("list of ").strip()
        types = {member.value: member for member in FieldType}
        if plain not in types:
            findings.add(kind.where, "unknown-type", f"there is no type '{plain}'", did_you_mean(plain, types))
            continue
        result[name] = Field(name=name, type=types[plain], many=many, required=required)
    return result


def _defaults(kind: str, node: Node | None, declared: dict[str, Field], to: Reading) -> dict[str, Value]:
    """What the kind gives. One that cannot be read is told here, and not once more by each component."""
    result: dict[str, Value] = {}
    if node is None:
        return result
    mapping = mapping_of(node, to.findings, "'defaults'")
    if mapping is None:
        return result
    check_keys(mapping, declared, (), to.findings, "'defaults' (the fields of the kind)")
    for name, child in mapping.entries.items():
        if name in declared:
            value = fields.read(declared[name], child, to)
            if value is None:
                to.seen["unread default", f"{kind}.{name}"] = True
            else:
                result[name] = value
    return result


def _size(node: Node, findings: Findings) -> Size | None:
    text = text_of(node, findings, "'trim'")
    if text is None:
        return None
    try:
        return parse_size(text, CARD_SIZES)
    except KeyError:
        findings.add(
            node.where,
            "unknown-size",
            f"there is no card size '{text}'",
            did_you_mean(text.lower(), CARD_SIZES, "write it out: 63 mm x 88 mm"),
        )
    except ValueError as error:
        findings.add(node.where, "bad-length", str(error))
    return None


def _bounded(node: Node, findings: Findings, what: str, most: float) -> float:
    mm = fields.length(node, findings, what)
    if mm is None:
        return 0.0
    if not 0.0 <= mm <= most:
        findings.add(node.where, "out-of-range", f"{what} is {mm:g} mm; it must lie between 0 and {most:g} mm")
        return 0.0
    return mm
