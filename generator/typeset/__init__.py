"""Type: fonts that can be embedded, lines by Unicode's rules and hyphens, shrinking to fit. No markup, no cards."""

from generator.typeset.breaks import HYPHEN_LANGUAGES
from generator.typeset.fonts import Family, Font, open_font
from generator.typeset.paragraph import ICON_EM, Line, Paragraph, Piece, Setting, Span, block_height, fit

__all__ = [
    "HYPHEN_LANGUAGES", "ICON_EM", "Family", "Font", "Line", "Paragraph", "Piece", "Setting", "Span", "block_height",
    "fit", "open_font",
]  # fmt: skip
