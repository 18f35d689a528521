"""Do records stand where stream filters, indexes and the TTL look for them?"""

from typing import Any

from batchbell.adapters.attributes import decode
from batchbell.adapters.batch_row import batch_of
from batchbell.adapters.event_row import event_of
from batchbell.adapters.item_row import item_of
from batchbell.adapters.tally_row import tally_of
from batchbell.domain.batch import Fence, FenceReason
from batchbell.domain.identifiers import BatchKey, ItemKey
from tests.contract.clouds import RETENTION_MS, AwsHouse, Cloud
from tests.contract.samples import (
    CANCELED,
    FAILED,
    ITEM,
    KEY,
    LEASE,
    NOW,
    SUCCEEDED,
    SUMMARY,
    WEBHOOK,
    batch,
    closed,
    event,
    tally,
)

BATCH_PK = f"B#acme#{KEY.batch}"
CHUNK_PK = f"C#acme#{KEY.batch}#000000"
DAY = 24 * 3_600
EXPIRES = batch().expires_at // 1_000


def stood(on: Cloud, pk: str, sk: str) -> dict[str, Any]:
    """A record's image without its key."""
    image = on.row(pk, sk)
    assert (image.pop("pk"), image.pop("sk")) == ({"S": pk}, {"S": sk})
    return image


def test_a_new_batch(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.batches.create(batch())
    assert stood(on_aws, BATCH_PK, "BATCH") == {
        "schema": {"N": "1"},
        "kind": {"S": "distill"},
        "total": {"N": "3"},
        "chunks": {"N": "1"},
        "spec": {"S": "f" * 64},
        "created_at": {"N": str(NOW)},
        "expires_at": {"N": str(batch().expires_at)},
        "dispatch": {"S": "wanted#1"},
        "dispatched_at": {"N": str(NOW)},
        "generation": {"N": "1"},
        "state": {"S": "open"},
        "next_look": {"N": str(NOW + LEASE)},
        "due_shard": {"S": "2"},
        "ttl": {"N": str(EXPIRES + 365 * DAY)},
    }


def test_a_closed_batch(on_aws: Cloud, aws_house: AwsHouse) -> None:
    seen = batch(
        webhook=WEBHOOK, metadata="{}", fence=Fence(FenceReason.FATAL, NOW), total=9, generation=4
    )
    aws_house.rewrite_batch(seen)
    aws_house.rewrite_tally(KEY, tally())
    aws_house.tallies.close_chunk(KEY, tally(), SUMMARY)
    assert aws_house.batches.close(seen, closed(seen), event(generation=4))
    aws_house.batches.mark_purged(KEY, NOW + 8)
    image = stood(on_aws, BATCH_PK, "BATCH")
    changed = {
        "state": {"S": "closed"},
        "outcome": {"S": "completed"},
        "fence": {"S": "raised#fatal"},
        "fenced_at": {"N": str(NOW)},
        "closed_chunks": {"NS": ["0"]},
        "started_at": {"N": str(NOW + 1)},
        "completed_at": {"N": str(NOW + 9)},
        "webhook": {"M": {"url": {"S": WEBHOOK.url}, "secret": {"S": "s3cret"}}},
        "metadata": {"S": "{}"},
        "purged_at": {"N": str(NOW + 8)},
        "next_look": {"N": str(NOW + 8)},
    }
    assert {name: image[name] for name in changed} == changed
    assert decode(image["counts"]["M"]) == {
        "succeeded": 2,
        "failed": 1,
        "canceled": 0,
        "credits": 2,
    }


def test_a_batch_that_has_left_the_due_index(on_aws: Cloud, aws_house: AwsHouse) -> None:
    seen = closed(batch())
    aws_house.rewrite_batch(seen)
    aws_house.batches.leave_due(seen)
    assert not {"next_look", "due_shard"} & stood(on_aws, BATCH_PK, "BATCH").keys()


def test_the_due_index_is_spread_evenly(on_aws: Cloud, aws_house: AwsHouse) -> None:
    shards = []
    for number in range(64):
        aws_house.batches.create(batch(key=BatchKey("acme", f"pages:batch_{number}")))
        shards.append(stood(on_aws, f"B#acme#pages:batch_{number}", "BATCH")["due_shard"]["S"])
    assert set(shards) == set("01234567")


def test_a_tally(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.batches.create(batch())
    aws_house.tallies.put(KEY, tally(12))
    aws_house.tallies.fold(KEY, 12, {0: SUCCEEDED.state, 1: FAILED.state, 2: CANCELED.state}, 1)
    aws_house.tallies.close_chunk(KEY, tally(12), SUMMARY)
    aws_house.tallies.mark_sent(KEY, tally(12), 1, NOW + 4)
    image = stood(on_aws, BATCH_PK, "TALLY#000012")
    assert image.pop("summary").keys() == {"M"}
    assert image == {
        "schema": {"N": "1"},
        "expected": {"N": "3"},
        "generation": {"N": "1"},
        "dispatch": {"S": "sent#1"},
        "dispatched_at": {"N": str(NOW + 4)},
        "succeeded": {"NS": ["0"]},
        "failed": {"NS": ["1"]},
        "canceled": {"NS": ["2"]},
        "ttl": {"N": str((NOW + RETENTION_MS) // 1_000 + DAY)},
    }


def test_an_event(on_aws: Cloud, aws_house: AwsHouse) -> None:
    seen = batch(closed_chunks=frozenset({0}))
    aws_house.batches.create(seen)
    aws_house.batches.close(seen, closed(seen), event())
    assert stood(on_aws, BATCH_PK, "EVENT#000001") == {
        "schema": {"N": "1"},
        "generation": {"N": "1"},
        "id": {"S": event().id},
        "type": {"S": "batch.completed"},
        "body": {"S": '{"id":"x"}'},
        "verdict": {"S": "owed"},
        "ttl": {"N": str(EXPIRES + DAY)},
    }


ITEM_TTL = {"N": str((NOW + RETENTION_MS) // 1_000 + DAY)}


def test_a_claimed_item(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.items.claim(ITEM, NOW, NOW + LEASE, 3)
    assert stood(on_aws, CHUNK_PK, "ITEM#007") == {
        "schema": {"N": "1"},
        "state": {"S": "processing"},
        "attempt": {"N": "1"},
        "lease_until": {"N": str(NOW + LEASE)},
        "generation": {"N": "1"},
        "started_at": {"N": str(NOW)},
        "ttl": ITEM_TTL,
    }


def test_a_succeeded_item(on_aws: Cloud, aws_house: AwsHouse) -> None:
    claim = aws_house.items.claim(ITEM, NOW, NOW + LEASE, 3)
    assert claim.item is not None
    aws_house.items.finish(claim.item, SUCCEEDED)
    image = stood(on_aws, CHUNK_PK, "ITEM#007")
    assert decode(image.pop("result")["M"]) == {"generation": 1, "attempt": 1, "weight": 123_456}
    assert image == {
        "schema": {"N": "1"},
        "state": {"S": "succeeded"},
        "attempt": {"N": "1"},
        "generation": {"N": "1"},
        "started_at": {"N": str(NOW)},
        "completed_at": {"N": str(SUCCEEDED.at)},
        "credits": {"N": "1"},
        "ttl": ITEM_TTL,
    }


def test_a_failed_item(on_aws: Cloud, aws_house: AwsHouse) -> None:
    claim = aws_house.items.claim(ITEM, NOW, NOW + LEASE, 3)
    assert claim.item is not None
    aws_house.items.finish(claim.item, FAILED)
    image = stood(on_aws, CHUNK_PK, "ITEM#007")
    assert image["state"] == {"S": "failed"}
    assert image["error_code"] == {"S": "SCRAPE_TIMEOUT"}
    assert image["error_message"] == {"S": "The page took too long."}


def test_a_settled_item(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.items.settle(ITEM, CANCELED)
    assert stood(on_aws, CHUNK_PK, "ITEM#007") == {
        "schema": {"N": "1"},
        "state": {"S": "canceled"},
        "attempt": {"N": "0"},
        "generation": {"N": "1"},
        "completed_at": {"N": str(CANCELED.at)},
        "credits": {"N": "0"},
        "ttl": {"N": str((CANCELED.at + RETENTION_MS) // 1_000 + DAY)},
    }


def test_a_ttl_is_decided_once(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.items.claim(ITEM, NOW, NOW + LEASE, 3)
    aws_house.items.claim(ITEM, NOW + 9_999_999, NOW + 9_999_999 + LEASE, 3)
    assert stood(on_aws, CHUNK_PK, "ITEM#007")["ttl"] == ITEM_TTL


def test_an_input_lives_as_long_as_the_submission_that_came_last(
    on_aws: Cloud, aws_house: AwsHouse
) -> None:
    """A submission died and was repeated: the batch that there is at last is the later one."""
    aws_house.specs.put(KEY, "f1", {}, NOW)
    aws_house.specs.put(KEY, "f1", {}, NOW + RETENTION_MS)
    ttl = stood(on_aws, BATCH_PK, "SPEC#f1")["ttl"]
    assert ttl == {"N": str((NOW + RETENTION_MS) // 1_000 + DAY)}


def test_a_stream_record_is_read_as_what_it_tells(on_aws: Cloud, aws_house: AwsHouse) -> None:
    seen = batch(closed_chunks=frozenset({0}))
    aws_house.batches.create(seen)
    aws_house.tallies.put(KEY, tally())
    aws_house.items.settle(ITEM, CANCELED)
    aws_house.batches.close(seen, closed(seen), event())
    assert batch_of(decode(on_aws.row(BATCH_PK, "BATCH"))) == aws_house.batches.read(KEY)
    assert tally_of(decode(on_aws.row(BATCH_PK, "TALLY#000000"))) == tally()
    assert event_of(decode(on_aws.row(BATCH_PK, "EVENT#000001"))) == event()
    assert item_of(decode(on_aws.row(CHUNK_PK, "ITEM#007"))) == aws_house.items.read(ITEM)


def test_a_name_may_hold_what_parts_keys(aws_house: AwsHouse) -> None:
    key = BatchKey("acme", "docs:a#000001#b")
    aws_house.items.settle(ItemKey(key, 2, 3), CANCELED)
    assert aws_house.items.read_chunk(key, 2, 4)[3].key == ItemKey(key, 2, 3)
