"""Which lines head a list of components, and which another part of the rules."""

from __future__ import annotations

import re

from generator.rules.reading.language import Language

_NUMBERING = re.compile(r"^[\W\d_]*(?:[IVXivx]{1,4}[.)]\s+)?")


def _title(text: str) -> str:
    return _NUMBERING.sub("", text).casefold().strip(" :.!?—–-*\n")


def is_heading(text: str, lang: Language) -> bool:
    title = _title(text)
    if title in lang.headings:
        return True
    return any(title.startswith(f"{h} ") or title.endswith(f" {h}") for h in lang.headings) and len(title.split()) < 7


def is_setup(text: str, lang: Language) -> bool:
    title = _title(text)
    return title in lang.setups
