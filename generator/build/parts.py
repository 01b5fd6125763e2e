"""A game's parts: each form of component has its file and its way onto sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from generator.build.laid import Laid
from generator.catalogue import FORMS, Component
from generator.geometry import PAPERS, Size
from generator.imposition import (
    Backs,
    Label,
    Marks,
    Piece,
    Sheet,
    SheetSpec,
    Tiling,
    best_grid,
    impose,
    impose_together,
    more_with_less_bleed,
    tile,
    tiling,
)
from generator.layout import Frame
from generator.problem import Problem, SourceError

FILES = {
    "card": "cards.pdf",
    "board": "boards.pdf",
    "mat": "mats.pdf",
    "token": "tokens.pdf",
    "standee": "standees.pdf",
    "die": "dice.pdf",
}
BOARDS_WHOLE = "boards-a3.pdf"
PACKED = "packed.pdf"
# Cards of one deck share their ring, so neighbours can share a cut. Other parts carry art to the edge: a cut each, with
# as much bleed as forgives a hand that slips (mm).
BLEED = {"card": None, "board": 3.0, "mat": 2.0, "token": 1.5, "standee": 2.0, "die": 2.0}
CUTTER_BLEED = 0.625  # a cutting machine follows one outline at a time: 1.25 mm between neighbours


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What is printed together. ``whole``: the boards once more, unparted, on a larger paper.

    ``name``: in the edition's language. ``notes``: what is worth to know of it.
    """

    name: str
    file: str
    sheets: tuple[Sheet, ...]
    tilings: tuple[tuple[Component, Tiling], ...] = ()
    whole: bool = False
    notes: tuple[str, ...] = ()


def impose_parts(laid: Laid, spec: SheetSpec, only: tuple[str, ...]) -> list[Part]:
    """The parts that are asked for, in the order of the forms. SourceError with all that does not fit."""
    parts: list[Part] = []
    loose: list[tuple[list[Piece], SheetSpec]] = []
    problems: list[Problem] = []
    for form in FORMS:
        members = [c for c in laid.catalogue.components if laid.catalogue.kinds[c.kind].form == form and c.copies]
        if not members or FILES[form] not in only:
            continue
        pieces = [piece_of(component, laid.faces[component.id], laid.language) for component in members]
        own = _spec(spec, form, members)
        try:
            if form == "board":
                parts += _boards(members, pieces, own, laid)
            elif spec.pack:
                loose.append((pieces, own))
            else:
                parts.append(_part(form, pieces, own, laid, told=spec.bleed is not None))
        except SourceError as error:
            problems += error.problems
    try:
        parts += [_packed(loose, laid)] if loose else []
    except SourceError as error:
        problems += error.problems
    if problems:
        raise SourceError(problems)
    return parts


def _packed(loose: list[tuple[list[Piece], SheetSpec]], laid: Laid) -> Part:
    """All forms but boards in one file."""
    sheets, unpacked = impose_together(loose, _label(laid, laid.words.packed))
    saved = unpacked - len(sheets)
    sheet = f"{len(sheets)} sheet{'s' if len(sheets) != 1 else ''}"
    told = f"packed: {sheet} instead of {unpacked}" if saved else f"packing saves nothing: {sheet} as before"
    return Part(name=laid.words.packed, file=PACKED, sheets=sheets, notes=(told,))


def piece_of(component: Component, sides: Mapping[str, Frame], language: str) -> Piece:
    """What imposition needs to know of a component."""
    build = component.build
    return Piece(
        component=component.id,
        front=sides["front"].digest,
        back=sides["back"].digest if "back" in sides else None,
        trim=build.trim,
        bleed=build.bleed,
        corner=build.corner,
        copies=component.copies,
        group=f"kind {component.kind}" if build.own_sheet else "",
        deck=build.deck,
        title=component.name[language],
        where=component.where,
    )


def _label(laid: Laid, part: str) -> Label:
    words = laid.words
    ink = {"low": words.low_ink, "grey": words.grey}.get(laid.ink)
    text = f"50 mm · {laid.title} · {part} · {laid.language} · {laid.catalogue.version}{f' · {ink}' if ink else ''}"
    return Label(text=text, sheet=words.sheet, front=words.front, back=words.back)


def _spec(spec: SheetSpec, form: str, members: list[Component]) -> SheetSpec:
    """How this form lies on sheets: as asked for, else with the form's own bleed, no more than its art has."""
    own = CUTTER_BLEED if spec.marks is Marks.CUTTER and BLEED[form] is None else BLEED[form]
    if own is None or spec.bleed is not None:
        return spec
    return replace(spec, bleed=min(own, *(component.build.bleed for component in members)))


def _part(form: str, pieces: list[Piece], spec: SheetSpec, laid: Laid, *, told: bool) -> Part:
    """``told``: somebody asked for this bleed, and may want to know what it costs."""
    name = laid.words.parts[form]
    sheets = impose(pieces, spec, _label(laid, name))
    return Part(name=name, file=FILES[form], sheets=sheets, notes=_advice(pieces, spec) if told else ())


def _advice(pieces: list[Piece], spec: SheetSpec) -> tuple[str, ...]:
    """Where a bleed costs slots: which grids hold more, and up to which bleed."""
    told = []
    for trim in dict.fromkeys(piece.trim for piece in pieces):
        fold = spec.backs is Backs.FOLD and any(piece.back for piece in pieces if piece.trim == trim)
        slots = best_grid(trim, spec, pieces[0].where, fold=fold).slots
        more = more_with_less_bleed(trim, spec, slots, fold=fold)
        if more:
            told.append(f"{slots} of {trim} on a sheet; {'; '.join(more)}")
    return tuple(told)


def _boards(members: list[Component], pieces: list[Piece], spec: SheetSpec, laid: Laid) -> list[Part]:
    """Boards that fit are laid on sheets like anything else; larger ones are parted, and once more whole on A3."""
    name = laid.words.parts["board"]
    label = _label(laid, name)
    small = [piece for piece in pieces if _fits(piece, spec)]
    large = [piece for piece in pieces if piece not in small]
    sheets = impose(small, spec, label) if small else ()
    tilings = []
    for piece, component in zip(pieces, members, strict=True):
        plan = tiling(piece.trim, spec) if piece in large else None
        if piece in large:
            for _ in range(piece.copies):
                sheets += tile(piece, spec, label)
        if plan is not None:
            tilings.append((component, plan))
    parts = [Part(name=name, file=FILES["board"], sheets=sheets, tilings=tuple(tilings))]
    wide = replace(spec, paper=Size(*PAPERS["a3"]), paper_name="a3")
    if large and all(_fits(piece, wide) for piece in large):
        parts.append(Part(name=name, file=BOARDS_WHOLE, sheets=impose(large, wide, label), whole=True))
    return parts


def _fits(piece: Piece, spec: SheetSpec) -> bool:
    try:
        best_grid(piece.trim, spec, piece.where)
    except SourceError:
        return False
    return True
