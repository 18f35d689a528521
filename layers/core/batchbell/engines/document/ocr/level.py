"""How is a picture that is a little askew made level, and what was found on it with it?"""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from batchbell.engines.document.ocr.rectangles import Rectangle

# In radians: less does no harm, more is no accident.
_LEAST = math.radians(0.3)
_MOST = math.radians(20)
# Areas so much wider than high tell a slope; so many, so many heights around, tell it here.
_WIDE = 5
_NEAR = 5
_LEAST_NEAR = 3


def levelled(
    picture: Image.Image, areas: Sequence[Rectangle]
) -> tuple[Image.Image, list[Rectangle]]:
    """Turned by the angle of most text, on white."""
    angle = _slope(areas)
    if not _LEAST < abs(angle) < _MOST:
        return picture, list(areas)
    turned = picture.rotate(
        math.degrees(angle), Image.Resampling.BICUBIC, expand=True, fillcolor="white"
    )
    return turned, [_turned(area, angle, picture, turned) for area in areas]


def straightened(areas: Sequence[Rectangle], width: float) -> list[Rectangle]:
    """Paper bends: what is left of a slope, here another than there, is taken out of the places.

    `width`: of the picture; in the middle of it nothing moves.
    """
    wide = [area for area in areas if area.width >= _WIDE * area.height]
    return [_straight(area, wide, width) for area in areas]


def _straight(area: Rectangle, wide: Sequence[Rectangle], width: float) -> Rectangle:
    near = [other for other in wide if abs(other.y - area.y) <= _NEAR * area.height]
    if len(near) < _LEAST_NEAR:
        return area
    slope = _slope(near)
    return replace(
        area, y=area.y - (area.x - width / 2) * math.tan(slope), angle=area.angle - slope
    )


def _slope(areas: Sequence[Rectangle]) -> float:
    """Half of all text, by its length, slopes more, half less."""
    if not areas:
        return 0.0
    ordered = sorted(areas, key=lambda area: area.angle)
    lengths = np.cumsum([area.width for area in ordered])
    return ordered[int(np.searchsorted(lengths, lengths[-1] / 2))].angle


def _turned(area: Rectangle, angle: float, before: Image.Image, after: Image.Image) -> Rectangle:
    x, y = area.x - before.width / 2, area.y - before.height / 2
    cos, sin = math.cos(angle), math.sin(angle)
    return replace(
        area,
        x=x * cos + y * sin + after.width / 2,
        y=-x * sin + y * cos + after.height / 2,
        angle=area.angle - angle,
    )
