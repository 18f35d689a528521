"""Which columns do the line items of Textract's answers stand in, over all pages?

Fields of one type and label are a column. A listing that goes on prints its header on the first
page alone, so groups are one listing as long as their headers do not contradict one another.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from batchbell.engines.document.boxes import Box
from batchbell.engines.document.lines import Piece, joined_pieces
from batchbell.engines.document.tables import Row, Table
from batchbell.engines.document.textract_expense import UNKNOWN, WHOLE_ROW, LineField
from batchbell.engines.extract.names import plain

# What types are called here; the others go by their own names.
_NAMES = {"PRICE": "line_total", "ITEM": "description"}

Line = Sequence[LineField]
Key = tuple[str, str, int]
"""A column: its type, its label in plain words, and which of several without a label."""


@dataclass(frozen=True, slots=True)
class Column:
    """Its header, if one is printed, and where the first of its texts begins."""

    kind: str
    label: Piece | None
    left: float

    def header(self, at: Box) -> Piece:
        """What it is called: by its label, or else by its type."""
        return self.label or Piece(self.kind.lower(), at)

    def by_type(self, at: Box) -> Piece | None:
        """Its header in the words for its type; None when it is unknown, or they are the same."""
        name = _NAMES.get(self.kind, self.kind.lower())
        same = plain(self.header(at).text.lower()) == plain(name)
        return None if same or self.kind in (UNKNOWN, WHOLE_ROW) else Piece(name, at)


@dataclass(slots=True)
class Listing:
    """Line items under the same columns, by page."""

    columns: dict[Key, Column] = field(default_factory=dict)
    rows: dict[int, list[Mapping[Key, Piece]]] = field(default_factory=dict)


def listings_of(groups: Iterable[tuple[int, Sequence[Line]]]) -> list[Listing]:
    """Of the line items of each group, with the number of its page."""
    found: list[Listing] = []
    for page, lines in groups:
        if not lines:
            continue
        labels = {_key(one): one for line in lines for one in line if one.label}
        if not found or _contradicts(found[-1], labels.keys()):
            found.append(Listing())
        listing = found[-1]
        for key, one in labels.items():
            listing.columns.setdefault(key, _column(one))
        listing.rows.setdefault(page, []).extend(_row(listing, line) for line in lines)
    return found


def listed_tables(listing: Listing) -> list[Table]:
    """One for each page, all with the same header, as printed."""
    return _tables(listing, _header(listing))


def tables_by_type(listing: Listing) -> list[Table]:
    """The same, where a column whose header is in other words than its type is there twice, to be
    found by either.
    """
    at = _corner(listing)
    columns = _from_left(listing)
    typed = [(key, name) for key, column in columns if (name := column.by_type(at))]
    return _tables(listing, [*_header(listing), *typed])


def _contradicts(listing: Listing, labels: Iterable[Key]) -> bool:
    known = {key for key, column in listing.columns.items() if column.label}
    return bool(known and labels) and known.isdisjoint(labels)


def _key(one: LineField) -> Key:
    return one.kind, plain(one.label.text.lower()) if one.label else "", 0


def _column(one: LineField) -> Column:
    return Column(one.kind, one.label, one.value.box.left)


def _row(listing: Listing, line: Line) -> dict[Key, Piece]:
    row: dict[Key, Piece] = {}
    for one in line:
        key = _key(one) if one.label else _unlabelled(listing.columns, row, one.kind)
        listing.columns.setdefault(key, _column(one))
        row[key] = joined_pieces([row[key], one.value]) if key in row else one.value
    return row


def _unlabelled(columns: Iterable[Key], row: Mapping[Key, Piece], kind: str) -> Key:
    """The only labelled column of the type, or else the next one without a label."""
    labelled = [key for key in columns if key[0] == kind and key[1]]
    if len(labelled) == 1 and labelled[0] not in row:
        return labelled[0]
    return kind, "", sum(key[0] == kind and not key[1] for key in row)


def _from_left(listing: Listing) -> list[tuple[Key, Column]]:
    return sorted(listing.columns.items(), key=lambda pair: pair[1].left)


def _corner(listing: Listing) -> Box:
    """Where headers are taken to stand that are not printed."""
    rows = next(iter(listing.rows.values()))
    return min(piece.box for row in rows for piece in row.values())


def _header(listing: Listing) -> list[tuple[Key, Piece]]:
    at = _corner(listing)
    return [(key, column.header(at)) for key, column in _from_left(listing)]


def _tables(listing: Listing, header: Sequence[tuple[Key, Piece]]) -> list[Table]:
    keys = [key for key, _ in header]
    names: Row = tuple(name for _, name in header)
    return [
        Table(
            page,
            (names, *(tuple(row.get(key) for key in keys) for row in rows)),
            ruled=True,
            header=1,
        )
        for page, rows in listing.rows.items()
    ]
