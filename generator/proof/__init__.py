"""The written PDF, read back: what lies where, how often, at what size, with which fonts. Repairs nothing.

``prove`` never looks at what the build meant to write, only at the file, its manifest and the catalogue.
"""

from generator.proof.coverage import Coverage, coverage
from generator.proof.prove import Report, Row, prove
from generator.proof.reading import count_pages

__all__ = ["Coverage", "Report", "Row", "count_pages", "coverage", "prove"]
