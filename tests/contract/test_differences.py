"""In what does moto differ from AWS, as far as our ports can tell?

Each test states what moto does; where one fails, moto has come nearer, and its entry goes.
What AWS does instead is said by its documentation and kept by the ports in memory:

- An update that changes nothing puts no record into the stream. moto puts one.
- A set of numbers holds 1 once, however it is written. moto holds "1" and "1.0".
- A repeated ClientRequestToken repeats no transaction. moto makes it again.
- `size` of an attribute that is absent makes a condition false. moto answers with a reason that AWS
  does not have, so our condition asks first whether the attribute is there.
- Writes are charged, conflicts, throttles and unprocessed keys happen. In moto they do not; their
  handling is tested with scripted answers.
- A TTL deletes, an index comes late. In moto neither.
"""

from typing import Any

import pytest
from botocore.exceptions import ClientError

from batchbell.domain.item import ItemState
from tests.contract.clouds import AwsHouse, Cloud
from tests.contract.samples import KEY, tally
from tests.memory.world import memory_world

ONE = {"pk": {"S": "p"}, "sk": {"S": "s"}}


def stream_records(on: Cloud) -> list[dict[str, Any]]:
    """Everything that the batch table's stream has told."""
    import boto3

    client = boto3.client("dynamodbstreams")
    described = on.dynamodb.describe_table(TableName=on.table_name("BatchTable"))
    arn = described["Table"]["LatestStreamArn"]
    (shard,) = client.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
    iterator = client.get_shard_iterator(
        StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
    )["ShardIterator"]
    records: list[dict[str, Any]] = client.get_records(ShardIterator=iterator)["Records"]
    return records


def test_moto_tells_of_an_update_that_changes_nothing(on_aws: Cloud) -> None:
    house = AwsHouse(on_aws)
    house.tallies.put(KEY, tally())
    for _ in range(2):
        house.tallies.fold(KEY, 0, {0: ItemState.SUCCEEDED}, 1)
    assert len(stream_records(on_aws)) == 3


def test_memory_tells_of_changes_only() -> None:
    """Q11: what a stream does is tested by the documentation's rules, not by an emulator's."""
    world = memory_world()
    world.tallies.put(KEY, tally())
    for _ in range(2):
        world.tallies.fold(KEY, 0, {0: ItemState.SUCCEEDED}, 1)
    assert len(world.take_changes()) == 2


def test_moto_holds_a_number_twice(on_aws: Cloud) -> None:
    for number in ("1", "1.0"):
        on_aws.dynamodb.update_item(
            TableName=on_aws.table_name("BatchTable"),
            Key=ONE,
            UpdateExpression="ADD a :a",
            ExpressionAttributeValues={":a": {"NS": [number]}},
        )
    assert len(on_aws.row("p", "s")["a"]["NS"]) == 2


def test_moto_repeats_a_transaction(on_aws: Cloud) -> None:
    update = {
        "TableName": on_aws.table_name("BatchTable"),
        "Key": ONE,
        "UpdateExpression": "ADD a :a",
        "ExpressionAttributeValues": {":a": {"N": "1"}},
    }
    for _ in range(2):
        on_aws.dynamodb.transact_write_items(
            TransactItems=[{"Update": update}], ClientRequestToken="same"
        )
    assert on_aws.row("p", "s")["a"] == {"N": "2"}


def test_moto_cannot_size_what_is_absent(on_aws: Cloud) -> None:
    update = {
        "TableName": on_aws.table_name("BatchTable"),
        "Key": ONE,
        "UpdateExpression": "SET a = :a",
        "ConditionExpression": "size(b) = :a",
        "ExpressionAttributeValues": {":a": {"N": "1"}},
    }
    with pytest.raises(ClientError) as caught:
        on_aws.dynamodb.transact_write_items(TransactItems=[{"Update": update}])
    assert caught.value.response["CancellationReasons"][0]["Code"] == "ValueError"
