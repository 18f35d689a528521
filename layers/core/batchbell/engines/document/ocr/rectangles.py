"""What is the smallest rectangle, at any angle, around some points?"""

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Its middle, its sides, and how far the wider one is turned from level, in radians.

    The angle lies between -45 and 45 degrees; so a text that runs downwards is higher than wide.
    """

    x: float
    y: float
    width: float
    height: float
    angle: float

    def grown(self, by: float) -> "Rectangle":
        """On every side."""
        return replace(self, width=self.width + 2 * by, height=self.height + 2 * by)

    def scaled(self, across: float, down: float) -> "Rectangle":
        """On a picture that is so much larger. Nearly equal factors are assumed."""
        return Rectangle(
            self.x * across, self.y * down, self.width * across, self.height * down, self.angle
        )

    def corners(self) -> Points:
        """From its own top left, clockwise."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        across = np.array([cos, sin]) * self.width / 2
        down = np.array([-sin, cos]) * self.height / 2
        middle = np.array([self.x, self.y])
        return np.stack(
            (
                middle - across - down,
                middle + across - down,
                middle + across + down,
                middle - across + down,
            )
        )


def smallest_around(points: Points) -> Rectangle:
    """One of its sides lies on the points' outline."""
    hull = _hull(points)
    sides = np.roll(hull, -1, axis=0) - hull
    angles = np.unique(np.round(_within_45(np.arctan2(sides[:, 1], sides[:, 0])), 4))
    cos, sin = np.cos(angles), np.sin(angles)
    along = hull @ np.stack((cos, sin))
    across = hull @ np.stack((-sin, cos))
    widths = along.max(axis=0) - along.min(axis=0)
    heights = across.max(axis=0) - across.min(axis=0)
    best = int(np.argmin(widths * heights + 1e-6 * np.abs(angles)))
    u = (along[:, best].max() + along[:, best].min()) / 2
    v = (across[:, best].max() + across[:, best].min()) / 2
    return Rectangle(
        float(u * cos[best] - v * sin[best]),
        float(u * sin[best] + v * cos[best]),
        float(widths[best]),
        float(heights[best]),
        float(angles[best]),
    )


def _within_45(angles: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    quarter = math.pi / 2
    turned: npt.NDArray[np.float64] = (angles + quarter / 2) % quarter - quarter / 2
    return turned


def _hull(points: Points) -> Points:
    """The corners of the outline: Andrew's monotone chain."""
    ordered = sorted(set(map(tuple, points.tolist())))
    lower = _half(ordered)
    upper = _half(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half(points: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
    chain: list[tuple[float, ...]] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(one: tuple[float, ...], two: tuple[float, ...], three: tuple[float, ...]) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])
