"""Is it the same event, to the byte, whoever closes the batch?"""

import json
from collections.abc import Callable

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.usecases.cancel import cancel
from batchbell.usecases.purge import purge
from batchbell.usecases.read_job import read_job
from batchbell.usecases.submit_pages import submit_pages
from tests.flow.ends import event_of
from tests.flow.pump import Pump
from tests.flow.scene import KEY, empty_scene, record
from tests.memory.records import Kind
from tests.memory.submissions import KIND, submission, urls_of

GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")


def everything_has_ended(*, told: bool) -> Pump:
    """The pages of a batch have ended; nobody but the aggregator was told of it, if anybody."""
    pump = empty_scene()
    pump.fetcher.script.set(urls_of(1)[0], GONE)
    pump.lost = lambda change: change.kind is Kind.ITEM and not told
    submit_pages(pump.world.store, submission(3, metadata='{"order": 7}'))
    pump.run()
    return pump


def _cancel(pump: Pump) -> None:
    with pytest.raises(CallerError):
        cancel(pump.world.store, KEY, KIND)


CLOSERS: dict[str, Callable[[Pump], object]] = {
    "sweeper": lambda pump: pump.sweep(KEY),
    "reader": lambda pump: read_job(pump.world.store, KEY, KIND),
    "reader of one row": lambda pump: read_job(pump.world.store, KEY, KIND, range(1)),
    "cancel": _cancel,
    "erasure": lambda pump: purge(pump.world.store, KEY, KIND),
}


@pytest.mark.parametrize("closer", CLOSERS)
def test_whoever_closes_owes_what_the_aggregator_would(closer: str) -> None:
    """C21: also hours later."""
    usual = event_of(everything_has_ended(told=True), KEY)
    pump = everything_has_ended(told=False)
    assert record(pump).open
    pump.world.clock.advance(3 * 3_600_000)
    CLOSERS[closer](pump)
    event = event_of(pump, KEY)
    assert (event.id, event.type, event.body) == (usual.id, usual.type, usual.body)
    body = json.loads(event.body)
    assert (body["status"], body["completed"], body["failed"]) == ("COMPLETED", 2, 1)
    assert body["metadata"] == {"order": 7}
