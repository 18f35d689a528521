"""Does every `Items` port keep its promises?"""

from dataclasses import replace

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, ItemKey
from batchbell.domain.item import Ending, Item, ItemError, ItemState
from tests.contract.houses import House
from tests.contract.samples import CANCELED, FAILED, ITEM, KEY, LEASE, NOW, SUCCEEDED

MAX = 3
OVER = NOW + LEASE + 1
"""One millisecond after the first lease."""
ENDINGS = pytest.mark.parametrize("ending", [SUCCEEDED, FAILED, CANCELED], ids=lambda e: e.state)


def claimed(house: House, now: int = NOW) -> Item:
    """The item after a claim."""
    claim = house.items.claim(ITEM, now, now + LEASE, MAX)
    assert claim.mine
    assert claim.item is not None
    return claim.item


def used_up(house: House) -> int:
    """The time at which the last allowed attempt's lease is over."""
    for attempt in range(MAX):
        claimed(house, NOW + attempt * (LEASE + 1))
    return NOW + MAX * (LEASE + 1)


def ended(item: Item, ending: Ending) -> Item:
    """The item as its end leaves it."""
    return item.evolve(
        state=ending.state,
        lease_until=None,
        completed_at=ending.at,
        credits=ending.credits,
        error=ending.error,
        result=ending.result,
    )


def test_a_claim_makes_the_record(house: House) -> None:
    first = Item(
        key=ITEM,
        state=ItemState.PROCESSING,
        attempt=1,
        generation=1,
        lease_until=NOW + LEASE,
        started_at=NOW,
    )
    assert claimed(house) == first
    assert house.items.read(ITEM) == first


def test_a_leased_item_is_refused_and_shown(house: House) -> None:
    first = claimed(house)
    second = house.items.claim(ITEM, NOW + LEASE, NOW + 9 * LEASE, MAX)
    assert not second.mine
    assert second.item == first
    assert house.items.read(ITEM) == first


def test_an_item_is_claimed_again_after_its_lease(house: House) -> None:
    first = claimed(house)
    assert claimed(house, OVER) == first.evolve(attempt=2, lease_until=OVER + LEASE)


def test_of_two_claims_after_a_lease_one_is_mine(house: House) -> None:
    """Q1."""
    claimed(house)
    winner = claimed(house, OVER)
    loser = house.items.claim(ITEM, OVER, OVER + LEASE, MAX)
    assert (loser.mine, loser.item) == (False, winner)


def test_the_last_attempt_is_the_last(house: House) -> None:
    over = used_up(house)
    refused = house.items.claim(ITEM, over, over + LEASE, MAX)
    assert not refused.mine
    assert refused.item is not None
    assert refused.item.attempt == MAX


@ENDINGS
def test_an_ended_item_is_not_claimed(house: House, ending: Ending) -> None:
    item = claimed(house)
    house.items.finish(item, ending)
    refused = house.items.claim(ITEM, OVER, OVER + LEASE, MAX)
    assert (refused.mine, refused.item) == (False, ended(item, ending))


def test_a_settled_item_is_not_claimed(house: House) -> None:
    house.items.settle(ITEM, CANCELED)
    refused = house.items.claim(ITEM, OVER, OVER + LEASE, MAX)
    assert not refused.mine
    assert refused.item == house.items.read(ITEM)


@ENDINGS
def test_an_attempt_ends_its_item(house: House, ending: Ending) -> None:
    item = claimed(house)
    assert house.items.finish(item, ending)
    assert house.items.read(ITEM) == ended(item, ending)


@ENDINGS
def test_a_zombie_ends_nothing(house: House, ending: Ending) -> None:
    """X5."""
    zombie = claimed(house)
    owner = claimed(house, OVER)
    assert not house.items.finish(zombie, ending)
    assert house.items.read(ITEM) == owner


def test_the_first_end_wins(house: House) -> None:
    """C1, X10."""
    item = claimed(house)
    assert house.items.finish(item, SUCCEEDED)
    assert not house.items.finish(item, FAILED)
    assert house.items.read(ITEM) == ended(item, SUCCEEDED)


def test_an_attempt_ends_after_its_lease_while_nobody_took_over(house: House) -> None:
    item = claimed(house)
    assert house.items.finish(item, replace(SUCCEEDED, at=OVER))


def test_an_unknown_item_does_not_end(house: House) -> None:
    nobody = Item(key=ITEM, state=ItemState.PROCESSING, attempt=1)
    assert not house.items.finish(nobody, SUCCEEDED)
    assert house.items.read(ITEM) is None


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("ü" * 50, "ü" * 50),
        ("nul \x00, last \ufffe, 🙂", "nul \x00, last \ufffe, 🙂"),
        ("lone \ud83d and \udc00", "lone ? and ?"),
        ("x" * 1_000, "x" * 300),
        ("ü" * 300, "ü" * 240),
        ("🙂" * 300, "🙂" * 120),
        ("x" + "🙂" * 300, "x" + "🙂" * 119),
        ("", ""),
    ],
)
def test_a_message_is_kept_as_far_as_the_record_can(house: House, message: str, kept: str) -> None:
    error = ItemError(ErrorCode.SCRAPE_SITE_ERROR, message)
    house.items.finish(claimed(house), replace(FAILED, error=error))
    read = house.items.read(ITEM)
    assert read is not None
    assert read.error == replace(error, message=kept)


def test_a_postponed_item_stays_leased(house: House) -> None:
    item = claimed(house)
    assert house.items.postpone(item, OVER)
    assert house.items.read(ITEM) == item.evolve(lease_until=OVER)
    assert not house.items.claim(ITEM, OVER, OVER + LEASE, MAX).mine
    assert claimed(house, OVER + 1).attempt == 2


def test_a_zombie_postpones_nothing(house: House) -> None:
    zombie = claimed(house)
    owner = claimed(house, OVER)
    assert not house.items.postpone(zombie, OVER + 9 * LEASE)
    assert house.items.read(ITEM) == owner


def test_an_ended_item_is_not_postponed(house: House) -> None:
    item = claimed(house)
    house.items.settle(ITEM, CANCELED)
    assert not house.items.postpone(item, OVER)
    assert house.items.read(ITEM) == ended(item, CANCELED)


def test_an_unknown_item_is_not_postponed(house: House) -> None:
    assert not house.items.postpone(Item(key=ITEM, state=ItemState.PROCESSING, attempt=1), OVER)
    assert house.items.read(ITEM) is None


def test_an_item_fails_when_its_last_attempt_died(house: House) -> None:
    over = used_up(house)
    assert house.items.fail_exhausted(ITEM, over, MAX, FAILED)
    read = house.items.read(ITEM)
    assert read is not None
    assert (read.state, read.error, read.attempt) == (ItemState.FAILED, FAILED.error, MAX)


def test_the_last_attempt_may_still_be_alive(house: House) -> None:
    over = used_up(house)
    assert not house.items.fail_exhausted(ITEM, over - 1, MAX, FAILED)


def test_an_item_with_attempts_left_is_not_failed(house: House) -> None:
    item = claimed(house)
    assert not house.items.fail_exhausted(ITEM, OVER, MAX, FAILED)
    assert house.items.read(ITEM) == item


def test_an_ended_item_is_not_failed(house: House) -> None:
    over = used_up(house)
    house.items.settle(ITEM, CANCELED)
    assert not house.items.fail_exhausted(ITEM, over, MAX, FAILED)


def test_an_unknown_item_is_not_failed(house: House) -> None:
    assert not house.items.fail_exhausted(ITEM, OVER, 0, FAILED)
    assert house.items.read(ITEM) is None


def test_an_item_without_record_is_settled(house: House) -> None:
    assert house.items.settle(ITEM, CANCELED)
    assert house.items.read(ITEM) == Item(
        key=ITEM, state=ItemState.CANCELED, attempt=0, generation=1, completed_at=CANCELED.at
    )


def test_an_item_under_work_is_settled(house: House) -> None:
    item = claimed(house)
    assert house.items.settle(ITEM, CANCELED)
    assert house.items.read(ITEM) == ended(item, CANCELED)


def test_a_late_result_of_a_settled_item_is_dropped(house: House) -> None:
    """X10."""
    item = claimed(house)
    house.items.settle(ITEM, CANCELED)
    assert not house.items.finish(item, SUCCEEDED)
    assert house.items.read(ITEM) == ended(item, CANCELED)


@ENDINGS
def test_an_ended_item_is_not_settled(house: House, ending: Ending) -> None:
    item = claimed(house)
    house.items.finish(item, ending)
    assert not house.items.settle(ITEM, CANCELED)
    assert house.items.read(ITEM) == ended(item, ending)


def test_a_chunk_is_read_by_position(house: House) -> None:
    positions = [100, 0, 127, 9, 10]
    for position in positions:
        house.items.settle(ItemKey(KEY, 3, position), CANCELED)
    house.items.settle(ItemKey(KEY, 2, 1), CANCELED)
    house.items.settle(ItemKey(BatchKey("other", KEY.batch), 3, 2), CANCELED)
    chunk = house.items.read_chunk(KEY, 3, CHUNK_SIZE)
    assert list(chunk) == sorted(positions)
    assert chunk[127] == house.items.read(ItemKey(KEY, 3, 127))


@pytest.mark.parametrize(
    ("expected", "read"), [(0, []), (1, [0]), (2, [0]), (9, [0]), (10, [0, 9]), (127, [0, 9, 100])]
)
def test_what_is_beyond_a_chunks_items_is_not_read(
    house: House, expected: int, read: list[int]
) -> None:
    """C7."""
    for position in (100, 0, 127, 9):
        house.items.settle(ItemKey(KEY, 3, position), CANCELED)
    assert list(house.items.read_chunk(KEY, 3, expected)) == read


def test_a_chunk_may_have_no_records(house: House) -> None:
    assert house.items.read_chunk(KEY, 0, CHUNK_SIZE) == {}
    assert house.items.read(ITEM) is None
