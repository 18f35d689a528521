"""Does every `Items` port change documents on the conditions that it promises?"""

import pytest

from batchbell.domain.codes import DocumentReason
from batchbell.domain.item import Ending, Item, ItemError, ItemState
from tests.contract.houses import House
from tests.contract.paper import SPEC, document_of, item_at, new_batch
from tests.contract.samples import CANCELED, FAILED, LEASE, NOW, SUCCEEDED

MAX = 3
KEY = item_at(0).key
OVER = NOW + LEASE + 1
QUEUED = item_at(0, state=ItemState.QUEUED, hand_over=4, spec=SPEC)
MISSING = Ending(
    state=ItemState.FAILED, at=NOW + 9, error=ItemError(DocumentReason.UPLOAD_MISSING, "None.")
)


def uploaded(house: House) -> Item:
    """The document, uploaded."""
    item = item_at(0)
    assert house.batches.add(None, new_batch(), item, document_of(item))
    return item


def queued(house: House) -> Item:
    """The document, handed over."""
    uploaded(house)
    assert house.items.hand_over(KEY, 4, SPEC)
    return QUEUED


def claimed(house: House, now: int = NOW) -> Item:
    """The document after a claim."""
    claim = house.items.claim_queued(KEY, now, now + LEASE, MAX)
    assert claim.mine
    assert claim.item is not None
    return claim.item


def ended(item: Item, ending: Ending) -> Item:
    """The document as its end leaves it."""
    return item.evolve(
        state=ending.state,
        lease_until=None,
        completed_at=ending.at,
        credits=ending.credits,
        error=ending.error,
        result=ending.result,
    )


def test_an_uploaded_document_is_queued_with_its_fields(house: House) -> None:
    queued(house)
    assert house.items.read(KEY) == QUEUED


def test_a_document_is_handed_over_once(house: House) -> None:
    queued(house)
    assert not house.items.hand_over(KEY, 5, "d" * 64)
    claimed(house)
    assert not house.items.hand_over(KEY, 5, "d" * 64)
    read = house.items.read(KEY)
    assert read is not None
    assert (read.hand_over, read.spec) == (4, SPEC)


def test_an_ended_or_unknown_document_is_not_handed_over(house: House) -> None:
    assert not house.items.hand_over(KEY, 1, SPEC)
    assert house.items.read(KEY) is None
    item = uploaded(house)
    house.items.end_waiting(KEY, CANCELED)
    assert not house.items.hand_over(KEY, 1, SPEC)
    assert house.items.read(KEY) == ended(item, CANCELED)


def test_a_queued_document_is_claimed(house: House) -> None:
    queued(house)
    first = QUEUED.evolve(
        state=ItemState.PROCESSING, attempt=1, lease_until=NOW + LEASE, started_at=NOW
    )
    assert claimed(house) == first == house.items.read(KEY)
    refused = house.items.claim_queued(KEY, NOW + LEASE, OVER + LEASE, MAX)
    assert (refused.mine, refused.item) == (False, first)
    assert claimed(house, OVER) == first.evolve(attempt=2, lease_until=OVER + LEASE)


def test_only_what_was_handed_over_is_claimed_and_nothing_is_made(house: House) -> None:
    nobody = house.items.claim_queued(KEY, NOW, OVER, MAX)
    assert (nobody.mine, nobody.item) == (False, None)
    assert house.items.read(KEY) is None
    item = uploaded(house)
    refused = house.items.claim_queued(KEY, NOW, OVER, MAX)
    assert (refused.mine, refused.item) == (False, item)
    assert house.items.read(KEY) == item


def test_the_last_attempt_at_a_document_is_the_last(house: House) -> None:
    queued(house)
    for attempt in range(MAX):
        claimed(house, NOW + attempt * (LEASE + 1))
    over = NOW + MAX * (LEASE + 1)
    refused = house.items.claim_queued(KEY, over, over + LEASE, MAX)
    assert not refused.mine
    assert house.items.fail_exhausted(KEY, over, MAX, FAILED)


@pytest.mark.parametrize("ending", [SUCCEEDED, FAILED, MISSING], ids=lambda e: str(e.at))
def test_an_attempt_ends_its_document(house: House, ending: Ending) -> None:
    queued(house)
    item = claimed(house)
    assert house.items.finish(item, ending)
    assert house.items.read(KEY) == ended(item, ending)
    refused = house.items.claim_queued(KEY, OVER, OVER + LEASE, MAX)
    assert (refused.mine, refused.item) == (False, ended(item, ending))
    assert not house.items.end_waiting(KEY, CANCELED)


def test_a_document_in_work_is_postponed(house: House) -> None:
    queued(house)
    item = claimed(house)
    assert house.items.postpone(item, OVER)
    assert not house.items.claim_queued(KEY, OVER, OVER + LEASE, MAX).mine
    assert claimed(house, OVER + 1).attempt == 2


@pytest.mark.parametrize("handed_over", [True, False])
@pytest.mark.parametrize("ending", [CANCELED, MISSING], ids=lambda e: str(e.state))
def test_a_document_that_nobody_began_is_ended(
    house: House, handed_over: bool, ending: Ending
) -> None:
    item = queued(house) if handed_over else uploaded(house)
    assert house.items.end_waiting(KEY, ending)
    assert house.items.read(KEY) == ended(item, ending)
    assert not house.items.end_waiting(KEY, MISSING)
    assert not house.items.claim_queued(KEY, OVER, OVER + LEASE, MAX).mine
    assert house.items.read(KEY) == ended(item, ending)


@pytest.mark.parametrize("now", [NOW, OVER])
def test_a_document_that_was_begun_does_not_end_so(house: House, now: int) -> None:
    """Also when its lease is over: its start was told."""
    queued(house)
    item = claimed(house)
    assert not house.items.end_waiting(KEY, CANCELED.__class__(state=ItemState.CANCELED, at=now))
    assert house.items.read(KEY) == item


def test_an_unknown_document_does_not_end(house: House) -> None:
    assert not house.items.end_waiting(KEY, CANCELED)
    assert house.items.read(KEY) is None


def test_a_page_that_was_begun_has_no_place_among_documents(house: House) -> None:
    """A record that a page's claim made is processing, and under its lease."""
    house.items.claim(KEY, NOW, NOW + LEASE, MAX)
    assert not house.items.hand_over(KEY, 1, SPEC)
    assert not house.items.end_waiting(KEY, CANCELED)
    assert not house.items.claim_queued(KEY, NOW, NOW + LEASE, MAX).mine
