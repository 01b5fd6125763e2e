"""``game.yaml``: the game's head, its theme, decks and kinds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator import limits
from generator.catalogue import fields
from generator.catalogue.fields import Reading
from generator.catalogue.kinds import ID, NAME, each, identity, layout_path, read_kind
from generator.catalogue.model import Aliases, Deck, FontFile, Kind, Texts, Theme
from generator.catalogue.theme import read_theme
from generator.intake import Shelves
from generator.problem import Location
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

LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?", re.ASCII)
STYLES = ("regular", "bold", "italic", "bold-italic")
GAME_KEYS = (
    "format",
    "game",
    "version",
    "version_mark",
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
    "tuckbox",
    "catalogue",
)
GAME_NEEDED = ("format", "game", "version", "title", "languages", "fonts", "decks", "kinds", "catalogue")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What ``game.yaml`` says, before the components are read."""

    game: str
    version: str
    version_mark: bool
    tuckbox: str | None
    title: Texts
    languages: tuple[str, ...]
    numbers: dict[str, int]
    fonts: dict[str, dict[str, FontFile]]
    theme: Theme
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
        name: Deck(id=name, name=text, aliases=_aliases(node, to))
        for name, node in each(entries.get("decks"), findings, "'decks'", ID)
        if (text := _named(node, to, "a deck", ("name", "aliases"))) is not None
    }
    editions = {
        name: text
        for name, node in each(entries.get("editions"), findings, "'editions'", ID)
        if (text := _named(node, to, "an edition")) is not None
    }
    kinds = {
        name: kind
        for name, node in each(entries.get("kinds"), findings, "'kinds'", ID)
        if (kind := read_kind(name, node, decks, to)) is not None
    }
    head = Head(
        game=game or folder_name,
        version=version or "",
        version_mark="version_mark" in entries and flag_of(entries["version_mark"], findings, "'version_mark'"),
        tuckbox=layout_path(entries["tuckbox"], to) if "tuckbox" in entries else None,
        title=title or {},
        languages=languages,
        numbers=_numbers(entries.get("numbers"), findings),
        fonts=_fonts(entries.get("fonts"), to),
        theme=read_theme(entries.get("theme"), findings),
        icons=_icons(entries.get("icons"), to),
        words=_words(entries.get("words"), to),
        decks=decks,
        editions=editions,
        kinds=kinds,
        named_kinds=_names(entries.get("kinds")),
        files=_files(entries.get("catalogue"), findings),
    )
    return head, to


def _identity(node: Node | None, findings: Findings, what: str) -> str | None:
    return None if node is None else identity(node, findings, what)


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


def _aliases(node: Node, to: Reading) -> Aliases:
    return fields.aliases(node.entries.get("aliases"), to) if isinstance(node, Mapping) else {}


def _named(node: Node, to: Reading, what: str, known: tuple[str, ...] = ("name",)) -> Texts | None:
    mapping = mapping_of(node, to.findings, what)
    if mapping is None:
        return None
    check_keys(mapping, known, ("name",), to.findings, what)
    return fields.texts(mapping.entries["name"], to, "'name'") if "name" in mapping.entries else None


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


__all__ = ["Head", "read_head"]
