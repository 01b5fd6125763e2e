"""The components of a game, and what ties them together: references and values quoted in texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from generator import limits
from generator.catalogue import fields, markup
from generator.catalogue.fields import Reading
from generator.catalogue.game import Head, read_head
from generator.catalogue.groups import read_groups
from generator.catalogue.kinds import BUILD_KEYS, identity, read_build
from generator.catalogue.model import (
    Catalogue,
    Component,
    Field,
    FieldType,
    Kind,
    Length,
    Range,
    Rich,
    Run,
    Value,
)
from generator.intake import Shelves, show
from generator.problem import Location, SourceError, did_you_mean
from generator.source import (
    Findings,
    Mapping,
    Node,
    Sequence,
    check_keys,
    flag_of,
    integer_of,
    items_of,
    mapping_of,
    parse,
    text_of,
)


@dataclass(slots=True)
class _Draft:
    """A component while its references are still open."""

    component: Component
    node: Mapping
    kind: Kind


def load(folder: Path, shelves: Shelves) -> Catalogue:
    """Read ``game.yaml`` and its catalogue files. :class:`SourceError` with all that is wrong."""
    findings = Findings()
    start = Location(show(folder / "game.yaml"))
    root = parse(shelves.game.read("game.yaml", start))
    read = read_head(root, folder.name, shelves, findings)
    if read is None:
        findings.stop()
        raise AssertionError("a head that cannot be read has a finding")
    head, to = read
    drafts: dict[str, _Draft] = {}
    for path, where in head.files:
        try:
            mapping = parse(shelves.game.read(path, where))
        except SourceError as error:
            findings.extend(error)
            continue
        _file(mapping, head, to, drafts)
    pieces = sum(draft.component.copies for draft in drafts.values())
    if pieces > limits.PIECES:
        findings.add(start, "too-large", f"{pieces} pieces; {limits.PIECES} are the limit of one game")
    components = _resolve(drafts, head, to)
    groups = read_groups(root.entries.get("groups"), head.kinds, components, to)
    findings.stop()
    return Catalogue(
        game=head.game,
        version=head.version,
        version_mark=head.version_mark,
        tuckbox=head.tuckbox,
        title=head.title,
        languages=head.languages,
        numbers=head.numbers,
        number_places=_places(root.entries.get("numbers")),
        quoted=frozenset(name for what, name in to.seen if what == "quoted"),
        fonts=head.fonts,
        theme=head.theme.colours,
        inks=head.theme,
        icons=head.icons,
        words=head.words,
        decks=head.decks,
        editions=head.editions,
        kinds=head.kinds,
        groups=groups,
        components=components,
        folder=folder,
        where=start,
    )


def _places(node: Node | None) -> dict[str, Location]:
    """Where each key of a mapping stands."""
    return {name: node.key(name) for name in node.entries} if isinstance(node, Mapping) else {}


def _file(mapping: Mapping, head: Head, to: Reading, drafts: dict[str, _Draft]) -> None:
    findings = to.findings
    check_keys(mapping, ("kind", "components"), ("components",), findings, "a catalogue file")
    common = None
    if "kind" in mapping.entries:
        common = _kind_of(mapping.entries["kind"], head, findings)
        if common is None:
            return
    if "components" not in mapping.entries:
        return
    for item in items_of(mapping.entries["components"], findings, "'components'"):
        node = mapping_of(item, findings, "a component")
        if node is not None:
            _component(node, common, head, to, drafts)


def _kind_of(node: Node, head: Head, findings: Findings) -> Kind | None:
    name = text_of(node, findings, "'kind'")
    if name is None:
        return None
    if name not in head.kinds and name in head.named_kinds:
        return None
    if name not in head.kinds:
        findings.add(node.where, "unknown-kind", f"there is no kind '{name}'", did_you_mean(name, head.kinds))
        return None
    return head.kinds[name]


def _component(node: Mapping, common: Kind | None, head: Head, to: Reading, drafts: dict[str, _Draft]) -> None:
    findings, entries = to.findings, node.entries
    kind = common
    if "kind" in entries:
        kind = _kind_of(entries["kind"], head, findings)
        if kind is None:
            return
    if kind is None:
        findings.add(node.where, "missing-key", "the component has no 'kind'", "name it here, or once for the file")
        return
    check_keys(node, kind.keys, ("id", "name"), findings, f"a component of kind '{kind.id}'")
    ident = identity(entries["id"], findings, "'id'") if "id" in entries else None
    name = fields.texts(entries["name"], to, "'name'") if "name" in entries else None
    copies = 1
    if "copies" in entries:
        counted = integer_of(entries["copies"], findings, "'copies'", 0, limits.COPIES)
        copies = 1 if counted is None else counted
    build = kind.build
    if any(key in entries for key in BUILD_KEYS):
        own = read_build(node, kind.build, head.decks, to)
        build = own or kind.build
    values = dict(kind.defaults)
    for field_name, field in kind.fields.items():
        if field_name in entries:
            value = fields.read(field, entries[field_name], to)
            if value is not None:
                values[field_name] = value
        elif field.required and field_name not in values and not _unread_default(kind, field_name, to):
            findings.add(
                node.where, "missing-key", f"the component has no '{field_name}'", f"kind '{kind.id}' needs it"
            )
    assumed = _assumed(entries.get("assumed"), kind, to)
    if ident is not None:
        to.seen["component", ident] = True
    if ident is None or name is None:
        return
    if ident in drafts:
        findings.add(
            node.key("id"),
            "duplicate-id",
            f"there is a component '{ident}' already",
            f"the first is at {drafts[ident].component.where}",
        )
        return
    component = Component(
        id=ident,
        kind=kind.id,
        copies=copies,
        name=name,
        values=values,
        assumed=assumed,
        editions=_editions(entries.get("editions"), head, findings),
        extra="extra" in entries and flag_of(entries["extra"], findings, "'extra'"),
        build=build,
        where=node.where,
        places=node.places,
        aliases=fields.aliases(entries.get("aliases"), to),
    )
    drafts[ident] = _Draft(component, node, kind)


def _unread_default(kind: Kind, field: str, to: Reading) -> bool:
    return ("unread default", f"{kind.id}.{field}") in to.seen


def _assumed(node: Node | None, kind: Kind, to: Reading) -> frozenset[str]:
    if node is None:
        return frozenset()
    known = ("copies", "name", *BUILD_KEYS, *kind.fields)
    result = set()
    for item in items_of(node, to.findings, "'assumed'"):
        name = text_of(item, to.findings, "an entry of 'assumed'")
        if name is not None and name not in known:
            to.findings.add(
                item.where,
                "unknown-key",
                f"'assumed' names '{name}', which the component has not",
                did_you_mean(name, known),
            )
        elif name is not None:
            result.add(name)
    return frozenset(result)


def _editions(node: Node | None, head: Head, findings: Findings) -> tuple[str, ...]:
    """The editions in which a component is played: all of the game's unless it names some."""
    if node is None:
        return tuple(head.editions)
    result: list[str] = []
    for item in items_of(node, findings, "'editions'"):
        name = text_of(item, findings, "an edition")
        if name is not None and name not in head.editions:
            hint = did_you_mean(name, head.editions)
            findings.add(item.where, "unknown-edition", f"there is no edition '{name}'", hint)
        elif name is not None and name not in result:
            result.append(name)
    return tuple(result)


def _resolve(drafts: dict[str, _Draft], head: Head, to: Reading) -> tuple[Component, ...]:
    """Check references, and put the values into the texts that quote them."""
    result = []
    for draft in drafts.values():
        component = draft.component
        changed: dict[str, Value] = {}
        for name, value in component.values.items():
            field = draft.kind.fields[name]
            if field.type is FieldType.REF:
                _references(field, value, draft, drafts, to)
            elif field.type is FieldType.MARKUP and _quotes(value):
                changed[name] = _quoted(field, value, draft, drafts, head, to)
        if changed:
            component = component._replace(values={**component.values, **changed})
        result.append(component)
    return tuple(result)


def _references(field: Field, value: Value, draft: _Draft, drafts: dict[str, _Draft], to: Reading) -> None:
    named = value if isinstance(value, tuple) else (value,)
    node = draft.node.entries.get(field.name)
    for index, ident in enumerate(named):
        if ident in drafts or ("component", ident) in to.seen:
            continue
        where = draft.component.where if node is None else node.where
        if isinstance(node, Sequence) and index < len(node.items):
            where = node.items[index].where
        to.findings.add(where, "unknown-ref", f"there is no component '{ident}'", did_you_mean(str(ident), drafts))


def _quotes(value: Value) -> bool:
    riches = value if isinstance(value, tuple) else (value,)
    return any(run.what in ("value", "icon") for rich in riches for runs in _of(rich).values() for run in runs)


def _of(value: object) -> dict[str, Rich]:
    assert isinstance(value, dict)
    return value


def _quoted(field: Field, value: Value, draft: _Draft, drafts: dict[str, _Draft], head: Head, to: Reading) -> Value:
    node = draft.node.entries.get(field.name)

    def fill(rich: dict[str, Rich], at: Node | None) -> dict[str, Rich]:
        result = {}
        for language, runs in rich.items():
            here = at.entries.get(language) if isinstance(at, Mapping) else at

            def look_up(run: Run, language: str = language, here: Node | None = here) -> str:
                where = draft.component.where if here is None else fields.inside(here, run.offset)
                return _look_up(run.text, language, where, draft, drafts, head, to)

            for run in runs:
                if run.what == "icon" and run.text not in head.icons:
                    where = draft.component.where if here is None else fields.inside(here, run.offset)
                    to.findings.add(
                        where,
                        "unknown-icon",
                        f"there is no icon '{run.text}'",
                        did_you_mean(run.text, head.icons, "a brace that is printed is written \\{"),
                    )
            result[language] = markup.resolve(runs, look_up)
        return result

    if isinstance(value, tuple):
        items = node.items if isinstance(node, Sequence) else [None] * len(value)
        return tuple(fill(_of(rich), item) for rich, item in zip(value, items, strict=True))
    return fill(_of(value), node)


def _look_up(
    name: str, language: str, where: Location, draft: _Draft, drafts: dict[str, _Draft], head: Head, to: Reading
) -> str:
    owner, _, field = name.rpartition(".")
    to.seen["quoted", f"{owner or draft.component.id}.{field}"] = True
    if owner == "numbers":
        if field in head.numbers:
            return _printed(head.numbers[field], language)
        to.findings.add(where, "unknown-value", f"there is no number '{field}'", did_you_mean(field, head.numbers))
        return ""
    if owner and owner not in drafts and ("component", owner) in to.seen:
        return ""
    if owner and owner not in drafts:
        to.findings.add(
            where, "unknown-ref", f"there is no component '{owner}'", did_you_mean(owner, [*drafts, "numbers"])
        )
        return ""
    other = drafts[owner] if owner else draft
    quotable = _quotable(other)
    if field in quotable:
        return _printed(quotable[field](), language)
    told = field in other.node.entries or _unread_default(other.kind, field, to)
    if field in other.kind.fields and field not in other.component.values and told:
        return ""  # it is there and could not be read: that was said already
    to.findings.add(
        where,
        "unknown-value",
        f"'{other.component.id}' has no value '{field}' that a text can quote",
        did_you_mean(field, quotable),
    )
    return ""


def _quotable(draft: _Draft) -> dict[str, Callable[[], object]]:
    component = draft.component
    values: dict[str, Callable[[], object]] = {"name": lambda: component.name, "copies": lambda: component.copies}
    for name, value in component.values.items():
        field = draft.kind.fields[name]
        if not field.many and field.type in (FieldType.TEXT, FieldType.INTEGER, FieldType.RANGE):
            values[name] = lambda value=value: value  # type: ignore[misc]
    return values


def _printed(value: object, language: str) -> str:
    if isinstance(value, dict):
        return str(value[language])
    if isinstance(value, int) and value < 0:
        return f"\u2212{-value}"
    assert isinstance(value, (int, str, Range, Length))
    return str(value)
