"""Which texts on the pages stand beside, behind or below a label?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from batchbell.engines.document.aligned import GAP
from batchbell.engines.document.boxes import shared_width
from batchbell.engines.document.lines import Piece, lines_of, pieces_of
from batchbell.engines.document.words import PageWords

_MOST = 20_000
_LABEL_WORDS = 6
_BELOW_LINES = 2
# Of the height of a line: a value below its label is no further away.
_BELOW = 2.0


class Place(Enum):
    """How a value stands to its label; the number: how sure it is the label's, up to 1."""

    BEHIND_A_COLON = 1.0
    BESIDE = 0.98
    LAST_OF_THE_LINE = 0.96
    BEHIND = 0.9
    BELOW = 0.7


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label and what may be its value."""

    label: str
    value: Piece
    page: int
    place: Place


def labelled_values(pages: Sequence[PageWords]) -> list[Labelled]:
    """In reading order."""
    found: list[Labelled] = []
    for page in pages:
        upright = [word for word in page.words if word.upright]
        lines = [pieces_of(line, GAP) for line in lines_of(upright)]
        for number, line in enumerate(lines):
            below = lines[number + 1 : number + 1 + _BELOW_LINES]
            found += _of_line(line, below, page.number)
        if len(found) > _MOST:
            break
    return found


def _of_line(
    line: Sequence[Piece], below: Sequence[Sequence[Piece]], page: int
) -> Iterator[Labelled]:
    for number, piece in enumerate(line):
        label, colon, rest = piece.text.partition(":")
        if colon and rest.strip():
            yield Labelled(label, _with_text(piece, rest), page, Place.BEHIND_A_COLON)
        else:
            yield from _outside(label, line[number + 1 :], piece, below, page)
        yield from _beginnings(piece, page)


def _outside(
    label: str,
    right: Sequence[Piece],
    piece: Piece,
    below: Sequence[Sequence[Piece]],
    page: int,
) -> Iterator[Labelled]:
    if right:
        yield Labelled(label, right[0], page, Place.BESIDE)
    if len(right) > 1:
        yield Labelled(label, right[-1], page, Place.LAST_OF_THE_LINE)
    under = _under(piece, below)
    if under is not None:
        yield Labelled(label, under, page, Place.BELOW)


def _under(piece: Piece, below: Sequence[Sequence[Piece]]) -> Piece | None:
    for line in below:
        for other in line:
            near = other.box.top - piece.box.bottom <= _BELOW * piece.box.height
            if near and shared_width(piece.box, other.box) > 0:
                return other
    return None


def _beginnings(piece: Piece, page: int) -> Iterator[Labelled]:
    """`Total EUR 12.00`, `Invoice no. 17`: the first words are the label."""
    words = piece.text.split()
    for count in range(1, min(len(words), _LABEL_WORDS + 1)):
        rest = " ".join(words[count:])
        if any(letter.isdigit() for letter in rest):
            yield Labelled(" ".join(words[:count]), _with_text(piece, rest), page, Place.BEHIND)


def _with_text(piece: Piece, text: str) -> Piece:
    return Piece(text.strip(), piece.box, piece.confidence)
