"""Tuckboxes of a game: decks → blocks → nets → panels in the game's own look → sheets → ``tuckbox.pdf``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.build.edition import Edition, Printed, info_of
from generator.build.fonts import Fonts
from generator.build.laid import Laid, lay_out_game
from generator.build.places import Project
from generator.catalogue import Catalogue, Component
from generator.geometry import Size, number
from generator.imposition import Sheet, SheetSpec
from generator.layout import Composer, Frame, hatched
from generator.pdf import write_sheets
from generator.problem import Location, Problem, SourceError, did_you_mean, visible
from generator.template import Renderer
from generator.tuckbox import BLEED_MM, Laying, Net, block_of, lay, lie_of, net_of

FILE = "tuckbox.pdf"  # never in the manifest: a box is no piece of the game
PLAIN = "tuckbox.xml.j2"  # of a game that names no layout of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class Thickness:
    """What the cards are made of, mm. ``sleeve``: both walls of a sleeve; ``outer``: a sleeve's own size."""

    card: float
    sleeve: float | None = None
    outer: Size | None = None


class _Pile(NamedTuple):
    """The cards of a deck: how many, the largest trim, and the first of them."""

    deck: str
    cards: int
    trim: Size
    first: Component


def check_decks(games: Sequence[Catalogue], wanted: Sequence[str]) -> None:
    """Each deck that is asked for must hold cards in some game. SourceError ``unknown-deck``."""
    known = {pile.deck for game in games for pile in _piles(game, ())}
    missing = [deck for deck in dict.fromkeys(wanted) if deck not in known]
    if missing:
        raise SourceError(
            Problem(
                where=Location("--deck"),
                code="unknown-deck",
                message=f"no deck '{deck}' holds cards",
                hint=did_you_mean(deck, known),
            )
            for deck in missing
        )


def boxes_of(
    catalogue: Catalogue,
    language: str,
    decks: Sequence[str],
    thickness: Thickness,
    spec: SheetSpec,
    project: Project,
    fonts: Fonts,
    step: Callable[[str], None],
) -> Edition | None:
    """A box for each deck that is asked for; None where this game has none of them. SourceError with all problems."""
    piles = _piles(catalogue, decks)
    if not piles:
        return None
    laid = lay_out_game(catalogue, language, project, fonts)
    step(f"{catalogue.game} {language}: laid out")
    renderer, composer = Renderer(catalogue, language, laid.shelves.templates), Composer(laid.stock)
    problems: list[Problem] = []
    frames: dict[str, Frame] = {}
    sheets: list[Sheet] = []
    told: list[str] = []
    try:
        for pile in piles:
            try:
                _check_sleeve(pile, thickness)
                net = net_of(block_of(pile.cards, pile.trim, thickness.card, thickness.sleeve, thickness.outer))
                # Before it is drawn: of a box for which there is no paper, no panel could be laid out either.
                lie_of(net, spec, catalogue.decks[pile.deck].name[language], pile.first.where)
                drawn = _drawn(laid, pile, net, renderer, composer)
                frames |= {frame.digest: frame for frame in drawn.values()}
                sheets.append(lay(net, spec, _laying(laid, pile, drawn)))
                told.append(_told(laid, pile, net))
            except SourceError as error:
                problems += error.problems
    finally:
        renderer.close()
    if problems:
        raise SourceError(problems)
    data = write_sheets(sheets, frames, info_of(laid, laid.words.tuckbox, None), laid.slug_font)
    step(f"{catalogue.game} {language}: {FILE}")
    printed = Printed(
        file=FILE, pieces=len(sheets), sheets=len(sheets), paper="", how="one side", cuts=(), notes=tuple(told)
    )
    return Edition(game=catalogue.game, language=language, files={FILE: data}, printed=(printed,), pieces=len(sheets))


def _piles(catalogue: Catalogue, wanted: Sequence[str]) -> list[_Pile]:
    """The decks that hold cards, in the order of the catalogue's decks; of several trims the largest measures."""
    piles = []
    for deck in catalogue.decks:
        cards = [
            component
            for component in catalogue.components
            if component.build.deck == deck and component.copies and catalogue.kinds[component.kind].form == "card"
        ]
        if cards and (not wanted or deck in wanted):
            trims = [card.build.trim for card in cards]
            trim = Size(max(size.width for size in trims), max(size.height for size in trims))
            piles.append(_Pile(deck, sum(card.copies for card in cards), trim, cards[0]))
    return piles


def _check_sleeve(pile: _Pile, thickness: Thickness) -> None:
    outer = thickness.outer
    if outer is not None and (outer.width < pile.trim.width or outer.height < pile.trim.height):
        message = f"the cards of '{pile.deck}' measure {pile.trim}: they do not go into sleeves of {outer}"
        hint = "take larger sleeves, or name decks with --deck"
        raise SourceError([Problem(where=pile.first.where, code="does-not-fit", message=message, hint=hint)])


def _drawn(laid: Laid, pile: _Pile, net: Net, renderer: Renderer, composer: Composer) -> dict[str, Frame]:
    """Every panel and every glued flap by its name. SourceError with what is wrong on any of them."""
    path = laid.catalogue.tuckbox or PLAIN
    names = _names(laid, pile, net, renderer)
    name, where = laid.catalogue.decks[pile.deck].name[laid.language], pile.first.where
    drawn: dict[str, Frame] = {}
    problems: list[Problem] = []
    start = net.panel("front").box.x
    for panel in net.panels:
        made = (pile.deck, f"tuckbox {panel.kind}", name, where)
        try:
            trim = Size(panel.box.width, panel.box.height)
            # Where the panel begins along the wrap, from the front's left edge: what goes around the box is drawn so.
            x = panel.box.x - start if panel.kind in ("front", "back", "side") else 0.0
            seen = {**names, "panel": panel.kind, "box": {**names["box"], "x": x}}
            face = renderer.panel(made, path, trim, BLEED_MM, seen)
            drawn[panel.name] = composer.frame(face)
        except SourceError as error:
            problems += error.problems
    if problems:
        raise SourceError(problems)
    font = laid.fonts.house("bold", laid.catalogue, laid.shelves)
    return drawn | {flap.name: hatched(flap.corners, laid.words.glue, font) for flap in net.glued}


def _names(laid: Laid, pile: _Pile, net: Net, renderer: Renderer) -> dict[str, Any]:
    """What a layout of a box sees beside what every layout sees."""
    words, families = laid.words, list(laid.catalogue.fonts)
    counted = words.card_one if pile.cards == 1 else words.card_many.format(count=pile.cards)
    build = pile.first.build
    return {
        "deck": {
            "id": pile.deck,
            "name": laid.catalogue.decks[pile.deck].name[laid.language],
            "cards": pile.cards,
            "counted": counted,
            "back": renderer.inside(pile.first, "back"),
            "width": build.trim.width,
            "height": build.trim.height,
        },
        "card": renderer.card(pile.first),
        "box": {"width": net.width, "height": net.height, "depth": net.depth, "notch": net.notch},
        "fonts": {
            "title": "title" if "title" in families else families[0],
            "text": "text" if "text" in families else families[0],
        },
    }


def _laying(laid: Laid, pile: _Pile, drawn: dict[str, Frame]) -> Laying:
    catalogue, words = laid.catalogue, laid.words
    name = catalogue.decks[pile.deck].name[laid.language]
    about = f"50 mm · {laid.title} · {words.tuckbox} · {name} · {laid.language} · {catalogue.version}"
    digests = {panel: frame.digest for panel, frame in drawn.items()}
    return Laying(pile.deck, name, f"{about} · {words.how_to_fold}", pile.first.where, digests)


def _told(laid: Laid, pile: _Pile, net: Net) -> str:
    name = laid.catalogue.decks[pile.deck].name[laid.language]
    size = " × ".join(number(value, 1) for value in (net.width, net.height, net.depth))
    return f"{visible(name)}: {pile.cards} card{'s' if pile.cards != 1 else ''}, a box of {size} mm"
