"""What do stream records change?"""

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, queues, tallies
from tests.model.records import Batch
from tests.model.setting import Setting
from tests.model.usecases.admit import admit
from tests.model.usecases.advance import advance
from tests.model.usecases.settle_hand_overs import settle_hand_overs


def aggregate_item(
    m: Setting, chunk: int, position: int, state: str, generation: int
) -> Calls[Ending]:
    """An item became terminal: fold it, and advance when that covers its tally. Of documents: what
    it came with may have ended.
    """
    covered = yield from tallies.fold(chunk, ((position, state),), generation)
    if covered:
        yield from advance(m)
    if not m.pages:
        freed = yield from settle_hand_overs(m, (chunk, position))
        if freed:
            yield from admit()
    return None


def aggregate_event(m: Setting, generation: int) -> Calls[Ending]:
    """An event is owed: give back what the batch held, then hand it over. (Of pages the model's
    holds nothing.)
    """
    if m.pages:
        yield from batches.read(_open_of)
        yield from queues.send_webhook(generation)
        return None
    if m.breaks("event-before-settling"):
        yield from queues.send_webhook(generation)
        yield from settle_hand_overs(m, None)
        return None
    freed = yield from settle_hand_overs(m, None)
    yield from queues.send_webhook(generation)
    if freed:
        yield from admit()
    return None


def _open_of(batch: Batch) -> bool:
    """A view."""
    return batch.open
