"""A layout from a stranger: it must not read, run or hang anything, and a slip in it must name its line.

Probes of Jinja's sandbox and of the XML behind it; each ends in a problem of ours, quickly, or in a harmless face.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.intake import Shelf
from generator.template.sandbox import Environment, mix
from tests.conftest import Workshop

FACE = '<face><text x="1mm" baseline="5mm" width="60mm" font="text" size="8pt" fill="#000000">{}</text></face>'
ESCAPES = [
    "{{ ''.__class__ }}",
    "{{ ''['__class__'] }}",
    "{{ ''|attr('__class__') }}",
    "{{ ''|attr('for' ~ 'mat') }}",
    "{{ '{0.__class__}'.format(card) }}",
    "{{ '{0.__class__}'.format_map({'0': card}) }}",
    "{{ '%s' % card }}",
    "{{ ['a']|map(attribute='__class__')|list }}",
    "{{ [card]|groupby('__class__')|list }}",
    "{{ [[]]|sum(attribute='__class__') }}",
    "{{ cycler.__init__.__globals__ }}",
    "{{ cycler('a') }}",
    "{{ joiner() }}",
    "{{ lipsum(n=100000) }}",
    "{{ namespace(a=1).__class__ }}",
    "{{ self.__init__ }}",
    "{{ self._TemplateReference__context }}",
    "{% macro m() %}{{ caller.__code__ }}{% endmacro %}{{ m() }}",
    "{{ card.__dict__ }}",
    "{{ card.__class__.__mro__ }}",
    "{{ range.__class__ }}",
    "{{ icon.__globals__ }}",
    "{{ icon.__closure__ }}",
    "{{ mix.__code__ }}",
    "{{ theme.__slots__ }}",
    "{{ card.name.encode() }}",
    "{{ card.name|safe }}",
    "{{ card.name|xmlattr }}",
    "{{ config }}",
    "{{ environment }}",
    "{{ context }}",
    "{% set x = card.update({'a': 1}) %}",
    "{% set l = [1] %}{{ l.append(2) }}",
    "{% import 'os' as os %}",
]
HANGS = [
    "{% if false %}{{ 9**(9**8) }}{% endif %}{{ 9**(9**8) }}",
    "{% for a in range(999) %}{% for b in range(999) %}{% for c in range(999) %}{% endfor %}{% endfor %}{% endfor %}",
    "{% for i in range(99999) %}x{% endfor %}",
    "{{ 'x' * 10**10 }}",
    "{{ 'x'.center(10**9) }}",
    "{{ 'x'.ljust(999999999) }}",
    "{{ '%0999999999d' % 1 }}",
    "{{ '{:>500000000}'.format(1) }}",
    "{{ [1]|slice(10**9)|list }}",
    "{{ 'x'|center(999999999) }}",
    "{{ 'x'|indent(999999999) }}",
    "{{ 'abc'|replace('', 'y' * 9) }}",
    "{% set ns = namespace(x='x') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x='x') %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x }}",
    "{% set n = namespace(x=['x']) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}{{ n.x|length }}",
    "{% for i in range(999) %}{{ 'x' ~ 'y' }}{{ '" + "z" * 500 + "' }}{% endfor %}",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "{% include 'duel/card.xml.j2' %}",
    "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
]


@pytest.mark.parametrize("probe", ESCAPES)
def test_no_way_out_of_the_sandbox(probe: str, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shop.write("templates/duel/card.xml.j2", FACE.replace("{}", probe))
    problems = shop.problems("duel")
    assert problems
    assert all(p.where.path == "templates/duel/card.xml.j2" for p in problems)
    assert not any("0x" in p.message or "<class" in p.message for p in problems), "an address or a class leaks"


@pytest.mark.parametrize("probe", HANGS, ids=range(len(HANGS)))
def test_nothing_hangs_or_takes_the_memory(
    probe: str, workshop: Callable[..., Workshop], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The deadline is the only thing that ends nested loops; a shorter one shows the same.
    monkeypatch.setattr("generator.limits.FACE_SECONDS", 0.3)
    shop = workshop()
    shop.write("templates/duel/card.xml.j2", FACE.replace("{}", probe))
    begin = time.monotonic()
    problems = shop.problems("duel")
    assert time.monotonic() - begin < 20
    assert {p.code for p in problems} <= {
        "template-limit", "template-error", "template-syntax", "too-large", "undefined-name",
    }  # fmt: skip


@pytest.mark.parametrize(
    "path", ["../secret.j2", "/etc/passwd", "..\\secret.j2", "duel/link.j2", "duel/../../secret.j2"]
)
def test_an_include_stays_below_templates(path: str, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shop.write("secret.j2", "<rect/>")
    (shop.root / "templates/duel/link.j2").symlink_to(shop.root / "secret.j2")
    shop.write("templates/duel/card.xml.j2", "<face>{% include " + repr(path) + " %}</face>")
    problems = shop.problems("duel")
    assert {p.code for p in problems} == {"missing-file"}
    assert all("leads out of" in p.message or "is not a path below" in p.message for p in problems)


@pytest.mark.parametrize(
    ("xml", "code"),
    [
        ("<!DOCTYPE face [<!ENTITY a 'b'>]><face/>", "layout-xml"),
        ("<!DOCTYPE face SYSTEM 'http://127.0.0.1/x'><face/>", "layout-xml"),
        ("<face>&nbsp;</face>", "layout-xml"),
        ("<face><b></face>", "layout-xml"),
        ("<face/><face/>", "layout-xml"),
        ("<face x=1/>", "layout-xml"),
        ("no xml", "layout-xml"),
        ("<face>" + "<group>" * 100 + "</group>" * 100 + "</face>", "too-deep"),
        ("<face>" + "<group>" * 300 + "</group>" * 300 + "</face>", "too-deep"),
        ("<svg/>", "unknown-element"),
        ("<face>{% raw %}\x00{% endraw %}</face>", "control-character"),
        ("<face><rect x='1mm' y='1mm' width='9999mm' height='1mm' fill='#000000'/></face>", "bad-attribute"),
        ("<face><rect x='1mm' y='1mm' width='nanmm' height='1mm' fill='#000000'/></face>", "bad-attribute"),
        ("<face><path d='M 1 2 L x' fill='#000000'/></face>", "bad-attribute"),
        ("<face><image x='1mm' y='1mm' width='9mm' height='9mm' href='../../x.png'/></face>", "bad-path"),
        ("<face><image x='1mm' y='1mm' width='9mm' height='9mm' href='file:///etc/passwd'/></face>", "bad-path"),
        ("<face><image x='1mm' y='1mm' width='9mm' height='9mm' href='http://127.0.0.1/x.png'/></face>", "bad-path"),
        ("<face><group rotate='1e9'><rect/></group></face>", "bad-attribute"),
    ],
)
def test_broken_or_hostile_xml_is_a_problem_of_ours(xml: str, code: str, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shop.write("templates/duel/card.xml.j2", xml)
    problems = shop.problems("duel")
    assert code in {p.code for p in problems}, "\n".join(map(str, problems))


def test_catalogue_text_cannot_break_the_layout(workshop: Callable[..., Workshop]) -> None:
    """Markup in a card's text is print, not structure: no element of the text reaches the layout."""
    shop = workshop()
    evil = "</text><rect x='0mm' y='0mm' width='63mm' height='88mm' fill='#000000'/><text> {{ 9**9 }} {% x %}"
    shop.edit("cards/duel/weapons.yaml", "name: {pt: Espada, en: Sword}", f'name: "{evil}"')
    shop.edit("templates/duel/card.xml.j2", 'baseline="13mm" width="38mm"', 'y="1mm" height="20mm" width="38mm"')
    shop.edit("templates/duel/card.xml.j2", 'size="18pt" min-size="10pt"', 'size="6pt" min-size="3pt"')
    assert len(shop.build("duel")) == 2


def test_a_line_survives_loops_macros_includes_and_inheritance(workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    shop.write("templates/duel/base.xml.j2", "<face>\n{% block body %}{% endblock %}\n</face>")
    shop.write(
        "templates/duel/parts.xml.j2",
        "{% macro bar(y) %}\n<rect x='1mm' y='{{ y }}mm'\n width='1mm' height='1mm' paint='#000000'/>\n{% endmacro %}",
    )
    shop.write("templates/duel/piece.xml.j2", "\n\n<line x1='1mm'/>")
    shop.write(
        "templates/duel/card.xml.j2",
        "{% extends 'duel/base.xml.j2' %}\n{% from 'duel/parts.xml.j2' import bar %}\n{% block body %}\n"
        "{# a comment\nof two lines #}\n{% for y in [1, 2] %}{{ bar(y) }}{% endfor %}\n"
        "{% include 'duel/piece.xml.j2' %}\n  <rext/>\n{% endblock %}",
    )
    places = {(p.where.path, p.where.line, p.where.column, p.code) for p in shop.problems("duel")}
    assert places == {
        ("templates/duel/parts.xml.j2", 2, 1, "unknown-attribute"),
        ("templates/duel/piece.xml.j2", 3, 1, "missing-attribute"),
        ("templates/duel/card.xml.j2", 8, 3, "unknown-element"),
    }


def test_mix_is_exact_at_its_ends_and_bounded() -> None:
    assert mix("#102030", "#FFFFFF", 0) == "#102030"
    assert mix("#102030", "#FFFFFF", 1) == "#FFFFFF"
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    for bad in (("red", "#FFFFFF", 0.5), ("#000000", "#FFFFFF", 2), ("#000000", "#FFFFFF", True)):
        with pytest.raises(Exception, match="mix"):
            mix(*bad)


def test_the_environment_offers_only_what_the_documentation_lists(tmp_path: Path) -> None:
    environment = Environment(Shelf("templates", (tmp_path,)))
    text = (Path(__file__).parent.parent / "docs/layouts.md").read_text(encoding="utf-8")
    listed = set(text.split("the filters `")[1].split("`")[0].split())
    assert set(environment.filters) - {"e", "escape"} == listed
    assert set(environment.globals) == {"range", "mix", "sin", "cos"}


def test_a_layout_that_was_compiled_before_still_knows_its_lines(workshop: Callable[..., Workshop]) -> None:
    """What was compiled for one build serves the next; a changed layout is compiled anew; slips have their lines."""
    shop = workshop()
    shop.build("duel")
    shutil.rmtree(shop.out)
    shop.edit("cards/duel/weapons.yaml", "damage: 40", "damage: 40000000")  # too wide for its place
    path = "templates/duel/card.xml.j2"

    def lines() -> list[int]:
        return [int(line) for problem in shop.problems("duel") for line in re.findall(rf"{path}:(\d+)", str(problem))]

    first = lines()
    assert first
    assert lines() == first
    shop.write(path, "\n\n\n" + (shop.root / path).read_text(encoding="utf-8"))
    assert lines() == [line + 3 for line in first]
