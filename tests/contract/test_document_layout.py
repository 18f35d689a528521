"""Do records of documents stand where the stream, the list and the TTL look for them?"""

from typing import Any

import pytest

from batchbell.adapters.batch_row import batch_of
from batchbell.adapters.event_row import event_of
from batchbell.adapters.item_row import item_of
from batchbell.adapters.row_keys import item_row_key
from batchbell.domain.batch import GROWS_MS, REMEMBERED_MS, Batch, HandOver, Webhook
from batchbell.domain.codes import DocumentReason
from batchbell.domain.document import Document
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, ItemKey, documents_key, item_key
from batchbell.domain.item import Ending, Item, ItemError, ItemState, ResultRef
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase, Tally
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import LEASE, NOW
from tests.contract.sizes import record_bytes
from tests.process.filters import passes, patterns_of
from tests.template.facts import sources

NAME = documents_key("acme", "march.1")
DAY_S = 24 * 3_600
EXPIRES = NOW + 30 * DAY_S * 1_000
REMEMBERED = {"N": str((EXPIRES + GROWS_MS + REMEMBERED_MS) // 1_000)}
PARTS = {"N": str((EXPIRES + GROWS_MS) // 1_000 + DAY_S)}
READERS = {reader: patterns_of(mapping) for _, reader, mapping in sources("DynamoDB")}


def grown(key: BatchKey = NAME, total: int = 1, **changes: object) -> Batch:
    """A batch with so many documents, as the last of them leaves it."""
    made = Batch(
        key=key,
        kind=JobKind.DOCUMENTS,
        total=total,
        chunks=-(-total // CHUNK_SIZE),
        spec="",
        created_at=NOW,
        expires_at=EXPIRES,
        dispatch=Dispatch(Phase.SENT, 0, NOW),
        next_look=NOW + LEASE,
        api="https://api.example.org",
    )
    return made.evolve(**changes)


def add(house: AwsHouse, seen: Batch | None, batch: Batch, **said: Any) -> ItemKey:
    """One document more. -> its item."""
    key, number = item_key(batch.key, batch.total - 1), f"doc_{batch.total}"
    item = Item(
        key=key,
        state=ItemState.UPLOADED,
        generation=batch.generation,
        document=number,
        created_at=NOW,
    )
    document = Document(
        tenant=batch.key.tenant,
        id=number,
        item=key,
        created_at=NOW,
        fingerprint="f" * 64,
        **{"filename": "a.pdf", **said},
    )
    assert house.batches.add(seen, batch, item, document)
    return key


def stood(on: Cloud, pk: str, sk: str) -> dict[str, Any]:
    """A record's image without its key."""
    image = on.row(pk, sk)
    assert (image.pop("pk"), image.pop("sk")) == ({"S": pk}, {"S": sk})
    return image


def woken(image: dict[str, Any]) -> set[str]:
    """Which readers of the stream a new image is handed to."""
    record = {"dynamodb": {"NewImage": image}}
    return {reader for reader, patterns in READERS.items() if passes(record, patterns)}


def test_the_first_document(on_aws: Cloud, aws_house: AwsHouse) -> None:
    add(aws_house, None, grown(), metadata="{}", bytes_until=NOW + 9)
    assert stood(on_aws, "C#acme#docs:march.1#000000", "ITEM#000") == {
        "schema": {"N": "1"},
        "state": {"S": "uploaded"},
        "attempt": {"N": "0"},
        "generation": {"N": "1"},
        "document": {"S": "doc_1"},
        "created_at": {"N": str(NOW)},
        "ttl": PARTS,
    }
    assert stood(on_aws, "D#acme#doc_1", "DOCUMENT") == {
        "schema": {"N": "1"},
        "batch": {"S": "docs:march.1"},
        "chunk": {"N": "0"},
        "position": {"N": "0"},
        "filename": {"S": "a.pdf"},
        "created_at": {"N": str(NOW)},
        "fingerprint": {"S": "f" * 64},
        "metadata": {"S": "{}"},
        "bytes_until": {"N": str(NOW + 9)},
        "ttl": REMEMBERED,
    }
    assert stood(on_aws, "N#acme", f"{NOW:015}#march.1") == {
        "schema": {"N": "1"},
        "ttl": PARTS,
    }
    tally = stood(on_aws, "B#acme#docs:march.1", "TALLY#000000")
    assert (tally["expected"], tally["dispatch"]) == ({"N": "1"}, {"S": "sent#0"})
    assert tally["ttl"] == PARTS


def test_a_later_document_prolongs_what_there_is(on_aws: Cloud, aws_house: AwsHouse) -> None:
    add(aws_house, None, grown())
    later = grown(total=2, expires_at=EXPIRES + 60_000)
    add(aws_house, grown(), later)
    batch = stood(on_aws, "B#acme#docs:march.1", "BATCH")
    assert batch["ttl"] == {"N": str((EXPIRES + 60_000 + REMEMBERED_MS) // 1_000)}
    tally = stood(on_aws, "B#acme#docs:march.1", "TALLY#000000")
    assert tally["ttl"] == {"N": str(int(PARTS["N"]) + 60)}


def test_what_leads_to_a_batch_is_kept_for_as_long_as_its_last_document_may_keep_it() -> None:
    """The list and the first id are written once, and a batch takes others for 30 days."""
    last = grown().evolve(expires_at=NOW + GROWS_MS + (EXPIRES - NOW))
    assert int(PARTS["N"]) >= last.expires_at // 1_000
    assert int(REMEMBERED["N"]) >= (last.expires_at + REMEMBERED_MS) // 1_000


def test_nobody_is_woken_before_documents_are_handed_over(
    on_aws: Cloud, aws_house: AwsHouse
) -> None:
    """An upload asks for no work; what is queued is told by the dispatch of its batch."""
    key = add(aws_house, None, grown())
    row = item_row_key(key)
    places = [
        (row.pk, row.sk),
        ("D#acme#doc_1", "DOCUMENT"),
        ("N#acme", f"{NOW:015}#march.1"),
        ("B#acme#docs:march.1", "TALLY#000000"),
        ("B#acme#docs:march.1", "BATCH"),
    ]
    assert [woken(on_aws.row(*place)) for place in places] == [set()] * 5
    hand_over = HandOver(1, 1, "s")
    aws_house.batches.begin_hand_over(grown(), hand_over, NOW)
    aws_house.items.hand_over(key, 1, "s")
    assert woken(on_aws.row(*places[0])) == woken(on_aws.row(*places[4])) == set()
    aws_house.batches.end_hand_over(grown(hand_over=hand_over), NOW)
    assert woken(on_aws.row(*places[4])) == {"DispatcherFunction"}
    aws_house.items.claim_queued(key, NOW, NOW + LEASE, 3)
    assert woken(on_aws.row(*places[0])) == set()


def test_the_aggregator_is_woken_by_a_document_that_has_ended(
    on_aws: Cloud, aws_house: AwsHouse
) -> None:
    row = item_row_key(add(aws_house, None, grown()))
    aws_house.items.end_waiting(item_key(NAME, 0), Ending(state=ItemState.CANCELED, at=NOW))
    assert woken(on_aws.row(row.pk, row.sk)) == {"AggregatorFunction"}


def test_a_hand_over_and_a_receiver_with_two_secrets(on_aws: Cloud, aws_house: AwsHouse) -> None:
    webhook = Webhook("https://example.org/", "new", "old", NOW + 5)
    full = grown(hand_over=HandOver(3, 7, "s"), webhook=webhook)
    aws_house.rewrite_batch(full)
    image = stood(on_aws, "B#acme#docs:march.1", "BATCH")
    assert image["api"] == {"S": "https://api.example.org"}
    assert image["hand_over"] == {
        "M": {"number": {"N": "3"}, "below": {"N": "7"}, "spec": {"S": "s"}}
    }
    assert image["webhook"]["M"]["previous_until"] == {"N": str(NOW + 5)}
    assert aws_house.batches.read(NAME) == full


def test_a_full_item_costs_one_write_unit(on_aws: Cloud, aws_house: AwsHouse) -> None:
    """The longest names, and a message as long as one is kept."""
    item = _added_last(aws_house, documents_key("t" * 64, "n" * 128))
    aws_house.items.hand_over(item.key, 999_999, "f" * 64)
    claim = aws_house.items.claim_queued(item.key, NOW, NOW + LEASE, 3)
    assert claim.item is not None
    reason = max(DocumentReason, key=len)
    ending = Ending(
        state=ItemState.SUCCEEDED,
        at=NOW,
        credits=99_999,
        error=ItemError(reason, "ü" * 2_000),
        result=ResultRef(999_999, 999, 999_999_999),
    )
    assert aws_house.items.finish(claim.item, ending)
    row = item_row_key(item.key)
    assert record_bytes(on_aws.row(row.pk, row.sk)) < 1_024


def _added_last(house: AwsHouse, key: BatchKey) -> Item:
    """The last document of the largest batch."""
    item = Item(
        key=ItemKey(key, 78, 127),
        state=ItemState.UPLOADED,
        generation=999_999,
        document="doc_" + "f" * 32,
        created_at=NOW,
    )
    document = Document(
        tenant=key.tenant,
        id=item.document or "",
        item=item.key,
        filename="a.pdf",
        created_at=NOW,
        fingerprint="f" * 64,
    )
    full = grown(key, total=78 * CHUNK_SIZE + CHUNK_SIZE)
    seen = full.evolve(total=full.total - 1)
    house.rewrite_batch(seen)
    house.rewrite_tally(key, Tally(chunk=78, expected=127, dispatch=Dispatch(Phase.SENT, 9, NOW)))
    assert house.batches.add(seen, full, item, document)
    return item


def test_what_the_last_release_wrote_is_read() -> None:
    """It knew neither hand-overs nor addresses, second secrets nor earlier attempts."""
    key = {"pk": "B#acme#pages:x", "sk": "EVENT#000001"}
    event = event_of({**key, "id": "evt", "type": "t", "body": "{}", "verdict": "owed"})
    assert (event.attempts_before, event.taken_by) == (0, None)
    batch = batch_of({**_OLD_BATCH, "webhook": {"url": "https://x.org", "secret": "s"}})
    assert (batch.hand_over, batch.api) == (None, None)
    assert batch.webhook == Webhook("https://x.org", "s")
    item = item_of({**_OLD_ITEM, "error_code": "SCRAPE_TIMEOUT", "error_message": "m"})
    assert (item.document, item.spec, item.hand_over, item.created_at) == (None,) * 4


@pytest.mark.parametrize("reason", DocumentReason)
def test_a_reason_is_read_back_as_one(reason: DocumentReason) -> None:
    item = item_of({**_OLD_ITEM, "error_code": reason.value, "error_message": "m"})
    assert item.error == ItemError(reason, "m")


_OLD_BATCH = {
    "pk": "B#acme#pages:x",
    "kind": "distill",
    "total": 1,
    "chunks": 1,
    "spec": "f",
    "created_at": NOW,
    "expires_at": NOW,
    "dispatch": "sent#1",
    "dispatched_at": NOW,
    "state": "open",
    "generation": 1,
}
_OLD_ITEM = {
    "pk": "C#acme#pages:x#000000",
    "sk": "ITEM#000",
    "state": "failed",
    "attempt": 1,
    "generation": 1,
}
