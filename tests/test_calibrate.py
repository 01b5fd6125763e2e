"""A correction with the wrong sign shifts the backs twice as far; a profile with a slip prints as if there were none.

A printer that does everything wrong is simulated: it prints both sides, the sheet is held against the light and read as
a person reads it, and what the readings ask for must bring the backs behind their fronts.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from generator import build as steps
from generator.build import printers
from generator.cli import main
from generator.geometry import PAPERS, Size, Transform
from generator.imposition import Correction, Flip, Margins
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


def undone(what: Transform) -> Transform:
    """The map that leads back."""
    det = what.a * what.d - what.b * what.c
    a, b, c, d = what.d / det, -what.b / det, -what.c / det, what.a / det
    return Transform(a, b, c, d, -(a * what.e + c * what.f), -(b * what.e + d * what.f))


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

    def print_front(self) -> Transform:
        """Page → paper, seen from the front."""
        return self.side(self.front)

    def print_back(self, flip: Flip) -> Transform:
        """Page → paper, seen from the front through it."""
        # Flipped on the short edge the second page comes out upside down behind the front.
        page = about(MIDDLE, Transform.rotate(180)) if flip is Flip.SHORT_EDGE else Transform()
        return page.then(self.side(self.back)).then(about(MIDDLE, Transform(a=-1.0)))


def corrected(correction: Correction, flip: Flip, back: bool) -> Transform:
    """What a correction says of itself: scales about the middle; the back is turned about it, and moved."""
    scaled = about(MIDDLE, Transform(a=correction.scale_x, d=correction.scale_y))
    if not back:
        return scaled
    way = -1 if flip is Flip.SHORT_EDGE else 1
    turned = about(MIDDLE, Transform.rotate(correction.back_turn))
    return scaled.then(turned).then(Transform.move(way * correction.back_x, way * correction.back_y))


def read_off(printer: Faulty, flip: Flip) -> dict[str, float]:
    """The test sheet as it is read: rulers with a ruler, the back against the scales of the front."""
    front, back = printer.print_front(), printer.print_back(flip)
    if flip is Flip.SHORT_EDGE:  # the second page of the sheet is then drawn upside down
        back = about(MIDDLE, Transform.rotate(180)).then(back)
    x, y = MIDDLE
    against = back.then(undone(front))  # a place of the back's page → what it covers on the front's
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


def apart(printer: Faulty, correction: Correction, flip: Flip) -> float:
    """How far, at most, a back lies from behind its front, mm on paper."""
    front = corrected(correction, flip, back=False).then(printer.print_front())
    back = corrected(correction, flip, back=True).then(printer.print_back(flip))
    upside = about(MIDDLE, Transform.rotate(180)) if flip is Flip.SHORT_EDGE else Transform()
    return max(
        math.dist(front.apply(x, y), back.apply(*upside.apply(A4.width - x, y)))
        for x in (10.0, 60.0, 150.0, 200.0)
        for y in (10.0, 120.0, 287.0)
    )


@given(printers_with(0.006, 1.0, 0.2), st.sampled_from(Flip))
def test_what_is_read_off_the_sheet_brings_backs_behind_their_fronts(printer: Faulty, flip: Flip) -> None:
    correction = printers.correction_for(read_off(printer, flip))
    assert apart(printer, correction, flip) < 0.05
    front = corrected(correction, flip, back=False).then(printer.print_front())
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


def test_a_printer_that_nobody_measured_is_an_error(settings: Path, workshop: Callable[..., Workshop]) -> None:
    shop = workshop()
    keep(settings, "office", PROFILE)
    result = click_("pdf", "duel", "--printer", "ofice", "--out", shop.out)
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
