"""How must a picture be turned for its text to be read?"""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from batchbell.engines.document.ocr.crops import cut_out, runs_down
from batchbell.engines.document.ocr.models import Model, as_input
from batchbell.engines.document.ocr.rectangles import Rectangle

_HEIGHT = 48
_WIDTH = 192
_SAMPLE = 16
_SURE = 0.7


def lies(areas: Sequence[Rectangle]) -> bool:
    """Whether most of the text runs up or down."""
    return sum(map(runs_down, areas)) * 2 > len(areas)


def stands_on_its_head(picture: Image.Image, areas: Sequence[Rectangle], direction: Model) -> bool:
    """By most of the longest lines that the model is sure of."""
    longest = sorted(areas, key=lambda area: area.width, reverse=True)[:_SAMPLE]
    if not longest:
        return False
    batch = np.stack([_shown(cut_out(picture, area, _HEIGHT)) for area in longest])
    told = direction.run(batch)
    turned = int((told[:, 1] > _SURE).sum())
    upright = int((told[:, 0] > _SURE).sum())
    return turned > upright


def _shown(line: Image.Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    shown = np.zeros((3, _HEIGHT, _WIDTH), np.float32)
    fitted = line if line.width <= _WIDTH else line.resize((_WIDTH, _HEIGHT))
    shown[:, :, : fitted.width] = as_input(np.asarray(fitted))
    return shown
