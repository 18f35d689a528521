"""Which writes let a batch of documents grow, and hand its documents over?"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.batch_row import batch_row, due_values, fence_value, hand_over_value
from batchbell.adapters.document_row import document_row
from batchbell.adapters.event_row import attempts_before_value
from batchbell.adapters.item_row import document_item_row
from batchbell.adapters.lifetimes import batch_ttl, named_ttl, part_ttl
from batchbell.adapters.row_keys import (
    batch_row_key,
    event_row_key,
    name_row_key,
    tally_row_key,
)
from batchbell.adapters.tally_row import tally_row
from batchbell.adapters.writes import (
    ABSENT,
    PRESENT,
    SCHEMA,
    Put,
    Update,
    as_seen,
    assign,
    seen_values,
)
from batchbell.domain.batch import Batch, BatchState, HandOver
from batchbell.domain.document import Document
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item
from batchbell.domain.tally import Dispatch, Phase, Tally

TAKES_MORE = "attribute_not_exists(#fence) AND attribute_not_exists(#purged_at)"


def adding(seen: Batch | None, grown: Batch, item: Item, document: Document) -> list[Put | Update]:
    """The writes of one document more."""
    parts_ttl = part_ttl(grown.parts_until)
    return [
        Put(document_item_row(item, parts_ttl), ABSENT),
        Put(document_row(document, named_ttl(grown)), ABSENT),
        _counted(grown, item, parts_ttl),
        *(_made(grown) if seen is None else [_grown(seen, grown, item.key)]),
    ]


def beginning(seen: Batch, hand_over: HandOver, next_look: int) -> Update:
    """A hand-over is under way, and the batch is due."""
    change = {"hand_over": hand_over_value(hand_over), **due_values(seen, next_look)}
    as_read = {"total": seen.total, "dispatch": str(seen.dispatch)}
    idle = f"#state = :open AND attribute_not_exists(#hand_over) AND {TAKES_MORE}"
    return Update(
        batch_row_key(seen.key),
        assign(change),
        f"{as_seen(as_read)} AND {idle}",
        {**change, **seen_values(as_read), "open": BatchState.OPEN.value},
    )


def ending(seen: Batch, begun: HandOver, at: int) -> Update:
    """The hand-over is through: its dispatch is wanted."""
    change = {
        "dispatch": str(Dispatch(Phase.WANTED, begun.number, at)),
        "dispatched_at": at,
        "hand_over": None,
    }
    as_read = {"hand_over": hand_over_value(begun)}
    return Update(
        batch_row_key(seen.key),
        assign(change),
        as_seen(as_read),
        {**change, **seen_values(as_read)},
    )


def in_work_as_seen(seen: Batch) -> Row:
    """What changes about a batch when other documents of it are handed over."""
    return {"dispatch": str(seen.dispatch), "hand_over": hand_over_value(seen.hand_over)}


def resting(seen: Batch) -> Update:
    """The batch leaves the due index, for it waits for its caller."""
    as_read = {
        **in_work_as_seen(seen),
        "total": seen.total,
        "fence": fence_value(seen.fence),
        "next_look": seen.next_look,
    }
    return Update(
        batch_row_key(seen.key),
        "REMOVE #next_look, #due_shard",
        f"#state = :open AND {as_seen(as_read)}",
        {**seen_values(as_read), "open": BatchState.OPEN.value},
    )


def owing_again(event: Event) -> Update:
    """An event that is there is owed, once more or still."""
    change = {
        "verdict": Verdict.OWED.value,
        "attempts_before": attempts_before_value(event),
        "taken_by": None,
    }
    return Update(event_row_key(event.key, event.generation), assign(change), PRESENT, change)


def _made(grown: Batch) -> list[Put | Update]:
    """The first document's batch, and its place among the tenant's: who has expired is not listed,
    and another batch may have its name by and by.
    """
    name = name_row_key(grown.key, grown.created_at)
    listed = {**name.row(), "schema": SCHEMA, "ttl": part_ttl(grown.parts_until)}
    return [Put(batch_row(grown), ABSENT), Put(listed)]


def _counted(grown: Batch, item: Item, ttl: int) -> Put | Update:
    """The tally of the document's chunk expects it."""
    chunk, position = item.key.chunk, item.key.position
    if position == 0:
        at = item.created_at or grown.created_at
        silent = Dispatch(Phase.SENT, 0, at)
        tally = Tally(chunk=chunk, expected=1, dispatch=silent, generation=grown.generation)
        return Put(tally_row(grown.key, tally, ttl), ABSENT)
    change = {
        "expected": position + 1,
        "generation": grown.generation,
        "summary": None,
        "ttl": ttl,
    }
    as_read = {"expected": position}
    return Update(
        tally_row_key(grown.key, chunk),
        assign(change),
        as_seen(as_read),
        {**change, **seen_values(as_read)},
    )


def _grown(seen: Batch, grown: Batch, item: ItemKey) -> Update:
    """The batch has one document more, and is open; a closed chunk of it is open too."""
    change = {
        "total": grown.total,
        "chunks": grown.chunks,
        "generation": grown.generation,
        "state": grown.state.value,
        "outcome": None,
        "counts": None,
        "completed_at": None,
        "expires_at": grown.expires_at,
        "ttl": batch_ttl(grown.expires_at),
        **due_values(grown, grown.next_look),
    }
    as_read = {
        "total": seen.total,
        "state": seen.state.value,
        "generation": seen.generation,
        "expires_at": seen.expires_at,
    }
    return Update(
        batch_row_key(seen.key),
        f"{assign(change)} DELETE #closed_chunks :chunk",
        f"{as_seen(as_read)} AND {TAKES_MORE}",
        {**change, **seen_values(as_read), "chunk": frozenset({item.chunk})},
    )
