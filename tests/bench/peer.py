"""The peer: the bench's game by Typst, from its PyPI wheel. ``python peer.py GAME_FOLDER OUT.pdf [--backs]``.

Typst as it comes: tagged PDF is its default. It reads only the game's two fonts, not the system's, which spares it
time. ``--untagged`` leaves out the tags.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(folder: Path, out: Path, options: set[str]) -> None:
    """Compile ``peer.typ`` over the folder's ``peer.yaml``."""
    try:
        import typst
    except ImportError:
        sys.exit("Typst is not installed: pip install -e '.[bench]'")
    typst.compile(
        Path(__file__).with_name("peer.typ").read_bytes(),
        output=str(out),
        root=str(folder),
        font_paths=[str(folder / "fonts")],
        ignore_system_fonts=True,
        pdf_tags="--untagged" not in options,
        sys_inputs={"deck": "/peer.yaml", "backs": "yes" if "--backs" in options else "no"},
    )


if __name__ == "__main__":
    if len(sys.argv) < 3 or set(sys.argv[3:]) - {"--backs", "--untagged"}:
        sys.exit("usage: peer.py GAME_FOLDER OUT.pdf [--backs] [--untagged]")
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]), set(sys.argv[3:]))
