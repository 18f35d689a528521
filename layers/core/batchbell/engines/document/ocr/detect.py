"""Where on a picture is text?"""

import numpy as np
import numpy.typing as npt
from PIL import Image

from batchbell.engines.document.ocr.components import blobs_of
from batchbell.engines.document.ocr.models import Model, as_input
from batchbell.engines.document.ocr.rectangles import Rectangle, smallest_around

# The sides of what the detector sees, in pixels: it was trained on such letters.
_SHORTEST_SIDE = 736
_LONGEST_SIDE = 1600
_MULTIPLE = 32
# A pixel is text above the first, an area above the second.
_PIXEL = 0.3
_AREA = 0.55
_SMALLEST = 3
_MOST_AREAS = 3_000
# The detector marks the core of a text: so much of its size belongs around it.
_AROUND = 1.6


def text_areas(picture: Image.Image, detector: Model) -> list[Rectangle]:
    """From the top, each a line or a part of one, in pixels of the picture (RGB)."""
    width, height = _seen_size(picture.width, picture.height)
    seen = picture.resize((width, height), Image.Resampling.BILINEAR)
    certainty = detector.run(as_input(np.asarray(seen))[np.newaxis])[0, 0]
    areas = _areas(certainty)
    across, down = picture.width / width, picture.height / height
    return [area.scaled(across, down) for area in areas]


def _seen_size(width: int, height: int) -> tuple[int, int]:
    factor = max(1.0, _SHORTEST_SIDE / min(width, height))
    factor = min(factor, _LONGEST_SIDE / max(width, height))
    return _rounded(width * factor), _rounded(height * factor)


def _rounded(size: float) -> int:
    return max(_MULTIPLE, round(size / _MULTIPLE) * _MULTIPLE)


def _areas(certainty: npt.NDArray[np.float32]) -> list[Rectangle]:
    found = []
    for blob in blobs_of(_spread(certainty > _PIXEL))[:_MOST_AREAS]:
        core = smallest_around(blob.corners)
        if min(core.width, core.height) < _SMALLEST or blob.mean(certainty) < _AREA:
            continue
        margin = core.width * core.height * _AROUND / (2 * (core.width + core.height))
        found.append(core.grown(margin))
    return found


def _spread(marked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """By a pixel to the right and below: what a hair parts is one."""
    wider = marked.copy()
    wider[:, 1:] |= marked[:, :-1]
    taller = wider.copy()
    taller[1:] |= wider[:-1]
    return taller
