"""A game in one language, laid out: what every way of printing it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from generator.build.fonts import Fonts
from generator.build.places import Project
from generator.build.version_mark import marked
from generator.build.words import Words, words_for
from generator.catalogue import Catalogue, families_alike
from generator.intake import Shelves
from generator.layout import Composer, Frame, Greys, Stock
from generator.problem import Problem, SourceError, fail
from generator.template import Renderer
from generator.typeset import Font

INKS = ("full", "low", "grey")
Faces = Mapping[str, Mapping[str, Frame]]  # component id → side → its drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """The catalogue, the tool's words, the faces of every component, and what they were drawn from.

    ``ink``: full; low, with the theme that saves ink; or grey, each colour as the grey of its lightness.
    """

    catalogue: Catalogue
    language: str
    words: Words
    shelves: Shelves
    stock: Stock
    fonts: Fonts
    faces: Faces
    ink: str = "full"

    @property
    def title(self) -> str:
        return self.catalogue.title[self.language]

    @property
    def frames(self) -> dict[str, Frame]:
        """Every drawing by its digest."""
        return {frame.digest: frame for sides in self.faces.values() for frame in sides.values()}

    @property
    def slug_font(self) -> Font:
        return self.fonts.house("regular", self.catalogue, self.shelves)


def lay_out_game(catalogue: Catalogue, language: str, project: Project, fonts: Fonts, ink: str = "full") -> Laid:
    """Every face of a game, as printed with this ink. SourceError with all that is wrong."""
    catalogue = inked(catalogue, ink)
    shelves = project.shelves(catalogue.folder)
    words = words_for(language, catalogue.where)
    if not any(component.copies for component in catalogue.components):
        raise fail(catalogue.where, "empty", "the game has nothing to print")
    stock = Stock(shelves, fonts.families(catalogue, shelves), catalogue.icons, language)
    laid = Laid(
        catalogue=catalogue,
        language=language,
        words=words,
        shelves=shelves,
        stock=stock,
        fonts=fonts,
        faces=lay_out_faces(catalogue, language, shelves, stock, ink),
        ink=ink,
    )
    _check_slug(laid)
    return replace(laid, faces=marked(catalogue, laid.faces, laid.slug_font)) if catalogue.version_mark else laid


def inked(catalogue: Catalogue, ink: str) -> Catalogue:
    """The game with the theme of an ink. SourceError ``no-low-ink``, ``families-alike``."""
    declared = catalogue.inks
    if ink == "grey" and (problems := families_alike(declared)):
        raise SourceError(problems)
    if ink != "low":
        return catalogue
    if declared.low is None:
        where = declared.where if declared.where.path else catalogue.where
        message = f"'{catalogue.game}' does not say how it is printed with little ink"
        hint = 'add to theme: a block low: with the colours that change, such as {paper: "#FFFFFF"}; {} if none does'
        raise fail(where, "no-low-ink", message, hint)
    return replace(catalogue, theme={**declared.colours, **declared.low})


def lay_out_faces(
    catalogue: Catalogue, language: str, shelves: Shelves, stock: Stock, ink: str = "full"
) -> dict[str, dict[str, Frame]]:
    """Frames by component and side. SourceError with what is wrong on all faces."""
    # Grey is made of what is drawn in full; only where ink is saved a layout draws otherwise.
    renderer = Renderer(catalogue, language, shelves.templates, "low" if ink == "low" else "full")
    composer, greys = Composer(stock), Greys()
    problems: list[Problem] = []
    faces: dict[str, dict[str, Frame]] = {}
    try:
        for component in catalogue.components:
            sides: dict[str, Frame] = {}
            for side in ("front", "back"):
                try:
                    face = renderer.face(component, side)
                    if face is not None:
                        frame = composer.frame(face)
                        sides[side] = greys.frame(frame) if ink == "grey" else frame
                except SourceError as error:
                    problems += error.problems
            faces[component.id] = sides
    finally:
        renderer.close()
    if problems:
        raise SourceError(problems)
    return faces


def _check_slug(laid: Laid) -> None:
    """The slug stands on every sheet, in the tool's own font. SourceError ``missing-glyph``."""
    missing = laid.slug_font.missing(f"{laid.title} {laid.catalogue.version}")
    if missing:
        raise fail(
            laid.catalogue.where,
            "missing-glyph",
            f"the line in the margin of the sheets cannot print '{missing}' of the title or the version",
            "it is set in Fira Sans Condensed: Latin and Cyrillic letters",
        )
