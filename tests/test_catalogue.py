"""A number that is printed as another one, silent English on a Portuguese card, a star that turns half a deck italic, a
card that counts in an edition it is no part of: read from real files, down to the paper where it matters.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest

from generator import build as steps
from generator.catalogue import Catalogue, Component, Length, Range, Run
from generator.catalogue.markup import MarkupError, parse, plain
from generator.problem import Problem, SourceError
from tests.conftest import Workshop

Make = Callable[..., Workshop]
GAME, WEAPONS = "cards/duel/game.yaml", "cards/duel/weapons.yaml"


def load(shop: Workshop) -> Catalogue:
    [catalogue] = steps.catalogues(steps.Project(root=shop.root), ("duel",))
    return catalogue


def component(shop: Workshop, ident: str = "sword") -> Component:
    return next(c for c in load(shop).components if c.id == ident)


def refused(shop: Workshop) -> list[Problem]:
    with pytest.raises(SourceError) as caught:
        load(shop)
    return list(caught.value.problems)


def with_field(shop: Workshop, declared: str, written: str | None = None) -> Workshop:
    """The kind has one more field, ``more``; the sword has it as it is written."""
    shop.edit(GAME, "text: markup", f"text: markup\n      more: {declared}")
    if written is not None:
        shop.edit(WEAPONS, "damage: 40", f"damage: 40\n    more: {written}")
    return shop


def printed(shop: Workshop, language: str = "en") -> str:
    """All words of the first page."""
    [edition] = shop.build("duel", languages=(language,), only=("cards.pdf",))
    document = pypdfium2.PdfDocument(edition.files["cards.pdf"])
    words = document[0].get_textpage().get_text_range()
    document.close()
    return " ".join(words.split())


# Fields ---------------------------------------------------------------------------------------------------------------

OPTIONAL = "{{type: {}, required: no}}"


@pytest.mark.parametrize(
    ("declared", "written", "value"),
    [
        ("text", "no", {"pt": "no", "en": "no"}),
        ("text", "{pt: sim, en: yes}", {"pt": "sim", "en": "yes"}),
        ("text", "1:30", {"pt": "1:30", "en": "1:30"}),
        ("text", "010", {"pt": "010", "en": "010"}),
        ("text", "08", {"pt": "08", "en": "08"}),
        ("text", "3.0", {"pt": "3.0", "en": "3.0"}),
        ("text", "2031-07-19", {"pt": "2031-07-19", "en": "2031-07-19"}),
        ("text", "~", {"pt": "~", "en": "~"}),
        ("text", '"**a**"', {"pt": "**a**", "en": "**a**"}),
        ("integer", "40", 40),
        ("integer", "-2", -2),
        ("integer", "0", 0),
        ("word", "octagon", "octagon"),
        ("word", "2-x_y", "2-x_y"),
        ("length", "16 mm", Length(16.0)),
        ("length", "1.6cm", Length(16.0)),
        ("length", ".5 in", Length(12.7)),
        ("length", "72 pt", Length(25.4)),
        ("length", "-3 mm", Length(-3.0)),
        ("length", "\u22123 mm", Length(-3.0)),
        ("image", "art:ak47.svg", "art:ak47.svg"),
        ("range", "4-6", Range(4, 6)),
        ("range", "4 \u2013 6", Range(4, 6)),
        ("range", "4", Range(4, 4)),
        ("ref", "dagger", "dagger"),
        ("list of integer", "[1, 2, -3]", (1, 2, -3)),
        ("list of word", "[a, b]", ("a", "b")),
        ("list of ref", "[dagger, sword]", ("dagger", "sword")),
        ("list of range", "[1-2, 3]", (Range(1, 2), Range(3, 3))),
        ("list of text", "[{pt: a, en: b}, c]", ({"pt": "a", "en": "b"}, {"pt": "c", "en": "c"})),
        ("list of word", "[]", ()),
    ],
)
def test_a_field_holds_what_was_typed(declared: str, written: str, value: Any, workshop: Make) -> None:
    found = component(with_field(workshop(), OPTIONAL.format(declared), written)).values["more"]
    assert found == (pytest.approx(value) if isinstance(value, Length) else value)
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("declared", "written", "code"),
    [
        ("text", "{pt: a}", "missing-translation"),
        ("text", "{pt: a, en: b, fr: c}", "unknown-language"),
        ("text", "{pt: a, en: ''}", "empty"),
        ("text", "[a]", "wrong-type"),
        ("text", '"  "', "empty"),
        ("text", "#7", "empty"),
        ("markup", "{pt: a, en: '**b'}", "markup"),
        ("integer", "'4 '", "wrong-type"),
        ("integer", "010", "wrong-type"),
        ("integer", "4.0", "wrong-type"),
        ("integer", "1e3", "wrong-type"),
        ("integer", "+4", "wrong-type"),
        ("integer", "four", "wrong-type"),
        ("integer", "{pt: 4, en: 4}", "wrong-type"),
        ("word", "Octagon", "wrong-type"),
        ("word", "two words", "wrong-type"),
        ("word", "ação", "wrong-type"),
        ("length", "16", "bad-length"),
        ("length", "16,5 mm", "bad-length"),
        ("image", "art:none.svg", "missing-file"),
        ("image", "art:../game.yaml", "bad-path"),
        ("image", "AK47.svg", "missing-file"),
        ("range", "6-4", "out-of-range"),
        ("range", "-4", "wrong-type"),
        ("range", "4-6-8", "wrong-type"),
        ("range", "4 to 6", "wrong-type"),
        ("ref", "daggr", "unknown-ref"),
        ("ref", "[dagger]", "wrong-type"),
        ("list of ref", "[dagger, daggr]", "unknown-ref"),
        ("list of word", "a", "wrong-type"),
        ("list of integer", "[1, x]", "wrong-type"),
    ],
)
def test_what_a_field_cannot_hold_is_refused_at_its_place(
    declared: str, written: str, code: str, workshop: Make
) -> None:
    shop = with_field(workshop(), OPTIONAL.format(declared), written)
    [problem] = refused(shop)
    line = (shop.root / WEAPONS).read_text(encoding="utf-8").splitlines()[problem.where.line - 1]
    assert problem.code == code
    assert problem.where.path == WEAPONS
    assert line.startswith("    more:")
    assert problem.where.column >= line.index(":") + 2


def test_a_field_that_is_needed_must_be_there(workshop: Make) -> None:
    problems = refused(with_field(workshop(), "word", "x"))
    assert [(p.code, p.where.line) for p in problems] == [("missing-key", 11)]
    assert "'more'" in problems[0].message


def test_a_field_that_is_not_needed_is_none_in_the_layout(workshop: Make) -> None:
    shop = with_field(workshop(), OPTIONAL.format("word"))
    shop.edit("templates/duel/card.xml.j2", "{{ card.damage }}", "{{ card.more if card.more is not none else '?' }}")
    assert printed(shop).count("?") == 6
    assert "more" not in component(shop).values


def test_a_length_and_a_range_come_to_the_layout_as_they_are_written(workshop: Make) -> None:
    shop = with_field(workshop(), OPTIONAL.format("length"), "1.6 cm")
    shop.edit(GAME, "text: markup", "text: markup\n      dice: {type: range, required: no}")
    shop.edit(WEAPONS, "damage: 40", "damage: 40\n    dice: 4-6")
    shop.edit("templates/duel/card.xml.j2", "</face>", """
      {% if card.more %}<rect x="1mm" y="1mm" width="{{ card.more }}" height="1mm" fill="#000000"/>
      <text x="4mm" baseline="20mm" width="50mm" font="text" size="8pt" fill="#000000">
      {{ card.dice.low }} / {{ card.dice.high }} / {{ card.dice.text }}</text>{% endif %}
    </face>""")  # fmt: skip
    assert "4 / 6 / 4–6" in printed(shop)


def test_references_lead_to_cards_and_may_go_round_in_a_ring(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "damage: 40", "damage: 40\n    answers: [dagger, sword]")
    shop.edit(WEAPONS, "damage: 20", "damage: 20\n    answers: [sword]")
    words = "{% for other in card.answers %}{{ other.name }}={{ other.answers[0].damage }};{% endfor %}"
    shop.edit("templates/duel/card.xml.j2", "{{ card.name }}", words)
    shop.edit("templates/duel/card.xml.j2", 'size="18pt" min-size="10pt"', 'size="8pt"')
    assert "Dagger=40;Sword=20;" in printed(shop)
    assert "Espada=20;" in printed(shop, "pt")


# Kinds and components -------------------------------------------------------------------------------------------------


def test_a_kind_gives_and_a_component_overrides(workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, "decks:\n", "decks:\n  side: {name: Side}\n")
    own = ["trim: mini-euro", "bleed: 1 mm", "corner: 0 mm", "deck: side", "own_sheet: yes", "front: duel/back.xml.j2"]
    shop.edit(WEAPONS, "copies: 2", "\n    ".join(["copies: 2", *own]))
    kind = load(shop).kinds["weapon"].build
    sword, dagger = component(shop).build, component(shop, "dagger").build
    assert sword == kind
    assert (sword.trim, sword.bleed, sword.corner, sword.deck, sword.own_sheet) == ((63, 88), 3, 3, "draw", False)
    assert (dagger.trim, dagger.bleed, dagger.corner, dagger.deck) == ((44, 68), 1, 0, "side")
    assert (dagger.front, dagger.back, dagger.own_sheet) == ("duel/back.xml.j2", kind.back, True)


def test_a_default_is_every_components_until_it_says_otherwise(workshop: Make) -> None:
    shop = workshop()
    assert component(shop).values["picture"] == "art:broadsword.svg"
    assert component(shop, "dagger").values["picture"] == "art:plain-dagger.svg"
    shop.edit(GAME, "picture: art:broadsword.svg\ncatalogue", "picture: art:broadsword.svg\n      damage: 7\ncatalogue")
    shop.edit(WEAPONS, "    damage: 40\n", "")
    assert (component(shop).values["damage"], component(shop, "dagger").values["damage"]) == (7, 20)
    assert "Deals 7 damage" in printed(shop)


def test_a_default_text_quotes_the_value_of_each_card(workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, "catalogue:", '      text: "Costs {{ damage }} coins."\ncatalogue:')
    source = (shop.root / WEAPONS).read_text(encoding="utf-8")
    shop.write(
        WEAPONS,
        "\n".join(line for line in source.splitlines() if not line.lstrip().startswith(("text:", "pt:", "en:"))),
    )
    words = printed(shop)
    assert words.count("Costs 40 coins.") == 4
    assert words.count("Costs 20 coins.") == 2


def test_a_wrong_default_is_told_once_where_it_stands(workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, "picture: art:broadsword.svg\ncatalogue", "picture: art:none.svg\n      damag: 3\ncatalogue")
    assert sorted(p.code for p in refused(shop)) == ["missing-file", "unknown-key"]


def test_a_text_that_quotes_a_wrong_default_does_not_complain_as_well(workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, "picture: art:broadsword.svg\ncatalogue", "damage: many\ncatalogue")
    shop.edit(WEAPONS, "    damage: 40\n", "")
    [problem] = [p for p in refused(shop) if p.where.path == GAME or "damage" in p.message]
    assert (problem.code, problem.where.path) == ("wrong-type", GAME)


def test_copies_are_one_unless_they_are_counted(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "    copies: 4\n", "")
    assert component(shop).copies == 1
    shop.edit(WEAPONS, "copies: 2", "copies: 0")
    [edition] = shop.build("duel", languages=("en",))
    manifest = {entry["id"]: entry for entry in json.loads(edition.files["manifest.json"])["components"]}
    assert len([place for place in manifest["sword"]["printed"] if place["side"] == "front"]) == 1
    assert manifest["dagger"]["printed"] == [], "listed, and not printed"


def test_one_file_may_hold_several_kinds(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "kind: weapon\n", "")
    shop.edit(WEAPONS, "id: sword", "id: sword\n    kind: weapon")
    assert [(p.code, p.where.line) for p in refused(shop)] == [("missing-key", 10)]
    shop.edit(WEAPONS, "id: dagger", "id: dagger\n    kind: weapon")
    assert {c.kind for c in load(shop).components} == {"weapon"}


def test_components_stand_in_the_order_of_files_and_lines(workshop: Make) -> None:
    shop = workshop()
    shop.write("cards/duel/more.yaml", "kind: weapon\ncomponents:\n  - {id: axe, name: Axe, damage: 9, text: Chops.}\n")
    shop.edit(GAME, "[weapons.yaml]", "[more.yaml, weapons.yaml]")
    assert [c.id for c in load(shop).components] == ["axe", "sword", "dagger"]


def test_an_id_is_one_cards_in_all_files(workshop: Make) -> None:
    shop = workshop()
    shop.write(
        "cards/duel/more.yaml", "kind: weapon\ncomponents:\n  - {id: sword, name: Axe, damage: 9, text: Chops.}\n"
    )
    shop.edit(GAME, "[weapons.yaml]", "[weapons.yaml, more.yaml]")
    [problem] = refused(shop)
    assert (problem.code, problem.where.path) == ("duplicate-id", "cards/duel/more.yaml")
    assert "cards/duel/weapons.yaml:3" in problem.hint


@pytest.mark.parametrize(
    "ident", ["Sword", "a b", "a--b", "-a", "a_b", "ação", "../x", "a/b", "a.b", "con", "com1", "nul", "''"]
)
def test_an_id_can_name_a_file_on_any_machine(ident: str, workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "id: dagger", f"id: {ident}")
    assert {p.code for p in refused(shop)} <= {"bad-id", "empty"}


@pytest.mark.parametrize("ident", ["con", "nul", "lpt9"])
def test_a_word_of_windows_is_refused_as_that(ident: str, workshop: Make) -> None:
    """'con' is of a-z: what is wrong with it must be said."""
    shop = workshop()
    shop.edit(WEAPONS, "id: dagger", f"id: {ident}")
    [problem] = refused(shop)
    assert problem.code == "bad-id"
    assert "Windows" in problem.message
    offered = problem.hint.split("'")[1]
    shop.edit(WEAPONS, f"id: {ident}", f"id: {offered}")
    assert component(shop, offered).id == offered


def test_a_place_is_known_for_every_key(workshop: Make) -> None:
    shop = workshop()
    dagger = component(shop, "dagger")
    rows = (shop.root / WEAPONS).read_text(encoding="utf-8").splitlines()
    for key in ("id", "copies", "name", "assumed", "damage", "picture", "text"):
        place = dagger.place(key)
        assert rows[place.line - 1][place.column - 1 :].startswith(f"{key}:")
    assert dagger.place("bleed") == dagger.where


def test_what_is_assumed_must_be_there(workshop: Make) -> None:
    shop = workshop()
    assert component(shop, "dagger").assumed == {"damage"}
    shop.edit(WEAPONS, "assumed: [damage]", "assumed: [damge, copies, trim]")
    [problem] = refused(shop)
    assert (problem.code, problem.hint) == ("unknown-key", "did you mean 'damage'?")


# Editions, groups -----------------------------------------------------------------------------------------------------


def with_editions(shop: Workshop) -> Workshop:
    shop.edit(GAME, "decks:\n", "editions:\n  base: {name: Base}\n  night: {name: {pt: Noite, en: Night}}\ndecks:\n")
    return shop


def test_a_component_is_in_all_editions_unless_it_names_some(workshop: Make) -> None:
    shop = with_editions(workshop())
    shop.edit(WEAPONS, "copies: 2", "copies: 2\n    editions: [night]\n    extra: yes")
    sword, dagger = component(shop), component(shop, "dagger")
    assert (sword.editions, sword.extra) == (("base", "night"), False)
    assert (dagger.editions, dagger.extra) == (("night",), True)
    assert load(shop).editions["night"] == {"pt": "Noite", "en": "Night"}


def test_an_edition_must_be_one_of_the_game(workshop: Make) -> None:
    shop = with_editions(workshop())
    shop.edit(WEAPONS, "copies: 2", "copies: 2\n    editions: [nigth]\n    extra: maybe")
    problems = {p.code: p.hint for p in refused(shop)}
    assert problems.keys() == {"unknown-edition", "wrong-type"}
    assert problems["unknown-edition"] == "did you mean 'night'?"


def test_a_game_without_editions_has_none_to_name(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "copies: 2", "copies: 2\n    editions: [base]")
    assert [p.code for p in refused(shop)] == ["unknown-edition"]


@pytest.mark.parametrize(
    ("group", "ids"),
    [
        ("{name: G, kind: weapon}", ("sword", "dagger")),
        ("{name: G, where: {damage: 20}}", ("dagger",)),
        ("{name: G, kind: weapon, where: {damage: 40, hand: one}}", ("sword",)),
        ("{name: G, where: {grips: wood}}", ("sword", "dagger")),
        ("{name: G, where: {grips: iron}}", ("dagger",)),
        ("{name: G, ids: [dagger, sword]}", ("sword", "dagger")),
    ],
)
def test_a_group_holds_what_it_says(group: str, ids: tuple[str, ...], workshop: Make) -> None:
    shop = workshop()
    shop.edit(GAME, "text: markup", "text: markup\n      hand: {type: word, required: no}\n      grips: list of word")
    shop.edit(WEAPONS, "damage: 40", "damage: 40\n    hand: one\n    grips: [wood]")
    shop.edit(WEAPONS, "damage: 20", "damage: 20\n    grips: [iron, wood]")
    shop.edit(GAME, "catalogue:", f"groups:\n  g: {group}\ncatalogue:")
    assert load(shop).groups["g"].ids == ids


# Markup ---------------------------------------------------------------------------------------------------------------


def told(text: str) -> list[tuple[str, str, str]]:
    """The runs of a text: what, its words, and b and i for bold and italic."""
    return [(run.what, run.text, "b" * run.bold + "i" * run.italic) for run in parse(text)]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [("text", "plain", "")]),
        ("**a**", [("text", "a", "b")]),
        ("*a*", [("text", "a", "i")]),
        ("***a***", [("text", "a", "bi")]),
        ("**a*b*c**", [("text", "a", "b"), ("text", "b", "bi"), ("text", "c", "b")]),
        ("*a**b**c*", [("text", "a", "i"), ("text", "b", "bi"), ("text", "c", "i")]),
        ("***a*b**", [("text", "a", "bi"), ("text", "b", "b")]),
        ("x**a**y", [("text", "x", ""), ("text", "a", "b"), ("text", "y", "")]),
        ("old**est**", [("text", "old", ""), ("text", "est", "b")]),
        ("2 * 3", [("text", "2 * 3", "")]),
        ("2 * 3 * 4", [("text", "2 * 3 * 4", "")]),
        ("* a", [("text", "* a", "")]),
        ("a *", [("text", "a *", "")]),
        ("a ** b", [("text", "a ** b", "")]),
        ("a *** b", [("text", "a *** b", "")]),
        (r"\*a\*", [("text", "*a*", "")]),
        (r"\**a*", [("text", "*", ""), ("text", "a", "i")]),
        (r"**a\*b**", [("text", "a*b", "b")]),
        (r"\\", [("text", "\\", "")]),
        (r"\\*a*", [("text", "\\", ""), ("text", "a", "i")]),
        (r"\n", [("text", r"\n", "")]),
        (r"C:\x", [("text", r"C:\x", "")]),
        (r"\{sword\}", [("text", "{sword}", "")]),
        ("{", [("text", "{", "")]),
        ("}", [("text", "}", "")]),
        ("{ sword }", [("text", "{ sword }", "")]),
        ("{2 coins}", [("text", "{2 coins}", "")]),
        ("{}", [("text", "{}", "")]),
        ("{{}}", [("text", "{{}}", "")]),
        ("{{ 2 + 2 }}", [("text", "{{ 2 + 2 }}", "")]),
        ("{sword}", [("icon", "sword", "")]),
        ("{a}{b}", [("icon", "a", ""), ("icon", "b", "")]),
        ("**{a} x**", [("icon", "a", "b"), ("text", " x", "b")]),
        ("{{ damage }}", [("value", "damage", "")]),
        ("{{damage}}", [("value", "damage", "")]),
        ("{{ ak-47.damage }}", [("value", "ak-47.damage", "")]),
        ("*{{ a }}*", [("value", "a", "i")]),
        ("{{{a}}}", [("text", "{", ""), ("value", "a", ""), ("text", "}", "")]),
        ("a\nb", [("text", "a", ""), ("break", "", ""), ("text", "b", "")]),
        ("a  \n\n  b", [("text", "a", ""), ("break", "", ""), ("text", "b", "")]),
        ("a\n", [("text", "a", "")]),
        ("**a\nb**", [("text", "a", "b"), ("break", "", "b"), ("text", "b", "b")]),
        ("<b>x</b> & y", [("text", "<b>x</b> & y", "")]),
        ("", [("text", "", "")]),
    ],
)
def test_markup_means_this(text: str, runs: list[tuple[str, str, str]]) -> None:
    assert told(text) == runs


@pytest.mark.parametrize(
    ("text", "offset", "words"),
    [
        ("**a*b**c*", 5, "closes across"),
        ("*a**b*c**", 5, "closes across"),
        ("**a", 0, "never closed"),
        ("ab *c", 3, "never closed"),
        ("a*", 1, "never closed"),
        ("**a*", 3, "never closed"),
        ("*a* *b", 4, "never closed"),
        ("5* gear", 1, "never closed"),
    ],
)
def test_stars_that_open_and_do_not_close_are_refused(text: str, offset: int, words: str) -> None:
    with pytest.raises(MarkupError, match=words) as caught:
        parse(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    ("text", "words"),
    [("**a** b", "a b"), ("a {x} b", "a  b"), (r"\*\{\\", "*{\\"), ("a\nb", "a b"), ("2 * 3 <b>", "2 * 3 <b>")],
)
def test_the_words_of_a_text_are_what_is_read_aloud(text: str, words: str) -> None:
    assert plain(parse(text)) == words


def test_a_markup_error_stands_under_the_star(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "half of the *Sword*", "half of the *Sword")
    [problem] = refused(shop)
    row = (shop.root / WEAPONS).read_text(encoding="utf-8").splitlines()[problem.where.line - 1]
    assert row[problem.where.column - 1 :].startswith("*Sword (")


def test_escapes_and_signs_come_out_on_paper(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, 'en: "Deals **{{ damage }}** damage, half', r'en: "2 * 3 \\*x\\* \\{y} {z z} \\\\ **A**b half')
    assert r"2 * 3 *x* {y} {z z} \ Ab half" in printed(shop)


# Numbers that are quoted ----------------------------------------------------------------------------------------------


def quote(shop: Workshop, text: str) -> Workshop:
    shop.edit(
        WEAPONS, 'en: "Deals **{{ damage }}** damage, half of the *Sword* ({{ sword.damage }})."', f'en: "{text}"'
    )
    return shop


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[{{ damage }}]", "[20]"),
        ("[{{ sword.damage }}]", "[40]"),
        ("[{{ dagger.damage }}]", "[20]"),
        ("[{{ sword.name }}]", "[Sword]"),
        ("[{{ name }}]", "[Dagger]"),
        ("[{{ copies }} of {{ sword.copies }}]", "[2 of 4]"),
        ("[{{ numbers.hand }}]", "[5]"),
        ("[**{{ damage }}**{{ sword.damage }}]", "[2040]"),
        ("[\\\\{{ damage }}]", "[{{ damage }}]"),
    ],
)
def test_a_text_quotes_a_number_of_its_own_or_of_another_card(text: str, words: str, workshop: Make) -> None:
    assert words in printed(quote(workshop(), text))


def test_a_number_that_changes_changes_every_text_that_quotes_it(workshop: Make) -> None:
    shop = workshop()
    shop.edit(WEAPONS, "damage: 40", "damage: 60")
    for language, words in (("pt", "a metade da Espada (60)"), ("en", "half of the Sword (60)")):
        assert words in printed(shop, language)


def test_a_negative_number_has_a_minus_and_no_hyphen(workshop: Make) -> None:
    shop = quote(workshop(), "[{{ sword.damage }}] [{{ numbers.cold }}]")
    shop.edit(WEAPONS, "damage: 40", "damage: -40")
    shop.edit(GAME, "  hand: 5", "  hand: 5\n  cold: -3")
    assert "[\u221240] [\u22123]" in printed(shop)


@pytest.mark.parametrize(("written", "words"), [("4-6", "[4–6]"), ("4", "[4]")])
def test_a_range_is_quoted_with_a_dash(written: str, words: str, workshop: Make) -> None:
    shop = quote(with_field(workshop(), OPTIONAL.format("range"), written), "[{{ sword.more }}]")
    assert words in printed(shop)


def test_a_quoted_name_is_words_and_no_markup(workshop: Make) -> None:
    shop = quote(workshop(), "[{{ sword.name }}]")
    shop.edit(WEAPONS, "name: {pt: Espada, en: Sword}", 'name: "*S* {sword} <b>"')
    assert "[*S* {sword} <b>]" in printed(shop)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("{{ damge }}", "unknown-value", "did you mean 'damage'?"),
        ("{{ sword.damge }}", "unknown-value", "did you mean 'damage'?"),
        ("{{ sowrd.damage }}", "unknown-ref", "did you mean 'sword'?"),
        ("{{ numbers.hnad }}", "unknown-value", "did you mean 'hand'?"),
        ("{{ answers }}", "unknown-value", ""),
        ("{{ text }}", "unknown-value", ""),
        ("{{ picture }}", "unknown-value", ""),
        ("{swrod}", "unknown-icon", "did you mean 'sword'?"),
    ],
)
def test_a_quoted_name_that_is_nobodys_is_refused_at_its_letter(
    text: str, code: str, hint: str, workshop: Make
) -> None:
    shop = quote(workshop(), f"Costs {text}.")
    [problem] = refused(shop)
    assert problem.code == code
    assert hint in problem.hint
    row = (shop.root / WEAPONS).read_text(encoding="utf-8").splitlines()[problem.where.line - 1]
    assert row[problem.where.column - 1 :].startswith(text)


def test_an_id_that_begins_with_a_digit_can_be_quoted(workshop: Make) -> None:
    """Ids may begin with a digit, as Letal's 9mm does; the number of another card must not come out as its name."""
    shop = quote(workshop(), "[{{ 9mm.damage }}]")
    shop.edit(WEAPONS, "id: sword", "id: 9mm")
    shop.edit(WEAPONS, "({{ sword.damage }})", "")
    assert "[40]" in printed(shop)


def test_nothing_of_a_text_is_run(workshop: Make) -> None:
    """A catalogue's double brace is a name that is looked up; Jinja never sees it."""
    shop = quote(workshop(), "{{ 7 * 7 }} {{ numbers }} {% set x = 1 %} {{ damage|upper }}")
    [problem] = refused(shop)
    assert problem.code == "unknown-value"


def test_a_run_knows_where_it_stands() -> None:
    assert [run.offset for run in parse("ab {x} **c** {{ d }}")] == [0, 3, 6, 9, 12, 13]
    assert parse("{x}") == (Run("icon", "x"),)
