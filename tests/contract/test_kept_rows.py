"""How does a page stand that is kept, and what if it cannot be read?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from batchbell.adapters.batch_records import BatchRecords
from batchbell.adapters.kept_pages import KeptPageStore
from batchbell.adapters.objects import Bucket
from batchbell.adapters.packing import INLINE_BYTES, pack
from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.results import ResultStore
from batchbell.adapters.row_keys import kept_row_key, result_row_key
from batchbell.adapters.table import Table
from batchbell.adapters.writes import Put
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import KEY, NOW
from tests.contract.scripted import ScriptedClient, fault
from tests.contract.test_kept_pages import CONTENT, NAME, ORIGIN, find, kept_result
from tests.contract.test_objects import objects, packed_to

PK, SK = f"P#acme#{NAME.fingerprint}", "PAGE"
ORIGINAL = {
    "pk": {"S": PK},
    "sk": {"S": SK},
    "schema": {"N": "1"},
    "ttl": {"N": str(NOW // 1_000 + 60)},
    "fetched_at": {"N": str(NOW)},
    "ends_at": {"N": str(NOW + 60_000)},
    "credits": {"N": "5"},
}
PACKED = pack(CONTENT)
GOOD: dict[str, Any] = {
    **kept_row_key(NAME).row(),
    "fetched_at": NOW,
    "ends_at": NOW + 60_000,
    "credits": 5,
    "packed": PACKED,
}
RESULT = {"batch": KEY.batch, "chunk": 0, "position": 0, "generation": 1, "attempt": 1}
CORRUPT: dict[str, dict[str, Any]] = {
    "no time": {"fetched_at": None},
    "time as text": {"fetched_at": "soon"},
    "no end": {"ends_at": None},
    "no credits": {"credits": None},
    "credits as a map": {"credits": {"a": 1}},
    "nothing": {"packed": None},
    "empty": {"packed": b""},
    "no zlib": {"packed": b"no zlib"},
    "cut off": {"packed": PACKED[:-3]},
    "text": {"packed": "text"},
    "a number": {"packed": 7},
    "no object": {"packed": b"x\x9c\x01\x02\x00\xfd\xff[]"},
    "object that is gone": {"packed": None, "object": "cache/acme/gone"},
    "result as text": {"packed": None, "result": "R#1"},
    "result without its attempt": {
        "packed": None,
        "result": {name: value for name, value in RESULT.items() if name != "attempt"},
    },
    "result that is gone": {"packed": None, "result": RESULT},
}


def test_of_a_job_s_page_it_holds_where_that_is(on_aws: Cloud, aws_house: AwsHouse) -> None:
    kept_result(aws_house, packed_to(INLINE_BYTES + 1))
    result = {
        "batch": {"S": KEY.batch},
        "chunk": {"N": "3"},
        "position": {"N": "7"},
        "generation": {"N": "2"},
        "attempt": {"N": "2"},
    }
    assert on_aws.row(PK, SK, "ResultTable") == {**ORIGINAL, "result": {"M": result}}
    assert [key for key in objects(on_aws) if key.startswith("cache/")] == []


def test_a_call_s_page_of_eight_kilobytes_stays_in_the_table(
    on_aws: Cloud, aws_house: AwsHouse
) -> None:
    content = packed_to(INLINE_BYTES)
    aws_house.kept.keep_content(NAME, ORIGIN, content)
    assert on_aws.row(PK, SK, "ResultTable") == {**ORIGINAL, "packed": {"B": pack(content)}}
    assert objects(on_aws) == []


def test_a_larger_one_is_an_object_of_its_fetch(on_aws: Cloud, aws_house: AwsHouse) -> None:
    content = packed_to(INLINE_BYTES + 1)
    aws_house.kept.keep_content(NAME, ORIGIN, content)
    aws_house.kept.keep_content(NAME, replace(ORIGIN, fetched_at=NOW + 1), content)
    keys = [f"cache/acme/{NAME.fingerprint}/{at}" for at in (NOW, NOW + 1)]
    assert objects(on_aws) == keys
    assert on_aws.row(PK, SK, "ResultTable")["object"] == {"S": keys[1]}


@pytest.mark.parametrize("change", CORRUPT.values(), ids=CORRUPT)
def test_what_cannot_be_read_is_not_there(
    on_aws: Cloud, aws_house: AwsHouse, change: dict[str, Any]
) -> None:
    table = on_aws.table("ResultTable")
    table.put(Put(GOOD))
    assert find(aws_house) is not None
    table.put(Put({**GOOD, **change}))
    assert find(aws_house) is None


def test_nor_is_a_result_that_cannot_be_decoded(on_aws: Cloud, aws_house: AwsHouse) -> None:
    item = kept_result(aws_house, CONTENT)
    row = {**result_row_key(item.key, item.generation, item.attempt).row(), "packed": b"no zlib"}
    on_aws.table("ResultTable").put(Put(row))
    assert find(aws_house) is None


def test_an_object_that_cannot_be_decoded_is_not_there(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.kept.keep_content(NAME, ORIGIN, packed_to(INLINE_BYTES + 1))
    on_aws.s3.put_object(Bucket=on_aws.bucket, Key=objects(on_aws)[0], Body=b"no zlib")
    assert find(aws_house) is None


def test_what_is_erased_while_it_is_read_is_not_there(on_aws: Cloud, aws_house: AwsHouse) -> None:
    """Its owner may have been told so by then, though nothing has been taken away."""

    class Erased(ResultStore):
        def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
            assert aws_house.batches.mark_purged(KEY, NOW)
            return super().get(items)

    kept_result(aws_house, CONTENT)
    table, bucket = on_aws.table("ResultTable"), Bucket(on_aws.s3, on_aws.bucket)
    results = Erased(table, bucket, ThreadedEach(1))
    kept = KeptPageStore(table, bucket, aws_house.batches, results)
    assert kept.find(NAME, now=NOW + 1, since=0) is None


def test_a_table_that_does_not_answer_is_unavailable() -> None:
    table = Table(ScriptedClient(fault("ThrottlingException", 400)), "t")
    bucket = Bucket(ScriptedClient(), "b")
    results = ResultStore(table, bucket, ThreadedEach(1))
    kept = KeptPageStore(table, bucket, BatchRecords(table), results)
    with pytest.raises(Unavailable):
        kept.find(NAME, now=NOW, since=0)
