"""A text → its segments: one list entry, sentence row, heading or table row each, with line, depth and bullet."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from generator.rules.reading.language import Language

_BULLET = re.compile(
    r"\s*(?:(?P<sign>[-*•–—·▪●○◦‣■□►➢✓✔+■➤>\uf0b7\uf0a7]|\.(?=\s)|(?<=\s)[oо](?=\s+\d))\s*(?:\[[ xX]\]\s*)?)(?=\S)"
)
_CALLOUT = re.compile(r"\s*(?:\(?(?P<number>\d{1,3}|[A-Za-zА-Яа-я])\)|(?P<dot>\d{1,2})\.|[①-⑳❶-❿])\s+(?=\S)")
_INLINE = re.compile(
    r"\s+[•·▪●○◦‣■►➢\uf0b7]\s*|\s+\.\s+(?=\S)|\s+(?=\d{1,2}\)\s+\d)|\s+[-*–](?=[^\W\d_])|\s+[①-⑳❶-❿]\s*"
)
_DASHES = re.compile(r"\s+[-–—]\s+(?=\d{1,3}\s*[×x]?\s*[^\W\d])")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_GAP = re.compile(r"\t+| {3,}")
_LEADER = re.compile(r"\s*(?:\.\s?){4,}|\s*…+(?=\s*\d)|\s*_{3,}\s*|\s*-{4,}\s*(?=\d)")
_ONLY_COUNT = re.compile(r"[x×хX(]?\s*\d{1,4}\s*[x×х)]?\+?(?:\s*(?:шт|pcs|szt|st|un|ud|uds)\.?)?", re.IGNORECASE)
_MARKUP = re.compile(r"\*\*|__(?=\w)|(?<=\w)__|`|†|</?[A-Za-z][^<>]{0,80}>|[\u200b-\u200f\ufeff\u00ad]")
# A number within a name, and the count plainly apart from it: "Deck 1 (A) - 33 pcs", "(4) 9mm: does 40".
_UNIT_LAST = re.compile(
    r"(?P<name>[^\W\d][^,:;]*\d[^,:;]*)\s*[-–—]\s*(?P<count>\d{1,4})\s*(?:шт|pcs|szt|stk|uds)\.?", re.IGNORECASE
)
_BRACKET_FIRST = re.compile(r"(?P<head>\(\d{1,4}\)\s+\d+[^\W\d][^:;]*)(?:[:;].*)?")
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_RULE = re.compile(r"[\s|:=_*\-–—+]+")
_ITALIC = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,80})(?<=\S)\*(?!\w)")
_ROW = 200  # characters of a row in which name and count are told apart by a dash
_LONGEST = 4_000  # characters of lines that are joined into one segment


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A piece of the text to be parsed as one: ``text`` may run over several lines, the first of which is ``line``."""

    text: str
    line: int
    indent: int = 0
    bullet: str = ""
    heading: int = 0
    cells: tuple[str, str] | None = None  # name and count of a table row
    after_blank: bool = False
    doubtful: bool = False  # a table that has several columns of numbers and names none
    label: str = ""  # a call-out number that was taken off


def lines_of(text: str) -> list[str]:
    """The lines of a text, by any of the usual ends."""
    return re.split(r"\r\n?|\n|\f|\v", text)


def segments(text: str, lang: Language) -> list[Segment]:
    """All segments in order."""
    lines = [_cleaned(line) for line in lines_of(text)]
    found: list[Segment] = []
    at, blank = 0, True
    while at < len(lines):
        line = lines[at]
        if not line.strip() or _RULE.fullmatch(line):
            blank = blank or not line.strip()
            at += 1
            continue
        rows, used = _table(lines, at, lang)
        if used:
            found += rows
            at += used
            continue
        found += _one(line, at + 1, blank, lines[at + 1] if at + 1 < len(lines) else "", found)
        blank = False
        at += 1
    return _joined(found, lang)


def _cleaned(line: str) -> str:
    line = line.replace("\0", " ").replace("\u00a0", " ").replace("\u202f", " ").expandtabs(4) if line else line
    line = _STRUCK.sub("", _ITALIC.sub(r"\1", line))
    return _LEADER.sub(" — ", _MARKUP.sub("", line))


def _one(line: str, number: int, blank: bool, following: str, before: list[Segment]) -> list[Segment]:
    """The segments of one line that is no table row."""
    heading = _HEADING.match(line)
    if heading:
        return [Segment(text=heading[2], line=number, heading=len(heading[1]), after_blank=blank)]
    indent = len(line) - len(line.lstrip())
    bullet, label, rest = _opened(line)
    glued = _BRACKET_FIRST.fullmatch(line.strip())
    if glued:
        return [Segment(text=glued["head"], line=number, indent=indent, after_blank=blank)]
    apart = _UNIT_LAST.fullmatch(rest) if len(rest) <= _ROW else None
    if apart:
        name = apart["name"].strip()
        return [Segment(text=name, line=number, indent=indent, bullet=bullet, cells=(name, apart["count"]))]
    whole = Segment(text=rest, line=number, indent=indent, bullet=bullet, after_blank=blank, label=label)
    gaps = [part.strip() for part in _GAP.split(rest) if part.strip()]
    words = rest.split()
    if len(gaps) == 1 and len(words) > 1 and not bullet and all(_ONLY_COUNT.fullmatch(word) for word in words):
        named = before[-1].text.split() if before and not before[-1].bullet else []
        if len(named) == len(words) and not any(char.isdigit() for char in before[-1].text):
            above = before.pop()
            before += [replace(above, text=name) for name in named]
            gaps = words
    if len(gaps) > 1:
        paired = _paired(gaps, before)
        if paired:
            return paired
        return _columns(whole, gaps)
    return _inline(whole)


def _opened(line: str) -> tuple[str, str, str]:
    """(bullet, call-out number, the rest) of a line."""
    bullet, label = "", ""
    match = _BULLET.match(line)
    if match and not re.match(r"\s*\+\d", line[:40]):
        bullet, line = match["sign"], line[match.end() :]
    match = _CALLOUT.match(line)
    if match and not (match["number"] and line.lstrip().startswith("(")):
        label = match["number"] or match["dot"] or "0"
        bullet, line = bullet or "1", line[match.end() :]
    elif match and match["number"] and re.match(r"\s*[(]?\d{1,3}\)\s*\d", line):
        label, bullet, line = match["number"], bullet or "1", line[match.end() :]
    return bullet, label, line.strip()


def _inline(whole: Segment) -> list[Segment]:
    """A row of several bulleted things: ``: . 17 cards . 25 coins``, ``1) 1 board 2) 3 dice``."""
    parts = _INLINE.split(whole.text)
    if len(parts) == 1:
        dashed = _DASHES.split(whole.text)
        if len(dashed) > 2 and (not dashed[0].strip() or dashed[0].rstrip().endswith(":")):
            parts = dashed
    if len(parts) == 1 or not _balanced(parts):
        return [whole]
    result = []
    for index, part in enumerate(parts):
        text = part.strip()
        if not text:
            continue
        if index or whole.bullet:
            match = _CALLOUT.match(f"{text} ") if index else None
            text = text[match.end() :].strip() if match and match["number"] and match.end() < len(text) else text
            result.append(replace(whole, text=text, bullet=whole.bullet or "•"))
        else:
            result.append(replace(whole, text=text, indent=max(0, whole.indent - 1)))
    return result


def _balanced(parts: list[str]) -> bool:
    texts = [re.sub(r"^\s*\d{1,2}\)", "", part) for part in parts]
    return all(text.count("(") == text.count(")") for text in texts)


def _columns(whole: Segment, gaps: list[str]) -> list[Segment]:
    """Columns of a page: each holds things of its own, unless one is only the number of the one before it."""
    merged: list[str] = []
    for part in gaps:
        if merged and _ONLY_COUNT.fullmatch(part) and not _ONLY_COUNT.fullmatch(merged[-1]):
            merged[-1] = f"{merged[-1]} — {part}"
        elif merged and _ONLY_COUNT.fullmatch(merged[-1]):
            merged[-1] = f"{merged[-1]} {part}"
        else:
            merged.append(part)
    result: list[Segment] = []
    for part in merged:
        bullet, label, text = _opened(part) if result else ("", "", part)
        result += _inline(replace(whole, text=text, bullet=bullet or whole.bullet, label=label or whole.label))
    return result


def _paired(gaps: list[str], before: list[Segment]) -> list[Segment]:
    """Names in a row, then counts in a row below."""
    if not all(_ONLY_COUNT.fullmatch(part) for part in gaps):
        return []
    names: list[Segment] = []
    while before and len(names) < len(gaps) and not re.search(r"\d", before[-1].text):
        if names and before[-1].line != names[-1].line:
            break
        names.append(before.pop())
    if len(names) != len(gaps):
        before += reversed(names)
        return []
    return [
        replace(name, text=f"{name.text} — {count}", bullet=name.bullet or "•")
        for name, count in zip(reversed(names), gaps, strict=True)
    ]


# --- tables


def _table(lines: list[str], at: int, lang: Language) -> tuple[list[Segment], int]:
    """(rows, lines used) of a table that begins here."""
    if lines[at].count("|") >= 2 or (lines[at].lstrip().startswith("|")):
        end = at
        while end < len(lines) and "|" in lines[end]:
            end += 1
        rows = [(n, _cells(lines[n])) for n in range(at, end) if not _RULE.fullmatch(lines[n])]
        ruled = any(_RULE.fullmatch(lines[n]) for n in range(at, end))
        if len(rows) > 1 or ruled:
            return _rows(rows, lang), end - at
    return _spaced(lines, at, lang)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is(cell: str, kind: str, lang: Language) -> bool:
    text = cell.casefold().strip(" .:()*")
    return text in lang.columns[kind] or (kind == "countcol" and text == "#")


def _rows(rows: list[tuple[int, list[str]]], lang: Language) -> list[Segment]:
    head = rows[0][1]
    count = _count_column(head, lang)
    body = rows[1:]
    doubtful = False
    if count is None:
        numeric = _numeric(rows[1:])
        count, doubtful = (numeric[0], len(numeric) > 1) if numeric else (None, False)
        if not any(_is(cell, "namecol", lang) for cell in head) and any(re.search(r"\d", c) for c in head):
            body = rows  # no header at all
    name = next((i for i, cell in enumerate(head) if i != count and _is(cell, "namecol", lang)), None)
    if name is None:
        name = 1 if count == 0 and len(head) > 1 else 0
    result = []
    for number, cells in body:
        text = cells[name] if name < len(cells) else ""
        if not text:
            continue
        if count is None or name == count:
            result.append(Segment(text=text, line=number + 1, bullet="|"))
        else:
            value = cells[count] if count < len(cells) else ""
            pair = (text, "" if _RULE.fullmatch(value) else value)
            result.append(Segment(text=text, line=number + 1, bullet="|", cells=pair, doubtful=doubtful))
    return result


def _count_column(head: list[str], lang: Language) -> int | None:
    exact = [i for i, cell in enumerate(head) if _is(cell, "countcol", lang)]
    if exact:
        return exact[0]
    near = [
        i
        for i, cell in enumerate(head)
        if any(_is(word, "countcol", lang) for word in cell.split()) and not _is(cell, "namecol", lang)
    ]
    return near[0] if near else None


def _numeric(rows: list[tuple[int, list[str]]]) -> list[int]:
    width = max((len(cells) for _, cells in rows), default=0)
    found = []
    for column in range(width):
        filled = [cells[column] for _, cells in rows if column < len(cells) and cells[column]]
        counts = sum(1 for c in filled if _ONLY_COUNT.fullmatch(c))
        led = sum(1 for c in filled if re.match(r"[~≈×x]?\s?\d", c))
        if filled and led * 3 >= len(filled) * 2 and counts * 2 >= len(filled):
            found.append(column)
    return found


def _spaced(lines: list[str], at: int, lang: Language) -> tuple[list[Segment], int]:
    """A table whose columns stand apart by blanks: a header that names the count's column, rows of the same make."""
    words = lines[at].replace(":", " ").split()
    if len(words) < 2 or len(words) > 16 or any(re.search(r"\d", word) for word in words):
        return [], 0
    named = next((n for n in (2, 1) if " ".join(words[:n]).casefold() in lang.columns["namecol"]), 0)
    columns = [i for i, word in enumerate(words) if _is(word, "countcol", lang) and i != named - 1]
    if not columns:
        return [], 0
    count = columns[0]
    if not named and count:
        return [], 0
    if count == 0:
        named = 0
    rows, end = [], at + 1
    while end < len(lines) and lines[end].strip():
        row = _spaced_row(lines[end], words, named, count)
        if row is None:
            break
        rows.append(Segment(text=row[0], line=end + 1, bullet="|", cells=row))
        end += 1
    return (rows, end - at) if rows else ([], 0)


def _spaced_row(line: str, head: list[str], named: int, count: int) -> tuple[str, str] | None:
    gaps = [part.strip() for part in _GAP.split(line.strip())]
    columns = len(head) - max(0, named - 1)
    if len(gaps) == columns and columns > 1:
        place = 0 if count < named else count - max(0, named - 1)
        name = 1 if place == 0 else 0
        return (gaps[name], gaps[place]) if re.search(r"\d|[-–—]", gaps[place]) else None
    fields = line.split()
    if count == 0:
        return (" ".join(fields[1:]), fields[0]) if fields[0].isdigit() and len(fields) > 1 else None
    last = len(head) - 1 - count
    between = count - named
    if last == 0 or len(fields) == columns:
        place = len(fields) - 1 - last
        if place - between < 1 or not _ONLY_COUNT.fullmatch(fields[place]):
            return None
        return " ".join(fields[: place - between]), fields[place]
    if between:
        return None
    first = next((i for i, field in enumerate(fields) if i and _ONLY_COUNT.fullmatch(field)), None)
    return (" ".join(fields[:first]), fields[first]) if first else None


# --- lines that run on


def _joined(found: list[Segment], lang: Language) -> list[Segment]:
    """Segments with the lines that only go on with the one above."""
    result: list[Segment] = []
    for segment in found:
        if result and _goes_on(result[-1], segment, lang):
            last = result[-1]
            text = last.text[:-1] if last.text.endswith("\u00ad") else f"{last.text}"
            skipped = segment.line - last.line - last.text.count("\n")
            result[-1] = replace(last, text=text + "\n" * max(1, skipped) + segment.text)
        else:
            result.append(segment)
    return result


def _goes_on(last: Segment, this: Segment, lang: Language) -> bool:
    if this.bullet or this.heading or this.after_blank or last.heading or last.cells or this.cells:
        return False
    if last.line + last.text.count("\n") == this.line or len(last.text) + len(this.text) > _LONGEST:
        return False
    if last.text.count("(") > last.text.count(")"):
        return True
    ended = last.text.rstrip()[-1:]
    if ended in ".:;!?":
        return False
    first = this.text.split()[0].casefold()
    tail = last.text.split()[-1].casefold().strip(",")
    small = this.text[0].islower()
    if any(_tagged(word.casefold().strip(".,;"), lang, ("rule", "ruleweak")) for word in this.text.split()[:2]):
        return False
    dangling = tail in lang.join or _tagged(tail, lang, ("prep", "and", "of", "def", "verb"))
    if dangling or (ended == "-" and small):
        return True
    if last.bullet and small and this.indent > last.indent:
        return True
    long = len(last.text.rsplit("\n", 1)[-1]) >= 55
    if long and (small or ended == ","):
        return True
    return small and (
        _tagged(first, lang, ("prep", "and", "rel")) or (ended == "," and not _tagged(first, lang, ("each",)))
    )


def _tagged(word: str, lang: Language, tags: tuple[str, ...]) -> bool:
    return any(
        len(words) == 1 and words[0] == word and not found.isdisjoint(tags)
        for words, found in lang.phrases.get(word[:3], ())
    )
