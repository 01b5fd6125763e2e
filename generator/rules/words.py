"""The small words of component lists, one table a language. Data alone: a language is added by adding a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A language's words, case-folded.

    ``headings`` name a section of components; ``weak`` ones may also head the cards' descriptions. ``nouns`` are what
    is counted → the catalogue's form, "" for any. ``joins`` stand between noun and name (``cartas de …``). ``links``
    are verbs after which a pile is named (``52 form the …``). ``endings`` bring plural and singular to one common
    form, longest first; ``irregular`` whole words likewise. ``lemmas``: the language in which words are looked up.
    """

    headings: tuple[str, ...]
    weak: tuple[str, ...]
    nouns: Mapping[str, str]
    totals: frozenset[str]
    articles: frozenset[str] = frozenset()
    joins: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    ands: frozenset[str] = frozenset()
    endings: tuple[tuple[str, str], ...] = ()
    irregular: Mapping[str, str] = field(default_factory=dict)
    lemmas: str = ""


def _nouns(forms: Mapping[str, str]) -> dict[str, str]:
    """Form → its nouns, turned round; ``any`` is no form."""
    return {noun: "" if form == "any" else form for form, nouns in forms.items() for noun in nouns.split()}


_PT = Words(
    headings=("componentes", "componente", "conteúdo", "conteúdos", "material", "materiais"),
    weak=("as cartas", "cartas", "as peças", "peças"),
    nouns=_nouns(
        {
            "card": "carta cartas",
            "board": "tabuleiro tabuleiros",
            "mat": "tapete tapetes painel painéis",
            "token": "ficha fichas marcador marcadores",
            "die": "dado dados",
            "any": "peça peças componente componentes unidade unidades cópia cópias exemplar exemplares",
        }
    ),
    totals=frozenset(["total", "no total", "ao todo", "ao total", "em total", "na caixa", "no jogo"]),
    articles=frozenset(["o", "a", "os", "as", "um", "uma"]),
    joins=frozenset(["de", "do", "da", "dos", "das"]),
    links=frozenset(["é", "são", "forma", "formam", "compõe", "compõem", "constituem"]),
    ands=frozenset(["e"]),
    endings=(
        ("ões", "ão"),
        ("ães", "ão"),
        ("ãos", "ão"),
        ("ais", "al"),
        ("éis", "el"),
        ("eis", "el"),
        ("óis", "ol"),
        ("uis", "ul"),
        ("is", "il"),
        ("ns", "m"),
        ("es", ""),
        ("s", ""),
        ("e", ""),  # torre, torres; marcador, marcadores: the e goes from both
    ),
)
_EN = Words(
    headings=("components", "component list", "contents", "in the box", "materials"),
    weak=("the cards", "cards", "the pieces", "pieces"),
    nouns=_nouns(
        {
            "card": "card cards",
            "board": "board boards",
            "mat": "mat mats",
            "token": "token tokens counter counters marker markers",
            "standee": "standee standees",
            "die": "die dice",
            "any": "piece pieces component components unit units copy copies pc pcs",
        }
    ),
    totals=frozenset(["total", "in total", "in all", "altogether", "in the box", "in the game"]),
    articles=frozenset(["the", "a", "an"]),
    joins=frozenset(["of"]),
    links=frozenset(["is", "are", "form", "forms", "make", "make up", "makes up", "constitute"]),
    ands=frozenset(["and"]),
    endings=(("ies", "y"), ("ves", "f"), ("ss", "ss"), ("es", ""), ("ve", "f"), ("fe", "f"), ("s", ""), ("e", "")),
    irregular={"dice": "die", "men": "man", "women": "woman"},
)
# Russian counts its nouns in three cases, and endings alone do not bring them together.
_RU = Words(
    headings=("состав игры", "состав", "компоненты", "комплектация", "содержимое"),
    weak=("карты",),
    nouns=_nouns(
        {
            "card": "карта карты карт",
            "board": "поле поля полей",
            "mat": "планшет планшета планшетов",
            "token": "жетон жетона жетонов фишка фишки фишек",
            "die": "кубик кубика кубиков",
            "any": "деталь детали деталей компонент компонента компонентов штука штуки штук шт",
        }
    ),
    totals=frozenset(["всего", "итого", "в сумме", "в коробке"]),
    links=frozenset(["составляют", "образуют"]),
    ands=frozenset(["и"]),
    lemmas="ru",
)
LANGUAGES: Mapping[str, Words] = {"pt": _PT, "en": _EN, "ru": _RU}


def words_of(language: str) -> Words | None:
    """The table of a language code, ``pt-br`` falling back to ``pt``; None where we have none."""
    return LANGUAGES.get(language) or LANGUAGES.get(language.partition("-")[0])
