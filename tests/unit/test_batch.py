"""What is a batch?"""

from typing import Any

import pytest

from batchbell.domain.batch import (
    Batch,
    BatchState,
    Fence,
    FenceReason,
    Outcome,
    Webhook,
    closing_outcome,
)
from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch, Phase

KEY = pages_key("acme", "batch_1")
CANCEL = Fence(FenceReason.CANCEL, 1)
FATAL = Fence(FenceReason.FATAL, 1)


def batch(**changes: Any) -> Batch:
    """An open batch of 300 items."""
    made = Batch(
        key=KEY,
        kind=JobKind.DISTILL,
        total=300,
        chunks=3,
        spec="f",
        created_at=0,
        expires_at=100,
        dispatch=Dispatch(Phase.WANTED, 1, 0),
        next_look=5,
    )
    return made.evolve(**changes)


@pytest.mark.parametrize(
    ("fence", "outcome"),
    [(None, Outcome.COMPLETED), (CANCEL, Outcome.CANCELED), (FATAL, Outcome.FAILED)],
)
def test_an_outcome_follows_from_the_fence_alone(fence: Fence | None, outcome: Outcome) -> None:
    """C26: however many items failed."""
    for counts in (Counts(succeeded=1), Counts(failed=1), Counts(canceled=1)):
        assert closing_outcome(batch(fence=fence), counts) is outcome


@pytest.mark.parametrize("fence", [None, CANCEL])
@pytest.mark.parametrize(
    ("counts", "outcome"),
    [
        (Counts(succeeded=1, failed=1, canceled=1), Outcome.COMPLETED),
        (Counts(failed=1, canceled=1), Outcome.FAILED),
        (Counts(canceled=1), Outcome.CANCELED),
    ],
)
def test_that_of_documents_follows_from_the_counts_alone(
    fence: Fence | None, counts: Counts, outcome: Outcome
) -> None:
    documents = batch(kind=JobKind.DOCUMENTS, fence=fence)
    assert closing_outcome(documents, counts) is outcome


def test_an_open_batch_takes_work() -> None:
    assert batch().takes_work


@pytest.mark.parametrize("changes", [{"fence": CANCEL}, {"state": BatchState.CLOSED}])
def test_a_fenced_or_closed_one_does_not(changes: dict[str, object]) -> None:
    assert not batch(**changes).takes_work


@pytest.mark.parametrize(("chunk", "position"), [(0, 0), (0, 127), (1, 127), (2, 0), (2, 43)])
def test_it_holds_its_items(chunk: int, position: int) -> None:
    assert batch().holds(ItemKey(KEY, chunk, position))


@pytest.mark.parametrize(
    ("chunk", "position"), [(2, 44), (2, 127), (3, 0), (10**9, 0), (0, 128), (0, -1), (-1, 0)]
)
def test_it_holds_no_others(chunk: int, position: int) -> None:
    """C7."""
    assert not batch().holds(ItemKey(KEY, chunk, position))


def test_it_holds_nothing_of_another_batch() -> None:
    assert not batch().holds(ItemKey(pages_key("acme", "batch_2"), 0, 0))


@pytest.mark.parametrize(
    ("closed", "all_of_them"), [((), False), ((0, 2), False), ((0, 1, 2), True)]
)
def test_every_chunk_must_be_closed(closed: tuple[int, ...], all_of_them: bool) -> None:
    assert batch(closed_chunks=frozenset(closed)).all_chunks_closed is all_of_them


@pytest.mark.parametrize(
    ("fence", "large_batch", "promised"),
    [(CANCEL, 299, True), (CANCEL, 300, False), (FATAL, 299, False), (None, 299, False)],
)
def test_a_cancel_is_promised_at_the_fence_above_the_limit(
    fence: Fence | None, large_batch: int, promised: bool
) -> None:
    assert batch(fence=fence).cancel_promised(large_batch) is promised


def test_it_answers_until_it_expires() -> None:
    """R9: the batch decides for all its parts."""
    assert not batch().gone(99)
    assert batch().gone(100)


def test_it_is_forgotten_a_year_after_it_expired() -> None:
    year = 365 * 24 * 3_600_000
    assert not batch().forgotten(100 + year - 1)
    assert batch().forgotten(100 + year)


def test_an_erased_one_is_gone_at_once() -> None:
    assert batch(purged_at=1).gone(0)


def test_a_secret_is_not_printed() -> None:
    assert "s3cret" not in repr(Webhook("https://a.example/", "s3cret"))
    assert "s3cret" not in repr(batch(webhook=Webhook("https://a.example/", "s3cret")))
