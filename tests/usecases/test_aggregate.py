"""What do stream records change?"""

from collections.abc import Sequence

import pytest

from batchbell.domain.batch import Batch
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import BatchKey, ItemKey, pages_key
from batchbell.domain.item import Endings, ItemState
from batchbell.domain.tally import Tally
from batchbell.ports import WebhookMessage
from batchbell.usecases.admit import begin
from batchbell.usecases.aggregate import Change, EventOwed, ItemEnded, aggregate
from tests.memory.hooks import Recorder
from tests.memory.submissions import submitted
from tests.usecases.desk import KEY, Desk, dispatched_desk, item_key, throttled


def ended(*positions: int, chunk: int = 0, key: BatchKey = KEY) -> list[Change]:
    """Records: these items succeeded."""
    keys = [ItemKey(key, chunk, position) for position in positions]
    return [ItemEnded(item, ItemState.SUCCEEDED, 1) for item in keys]


def handle(desk: Desk, changes: Sequence[Change]) -> None:
    """The aggregator, with these records."""
    aggregate(desk.world.store, desk.world.webhooks, changes)


def test_items_of_a_chunk_are_folded_in_one_write() -> None:
    """Money: one fold per chunk and invocation."""
    desk = dispatched_desk(130)
    recorder = Recorder()
    desk.world.watch(recorder)
    handle(desk, ended(0, 1, 2, 1) + ended(0, chunk=1))
    assert recorder.calls == ["tallies.fold"] * 2
    assert desk.tally.succeeded == {0, 1, 2}


def test_the_last_item_closes_the_batch() -> None:
    desk = dispatched_desk(2)
    desk.finish(0, 1)
    handle(desk, ended(0))
    assert desk.batch.open
    handle(desk, ended(1))
    assert not desk.batch.open


def test_a_batch_that_is_covered_already_is_advanced_again() -> None:
    """C19: whoever covered it may have died before he advanced it; his records come again."""
    desk = dispatched_desk(1)
    desk.finish(0)
    desk.world.tallies.fold(KEY, 0, {0: ItemState.SUCCEEDED}, 1)
    handle(desk, ended(0))
    assert not desk.batch.open


def test_records_of_several_batches_come_together() -> None:
    desk = dispatched_desk(1)
    other = submitted(desk.world, 1, key="key-2").key
    begin(desk.world.store, other)
    desk.finish(0)
    handle(desk, ended(0) + ended(0, key=other))
    assert not desk.batch.open
    assert desk.world.records.tallies[other][0].succeeded == {0}


def test_items_of_an_unknown_batch_are_ignored() -> None:
    """C7, C22."""
    desk = dispatched_desk(1)
    handle(desk, ended(0, key=pages_key("acme", "gone")))
    assert desk.tally.known == frozenset()


def test_items_of_an_older_generation_are_ignored() -> None:
    """C7: only this generation's items count."""
    desk = dispatched_desk(1)
    handle(desk, [ItemEnded(item_key(), ItemState.SUCCEEDED, 0)])
    assert desk.tally.known == frozenset()


def test_an_event_is_handed_over_once_an_invocation() -> None:
    desk = dispatched_desk(1)
    handle(desk, [EventOwed(KEY, 1), EventOwed(KEY, 1)])
    assert desk.world.webhooks.messages == [WebhookMessage(KEY, 1)]


def test_nothing_is_sent_when_no_event_is_owed() -> None:
    desk = dispatched_desk(2)
    recorder = Recorder()
    desk.world.watch(recorder)
    handle(desk, ended(0))
    assert "webhook_queue.send" not in recorder.calls


def test_a_chunk_that_cannot_be_folded_holds_up_no_other() -> None:
    """C33: all that can be folded is, and the rest is asked for again."""
    desk = dispatched_desk(130)
    fold = desk.world.tallies.fold

    def sometimes(key: BatchKey, chunk: int, endings: Endings, generation: int) -> Tally | None:
        return throttled() if chunk == 0 else fold(key, chunk, endings, generation)

    desk.world.tallies.fold = sometimes  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        handle(desk, [*ended(0), *ended(1, chunk=1), EventOwed(KEY, 1)])
    assert desk.tallies[1].succeeded == {1}
    assert desk.world.webhooks.messages


def test_a_batch_that_cannot_be_advanced_holds_up_no_other() -> None:
    """C33."""
    desk = dispatched_desk(1)
    other = submitted(desk.world, 1, key="key-2").key
    begin(desk.world.store, other)
    desk.finish(0)
    read = desk.world.batches.read

    def sometimes(key: BatchKey) -> Batch | None:
        return throttled() if key == other else read(key)

    desk.world.batches.read = sometimes  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        handle(desk, ended(0, key=other) + ended(0))
    assert not desk.batch.open


def test_a_queue_that_does_not_take_the_event_is_asked_again() -> None:
    """C19."""
    desk = dispatched_desk(1)
    desk.world.webhooks.send = throttled  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        handle(desk, [EventOwed(KEY, 1)])
