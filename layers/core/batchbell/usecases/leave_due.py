"""When does nobody need to look at a batch again?"""

from batchbell.domain.batch import Batch
from batchbell.domain.event import Verdict
from batchbell.ports import Store


def leave_due(store: Store, seen: Batch) -> bool:
    """Leave the due index when every generation's event has its verdict. -> whether it has left.

    Refused when the batch was reopened or got a receiver since it was read: then something is owed
    again.
    """
    if seen.open:
        return False
    verdicts = [event.verdict for event in store.events.read_all(seen.key)]
    if len(verdicts) < seen.generation or Verdict.OWED in verdicts:
        return False
    return store.batches.leave_due(seen)
