"""Does every `Batches` port keep its promises?"""

import itertools
from dataclasses import replace

import pytest

from batchbell.domain.batch import Batch, BatchState, Fence, FenceReason, Outcome, Webhook
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Counts, Dispatch, Phase
from tests.contract.houses import House
from tests.contract.samples import KEY, LEASE, NOW, SUMMARY, WEBHOOK, batch, closed, event, tally

CANCEL = Fence(FenceReason.CANCEL, NOW + 3)
FATAL = Fence(FenceReason.FATAL, NOW + 4)
UNKNOWN = BatchKey("acme", "pages:unknown")


def stored(house: House, **changes: object) -> Batch:
    """A batch of the house."""
    made = batch(**changes)
    assert house.batches.create(made)
    return made


def provable(house: House, **changes: object) -> Batch:
    """A batch of the house whose only chunk is closed."""
    return stored(house, closed_chunks=frozenset({0}), **changes)


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


# --- dispatch and start


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


# --- the fence


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


# --- the close


def test_a_close_writes_the_batch_and_its_event(house: House) -> None:
    seen = provable(house)
    assert house.batches.close(seen, closed(seen), event())
    assert house.batches.read(KEY) == closed(seen)
    assert house.events.read(KEY, 1) == event()


def test_a_fenced_batch_closes(house: House) -> None:
    seen = provable(house, fence=FATAL)
    failed = closed(seen).evolve(outcome=Outcome.FAILED)
    assert house.batches.close(seen, failed, event())
    assert house.batches.read(KEY) == failed


def test_a_close_may_find_that_nothing_started(house: House) -> None:
    seen = provable(house, fence=CANCEL)
    never = closed(seen).evolve(started_at=None)
    assert house.batches.close(seen, never, event())
    assert house.batches.read(KEY) == never


def test_a_close_leaves_alone_what_it_does_not_write(house: House) -> None:
    seen = provable(house)
    house.batches.mark_sent(KEY, 1, NOW + 2)
    assert house.batches.close(seen, closed(seen), event())
    sent = Dispatch(Phase.SENT, 1, NOW + 2)
    assert house.batches.read(KEY) == closed(seen).evolve(dispatch=sent)


def test_a_closed_batch_may_leave_the_due_index_at_once(house: House) -> None:
    seen = provable(house)
    assert house.batches.close(seen, closed(seen).evolve(next_look=None), event())
    assert house.batches.due(NOW + LEASE, 10) == []


@pytest.mark.parametrize("chunks_closed", [[], [1], [0, 2]])
def test_a_batch_with_an_open_chunk_does_not_close(house: House, chunks_closed: list[int]) -> None:
    seen = stored(house, total=384, chunks=3, closed_chunks=frozenset(chunks_closed))
    refused(house, seen, seen)


def test_a_batch_closes_once(house: House) -> None:
    seen = provable(house)
    assert house.batches.close(seen, closed(seen), event())
    other = closed(seen).evolve(outcome=Outcome.FAILED)
    assert not house.batches.close(seen, other, event(body="other"))
    assert house.batches.read(KEY) == closed(seen)
    assert house.events.read(KEY, 1) == event()


@pytest.mark.parametrize(
    "meanwhile",
    [
        {"total": 4},
        {"generation": 2},
        {"fence": CANCEL},
        {"started_at": NOW + 1},
        {"chunks": 2},
        {"closed_chunks": frozenset()},
    ],
    ids=lambda change: str(next(iter(change))),
)
def test_a_close_depends_on_what_was_read(house: House, meanwhile: dict[str, object]) -> None:
    seen = provable(house)
    house.rewrite_batch(seen.evolve(**meanwhile))
    refused(house, seen, seen.evolve(**meanwhile))


@pytest.mark.parametrize("now", [NOW + 1, None])
def test_a_close_depends_on_the_start_that_was_read(house: House, now: int | None) -> None:
    seen = provable(house, started_at=NOW + 2)
    house.rewrite_batch(seen.evolve(started_at=now))
    refused(house, seen, seen.evolve(started_at=now))


def test_a_started_batch_closes(house: House) -> None:
    seen = provable(house, started_at=NOW + 2)
    assert house.batches.close(seen, closed(seen), event())
    assert house.batches.read(KEY) == closed(seen)


def test_a_close_depends_on_the_reason_of_the_fence(house: House) -> None:
    seen = provable(house, fence=CANCEL)
    house.rewrite_batch(seen.evolve(fence=FATAL))
    refused(house, seen, seen.evolve(fence=FATAL))


def test_a_close_depends_on_the_fence_that_was_read(house: House) -> None:
    seen = provable(house)
    refused(house, seen.evolve(fence=CANCEL), seen)


def test_a_generation_has_one_event(house: House) -> None:
    seen = provable(house)
    house.batches.close(seen, closed(seen), event())
    house.rewrite_batch(seen)
    assert not house.batches.close(seen, closed(seen), event(body="other"))
    assert house.batches.read(KEY) == seen
    assert house.events.read(KEY, 1) == event()


def test_an_unknown_batch_does_not_close(house: House) -> None:
    seen = batch(closed_chunks=frozenset({0}))
    assert not house.batches.close(seen, closed(seen), event())
    assert house.batches.read(KEY) is None
    assert house.events.read(KEY, 1) is None


def refused(house: House, seen: Batch, there: Batch) -> None:
    """Nothing of a close has happened."""
    assert not house.batches.close(seen, closed(seen), event())
    assert house.batches.read(KEY) == there
    assert house.events.read(KEY, 1) is None


# --- the due index


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


# --- purge


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


def test_closing_chunk_after_chunk_makes_a_batch_closable(house: House) -> None:
    seen = stored(house, total=256, chunks=2)
    for chunk in (1, 0):
        house.tallies.put(KEY, tally(chunk))
        assert house.tallies.close_chunk(KEY, tally(chunk), SUMMARY)
    read = house.batches.read(KEY)
    assert read is not None
    assert read == seen.evolve(closed_chunks=frozenset({0, 1}))
    assert house.batches.close(read, closed(read), event())
