"""What is a row for the caller: which values, and where are they printed?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from batchbell.domain.document import Evidence
from batchbell.engines.document.boxes import Box, around
from batchbell.engines.document.lines import Piece
from batchbell.engines.document.words import PageWords

_PLACES = 4


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """Values by name, null where nothing is, and where they are printed."""

    values: Mapping[str, str | None]
    evidence: Evidence


def printed(
    values: Mapping[str, str | None],
    number: int,
    held: Sequence[Piece],
    pages: Sequence[PageWords],
    sure: float = 1.0,
) -> PrintedRow:
    """A row on page `number`, of these texts. `sure`: what is doubtful beside the reading."""
    page = next(page for page in pages if page.number == number)
    box = _shares(around(piece.box for piece in held), page)
    confidence = round(sure * min(piece.confidence for piece in held), 3)
    return PrintedRow(values, Evidence(number, box, confidence))


def _shares(box: Box, page: PageWords) -> tuple[float, float, float, float]:
    shares = (
        box.left / page.width,
        box.top / page.height,
        box.right / page.width,
        box.bottom / page.height,
    )
    left, top, right, bottom = (round(min(1.0, max(0.0, share)), _PLACES) for share in shares)
    return left, top, right, bottom
