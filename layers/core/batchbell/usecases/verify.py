"""Is a batch's close proved by its records?

Reads items, tallies, batch, events, deliveries and the tenant's account, recomputes everything from
the items, and lists what agrees and what does not.
"""

from collections.abc import Mapping

from batchbell.contracts.webhook_events import closing_event
from batchbell.domain.batch import Batch, closing_outcome
from batchbell.domain.event import Attempt, Event, Verdict
from batchbell.domain.identifiers import (
    CHUNK_SIZE,
    BatchKey,
    ItemKey,
    chunk_length,
)
from batchbell.domain.item import Item, ItemState, endings_of
from batchbell.domain.tally import NOTHING, Summary, Tally, prove
from batchbell.ports import Deliveries, Store
from batchbell.usecases.proof import Proof
from batchbell.usecases.settle_hand_overs import rests
from batchbell.usecases.verify_account import check_account, check_not_charged
from batchbell.usecases.verify_documents import check_documents
from batchbell.usecases.verify_hand_overs import check_hand_overs

Rows = Mapping[int, dict[int, Item]]
"""Item records by chunk and position."""


def verify(store: Store, deliveries: Deliveries, key: BatchKey) -> Proof:
    """Recompute a batch from its items and compare with every record of it.

    What was read before a close does not go with what was read after it: then it is read again.
    """
    batch = store.batches.read(key)
    proof = _proof(store, deliveries, key, batch)
    if batch is None or not batch.open or proof.holds:
        return proof
    after = store.batches.read(key)
    return proof if after is None or after.open else _proof(store, deliveries, key, after)


def _proof(store: Store, deliveries: Deliveries, key: BatchKey, batch: Batch | None) -> Proof:
    proof = Proof(key)
    if batch is None:
        proof.differences.append("there is no batch record")
        return proof
    tallies = store.tallies.read_all(key)
    rows = {chunk: store.items.read_chunk(key, chunk, CHUNK_SIZE) for chunk in range(batch.chunks)}
    _note_strangers(proof, batch, tallies, rows)
    items = _items(batch, rows)
    summary = _check_chunks(proof, batch, tallies, items)
    events = store.events.read_all(key)
    if batch.open:
        _check_open(proof, batch, events, items)
    else:
        _check_closed(proof, batch, summary)
        _check_events(proof, batch, events)
    if batch.kind.grows:
        for check in check_documents(batch, items, events):
            proof.check(*check)
    _check_due(proof, batch, events, items)
    attempts = {event.id: deliveries.attempts(event) for event in events}
    for event in events:
        _check_deliveries(proof, store, batch, event, attempts[event.id])
    told = not batch.open and any(_handed_over(e, attempts[e.id]) for e in events[-1:])
    if batch.kind.grows:
        rows_of = [item for row in items.values() for item in row.values()]
        check_hand_overs(proof, store, batch, rows_of, told=told)
    else:
        _check_account(proof, store, batch, summary, told=told)
    return proof


def _check_account(
    proof: Proof, store: Store, batch: Batch, summary: Summary | None, *, told: bool
) -> None:
    if batch.open:
        check_not_charged(proof, store, batch)
    elif told:
        check_account(proof, store, batch, summary)
    else:
        proof.remarks.append("its event has not been handed over, so it may not be charged yet")


def _handed_over(event: Event, attempts: list[Attempt]) -> bool:
    return event.verdict is not Verdict.OWED or bool(attempts)


def _note_strangers(proof: Proof, batch: Batch, tallies: Mapping[int, Tally], rows: Rows) -> None:
    """What a stray message left in the batch's chunks: that it counts nowhere, the counts prove."""
    reported = {chunk: tally.reported for chunk, tally in tallies.items()}
    found = [
        ItemKey(batch.key, chunk, position)
        for chunk, items in rows.items()
        for position in {*items, *reported.get(chunk, ())}
    ]
    strangers = sorted(key.index for key in found if not batch.holds(key))
    if strangers:
        proof.remarks.append(f"records of no item of this job, which count nowhere: {strangers}")


def _items(batch: Batch, rows: Rows) -> Rows:
    """The rows without strangers."""
    lengths = {chunk: chunk_length(batch.total, chunk) for chunk in rows}
    return {
        chunk: {position: item for position, item in items.items() if position < lengths[chunk]}
        for chunk, items in rows.items()
    }


def _check_chunks(
    proof: Proof, batch: Batch, tallies: Mapping[int, Tally], items: Rows
) -> Summary | None:
    """-> what the items of all chunks sum up to, or None while one is not proved."""
    total: Summary | None = NOTHING
    for chunk in range(batch.chunks):
        expected = chunk_length(batch.total, chunk)
        found = prove(items[chunk], expected)
        proof.check(
            f"chunk {chunk}: {expected} items, {len(endings_of(items[chunk]))} of them ended",
            found is not None or chunk not in batch.closed_chunks,
            f"chunk {chunk} counts as closed, but its items do not prove it",
        )
        if chunk in tallies:
            _check_tally(proof, tallies[chunk], expected, items[chunk])
        if chunk in batch.closed_chunks:
            summary = tallies[chunk].summary if chunk in tallies else None
            proof.check(
                f"chunk {chunk}: its summary equals its items",
                summary is not None and summary == found,
                f"chunk {chunk}: its summary says {summary}, its items {found}",
            )
        total = total + found if total is not None and found is not None else None
    strangers = sorted({*tallies, *batch.closed_chunks} - set(range(batch.chunks)))
    proof.check("no other chunk", not strangers, f"chunks that the batch has not: {strangers}")
    return total


def _check_tally(proof: Proof, tally: Tally, expected: int, items: dict[int, Item]) -> None:
    reported = {
        (position, state)
        for state in (ItemState.SUCCEEDED, ItemState.FAILED, ItemState.CANCELED)
        for position in getattr(tally, str(state)) & tally.known
    }
    wrong = sorted({position for position, _ in reported - endings_of(items).items()})
    proof.check(
        f"tally {tally.chunk}: holds {len(tally.known)} positions, each as its item says",
        not wrong and tally.expected == expected,
        f"tally {tally.chunk}: expects {tally.expected} of {expected}, differs at {wrong}",
    )


def _check_open(proof: Proof, batch: Batch, events: list[Event], items: Rows) -> None:
    ended = sum(len(endings_of(rows)) for rows in items.values())
    proof.check(
        f"open: {ended} of {batch.total} items have ended",
        ended < batch.total,
        f"all {batch.total} items have ended and the batch is still open",
    )
    early = [event.generation for event in events if event.generation >= batch.generation]
    proof.check("no event before the close", not early, f"events before the close: {early}")


def _check_closed(proof: Proof, batch: Batch, summary: Summary | None) -> None:
    proof.check(
        f"closed {batch.outcome}: counts equal the items",
        summary is not None and batch.counts == summary.counts,
        f"closed with {batch.counts}, the items say {summary.counts if summary else 'not ended'}",
    )
    proof.check(
        "outcome follows from the fence, or from documents' counts",
        summary is not None and batch.outcome is closing_outcome(batch, summary.counts),
        f"outcome {batch.outcome}, fence {batch.fence}",
    )
    proof.check(
        "every chunk is closed",
        batch.all_chunks_closed,
        f"closed with chunks {sorted(batch.closed_chunks)} of {batch.chunks} closed",
    )
    proof.check(
        "completedAt is the latest ending",
        summary is not None and batch.completed_at == summary.completed_at,
        f"completed at {batch.completed_at}, the items say otherwise",
    )
    proof.check(
        "startedAt is not later than any item's",
        summary is not None and _starts_before(batch, summary),
        f"started at {batch.started_at}, an item says earlier",
    )


def _starts_before(batch: Batch, summary: Summary) -> bool:
    """A start may be earlier than all: that of an item which was canceled later."""
    if summary.started_at is None:
        return True
    return batch.started_at is not None and batch.started_at <= summary.started_at


def _check_events(proof: Proof, batch: Batch, events: list[Event]) -> None:
    generations = [event.generation for event in events]
    proof.check(
        f"one event for each of {batch.generation} generation(s)",
        generations == list(range(1, batch.generation + 1)),
        f"{batch.generation} generation(s), events {generations}",
    )
    for event in events[-1:]:
        proof.check(
            f"event {event.id}: its body equals the batch",
            _as_owed(event) == _expected(batch),
            f"event {event.id}: expected id, type and a body equal to the batch",
        )


def _as_owed(event: Event) -> tuple[str, str, str]:
    return event.id, event.type, event.body


def _expected(batch: Batch) -> tuple[str, str, str] | None:
    """What the batch's record makes of its event, if it says enough for one."""
    whole = None not in (batch.counts, batch.outcome, batch.completed_at)
    return _as_owed(closing_event(batch)) if whole else None


def _check_due(proof: Proof, batch: Batch, events: list[Event], items: Rows) -> None:
    """What is still owed must be looked at by the sweeper."""
    owing = _moves(batch, items) or any(event.verdict is Verdict.OWED for event in events)
    proof.check(
        "due as long as something is owed",
        not owing or batch.next_look is not None,
        "something is still owed, and the sweeper does not look at the batch any more",
    )


def _moves(batch: Batch, items: Rows) -> bool:
    """Whether it goes on by itself: documents that were only uploaded wait for their caller."""
    if not batch.kind.grows or batch.dispatch.wanted or not batch.takes_work:
        return batch.open
    return batch.open and not rests(batch, [i for rows in items.values() for i in rows.values()])


def _check_deliveries(
    proof: Proof, store: Store, batch: Batch, event: Event, attempts: list[Attempt]
) -> None:
    proof.check(
        f"event {event.id}: {event.verdict} after {len(attempts)} attempt(s)",
        _agrees(store, batch, event, attempts),
        f"event {event.id}: {event.verdict}, but its {len(attempts)} attempt(s) say otherwise",
    )


def _agrees(store: Store, batch: Batch, event: Event, attempts: list[Attempt]) -> bool:
    """Whether a verdict follows from the attempts; one that is still owed waits for them.

    A notifier that stood still may deliver when its attempt had been given up, and the verdict had
    fallen: only a delivery within its time contradicts that it was exhausted, and none that it was
    refused, by another attempt. A batch of documents may have had other receivers before.
    """
    match event.verdict:
        case Verdict.OWED:
            return True
        case Verdict.DELIVERED:
            return any(attempt.delivered for attempt in attempts)
        case Verdict.REFUSED:
            return any(attempt.refused for attempt in attempts)
        case Verdict.EXHAUSTED:
            counting = [one for one in attempts if one.number > event.attempts_before]
            enough = len(counting) >= store.limits.webhook_retry.max_attempts
            return enough and not any(_delivered_in_time(store, attempt) for attempt in counting)
        case Verdict.NO_RECEIVER:
            return batch.kind.grows or (not attempts and batch.webhook is None)


def _delivered_in_time(store: Store, attempt: Attempt) -> bool:
    if attempt.finished_at is None or not attempt.delivered:
        return False
    return attempt.finished_at - attempt.claimed_at <= store.limits.webhook_timeout_ms
