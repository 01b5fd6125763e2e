"""What several tokens say together: ``20 faces``, ``red and blue``, ``for each of the 4 players``, ``from 1 to 7``."""

from __future__ import annotations

from generator.rules.reading.language import Language
from generator.rules.reading.tokens import Token

_SMALL = frozenset(["of", "def", "prep", "in"])
_ADJECTIVES = ("ых", "их", "ого", "ых", "ые", "ych", "ich", "ej", "ymi")
_LIST = frozenset([",", "/", "&"])


def marked(tokens: list[Token], text: str, lang: Language) -> list[Token]:
    """The tokens with such rows made one; brackets are done too."""
    for token in tokens:
        if token.inner:
            token.inner = marked(token.inner, text, lang)
    tokens = _values(_ranges(tokens, text), text)
    tokens = _sizes(tokens, text, lang)
    tokens = _colours(tokens, text)
    return _each(tokens, text, lang)


def is_word(token: Token, *tags: str) -> bool:
    return token.kind == "word" and not token.tags.isdisjoint(tags)


def _one(kind: str, row: list[Token], text: str, **more: object) -> Token:
    made = Token(kind, text[row[0].start : row[-1].end], row[0].start, row[-1].end)
    for key, value in more.items():
        setattr(made, key, value)
    return made


def _values(tokens: list[Token], text: str) -> list[Token]:
    """``notes of 1, 5 and 10``: a row of bare numbers behind a preposition counts nothing."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        end = at
        while end < len(tokens) and tokens[end].kind in ("num", "bad") and not tokens[end].spelled:
            if end + 2 < len(tokens) and _joins(tokens[end + 1]) and tokens[end + 2].kind in ("num", "bad"):
                end += 2
            else:
                end += 1
                break
        row = tokens[at:end]
        after = tokens[end] if end < len(tokens) else None
        bare = after is None or after.kind in ("mark", "group") or is_word(after, "and", "money", "prep")
        value = tokens[end + 1] if end + 1 < len(tokens) else None
        if value is not None and is_word(value, "attrnoun", "money") and is_word(tokens[end], "prep"):
            bare = False  # 10 of value 1, 5 of value 2
        if len(row) > 2 and bare and result and is_word(result[-1], "prep", "of", "attrnoun", "with", "from"):
            result.append(_one("skip", row, text, tags=frozenset(["values"])))
            at = end
        else:
            result.append(tokens[at])
            at += 1
    return result


def _ranges(tokens: list[Token], text: str) -> list[Token]:
    """``from 1 to 7`` and ``numbered 1 to 7``."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        row = tokens[at : at + 3]
        if (
            len(row) == 3
            and result
            and is_word(result[-1], "between")
            and row[0].kind == row[2].kind == "num"
            and is_word(row[1], "and")
        ):
            result.append(_one("range", row, text, value=row[0].value, high=row[2].value))
            result[-1].start = result.pop(-2).start
            at += 3
            continue
        plain = len(row) == 3 and row[0].kind == row[2].kind == "num" and not row[0].tags and not row[0].plus
        started = bool(result) and is_word(result[-1], "from")
        if plain and is_word(row[1], "distributive") and not started:
            result += [row[0], _one("skip", row[1:], text, tags=frozenset(["values"]))]  # 20 по 100
            at += 3
        elif plain and is_word(row[1], "to") and row[2].value > row[0].value:
            made = _one("range", row, text, value=row[0].value, high=row[2].value)
            if result and is_word(result[-1], "from"):
                made.start = result.pop().start
            result.append(made)
            at += 3
        else:
            result.append(tokens[at])
            at += 1
    return result


def _sizes(tokens: list[Token], text: str, lang: Language) -> list[Token]:
    """Numbers that count players, faces, pages, colours: no pieces. Kinds keep their number: one may multiply by it."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        length = _counts_none(tokens, at, lang) if token.kind in ("num", "range") else 0
        if length:
            noun = tokens[at + length - 1]
            kind = "kinds" if token.kind == "num" and "kinds" in noun.tags else "skip"
            made = _one(kind, tokens[at : at + length], text, value=token.value, base=noun.base)
            if token.plus or token.kind == "range":
                made.kind = "skip"
            made.tags = noun.tags & {"player", "kinds", "never"}
            result.append(made)
            at += length
            continue
        if token.kind == "num" and result and is_word(result[-1], "attrnoun") and not is_word(result[-1], "split"):
            after = tokens[at + 1] if at + 1 < len(tokens) else None
            if not (after is not None and after.kind == "word" and "noun" in after.tags):
                token.kind, token.tags = "code", frozenset(["code"])
        result.append(token)
        at += 1
    return result


def _counts_none(tokens: list[Token], at: int, lang: Language) -> int:
    """How many tokens a number and its noun take, where that noun is no piece."""
    if "times" in tokens[at].tags:
        return 0
    for length in (2, 3):
        if at + length > len(tokens):
            return 0
        noun = tokens[at + length - 1]
        if noun.kind != "word":
            return 0
        if at == 0 and "noun" in noun.tags and "never" in noun.tags:
            return 0  # "10 casas de madeira" heads a line: houses, no spaces
        if noun.tags & {"never", "kinds", "money"} and not noun.tags & {"code"}:
            after = tokens[at + length] if at + length < len(tokens) else None
            compound = not lang.head_first and after is not None and after.kind == "word"
            if (
                compound
                and after is not None
                and (after.tags & {"noun", "generic", "wrap"} or _compounds(tokens, at + length))
            ):
                return 0
            one = tokens[at].value != 1 and lang.code == "en" and noun.low == noun.base and not noun.low.endswith("s")
            if (
                one
                and after is not None
                and after.kind == "word"
                and after.tags.isdisjoint(["prep", "and", "verb", "each", "be", "or", "in"])
            ):
                return 0  # five turn summaries
            if "never" not in noun.tags and "kinds" in noun.tags and "noun" in noun.tags:
                return 0
            free = at == 0 or not is_word(tokens[at - 1], "prep", "of", "in", "each", "distributive", "def")
            return 0 if free and "never" not in noun.tags else length
        if noun.tags & {"noun", "prep", "and", "verb", "each", "of", "unit"} or length == 3:
            return 0
        adjective = bool(noun.tags & {"attr", "color"}) or (
            lang.code in ("ru", "pl") and noun.low.endswith(_ADJECTIVES)
        )
        if not adjective and (lang.head_first or noun.tags):
            return 0
    return 0


def _compounds(tokens: list[Token], at: int) -> bool:
    """``4 player action boards``: a piece stands at the end of the row of nouns."""
    for token in tokens[at : at + 3]:
        if token.kind != "word" or token.tags & {"prep", "verb", "and"}:
            return False
        if token.tags & {"noun", "generic", "wrap"}:
            return True
    return False


def _colours(tokens: list[Token], text: str) -> list[Token]:
    """``red, blue and green`` as one token that knows their number."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        end, seen = at, 0
        while end < len(tokens) and is_word(tokens[end], "color", "material"):
            seen += 1
            if end + 2 < len(tokens) and _joins(tokens[end + 1]) and is_word(tokens[end + 2], "color", "material"):
                end += 2
            else:
                end += 1
                break
        if seen > 1 and any("color" in t.tags for t in tokens[at:end]):
            result.append(_one("colours", tokens[at:end], text, value=seen))
            at = end
        else:
            result.append(tokens[at])
            at += 1
    return result


def _joins(token: Token) -> bool:
    return (token.kind == "mark" and token.text in _LIST) or is_word(token, "and")


def _each(tokens: list[Token], text: str, lang: Language) -> list[Token]:
    """``each of the 4 players`` → eachof, ``per player`` → per, ``each with`` → eachwith, ``of each`` → each."""
    result: list[Token] = []
    at = 0
    while at < len(tokens):
        made, used = _each_at(tokens, at, text, lang)
        if made is None:
            result.append(tokens[at])
            at += 1
            continue
        while result and made.kind in ("eachof", "per") and is_word(result[-1], "prep", "in", "of", "per"):
            made.start = result.pop().start
        result.append(made)
        at += used
    return result


def _each_at(tokens: list[Token], at: int, text: str, lang: Language) -> tuple[Token | None, int]:
    """(what begins here, how many tokens it takes)."""
    token = tokens[at]
    if not is_word(token, "each", "per", "distributive"):
        return None, 0
    each = "each" in token.tags or (token.tags.isdisjoint(["prep", "with"]) and "distributive" in token.tags)
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is not None and "each" not in token.tags and is_word(following, "each"):
        return None, 0  # na każdego: the each itself is read next
    found = None
    if each:
        found = _each_of(tokens, at, text) or _each_with(tokens, at, text) or _for_each(tokens, at, text, lang)
    elif is_word(token, "per") and following is not None:
        close = is_word(following, "player", "kinds", "wrap")
        if close or (not is_word(token, "prep") and _plain(following)):
            found = _per(tokens[at : at + 2], text, following), 2
    if found is not None:
        return found
    if each or ("distributive" in token.tags and following is not None and following.kind == "num"):
        return _one("each", tokens[at : at + 1], text, tags=token.tags if each else frozenset()), 1
    return None, 0


_Found = tuple[Token | None, int] | None


def _per(row: list[Token], text: str, noun: Token, *tags: str) -> Token:
    return _one("per", row, text, base=noun.base, inner=[noun], tags=noun.tags | set(tags))


def _beyond(tokens: list[Token], at: int) -> int:
    """Past the small words: of the, de cada uma das."""
    end = at + 1
    while end < len(tokens) and end - at < 4 and is_word(tokens[end], *_SMALL):
        small = not tokens[end].tags & {"noun", "distributive"}
        if not small or (is_word(tokens[end], "with") and not is_word(tokens[end], "of")):
            break
        end += 1
    return end


def _each_of(tokens: list[Token], at: int, text: str) -> _Found:
    """``each of the 4 players``, ``of each kind``."""
    end = _beyond(tokens, at)
    here = tokens[end] if end < len(tokens) else None
    if here is None:
        return None
    if here.kind == "kinds":
        return _one("eachof", tokens[at : end + 1], text, value=here.value, base=here.base), end + 1 - at
    if here.kind == "num" and not here.article and end > at + 1 and not is_word(tokens[at], "per"):
        stop = end + 1
        while stop < len(tokens) and stop - end < 3 and _plain(tokens[stop]):
            stop += 1
        if stop > end + 1:
            return _one("eachof", tokens[at:stop], text, value=here.value, base=tokens[end + 1].base), stop - at
    return None


def _each_with(tokens: list[Token], at: int, text: str) -> _Found:
    """``each with``, ``chacune :``."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None:
        return None
    if following.kind == "num" and _apart(tokens, at):
        return _one("eachwith", tokens[at : at + 1], text), 1  # 4 sets — in each 5 discs
    if following.text == ":":
        counted = tokens[at].span > 1 or any(t.kind == "num" for t in tokens[max(0, at - 2) : at])
        if counted:
            return _one("each", tokens[at : at + 1], text), 1
    elif not is_word(following, "with", "verb", "split") or is_word(following, "of"):
        return None
    return _one("eachwith", tokens[at : at + 2], text), 2


def _apart(tokens: list[Token], at: int) -> bool:
    """Whether ``in each`` begins anew behind a dash or a comma."""
    inside = tokens[at].span > 1
    if not inside and at and is_word(tokens[at - 1], "in"):
        at, inside = at - 1, True
    return inside and at > 1 and tokens[at - 1].kind == "mark" and tokens[at - 1].text in ",-–—"


def _for_each(tokens: list[Token], at: int, text: str, lang: Language) -> _Found:
    """``each player``, ``in each player color``, ``de cada tipo``."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    then = tokens[at + 2] if at + 2 < len(tokens) and not lang.head_first else None
    if following is not None and is_word(following, "wrap", "noun", "kinds", "player", "never"):
        if then is not None and is_word(then, "noun", "generic") and is_word(following, "player"):
            return _per(tokens[at : at + 3], text, then, "byeach"), 3  # each player board
        if then is not None and is_word(then, "noun", "generic"):
            return None, 0
        used = 3 if then is not None and is_word(then, "kinds") else 2
        return _per(tokens[at : at + used], text, following, "byeach"), used
    known = following is not None and "each" in tokens[at].tags and not following.tags & {"copies", "verb", "split"}
    if following is not None and known and _plain(following):
        return _per(tokens[at : at + 2], text, following, "byeach"), 2
    end = _beyond(tokens, at)
    if at + 1 < end < len(tokens) and is_word(tokens[end], "kinds", "player", "never"):
        return _per(tokens[at : end + 1], text, tokens[end], "byeach"), end + 1 - at
    return None


def _plain(token: Token) -> bool:
    return token.kind == "word" and token.tags.isdisjoint(
        ["verb", "prep", "with", "and", "rel", "color", "attr", "each", "instruct"]
    )
