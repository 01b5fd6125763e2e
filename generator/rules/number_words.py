"""Words that are numbers, one table a language, and only what the libraries lack: they know ``vinte e quatro``.

``weak`` words are numbers only where a claim captures them: articles, ordinals, ``pair``. Data alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

Amount = int | Fraction
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """A language's own numbers. ``sections``, ``steps``: words after which a number refers to a part of the text."""

    articles: frozenset[str] = frozenset()
    strong: Mapping[str, Amount] = field(default_factory=dict)
    weak: Mapping[str, Amount] = field(default_factory=dict)
    sections: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()
    rulings: tuple[str, ...] = ()  # a heading that names the section of rulings
    singular: frozenset[str] = frozenset()  # of both: those after which one number stands
    joins: frozenset[str] = frozenset()  # between two numbers of one reference: steps 2 to 4
    not_numbers: frozenset[str] = frozenset()  # words that the library takes for numbers
    pages: frozenset[str] = frozenset()  # of the sections, those that a text without pages cannot have
    signs: Mapping[str, str] = field(default_factory=dict)  # words of a sum: less, plus
    more: tuple[str, ...] = ()  # after a number: it, or more
    less: tuple[str, ...] = ()
    above: tuple[str, ...] = ()  # before a number: more than it
    below: tuple[str, ...] = ()
    up_to: tuple[str, ...] = ()


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _ranks(words: str) -> dict[str, Amount]:
    """Ordinals in order: all forms of the first, then of the second …, parted by ``|``."""
    return {word: rank for rank, forms in enumerate(words.split("|"), 1) for word in forms.split()}


_PT = Lexicon(
    articles=_words("um uma"),
    strong={
        "ambos": 2, "ambas": 2, "metade": HALF, "dúzia": 12, "dúzias": 12, "dobro": 2, "triplo": 3, "quádruplo": 4,
    },
    weak={
        "metades": HALF, "meia": HALF, "meio": HALF, "par": 2, "pares": 2, "dupla": 2, "trio": 3, "uns": 1, "umas": 1,
        "nenhum": 0, "nenhuma": 0, "único": 1, "única": 1,
        **_ranks(
            "primeiro primeira primeiros primeiras|segundo segunda|terceiro terceira|quarto quarta|quinto quinta|"
            "sexto sexta|sétimo sétima|oitavo oitava|nono nona|décimo décima"
        ),
    },
    sections=_words("seção seções secção secções capítulo capítulos página páginas pagina paginas item"),
    steps=_words("passo passos"),
    singular=_words("seção secção capítulo página pagina item passo"),
    rulings=("decisões", "esclarecimentos"),
    joins=_words("a e ou até"),
    pages=_words("página páginas pagina paginas"),
    signs={"mais": "+", "menos": "-", "vezes": "*"},
    more=("ou mais", "e mais", "ou maior"),
    less=("ou menos", "ou menor"),
    above=("mais de", "mais do que", "maior que", "acima de"),
    below=("menos de", "menos do que", "menor que", "abaixo de"),
    up_to=("até",),
)  # fmt: skip
_EN = Lexicon(
    articles=_words("a an one"),
    strong={
        "both": 2, "half": HALF, "dozen": 12, "dozens": 12, "twice": 2, "thrice": 3, "double": 2, "triple": 3,
    },
    weak={
        "halves": HALF, "halve": HALF, "halved": HALF, "pair": 2, "pairs": 2, "couple": 2, "trio": 3, "once": 1,
        "single": 1, "none": 0, "no": 0,
        **_ranks("first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"),
    },
    sections=_words("section sections chapter chapters page pages"),
    steps=_words("step steps"),
    singular=_words("section chapter page step"),
    rulings=("rulings", "clarifications"),
    joins=_words("to and or through"),
    not_numbers=_words("o oh"),
    pages=_words("page pages"),
    signs={"plus": "+", "minus": "-", "less": "-", "times": "*"},
    more=("or more", "and more", "or higher", "or greater", "and up", "and above"),
    less=("or less", "or fewer", "or lower"),
    above=("more than", "greater than", "higher than", "above", "over"),
    below=("less than", "fewer than", "lower than", "below", "under"),
    up_to=("up to",),
)  # fmt: skip
_RU = Lexicon(
    articles=_words("один одна одно одни одного одной одному одну одним одном одних одними"),
    strong={
        "оба": 2, "обе": 2, "обоих": 2, "обеих": 2, "обоим": 2, "обеим": 2, "обоими": 2, "обеими": 2,
        "половина": HALF, "половину": HALF, "половины": HALF, "половиной": HALF, "половине": HALF,
        "дюжина": 12, "дюжины": 12, "дюжину": 12, "дюжин": 12, "вдвое": 2, "втрое": 3, "вчетверо": 4,
        "дважды": 2, "трижды": 3, "четырежды": 4, "полтора": Fraction(3, 2), "полторы": Fraction(3, 2),
        "двое": 2, "двоих": 2, "двоим": 2, "трое": 3, "троих": 3, "троим": 3, "четверо": 4, "четверых": 4,
        "пятеро": 5, "пятерых": 5, "шестеро": 6, "шестерых": 6, "вдвоём": 2, "вдвоем": 2, "втроём": 3, "втроем": 3,
        "вчетвером": 4, "впятером": 5, "вшестером": 6,
    },
    weak={
        "пол": HALF, "пара": 2, "пары": 2, "пару": 2, "пар": 2, "раз": 1,
        "единственный": 1, "единственная": 1, "единственное": 1,
        **_ranks(
            "первый первая первое первые первого первой первом первую первым первых|"
            "второй вторая второе вторые второго втором вторую вторым вторых|"
            "третий третья третье третьи третьего третьей третьем третью третьим третьих|"
            "четвёртый четвёртая четвёртое четвёртого четвёртой четвёртую четвёртым|"
            "пятый пятая пятое пятого пятой пятую пятым|шестой шестая шестое шестого шестую шестым|"
            "седьмой седьмая седьмое седьмого седьмую|восьмой восьмая восьмое восьмого восьмую|"
            "девятый девятая девятое девятого девятую|десятый десятая десятое десятого десятую"
        ),
    },
    sections=_words("раздел раздела разделе разделу разделы разделов разделах глава главы главе стр страница"),
    steps=_words("шаг шаги шага шагов пункт пункта пункте пункты"),
    singular=_words("раздел раздела разделе разделу глава главы главе стр страница шаг пункт пункта пункте"),
    rulings=("решения", "разъяснения"),
    joins=_words("и или до по"),
    pages=_words("стр страница"),
    signs={"плюс": "+", "минус": "-"},
    more=("и больше", "или больше", "и более", "или более", "и выше"),
    less=("и меньше", "или меньше", "и менее", "или менее", "и ниже"),
    above=("больше", "более", "свыше", "выше"),
    below=("меньше", "менее", "ниже"),
    up_to=("до",),
)  # fmt: skip
_BY_LANGUAGE: Mapping[str, Lexicon] = {"pt": _PT, "en": _EN, "ru": _RU}


def lexicon_of(language: str) -> Lexicon:
    """The table of a language code, ``pt-br`` falling back to ``pt``; an empty one where we have none."""
    return _BY_LANGUAGE.get(language) or _BY_LANGUAGE.get(language.partition("-")[0]) or Lexicon()
