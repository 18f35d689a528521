"""Is content found where it was put, and its absence told from a failure?"""

import random
from functools import cache
from typing import Any

import pytest
from botocore.exceptions import ClientError, ResponseStreamingError

from batchbell.adapters.objects import Bucket, object_key
from batchbell.adapters.packing import INLINE_BYTES, pack
from batchbell.adapters.row_keys import spec_row_key
from batchbell.adapters.writes import Put
from batchbell.domain.errors import SpecMissing, Unavailable
from batchbell.domain.item import Item, ItemState, ResultRef
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import ITEM, KEY, NOW
from tests.contract.scripted import ScriptedClient, fault

FINGERPRINT = "f" * 64
SPEC_PK, SPEC_SK = f"B#acme#{KEY.batch}", f"SPEC#{FINGERPRINT}"
TTL = {"N": str(NOW // 1_000 + 24 * 3_600)}


@cache
def packed_to(length: int) -> dict[str, str]:
    """A content that takes exactly so many bytes when packed."""
    text = random.Random(3).randbytes(length).hex()
    while over := len(pack({"text": text})) - length:
        text = text[max(over, 1) :]
    return {"text": text}


def objects(on: Cloud) -> list[str]:
    """The keys of all objects."""
    return [o["Key"] for o in on.s3.list_objects_v2(Bucket=on.bucket).get("Contents", [])]


def test_eight_kilobytes_stay_in_the_table(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.specs.put(KEY, FINGERPRINT, packed_to(INLINE_BYTES), NOW)
    image = on_aws.row(SPEC_PK, SPEC_SK)
    assert len(image["packed"]["B"]) == INLINE_BYTES
    assert image["ttl"] == TTL
    assert objects(on_aws) == []


def test_one_byte_more_goes_to_the_bucket(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.specs.put(KEY, FINGERPRINT, packed_to(INLINE_BYTES + 1), NOW)
    image = on_aws.row(SPEC_PK, SPEC_SK)
    assert image["object"] == {"S": f"specs/acme/{KEY.batch}/{FINGERPRINT}"}
    assert image["ttl"] == TTL
    assert objects(on_aws) == [image["object"]["S"]]


def test_a_result_has_its_attempt_in_its_key(on_aws: Cloud, aws_house: AwsHouse) -> None:
    item = Item(key=ITEM, state=ItemState.PROCESSING, attempt=3, generation=2)
    aws_house.results.put(item, packed_to(INLINE_BYTES + 1), NOW)
    key = f"results/acme/{KEY.batch}/0/7/2/3"
    assert objects(on_aws) == [key]
    answer = on_aws.dynamodb.get_item(
        TableName=on_aws.table_name("ResultTable"),
        Key={"pk": {"S": f"R#acme#{KEY.batch}#000000"}, "sk": {"S": "007#000002#003"}},
    )
    assert answer["Item"]["object"] == {"S": key}
    assert answer["Item"]["ttl"] == TTL


def test_erasing_takes_objects_that_no_row_names(on_aws: Cloud, aws_house: AwsHouse) -> None:
    on_aws.s3.put_object(Bucket=on_aws.bucket, Key=f"results/acme/{KEY.batch}/0/1/1/1", Body=b"")
    on_aws.s3.put_object(Bucket=on_aws.bucket, Key=f"results/acme/{KEY.batch}0/0/1/1/1", Body=b"")
    aws_house.results.erase(KEY, 1)
    assert objects(on_aws) == [f"results/acme/{KEY.batch}0/0/1/1/1"]


def test_erasing_a_spec_takes_its_object(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.specs.put(KEY, FINGERPRINT, packed_to(INLINE_BYTES + 1), NOW)
    aws_house.specs.erase(KEY, FINGERPRINT)
    assert objects(on_aws) == []


def test_a_spec_whose_object_is_gone_is_missing(on_aws: Cloud, aws_house: AwsHouse) -> None:
    aws_house.specs.put(KEY, FINGERPRINT, packed_to(INLINE_BYTES + 1), NOW)
    on_aws.s3.delete_object(Bucket=on_aws.bucket, Key=objects(on_aws)[0])
    with pytest.raises(SpecMissing):
        aws_house.specs.get(KEY, FINGERPRINT)


def test_a_result_whose_object_is_gone_is_left_out(on_aws: Cloud, aws_house: AwsHouse) -> None:
    item = Item(key=ITEM, state=ItemState.SUCCEEDED, attempt=1, result=ResultRef(1, 1, 9))
    aws_house.results.put(item, packed_to(INLINE_BYTES + 1), NOW)
    on_aws.s3.delete_object(Bucket=on_aws.bucket, Key=objects(on_aws)[0])
    assert aws_house.results.get([item]) == {}


@pytest.mark.parametrize("packed", [b"", b"no zlib", pack({})[:-3], b"x\x9c\x01\x02\x00\xfd\xff[]"])
def test_a_spec_that_cannot_be_decoded_is_missing(
    on_aws: Cloud, aws_house: AwsHouse, packed: bytes
) -> None:
    row = {**spec_row_key(KEY, FINGERPRINT).row(), "packed": packed}
    on_aws.table("BatchTable").put(Put(row))
    with pytest.raises(SpecMissing):
        aws_house.specs.get(KEY, FINGERPRINT)


class Broken:
    """A body whose connection breaks."""

    def read(self) -> bytes:
        """Fails."""
        raise ResponseStreamingError(error="x")


def test_no_part_of_a_key_reaches_into_another() -> None:
    assert object_key("a", "b/c") != object_key("a", "b", "c")
    assert object_key("x", "../..", "pages:1") == "x/..%2F../pages:1"


@pytest.mark.parametrize(
    "answer",
    [fault("SlowDown", 503), fault("InternalError", 500), {"Body": Broken()}],
    ids=["throttled", "broken there", "broken on the way"],
)
def test_a_bucket_that_does_not_answer_is_unavailable(answer: Any) -> None:
    with pytest.raises(Unavailable):
        Bucket(ScriptedClient(answer), "b").get("k")


def test_a_forbidden_object_is_a_fault() -> None:
    with pytest.raises(ClientError):
        Bucket(ScriptedClient(fault("AccessDenied", 403)), "b").get("k")


def test_a_key_that_was_not_deleted_is_unavailable() -> None:
    listed = {"Contents": [{"Key": "a"}]}
    client = ScriptedClient(listed, {"Errors": [{"Key": "a", "Code": "InternalError"}]})
    with pytest.raises(Unavailable):
        Bucket(client, "b").delete_all("a")


def test_a_long_listing_is_deleted_to_its_end() -> None:
    client = ScriptedClient(
        {"Contents": [{"Key": "a1"}], "IsTruncated": True, "NextContinuationToken": "t"},
        {},
        {"Contents": [{"Key": "a2"}]},
        {},
    )
    Bucket(client, "b").delete_all("a")
    assert client.calls[2]["ContinuationToken"] == "t"
    assert client.calls[3]["Delete"]["Objects"] == [{"Key": "a2"}]
