"""Does the close stay exact when a batch is large?"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import pytest

from batchbell.domain.batch import Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.identifiers import pages_key
from batchbell.domain.tally import Counts
from batchbell.usecases.admit import begin
from batchbell.usecases.aggregate import Change as Ended
from batchbell.usecases.aggregate import aggregate
from batchbell.usecases.cancel import cancel
from tests.flow.ends import ended
from tests.flow.intruder import Intruder, Outermost
from tests.flow.pump import Pump, ended_of
from tests.flow.reader import Reader
from tests.flow.scene import KEY, scene, watch
from tests.functions.callers import Caller
from tests.memory.hooks import Recorder, Unwatched
from tests.memory.records import Change, Kind
from tests.memory.submissions import KIND, RECEIVER, TENANT, urls_of
from tests.simulation.actors import Actor, Stage

MANY = 10_000
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")


def test_ten_thousand_urls_whose_first_have_ended_before_the_last_have_a_tally() -> None:
    """C6, C25, C26: work begins while later chunks are being made, nothing closes early, and a few
    that fail, the first and the last among them, hold up nothing.
    """
    caller = Caller(settings={"MAX_BATCH_URLS": str(MANY), "RETENTION_DAYS": "30"})
    urls, hook = urls_of(MANY), {"url": RECEIVER.url, "secret": RECEIVER.secret}
    job = caller.submit(*urls, webhook=hook).data
    key, pump = pages_key(TENANT, job["id"]), Pump(caller.world)
    for index in (0, 127, 5_000, MANY - 1):
        pump.fetcher.script.set(urls[index], GONE)
    pump.lost = lambda change: change.kind is Kind.BATCH  # they wait behind the dispatch under way
    seen: list[tuple[str, int, int]] = []

    def run_all() -> None:
        if len(pump.world.records.tallies.get(key, {})) in (1, 78):
            pump.run()
            answer = caller.read(job["id"], page="0", pageSize="1").data
            seen.append((answer["status"], answer["completed"], answer["failed"]))

    pump.world.watch(Outermost([Intruder(run_all)]))
    begin(pump.world.store, key)
    pump.world.watch(Unwatched())
    pump.run()
    assert seen == [("PROCESSING", 126, 2), ("PROCESSING", 78 * 128 - 3, 3)]
    assert ended(pump, key).counts == Counts(succeeded=MANY - 4, failed=4, credits=MANY - 4)


@dataclass
class Ends:
    """Keeps back what the stream tells of items while it is `holding`, and counts events."""

    holding: bool = True
    told: list[Ended] = field(default_factory=list)
    events: int = 0

    def __call__(self, change: Change) -> bool:
        end = ended_of(change)
        if change.kind is Kind.EVENT:
            self.events += end is not None
        elif end is not None and self.holding:
            self.told.append(end)
        return change.kind is Kind.ITEM and self.holding


@pytest.mark.parametrize("seed", range(3))
def test_five_hundred_items_that_end_together_make_one_event(seed: int) -> None:
    """C17: all in one instant, told to forty aggregators at a time, half of them of everything."""
    pump, rng, stage, ends = scene(500), random.Random(seed), Stage(), Ends()
    pump.lost = ends
    pump.run()
    assert len(ends.told) == 500
    ends.holding = False
    watch(pump, stage)
    rng.shuffle(ends.told)
    parts = [ends.told[n::20] for n in range(20)] + [ends.told] * 20
    invocations = [partial(aggregate, pump.world.store, pump.world.webhooks, p) for p in parts]
    all_at_once(stage, [*invocations, *[Reader(pump.world, KEY).read for _ in range(3)]], rng)
    pump.times, pump.rng = 3, rng
    pump.run()
    batch = ended(pump, KEY)
    assert batch.completed_at == batch.started_at
    assert ends.events == 1
    assert len(pump.poster.posted) == 1


def all_at_once(stage: Stage, actions: Sequence[Callable[[], object]], rng: random.Random) -> None:
    """One port call each, in any order, until all have ended."""
    actors = [Actor(str(number), action) for number, action in enumerate(actions)]
    for actor in actors:
        stage.enter(actor)
    while actors:
        actor = rng.choice(actors)
        actor.go_on()
        if actor.done:
            actors.remove(actor)
            stage.leave(actor)
            assert actor.error is None


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
        begin(pump.world.store, KEY)
        if not intruder.came:
            return
        pump.run()
        assert ended(pump, KEY, Outcome.CANCELED).counts == Counts(canceled=300)


def _cancel(pump: Pump) -> None:
    assert not cancel(pump.world.store, KEY, KIND).open
