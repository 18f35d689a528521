"""Where does an answer of Textract say that something is, on the page as it is read?

Textract reads pages that lie on their side or head, and tells places on the picture that it was
sent. They are turned here by the quarter in which most of the texts are read.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.lines import Piece
from batchbell.engines.document.textract_parts import (
    Part,
    confidence,
    number,
    part,
    parts,
    text,
)
from batchbell.engines.document.upright import QUARTERS, Turn
from batchbell.engines.document.words import PageWords, Word

_DIRECTION_LEAST = 3
"""Letters from which on a word's box tells the direction in which it is read."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A picture that was sent: page `number` (from 1), its size in pixels.

    `quarters`: how often it is to be turned clockwise to be read.
    """

    number: int
    width: float
    height: float
    quarters: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the upright page."""
        return self._turn.size

    @property
    def _turn(self) -> Turn:
        return Turn(Box(0, 0, self.width, self.height), self.quarters)

    def place(self, geometry: Part) -> Box:
        """Where it is on the upright page; somewhere on it, when nothing is said."""
        left, top, right, bottom = _shares(geometry)
        return self._turn.place(
            left * self.width,
            (1 - bottom) * self.height,
            right * self.width,
            (1 - top) * self.height,
        )

    def piece(self, of: Part) -> Piece | None:
        """A text with its place, or None when it has no letters."""
        said = text(of, "Text")
        return Piece(said, self.place(part(of, "Geometry")), confidence(of)) if said else None

    def words(self, blocks: Iterable[Part]) -> PageWords:
        """The page's words."""
        width, height = self.size
        found = [
            Word(piece.text, piece.box, piece.confidence, self._is_upright(block))
            for block in blocks
            if block.get("BlockType") == "WORD" and (piece := self.piece(block))
        ]
        return PageWords(self.number, width, height, tuple(found))

    def _is_upright(self, block: Part) -> bool:
        return quarters_of(part(block, "Geometry"), self.width, self.height) in (
            None,
            self.quarters,
        )


def upright_sheet(number: int, width: float, height: float, told: Iterable[Part]) -> Sheet:
    """A sheet turned as most of the texts on it are read. `told`: structures with a geometry."""
    turns = Counter(
        quarters
        for one in told
        if len(text(one, "Text")) >= _DIRECTION_LEAST
        and (quarters := quarters_of(part(one, "Geometry"), width, height)) is not None
    )
    most = turns.most_common(1)
    return Sheet(number, width, height, most[0][0] if most else 0)


def quarters_of(geometry: Part, width: float, height: float) -> int | None:
    """How often a text is to be turned clockwise to be read; None: its outline is not told.

    An outline begins at the text's own top left corner and goes on to its top right one.
    """
    corners = [(number(c, "X"), number(c, "Y")) for c in parts(geometry, "Polygon")[:2]]
    points = [(x * width, y * height) for x, y in corners if x is not None and y is not None]
    if len(points) < 2 or points[0] == points[1]:
        return None
    (x0, y0), (x1, y1) = points
    return round(-math.atan2(y1 - y0, x1 - x0) / (math.pi / 2)) % QUARTERS


def _shares(geometry: Part) -> Box:
    """From 0 to 1 on the picture as it was sent."""
    box = part(geometry, "BoundingBox")
    left, top = number(box, "Left"), number(box, "Top")
    width, height = number(box, "Width"), number(box, "Height")
    if left is None or top is None or width is None or height is None:
        return _outline(geometry)
    return Box(_share(left), _share(top), _share(left + width), _share(top + height))


def _outline(geometry: Part) -> Box:
    xs = [x for corner in parts(geometry, "Polygon") if (x := number(corner, "X")) is not None]
    ys = [y for corner in parts(geometry, "Polygon") if (y := number(corner, "Y")) is not None]
    if not xs or not ys:
        return Box(0, 0, 1, 1)
    return Box(_share(min(xs)), _share(min(ys)), _share(max(xs)), _share(max(ys)))


def _share(told: float) -> float:
    return min(1.0, max(0.0, told))
