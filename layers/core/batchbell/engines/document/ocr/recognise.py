"""What is written in the lines that were cut out?"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from batchbell.engines.document.ocr.models import Floats, Models, as_input

HEIGHT = 48
_NARROWEST = 192
_WIDEST = 3_200
_BATCH = 6


@dataclass(frozen=True, slots=True)
class Letter:
    """`place`: where in its line, from 0 (left) to 1; `sure` at most 1."""

    text: str
    place: float
    sure: float


def lines_written(lines: Sequence[Image.Image], models: Models) -> list[list[Letter]]:
    """The letters of each, in the order of the lines. Lines are `HEIGHT` pixels high."""
    order = sorted(range(len(lines)), key=lambda n: lines[n].width)
    read: list[list[Letter]] = [[] for _ in lines]
    for start in range(0, len(order), _BATCH):
        numbers = order[start : start + _BATCH]
        for number, letters in zip(
            numbers, _batch([lines[n] for n in numbers], models), strict=True
        ):
            read[number] = letters
    return read


def _batch(lines: Sequence[Image.Image], models: Models) -> Iterator[list[Letter]]:
    wide = min(_WIDEST, max(_NARROWEST, *(line.width for line in lines)))
    batch = np.zeros((len(lines), 3, HEIGHT, wide), np.float32)
    widths = []
    for n, line in enumerate(lines):
        fitted = line if line.width <= wide else line.resize((wide, HEIGHT))
        batch[n, :, :, : fitted.width] = as_input(np.asarray(fitted))
        widths.append(fitted.width)
    for scores, width in zip(models.recogniser.run(batch), widths, strict=True):
        yield letters_of(scores, math.ceil(width / wide * len(scores)), models.letters)


def letters_of(scores: Floats, steps: int, letters: Sequence[str]) -> list[Letter]:
    """The best class of each step, repeated ones once; class 0 parts two of the same."""
    best = scores.argmax(axis=1)
    sure = scores.max(axis=1)
    found = []
    before = 0
    for step, kind in enumerate(best.tolist()):
        if kind and kind != before:
            place = min(1.0, (step + 0.5) / max(1, steps))
            found.append(Letter(letters[kind], place, float(sure[step])))
        before = kind
    return found
