"""A documentation that promises what the program does not do: a code that no page explains, a size that is another
on paper, a command that was renamed, a link into the void. What can be compared is compared here, both ways.
"""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import generator
from generator import limits
from generator.build import parts
from generator.cli import main
from generator.geometry import CARD_SIZES, PAPERS, Size, number
from generator.imposition import SheetSpec
from generator.imposition.fit import best_grid
from generator.problem import Location, SourceError
from generator.proof import placing, prove
from tests.conftest import REPOSITORY, SAMPLES, Workshop

DOCS = REPOSITORY / "docs"
PAGES = sorted([*REPOSITORY.glob("*.md"), *DOCS.rglob("*.md")])
SOURCES = sorted((REPOSITORY / "generator").rglob("*.py"))
CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def read(name: str) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def cells(line: str) -> list[str]:
    """A row's cells; a bar that is printed is written ``\\|``."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def tables(text: str) -> Iterator[list[list[str]]]:
    """Every Markdown table: its rows, the heading first, the line of dashes left out."""
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append(cells(line))
        elif rows:
            yield [row for at, row in enumerate(rows) if at != 1]
            rows = []


def table(text: str, first: str) -> list[list[str]]:
    """The rows of the one table whose first column is headed ``first``."""
    found = [rows for rows in tables(text) if rows[0][0] == first]
    assert len(found) == 1, f"{len(found)} tables begin with a column '{first}'"
    return found[0][1:]


def named(rows: list[list[str]]) -> dict[str, list[str]]:
    """Rows by the name in their first cell, which stands in backticks."""
    result = {row[0].strip("`"): row[1:] for row in rows}
    assert len(result) == len(rows), "a name stands twice"
    return result


# Links and the index ----------------------------------------------------------


def anchors(path: Path) -> set[str]:
    """The names that a forge gives to a page's headings."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path: Path) -> Iterator[str]:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]+`", "`", text)
    yield from re.findall(r"\]\(([^)\s]+)\)", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_links_within_the_project_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists() or (anchor and path.suffix == ".md" and anchor not in anchors(path)):
            broken.append(link)
    assert not broken


def test_the_index_lists_every_page() -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    missing = [page for page in PAGES if page.is_relative_to(DOCS) and page != index and page not in linked]
    assert not missing


def test_test_files_that_a_page_names_are_there() -> None:
    named_files = {name for page in PAGES for name in re.findall(r"`(tests/[\w/.-]+)`", page.read_text("utf-8"))}
    assert named_files
    assert not [name for name in sorted(named_files) if not (REPOSITORY / name).exists()]


def test_make_targets_that_a_page_names_are_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    wanted = {
        (page.name, target)
        for page in PAGES
        for code in re.findall(r"^```.*?^```|^ {4}[^\n]*$|`[^`\n]+`", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\bmake ([a-z][\w-]*)", code)
    }
    assert ("README.md", "pdf") in wanted
    assert not [pair for pair in sorted(wanted) if pair[1] not in targets]


def test_the_changelog_knows_this_version() -> None:
    assert re.search(rf"^## .*{re.escape(generator.__version__)}", read("CHANGELOG.md"), re.MULTILINE)


# Problems ---------------------------------------------------------------------


def codes_in_source() -> dict[str, str]:
    """Every code of a problem that the source can give, and a place that gives it.

    A code is what is handed to a parameter ``code``: of ``fail``, ``Problem`` and whatever else declares one.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}
    takes: dict[str, set[int]] = {}  # function → at which places a code may stand
    for tree in trees.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [arg.arg for arg in node.args.args if arg.arg not in ("self", "cls")]
                if "code" in names:
                    takes.setdefault(node.name, set()).add(names.index("code"))
    found: dict[str, str] = {}
    for path, tree in trees.items():
        constants = {
            node.targets[0].id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            for value in _given(node, takes):
                for code in _texts(constants.get(getattr(value, "id", ""), value)):
                    if CODE.fullmatch(code):
                        found.setdefault(code, f"{path.relative_to(REPOSITORY)}:{value.lineno}")
    return found


def _given(node: ast.AST, takes: dict[str, set[int]]) -> Iterator[ast.expr]:
    """Expressions that become a code: arguments, defaults of a parameter, what a variable ``code`` is set to."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from (node.args[at] for at in takes.get(name, ()) if at < len(node.args))
        yield from (keyword.value for keyword in node.keywords if keyword.arg == "code")
    elif isinstance(node, ast.FunctionDef):
        defaults = node.args.defaults
        yield from (
            value
            for arg, value in zip(node.args.args[-len(defaults) :], defaults, strict=False)
            if defaults and arg.arg == "code"
        )
    elif isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "code" for to in node.targets):
        yield node.value


def _texts(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from (*_texts(value.body), *_texts(value.orelse))


def test_every_code_is_explained_and_every_explained_code_is_given() -> None:
    source = codes_in_source()
    explained = named(table(read("docs/problems.md"), "code"))
    assert {code: place for code, place in source.items() if code not in explained} == {}
    assert set(explained) - set(source) == set()
    assert list(explained) == sorted(explained), "the table is sorted, so that a code is found"
    assert all(len(row) == 2 and all(row) for row in explained.values())


def test_the_table_of_codes_knows_those_of_the_fixtures() -> None:
    explained = named(table(read("docs/problems.md"), "code"))
    for path in (SAMPLES / "errors").rglob("*.*"):
        for code in re.findall(r"(?:#|\{#) error: ([a-z-]+):", path.read_text(encoding="utf-8")):
            assert code in explained, path


def test_the_page_of_rulings_holds_every_ruling_of_the_games() -> None:
    """A missing row is printed as it must stand there."""
    page = read("docs/rulings.md")
    rows = [
        f"| {'line' if len(ruling['lines']) == 1 else 'lines'} {', '.join(ruling['lines'])} "
        f"| {ruling['question']['en']} | {ruling['found']} | {ruling['grade']} "
        f"| {ruling['ruling']['en']} | {ruling.get('rules', '–')} |"
        for path in sorted((REPOSITORY / "cards").glob("*/rulings.yaml"))
        for ruling in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)["rulings"]
    ]
    assert [row for row in rows if row not in page.splitlines()] == []
    assert len([line for line in page.splitlines() if line.startswith("| line")]) == len(rows)


# Limits, papers, sizes --------------------------------------------------------

UNITS = {"": 1, "MB": 1_000_000, "million": 1_000_000, "mm": 1, "s": 1, "bytes": 1}


def in_units(text: str) -> float:
    """``5 MB``, ``80 million``, ``2,000 mm``, ``5 s`` → the number of the source."""
    match = re.fullmatch(r"([\d,.]+)\s*([A-Za-z]*)", text)
    assert match, text
    return float(match[1].replace(",", "")) * UNITS[match[2]]


def test_limits_are_those_of_the_source() -> None:
    documented = {name: in_units(row[0]) for name, row in named(table(read("docs/limits.md"), "limit")).items()}
    assert documented == {name: value for name, value in vars(limits).items() if name.isupper()}


@pytest.mark.parametrize(("first", "sizes"), [("paper", PAPERS), ("size", CARD_SIZES)])
def test_sizes_are_those_of_the_source(first: str, sizes: dict[str, tuple[float, float]]) -> None:
    documented = named(table(read("docs/sheets.md"), first))
    assert list(documented) == list(sizes)
    for name, row in documented.items():
        width, height = sizes[name]
        assert row[0] == f"{number(width)} × {number(height)}", name
        assert row[1] == f"{number(width / 25.4)} × {number(height / 25.4)}", name


def grid(size: str, paper: str, bleed: float | None) -> str:
    spec = SheetSpec(paper=Size(*PAPERS[paper]), paper_name=paper, bleed=bleed)
    try:
        found = best_grid(Size(*CARD_SIZES[size]), spec, Location(""))
    except SourceError:
        return "–"
    way = " L" if found.paper.width > found.paper.height else ""
    return f"{found.slots} ({found.columns} × {found.rows}{way})"


@pytest.mark.parametrize(("first", "bleed"), [("shared cuts", None), ("bleed 3 mm", 3.0)])
def test_grids_are_those_that_are_printed(first: str, bleed: float | None) -> None:
    documented = named(table(read("docs/sheets.md"), first))
    assert documented == {size: [grid(size, paper, bleed) for paper in PAPERS] for size in CARD_SIZES}


def test_the_bleed_that_nine_allow_is_the_largest() -> None:
    for size, row in named(table(read("docs/sheets.md"), "nine of")).items():
        for paper, text in zip(("a4", "letter", "pa4"), row, strict=True):
            most = float(text.removesuffix(" mm"))
            assert grid(size, paper, most).startswith("9 (3 × 3)"), (size, paper)
            assert not grid(size, paper, most + 0.01).startswith("9 (3 × 3)"), (size, paper)


def test_forms_lie_in_the_files_and_with_the_cuts_that_are_documented() -> None:
    def cut(bleed: float | None) -> str:
        return "shared" if bleed is None else f"its own, {number(bleed)} mm bleed"

    documented = named(table(read("docs/sheets.md"), "form"))
    assert documented == {form: [f"`{file}`", cut(parts.BLEED[form])] for form, file in parts.FILES.items()}


# The proof --------------------------------------------------------------------


def test_the_proofs_checks_are_those_of_the_source() -> None:
    codes = {code for code in codes_in_source() if code.startswith("proof-")}
    documented = {code for row in table(read("docs/proof.md"), "what") for code in re.findall(r"`(proof-\w+)`", row[2])}
    assert documented == codes


def test_the_proofs_tolerances_are_those_of_the_source() -> None:
    text = read("docs/proof.md")
    module = importlib.import_module(prove.__module__)
    assert f"{number(placing.PLACE_MM)} mm" in text
    assert f"{number(placing.SIZE_MM)} mm" in text
    assert f"{module.DPI_ERROR:.0f} dpi" in text
    assert f"{module.DPI_WARNING:.0f} dpi" in text


def keys_of(value: object, at: str = "") -> Iterator[str]:
    """``components[].faces.front`` and the like: every key that a JSON value holds."""
    if isinstance(value, dict):
        for key, inner in value.items():
            name = f"{at}.{key}" if at else key
            yield name
            yield from keys_of(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, f"{at}[]")


def test_the_manifest_holds_what_is_documented(workshop: Callable[..., Workshop]) -> None:
    documented = named(table(read("docs/proof.md"), "field"))
    [edition] = workshop().build("duel", languages=("en",))
    found = set(keys_of(json.loads(edition.files["manifest.json"])))
    always = {name for name, row in documented.items() if row[1] == "always"}
    assert found <= set(documented)
    assert always <= found


# Dependencies -----------------------------------------------------------------


def requirements() -> dict[str, Requirement]:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    found = [Requirement(text) for text in project["dependencies"]]
    return {canonicalize_name(requirement.name): requirement for requirement in found}


def floor(requirement: Requirement) -> Version:
    [specifier] = [spec for spec in requirement.specifier if spec.operator == ">="]
    return Version(specifier.version)


def test_what_is_installed_reaches_the_floors() -> None:
    for name, requirement in requirements().items():
        assert requirement.specifier.contains(importlib.metadata.version(name)), name


@pytest.mark.parametrize("lock", sorted(REPOSITORY.glob("requirements*.lock")), ids=lambda path: path.name)
def test_what_is_locked_reaches_the_floors(lock: Path) -> None:
    pins = dict(line.split("==") for line in lock.read_text(encoding="utf-8").splitlines() if "==" in line)
    for name, requirement in requirements().items():
        if name in pins:
            assert requirement.specifier.contains(pins[name]), name


def test_floors_reach_those_of_the_security_page() -> None:
    required = requirements()
    low = {
        name: f"pyproject.toml asks for {floor(required[name])}, docs/security.md for {row[0]}"
        for name, row in named(table(read("docs/security.md"), "package")).items()
        if floor(required[name]) < Version(row[0])
    }
    assert low == {}


def test_every_dependency_has_its_reason() -> None:
    [page] = (DOCS / "decisions").glob("0001-*.md")
    reasons = named(table(page.read_text(encoding="utf-8"), "dependency"))
    assert set(reasons) == set(requirements())
    assert all(all(row) for row in reasons.values())


# Commands and the example -----------------------------------------------------


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its rank."""
    rank = heading.split(" ")[0]
    match = re.search(rf"^{re.escape(heading)}$(.*?)(?=^#{{1,{len(rank)}}} |\Z)", text, re.DOTALL | re.MULTILINE)
    assert match, f"there is no '{heading}'"
    return match[1]


def test_every_command_has_its_section() -> None:
    assert isinstance(main, click.Group)
    documented = re.findall(r"^## `cartada (\w+)`$", read("docs/commands.md"), re.MULTILINE)
    assert sorted(documented) == sorted(main.commands)
    for option in main.params:
        assert f"{option.opts[0]}`" in read("docs/commands.md")


@pytest.mark.parametrize("name", sorted(main.commands))
def test_every_option_is_documented_with_its_default(name: str) -> None:
    documented = named(table(section(read("docs/commands.md"), f"## `cartada {name}`"), "option"))
    options = {option.opts[-1]: option for option in main.commands[name].params if isinstance(option, click.Option)}
    assert {text.split("`")[0].split(" ")[0].split(",")[-1].strip() for text in documented} == set(options)
    for text, row in documented.items():
        option = options[text.split("`")[0].split(" ")[0]]
        for short in option.opts[:-1]:
            assert f"`{short}`" in row[1], f"{text} can be written {short}"
        if isinstance(option.default, (str, int, float, Path)) and not option.is_flag:
            assert row[0] == f"`{option.default}`", f"the default of {text} is {option.default}"
        if isinstance(option.type, click.Choice):
            assert all(f"`{choice}`" in row[1] for choice in option.type.choices), text


def test_the_example_of_the_catalogue_is_the_sample() -> None:
    blocks = dict(re.findall(r"^`(cards/duel/[\w.]+)`\n\n```yaml\n(.*?)```$", read("docs/catalogue.md"), re.S | re.M))
    files = sorted((SAMPLES / "duel/cards/duel").glob("*.yaml"))
    assert blocks == {f"cards/duel/{path.name}": path.read_text(encoding="utf-8") for path in files}
