"""A correction with the wrong sign shifts the backs twice as far; a profile with a slip prints as if there were none.

A printer that does everything wrong is simulated: it prints both sides, the sheet is held against the light and read as
a person reads it, and what the readings ask for must bring the backs behind their fronts.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from generator import build as steps
from generator.build import printers
from generator.cli import main
from generator.geometry import PAPERS, Size, Transform
from generator.imposition import Correction, Flip, Margins, columns_mirror, correction_of
from generator.problem import SourceError
from tests.conftest import Workshop

PROFILE = """\
format: 1
readings:
  ruler_x_mm: 149.2
  ruler_y_mm: 150.4
  back_x_mm: 0.7
  back_y_mm: -0.4
  back_turn_deg: 0.3
  edge_x_mm: 5
  edge_y_mm: 12.5
"""
KNOWN = """\
format: 1
correction:
  scale: [0.985, 1.01]
  back: [0.7, -0.4]
  turn: 0.3
"""


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of settings of the test's own: profiles lie in its ``printers``."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    assert printers.printer_folder().is_relative_to(tmp_path)
    return tmp_path / "settings/cartada/printers"


def keep(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / f"{name}.yaml"


def click_(*args: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# A printer that does everything wrong --------------------------------------------------------------------------------

A4 = Size(*PAPERS["a4"])
MIDDLE = (A4.width / 2, A4.height / 2)


def about(middle: tuple[float, float], what: Transform) -> Transform:
    return Transform.move(-middle[0], -middle[1]).then(what).then(Transform.move(*middle))


# A sheet that lies across is printed with its top at the left edge of the paper, as it is looked at.
ACROSS = Transform(a=0.0, b=-1.0, c=1.0, d=0.0, f=A4.height)
UPSIDE_DOWN = about(MIDDLE, Transform.rotate(180))


@dataclass(frozen=True)
class Faulty:
    """What a printer does wrong. The paper goes the same way whatever is printed: faults are those of the paper.

    Both sides are scaled; each is shifted and fed askew. ``back``: to the right, down (mm), and clockwise (degrees), as
    the second side is looked at with the front's top at its top.
    """

    scale: tuple[float, float]
    front: tuple[float, float, float]
    back: tuple[float, float, float]

    def side(self, shift: tuple[float, float, float]) -> Transform:
        scaled = about(MIDDLE, Transform(a=self.scale[0], d=self.scale[1]))
        return scaled.then(about(MIDDLE, Transform.rotate(shift[2]))).then(Transform.move(shift[0], shift[1]))

    def print_front(self, across: bool = False) -> Transform:
        """Page → paper, seen from the front."""
        return (ACROSS if across else Transform()).then(self.side(self.front))

    def print_back(self, flip: Flip, across: bool = False) -> Transform:
        """Page → paper, seen from the front through it."""
        page = ACROSS if across else Transform()
        # Flipped on the short edge the second page comes out upside down behind the front.
        page = page.then(UPSIDE_DOWN) if flip is Flip.SHORT_EDGE else page
        return page.then(self.side(self.back)).then(about(MIDDLE, Transform(a=-1.0)))


def read_off(printer: Faulty, flip: Flip) -> dict[str, float]:
    """The test sheet as it is read: rulers with a ruler, the back against the scales of the front."""
    front, back = printer.print_front(), printer.print_back(flip)
    if flip is Flip.SHORT_EDGE:  # the second page of the sheet is then drawn upside down
        back = UPSIDE_DOWN.then(back)
    x, y = MIDDLE
    against = back.then(front.inverse())  # a place of the back's page → what it covers on the front's
    cross = against.apply(x, y)
    reach = 88.0
    # The back's two marks are parts of one line through its middle.
    left, right = against.apply(x - reach, y), against.apply(x + reach, y)
    slope = (right[1] - left[1]) / (right[0] - left[0])
    at_right = math.degrees(math.atan((left[1] + slope * (x + reach - left[0]) - y) / reach))
    at_left = math.degrees(math.atan((y - left[1] - slope * (x - reach - left[0])) / reach))

    def measured(x2: float, y2: float) -> float:
        return math.dist(front.apply(30.0, 70.0), front.apply(x2, y2))

    return {
        "ruler_x_mm": measured(180.0, 70.0),
        "ruler_y_mm": measured(30.0, 220.0),
        "back_x_mm": cross[0] - x,
        "back_y_mm": cross[1] - y,
        "back_turn_deg": (at_right + at_left) / 2,
    }


def printers_with(scale: float, shift: float, turn: float) -> st.SearchStrategy[Faulty]:
    """Printers whose faults stay within these."""
    scales, shifts = st.floats(1 - scale, 1 + scale), st.floats(-shift, shift)
    side = st.tuples(shifts, shifts, st.floats(-turn, turn))
    return st.builds(Faulty, st.tuples(scales, scales), side, side)


def apart(printer: Faulty, correction: Correction, flip: Flip, across: bool = False) -> float:
    """How far, at most, a back lies from behind its front, mm on paper."""
    paper = A4.turned() if across else A4
    front = correction_of(paper, flip, correction, back=False).then(printer.print_front(across))
    back = correction_of(paper, flip, correction, back=True).then(printer.print_back(flip, across))
    columns = columns_mirror(paper, flip)

    def behind(x: float, y: float) -> tuple[float, float]:
        return (paper.width - x, y) if columns else (x, paper.height - y)

    return max(
        math.dist(front.apply(x, y), back.apply(*behind(x, y)))
        for x in (10.0, paper.width / 3, paper.width - 10)
        for y in (10.0, paper.height / 3, paper.height - 10)
    )


@given(printers_with(0.006, 1.0, 0.2), st.sampled_from(Flip), st.sampled_from(Flip), st.booleans())
def test_what_is_read_off_the_sheet_brings_backs_behind_their_fronts(
    printer: Faulty, read: Flip, flip: Flip, across: bool
) -> None:
    """However the sheet was flipped when it was read, and however what is printed then is flipped and lies."""
    correction = printers.correction_for(read_off(printer, read))
    assert apart(printer, correction, flip, across) < 0.05
    front = correction_of(A4, flip, correction, back=False).then(printer.print_front())
    assert math.dist(front.apply(30, 70), front.apply(180, 70)) == pytest.approx(150, abs=0.01)
    assert math.dist(front.apply(30, 70), front.apply(30, 220)) == pytest.approx(150, abs=0.01)


@given(printers_with(0.06, 4.0, 0.0), st.sampled_from(Flip))
def test_without_a_turn_nothing_at_all_is_left(printer: Faulty, flip: Flip) -> None:
    assert apart(printer, printers.correction_for(read_off(printer, flip)), flip) < 1e-6


def test_such_a_printer_does_need_it() -> None:
    printer = Faulty((0.994, 1.006), (0.5, 0.0, 0.0), (0.4, 0.9, 0.2))
    assert apart(printer, Correction(), Flip.LONG_EDGE) > 1.0


# Profiles ------------------------------------------------------------------------------------------------------------


def test_readings_come_back_as_they_were_typed(settings: Path) -> None:
    result = click_(
        "calibrate", "--set", "hp", "--ruler-x", "149.2mm", "--ruler-y", "150.4mm", "--back-x", "0.7mm",
        "--back-y", "-0.4mm", "--back-turn", "0.3", "--edge", "5mm", "--edge-y", "12.5mm",
    )  # fmt: skip
    assert result.exit_code == 0
    written = (settings / "hp.yaml").read_text(encoding="utf-8")
    bare = re.sub(r"\s*#.*", "", written).strip() + "\n"
    assert bare == PROFILE
    printer = printers.printer_named("hp")
    assert printer.correction == Correction(
        scale_x=150 / 149.2, scale_y=150 / 150.4, back_x=0.7, back_y=0.4, back_turn=0.3
    )
    assert printer.margins == Margins(5, 12.5)


def test_what_is_not_given_stays_as_it_was(settings: Path) -> None:
    keep(settings, "hp", PROFILE)
    assert click_("calibrate", "--set", "hp", "--back-x", "-1mm").exit_code == 0
    keep(settings, "as-typed", PROFILE.replace("0.7", "-1"))
    assert printers.printer_named("hp").readings == printers.printer_named("as-typed").readings


def test_a_new_profile_is_neutral_but_for_what_is_given() -> None:
    assert click_("calibrate", "--set", "hp", "--back-y", "0.5mm").exit_code == 0
    printer = printers.printer_named("hp")
    assert printer.correction == Correction(back_y=-0.5)
    assert printer.margins is None, "no edge was read: sheets keep their own margin"


def test_a_known_correction_stands_as_it_is(settings: Path) -> None:
    keep(settings, "hp", KNOWN)
    printer = printers.printer_named("hp")
    assert printer.correction == Correction(scale_x=0.985, scale_y=1.01, back_x=0.7, back_y=-0.4, back_turn=0.3)
    assert printer.margins is None
    keep(settings, "hp", KNOWN + "  edge: [4, 6]\n")
    assert printers.printer_named("hp").margins == Margins(4, 6)


def test_readings_are_not_mixed_into_a_known_correction(settings: Path) -> None:
    path = keep(settings, "hp", KNOWN)
    result = click_("calibrate", "--set", "hp", "--back-x", "1mm")
    assert result.exit_code == 1
    assert "[conflicting-keys]" in result.stderr
    assert path.read_text(encoding="utf-8") == KNOWN


def test_a_broken_profile_is_not_written_over(settings: Path) -> None:
    path = keep(settings, "hp", PROFILE.replace("0.3", "three"))
    result = click_("calibrate", "--set", "hp", "--back-turn", "0.2")
    assert result.exit_code == 1
    assert "printers/hp.yaml:7:" in result.stderr
    assert "three" in path.read_text(encoding="utf-8")


def test_margins_are_never_too_narrow_to_cut(settings: Path) -> None:
    keep(settings, "hp", PROFILE.replace("edge_x_mm: 5", "edge_x_mm: 0"))
    assert printers.printer_named("hp").margins == Margins(3, 12.5)


@pytest.mark.parametrize(
    ("profile", "old", "new", "line", "code"),
    [
        (PROFILE, "format: 1", "format: 2", 1, "out-of-range"),
        (PROFILE, "format: 1\n", "", 1, "missing-key"),
        (PROFILE, "format", "fromat", 1, "unknown-key"),
        (PROFILE, "149.2", "149.2mm", 3, "wrong-type"),
        (PROFILE, "149.2", "149,2", 3, "wrong-type"),
        (PROFILE, "149.2", "1.492e2", 3, "wrong-type"),
        (PROFILE, "149.2", "nan", 3, "wrong-type"),
        (PROFILE, "149.2", "[149.2]", 3, "wrong-type"),
        (PROFILE, "149.2", "139.9", 3, "out-of-range"),
        (PROFILE, "149.2", "160.1", 3, "out-of-range"),
        (PROFILE, "  ruler_y_mm: 150.4\n", "", 3, "missing-key"),
        (PROFILE, "ruler_y_mm", "ruler_z_mm", 4, "unknown-key"),
        (PROFILE, "ruler_y_mm", "ruler_x_mm", 4, "duplicate-key"),
        (PROFILE, "149.2\n  ruler_y_mm: 150.4", "&a 149.2\n  ruler_y_mm: *a", 3, None),
        (PROFILE, "0.7", "10.1", 5, "out-of-range"),
        (PROFILE, "-0.4", "-10.1", 6, "out-of-range"),
        (PROFILE, "0.3", "3.1", 7, "out-of-range"),
        (PROFILE, "0.3", "!!float 0.3", 7, "yaml-tag"),
        (PROFILE, "edge_x_mm: 5", "edge_x_mm: -1", 8, "out-of-range"),
        (PROFILE, "12.5", "25.1", 9, "out-of-range"),
        (PROFILE, "  edge_y_mm: 12.5\n", "", 3, "missing-key"),
        (PROFILE, "12.5\n", "12.5\ncorrection: {scale: [1, 1], back: [0, 0], turn: 0}\n", 10, "conflicting-keys"),
        (PROFILE, "readings:\n", "readings: [\n", 2, None),
        (KNOWN, "[0.985, 1.01]", "[0.985]", 3, "wrong-type"),
        (KNOWN, "[0.985, 1.01]", "1.01", 3, "wrong-type"),
        (KNOWN, "0.985", "0.9374", 3, "out-of-range"),
        (KNOWN, "1.01", "1.0715", 3, "out-of-range"),
        (KNOWN, "-0.4", "-10.5", 4, "out-of-range"),
        (KNOWN, "  back: [0.7, -0.4]\n", "", 3, "missing-key"),
        (KNOWN, "turn", "trun", 5, "unknown-key"),
        ("format: 1\n", "", "", 1, "missing-key"),
        ("format: 1\nreadings: 5\n", "", "", 2, "wrong-type"),
    ],
)  # fmt: skip
def test_every_slip_in_a_profile_is_told_at_its_line(
    settings: Path, profile: str, old: str, new: str, line: int, code: str | None
) -> None:
    assert old in profile
    keep(settings, "hp", profile.replace(old, new, 1))
    with pytest.raises(SourceError) as caught:
        printers.printer_named("hp")
    found = [(problem.where.line, problem.code) for problem in caught.value.problems]
    assert all(problem.where.path.endswith("printers/hp.yaml") for problem in caught.value.problems)
    if code is None:
        assert any(at >= line for at, _ in found)
    else:
        assert (line, code) in found


@pytest.mark.parametrize("command", [("pdf", "duel"), ("watch", "duel"), ("changes", "duel", "--since", "x.json")])
def test_a_printer_that_nobody_measured_is_an_error(
    settings: Path, workshop: Callable[..., Workshop], command: tuple[str, ...]
) -> None:
    shop = workshop()
    keep(settings, "office", PROFILE)
    result = click_(*command, "--printer", "ofice", "--out", shop.out)
    assert result.exit_code == 1
    assert "[unknown-printer]" in result.stderr
    assert "did you mean 'office'?" in result.stderr
    assert "cartada calibrate" in result.stderr
    assert not shop.out.exists()


@pytest.mark.parametrize("name", ["../hp", "/etc/hp", "Hp", "h p", "", "con", "hp.", "hp\n", "é", "a" * 81])
def test_a_name_is_no_path(settings: Path, tmp_path: Path, name: str) -> None:
    before = set(tmp_path.rglob("*"))
    result = click_("calibrate", "--set", name, "--back-x", "1mm")
    assert result.exit_code == 1
    assert set(tmp_path.rglob("*")) == before
    with pytest.raises(SourceError):
        printers.printer_named(name)


def test_a_profile_that_leads_elsewhere_is_not_read(settings: Path, tmp_path: Path) -> None:
    elsewhere = keep(tmp_path, "elsewhere", PROFILE)
    settings.mkdir(parents=True)
    (settings / "hp.yaml").symlink_to(elsewhere)
    with pytest.raises(SourceError) as caught:
        printers.printer_named("hp")
    assert [problem.code for problem in caught.value.problems] == ["bad-path"]


@pytest.mark.parametrize(("name", "near"), [("hpp", "did you mean 'hp'? "), ("canon", "known here: hp; ")])
def test_an_unknown_printer_is_told_in_sentences(name: str, near: str, settings: Path) -> None:
    keep(settings, "hp", PROFILE)
    with pytest.raises(SourceError) as caught:
        printers.printer_named(name)
    assert caught.value.problems[0].hint == near + printers.HOW


def test_the_list_tells_every_printer_and_every_slip(settings: Path) -> None:
    assert "no printers" in click_("calibrate", "--list").stdout
    keep(settings, "hp", PROFILE)
    keep(settings, "known", KNOWN)
    fine = click_("calibrate", "--list")
    assert fine.exit_code == 0
    assert [line.split(":")[0] for line in fine.stdout.splitlines()] == ["hp", "known"]
    assert "0.7 mm to the right, 0.4 mm down, turned 0.3° clockwise" in fine.stdout.splitlines()[0]
    assert "0.7 mm to the right, 0.4 mm up, turned 0.3° clockwise" in fine.stdout.splitlines()[1]
    keep(settings, "broken", PROFILE.replace("format: 1", "format: 7"))
    result = click_("calibrate", "--list")
    assert result.exit_code == 1
    assert result.stdout == fine.stdout
    assert "printers/broken.yaml:1:" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("--back-x", "1mm"),
        ("--set", "hp"),
        ("--set", "hp", "--back-x", "1mm", "--paper", "a4"),
        ("--list", "--set", "hp"),
        ("--set", "hp", "--ruler-x", "139mm"),
        ("--set", "hp", "--back-x", "1"),
        ("--set", "hp", "--back-y", "10.01mm"),
        ("--set", "hp", "--back-turn", "-3.1"),
        ("--set", "hp", "--back-turn", "nan"),
        ("--set", "hp", "--edge", "26mm"),
    ],
)
def test_a_wrong_call_keeps_nothing(settings: Path, args: tuple[str, ...]) -> None:
    assert click_("calibrate", *args).exit_code == 2
    assert not settings.exists()


# Printing with a profile ---------------------------------------------------------------------------------------------


def test_a_printer_decides_margins_and_correction_and_nothing_else(settings: Path) -> None:
    keep(settings, "hp", PROFILE)
    printer = printers.printer_named("hp")
    plain, spec = steps.sheet_spec("a4", 3.0, "short"), steps.sheet_spec("a4", 3.0, "short", printer="hp")
    assert (spec.correction, spec.margins) == (printer.correction, printer.margins)
    differ = {name for name in plain.__slots__ if getattr(plain, name) != getattr(spec, name)}
    assert differ == {"correction", "margins"}
    asked = steps.sheet_spec("a4", 3.0, "short", margin=(7.0, 8.0), printer="hp")
    assert asked.margins == Margins(7, 8), "what is asked for by name goes before what was measured"


def drawings(data: bytes, page: int) -> list[tuple[float, float]]:
    """The middle of each card of a page, mm from its top left, as the file's matrices put it."""
    found: list[tuple[float, float]] = []
    with pikepdf.open(io.BytesIO(data)) as document:
        forms, height = document.pages[page].Resources.XObject, float(document.pages[page].MediaBox[3])
        here, stack = Transform(), []
        for operands, operator in pikepdf.parse_content_stream(document.pages[page]):
            name = str(operator)
            if name == "q":
                stack.append(here)
            elif name == "Q":
                here = stack.pop()
            elif name == "cm":
                here = Transform(*map(float, operands)).then(here)
            elif name == "Do":
                form = forms[operands[0]]
                box, matrix = [float(value) for value in form.BBox], Transform(*map(float, form.Matrix))
                x, y = matrix.then(here).apply((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
                found.append((x / PT, (height - y) / PT))
    return found


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("bleed", [(), ("--bleed", "3mm")])
def test_cards_printed_for_a_faulty_printer_have_their_backs_behind_them(
    workshop: Callable[..., Workshop], flip: Flip, bleed: tuple[str, ...]
) -> None:
    """The whole way: the sheet is read, the game printed with it, and the file goes through the same printer."""
    shop = workshop()
    printer = Faulty((1.004, 0.997), (0.3, -0.2, 0.1), (-0.5, 0.9, -0.25))
    printers.set_printer("faulty", read_off(printer, Flip.LONG_EDGE))
    for named in ((), ("--printer", "faulty")):
        result = click_("pdf", "duel", "--lang", "en", "--flip", flip.value, "--out", shop.out, *bleed, *named)
        assert result.exit_code == 0
        data = (shop.out / "duel/en/cards.pdf").read_bytes()
        with pikepdf.open(io.BytesIO(data)) as document:
            _, _, width, height = map(float, document.pages[0].MediaBox)
        across = width > height
        assert across == bool(bleed), "both ways are tried"
        fronts = [printer.print_front(across).apply(*at) for at in drawings(data, 0)]
        backs = [printer.print_back(flip, across).apply(*at) for at in drawings(data, 1)]
        assert len(fronts) == len(backs) > 3
        worst = max(min(math.dist(front, back) for back in backs) for front in fronts)
        assert worst < 0.05 if named else worst > 0.5
    assert click_("proof", "duel", "--lang", "en", "--out", shop.out).exit_code == 0


@pytest.mark.parametrize("printer", [None, "hp"])
def test_the_manifest_says_for_which_printer(
    settings: Path, workshop: Callable[..., Workshop], printer: str | None
) -> None:
    shop = workshop()
    keep(settings, "hp", PROFILE)
    named = ("--printer", printer) if printer else ()
    assert click_("pdf", "duel", "--lang", "en", "--out", shop.out, *named).exit_code == 0
    manifest = json.loads((shop.out / "duel/en/manifest.json").read_text(encoding="utf-8"))
    assert manifest["printer"] == printer
    c = printers.printer_named("hp").correction if printer else Correction()
    assert manifest["correction"] == pytest.approx([c.scale_x, c.scale_y, c.back_x, c.back_y, c.back_turn], abs=1e-6)


def test_changes_take_a_printer(settings: Path, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    assert click_("pdf", "duel", "--lang", "en", "--out", shop.out).exit_code == 0
    since = shop.out / "duel/en/manifest.json"
    keep(settings, "hp", PROFILE.replace("0.7", "70"))
    result = click_("changes", "duel", "--since", since, "--lang", "en", "--printer", "hp", "--out", shop.out)
    assert result.exit_code == 1
    assert "printers/hp.yaml:5:" in result.stderr


# The sheet, as it was written ----------------------------------------------------------------------------------------

PT = 72 / 25.4
Line = tuple[float, float, float, float]


def sheet(out: Path, *args: str) -> bytes:
    """The written sheet."""
    result = click_("calibrate", "--out", out, *args)
    assert result.exit_code == 0, result.stderr
    return (out / "calibrate.pdf").read_bytes()


def lines_of(data: bytes, page: int) -> list[Line]:
    """Every straight stroke of a page, mm from its top left: x, y, x, y."""
    with pikepdf.open(io.BytesIO(data)) as document:
        height = float(document.pages[page].MediaBox[3])
        operations = pikepdf.parse_content_stream(document.pages[page])
    here, stack, found = Transform(), [], []
    start = last = (0.0, 0.0)
    for operands, operator in operations:
        name, numbers = str(operator), [float(value) for value in operands if isinstance(value, (int, Decimal))]
        if name == "q":
            stack.append(here)
        elif name == "Q":
            here = stack.pop()
        elif name == "cm":
            here = Transform(*numbers).then(here)
        elif name in ("m", "l"):
            x, y = here.apply(*numbers)
            start, last = last, (x / PT, (height - y) / PT)
            if name == "l":
                found.append((*start, *last))
    return found


def longest(image, vertical: bool) -> float:  # type: ignore[no-untyped-def]
    """The longest dark line of a picture, in pixels."""
    from PIL import Image

    if vertical:
        image = image.transpose(Image.Transpose.TRANSPOSE)
    dark = image.point(lambda value: 0 if value < 128 else 255)
    width, data = dark.width, dark.tobytes()
    rows = (data[at : at + width] for at in range(0, len(data), width))
    return max((len(run) for row in rows if row.count(0) > width // 8 for run in re.findall(b"\0+", row)), default=0)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_rulers_are_150_mm_long_on_both_sides(tmp_path: Path, paper: str, flip: str) -> None:
    dpi = 400
    document = pypdfium2.PdfDocument(sheet(tmp_path, "--paper", paper, "--flip", flip))
    try:
        assert len(document) == 2
        for page in document:
            assert [round(side / PT, 1) for side in page.get_size()] == list(PAPERS[paper])
            image = page.render(scale=dpi / 72, grayscale=True).to_pil()
            for vertical in (False, True):
                # From the middle of one end mark to the middle of the other: less the width of a mark, 0.15 mm.
                assert longest(image, vertical) / dpi * 25.4 - 0.15 == pytest.approx(150, abs=0.1)
    finally:
        document.close()


def middle_of(paper: str) -> tuple[float, float]:
    return PAPERS[paper][0] / 2, PAPERS[paper][1] / 2


def turn_steps(front: list[Line], middle: tuple[float, float], way: int) -> dict[float, tuple[float, float]]:
    """The steps of one end: degrees, as they really lie about the middle → the middle of the step."""
    found = {}
    for x1, y1, x2, y2 in front:
        x, y = (x1 + x2) / 2 - middle[0], (y1 + y2) / 2 - middle[1]
        if abs(y1 - y2) < 1e-6 and abs(abs(x2 - x1) - 1.6) < 0.002 and way * x > 70 and abs(y) < 6:
            found[math.degrees(math.atan2(way * y, way * x))] = (x, y)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter", "pa4", "a3"])
def test_steps_of_the_turn_are_tenths_of_a_degree(tmp_path: Path, paper: str) -> None:
    data = sheet(tmp_path, "--paper", paper)
    front, middle = lines_of(data, 0), middle_of(paper)
    for way in (-1, 1):
        steps_ = turn_steps(front, middle, way)
        assert sorted(steps_) == pytest.approx([tenth / 10 for tenth in range(-20, 21)], abs=0.001)
        assert len({round(x, 2) for x, _ in steps_.values()}) == 5, "flights of five"
    document = pypdfium2.PdfDocument(data)
    try:
        page = document[0].get_textpage()
        # Half degrees carry a figure, in the order of their steps: clockwise is down at the right, up at the left.
        for way in (-1, 1):
            left, right = sorted(middle[0] + way * (middle[0] - 17 - inner) for inner in (6, 12))
            figures = []
            for slot in range(-4, 5):  # downwards; a PDF's y goes up
                at = PAPERS[paper][1] - middle[1] - slot * 1.9
                text = page.get_text_bounded(left * PT, (at - 0.9) * PT, right * PT, (at + 0.9) * PT)
                figures.append(float(text.replace("\u2212", "-")))
            assert figures == [way * half / 2 for half in range(-4, 5)]
    finally:
        document.close()


def test_the_middle_has_a_scale_of_half_millimetres(tmp_path: Path) -> None:
    x, y = middle_of("a4")
    front = lines_of(sheet(tmp_path), 0)
    near = [line for line in front if all(abs(v - m) < 5 for v, m in zip(line, (x, y, x, y), strict=True))]
    wanted = [half / 2 for half in range(-8, 9) if half]
    down = sorted(x1 - x for x1, y1, x2, y2 in near if x1 == x2 and abs((y1 + y2) / 2 - y) < 1e-6 and abs(y1 - y2) < 3)
    across = sorted(
        y1 - y for x1, y1, x2, y2 in near if y1 == y2 and abs((x1 + x2) / 2 - x) < 1e-6 and abs(x1 - x2) < 3
    )
    assert down == pytest.approx(wanted, abs=0.002)
    assert across == pytest.approx(wanted, abs=0.002)


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("page", [0, 1])
def test_stairs_lie_at_whole_millimetres_from_every_edge(tmp_path: Path, paper: str, page: int) -> None:
    width, height = PAPERS[paper]
    lines = lines_of(sheet(tmp_path, "--paper", paper), page)
    four = [line for line in lines if math.dist(line[:2], line[2:]) == pytest.approx(4.0, abs=0.002)]
    flat = [(y1, min(x1, x2)) for x1, y1, x2, y2 in four if y1 == pytest.approx(y2)]
    steep = [(x1, min(y1, y2)) for x1, y1, x2, y2 in four if x1 == pytest.approx(x2)]
    down, across = [at for at, _ in flat], [at for at, _ in steep]
    for distances in (down, [height - at for at in down], across, [width - at for at in across]):
        near = sorted(at for at in distances if at < 15.5)
        assert near == pytest.approx(list(range(1, 16)), abs=0.002)
    assert all(0 < v < side for line in lines for v, side in zip(line, (width, height) * 2, strict=True))


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_behind_the_scales_lie_only_the_lines_that_are_read(tmp_path: Path, paper: str, flip: Flip) -> None:
    x, y = middle_of(paper)
    radius = math.floor(x - 17)
    data = sheet(tmp_path, "--paper", paper, "--flip", flip.value)
    back = lines_of(data, 1)
    for at, reach in ((x, 14.0), (x - radius, 7.0), (x + radius, 7.0)):
        inside = [
            line
            for line in back
            if min(line[0], line[2]) < at + reach
            and max(line[0], line[2]) > at - reach
            and min(line[1], line[3]) < y + 7
            and max(line[1], line[3]) > y - 7
        ]
        through = [line for line in inside if line[1] == pytest.approx(y) == line[3] or line[0] == pytest.approx(x)]
        assert inside == through
        assert len(inside) == (2 if at == x else 1)
    document = pypdfium2.PdfDocument(data)
    try:
        text = document[1].get_textpage()
        for at in (x, x - radius, x + radius):
            assert text.get_text_bounded((at - 9) * PT, (y - 9) * PT, (at + 9) * PT, (y + 9) * PT).strip() == ""
    finally:
        document.close()


@pytest.mark.parametrize("flip", list(Flip))
def test_a_faulty_printer_is_read_off_the_written_sheet(tmp_path: Path, settings: Path, flip: Flip) -> None:
    """The strokes of the file, printed by a faulty printer and seen through the paper, read as a person reads them."""
    data = sheet(tmp_path, "--flip", flip.value)
    printer = Faulty((1.004, 0.997), (0.3, -0.2, 0.1), (-0.5, 0.9, -0.25))
    x, y = MIDDLE
    front = lines_of(data, 0)
    against = printer.print_back(flip).then(printer.print_front().inverse())
    back = [(*against.apply(*line[:2]), *against.apply(*line[2:])) for line in lines_of(data, 1)]
    [across] = [v for v in back if abs(v[1] - y) < 4 and abs(v[0] - v[2]) > 29 and abs((v[0] + v[2]) / 2 - x) < 4]
    [down] = [v for v in back if abs(v[0] - x) < 4 and abs(v[1] - v[3]) > 29 and abs((v[1] + v[3]) / 2 - y) < 4]
    readings = []
    for way in (-1, 1):
        [line] = [v for v in back if 17 < abs(v[0] - v[2]) < 19 and way * (v[0] - x) > 70 and abs(v[1] - y) < 6]
        slope = (line[3] - line[1]) / (line[2] - line[0])

        def off(step: tuple[float, tuple[float, float]], line: Line = line, slope: float = slope) -> float:
            return abs(line[1] + slope * (x + step[1][0] - line[0]) - (y + step[1][1]))

        readings.append(min(turn_steps(front, MIDDLE, way).items(), key=off)[0])
    assert abs(readings[0] - readings[1]) > 0.5, "the offset shows in both, and cancels in the mean"
    plain = printer.print_front()
    typed = {
        "--ruler-x": f"{math.dist(plain.apply(30, 48.5), plain.apply(180, 48.5)):.1f}mm",
        "--ruler-y": f"{math.dist(plain.apply(30, 48.5), plain.apply(30, 198.5)):.1f}mm",
        "--back-x": f"{(down[0] + down[2]) / 2 - x:.1f}mm",
        "--back-y": f"{(across[1] + across[3]) / 2 - y:.1f}mm",
        "--back-turn": f"{sum(readings) / 2:.2f}",
    }
    assert click_("calibrate", "--set", "faulty", *(word for pair in typed.items() for word in pair)).exit_code == 0
    assert apart(printer, Correction(), flip) > 1.0
    # Read to a tenth of a millimetre and half a tenth of a degree, of which 165 mm away 0.15 mm are left.
    assert apart(printer, printers.printer_named("faulty").correction, flip) < 0.25


@pytest.mark.parametrize("lang", ["pt", "en", "ru"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_sheet_says_how_it_is_read_and_how_it_is_printed(tmp_path: Path, lang: str, flip: str) -> None:
    data = sheet(tmp_path, "--lang", lang, "--flip", flip)
    with pikepdf.open(io.BytesIO(data)) as document:
        preferences = document.Root.ViewerPreferences
        assert preferences.PrintScaling == "/None"
        assert preferences.Duplex == ("/DuplexFlipLongEdge" if flip == "long" else "/DuplexFlipShortEdge")
        assert document.Root.Lang == lang
        assert all("/TrimBox" in page for page in document.pages)
        fonts = {str(font.BaseFont) for page in document.pages for font in page.Resources.Font.values()}
        assert all("FiraSansCondensed" in name for name in fonts)
    document = pypdfium2.PdfDocument(data)
    try:
        text = " ".join(document[0].get_textpage().get_text_range().split())
    finally:
        document.close()
    command = re.search(r"cartada calibrate --set NAME .*? --edge 5mm", text)
    assert command, text
    typed = command[0].replace("NAME", "hp").split()[1:]
    assert click_(*typed).exit_code == 0, "what the sheet tells to type can be typed"
    assert printers.printer_named("hp").readings == {
        "ruler_x_mm": 149.2, "ruler_y_mm": 150.4, "back_x_mm": 0.7, "back_y_mm": -0.4, "back_turn_deg": 0.3,
        "edge_x_mm": 5.0, "edge_y_mm": 5.0,
    }  # fmt: skip
    assert sheet(tmp_path / "again", "--lang", lang, "--flip", flip) == data


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--lang", "tlh", "no-house-words"),
        ("--paper", "a44", "unknown-paper"),
        ("--paper", "208x300mm", "does-not-fit"),
        ("--paper", "220x253mm", "does-not-fit"),
    ],
)
def test_no_other_language_and_no_other_paper_instead(tmp_path: Path, option: str, value: str, code: str) -> None:
    result = click_("calibrate", "--out", tmp_path / "out", option, value)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert not (tmp_path / "out").exists()
