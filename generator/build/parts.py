"""A game's parts: each form of component has its file and its way onto sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from generator.build.laid import Laid
from generator.catalogue import FORMS, Component
from generator.geometry import PAPERS, Size
from generator.imposition import Label, Piece, Sheet, SheetSpec, Tiling, best_grid, impose, tile, tiling
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
# Cards of one deck share their ring, so neighbours can share a cut. Other parts carry art to the edge: a cut each, with
# as much bleed as forgives a hand that slips (mm).
BLEED = {"card": None, "board": 3.0, "mat": 2.0, "token": 1.5, "standee": 2.0, "die": 2.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one file of sheets holds. ``whole``: the boards once more, unparted, on a larger paper."""

    form: str
    file: str
    sheets: tuple[Sheet, ...]
    tilings: tuple[tuple[Component, Tiling], ...] = ()
    whole: bool = False

    @property
    def two_sided(self) -> bool:
        return any(sheet.back is not None for sheet in self.sheets)

    @property
    def pages(self) -> int:
        return len(self.sheets) * (2 if self.two_sided else 1)


def impose_parts(laid: Laid, spec: SheetSpec, only: tuple[str, ...]) -> list[Part]:
    """The parts that are asked for, in the order of the forms. SourceError with all that does not fit."""
    catalogue = laid.catalogue
    parts: list[Part] = []
    problems: list[Problem] = []
    for form in FORMS:
        members = [c for c in catalogue.components if catalogue.kinds[c.kind].form == form and c.copies]
        if not members or FILES[form] not in only:
            continue
        label = _label(laid, form)
        pieces = [piece_of(component, laid.faces[component.id], laid.language) for component in members]
        own = _spec(spec, form, members)
        try:
            parts += _boards(members, pieces, own, label) if form == "board" else [_part(form, pieces, own, label)]
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    return parts


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


def _label(laid: Laid, form: str) -> Label:
    words = laid.words
    text = f"50 mm · {laid.title} · {words.parts[form]} · {laid.language} · {laid.catalogue.version}"
    return Label(text=text, sheet=words.sheet, front=words.front, back=words.back)


def _spec(spec: SheetSpec, form: str, members: list[Component]) -> SheetSpec:
    """How this form lies on sheets: as asked for, else with the form's own bleed, no more than its art has."""
    own = BLEED[form]
    if own is None or spec.bleed is not None:
        return spec
    return replace(spec, bleed=min(own, *(component.build.bleed for component in members)))


def _part(form: str, pieces: list[Piece], spec: SheetSpec, label: Label) -> Part:
    return Part(form=form, file=FILES[form], sheets=impose(pieces, spec, label))


def _boards(members: list[Component], pieces: list[Piece], spec: SheetSpec, label: Label) -> list[Part]:
    """Boards that fit are laid on sheets like anything else; larger ones are parted, and once more whole on A3."""
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
    parts = [Part(form="board", file=FILES["board"], sheets=sheets, tilings=tuple(tilings))]
    wide = replace(spec, paper=Size(*PAPERS["a3"]), paper_name="a3")
    if large and all(_fits(piece, wide) for piece in large):
        parts.append(Part(form="board", file=BOARDS_WHOLE, sheets=impose(large, wide, label), whole=True))
    return parts


def _fits(piece: Piece, spec: SheetSpec) -> bool:
    try:
        best_grid(piece.trim, spec, piece.where)
    except SourceError:
        return False
    return True
