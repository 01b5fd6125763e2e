"""``groups`` of ``game.yaml``: components that a rules text counts under a name which is no card's and no kind's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generator.catalogue import fields
from generator.catalogue import kinds as making
from generator.catalogue.fields import Reading
from generator.catalogue.model import Component, Field, FieldType, Group, Kind, Value
from generator.problem import did_you_mean
from generator.source import Mapping as Keys
from generator.source import Node, check_keys, items_of, mapping_of, text_of

GROUP_KEYS = ("name", "aliases", "kind", "where", "ids")
# A condition compares what is typed here with what is typed there: only tokens and whole numbers are that plain.
_COMPARED = (FieldType.WORD, FieldType.INTEGER)


def read_groups(
    node: Node | None, kinds: Mapping[str, Kind], components: tuple[Component, ...], to: Reading
) -> dict[str, Group]:
    """The groups by id. ``unknown-kind``, ``unknown-key``, ``unknown-ref``, ``conflicting-keys``, ``empty-group`` …"""
    # Where a component could not be read, a group may look empty that is not.
    complete = not to.findings.problems
    result: dict[str, Group] = {}
    for name, child in making.each(node, to.findings, "'groups'", making.ID):
        what = f"the group '{name}'"
        keys = mapping_of(child, to.findings, what)
        if keys is None:
            continue
        check_keys(keys, GROUP_KEYS, ("name",), to.findings, what)
        title = fields.texts(keys.entries["name"], to, "'name'") if "name" in keys.entries else None
        aliases = fields.aliases(keys.entries.get("aliases"), to)
        ids = _selected(keys, what, kinds, components, to)
        if ids == () and complete:
            to.findings.add(keys.where, "empty-group", f"{what} holds no component", "check its 'where', or delete it")
        if title is not None and ids:
            result[name] = Group(id=name, name=title, ids=ids, where=keys.where, aliases=aliases)
    return result


def _selected(
    keys: Keys, what: str, kinds: Mapping[str, Kind], components: tuple[Component, ...], to: Reading
) -> tuple[str, ...] | None:
    """The ids that a group takes, in the catalogue's order; None where its conditions cannot be read."""
    entries, findings = keys.entries, to.findings
    if not {"kind", "where", "ids"} & entries.keys():
        findings.add(keys.where, "missing-key", f"{what} has no 'kind', 'where' or 'ids'", "it must select components")
        return None
    if "ids" in entries:
        for other in ("kind", "where"):
            if other in entries:
                findings.add(
                    keys.key(other), "conflicting-keys", f"{what} lists 'ids' and has '{other}'", "keep one of the two"
                )
        return _listed(entries["ids"], components, to)
    among = dict(kinds)
    if "kind" in entries:
        kind = text_of(entries["kind"], findings, "'kind'")
        if kind is None:
            return None
        if kind not in kinds:
            findings.add(entries["kind"].where, "unknown-kind", f"there is no kind '{kind}'", did_you_mean(kind, kinds))
            return None
        among = {kind: kinds[kind]}
    wanted = _conditions(entries["where"], what, among.values(), to) if "where" in entries else {}
    if wanted is None:
        return None
    return tuple(c.id for c in components if c.kind in among and all(_holds(c, *pair) for pair in wanted.items()))


def _listed(node: Node, components: tuple[Component, ...], to: Reading) -> tuple[str, ...] | None:
    known = [component.id for component in components]
    there, whole, listed = set(known), True, set()
    for item in items_of(node, to.findings, "'ids'"):
        ident = text_of(item, to.findings, "an entry of 'ids'")
        if ident is None:
            whole = False
        elif ident not in there:
            whole = False
            to.findings.add(item.where, "unknown-ref", f"there is no component '{ident}'", did_you_mean(ident, known))
        elif ident in listed:
            whole = False
            to.findings.add(item.where, "duplicate-key", f"'{ident}' stands here twice")
        else:
            listed.add(ident)
    return tuple(ident for ident in known if ident in listed) if whole else None


def _conditions(node: Node, what: str, kinds: Iterable[Kind], to: Reading) -> dict[str, Value] | None:
    """Field → the value it must have; None if any of them cannot be read."""
    mapping = mapping_of(node, to.findings, f"'where' of {what}")
    if mapping is None:
        return None
    declared: dict[str, Field] = {}
    for kind in kinds:
        for name, field in kind.fields.items():
            declared.setdefault(name, field)
    check_keys(mapping, declared, (), to.findings, f"'where' of {what} (fields of the kind)")
    result: dict[str, Value] = {}
    for name, child in mapping.entries.items():
        if name not in declared:
            continue
        field = declared[name]
        if field.type not in _COMPARED:
            to.findings.add(
                mapping.key(name),
                "wrong-type",
                f"'where' compares words and whole numbers; '{name}' is of type {field.type.value}",
                "list the components under 'ids'",
            )
            continue
        # One value is asked for even where the field is a list: the list must hold it.
        value = fields.read(replace(field, many=False), child, to)
        if value is not None:
            result[name] = value
    return result if len(result) == len(mapping.entries) else None


def _holds(component: Component, name: str, wanted: Value) -> bool:
    value = component.values.get(name)
    return wanted in value if isinstance(value, tuple) else value == wanted
