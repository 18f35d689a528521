"""What does a file of many rows cost? Run as a process of its own: writes megabytes and seconds.

Contents are made when they are read, so that the process holds no more than the use case does.
"""

import json
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from batchbell.ports.exports import ExportLink
from batchbell.usecases.export_batch import export
from tests.memory.content import MemoryResults
from tests.usecases.exporting import KEY, Exporting

DOCUMENTS, ROWS = 100, 1_000
_WEIGHT = 250_000


class MadeResults(MemoryResults):
    """Each document has as many rows of eight columns."""

    def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        """Made anew."""
        return {
            item.key: {"line_items": [_row(number) for number in range(ROWS)]} for item in items
        }


@dataclass
class Sink:
    """See `batchbell.ports.exports.Exports`: counts, and keeps nothing."""

    size: int = 0

    def put(self, key: BatchKey, file: ExportFile, content: BinaryIO) -> ExportLink:
        """Count it."""
        self.size = content.seek(0, 2)
        return ExportLink("https://files.example/", 0)

    def erase(self, key: BatchKey, file: ExportFile) -> None:
        """Nothing is there."""


def _row(number: int) -> dict[str, str | None]:
    return {
        "Position": str(number),
        "Article": f"A-{number:06}",
        "Description": f"- Sechskantschraube M8 × {number} mm; verzinkt",
        "Quantity": f"{number % 97},00",
        "Unit": "St.",
        "Price": f"-{number % 1_000}.{number % 100:02}",
        "Discount": None,
        "Note": f"=see page {number}",
    }


def main(format: ExportFormat) -> None:
    """One export."""
    made = Exporting()
    made.holds(*[[]] * DOCUMENTS)
    _weigh(made)
    store = replace(made.world.store, results=MadeResults(made.world.records))
    sink = Sink()
    before, began = _peak_mb(), time.process_time()
    content = export(store, made.world.desk, sink, KEY, format).content
    seconds, grown = time.process_time() - began, _peak_mb() - before
    size = len(content) if isinstance(content, bytes) else sink.size
    sys.stdout.write(json.dumps({"seconds": seconds, "megabytes": grown, "bytes": size}))


def _weigh(made: Exporting) -> None:
    for items in made.world.records.items.values():
        for position, item in items.items():
            if item.result is not None:
                items[position] = item.evolve(result=replace(item.result, weight=_WEIGHT))


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(ExportFormat(sys.argv[1]))
