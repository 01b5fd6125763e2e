"""What stands behind a name: a count, a bracket, ``of each``, ``per player``, ``in all``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.rules.reading.marks import is_word
from generator.rules.reading.phrases import Phrase, label_of, lone_count
from generator.rules.reading.tokens import Token

if TYPE_CHECKING:
    from generator.rules.reading.chunks import Chunks

_DASHES = frozenset("-–—=:~")


def read_tail(chunks: Chunks, tail: list[Token], phrase: Phrase) -> None:
    """Fill a phrase in from the tokens behind its name."""
    at = 0
    while at < len(tail):
        token = tail[at]
        if is_word(token, "instead") and at:
            return
        if is_word(token, "not") or (is_word(token, "instead") and not at and phrase.counted):
            return
        if token.kind == "mark" and token.text in _DASHES and at + 1 < len(tail):
            if not _dash(tail[at + 1 :], phrase) and phrase.counted:
                return  # an explanation
            at += 1
            continue
        used = _one(chunks, tail, at, phrase)
        if not used:
            return
        at += used


def _dash(rest: list[Token], phrase: Phrase) -> bool:
    """Whether a count follows the dash."""
    for token in rest[:4]:
        if token.kind in ("num", "bad"):
            return not phrase.counted
        if not (
            is_word(token, "atleast", "about", "also", "def") or token.text in ("×", "~", "≈") or token.kind == "each"
        ):
            return False
    return False


def _one(chunks: Chunks, tail: list[Token], at: int, phrase: Phrase) -> int:
    """Read one thing of a tail; how many tokens it took, 0 to stop."""
    token = tail[at]
    if token.kind == "group":
        _bracket(chunks, token, phrase, last=at + 1 == len(tail))
        return 1
    if token.kind == "eachof":
        if phrase.each is not None:
            phrase.each_of = token.value
        else:
            phrase.factor *= max(1, token.value)
        phrase.per_base = token.base
        return 1
    if token.kind == "per":
        if not phrase.per:
            phrase.per, phrase.per_base = _per_name(token), token.base
            phrase.per_each = "byeach" in token.tags and "player" not in token.tags
        return 1
    if token.kind in ("kinds", "colours"):
        phrase.kinds = token.value
        return 1
    if token.kind == "range":
        phrase.low, phrase.high = token.value, token.high
        return 1
    if token.kind == "each" and phrase.wrap and at + 2 < len(tail) and tail[at + 1].kind == "num":
        return 1  # 4 комплекта по 9 фишек
    if token.kind == "each":
        phrase.each = phrase.each or -1
        return 1
    if token.kind == "eachwith":
        phrase.eachwith = True
        inner = chunks.read(tail[at + 1 :])
        phrase.parts += inner
        return len(tail) - at
    if token.kind == "num":
        return _number(chunks, tail, at, phrase)
    if token.kind == "bad":
        phrase.counted, phrase.count, phrase.bound = True, None, "doubtful"
        return 1
    if token.kind == "skip":
        phrase.money = phrase.money or bool(set("$€£¥₽") & set(token.text))
        return 1
    if token.kind == "mark":
        return 1 if token.text in "×.,*\"'~≈·" else 0
    return _word(chunks, tail, at, phrase)


def _per_name(token: Token) -> str:
    return token.inner[0].text if token.inner else token.base


def _word(chunks: Chunks, tail: list[Token], at: int, phrase: Phrase) -> int:
    token = tail[at]
    if is_word(token, "total"):
        phrase.total = True
        return 1
    if is_word(token, "copies"):
        phrase.copies = True
        return 1
    if is_word(token, "or") and phrase.counted:
        later = tail[at + 1 : at + 3]
        if any(t.kind == "num" for t in later):
            phrase.bound, phrase.count = "doubtful", None
            return 0
        if (later and is_word(later[0], "also", "atleast")) or (
            later and later[0].low in ("more", "mais", "более", "больше", "mehr", "plus", "más")
        ):
            phrase.bound = "at-least"
        return 0
    if is_word(token, "atleast"):
        number = _soon(tail[at + 1 :])
        if number is None and phrase.counted:
            phrase.bound = "at-least"
            return 1
        if number is not None and not phrase.counted:
            phrase.bound = "at-least"
        return 1
    if is_word(token, "about"):
        if not phrase.counted:
            phrase.bound = "doubtful"
        return 1
    if is_word(token, "with") and phrase.counted and phrase.count is not None:
        inner = tail[at + 1 :]
        spread = [i for i, t in enumerate(inner) if t.kind == "each"]
        if spread and any(is_word(t, "noun") for t in inner) and any(t.kind == "num" for t in inner):
            phrase.parts += chunks.read([t for t in inner if t.kind != "each"])  # boards with 3 cubes each
            phrase.eachwith = True
            return len(tail) - at
        if any(t.kind == "num" for t in inner):
            return 0
    if is_word(
        token,
        "edition",
        "verb",
        "rel",
        "prep",
        "in",
        "of",
        "def",
        "unit",
        "also",
        "color",
        "attr",
        "attrnoun",
        "from",
        "distributive",
    ):
        return 1 if not is_word(token, "rel") else 0
    return 0


def _soon(tokens: list[Token]) -> Token | None:
    return next((t for t in tokens[:2] if t.kind == "num"), None)


def _number(chunks: Chunks, tail: list[Token], at: int, phrase: Phrase) -> int:
    """A number behind the name: its count, or a row of counts without names."""
    token = tail[at]
    following = tail[at + 1] if at + 1 < len(tail) else None
    if phrase.wrap and following is not None and following.kind in ("word", "quote"):
        phrase.parts += chunks.read(tail[at:])  # 3 sets of 5 tokens
        phrase.eachwith = True
        return len(tail) - at
    if phrase.counted and phrase.count is not None:
        if "times" in token.tags or (at and tail[at - 1].text == "×"):
            phrase.series.append(token.value)
            return 1
        return 0
    if phrase.counted or (token.article and following is not None):
        return 0
    product = following is not None and following.kind == "num" and ("times" in token.tags)
    cross = following is not None and following.text == "×" and at + 2 < len(tail) and tail[at + 2].kind == "num"
    if product and following is not None and not _values_follow(tail[at + 2 :]):
        phrase.count, phrase.counted = token.value * following.value, True
        return 2
    if cross:
        phrase.count, phrase.counted = token.value * tail[at + 2].value, True
        return 3
    if following is not None and is_word(following, "or") and at + 2 < len(tail) and tail[at + 2].kind == "num":
        phrase.count, phrase.counted, phrase.bound = None, True, "doubtful"
        return len(tail) - at
    chunks._set(phrase, token)
    if token.article:
        phrase.article = False
    phrase.postfix = True
    phrase.clean = following is None or following.kind == "group" or is_word(following, "unit")
    if following is not None and following.kind == "word":
        if is_word(following, "unit", "copies", "generic") and not following.tags & {"prep"}:
            return 2
        if is_word(following, "color", "attr"):
            return 2
    return 1


def _values_follow(rest: list[Token]) -> bool:
    return bool(rest) and rest[0].kind == "word" and bool(rest[0].tags & {"money", "never"})


# --- brackets


def _bracket(chunks: Chunks, token: Token, phrase: Phrase, last: bool) -> None:
    inner = token.inner
    if not inner or label_of(token, chunks.words):
        return
    count = lone_count(token)
    if count is not None:
        pieces = len(inner) > 1 and not any(is_word(t, "total") for t in inner)
        if not (pieces and phrase.counted and phrase.count == 1 and not phrase.per):  # a board (6 pieces)
            _lone(count, phrase)
        return
    if _of_old(chunks, inner, phrase):
        return
    if inner[0].kind in ("kinds", "colours") and len(inner) == 1:
        phrase.kinds = inner[0].value
        return
    if any(is_word(t, "edition") for t in inner) and not any(t.kind == "num" for t in inner):
        return
    if all(t.kind in ("skip", "kinds") or t.kind == "mark" or is_word(t, "prep", "of") for t in inner):
        return
    from generator.rules.reading.clauses import Clauses

    if inner[0].kind == "range":
        phrase.low, phrase.high = inner[0].value, inner[0].high
        kinds = [t for t in inner if t.kind in ("kinds", "colours")]
        phrase.kinds = kinds[0].value if kinds else phrase.kinds
        return
    if phrase.counted and (phrase.per or phrase.each) and _in_all(inner, phrase):
        return
    if not phrase.counted and _counts_name(inner, phrase, chunks):
        return
    parts = Clauses(chunks.text, chunks.lang, listed=False, inner=True).plain(inner)
    _codes(inner, phrase)
    _take(parts, phrase)


def _lone(count: Token, phrase: Phrase) -> None:
    if phrase.counted and not phrase.postfix:
        phrase.tail_number = count.value
    elif not phrase.counted:
        phrase.count, phrase.counted, phrase.postfix = count.value, True, True
        if count.plus:
            phrase.bound = "at-least"


def _in_all(inner: list[Token], phrase: Phrase) -> bool:
    """``5 of each colour (20 in all)``: the product is said."""
    numbers = [t for t in inner if t.kind == "num"]
    rest = [t for t in inner if t.kind not in ("num", "mark")]
    if len(numbers) != 1 or not rest or not all(is_word(t, "total", "unit") for t in rest):
        return False
    phrase.count, phrase.per, phrase.per_base, phrase.each = numbers[0].value, "", "", None
    return True


def _of_old(chunks: Chunks, inner: list[Token], phrase: Phrase) -> bool:
    """``(not 21)``, ``(21 by mistake)``, ``(22 according to the box)``."""
    if any(is_word(t, "not", "misprint", "instead") for t in inner[:2]) or any(is_word(t, "misprint") for t in inner):
        return any(t.kind == "num" for t in inner)
    numbers = [t for t in inner if t.kind == "num"]
    if numbers and any(is_word(t, "source") and not t.tags & {"noun"} for t in inner) and phrase.counted:
        if numbers[0].value != phrase.count:
            phrase.bound, phrase.count = "doubtful", None
        return True
    return False


def _counts_name(inner: list[Token], phrase: Phrase, chunks: Chunks) -> bool:
    """``Tokens (24 pieces)``, ``Dice (at least 3)``: the bracket is the count of what stands before it."""
    at = 0
    bound = phrase.bound
    while at < len(inner) and is_word(inner[at], "atleast", "about", "total") and at < 3:
        bound = "at-least" if is_word(inner[at], "atleast") else "doubtful" if is_word(inner[at], "about") else bound
        at += 1
    if at >= len(inner) or inner[at].kind != "num" or "times" in inner[at].tags:
        return False
    rest = [t for t in inner[at + 1 :] if t.text != "."]
    if len(rest) > 1 and is_word(rest[0], "unit") and rest[1].text == "," and not any(t.kind == "num" for t in rest):
        rest = rest[:1]  # (4 pcs., of different colours)
    if rest and not all(is_word(t, "unit", "generic", "total", "in", "copies") and not t.tags & {"each"} for t in rest):
        return False
    if rest and "generic" in rest[-1].tags:
        phrase.parts = chunks.read(inner)  # which of the two is the name is told by what it is called
        phrase.bracket_parts = True
    phrase.count, phrase.counted, phrase.bound, phrase.postfix = inner[at].value, True, bound, True
    return True


def _codes(inner: list[Token], phrase: Phrase) -> None:
    words = [t for t in inner if t.kind != "mark" and not is_word(t, "and")]
    if len(words) > 1 and all(is_word(t, "code") for t in words):
        phrase.codes = len(words)


def _take(parts: list[Phrase], phrase: Phrase) -> None:
    """Make the phrases of a bracket parts, or what they say of each piece."""
    if len(parts) == 1 and (parts[0].nameless or parts[0].copies or not parts[0].name) and apply_each(phrase, parts[0]):
        return
    if len(parts) == 1 and parts[0].nameless and parts[0].counted and phrase.counted:
        return
    parts = [p for p in parts if p.counted or not p.nameless]
    if parts:
        phrase.parts += parts
        phrase.bracket_parts = True


def apply_each(whole: Phrase, part: Phrase) -> bool:
    """A nameless part that speaks of every piece: ``4 of each``, ``7 for each of the 6``, ``per player``."""
    speaks = part.each is not None or part.copies or part.per or part.each_of or part.factor > 1
    if not speaks:
        return False
    if not part.counted:
        if part.factor > 1 and whole.counted:
            whole.factor *= part.factor
        elif part.per and not whole.per:
            whole.per, whole.per_base = part.per, part.per_base
        elif part.copies:
            return False
        return True
    number = part.count or 0
    if not whole.counted:
        whole.count, whole.counted, whole.bound = part.count, True, part.bound
        whole.factor *= part.each_of or part.factor or 1
        whole.per, whole.per_base, whole.kinds = part.per, part.per_base, part.kinds
        whole.each = -1 if part.kinds else None
        if part.each == -1 and not (part.each_of or part.kinds or part.per or part.factor > 1):
            whole.count, whole.bound = None, "doubtful"  # so many of each, nobody says of how many
        return True
    of = part.each_of or (part.factor if part.factor > 1 else None) or part.kinds
    if part.copies and not of and not part.per and whole.count is not None:
        whole.factor *= max(1, number)
        return True
    whole.each, whole.each_of = number, of
    if part.per:
        whole.per_base = whole.per_base or part.per_base
    return True
