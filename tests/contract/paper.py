"""What do records of documents look like in these tests?"""

from batchbell.domain.batch import Batch, HandOver
from batchbell.domain.document import Document
from batchbell.domain.identifiers import BatchKey, documents_key, item_key
from batchbell.domain.item import Item, ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase
from tests.contract.houses import House
from tests.contract.samples import LEASE, NOW, SUMMARY, batch, closed, event

DOCS = documents_key("acme", "receipts")
SPEC = "e" * 64
BEGUN = HandOver(1, 1, SPEC)
DAY = 86_400_000


def new_batch(key: BatchKey = DOCS, **changes: object) -> Batch:
    """A batch as its first document makes it."""
    first = batch(
        key=key,
        kind=JobKind.DOCUMENTS,
        total=1,
        chunks=1,
        spec="",
        dispatch=Dispatch(Phase.SENT, 0, NOW),
        api="https://api.example/v1",
    )
    return first.evolve(**changes)


def item_at(index: int, key: BatchKey = DOCS, **changes: object) -> Item:
    """An uploaded document's record."""
    new = Item(
        key=item_key(key, index),
        state=ItemState.UPLOADED,
        document=f"doc_{index}",
        created_at=NOW,
    )
    return new.evolve(**changes)


def document_of(item: Item, metadata: str | None = None) -> Document:
    """The look-up record of a document."""
    assert item.document is not None
    return Document(
        tenant=item.key.batch.tenant,
        id=item.document,
        item=item.key,
        filename="Käse 🧾.pdf",
        created_at=NOW,
        fingerprint="f" * 64,
        metadata=metadata,
        bytes_until=NOW + 9,
    )


def first_added(house: House, key: BatchKey = DOCS, **changes: object) -> Batch:
    """A batch of one document in the house."""
    made, item = new_batch(key, **changes), item_at(0, key)
    assert house.batches.add(None, made, item, document_of(item))
    return made


def grown(seen: Batch, **changes: object) -> Batch:
    """The batch with one more."""
    return seen.evolve(
        total=seen.total + 1,
        chunks=seen.total // 128 + 1,
        expires_at=seen.expires_at + DAY,
        next_look=NOW + 2 * LEASE,
    ).evolve(**changes)


def added(house: House, seen: Batch) -> Batch:
    """The batch of the house with one more document, which still is as it was seen."""
    larger, item = grown(seen), item_at(seen.total, seen.key)
    assert house.batches.add(seen, larger, item, document_of(item))
    return larger


def finished(house: House, seen: Batch) -> Batch:
    """The batch of the house once it has closed; its only chunk is proved."""
    tally = house.tallies.read(seen.key, 0)
    assert tally is not None
    assert house.tallies.close_chunk(seen.key, tally, SUMMARY)
    ready = house.batches.read(seen.key)
    assert ready is not None
    assert house.batches.close(ready, closed(ready), event(ready.key, ready.generation))
    there = house.batches.read(seen.key)
    assert there is not None
    return there


def there(house: House, key: BatchKey = DOCS) -> Batch:
    """The batch's record."""
    found = house.batches.read(key)
    assert found is not None
    return found
