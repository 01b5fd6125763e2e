"""Every bound on what a stranger's file may ask for, in one place. The documentation's table is tested against it."""

from typing import Final

MB: Final = 1_000_000

YAML_BYTES: Final = 5 * MB
MARKDOWN_BYTES: Final = 5 * MB
TEMPLATE_BYTES: Final = 1 * MB
SVG_BYTES: Final = 5 * MB
PICTURE_BYTES: Final = 50 * MB
FONT_BYTES: Final = 20 * MB

YAML_DEPTH: Final = 20
YAML_NODES: Final = 500_000  # 10,000 cards of ten fields in two languages are 400,000
XML_DEPTH: Final = 64
SVG_NODES: Final = 20_000
SVG_USES: Final = 1_000
SVG_PATH_CHARACTERS: Final = 500_000  # a second of reading

PICTURE_PIXELS: Final = 80_000_000  # an A3 board at 600 dpi is 70 million
BUILD_PIXELS: Final = 2_000_000_000

TEXT_CHARACTERS: Final = 20_000
FACE_CHARACTERS: Final = 256_000
FACE_SECONDS: Final = 5.0
RANGE_ITEMS: Final = 1_000
NUMBER_LIMIT: Final = 10**9

LENGTH_MM: Final = 2_000.0
PAPER_MM: Final = 50.0  # a paper's shorter side, at least
MARGIN_MM: Final = 50.0
COPIES: Final = 999
PIECES: Final = 20_000
ID_CHARACTERS: Final = 80
BLEED_MM: Final = 20.0
CORNER_MM: Final = 40.0
CARD_THICKNESS_MM: Final = 5.0
LAYOUT_NUMBERS: Final = 20_000  # in points, or in a dash
PDF_BYTES: Final = 500 * MB  # read back by the proof
LIST_CHARACTERS: Final = 2_000_000
LIST_LINE: Final = 10_000
LIST_SEGMENTS: Final = 6_000
LIST_ENTRIES: Final = 1_500
LIST_PAGES: Final = 400
RULER_LEAST_MM: Final = 140.0  # of a ruler that is drawn 150 mm long: beyond, something else is wrong
RULER_MOST_MM: Final = 160.0
BACK_OFFSET_MM: Final = 10.0
BACK_TURN_DEGREES: Final = 3.0
EDGE_MM: Final = 25.0
REVISION_BYTES: Final = 500 * MB  # of all files that `changes` takes out of a repository
REVISION_SECONDS: Final = 120.0
EXPORT_PIXELS: Final = 60_000_000  # of one face: a board of A3 size at 600 dpi would have 70 million
EXPORT_DPI: Final = 600
EXPORT_DPI_LEAST: Final = 72
TABLE_PIXELS: Final = 1_000_000_000  # fifty full sheets, drawn and put together
TABLE_OBJECTS: Final = 1_000  # that lie on a virtual table: a deck is one, and a stack of tokens
