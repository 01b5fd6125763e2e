"""Calibration: the two-sided test sheet that shows what a printer does wrong, as pages.

Laws: both sides are drawn about the paper's middle; what is read against the light lies on the front, and nothing of
the back lies behind it but the lines that are read; the readings mean the same for either flip.
"""

from generator.calibration.words import RULER_MM, Words

__all__ = ["RULER_MM", "Words"]
