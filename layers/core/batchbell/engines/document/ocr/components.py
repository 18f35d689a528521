"""Which marked pixels of a map hang together?"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from batchbell.engines.document.together import Together

Ints = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Blob:
    """Runs of pixels of one component: their rows, first columns, and columns after the last."""

    rows: Ints
    starts: Ints
    ends: Ints

    @property
    def corners(self) -> npt.NDArray[np.float64]:
        """The ends of its runs, as x and y: its outline is among them."""
        top, bottom = self.rows, self.rows + 1
        xs = np.concatenate((self.starts, self.ends, self.starts, self.ends))
        ys = np.concatenate((top, top, bottom, bottom))
        return np.stack((xs, ys), axis=1).astype(np.float64)

    def mean(self, values: npt.NDArray[np.float32]) -> float:
        """Of the values on its pixels."""
        total = sum(
            float(values[row, start:end].sum())
            for row, start, end in zip(self.rows, self.starts, self.ends, strict=True)
        )
        return total / float((self.ends - self.starts).sum())


def blobs_of(marked: npt.NDArray[np.bool_]) -> list[Blob]:
    """Every component, from the top; pixels that touch at a corner hang together, too."""
    rows, starts, ends = runs_of(marked)
    together = Together(len(rows))
    for one, other in _touching(rows, starts, ends):
        together.join(one, other)
    found = [np.asarray(group) for group in together.groups()]
    return [Blob(rows[group], starts[group], ends[group]) for group in found]


def runs_of(marked: npt.NDArray[np.bool_]) -> tuple[Ints, Ints, Ints]:
    """Runs of marked pixels, row by row: their rows, first columns, columns after the last."""
    edges = np.diff(np.pad(marked, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    return rows, starts, ends


def _touching(rows: Ints, starts: Ints, ends: Ints) -> Iterator[tuple[int, int]]:
    """Runs in neighbouring rows that lie above one another; runs come row by row."""
    first = {int(row): n for n, row in reversed(list(enumerate(rows)))}
    lefts, rights, levels = starts.tolist(), ends.tolist(), rows.tolist()
    for n, level in enumerate(levels):
        other = first.get(level + 1)
        if other is None:
            continue
        while other < len(levels) and levels[other] == level + 1 and lefts[other] <= rights[n]:
            if rights[other] >= lefts[n]:
                yield n, other
            other += 1
