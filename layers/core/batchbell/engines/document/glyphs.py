"""Which words does the text layer of a PDF page hold?"""

import math
from collections import Counter
from collections.abc import Iterator
from ctypes import byref
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from batchbell.engines.document.boxes import Box, around
from batchbell.engines.document.upright import QUARTERS, Turn
from batchbell.engines.document.words import Word

# More on one page is no document that anybody reads.
MAX_GLYPHS = 200_000
# Of the height of the letters: a wider gap parts words, a larger step is another line.
_GAP = 0.2
_STEP = 0.35
# At the end of a line, where a word goes on in the next.
_HYPHENS = {0x02: "-", 0xAD: "-"}
_UNREADABLE = frozenset((0, 0xFFFD, 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)))


class Glyph(NamedTuple):
    """A character in user space: `box` is left, bottom, right, top."""

    text: str
    box: Box
    quarters: int


def words_of_page(page: pdfium.PdfPage, visible: Box) -> tuple[Turn, tuple[Word, ...]]:
    """The words, in the order they were written, and how the page is turned to be read."""
    glyphs = list(_glyphs(page))
    written = Counter(glyph.quarters for glyph in glyphs if glyph.text.strip())
    most = written.most_common(1)[0][0] if written else int(page.get_rotation()) // 90
    turn = Turn(visible, most)
    words: list[Word] = []
    for quarters in range(QUARTERS):
        same = [glyph for glyph in glyphs if glyph.quarters == quarters]
        words += [_word(run, turn) for run in _runs(same, Turn(visible, quarters))]
    inside = Box(0, 0, *turn.size)
    return turn, tuple(w for w in words if inside.covers(w.box.centre, w.box.middle))


def _glyphs(page: pdfium.PdfPage) -> Iterator[Glyph]:
    layer = page.get_textpage()
    bounds = pdfium_c.FS_RECTF()
    for index in range(min(layer.count_chars(), MAX_GLYPHS)):
        code = pdfium_c.FPDFText_GetUnicode(layer, index)
        if code in _UNREADABLE:
            continue
        pdfium_c.FPDFText_GetLooseCharBox(layer, index, byref(bounds))
        clockwise = pdfium_c.FPDFText_GetCharAngle(layer, index) / (math.pi / 2)
        box = Box(bounds.left, bounds.bottom, bounds.right, bounds.top)
        yield Glyph(_HYPHENS.get(code, chr(code)), box, -round(clockwise) % QUARTERS)


def _runs(glyphs: list[Glyph], reading: Turn) -> Iterator[list[Glyph]]:
    """Characters that are one word."""
    run: list[Glyph] = []
    last: Box | None = None
    for glyph in glyphs:
        placed = reading.place(*glyph.box)
        blank = not glyph.text.strip()
        if last and run and (blank or _parted(last, placed)):
            yield run
            run = []
        if not blank:
            run.append(glyph)
            last = placed
    if run:
        yield run


def _parted(last: Box, box: Box) -> bool:
    height = max(last.height, box.height)
    gap = box.left - last.right
    return gap > _GAP * height or gap < -height or abs(box.bottom - last.bottom) > _STEP * height


def _word(run: list[Glyph], turn: Turn) -> Word:
    text = "".join(glyph.text for glyph in run)
    box = turn.place(*around(glyph.box for glyph in run))
    return Word(text, box, upright=run[0].quarters == turn.quarters)
