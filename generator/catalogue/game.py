"""``game.yaml``: the game's head, its theme, decks and kinds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator import limits
from generator.catalogue import fields
from generator.catalogue.fields import Reading
from generator.catalogue.model import FORMS, Build, Deck, Field, FieldType, FontFile, Kind, Texts, Value
from generator.geometry import CARD_SIZES, Size, parse_size
from generator.intake import Shelves
from generator.problem import Location, SourceError, did_you_mean
from generator.source import (
    Findings,
    Mapping,
    Node,
    check_keys,
    flag_of,
    integer_of,
    items_of,
    mapping_of,
    text_of,
)

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", re.ASCII)
LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?", re.ASCII)
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}", re.ASCII)
STYLES = ("regular", "bold", "italic", "bold-italic")
GAME_KEYS = (
    "format",
    "game",
    "version",
    "title",
    "languages",
    "fonts",
    "theme",
    "icons",
    "words",
    "numbers",
    "decks",
    "kinds",
    "groups",
    "editions",
    "catalogue",
)
GAME_NEEDED = ("format", "game", "version", "title", "languages", "fonts", "decks", "kinds", "catalogue")
BUILD_KEYS = ("deck", "trim", "bleed", "corner", "front", "back", "own_sheet")
KIND_KEYS = ("name", "plural", "form", *BUILD_KEYS, "prints_name", "fields", "defaults")
KIND_NEEDED = ("name", "plural", "form", "deck", "trim", "front")
COMPONENT_KEYS = ("id", "kind", "copies", "name", "assumed", "editions", "extra", *BUILD_KEYS)
# Windows keeps these for devices, with any ending.
RESERVED = frozenset(["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))])


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What ``game.yaml`` says, before the components are read."""

    game: str
    version: str
    title: Texts
    languages: tuple[str, ...]
    numbers: dict[str, int]
    fonts: dict[str, dict[str, FontFile]]
    theme: dict[str, str]
    icons: dict[str, str]
    words: dict[str, Texts]
    decks: dict[str, Deck]
    editions: dict[str, Texts]
    kinds: dict[str, Kind]
    named_kinds: frozenset[str]  # also those that could not be read: no second complaint about their components
    files: tuple[tuple[str, Location], ...]


def read_head(root: Mapping, folder_name: str, shelves: Shelves, findings: Findings) -> tuple[Head, Reading] | None:
    """The head and what reading its components needs; None where nothing useful can follow."""
    check_keys(root, GAME_KEYS, GAME_NEEDED, findings, "the game")
    entries = root.entries
    if "format" in entries:
        integer_of(entries["format"], findings, "'format'", 1, 1)
    languages = _languages(entries.get("languages"), findings)
    if not languages:
        return None
    to = Reading(languages, shelves, findings, {})
    game = _identity(entries.get("game"), findings, "'game'")
    if game is not None and game != folder_name:
        findings.add(entries["game"].where, "wrong-name", f"the game is called '{game}' and its folder '{folder_name}'")
    version = text_of(entries["version"], findings, "'version'") if "version" in entries else None
    title = fields.texts(entries["title"], to, "'title'") if "title" in entries else None
    decks = {
        name: Deck(id=name, name=text)
        for name, node in each(entries.get("decks"), findings, "'decks'", ID)
        if (text := _named(node, to, "a deck")) is not None
    }
    editions = {
        name: text
        for name, node in each(entries.get("editions"), findings, "'editions'", ID)
        if (text := _named(node, to, "an edition")) is not None
    }
    kinds = {
        name: kind
        for name, node in each(entries.get("kinds"), findings, "'kinds'", ID)
        if (kind := _kind(name, node, decks, to)) is not None
    }
    head = Head(
        game=game or folder_name,
        version=version or "",
        title=title or {},
        languages=languages,
        numbers=_numbers(entries.get("numbers"), findings),
        fonts=_fonts(entries.get("fonts"), to),
        theme=_theme(entries.get("theme"), findings),
        icons=_icons(entries.get("icons"), to),
        words=_words(entries.get("words"), to),
        decks=decks,
        editions=editions,
        kinds=kinds,
        named_kinds=_names(entries.get("kinds")),
        files=_files(entries.get("catalogue"), findings),
    )
    return head, to


def identity(node: Node, findings: Findings, what: str) -> str | None:
    """An id: it names drawings and files, so it is short, plain and no device of any system."""
    text = text_of(node, findings, what)
    if text is None:
        return None
    if not ID.fullmatch(text) or len(text) > limits.ID_CHARACTERS or text in RESERVED:
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
        bleed = _bounded(entries["bleed"], findings, "'bleed'", 20.0)
    if "corner" in entries:
        corner = _bounded(entries["corner"], findings, "'corner'", 40.0)
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


def _identity(node: Node | None, findings: Findings, what: str) -> str | None:
    return None if node is None else identity(node, findings, what)


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


def _names(node: Node | None) -> frozenset[str]:
    return frozenset(node.entries) if isinstance(node, Mapping) else frozenset()


def _languages(node: Node | None, findings: Findings) -> tuple[str, ...]:
    if node is None:
        return ()
    result: list[str] = []
    for item in items_of(node, findings, "'languages'"):
        code = text_of(item, findings, "a language")
        if code is None:
            continue
        if not LANGUAGE.fullmatch(code):
            findings.add(item.where, "wrong-type", f"'{code}' is not a language code", "such as pt, en, ru or pt-br")
        elif code in result:
            findings.add(item.where, "duplicate-key", f"the language '{code}' stands here twice")
        else:
            result.append(code)
    if not result:
        findings.add(node.where, "empty", "'languages' names no language")
    return tuple(result)


def _named(node: Node, to: Reading, what: str) -> Texts | None:
    mapping = mapping_of(node, to.findings, what)
    if mapping is None:
        return None
    check_keys(mapping, ("name",), ("name",), to.findings, what)
    return fields.texts(mapping.entries["name"], to, "'name'") if "name" in mapping.entries else None


def _kind(name: str, node: Node, decks: dict[str, Deck], to: Reading) -> Kind | None:
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
    defaults = _defaults(entries.get("defaults"), declared, to)
    prints = flag_of(entries["prints_name"], findings, "'prints_name'") if "prints_name" in entries else True
    if title is None or plural is None or form is None or build is None or broken:
        return None
    return Kind(
        id=name,
        name=title,
        plural=plural,
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


def _defaults(node: Node | None, declared: dict[str, Field], to: Reading) -> dict[str, Value]:
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
            if value is not None:
                result[name] = value
    return result


def _numbers(node: Node | None, findings: Findings) -> dict[str, int]:
    limit = limits.NUMBER_LIMIT
    pairs = ((n, integer_of(c, findings, f"'{n}'", -limit, limit)) for n, c in each(node, findings, "'numbers'", NAME))
    return {name: value for name, value in pairs if value is not None}


def _fonts(node: Node | None, to: Reading) -> dict[str, dict[str, FontFile]]:
    result: dict[str, dict[str, FontFile]] = {}
    for family, child in each(node, to.findings, "'fonts'", NAME):
        mapping = mapping_of(child, to.findings, f"the font '{family}'")
        if mapping is None:
            continue
        check_keys(mapping, STYLES, ("regular",), to.findings, f"the font '{family}'")
        result[family] = {
            style: FontFile(path=path, where=file.where)
            for style, file in mapping.entries.items()
            if style in STYLES and (path := text_of(file, to.findings, f"'{style}'")) is not None
        }
    return result


def _theme(node: Node | None, findings: Findings) -> dict[str, str]:
    result: dict[str, str] = {}
    for name, child in each(node, findings, "'theme'", NAME):
        text = text_of(child, findings, f"the colour '{name}'")
        if text is None:
            continue
        if COLOUR.fullmatch(text):
            result[name] = text.upper()
        else:
            findings.add(child.where, "bad-colour", f"'{text}' is not a colour", 'write "#RRGGBB", in quotes')
    return result


def _icons(node: Node | None, to: Reading) -> dict[str, str]:
    result: dict[str, str] = {}
    for name, child in each(node, to.findings, "'icons'", NAME):
        path = text_of(child, to.findings, f"the icon '{name}'")
        if path is not None and fields.picture_there(path, child, to):
            result[name] = path
    return result


def _words(node: Node | None, to: Reading) -> dict[str, Texts]:
    pairs = ((n, fields.texts(c, to, f"'{n}'")) for n, c in each(node, to.findings, "'words'", NAME))
    return {name: text for name, text in pairs if text is not None}


def _files(node: Node | None, findings: Findings) -> tuple[tuple[str, Location], ...]:
    if node is None:
        return ()
    files: dict[str, Location] = {}
    for item in items_of(node, findings, "'catalogue'"):
        path = text_of(item, findings, "a catalogue file")
        if path is not None and path in files:
            findings.add(item.where, "duplicate-key", f"'{path}' stands here twice")
        elif path is not None:
            files[path] = item.where
    return tuple(files.items())


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


__all__ = ["Head", "each", "identity", "read_build", "read_head"]
