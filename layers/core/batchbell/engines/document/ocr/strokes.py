"""Which ruled lines does a picture show?"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.ocr.components import runs_of

# Of the paper: what is darker is ink.
_INK = 0.7
# In heights of a word: no letter has so long a stroke, no line is so thick.
_LONGEST_LETTER = 2.0
_THICKEST = 0.3
_MOST = 20_000


def strokes_of(picture: Image.Image, height: float) -> list[Box]:
    """Level and upright ones, a pixel thick. `height`: of a usual word, in pixels."""
    grey = np.asarray(picture.convert("L"))
    ink = grey < _INK * float(np.median(grey))
    level = list(_level(ink, height))
    upright = [Box(top, left, bottom, right) for left, top, right, bottom in _level(ink.T, height)]
    return level + upright


def _level(ink: npt.NDArray[np.bool_], height: float) -> Iterator[Box]:
    rows, starts, ends = runs_of(_thin(ink, max(2, round(_THICKEST * height))))
    long = np.flatnonzero(ends - starts >= _LONGEST_LETTER * height)[:_MOST]
    for n in long.tolist():
        y = float(rows[n]) + 0.5
        yield Box(float(starts[n]), y, float(ends[n]), y)


def _thin(ink: npt.NDArray[np.bool_], thickness: int) -> npt.NDArray[np.bool_]:
    """Without what goes on that far up or down."""
    thin = ink.copy()
    thin[thickness:] &= ~ink[:-thickness]
    thin[:-thickness] &= ~ink[thickness:]
    return thin
