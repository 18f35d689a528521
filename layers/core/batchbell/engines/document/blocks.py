"""Which lines of a page, one below the other, may be one table?"""

import re
from collections.abc import Sequence

from batchbell.engines.document.amounts import is_figure
from batchbell.engines.document.lines import Line, Piece, pieces_of
from batchbell.engines.document.meaning import is_heading
from batchbell.engines.document.totals import begins_like_a_total

Pieces = list[Piece]

# In heights of a line: lines further apart are two blocks.
_APART = 2.0
_MOST_LONELY = 2
_LABEL = re.compile(r"[^\W\d][^:]{1,30}:(?:\s.*|\s*)")
_SUMMED_UP = 2


def blocks_of(lines: Sequence[Line], gap: float) -> list[list[Pieces]]:
    """Lines of several texts, with a few single ones between them.

    A new one begins where there is much space, with a line of headings, where labels with their
    values end or begin, and with the first sum below several columns.
    """
    blocks: list[list[Pieces]] = [[]]
    lonely: list[Pieces] = []
    last: Line | None = None
    for line in lines:
        pieces = pieces_of(line, gap)
        if last and line.box.top - last.box.bottom > _APART * max(line.box.height, last.box.height):
            blocks.append([])
            lonely = []
        last = line
        if len(pieces) == 1:
            lonely.append(pieces)
            continue
        if blocks[-1] and (len(lonely) > _MOST_LONELY or _begins(pieces, blocks[-1])):
            blocks.append([])
        if blocks[-1]:
            blocks[-1].extend(lonely)
        lonely = []
        blocks[-1].append(pieces)
    return [block for block in blocks if len(block) > 1]


def _begins(pieces: Pieces, block: Sequence[Pieces]) -> bool:
    """Whether a line is the first of another table than the block's."""
    before = block[-1]
    if _is_headings(pieces) and not _is_headings(before):
        return not _is_header_so_far(block)
    if _is_form(pieces) != _is_form(before):
        return not _is_headings(before)
    return _is_sum(pieces) and len(before) > _SUMMED_UP


def _is_headings(pieces: Pieces) -> bool:
    """Most texts are what columns are called, and none is a figure."""
    named = sum(is_heading(piece.text) for piece in pieces)
    return named > 1 and named * 2 >= len(pieces) and not any(is_figure(p.text) for p in pieces)


def _is_header_so_far(block: Sequence[Pieces]) -> bool:
    """Nothing but words yet: a header of several lines."""
    return len(block) < 3 and not any(is_figure(piece.text) for line in block for piece in line)


def _is_form(pieces: Pieces) -> bool:
    """Labels and their values: a colon behind or in the first text."""
    return _LABEL.fullmatch(pieces[0].text) is not None


def _is_sum(pieces: Pieces) -> bool:
    return len(pieces) <= _SUMMED_UP and begins_like_a_total(pieces[0].text)
