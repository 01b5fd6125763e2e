"""Score the reader of component lists on the samples beside this file: ``make lists``.

    python tests/lists/score.py [-d] [IDS …]

A sample is a folder with ``rules.txt`` (or ``rules.md``) and ``expected.json``, a careful reading of it. The
convention is ``docs/component-lists.md``. Per list: exact or not, entries right of those wanted, wrong ones (name
found, but count, bound or role differ), missing, extra, firm (wrong and yet stated as exact), contradictions, lines.
Then per language and in all. ``-d`` names what is not right. The exit code is 0 whatever the score.
"""

from __future__ import annotations

import difflib
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LIKE = 0.6
HEAD = (
    f"{'list':8} {'lang':6} {'exact':7} {'right':>9} {'wrong':>6} {'missing':>8} "
    f"{'extra':>6} {'firm':>5} {'contrad.':>9} {'lines':>9}"
)
Entry = dict[str, Any]


def fold(name: str, brackets: bool = True) -> str:
    """Case, accents, punctuation and (at will) brackets away; '+' and '#' tell names apart, so they stay."""
    text = name if brackets else re.sub(r"\([^()]*\)|\[[^][]*\]", " ", name)
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w+#]+", " ", plain).split()) or name.casefold().strip()


def ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def alike(one: str, other: str) -> tuple[float, bool]:
    """The likeness of the full names, and whether they count as the same."""
    full = ratio(fold(one), fold(other))
    ways = [ratio(fold(one, x), fold(other, y)) for x in (False, True) for y in (False, True)]
    return full, max(full, *ways) >= LIKE


def same(want: Entry, got: Entry) -> bool:
    """The same claim: bound, role and count; the best reading of a doubtful count is free."""
    if got["bound"] != want["bound"] or got["role"] != want["role"]:
        return False
    count = got["count"]
    if want["bound"] == "doubtful":
        return count is None or type(count) is int
    return type(count) is int and count == want["count"]


def assign(weight: list[list[float]]) -> list[tuple[int, int]]:
    """Best one-to-one assignment (Hungarian method) for weights >= 0; pairs of weight 0 are none."""
    size = max(len(weight), max((len(row) for row in weight), default=0))
    cost = [
        [-(weight[i][j] if i < len(weight) and j < len(weight[i]) else 0.0) for j in range(size)] for i in range(size)
    ]
    u, v = [0.0] * (size + 1), [0.0] * (size + 1)
    match, way = [0] * (size + 1), [0] * (size + 1)
    for i in range(1, size + 1):
        match[0], column = i, 0
        low, used = [float("inf")] * (size + 1), [False] * (size + 1)
        while True:
            used[column] = True
            row, delta, following = match[column], float("inf"), 0
            for j in range(1, size + 1):
                if not used[j]:
                    value = cost[row - 1][j - 1] - u[row] - v[j]
                    if value < low[j]:
                        low[j], way[j] = value, column
                    if low[j] < delta:
                        delta, following = low[j], j
            for j in range(size + 1):
                if used[j]:
                    u[match[j]] += delta
                    v[j] -= delta
                else:
                    low[j] -= delta
            column = following
            if match[column] == 0:
                break
        while column:
            match[column] = match[way[column]]
            column = way[column]
    return [(match[j] - 1, j - 1) for j in range(1, size + 1) if cost[match[j] - 1][j - 1] < 0]


def pairs(want: list[Entry], got: list[Entry]) -> list[tuple[int, int]]:
    """Who answers whom: names decide, the line comes second, an equal claim last."""
    table = []
    for w in want:
        row = []
        for g in got:
            likeness, ok = alike(w["item"], g["item"])
            row.append(1 + likeness + 0.25 * (w["line"] == g["line"]) + 0.05 * same(w, g) if ok else 0.0)
        table.append(row)
    return assign(table) if want and got else []


def show(entry: Entry) -> str:
    return f"{entry['item']}: {entry['count']} {entry['bound']} {entry['role']}, line {entry['line']}"


def score(want: Entry, got: Entry) -> tuple[Counter[str], list[str]]:
    """The numbers of one list, and a line for each thing that is not right."""
    wanted, items = want["items"], got["items"]
    numbers, notes = Counter(lists=1, wanted=len(wanted)), []
    met = pairs(wanted, items)
    for i, j in met:
        numbers["lines"] += wanted[i]["line"] == items[j]["line"]
        if same(wanted[i], items[j]):
            numbers["right"] += 1
            continue
        firm = items[j]["bound"] == "exact" and items[j]["count"] != wanted[i]["count"]
        numbers["wrong"] += 1
        numbers["firm"] += firm
        notes.append(f"{'FIRM ' if firm else 'wrong'}  {show(wanted[i])}  <-  {show(items[j])}")
    notes += [f"missing  {show(x)}" for i, x in enumerate(wanted) if i not in {a for a, _ in met}]
    notes += [f"extra  {show(x)}" for j, x in enumerate(items) if j not in {b for _, b in met}]
    numbers["missing"], numbers["extra"] = len(wanted) - len(met), len(items) - len(met)
    a, b = (Counter(f"stated {c['stated']}, sum {c['sum']}" for c in x["contradictions"]) for x in (want, got))
    numbers["c_wanted"], numbers["c_right"], numbers["c_extra"] = a.total(), (a & b).total(), (b - a).total()
    notes += [f"contradiction missed  {c}" for c in (a - b).elements()]
    notes += [f"contradiction unasked  {c}" for c in (b - a).elements()]
    numbers["exact"] = int(numbers["right"] == len(wanted) == len(items) and a == b)
    return numbers, notes


def samples() -> list[str]:
    return sorted(p.parent.name for p in HERE.glob("*/expected.json"))


def text_of(ident: str) -> Path:
    """The sample's text."""
    return next(p for p in (HERE / ident / "rules.txt", HERE / ident / "rules.md") if p.is_file())


def run(ident: str) -> tuple[str, Counter[str], list[str]]:
    """(language, numbers, notes) of one sample."""
    from generator.intake import Opened
    from generator.rules.reading import read_file, to_json

    want = json.loads((HERE / ident / "expected.json").read_text(encoding="utf-8"))
    path = text_of(ident)
    got = to_json(read_file(Opened(path.name, path.read_bytes())))
    return want["language"], *score(want, got)


def row(name: str, language: str, n: Counter[str]) -> str:
    exact = ("yes" if n["exact"] else "no") if name else f"{n['exact']}/{n['lists']}"
    contra = f"{n['c_right']}/{n['c_wanted']}" + (f"+{n['c_extra']}" if n["c_extra"] else "")
    right, lines = f"{n['right']}/{n['wanted']}", f"{n['lines']}/{n['wanted']}"
    return (
        f"{name:8} {language:6} {exact:7} {right:>9} {n['wrong']:>6} {n['missing']:>8} {n['extra']:>6} {n['firm']:>5} "
        f"{contra:>9} {lines:>9}"
    )


def main(argv: list[str]) -> int:
    """Print the table."""
    detail = "-d" in argv
    idents = [a for a in argv if a != "-d"] or samples()
    by: dict[str, Counter[str]] = defaultdict(Counter)
    total: Counter[str] = Counter()
    print(HEAD)
    for ident in idents:
        language, numbers, notes = run(ident)
        print(row(ident, language, numbers))
        if detail:
            print("".join(f"         {note}\n" for note in notes), end="")
        by[language].update(numbers)
        total.update(numbers)
    print()
    for language in sorted(by):
        print(row("", language, by[language]))
    print(row("", "all", total))
    print(
        f"right {100 * total['right'] / max(1, total['wanted']):.1f} %, "
        f"exact lists {100 * total['exact'] / max(1, total['lists']):.1f} %, wrong-but-firm {total['firm']}"
    )
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent.parent))
    sys.exit(main(sys.argv[1:]))
