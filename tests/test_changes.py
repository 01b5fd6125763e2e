"""Printed again although nothing on it changed; changed and not printed; an old card that stays in the box beside the
new one. Each game here lies in a real repository, goes the whole way to a PDF, and is read back from it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from generator.build.compare import Change, Drawn, compare
from generator.cli import main
from tests.conftest import Workshop

Make = Callable[..., Workshop]
WEAPONS, GAME, CARD = "cards/letal/weapons.yaml", "cards/letal/game.yaml", "templates/letal/card.xml.j2"
UZI = "art: art:uzi.svg\n    damage: 40"
FAMILY = {"9mm": 4, "ak-47": 4, "granada": 2, "rifle-snipper": 2, "uzi": 4}
LANGUAGES = ("pt", "en")
TYPE = {"pt": "arma · ", "en": "weapon · "}


def git(root: Path, *words: str) -> str:
    who = {f"GIT_{role}_{what}": "t@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(["git", "-C", str(root), *words], env=env, capture_output=True, check=True, timeout=60)
    return done.stdout.decode()


def commit(shop: Workshop) -> None:
    git(shop.root, "add", "-A")
    git(shop.root, "commit", "-q", "--no-gpg-sign", "-m", "a step")


@pytest.fixture
def shop(workshop: Make) -> Workshop:
    if shutil.which("git") is None:
        pytest.skip("git is not installed, and a revision is one of git's")
    made = workshop("letal")
    git(made.root, "init", "-q")
    commit(made)
    return made


def changes(shop: Workshop, *args: str | Path, since: str | Path = "HEAD~1", game: str = "letal") -> Result:
    words = ["changes", game, "--since", since, "--root", shop.root, "--out", shop.out, *args]
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def refused(shop: Workshop, code: str, *args: str | Path, since: str | Path, game: str = "letal") -> str:
    """What is said of a wrong call: one code, exit 1, nothing written."""
    before = {path for path in shop.out.rglob("*") if path.name == "changes.pdf"}
    result = changes(shop, *args, since=since, game=game)
    assert result.exit_code == 1
    assert re.findall(r"\[([a-z-]+)\]$", result.stderr, re.MULTILINE) == [code]
    assert {path for path in shop.out.rglob("*") if path.name == "changes.pdf"} == before
    return result.stderr


def path_of(shop: Workshop, language: str) -> Path:
    return shop.out / "letal" / language / "changes.pdf"


def texts(path: Path) -> list[str]:
    """Each page's words, in small letters, with plain spaces."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [" ".join(page.get_textpage().get_text_bounded().casefold().split()) for page in document]
    finally:
        document.close()


def placed(path: Path) -> list[list[str]]:
    """The drawings that lie on each page, by digest."""
    with pikepdf.open(path) as pdf:
        return [
            [
                str(operands[0])[-20:]
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "Do"
            ]
            for page in pdf.pages
        ]


def printed(shop: Workshop, language: str) -> Counter[str]:
    """How often the front of each component lies in changes.pdf; behind each front lies a back."""
    [edition] = shop.build("letal", languages=(language,), only=())
    rows = json.loads(edition.files["manifest.json"])["components"]
    ids = {row["faces"]["front"]: row["id"] for row in rows}
    backs = {row["faces"]["back"] for row in rows}
    *sheets, last = placed(path_of(shop, language))
    assert last == [], "the last page is words alone"
    fronts, behind = sheets[::2], sheets[1::2]
    assert [len(page) for page in fronts] == [len(page) for page in behind]
    assert {digest for page in behind for digest in page} <= backs
    return Counter(ids[digest] for page in fronts for digest in page)


# What is drawn decides -----------------------------------------------------------------------------------------------


def test_one_damage_prints_the_four_uzis_and_nothing_else(shop: Workshop) -> None:
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    commit(shop)
    result = changes(shop)
    assert result.exit_code == 0, result.stderr
    for language in LANGUAGES:
        front, back, last = texts(path_of(shop, language))
        assert front.count(f"50 uzi {TYPE[language]}") == 4
        assert front.count(TYPE[language]) == 4
        assert "uzi" not in back
        assert back.count("letal") >= 4
        assert "4 × uzi" in last
        assert printed(shop, language) == {"uzi": 4}
    assert "damage 40 → 50" in result.stdout
    assert "“Deals 40 damage. …” → “Deals 50 damage. …”" in result.stdout
    assert "4 pieces on 1 sheet of a4, at 100 %, both sides" in result.stdout


def test_the_palette_of_one_family_prints_that_family(shop: Workshop) -> None:
    shop.edit(GAME, '  arma: "#C2371B"', '  arma: "#7A1F5C"')
    result = changes(shop, since="HEAD")
    assert result.exit_code == 0, result.stderr
    for name in ("9MM", "Uzi"):
        assert f"  {name}: front drawn anew (theme arma #C2371B → #7A1F5C)\n" in result.stdout
    for language in LANGUAGES:
        assert printed(shop, language) == FAMILY
        *sheets, last = texts(path_of(shop, language))
        assert sum(page.count(TYPE[language]) for page in sheets) == sum(FAMILY.values())
        assert len(re.findall(r"\d ×", last)) == len(FAMILY)


def test_a_changed_template_prints_the_cards_that_it_draws_otherwise(shop: Workshop) -> None:
    shop.edit(CARD, 'card.family == "bomba"', 'card.family == "armadura"')
    result = changes(shop, "--lang", "en", since="HEAD")
    assert result.exit_code == 0
    assert set(printed(shop, "en")) == {"bomba", "capacete", "colete", "mascara"}
    assert result.stdout.count("front drawn anew (layout letal/card.xml.j2)\n") == 4
    assert not path_of(shop, "pt").exists()


def test_words_numbers_icons_and_parts_of_layouts_are_told_as_why(workshop: Make) -> None:
    shop = workshop("letal")
    icon = "cards/letal/star.svg"
    star = '<svg viewBox="0 0 9 9"><path d="M0 0h{}v9z"/></svg>'
    shop.write(icon, star.format(9))
    for key, entry in (("words", "{pt: Selo, en: Seal}"), ("numbers", "3"), ("icons", "star.svg")):
        text = (shop.root / GAME).read_text(encoding="utf-8")
        shop.write(GAME, re.sub(rf"(?m)^{key}:.*$", f"{key}:\n  seal: {entry}", text))
    seal = "{% macro seal() %}<image x='3mm' y='3mm' width='3mm' height='3mm' href='{{ icon('seal') }}'/>{% endmacro %}"
    shop.write("templates/letal/seal.xml.j2", seal)
    place = "x='9mm' baseline='60mm' width='40mm' font='title' size='9pt' fill='#000000'"
    text = f"<text {place}>{{{{ words.seal }}}} {{{{ numbers.seal }}}}</text>"
    part = "{% from 'letal/seal.xml.j2' import seal with context %}{{ seal() }}"
    shop.edit(CARD, "</face>", f"{text}{part}</face>")
    git(shop.root, "init", "-q")
    commit(shop)
    shop.write(icon, star.format(4))
    shop.edit(GAME, "en: Seal", "en: Signet")
    shop.edit(GAME, "seal: 3", "seal: 4")
    shop.edit("templates/letal/seal.xml.j2", "x='3mm'", "x='2mm'")
    result = changes(shop, "--lang", "en", since="HEAD")
    assert result.exit_code == 0, result.stderr
    why = "number seal 3 → 4, word seal “Seal” → “Signet”, icon seal, layout letal/seal.xml.j2"
    assert f"  Uzi: front drawn anew ({why})\n" in result.stdout
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    assert "  Uzi: text “" in changes(shop, "--lang", "en", since="HEAD").stdout, "its fields say enough"


def test_many_causes_are_counted(shop: Workshop) -> None:
    text = (shop.root / GAME).read_text(encoding="utf-8")
    tokens = re.findall(r'(?m)^  ([a-z-]+): "#[0-9A-F]{6}"', text)
    assert len(tokens) > 7
    shop.write(GAME, re.sub(r'(?m)^(  [a-z-]+): "#[0-9A-F]{6}"', r'\1: "#123456"', text))
    told = changes(shop, "--lang", "en", since="HEAD").stdout
    assert told.count(f", and {len(tokens) - 6} more)") > 1


def test_a_comment_or_another_order_prints_nothing(shop: Workshop) -> None:
    shop.edit(WEAPONS, "# Damage in steps", "# What a weapon does, in steps")
    text = (shop.root / WEAPONS).read_text(encoding="utf-8")
    head, *blocks = re.split(r"(?m)^(?=  - id: )", text)
    shop.write(WEAPONS, head + "".join(f"{block.rstrip()}\n\n" for block in reversed(blocks)))
    commit(shop)
    result = changes(shop)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "".join(f"letal {lang}: nothing changed since HEAD~1\n" for lang in LANGUAGES)
    assert not shop.out.exists()


def test_another_id_of_the_same_drawing_prints_nothing(shop: Workshop) -> None:
    shop.edit(WEAPONS, "- id: uzi", "- id: little-uzi")
    assert "nothing changed" in changes(shop, since="HEAD").stdout
    assert not shop.out.exists()


# Copies, what is new, what is gone -----------------------------------------------------------------------------------


def test_a_removed_card_is_named_on_the_page_of_what_to_take_out(shop: Workshop) -> None:
    text = (shop.root / WEAPONS).read_text(encoding="utf-8")
    shop.write(WEAPONS, re.sub(r"(?s)  - id: rifle-snipper.*?(?=  - id: uzi)", "", text))
    result = changes(shop, since="HEAD")
    assert result.exit_code == 0, result.stderr
    [pt], [en] = texts(path_of(shop, "pt")), texts(path_of(shop, "en"))
    assert "retire da caixa" in pt
    assert "2 × rifle snipper · fora do jogo" in pt
    assert "take out of the box" in en
    assert "2 × sniper rifle · no longer in the game" in en
    assert "Sniper Rifle: removed" in result.stdout


@pytest.mark.parametrize(("copies", "prints", "takes"), [(6, 2, 0), (3, 0, 1)])
def test_of_other_copies_only_the_difference_counts(copies: int, prints: int, takes: int, shop: Workshop) -> None:
    head, uzi = (shop.root / WEAPONS).read_text(encoding="utf-8").split("- id: uzi\n    copies: 4")
    shop.write(WEAPONS, f"{head}- id: uzi\n    copies: {copies}{uzi}")
    result = changes(shop, "--lang", "en", since="HEAD")
    assert f"  Uzi: copies 4 → {copies}\n" in result.stdout
    assert printed(shop, "en") == ({"uzi": prints} if prints else {})
    last = texts(path_of(shop, "en"))[-1]
    assert (f"{takes} × uzi · fewer copies" in last) == bool(takes)
    assert ("nothing to take out" in last) == (not takes)


def test_a_new_card_is_printed_and_takes_nothing_out(shop: Workshop) -> None:
    text = (shop.root / WEAPONS).read_text(encoding="utf-8")
    uzi = text[text.index("  - id: uzi") :]
    shop.write(WEAPONS, f"{text.rstrip()}\n\n{uzi.replace('id: uzi', 'id: mac').replace('Uzi', 'Mac')}")
    assert "  Mac: new\n" in changes(shop, "--lang", "en", since="HEAD").stdout
    assert printed(shop, "en") == {"mac": 4}


def test_the_sizes_of_a_change() -> None:
    def card(key: str, copies: int, face: str) -> Drawn:
        return Drawn(key, key.title(), copies, {"front": face})

    before = {c.id: c for c in (card("same", 2, "a"), card("new-face", 3, "b"), card("gone", 1, "c"))}
    now = {c.id: c for c in (card("new-face", 5, "d"), card("same", 2, "a"), card("none", 0, "e"))}
    assert compare(now, before, "en") == [
        Change(
            id="new-face", name="New-Face", what="changed", prints=5, takes=3,
            details=("front drawn anew", "copies 3 → 5"),
        ),
        Change(id="gone", name="Gone", what="removed", prints=0, takes=1, details=("removed",)),
    ]  # fmt: skip


# What it is compared with --------------------------------------------------------------------------------------------


def test_a_saved_manifest_does_as_well(shop: Workshop, tmp_path: Path) -> None:
    [edition] = shop.build("letal", languages=("en",), only=())
    saved = tmp_path / "saved.json"
    saved.write_bytes(edition.files["manifest.json"])
    assert changes(shop, since=saved).stdout == f"letal en: nothing changed since {saved}\n"
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    result = changes(shop, since=saved)
    assert result.exit_code == 0, result.stderr
    assert "  Uzi: front drawn anew\n" in result.stdout
    assert printed(shop, "en") == {"uzi": 4}
    assert not path_of(shop, "pt").exists(), "a manifest knows one language"
    refused(shop, "unknown-language", "--lang", "pt", since=saved)


def test_the_project_may_be_a_folder_within_its_repository(workshop: Make, tmp_path: Path) -> None:
    shop = workshop("letal")
    git(tmp_path, "init", "-q")
    commit(shop)
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    assert changes(shop, "--lang", "en", since="HEAD").exit_code == 0
    assert printed(shop, "en") == {"uzi": 4}


def test_the_ordinary_build_and_its_proof_do_not_mind(shop: Workshop) -> None:
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    args = ["letal", "--root", str(shop.root), "--out", str(shop.out)]
    assert CliRunner().invoke(main, ["pdf", *args, "-q"]).exit_code == 0
    manifest = (shop.out / "letal/en/manifest.json").read_bytes()
    assert changes(shop, since="HEAD").exit_code == 0
    assert (shop.out / "letal/en/manifest.json").read_bytes() == manifest
    assert CliRunner().invoke(main, ["proof", *args]).exit_code == 0


def test_paper_flip_and_bleed_are_those_of_the_ordinary_sheets(shop: Workshop) -> None:
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    result = changes(shop, "--lang", "en", "--paper", "letter", "--bleed", "3mm", "--flip", "short", since="HEAD")
    assert "1 sheet of letter, at 100 %, both sides, flip on the short edge" in result.stdout
    with pikepdf.open(path_of(shop, "en")) as pdf:
        assert sorted(float(value) for value in pdf.pages[0].MediaBox)[2:] == pytest.approx([612, 792], abs=0.01)
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_the_same_changes_give_the_same_bytes_and_quiet_says_nothing(shop: Workshop) -> None:
    shop.edit(WEAPONS, UZI, UZI.replace("40", "50"))
    result = changes(shop, "--quiet", since="HEAD")
    assert (result.stdout, result.stderr) == ("", "")
    first = path_of(shop, "en").read_bytes()
    changes(shop, since="HEAD")
    assert path_of(shop, "en").read_bytes() == first


def test_cards_mats_and_tokens_of_one_file_keep_fronts_off_the_backs(workshop: Make) -> None:
    """Mats have no back: without a blank one, all that follows would be printed on the wrong side of its sheet."""
    shop = workshop("cyberlight")
    git(shop.root, "init", "-q")
    commit(shop)
    game = shop.root / "cards/cyberlight/game.yaml"
    game.write_text(re.sub(r'(?m)^  paper: "#\w+"', '  paper: "#FEFEFE"', game.read_text(encoding="utf-8")), "utf-8")
    assert changes(shop, "--lang", "en", since="HEAD", game="cyberlight").exit_code == 0
    sides = [re.findall(r"sheet \d+/\d+ · (\w+)$", page) for page in texts(shop.out / "cyberlight/en/changes.pdf")]
    sheets = [side for [side] in (found for found in sides if found)]
    assert sheets == ["front", "back"] * (len(sheets) // 2)
    assert len(sheets) > 48, "cards alone are 24 sheets"
    assert all(sides[: len(sheets)]), "pages of words come last"


# What is refused -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("since", ["nowhere", "", "--output=here", "HEAD~7", "HEAD:cards"])
def test_an_unknown_revision_is_a_problem_and_no_option_of_git(since: str, shop: Workshop) -> None:
    assert "hint: " in refused(shop, "unknown-revision", since=since)
    assert not (shop.root / "here").exists()


def test_without_a_repository_it_is_said(workshop: Make) -> None:
    assert "manifest.json" in refused(workshop("letal"), "no-repository", since="HEAD")


def test_without_git_it_is_said(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(shop.root))
    refused(shop, "no-git", since="HEAD")


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff", b"[]", b"{}", b"[" * 100_000, b'{"format": 2}',
        b'{"format": 1, "game": "letal", "lang": "en", "components": [{"id": []}], "extras": []}',
        b'{"format": 1, "game": "duel", "lang": "en", "components": [], "extras": []}',
    ],
)  # fmt: skip
def test_an_unreadable_manifest_is_a_problem(content: bytes, shop: Workshop) -> None:
    refused(shop, "unreadable-manifest", since=shop.write("saved.json", content))


def test_a_missing_manifest_and_a_missing_game_are_problems(shop: Workshop) -> None:
    refused(shop, "missing-file", since="nowhere.json")
    refused(shop, "unknown-game", since="HEAD", game="lethal")
    refused(shop, "unknown-game", since="HEAD", game="redshot")


def test_a_revision_that_cannot_be_laid_out_is_told_by_its_own_name(shop: Workshop) -> None:
    shop.edit(WEAPONS, UZI, "art: art:uzi.svg\n    damge: 40")
    commit(shop)
    shop.edit(WEAPONS, "damge", "damage")
    result = changes(shop, since="HEAD")
    assert result.exit_code == 1
    assert f"HEAD:{WEAPONS}:" in result.stderr
    assert "/cartada-" not in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_of_a_revision_leads_nowhere(shop: Workshop, tmp_path: Path) -> None:
    file, aside = shop.root / "cards/letal/armour.yaml", tmp_path / "armour.yaml"
    file.rename(aside)
    file.symlink_to(aside)
    commit(shop)
    file.unlink()
    aside.rename(file)
    refused(shop, "missing-file", since="HEAD")
