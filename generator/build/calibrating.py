"""``calibrate.pdf``: the sheet that a printer is measured with. It belongs to no game."""

from __future__ import annotations

from pathlib import Path

from generator.build.edition import CREATOR
from generator.build.fonts import HOUSE, Fonts
from generator.build.places import Project, write_whole
from generator.build.words import words_for
from generator.calibration.sheet import sheet_pages
from generator.geometry import Size
from generator.imposition import Flip
from generator.intake import Shelf, Shelves
from generator.pdf import DocumentInfo, write_listing
from generator.problem import Location

FILE = "calibrate.pdf"


def write_calibration(paper: Size, name: str, flip: Flip, language: str, out: Path) -> Path:
    """Write the sheet; where it lies. SourceError ``no-house-words``, ``cannot-write``."""
    where = Location("--lang")
    words = words_for(language, where).calibration
    nothing = Shelf("the test sheet", ())
    came_along = Shelf("fonts", (Project(root=Path()).bases[-1] / "fonts",))
    shelves = Shelves(game=nothing, templates=nothing, fonts=came_along, art=nothing)
    fonts = Fonts()
    regular, bold = (fonts.open(HOUSE[style], shelves, where) for style in ("regular", "bold"))
    pages = sheet_pages(paper, name, flip, words, regular, bold, where)
    info = DocumentInfo(
        title=words.title,
        subject=f"{words.title} ({name})",
        language=language,
        creator=CREATOR,
        duplex=flip,
        bookmarks={},
    )
    path = out / FILE
    write_whole(path, write_listing(pages, info, regular))
    return path
