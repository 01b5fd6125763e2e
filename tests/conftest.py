"""What several tests share: games copied into a temporary folder, built and read back through the real pipeline."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import build as steps
from generator.build import Edition, Order, Project
from generator.imposition import SheetSpec
from generator.problem import Problem, SourceError

HERE = Path(__file__).parent
SAMPLES = HERE / "samples"
REPOSITORY = HERE.parent


class Workshop:
    """A project in a temporary folder."""

    def __init__(self, root: Path, out: Path) -> None:
        self.root, self.out = root, out

    def edit(self, file: str, old: str, new: str, count: int = 1) -> None:
        """Change a text in a file; the text must be there."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, count), encoding="utf-8")

    def write(self, file: str, content: str | bytes) -> Path:
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path

    def build(
        self,
        *games: str,
        languages: tuple[str, ...] = (),
        spec: SheetSpec | None = None,
        only: tuple[str, ...] = steps.FILES,
    ) -> list[Edition]:
        order = Order(
            games=games, languages=languages, spec=spec or steps.sheet_spec("a4", None, "long"), out=self.out, only=only
        )
        return steps.build(order, Project(root=self.root), lambda text: None)

    def problems(self, *games: str, languages: tuple[str, ...] = ()) -> tuple[Problem, ...]:
        """What the build complains of; it must complain, and write nothing."""
        with pytest.raises(SourceError) as caught:
            self.build(*games, languages=languages)
        assert not self.out.exists(), "something was written although there are problems"
        return caught.value.problems


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Workshop]:
    """Copies a sample (or a game of the repository) into a temporary project; the shipped fonts and art are there."""

    def make(sample: str = "duel") -> Workshop:
        root = tmp_path / "project"
        if (SAMPLES / sample).is_dir():
            shutil.copytree(SAMPLES / sample, root)
        else:
            shutil.copytree(REPOSITORY / "cards" / sample, root / "cards" / sample)
            shutil.copytree(REPOSITORY / "templates" / sample, root / "templates" / sample)
        monkeypatch.chdir(root)
        return Workshop(root, tmp_path / "out")

    return make
