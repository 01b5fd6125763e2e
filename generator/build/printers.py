"""Printer profiles: what was read off a calibration sheet, one file a printer in the user's folder of settings.

A profile holds the readings, or a correction that somebody knows already. It says nothing but how a printer shifts,
scales and turns a page, and which edge it cannot reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator import limits
from generator.build.places import write_whole
from generator.calibration import RULER_MM
from generator.catalogue.kinds import identity
from generator.geometry import number
from generator.imposition import Correction, Margins
from generator.intake import Shelf, show
from generator.problem import Location, Problem, SourceError, did_you_mean, fail
from generator.source import (
    Findings,
    Mapping,
    Scalar,
    Sequence,
    check_keys,
    decimal_of,
    integer_of,
    mapping_of,
    parse,
)

LEAST_MARGIN_MM = 3.0  # a sheet keeps it even where the printer reaches further: no hand cuts nearer to an edge
FORMAT = 1
HOW = "cartada calibrate prints a sheet, cartada calibrate --set NAME keeps what is read off it"
# Reading → its bounds, what it is in the file.
BOUNDS = {
    "ruler_x_mm": (limits.RULER_LEAST_MM, limits.RULER_MOST_MM),
    "ruler_y_mm": (limits.RULER_LEAST_MM, limits.RULER_MOST_MM),
    "back_x_mm": (-limits.BACK_OFFSET_MM, limits.BACK_OFFSET_MM),
    "back_y_mm": (-limits.BACK_OFFSET_MM, limits.BACK_OFFSET_MM),
    "back_turn_deg": (-limits.BACK_TURN_DEGREES, limits.BACK_TURN_DEGREES),
    "edge_x_mm": (0.0, limits.EDGE_MM),
    "edge_y_mm": (0.0, limits.EDGE_MM),
}
EDGES = ("edge_x_mm", "edge_y_mm")
NEUTRAL = {"ruler_x_mm": RULER_MM, "ruler_y_mm": RULER_MM, "back_x_mm": 0.0, "back_y_mm": 0.0, "back_turn_deg": 0.0}
SCALES = (RULER_MM / limits.RULER_MOST_MM, RULER_MM / limits.RULER_LEAST_MM)
REMARKS = {
    "ruler_x_mm": "the ruler across, drawn 150 mm long, as it measures on paper",
    "ruler_y_mm": "the ruler down",
    "back_x_mm": "seen from the front, the cross of the back lies so far to the right (-: to the left)",
    "back_y_mm": "and so far down (-: up)",
    "back_turn_deg": "the back is turned so many degrees clockwise (-: the other way)",
    "edge_x_mm": "the edge that stays white at the left and at the right",
    "edge_y_mm": "and at the top and at the bottom",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Printer:
    """A profile. ``readings``: those of the sheet, by name, where it holds them. ``margins`` None: no edge is said."""

    name: str
    correction: Correction
    margins: Margins | None
    readings: dict[str, float] | None = None


def printer_folder() -> Path:
    """Where profiles lie. The system decides: on Linux below ``XDG_CONFIG_HOME``, else ``~/.config``."""
    from platformdirs import user_config_path  # whoever names no printer need not wait for it

    return user_config_path("cartada", appauthor=False) / "printers"


def printer_names() -> list[str]:
    """The profiles that there are, sorted."""
    try:
        files = sorted(path for path in printer_folder().iterdir() if path.suffix == ".yaml")
    except OSError:  # no folder yet: no profiles
        return []
    return [path.stem for path in files if path.name[0] != "."]


def printer_named(name: str) -> Printer:
    """A profile by its name. SourceError ``unknown-printer``, or what is wrong in its file: never without it."""
    names = printer_names()
    if name not in names:
        near = did_you_mean(name, names)
        hint = f"{near}{' ' if near.endswith('?') else '; '}{HOW}" if near else HOW
        raise fail(Location("--printer"), "unknown-printer", f"there is no printer '{name}'", hint)
    _check_name(name, Location(show(printer_folder() / f"{name}.yaml")))
    return _read(name)


def all_printers() -> tuple[list[Printer], list[Problem]]:
    """Every profile that can be read, and what is wrong in the others."""
    found: list[Printer] = []
    problems: list[Problem] = []
    for name in printer_names():
        try:
            found.append(printer_named(name))
        except SourceError as error:
            problems += error.problems
    return found, problems


def set_printer(name: str, given: dict[str, float]) -> tuple[Printer, Path]:
    """Put readings into a profile; what is not ``given`` stays, or is neutral. SourceError: nothing was written."""
    path = printer_folder() / f"{name}.yaml"
    _check_name(name, Location("--set"))
    before = printer_named(name) if name in printer_names() else None
    if before is not None and before.readings is None:
        message = f"the profile '{name}' holds a correction, to which readings cannot be added"
        hint = "change it there, or delete the file and set anew"
        raise fail(Location(show(path)), "conflicting-keys", message, hint)
    readings = {**NEUTRAL, **((before.readings or {}) if before else {}), **given}
    for one, other in (EDGES, EDGES[::-1]):
        if one in readings and other not in readings:
            readings[other] = Margins()[EDGES.index(other)]
    result = _printer(name, readings)
    write_whole(path, _written(name, readings))
    return result, path


def printer_told(one: Printer) -> str:
    """What a profile does, on one line."""
    c = one.correction
    parts = []
    if (c.scale_x, c.scale_y) != (1.0, 1.0):
        parts.append(f"across × {number(c.scale_x, 4)}, down × {number(c.scale_y, 4)}")
    # The back as it is looked at: what it is moved by, not what was read from the front.
    moves = [f"{number(abs(c.back_x))} mm to the {'right' if c.back_x > 0 else 'left'}"] if c.back_x else []
    moves += [f"{number(abs(c.back_y))} mm {'down' if c.back_y > 0 else 'up'}"] if c.back_y else []
    if c.back_turn:
        moves.append(f"turned {number(abs(c.back_turn))}° {'clockwise' if c.back_turn > 0 else 'anticlockwise'}")
    if moves:
        parts.append(f"the back {', '.join(moves)}")
    if one.margins is not None:
        x, y = map(number, one.margins)
        parts.append(f"margins of {x} mm at the sides, {y} mm at top and bottom")
    return f"{one.name}: {'; '.join(parts) or 'nothing'}"


def _check_name(name: str, where: Location) -> None:
    """A name becomes a file's: it is bound as an id is, so that it is no path. SourceError ``bad-id``."""
    findings = Findings()
    if identity(Scalar(where.path, where.line, where.column, name, True, False), findings, "a printer's name") is None:
        findings.stop()


def _read(name: str) -> Printer:
    where = Location("--printer")
    root = parse(Shelf(show(printer_folder()), (printer_folder(),)).read(f"{name}.yaml", where))
    findings = Findings()
    check_keys(root, ("format", "readings", "correction"), ("format",), findings, "a printer's profile")
    if "format" in root.entries:
        integer_of(root.entries["format"], findings, "'format'", FORMAT, FORMAT)
    forms = [key for key in ("readings", "correction") if key in root.entries]
    if not forms:
        findings.add(root.where, "missing-key", "a printer's profile has no 'readings'", "or 'correction'")
    if len(forms) == 2:
        hint = "keep one of the two"
        findings.add(root.key("correction"), "conflicting-keys", "'correction' stands beside 'readings'", hint)
    read = {"readings": _readings, "correction": _correction}
    found = [read[key](name, block, findings) for key in forms if (block := _block(root, key, findings)) is not None]
    findings.stop()
    [result] = found
    assert result is not None
    return result


def _block(root: Mapping, key: str, findings: Findings) -> Mapping | None:
    return mapping_of(root.entries[key], findings, f"'{key}'")


def _readings(name: str, block: Mapping, findings: Findings) -> Printer | None:
    needed = EDGES if any(edge in block.entries for edge in EDGES) else ()
    check_keys(block, BOUNDS, (*NEUTRAL, *needed), findings, "'readings'")
    values = {
        key: decimal_of(block.entries[key], findings, f"'{key}'", *bounds)
        for key, bounds in BOUNDS.items()
        if key in block.entries
    }
    readings = {key: value for key, value in values.items() if value is not None}
    return _printer(name, readings) if NEUTRAL.keys() <= readings.keys() and len(readings) == len(values) else None


def _correction(name: str, block: Mapping, findings: Findings) -> Printer | None:
    check_keys(block, ("scale", "back", "turn", "edge"), ("scale", "back", "turn"), findings, "'correction'")
    scale = _pair(block, "scale", findings, *SCALES)
    back = _pair(block, "back", findings, -limits.BACK_OFFSET_MM, limits.BACK_OFFSET_MM)
    edge = _pair(block, "edge", findings, 0.0, limits.EDGE_MM)
    turn = None
    if "turn" in block.entries:
        turn = decimal_of(block.entries["turn"], findings, "'turn'", *BOUNDS["back_turn_deg"])
    if scale is None or back is None or turn is None:
        return None
    correction = Correction(scale_x=scale[0], scale_y=scale[1], back_x=back[0], back_y=back[1], back_turn=turn)
    return Printer(name=name, correction=correction, margins=_margins(*edge) if edge else None)


def _pair(block: Mapping, key: str, findings: Findings, low: float, high: float) -> tuple[float, float] | None:
    """Two numbers: across and down."""
    node = block.entries.get(key)
    if node is None:
        return None
    if not isinstance(node, Sequence) or len(node.items) != 2:
        findings.add(node.where, "wrong-type", f"'{key}' must be two numbers, across and down", "such as [0.7, -0.4]")
        return None
    x, y = (decimal_of(item, findings, f"'{key}'", low, high) for item in node.items)
    return None if x is None or y is None else (x, y)


def correction_for(readings: dict[str, float]) -> Correction:
    """What the readings ask for.

    Seen through the paper the back is mirrored: what lies to the right of the front's centre lies to the left for who
    looks at the back, and turns the other way. So to undo a shift to the right seen from the front, the back moves to
    its own right; a shift down is undone upwards on both sides; a turn clockwise seen from the front is undone by one
    clockwise on the back.
    """
    return Correction(
        scale_x=RULER_MM / readings["ruler_x_mm"],
        scale_y=RULER_MM / readings["ruler_y_mm"],
        back_x=readings["back_x_mm"],
        back_y=-readings["back_y_mm"] + 0.0,  # never minus zero
        back_turn=readings["back_turn_deg"],
    )


def _printer(name: str, readings: dict[str, float]) -> Printer:
    edges = [readings[key] for key in EDGES if key in readings]
    margins = _margins(*edges) if len(edges) == 2 else None
    return Printer(name=name, correction=correction_for(readings), margins=margins, readings=readings)


def _margins(x: float, y: float) -> Margins:
    return Margins(max(x, LEAST_MARGIN_MM), max(y, LEAST_MARGIN_MM))


def _written(name: str, readings: dict[str, float]) -> bytes:
    rows = [(f"{key}: {number(readings[key])}", REMARKS[key]) for key in BOUNDS if key in readings]
    lines = [
        f"# The printer '{name}', as read off its calibration sheet: cartada calibrate --set {name} writes this file.",
        f"# cartada pdf --printer {name} prints accordingly.",
        f"format: {FORMAT}",
        "readings:",
        *(f"  {row:<22}# {remark}" for row, remark in rows),
    ]
    return ("\n".join(lines) + "\n").encode("utf-8")
