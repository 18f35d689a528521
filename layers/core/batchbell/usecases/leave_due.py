"""When does nobody need to look at a batch again?"""

from batchbell.domain.batch import Batch
from batchbell.domain.event import Verdict
from batchbell.ports import Store


def erased_for_good_at(store: Store, batch: Batch) -> int | None:
    """When nobody can store anything for an erased batch any more (epoch ms), or None: nobody has
    erased it. A lease later every worker has ended, and every call of theirs.
    """
    return None if batch.purged_at is None else batch.purged_at + store.limits.lease_of(batch.kind)


def leave_due(store: Store, seen: Batch) -> bool:
    """Leave the due index when every generation's event has its verdict. -> whether it has left.

    An erased batch is for the sweeper alone to let go, which knows when it was erased for good.

    Refused when the batch was reopened, got a receiver or was erased since it was read: then
    something is owed again.
    """
    if seen.open:
        return False
    verdicts = [event.verdict for event in store.events.read_all(seen.key)]
    if len(verdicts) < seen.generation or Verdict.OWED in verdicts:
        return False
    return store.batches.leave_due(seen)
