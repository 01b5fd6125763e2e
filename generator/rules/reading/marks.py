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
        if plain and is_word(row[1], "to") and row[2].value > row[0].value:
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
        if token.kind == "num" and result and is_word(result[-1], "attrnoun"):
            after = tokens[at + 1] if at + 1 < len(tokens) else None
            if not (after is not None and after.kind == "word" and "noun" in after.tags) and not _colon_before(result):
                token.kind, token.tags = "code", frozenset(["code"])
        result.append(token)
        at += 1
    return result


def _colon_before(result: list[Token]) -> bool:
    return False


def _counts_none(tokens: list[Token], at: int, lang: Language) -> int:
    """How many tokens a number and its noun take, where that noun is no piece."""
    for length in (2, 3):
        if at + length > len(tokens):
            return 0
        noun = tokens[at + length - 1]
        if noun.kind != "word":
            return 0
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
            return length if "never" in noun.tags or "kinds" in noun.tags else 0
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
        while end < len(tokens) and is_word(tokens[end], "color", "attr"):
            seen += 1
            if end + 2 < len(tokens) and _joins(tokens[end + 1]) and is_word(tokens[end + 2], "color", "attr"):
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
    token = tokens[at]
    if not is_word(token, "each", "per", "distributive"):
        return None, 0
    each = "each" in token.tags or (token.tags.isdisjoint(["prep", "with"]) and "distributive" in token.tags)
    end = at + 1
    if "each" not in token.tags and end < len(tokens) and is_word(tokens[end], "each"):
        return None, 0  # na každego: the each itself is read next
    while (
        end < len(tokens)
        and end - at < 4
        and is_word(tokens[end], *_SMALL)
        and not tokens[end].tags & {"noun", "distributive"}
    ):
        if is_word(tokens[end], "with") and not is_word(tokens[end], "of"):
            break
        end += 1
    here = tokens[end] if end < len(tokens) else None
    if each and here is not None and here.kind == "kinds":
        return _one("eachof", tokens[at : end + 1], text, value=here.value, base=here.base), end + 1 - at
    if (
        each
        and here is not None
        and here.kind == "num"
        and not here.article
        and end > at + 1
        and not is_word(token, "per")
    ):
        stop = end + 1
        while stop < len(tokens) and stop - end < 3 and _plain(tokens[stop]):
            stop += 1
        if stop > end + 1:
            return _one("eachof", tokens[at:stop], text, value=here.value, base=tokens[end + 1].base), stop - at
    if each and here is not None and here.kind == "num" and "each" in token.tags and here.article and end > at + 1:
        pass
    with_ = tokens[at + 1] if at + 1 < len(tokens) else None
    if (
        each
        and with_ is not None
        and ((is_word(with_, "with", "verb") and not is_word(with_, "of")) or with_.text == ":")
    ):
        if with_.text == ":" and (token.span > 1 or any(t.kind == "num" for t in tokens[max(0, at - 2) : at])):
            return _one("each", tokens[at : at + 1], text), 1
        return _one("eachwith", tokens[at : at + 2], text), 2
    if each and with_ is not None and is_word(with_, "wrap", "noun", "kinds", "player", "never"):
        then = tokens[at + 2] if at + 2 < len(tokens) else None
        if then is not None and is_word(then, "noun", "generic") and not lang.head_first:
            return None, 0
        used = 3 if then is not None and is_word(then, "kinds") and not lang.head_first else 2
        return _one(
            "per", tokens[at : at + used], text, base=with_.base, inner=[with_], tags=with_.tags | {"byeach"}
        ), used
    if each and "each" in token.tags and with_ is not None and _plain(with_) and not with_.tags & {"copies", "verb"}:
        return _one("per", tokens[at : at + 2], text, base=with_.base, inner=[with_], tags=with_.tags | {"byeach"}), 2
    if each and here is not None and end > at + 1 and is_word(here, "kinds", "player", "never"):
        return _one(
            "per", tokens[at : end + 1], text, base=here.base, inner=[here], tags=here.tags | {"byeach"}
        ), end + 1 - at
    if is_word(token, "per") and with_ is not None and is_word(with_, "player", "kinds", "wrap"):
        return _one("per", tokens[at : at + 2], text, base=with_.base, inner=[with_], tags=with_.tags), 2
    if (
        is_word(token, "per")
        and not is_word(token, "prep")
        and with_ is not None
        and with_.kind == "word"
        and _plain(with_)
    ):
        return _one("per", tokens[at : at + 2], text, base=with_.base, inner=[with_], tags=with_.tags), 2
    if "each" in token.tags or (each and "distributive" in token.tags):
        made = _one("each", tokens[at : at + 1], text)
        made.tags = token.tags
        return made, 1
    if "distributive" in token.tags and with_ is not None and with_.kind == "num":
        return _one("each", tokens[at : at + 1], text), 1
    return None, 0


def _plain(token: Token) -> bool:
    return token.kind == "word" and token.tags.isdisjoint(
        ["verb", "prep", "with", "and", "rel", "color", "attr", "each", "instruct"]
    )
