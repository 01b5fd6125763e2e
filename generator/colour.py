"""Colours as ``#RRGGBB``, taken as sRGB: how light they are, and the grey that is as light.

IEC 61966-2-1 (sRGB) leads to linear light, Rec. 709's weights to luminance, and CIE 15 from there to lightness, L*.
"""

from __future__ import annotations

from functools import lru_cache

WEIGHTS = (0.2126, 0.7152, 0.0722)  # of red, green, blue in luminance


def linear(value: int) -> float:
    """A channel from 0 to 255 → linear light from 0 to 1."""
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> int:
    """Linear light from 0 to 1 → a channel from 0 to 255, the nearest."""
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return min(255, max(0, round(part * 255)))


def luminance(colour: str) -> float:
    """Linear light, 0 for black, 1 for white."""
    return sum(weight * linear(value) for weight, value in zip(WEIGHTS, bytes.fromhex(colour[1:]), strict=True))


def lightness(colour: str) -> float:
    """CIE L*, 0 for black, 100 for white."""
    light = luminance(colour)
    return 116 * light ** (1 / 3) - 16 if light > (6 / 29) ** 3 else light * (29 / 3) ** 3


@lru_cache(maxsize=4_096)
def grey(colour: str) -> str:
    """The grey of the same lightness. A grey is its own."""
    value = encoded(luminance(colour))
    return f"#{value:02X}{value:02X}{value:02X}"
