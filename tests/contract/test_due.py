"""Does every `Batches` port keep its due index as it promises?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import BatchState, Webhook
from batchbell.domain.identifiers import BatchKey
from tests.contract.houses import House
from tests.contract.samples import (
    KEY,
    LEASE,
    NOW,
    UNKNOWN,
    WEBHOOK,
    batch,
    closed,
    stored,
)


def test_what_is_due_comes_oldest_first(house: House) -> None:
    keys = [BatchKey("acme", f"pages:{number}") for number in range(20)]
    for number, key in enumerate(keys):
        stored(house, key=key, next_look=NOW - number)
    assert house.batches.due(NOW, 100) == keys[::-1]
    assert house.batches.due(NOW, 3) == keys[:-4:-1]


def test_what_is_not_due_yet_does_not_come(house: House) -> None:
    stored(house, next_look=NOW + 1)
    assert house.batches.due(NOW, 10) == []
    assert house.batches.due(NOW + 1, 10) == [KEY]


def test_a_batch_may_never_be_due(house: House) -> None:
    made = stored(house, next_look=None)
    assert house.batches.read(KEY) == made
    assert house.batches.due(NOW + LEASE, 10) == []


def test_the_next_look_moves(house: House) -> None:
    stored(house, next_look=NOW)
    house.batches.look_again(KEY, NOW + 100)
    assert house.batches.due(NOW + 99, 10) == []
    assert house.batches.due(NOW + 100, 10) == [KEY]


def test_what_has_left_the_index_stays_out(house: House) -> None:
    made = stored(house, next_look=None)
    house.batches.look_again(KEY, NOW)
    assert house.batches.read(KEY) == made
    assert house.batches.due(NOW, 10) == []


def test_an_unknown_batch_does_not_become_due(house: House) -> None:
    house.batches.look_again(UNKNOWN, NOW)
    assert house.batches.read(UNKNOWN) is None


@pytest.mark.parametrize("webhook", [None, WEBHOOK, Webhook("https://example.org/")])
def test_a_closed_batch_leaves(house: House, webhook: Webhook | None) -> None:
    seen = closed(stored(house, webhook=webhook))
    house.rewrite_batch(seen)
    assert house.batches.leave_due(seen)
    assert house.batches.read(KEY) == seen.evolve(next_look=None)
    assert house.batches.due(NOW + LEASE, 10) == []


def test_leaving_may_be_repeated(house: House) -> None:
    seen = closed(stored(house))
    house.rewrite_batch(seen)
    house.batches.leave_due(seen)
    assert house.batches.leave_due(seen)


def test_an_open_batch_does_not_leave(house: House) -> None:
    made = stored(house)
    assert not house.batches.leave_due(made)
    assert house.batches.due(NOW + LEASE, 10) == [KEY]


@pytest.mark.parametrize(
    "meanwhile",
    [{"webhook": WEBHOOK}, {"generation": 2}, {"state": BatchState.OPEN}, {"purged_at": NOW}],
    ids=lambda change: str(next(iter(change))),
)
def test_a_batch_that_has_changed_does_not_leave(
    house: House, meanwhile: dict[str, object]
) -> None:
    seen = closed(stored(house))
    there = seen.evolve(**meanwhile)
    house.rewrite_batch(there)
    assert not house.batches.leave_due(seen)
    assert house.batches.read(KEY) == there


@pytest.mark.parametrize(
    "now", [replace(WEBHOOK, secret="other"), replace(WEBHOOK, url="https://x.org"), None]
)
def test_a_batch_with_another_webhook_does_not_leave(house: House, now: Webhook | None) -> None:
    seen = closed(stored(house, webhook=WEBHOOK))
    house.rewrite_batch(seen.evolve(webhook=now))
    assert not house.batches.leave_due(seen)


def test_an_unknown_batch_does_not_leave(house: House) -> None:
    assert not house.batches.leave_due(closed(batch()))
    assert house.batches.read(KEY) is None
