"""Does every `Batches` port keep and change its records as it promises?"""

import itertools

import pytest

from batchbell.domain.batch import BatchState, Outcome, Webhook
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Counts, Dispatch, Phase
from tests.contract.houses import House
from tests.contract.samples import (
    CANCEL,
    FATAL,
    KEY,
    LEASE,
    NOW,
    UNKNOWN,
    WEBHOOK,
    batch,
    closed,
    stored,
)


def test_a_new_batch_is_read_back(house: House) -> None:
    made = stored(house)
    assert house.batches.read(KEY) == made


def test_a_batch_with_everything_is_read_back(house: House) -> None:
    full = stored(
        house,
        chunks=9,
        state=BatchState.CLOSED,
        outcome=Outcome.CANCELED,
        fence=CANCEL,
        generation=12,
        closed_chunks=frozenset(range(9)),
        dispatch=Dispatch(Phase.SENT, 4, NOW),
        started_at=NOW + 1,
        completed_at=NOW + 2,
        counts=Counts(succeeded=1, failed=2, canceled=3, credits=4),
        webhook=WEBHOOK,
        metadata='{"name":"Zoë 🙂","nul":"\x00","last":"\ufffe"}',
        purged_at=NOW + 8,
    )
    assert house.batches.read(KEY) == full


def test_a_webhook_without_secret_is_read_back(house: House) -> None:
    made = stored(house, webhook=Webhook("https://example.org/"))
    assert house.batches.read(KEY) == made


def test_lone_surrogates_are_replaced(house: House) -> None:
    stored(house, metadata='{"a":"\ud800"}')
    read = house.batches.read(KEY)
    assert read is not None
    assert read.metadata == '{"a":"?"}'


def test_names_may_hold_what_parts_keys(house: House) -> None:
    key = BatchKey("acme", "docs:a#b/c d")
    made = stored(house, key=key)
    assert house.batches.read(key) == made
    assert house.batches.due(NOW + LEASE, 10) == [key]


def test_a_key_is_taken_once(house: House) -> None:
    first = stored(house)
    assert not house.batches.create(batch(total=4))
    assert house.batches.read(KEY) == first


def test_an_unknown_batch_is_none(house: House) -> None:
    assert house.batches.read(UNKNOWN) is None


def test_tenants_do_not_meet(house: House) -> None:
    stored(house)
    assert house.batches.read(BatchKey("other", KEY.batch)) is None


def test_a_wanted_send_becomes_sent(house: House) -> None:
    made = stored(house)
    assert house.batches.mark_sent(KEY, 1, NOW + 2)
    assert house.batches.read(KEY) == made.evolve(dispatch=Dispatch(Phase.SENT, 1, NOW + 2))


def test_a_send_is_marked_once(house: House) -> None:
    stored(house)
    house.batches.mark_sent(KEY, 1, NOW + 2)
    assert not house.batches.mark_sent(KEY, 1, NOW + 9)


def test_another_send_is_not_marked(house: House) -> None:
    made = stored(house, dispatch=Dispatch(Phase.WANTED, 2, NOW))
    assert not house.batches.mark_sent(KEY, 1, NOW + 2)
    assert house.batches.read(KEY) == made


def test_an_unknown_batch_is_not_marked_sent(house: House) -> None:
    assert not house.batches.mark_sent(UNKNOWN, 1, NOW)
    assert house.batches.read(UNKNOWN) is None


@pytest.mark.parametrize("starts", [*itertools.permutations([NOW + 1, NOW + 2, NOW + 3])])
def test_the_earliest_start_counts(house: House, starts: tuple[int, ...]) -> None:
    made = stored(house)
    for at in starts:
        house.batches.mark_started(KEY, at)
    assert house.batches.read(KEY) == made.evolve(started_at=NOW + 1)


def test_a_closed_batch_does_not_start_any_more(house: House) -> None:
    made = stored(house, state=BatchState.CLOSED, started_at=NOW + 2)
    house.batches.mark_started(KEY, NOW + 1)
    assert house.batches.read(KEY) == made


def test_an_unknown_batch_does_not_start(house: House) -> None:
    house.batches.mark_started(UNKNOWN, NOW)
    assert house.batches.read(UNKNOWN) is None


def test_an_open_batch_is_fenced(house: House) -> None:
    made = stored(house)
    assert house.batches.raise_fence(KEY, CANCEL)
    assert house.batches.read(KEY) == made.evolve(fence=CANCEL)


def test_a_fence_stays_as_it_was_raised(house: House) -> None:
    stored(house)
    house.batches.raise_fence(KEY, CANCEL)
    assert not house.batches.raise_fence(KEY, FATAL)
    read = house.batches.read(KEY)
    assert read is not None
    assert read.fence == CANCEL


def test_a_closed_batch_is_not_fenced(house: House) -> None:
    made = stored(house, state=BatchState.CLOSED)
    assert not house.batches.raise_fence(KEY, CANCEL)
    assert house.batches.read(KEY) == made


def test_an_unknown_batch_is_not_fenced(house: House) -> None:
    assert not house.batches.raise_fence(UNKNOWN, CANCEL)
    assert house.batches.read(UNKNOWN) is None


def test_a_purged_batch_is_due_until_it_leaves(house: House) -> None:
    seen = closed(stored(house)).evolve(next_look=None)
    house.rewrite_batch(seen)
    assert house.batches.mark_purged(KEY, NOW + 5)
    purged = seen.evolve(purged_at=NOW + 5, next_look=NOW + 5)
    assert house.batches.read(KEY) == purged
    assert house.batches.due(NOW + 5, 10) == [KEY]
    assert house.batches.leave_due(purged)
    assert house.batches.due(NOW + LEASE, 10) == []


def test_a_repeated_purge_keeps_its_first_time(house: House) -> None:
    seen = closed(stored(house))
    house.rewrite_batch(seen)
    house.batches.mark_purged(KEY, NOW + 5)
    assert house.batches.mark_purged(KEY, NOW + 6)
    read = house.batches.read(KEY)
    assert read is not None
    assert (read.purged_at, read.next_look) == (NOW + 5, NOW + 6)


def test_an_open_batch_is_not_purged(house: House) -> None:
    made = stored(house)
    assert not house.batches.mark_purged(KEY, NOW)
    assert house.batches.read(KEY) == made


def test_an_unknown_batch_is_not_purged(house: House) -> None:
    assert not house.batches.mark_purged(UNKNOWN, NOW)
    assert house.batches.read(UNKNOWN) is None
