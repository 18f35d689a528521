"""Is a table a form, whose texts are labels and values in turn?"""

from collections.abc import Iterator

from batchbell.engines.document.lines import Piece
from batchbell.engines.document.tables import Table

_MOST = 0.6


def is_form(table: Table) -> bool:
    """Most texts in its first, third, ... columns end with a colon, and none is a header's."""
    if table.header:
        return False
    labels = [cell.text for row in table.rows for cell in row[::2] if cell]
    return sum(text.rstrip().endswith(":") for text in labels) >= _MOST * len(labels)


def labels_and_values(table: Table) -> Iterator[tuple[str, Piece | None]]:
    """In reading order; a label without its colon. At least one has a value, if any is given."""
    pairs = [
        (label.text.rstrip(" :"), value)
        for row in table.rows
        for label, value in zip(row[::2], row[1::2], strict=False)
        if label
    ]
    if any(value for _, value in pairs):
        yield from pairs
