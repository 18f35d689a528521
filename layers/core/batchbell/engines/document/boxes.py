"""Where is something on a page: what are boxes, and how do they lie to one another?"""

from collections.abc import Iterable
from typing import NamedTuple


class Box(NamedTuple):
    """In points or pixels of the upright page, from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Never negative."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Never negative."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2

    @property
    def centre(self) -> float:
        """Half way across."""
        return (self.left + self.right) / 2

    def covers(self, x: float, y: float) -> bool:
        """Whether the point lies in it."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of them, of which there is one at least."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def shared_height(one: Box, other: Box) -> float:
    """How much of the lower of the two lies beside the other, from 0 to 1."""
    overlap = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, overlap) / (min(one.height, other.height) or 1.0)


def shared_width(one: Box, other: Box) -> float:
    """How far the two lie above one another, in points or pixels; negative is a gap."""
    return min(one.right, other.right) - max(one.left, other.left)
