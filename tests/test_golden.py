"""What moved? Places of all items and sheets of the sample game, as text. A change here is a change on paper.

``UPDATE_GOLDENS=1 pytest tests/test_golden.py`` writes them anew; the diff is then read before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.laid import lay_out_game
from generator.build.parts import impose_parts
from generator.catalogue import load
from tests import dump
from tests.conftest import SAMPLES, Workshop


def laid_out(shop: Workshop, language: str) -> tuple[str, str]:
    project = steps.Project(root=shop.root)
    folder = project.game("duel")
    laid = lay_out_game(load(folder, project.shelves(folder)), language, project, Fonts())
    [part] = impose_parts(laid, steps.sheet_spec("a4", None, "long"), steps.FILES)
    names = {frame.digest: f"{c} {side}" for c, sides in laid.faces.items() for side, frame in sides.items()}
    return dump.frames(laid.faces), dump.sheets(part.sheets, names)


@pytest.mark.parametrize("language", ["pt", "en"])
def test_frames_and_sheets_lie_where_they_lay(language: str, workshop: Callable[..., Workshop]) -> None:
    for name, text in zip(("frames", "sheets"), laid_out(workshop(), language), strict=True):
        golden = SAMPLES / "duel" / "golden" / f"{name}.{language}.txt"
        if os.environ.get("UPDATE_GOLDENS"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        assert text == golden.read_text(encoding="utf-8")
