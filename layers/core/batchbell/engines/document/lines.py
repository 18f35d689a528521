"""Which words stand on one line, and which of them belong together?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from batchbell.engines.document.boxes import Box, around, shared_height
from batchbell.engines.document.words import Word

_BESIDE = 0.5
# In points: words reach so far over a divider that still parts them.
_ASTRIDE = 1.0


@dataclass(frozen=True, slots=True)
class Piece:
    """Words side by side that read as one: a cell, or a part of one."""

    text: str
    box: Box
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """Words of one height, from left to right."""

    words: tuple[Word, ...]
    box: Box


def lines_of(words: Iterable[Word]) -> list[Line]:
    """From top to bottom. Words share a line when half of the lower one is beside the other."""
    groups: list[list[Word]] = []
    boxes: list[Box] = []
    for word in sorted(words, key=lambda word: (word.box.middle, word.box.left)):
        found = next(
            (
                n
                for n in range(len(groups) - 1, max(-1, len(groups) - 4), -1)
                if shared_height(boxes[n], word.box) >= _BESIDE and _comparable(boxes[n], word.box)
            ),
            None,
        )
        if found is None:
            groups.append([word])
            boxes.append(word.box)
        else:
            groups[found].append(word)
            boxes[found] = _grown(boxes[found], word.box)
    lines = [
        Line(tuple(sorted(group, key=lambda word: word.box.left)), around(w.box for w in group))
        for group in groups
    ]
    return sorted(lines, key=lambda line: line.box.middle)


def pieces_of(line: Line, gap: float, dividers: Sequence[float] = ()) -> list[Piece]:
    """Words less than `gap` heights apart, and no divider between them, are one piece."""
    runs: list[list[Word]] = []
    end = 0.0
    for word in line.words:
        limit = gap * min(word.box.height, line.box.height)
        divided = any(end - _ASTRIDE < x < word.box.left + _ASTRIDE for x in dividers)
        if runs and word.box.left - end < limit and not divided:
            runs[-1].append(word)
        else:
            runs.append([word])
        end = max(end, word.box.right) if runs[-1][1:] else word.box.right
    return [joined_words(run) for run in runs]


def joined_words(words: Iterable[Word]) -> Piece:
    """The text of words in their order, with the least of their confidences."""
    given = list(words)
    return Piece(
        " ".join(word.text for word in given),
        around(word.box for word in given),
        min(word.confidence for word in given),
    )


def joined_pieces(pieces: Sequence[Piece]) -> Piece:
    """Their texts in this order, with the least of their confidences."""
    return Piece(
        " ".join(piece.text for piece in pieces),
        around(piece.box for piece in pieces),
        min(piece.confidence for piece in pieces),
    )


def text_block(words: Iterable[Word]) -> Piece:
    """The text of words on several lines, as it is read."""
    return joined_words(word for line in lines_of(words) for word in line.words)


def _comparable(line: Box, word: Box) -> bool:
    """A tall letter beside small print would draw two lines into one."""
    return word.height <= 2.2 * line.height


def _grown(line: Box, word: Box) -> Box:
    """The height stays that of the first: a line must not creep downwards."""
    return Box(min(line.left, word.left), line.top, max(line.right, word.right), line.bottom)
