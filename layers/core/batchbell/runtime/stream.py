"""What do records of the table's stream say?

Records name what changed; what to do is decided from a read of the record itself, so an old,
repeated or shuffled stream record does no harm.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from batchbell.adapters.row_keys import BATCH, EVENT, ITEM, TALLY, batch_key_of, chunk_of, number_of
from batchbell.domain.batch import BatchState
from batchbell.domain.errors import BatchbellError
from batchbell.domain.event import Verdict
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Phase
from batchbell.runtime.observability import logger
from batchbell.usecases.aggregate import Change, EventOwed, ItemEnded

Image = Mapping[str, Mapping[str, Any]]
T = TypeVar("T")


class RecordUnreadable(BatchbellError):
    """A stream record is not of a shape that this release knows."""


@dataclass(frozen=True, slots=True)
class BatchWanted:
    """A batch wants its tallies."""

    key: BatchKey


@dataclass(frozen=True, slots=True)
class TallyWanted:
    """A chunk wants its messages."""

    key: BatchKey
    chunk: int


@dataclass(frozen=True, slots=True)
class FenceRaised:
    """A batch must be settled."""

    key: BatchKey


Order = BatchWanted | TallyWanted | FenceRaised


def told(
    records: Iterable[Mapping[str, Any]], read: Callable[[Image], Iterable[T]]
) -> tuple[list[T], list[RecordUnreadable]]:
    """What the records say, each thing once, and an error for each that cannot be read.

    Raise one of these after the rest is done: the records then come again, in ever smaller batches,
    until the one that nobody can read is alone and given up.
    """
    things: list[T] = []
    unreadable = []
    for record in records:
        try:
            things.extend(read(record["dynamodb"].get("NewImage", {})))
        except (KeyError, ValueError) as error:
            logger().error("stream record is unreadable", extra={"record": record.get("eventID")})
            unreadable.append(RecordUnreadable(type(error).__name__))
    return list(dict.fromkeys(things)), unreadable


def changes_of(image: Image) -> Iterator[Change]:
    """What the aggregator is told by a new image (empty: a record was deleted)."""
    pk, sk = _text(image, "pk"), _text(image, "sk")
    if sk.startswith(ITEM):
        state = ItemState(image["state"]["S"])
        item = ItemKey(*chunk_of(pk), number_of(sk))
        if state.terminal:
            yield ItemEnded(item, state, int(image["generation"]["N"]))
    elif sk.startswith(EVENT) and Verdict(image["verdict"]["S"]) is Verdict.OWED:
        yield EventOwed(batch_key_of(pk), number_of(sk))


def orders_of(image: Image) -> Iterator[Order]:
    """What the dispatcher is told by a new image (empty: a record was deleted)."""
    pk, sk = _text(image, "pk"), _text(image, "sk")
    wanted = _text(image, "dispatch").startswith(Phase.WANTED)
    if sk == BATCH and "fence" in image:
        if BatchState(image["state"]["S"]) is BatchState.OPEN:
            yield FenceRaised(batch_key_of(pk))
    elif sk == BATCH and wanted:
        yield BatchWanted(batch_key_of(pk))
    elif sk.startswith(TALLY) and wanted:
        yield TallyWanted(batch_key_of(pk), number_of(sk))


def _text(image: Image, name: str) -> str:
    return str(image.get(name, {}).get("S", ""))
