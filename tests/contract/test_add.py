"""Does every `Batches` port add a document whole, or not at all?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Batch, BatchState, HandOver, Webhook
from batchbell.domain.identifiers import documents_key
from batchbell.domain.item import Item
from batchbell.domain.tally import Dispatch, Phase, Tally
from tests.contract.houses import House
from tests.contract.paper import (
    DAY,
    DOCS,
    SPEC,
    added,
    document_of,
    finished,
    first_added,
    grown,
    item_at,
    new_batch,
    there,
)
from tests.contract.samples import CANCEL, LEASE, NOW, SUMMARY


def test_the_first_document_makes_batch_tally_item_and_record(house: House) -> None:
    made = first_added(house)
    assert there(house) == made
    silent = Dispatch(Phase.SENT, 0, NOW)
    assert house.tallies.read_all(DOCS) == {0: Tally(chunk=0, expected=1, dispatch=silent)}
    assert house.items.read_chunk(DOCS, 0, 9) == {0: item_at(0)}
    assert house.documents.read("acme", "doc_0") == document_of(item_at(0))
    assert house.batches.names("acme", None, 9) == ([DOCS], None)
    assert house.batches.due(NOW + LEASE, 9) == [DOCS]


def test_another_document_finds_its_place(house: House) -> None:
    larger = added(house, first_added(house))
    assert there(house) == larger
    tally = house.tallies.read(DOCS, 0)
    assert tally is not None
    assert (tally.expected, tally.generation, tally.summary) == (2, 1, None)
    assert list(house.items.read_chunk(DOCS, 0, 9)) == [0, 1]
    assert house.batches.due(NOW + 2 * LEASE, 9) == [DOCS]
    assert house.batches.names("acme", None, 9) == ([DOCS], None)


def test_a_full_chunk_is_followed_by_another(house: House) -> None:
    seen = first_added(house).evolve(total=128)
    house.rewrite_batch(seen)
    larger = added(house, seen)
    assert (there(house).total, there(house).chunks) == (129, 2)
    assert larger == there(house)
    tallies = house.tallies.read_all(DOCS)
    assert [(t.chunk, t.expected) for t in tallies.values()] == [(0, 1), (1, 1)]


def test_a_chunk_that_gets_one_more_is_proved_no_longer(house: House) -> None:
    seen = first_added(house)
    tally = house.tallies.read(DOCS, 0)
    assert tally is not None
    assert house.tallies.close_chunk(DOCS, tally, SUMMARY)
    seen = there(house)
    assert seen.closed_chunks == frozenset({0})
    added(house, seen)
    assert there(house).closed_chunks == frozenset()
    after = house.tallies.read(DOCS, 0)
    assert after is not None
    assert after.summary is None
    assert not house.tallies.close_chunk(DOCS, tally, SUMMARY)


def test_other_chunks_stay_proved(house: House) -> None:
    seen = first_added(house).evolve(
        total=129, chunks=2, closed_chunks=frozenset({0, 1}), next_look=NOW
    )
    house.rewrite_batch(seen)
    house.rewrite_tally(DOCS, Tally(chunk=1, expected=1, dispatch=Dispatch(Phase.SENT, 4, NOW)))
    added(house, seen)
    assert there(house).closed_chunks == frozenset({0})
    tally = house.tallies.read(DOCS, 1)
    assert tally is not None
    assert (tally.expected, tally.dispatch) == (2, Dispatch(Phase.SENT, 4, NOW))


def test_a_closed_batch_is_opened_again_in_its_next_generation(house: House) -> None:
    seen = finished(house, first_added(house))
    opened = grown(
        seen,
        generation=2,
        closed_chunks=frozenset(),
        state=BatchState.OPEN,
        outcome=None,
        counts=None,
        completed_at=None,
    )
    item = item_at(1, generation=2)
    assert house.batches.add(seen, opened, item, document_of(item))
    assert there(house) == opened
    assert opened.started_at == SUMMARY.started_at
    tally = house.tallies.read(DOCS, 0)
    assert tally is not None
    assert (tally.expected, tally.generation, tally.summary) == (2, 2, None)
    assert house.tallies.fold(DOCS, 0, {}, 1) is None
    assert [one.generation for one in house.events.read_all(DOCS)] == [1]


def test_a_batch_that_rests_is_due_again(house: House) -> None:
    seen = first_added(house)
    assert house.batches.rest(seen)
    assert house.batches.due(NOW + 9 * LEASE, 9) == []
    added(house, there(house))
    assert house.batches.due(NOW + 2 * LEASE, 9) == [DOCS]


def test_an_upload_leaves_alone_what_it_does_not_write(house: House) -> None:
    seen = first_added(house)
    meanwhile = seen.evolve(
        webhook=Webhook("https://x.example/", "s", "older", NOW),
        dispatch=Dispatch(Phase.WANTED, 3, NOW + 1),
        hand_over=HandOver(4, 1, SPEC),
        started_at=NOW + 2,
    )
    house.rewrite_batch(meanwhile)
    larger = added(house, seen)
    assert there(house) == meanwhile.evolve(
        total=2, expires_at=larger.expires_at, next_look=larger.next_look
    )


def refused(house: House, seen: Batch | None, larger: Batch, item: Item) -> None:
    """Nothing of an upload has happened."""
    before = house.batches.read(larger.key), house.tallies.read_all(larger.key)
    documents = house.documents.read("acme", item.document or "")
    rows = house.items.read_chunk(larger.key, item.key.chunk, 128)
    assert not house.batches.add(seen, larger, item, document_of(item))
    assert (house.batches.read(larger.key), house.tallies.read_all(larger.key)) == before
    assert house.documents.read("acme", item.document or "") == documents
    assert house.items.read_chunk(larger.key, item.key.chunk, 128) == rows


@pytest.mark.parametrize(
    "meanwhile",
    [
        {"total": 2},
        {"state": BatchState.CLOSED},
        {"generation": 2},
        {"expires_at": NOW + DAY},
        {"fence": CANCEL},
        {"purged_at": NOW},
    ],
    ids=lambda change: str(next(iter(change))),
)
def test_an_upload_depends_on_what_was_read(house: House, meanwhile: dict[str, object]) -> None:
    seen = first_added(house)
    house.rewrite_batch(seen.evolve(**meanwhile))
    refused(house, seen, grown(seen), item_at(1))


def test_a_fenced_batch_takes_none_though_it_was_seen_so(house: House) -> None:
    seen = first_added(house).evolve(fence=CANCEL)
    house.rewrite_batch(seen)
    refused(house, seen, grown(seen), item_at(1))


def test_of_two_that_make_a_batch_one_does(house: House) -> None:
    first_added(house)
    refused(house, None, new_batch(), item_at(0, document="doc_9"))


def test_a_batch_that_is_gone_gets_no_document(house: House) -> None:
    refused(house, new_batch(), grown(new_batch()), item_at(1))
    assert house.batches.names("acme", None, 9) == ([], None)


def test_a_document_is_added_once(house: House) -> None:
    seen = first_added(house)
    refused(house, seen, grown(seen), item_at(1, document="doc_0"))
    other = documents_key("acme", "letters")
    refused(house, None, new_batch(other), item_at(0, other))
    assert house.batches.names("acme", None, 9) == ([DOCS], None)


@pytest.mark.parametrize("expected", [2, 3])
def test_an_upload_depends_on_the_tally(house: House, expected: int) -> None:
    seen = first_added(house)
    tally = house.tallies.read(DOCS, 0)
    assert tally is not None
    house.rewrite_tally(DOCS, replace(tally, expected=expected))
    refused(house, seen, grown(seen), item_at(1))


def test_no_place_is_taken_twice(house: House) -> None:
    seen = first_added(house)
    refused(house, seen, grown(seen), item_at(0, document="doc_9"))


def test_tenants_do_not_meet(house: House) -> None:
    first_added(house)
    other = documents_key("other", "receipts")
    first_added(house, other)
    assert house.documents.read("other", "doc_0") == document_of(item_at(0, other))
    assert there(house) == new_batch()
    assert house.batches.names("other", None, 9) == ([other], None)


def test_names_come_newest_first_page_by_page(house: House) -> None:
    keys = [documents_key("acme", f"b{number}") for number in range(7)]
    for number, key in enumerate(keys):
        item = item_at(0, key, document=f"doc_{number}")
        made = new_batch(key, created_at=NOW + number // 2)
        assert house.batches.add(None, made, item, document_of(item))
    listed, place, pages = [], None, 0
    while pages == 0 or place is not None:
        page, place = house.batches.names("acme", place, 2)
        listed += page
        pages += 1
        assert len(page) <= 2
    assert listed == keys[::-1]
    assert pages == 4
    assert house.batches.names("nobody", None, 2) == ([], None)


def test_a_name_may_hold_whatever_a_name_may(house: House) -> None:
    key = documents_key("acme", "A-9_b.c")
    first_added(house, key)
    assert house.batches.names("acme", None, 1) == ([key], None)
