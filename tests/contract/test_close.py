"""Does every `Batches` port close a batch on the conditions that it promises?"""

import pytest

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.tally import Dispatch, Phase
from tests.contract.houses import House
from tests.contract.samples import (
    CANCEL,
    FATAL,
    KEY,
    LEASE,
    NOW,
    SUMMARY,
    batch,
    closed,
    event,
    stored,
    tally,
)


def provable(house: House, **changes: object) -> Batch:
    """A batch of the house whose only chunk is closed."""
    return stored(house, closed_chunks=frozenset({0}), **changes)


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
    """C1, C17."""
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
    """X5."""
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
    """C17, C18."""
    seen = provable(house)
    house.batches.close(seen, closed(seen), event())
    house.rewrite_batch(seen)
    assert not house.batches.close(seen, closed(seen), event(body="other"))
    assert house.batches.read(KEY) == seen
    assert house.events.read(KEY, 1) == event()


def test_a_closed_batch_does_not_close_whatever_became_of_its_event(house: House) -> None:
    seen = provable(house)
    there = closed(seen).evolve(started_at=seen.started_at)
    house.rewrite_batch(there)
    refused(house, seen, there)


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


def test_closing_chunk_after_chunk_makes_a_batch_closable(house: House) -> None:
    seen = stored(house, total=256, chunks=2)
    for chunk in (1, 0):
        house.tallies.put(KEY, tally(chunk))
        assert house.tallies.close_chunk(KEY, tally(chunk), SUMMARY)
    read = house.batches.read(KEY)
    assert read is not None
    assert read == seen.evolve(closed_chunks=frozenset({0, 1}))
    assert house.batches.close(read, closed(read), event())
