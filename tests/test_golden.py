"""What moved? Places of all items and sheets of the sample game, as text. A change here is a change on paper.

``UPDATE_GOLDENS=1 pytest tests/test_golden.py`` writes them anew; the diff is then read before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.laid import lay_out_faces
from generator.build.parts import impose_parts
from generator.build.words import words_for
from generator.catalogue import load
from generator.layout import Stock
from tests import dump
from tests.conftest import SAMPLES, Workshop


def laid_out(shop: Workshop, language: str) -> tuple[str, str]:
    project = steps.Project(root=shop.root)
    folder = project.game("duel")
    shelves = project.shelves(folder)
    catalogue = load(folder, shelves)
    stock = Stock(shelves, Fonts().families(catalogue, shelves), catalogue.icons, language)
    faces = lay_out_faces(catalogue, language, shelves, stock)
    spec = steps.sheet_spec("a4", None, "long")
    [part] = impose_parts(catalogue, language, spec, faces, words_for(language, catalogue.where), steps.FILES)
    names = {frame.digest: f"{c} {side}" for c, sides in faces.items() for side, frame in sides.items()}
    return dump.frames(faces), dump.sheets(part.sheets, names)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_frames_and_sheets_lie_where_they_lay(language: str, workshop: Callable[..., Workshop]) -> None:
    for name, text in zip(("frames", "sheets"), laid_out(workshop(), language), strict=True):
        golden = SAMPLES / "duel" / "golden" / f"{name}.{language}.txt"
        if os.environ.get("UPDATE_GOLDENS"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8")
