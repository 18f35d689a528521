"""Has everything ended as it should?"""

from collections.abc import Iterable

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.signature import verified
from batchbell.usecases.verify import verify
from tests.flow.pump import Pump
from tests.memory.hooks import Unwatched
from tests.memory.submissions import RECEIVER
from tests.memory.web import Posted


def batch_of(pump: Pump, key: BatchKey) -> Batch:
    """A batch's record."""
    return pump.world.records.batches[key]


def event_of(pump: Pump, key: BatchKey) -> Event:
    """The one event of a batch."""
    (event,) = pump.world.records.events[key].values()
    return event


def ended(pump: Pump, key: BatchKey, outcome: Outcome = Outcome.COMPLETED) -> Batch:
    """The batch, once it is sure that it has closed so, is proved, was reported and is let go.

    Whoever watched the system watches no more.
    """
    pump.world.watch(Unwatched())
    batch = batch_of(pump, key)
    assert batch.outcome is outcome
    assert batch.next_look is None
    proof = verify(pump.world.store, pump.world.deliveries, key)
    assert proof.holds, proof.differences
    event = event_of(pump, key)
    assert event.verdict is Verdict.DELIVERED
    delivered(pump.poster.posted, event)
    attempts = pump.world.deliveries.attempts(event)
    known = [attempt for attempt in attempts if attempt.finished_at is not None]
    assert len(known) <= len(pump.poster.posted) <= len(attempts), "posted without an attempt"
    return batch


def delivered(posted: Iterable[Posted], event: Event) -> None:
    """Posted, maybe again, always under one id, with the frozen body, rightly signed."""
    posts = list(posted)
    assert posts
    assert {post.headers["webhook-id"] for post in posts} == {event.id}
    assert {post.body for post in posts} == {event.body.encode()}
    for post in posts:
        at, signature = (
            int(post.headers["X-Webhook-Timestamp"]),
            post.headers["X-Webhook-Signature"],
        )
        assert verified(RECEIVER.secret or "", at, post.body, signature)
