"""Which counts are sums of others: flat lists, totals that are said to be such, and contradictions."""

from __future__ import annotations

from collections.abc import Sequence

from generator.rules.reading.structure import Node

_PARTS = 200  # of one whole
# fmt: off
_WIDE = frozenset([
    "piece", "component", "item", "part", "element", "unit", "peça", "componente", "unidade", "elemento",
    "деталь", "компонент", "элемент", "предмет", "штука", "teil", "komponente", "spielteil", "stück", "pièce",
    "élément", "composant", "pieza", "elemento", "komponent", "sztuka", "thing", "часть", "spielmaterial",
])
# fmt: on


def settle(nodes: list[Node], whole: int | None = None) -> list[Node]:
    """Siblings with those that are sums of their followers made their parents.

    ``whole``: what all of them together are said to be; where that is so as they stand, none is a sum.
    """
    if whole is not None and sum(count_of(n) or 0 for n in nodes) == whole and not any(n.loose for n in nodes):
        return nodes
    nodes = _summed(_loosened(nodes), frozenset())
    proven = frozenset(
        noun_class(n) for n in nodes if n.children and n.phrase is not None and not n.inline and n.phrase.generic
    )
    return _summed(nodes, proven - {""}) if proven else nodes


def _summed(nodes: list[Node], proven: frozenset[str]) -> list[Node]:
    """``proven``: nouns that were seen to head lists in this very list; such a one may hold things of other nouns."""
    result: list[Node] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        length = _implied(nodes, at, proven)
        if length:
            node.children = nodes[at + 1 : at + 1 + length]
        result.append(node)
        at += 1 + length
    return result


def _loosened(nodes: list[Node]) -> list[Node]:
    """A colon at the end of a line holds what follows it only as far as the counts go."""
    result: list[Node] = []
    for node in nodes:
        result.append(node)
        phrase = node.phrase
        if not node.loose or phrase is None:
            continue
        plain = [k for k in node.children if not k.inline]
        kids = settle(plain)
        if phrase.count is not None and _prefix(phrase.count, kids) is None:
            kids = _unsettled(plain, kids, phrase.count)
        inline = [k for k in node.children if k.inline]
        if phrase.count is None or phrase.wrap or phrase.eachwith:
            continue
        keep = _prefix(phrase.count, kids)
        if keep is None:
            keep = _related(node, kids)
        if keep == 1 and count_of(kids[0]) != phrase.count:
            keep = 0  # one thing is no list of parts
        node.children = inline + kids[:keep]
        result += kids[keep:]
    return result


def _unsettled(plain: list[Node], settled: list[Node], count: int) -> list[Node]:
    """The nodes as they stood, if so they add up: 48 + 32 + 16 = 96 is no 48 that holds 32 and 16."""
    held = [(n, n.children) for n in settled if any(c in plain for c in n.children if not c.inline)]
    for node, _ in held:
        node.children = []
    if _prefix(count, plain) is not None:
        return plain
    for node, children in held:
        node.children = children
    return settled


def _prefix(count: int, kids: list[Node]) -> int | None:
    total = 0
    for index, kid in enumerate(kids):
        value = count_of(kid)
        if value is None:
            return None
        total += value
        if total == count:
            return index + 1
        if total > count:
            return None
    return None


def _related(node: Node, kids: list[Node]) -> int:
    """How many of the nodes below may be parts of this one by their nouns."""
    assert node.phrase is not None
    keep = 0
    for kid in kids:
        if kid.phrase is None or not _compatible(node, kid):
            break
        keep += 1
    return keep


def count_of(node: Node) -> int | None:
    """What a node counts, multiplied out; None where nothing is sure."""
    phrase = node.phrase
    if phrase is None:
        values = [count_of(child) for child in node.children]
        return sum(v or 0 for v in values) * node.factor if values and None not in values and not node.per else None
    if phrase.bound != "exact" or phrase.count is None:
        if phrase.count is None and node.children and phrase.bound == "exact":
            values = [count_of(child) for child in node.children]
            return sum(v or 0 for v in values) if None not in values else None
        return None
    if phrase.per and not phrase.counted:
        return None
    return phrase.count * phrase.factor


def noun_class(node: Node) -> str:
    phrase = node.phrase
    return phrase.head if phrase is not None and phrase.noun else ""


def _same(one: str, other: str) -> bool:
    one, other = one.removesuffix("n"), other.removesuffix("n")
    return one == other or (
        len(one) > 3 and len(other) > 3 and (one.endswith(other) or other.endswith(one) or one[-5:] == other[-5:])
    )


def _compatible(whole: Node, part: Node) -> bool:
    one, other = noun_class(whole), noun_class(part)
    return not other or not one or _same(one, other) or one in _WIDE or one.endswith(("teile", "teil"))


def _implied(nodes: list[Node], at: int, proven: frozenset[str]) -> int:
    """How many followers of a node it is the sum of, though nothing but the numbers says so."""
    node = nodes[at]
    phrase = node.phrase
    if phrase is None or node.children or node.inline or phrase.total or phrase.wrap or phrase.rule:
        return 0
    count = count_of(node)
    if count is None or count < 2 or phrase.article or not (phrase.noun or phrase.heading):
        return 0
    total = 0
    for length in range(1, min(_PARTS, len(nodes) - at)):
        part = nodes[at + length]
        value = count_of(part)
        if (
            value is None
            or not _fits(node, part, proven)
            or (part.group == node.group and node.group and not node.heading)
        ):
            break
        total += value
        if total == count and length > 1:
            return length if _certain(node, nodes[at + 1 : at + 1 + length]) else 0
        if total >= count:
            break
    return _broken(nodes, at)


def _fits(whole: Node, part: Node, proven: frozenset[str]) -> bool:
    if (
        part.phrase is None
        or part.phrase.rule
        or part.phrase.total
        or (part.bullet != whole.bullet and not whole.heading)
    ):
        return False
    if noun_class(whole) in proven and not part.children:
        return noun_class(part) != noun_class(whole)
    return _compatible(whole, part)


def _certain(whole: Node, parts: Sequence[Node]) -> bool:
    phrase = whole.phrase
    assert phrase is not None
    one = noun_class(whole)
    if phrase.generic or one in _WIDE:
        kin = any(noun_class(p) and _same(one, noun_class(p)) for p in parts)
        return kin or phrase.braced or phrase.postfix or len(parts) > 2 or (phrase.count or 0) >= 20
    if phrase.postfix and not phrase.name.islower() and all(p.phrase is not None and p.phrase.postfix for p in parts):
        return True
    return bool(one) and all(noun_class(p) and _same(one, noun_class(p)) for p in parts)


def _broken(nodes: list[Node], at: int) -> int:
    """A flat heading whose parts do not add up: only where its kin are headings by their sums, and it is near."""
    node = nodes[at]
    phrase = node.phrase
    assert phrase is not None
    if not (phrase.generic and phrase.count):
        return 0
    total, length = 0, 0
    for part in nodes[at + 1 : at + _PARTS]:
        if part.phrase is None or part.phrase.noun or part.phrase.rule or part.children or part.bullet != node.bullet:
            break
        value = count_of(part)
        if value is None:
            return 0
        total, length = total + value, length + 1
    if length < 2 or abs(total - phrase.count) > max(2, phrase.count // 8):
        return 0
    kin = any(n is not node and n.children and noun_class(n) == noun_class(node) for n in nodes)
    return length if kin else 0
