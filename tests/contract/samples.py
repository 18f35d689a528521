"""What do records look like in these tests?"""

from batchbell.domain.batch import Batch, BatchState, Fence, FenceReason, Outcome, Webhook
from batchbell.domain.codes import ErrorCode
from batchbell.domain.event import BATCH_COMPLETED, Event
from batchbell.domain.identifiers import BatchKey, ItemKey, event_id_for
from batchbell.domain.item import Ending, ItemError, ItemState, ResultRef
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch, Phase, Summary, Tally
from tests.contract.houses import House

NOW = 1_790_000_000_000
LEASE = 180_000
UNKNOWN = BatchKey("acme", "pages:unknown")
KEY = BatchKey("acme", "pages:batch_" + "0123456789abcdef" * 2)
ITEM = ItemKey(KEY, 0, 7)
SUMMARY = Summary(Counts(succeeded=2, failed=1, credits=2), NOW + 1, NOW + 9)
CANCEL = Fence(FenceReason.CANCEL, NOW + 3)
FATAL = Fence(FenceReason.FATAL, NOW + 4)
WEBHOOK = Webhook("https://example.org/hook?a=1#ü", "s3cret")


def batch(**changes: object) -> Batch:
    """A new batch of three items in one chunk."""
    new = Batch(
        key=KEY,
        kind=JobKind.DISTILL,
        total=3,
        chunks=1,
        spec="f" * 64,
        created_at=NOW,
        expires_at=NOW + 30 * 24 * 3_600_000,
        dispatch=Dispatch(Phase.WANTED, 1, NOW),
        next_look=NOW + LEASE,
    )
    return new.evolve(**changes)


def stored(house: House, **changes: object) -> Batch:
    """A batch of the house."""
    made = batch(**changes)
    assert house.batches.create(made)
    return made


def closed(seen: Batch) -> Batch:
    """The batch as a close writes it."""
    return seen.evolve(
        state=BatchState.CLOSED,
        outcome=Outcome.COMPLETED,
        counts=SUMMARY.counts,
        started_at=SUMMARY.started_at,
        completed_at=SUMMARY.completed_at,
        next_look=NOW + 5,
    )


def event(key: BatchKey = KEY, generation: int = 1, body: str = '{"id":"x"}') -> Event:
    """What is owed when a generation closes."""
    event_id = event_id_for(key, generation, BATCH_COMPLETED)
    return Event(key, generation, event_id, BATCH_COMPLETED, body)


def tally(chunk: int = 0, expected: int = 3) -> Tally:
    """A new tally."""
    return Tally(chunk=chunk, expected=expected, dispatch=Dispatch(Phase.WANTED, 1, NOW))


SUCCEEDED = Ending(
    state=ItemState.SUCCEEDED, at=NOW + 50, credits=1, result=ResultRef(1, 1, 123_456)
)
FAILED = Ending(
    state=ItemState.FAILED,
    at=NOW + 60,
    error=ItemError(ErrorCode.SCRAPE_TIMEOUT, "The page took too long."),
)
CANCELED = Ending(state=ItemState.CANCELED, at=NOW + 70)
