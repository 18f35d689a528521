"""What do stream records change?"""

from tests.model.calls import Calls
from tests.model.endings import Ending
from tests.model.ports import batches, queues, tallies
from tests.model.records import Batch
from tests.model.setting import Setting
from tests.model.usecases.advance import advance


def aggregate_item(
    m: Setting, chunk: int, position: int, state: str, generation: int
) -> Calls[Ending]:
    """An item became terminal: fold it, and advance when that covers its tally."""
    covered = yield from tallies.fold(chunk, ((position, state),), generation)
    if covered:
        yield from advance(m)
    return None


def aggregate_event(_: Setting, generation: int) -> Calls[Ending]:
    """An event is owed: hand it over. (No slot is given back: the model's batch takes none.)"""
    yield from batches.read(_open_of)
    yield from queues.send_webhook(generation)
    return None


def _open_of(batch: Batch) -> bool:
    """A view."""
    return batch.open
