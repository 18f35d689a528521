"""Does the close stay exact when a batch is large?"""

from functools import partial
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.tally import Counts
from batchbell.usecases.cancel import cancel
from batchbell.usecases.dispatch import dispatch_batch
from tests.flow.ends import ended
from tests.flow.intruder import Intruder, Outermost
from tests.flow.pump import Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, record, scene, watch
from tests.memory.hooks import Recorder, Unwatched
from tests.memory.records import Kind
from tests.memory.submissions import KIND


def test_ten_thousand_items_whose_first_finish_before_the_last_tally_exists() -> None:
    """C6, C25: work begins while later chunks are being made, and nothing closes early."""
    pump = scene(10_000)
    pump.lost = lambda change: change.kind is Kind.BATCH  # they wait behind the dispatch under way
    fetched: list[int] = []

    def run_all() -> None:
        if len(pump.world.records.tallies.get(KEY, {})) in (1, 40, 78):
            pump.run()
            assert record(pump).open
            fetched.append(len(pump.fetcher.fetched))

    pump.world.watch(Outermost([Intruder(run_all)]))
    dispatch_batch(pump.world.store, KEY)
    pump.world.watch(Unwatched())
    pump.run()
    assert fetched == [128, 40 * 128, 78 * 128]
    assert ended(pump, KEY).counts == Counts(succeeded=10_000, credits=10_000)


def test_five_hundred_items_that_finish_together_make_one_event() -> None:
    """C17: all in one instant, their records in one batch or one by one."""
    pump = scene(500)
    pump.run()
    assert record(pump).completed_at == record(pump).started_at
    ended(pump, KEY)
    assert len(pump.poster.posted) == 1


def test_each_item_costs_two_writes_and_a_result() -> None:
    """Money is write units: no transaction and no second counter on the item's path."""
    pump = scene(128)
    recorder = Recorder()
    watch(pump, recorder)
    pump.run()
    per_item = ("items.claim", "items.finish", "results.put")
    assert [recorder.calls.count(name) for name in per_item] == [128, 128, 128]
    folds = recorder.calls.count("tallies.fold")
    assert folds <= -(-128 // 10)
    assert recorder.calls.count("tallies.close_chunk") == 1


@pytest.mark.parametrize("items", [128, 129, 256, 257])
def test_chunks_end_where_they_should(items: int) -> None:
    pump = scene(items)
    pump.run()
    batch = ended(pump, KEY)
    assert batch.chunks == -(-items // 128) == len(batch.closed_chunks)
    assert len(Reader(pump.world, KEY).read().rows) == items


def test_a_cancel_in_the_middle_of_a_dispatch_settles_all_chunks() -> None:
    """X2: those whose tally was never made too."""
    for number in count(1):
        pump = scene(300)
        intruder = Intruder(partial(_cancel, pump), number)
        watch(pump, intruder)
        dispatch_batch(pump.world.store, KEY)
        if not intruder.came:
            return
        pump.run()
        assert ended(pump, KEY, Outcome.CANCELED).counts == Counts(canceled=300)


def _cancel(pump: Pump) -> None:
    assert not cancel(pump.world.store, KEY, KIND).open
