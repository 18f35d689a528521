"""What does the stream of moto's table say, in the form in which Lambda hands it over?"""

import base64
from collections.abc import Iterator
from typing import Any

RECORDS_A_CALL = 1_000
"""The most that GetRecords gives."""


class ChangeStream:
    """A reader of a table's stream, at its beginning at first."""

    def __init__(self, dynamodb: Any, streams: Any, table: str) -> None:
        self._streams = streams
        self._arn = dynamodb.describe_table(TableName=table)["Table"]["LatestStreamArn"]
        self._place = {"ShardIteratorType": "TRIM_HORIZON"}

    def take(self) -> list[dict[str, Any]]:
        """The records since the last call, in order."""
        records = map(_as_lambda_has_it, self._new())
        return [record for record in records if not _of_moto_alone(record)]

    def _new(self) -> Iterator[dict[str, Any]]:
        iterator = self._iterator()
        while True:
            answer = self._streams.get_records(ShardIterator=iterator, Limit=RECORDS_A_CALL)
            if not answer["Records"]:
                return
            yield from answer["Records"]
            iterator = answer["NextShardIterator"]
            last = answer["Records"][-1]["dynamodb"]["SequenceNumber"]
            self._place = {
                "ShardIteratorType": "AFTER_SEQUENCE_NUMBER",
                "SequenceNumber": last,
            }

    def _iterator(self) -> str:
        """A new one each time: to undo a transaction moto exchanges the table and its shard."""
        described = self._streams.describe_stream(StreamArn=self._arn)["StreamDescription"]
        iterator: str = self._streams.get_shard_iterator(
            StreamArn=self._arn, ShardId=described["Shards"][0]["ShardId"], **self._place
        )["ShardIterator"]
        return iterator


def _of_moto_alone(record: dict[str, Any]) -> bool:
    """moto tells of writes that changed nothing, and of a record's key before its first update."""
    images = record["dynamodb"]
    return images.get("NewImage") in (images.get("OldImage"), images["Keys"])


def _as_lambda_has_it(value: Any) -> Any:
    """Bytes as base64 text; everything else as it is."""
    if isinstance(value, dict):
        return {name: _as_lambda_has_it(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_as_lambda_has_it(inner) for inner in value]
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value
