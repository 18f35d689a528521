"""What is read and written of batches, tallies, items and events?"""

from dataclasses import dataclass
from typing import Protocol

from batchbell.domain.batch import Batch, Fence, HandOver, Webhook
from batchbell.domain.document import Document
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Ending, Endings, Item
from batchbell.domain.tally import Summary, Tally


@dataclass(frozen=True, slots=True)
class Claim:
    """The answer to a claim: `item` is the record after it, or the one that refused it."""

    mine: bool
    item: Item | None


class Batches(Protocol):
    """Batch records."""

    def create(self, batch: Batch) -> bool:
        """Write a new record. False: one with this key exists, and nothing changed."""

    def read(self, key: BatchKey) -> Batch | None:
        """The record, or None."""

    def mark_sent(self, key: BatchKey, number: int, at: int) -> bool:
        """`wanted#number` becomes `sent#number`. False: it is something else by now."""

    def mark_started(self, key: BatchKey, at: int) -> None:
        """Record the earliest start of an open batch; a later one changes nothing."""

    def raise_fence(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence of an open batch. False: closed, gone, or raised before."""

    def add(self, seen: Batch | None, grown: Batch, item: Item, document: Document) -> bool:
        """Add one document, in one transaction: its item and record, its chunk's tally (made at
        position 0, else one more expected and no summary any more), and the batch, which becomes
        `grown`: total, chunks, generation, `expires_at` and `next_look`, without this chunk among
        the closed ones and, if it was closed, open and without what the close wrote but its start.

        Conditional on: total, state, generation and `expires_at` as in `seen`, no fence and not
        purged, or, where `seen` is None, no batch of this key (its name is then listed as well);
        neither item nor document is there; the tally expects as many as the item's position says.
        """

    def begin_hand_over(self, seen: Batch, hand_over: HandOver, next_look: int) -> bool:
        """Begin to hand documents over; the batch is due then.

        Conditional on: open (whose documents were canceled one by one meanwhile has closed), total
        and dispatch as in `seen`, no other hand-over under way, no fence, not purged.
        """

    def end_hand_over(self, seen: Batch, at: int) -> bool:
        """The hand-over as in `seen` is through: dispatch becomes `wanted`, with its number."""

    def rest(self, seen: Batch) -> bool:
        """Take an open batch out of the due index that waits for its caller alone.

        Conditional on open, and on total, dispatch, hand-over, fence and `next_look` as in `seen`.
        """

    def wake(self, key: BatchKey, at: int) -> None:
        """An open batch is due then, also one that rests."""

    def delete(self, key: BatchKey, fence: Fence) -> bool:
        """Raise the fence, whatever the state: no documents are added or start any more. The batch
        is due then. False: it was raised before, or there is no such batch.
        """

    def register(self, seen: Batch, webhook: Webhook | None, again: Event | None) -> bool:
        """Give a batch its receiver, or none. `again`: an event that is owed then, once more or
        still, after so many attempts as its `attempts_before` says; the batch is due then.

        One transaction, conditional on state, generation, webhook and purge as in `seen`, and on
        there being such an event.
        """

    def names(
        self, tenant: str, before: str | None, limit: int
    ) -> tuple[list[BatchKey], str | None]:
        """A tenant's batches of documents, newest first, from a place on that an earlier answer
        gave. -> the batches, and the place after them, or None.
        """

    def close(self, seen: Batch, closed: Batch, event: Event) -> bool:
        """Close the generation and put its event, in one transaction.

        Conditional on: open, every chunk closed, and generation, total, fence and `started_at` as
        in `seen`.
        """

    def look_again(self, key: BatchKey, at: int) -> None:
        """Set when the sweeper looks at a batch that is in the due index; one that has left stays
        out.
        """

    def leave_due(self, seen: Batch) -> bool:
        """Take a closed batch out of the due index.

        Conditional on closed, and on generation, webhook and `purged_at` as in `seen`: a batch
        whose erasure began meanwhile stays until it is done.
        """

    def mark_purged(self, key: BatchKey, at: int) -> bool:
        """A closed batch answers no more, from now on, and is due until its content is erased.

        False: it is open, or there is none. A repeat keeps the first time.
        """

    def due(self, now: int, limit: int) -> list[BatchKey]:
        """Batches whose `next_look` has come, oldest first. From an index: late and unproved."""


class Tallies(Protocol):
    """Tally records, one a chunk."""

    def put(self, key: BatchKey, tally: Tally) -> bool:
        """Make a chunk's tally if it is absent. False: it is there, and nothing changed."""

    def read(self, key: BatchKey, chunk: int) -> Tally | None:
        """One tally, or None."""

    def read_all(self, key: BatchKey) -> dict[int, Tally]:
        """Every tally of a batch, by chunk."""

    def mark_sent(self, key: BatchKey, seen: Tally, number: int, at: int) -> bool:
        """The dispatch as in `seen` becomes `sent#number`. False: it is something else by now."""

    def want(self, key: BatchKey, seen: Tally, at: int) -> bool:
        """The dispatch as in `seen` becomes `wanted`, with the next number. False: it is something
        else by now.
        """

    def fold(self, key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        """Unite positions with the sets. -> the tally after it; None: no such tally, or a newer
        generation.
        """

    def close_chunk(self, key: BatchKey, seen: Tally, summary: Summary) -> bool:
        """Write the summary and add the chunk to `closed_chunks`, in one transaction.

        Conditional on `expected` and generation as in `seen`.
        """


class Items(Protocol):
    """Item records."""

    def claim(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt on an item that is absent, or whose lease is over with attempts left."""

    def hand_over(self, key: ItemKey, number: int, spec: str) -> bool:
        """An uploaded document is queued, with its fields. False: it was, or has ended."""

    def claim_queued(self, key: ItemKey, now: int, lease_until: int, max_attempts: int) -> Claim:
        """Begin an attempt on a document that is queued, or whose lease is over with attempts left.
        None is made: an item that is not there refuses.
        """

    def end_waiting(self, key: ItemKey, ending: Ending) -> bool:
        """End a document that is uploaded or queued. False: it has begun or ended."""

    def finish(self, item: Item, ending: Ending) -> bool:
        """Record how the attempt of `item` ended. False: it is no longer that attempt's to end."""

    def postpone(self, item: Item, until: int) -> bool:
        """Keep the attempt's item processing until its next attempt. False: as in `finish`."""

    def fail_exhausted(self, key: ItemKey, now: int, max_attempts: int, ending: Ending) -> bool:
        """End an item whose last allowed attempt died."""

    def settle(self, key: ItemKey, ending: Ending) -> bool:
        """End an item that has not ended, with or without a record. False: it had ended."""

    def read(self, key: ItemKey) -> Item | None:
        """One item, or None."""

    def read_chunk(self, key: BatchKey, chunk: int, expected: int) -> dict[int, Item]:
        """The records of a chunk's items, by position: those below `expected`.

        A claim makes a record before it knows its batch, so a stray message may have left one
        beyond; that is no item, and counts nowhere.
        """


class Events(Protocol):
    """Event records."""

    def read(self, key: BatchKey, generation: int) -> Event | None:
        """One event, or None."""

    def read_all(self, key: BatchKey) -> list[Event]:
        """Every event of a batch, oldest generation first."""

    def record_verdict(self, event: Event, verdict: Verdict, taken_by: str | None = None) -> bool:
        """End what is owed. `taken_by`: the URL of who took it. False: it had ended, or is owed
        once more since.
        """

    def record_no_receiver(self, event: Event) -> bool:
        """End what is owed to nobody, in one transaction with the check that the batch has no
        webhook.
        """
