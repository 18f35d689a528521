"""What does a record cost that no invocation gets past, however often it is tried?

Played by Lambda's rules for streams: a batch whose invocation fails is halved until the record that
is to blame is alone, is tried a bounded number of times, and goes to the failure destination.
(Lambda Developer Guide, "Error handling for stream sources".)
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from batchbell.adapters.row_keys import item_row_key, tally_row_key
from batchbell.domain.identifiers import BatchKey, item_key
from batchbell.domain.item import Endings
from batchbell.domain.tally import Tally
from batchbell.usecases.admit import begin
from batchbell.usecases.advance import advance
from batchbell.usecases.fold import fold_items
from functions.aggregator import app as aggregator
from functions.dispatcher import app as dispatcher
from tests.functions.callers import Caller
from tests.functions.images import POISON, Record, inserted
from tests.functions.running import job_key, messages_of, work_on
from tests.template.facts import sources, value

RETRIES = {name: value(mapping["MaximumRetryAttempts"]) for _, name, mapping in sources("DynamoDB")}
PAGES = 30


@dataclass
class Shard:
    """One shard of the stream, and the function that reads it."""

    function: Callable[[dict[str, Any]], None]
    retries: int
    invocations: int = 0
    given_up: list[Record] = field(default_factory=list)

    def bring(self, records: list[Record]) -> None:
        """A batch of records, until it is through or given up."""
        if self._through(records):
            return
        if len(records) > 1:
            middle = len(records) // 2
            self.bring(records[:middle])
            self.bring(records[middle:])
        elif not any(self._through(records) for _ in range(self.retries)):
            self.given_up += records

    def _through(self, records: list[Record]) -> bool:
        self.invocations += 1
        try:
            self.function({"Records": records})
        except Exception:  # noqa: BLE001  # Lambda asks no further
            return False
        return True


def submitted_jobs(caller: Caller, count: int) -> list[BatchKey]:
    """So many jobs of thirty pages."""
    urls = [f"https://example.com/{number}" for number in range(PAGES)]
    return [job_key(caller.submit(*urls).data["id"]) for _ in range(count)]


def ended_jobs(caller: Caller) -> tuple[list[BatchKey], list[Record]]:
    """Three jobs whose pages have ended, and what the stream tells of it."""
    keys = submitted_jobs(caller, 3)
    for key in keys:
        work_on(caller.world, messages_of(caller.world, key.job_id))
    ended = {"state": "succeeded", "generation": 1}
    items = [item_key(key, index) for index in range(PAGES) for key in keys]
    return keys, [inserted({**item_row_key(item).row(), **ended}) for item in items]


def aggregates(caller: Caller) -> Shard:
    """A shard that the aggregator reads."""
    function = partial(aggregator.handle, store=caller.world.store, queue=caller.world.webhooks)
    return Shard(function, RETRIES["AggregatorFunction"])


@pytest.mark.parametrize("poison", POISON[:3], ids=lambda record: record["eventID"])
@pytest.mark.parametrize("place", [0, 41])
def test_a_record_that_nobody_can_read_is_given_up_alone(
    caller: Caller, poison: Record, place: int
) -> None:
    """Q14: in a bounded number of tries, and the jobs beside it close."""
    keys, records = ended_jobs(caller)
    shard = aggregates(caller)
    shard.bring([*records[:place], poison, *records[place:]])
    assert shard.given_up == [poison]
    assert shard.invocations <= 2 * 7 + 1 + shard.retries, "two for each halving of 91"
    assert not any(caller.world.records.batches[key].open for key in keys)


def test_a_job_that_breaks_whoever_touches_it_keeps_no_other_open(caller: Caller) -> None:
    """Q14: its records are given up, and what they told is found in its items later."""
    keys, records = ended_jobs(caller)
    tallies, fold = caller.world.tallies, caller.world.tallies.fold

    def breaks(key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        if key == keys[1]:
            raise ZeroDivisionError
        return fold(key, chunk, endings, generation)

    tallies.fold = breaks  # type: ignore[method-assign]
    shard = aggregates(caller)
    shard.bring(records)
    assert shard.given_up == records[1::3]
    assert [caller.world.records.batches[key].open for key in keys] == [False, True, False]
    tallies.fold = fold  # type: ignore[method-assign]
    items = caller.world.items.read_chunk(keys[1], 0, PAGES)
    fold_items(caller.world.store, keys[1], 0, items)
    closed = advance(caller.world.store, keys[1])
    assert closed is not None
    assert not closed.open


@pytest.mark.parametrize("place", [0, 2, 4])
def test_an_order_that_nobody_can_read_is_given_up_alone(caller: Caller, place: int) -> None:
    """Q14: the chunks beside it get their messages."""
    keys = submitted_jobs(caller, 4)
    for key in keys:
        begin(caller.world.store, key)
    records = [inserted({**tally_row_key(key, 0).row(), "dispatch": "wanted#1"}) for key in keys]
    records.insert(place, POISON[3])
    function = partial(dispatcher.handle, store=caller.world.store, queue=caller.world.pages)
    shard = Shard(function, RETRIES["DispatcherFunction"])
    shard.bring(records)
    assert shard.given_up == [POISON[3]]
    assert len(caller.world.pages.take()) == 4 * PAGES
