"""How does one table answer: with rows, with a refusal, or not at all?

Everything that DynamoDB can say is translated here, once: a condition that failed is a refusal, not
an error; what passes by itself is `Unavailable`; a conflict with another transaction is tried again
first.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from botocore.exceptions import ClientError

from batchbell.adapters.attributes import Row, decode, encode
from batchbell.adapters.failures import code_of, translated
from batchbell.adapters.sessions import DynamoDb
from batchbell.adapters.waits import waits
from batchbell.adapters.writes import Check, Put, RowKey, Update
from batchbell.domain.errors import Unavailable

KEYS_A_READ = 100
"""The most that BatchGetItem takes."""
KEYS_A_DELETE = 25
"""The most that BatchWriteItem takes."""

Operation: TypeAlias = dict[str, Any]
"""A member of a transaction, as the API wants it."""

_REFUSED = "ConditionalCheckFailed"
_PASSING = frozenset({"TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"})


@dataclass(frozen=True, slots=True)
class Updated:
    """The answer to an update: `row` is the record after it, or the one that refused it."""

    accepted: bool
    row: Row | None


class Table:
    """One table. Every method may raise `Unavailable`; reads are strongly consistent or say so."""

    def __init__(
        self, client: DynamoDb, name: str, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._client = client
        self._name = name
        self._pause = pause

    def read(self, key: RowKey) -> Row | None:
        """One record, or None."""
        with translated():
            answer = self._client.get_item(
                TableName=self._name, Key=encode(key.row()), ConsistentRead=True
            )
        return decode(answer["Item"]) if answer.get("Item") else None

    def read_many(self, keys: Sequence[RowKey]) -> list[Row]:
        """The records that are there, in no order."""
        wanted = [encode(key.row()) for key in dict.fromkeys(keys)]
        rows: list[Row] = []
        for start in range(0, len(wanted), KEYS_A_READ):
            rows += self._read_together(wanted[start : start + KEYS_A_READ])
        return rows

    def read_partition(self, pk: str, prefix: str) -> list[Row]:
        """The records of a partition whose sort key begins so, in its order."""
        return list(self.each_of_partition(pk, prefix))

    def each_of_partition(self, pk: str, prefix: str) -> Iterator[Row]:
        """The same one by one: of many, no more than a megabyte is held."""
        pages = self._pages(
            self._client.query,
            KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
            ExpressionAttributeNames={"#pk": "pk", "#sk": "sk"},
            ExpressionAttributeValues=encode({":pk": pk, ":prefix": prefix}),
            ConsistentRead=True,
        )
        for page in pages:
            yield from map(decode, page["Items"])

    def read_head(self, pk: str, prefix: str, limit: int) -> list[Row]:
        """The first records of a partition whose sort key begins so."""
        with translated():
            answer = self._client.query(
                TableName=self._name,
                KeyConditionExpression="#pk = :pk AND begins_with(#sk, :prefix)",
                ExpressionAttributeNames={"#pk": "pk", "#sk": "sk"},
                ExpressionAttributeValues=encode({":pk": pk, ":prefix": prefix}),
                ConsistentRead=True,
                Limit=limit,
            )
        return [decode(image) for image in answer["Items"]]

    def read_last(self, pk: str, before: str | None, limit: int) -> list[Row]:
        """The last records of a partition, up to a sort key that is not among them; last first."""
        condition, values = "#pk = :pk", {":pk": pk}
        names = {"#pk": "pk"}
        if before is not None:
            condition += " AND #sk < :before"
            values[":before"], names["#sk"] = before, "sk"
        with translated():
            answer = self._client.query(
                TableName=self._name,
                KeyConditionExpression=condition,
                ExpressionAttributeNames=names,
                ExpressionAttributeValues=encode(values),
                ScanIndexForward=False,
                ConsistentRead=True,
                Limit=limit,
            )
        return [decode(image) for image in answer["Items"]]

    def read_partition_keys(self, pk: str) -> list[RowKey]:
        """The keys of all records of a partition."""
        pages = self._pages(
            self._client.query,
            KeyConditionExpression="#pk = :pk",
            ProjectionExpression="#pk, #sk",
            ExpressionAttributeNames={"#pk": "pk", "#sk": "sk"},
            ExpressionAttributeValues=encode({":pk": pk}),
            ConsistentRead=True,
        )
        rows = [decode(image) for page in pages for image in page["Items"]]
        return [RowKey(row["pk"], row["sk"]) for row in rows]

    def read_index(self, index: str, partition: Row, sort: Row, limit: int) -> list[Row]:
        """The first records of an index partition up to a sort value. Late and unproved."""
        ((partition_name, partition_value),) = partition.items()
        ((sort_name, sort_value),) = sort.items()
        with translated():
            answer = self._client.query(
                TableName=self._name,
                IndexName=index,
                KeyConditionExpression="#partition = :partition AND #sort <= :sort",
                ExpressionAttributeNames={"#partition": partition_name, "#sort": sort_name},
                ExpressionAttributeValues=encode(
                    {":partition": partition_value, ":sort": sort_value}
                ),
                Limit=limit,
            )
        return [decode(image) for image in answer["Items"]]

    def scan(self) -> Iterator[Row]:
        """Every record of the table. Eventually consistent."""
        for page in self._pages(self._client.scan):
            yield from map(decode, page["Items"])

    def put(self, put: Put) -> bool:
        """Write a record. False: refused."""
        return self._write(self._client.put_item, **put.parameters()).accepted

    def update(self, update: Update) -> Updated:
        """Change a record."""
        return self._write(
            self._client.update_item,
            **update.parameters(),
            ReturnValues="ALL_NEW",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    def delete(self, key: RowKey) -> None:
        """Take a record away, if it is there."""
        self._write(self._client.delete_item, Key=encode(key.row()))

    def delete_many(self, keys: Sequence[RowKey]) -> None:
        """Take records away, those that are there."""
        for start in range(0, len(keys), KEYS_A_DELETE):
            self._delete_together(keys[start : start + KEYS_A_DELETE])

    def transact(self, *writes: Put | Update | Check) -> bool:
        """Make all the writes, or none. False: at least one was refused."""
        return not isinstance(self._transacted(map(self.operation, writes)), ClientError)

    def operation(self, write: Put | Update | Check) -> Operation:
        """A write in this table, for a transaction that spans tables."""
        operation = write.operation()
        for parameters in operation.values():
            parameters["TableName"] = self._name
        return operation

    def transact_across(self, *operations: Operation) -> list[Updated]:
        """Make writes in several tables, or none: one that is not accepted has refused them all.

        The answers are in the order of the writes, with the records that refused.
        """
        show = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
        answer = self._transacted(
            {verb: {**parameters, **show} for verb, parameters in operation.items()}
            for operation in operations
        )
        if not isinstance(answer, ClientError):
            return [Updated(True, None)] * len(operations)
        reasons = answer.response["CancellationReasons"]
        return [Updated(reason["Code"] != _REFUSED, _row(reason, "Item")) for reason in reasons]

    def _transacted(self, operations: Iterable[Operation]) -> dict[str, Any] | ClientError:
        return self._tried(self._client.transact_write_items, TransactItems=list(operations))

    def _write(self, call: Callable[..., dict[str, Any]], **parameters: Any) -> Updated:
        answer = self._tried(call, TableName=self._name, **parameters)
        if isinstance(answer, ClientError):
            return Updated(False, _row(answer.response, "Item"))
        return Updated(True, _row(answer, "Attributes"))

    def _tried(
        self, call: Callable[..., dict[str, Any]], **parameters: Any
    ) -> dict[str, Any] | ClientError:
        """The call's answer or refusal, tried again while other transactions are in its way."""
        for wait in waits():
            self._pause(wait)
            try:
                with translated():
                    return call(**parameters)
            except ClientError as error:
                reasons = _reasons(error)
                if _REFUSED in reasons:
                    return error
                if not reasons or not reasons <= _PASSING:
                    raise
        raise Unavailable("TransactionConflict")

    def _read_together(self, keys: list[dict[str, Any]]) -> list[Row]:
        rows: list[Row] = []
        request = {self._name: {"Keys": keys, "ConsistentRead": True}}
        for wait in waits():
            self._pause(wait)
            with translated():
                answer = self._client.batch_get_item(RequestItems=request)
            rows += map(decode, answer["Responses"].get(self._name, []))
            request = answer.get("UnprocessedKeys") or {}
            if not request:
                return rows
        raise Unavailable("UnprocessedKeys")

    def _delete_together(self, keys: Sequence[RowKey]) -> None:
        request = {self._name: [{"DeleteRequest": {"Key": encode(key.row())}} for key in keys]}
        for wait in waits():
            self._pause(wait)
            with translated():
                answer = self._client.batch_write_item(RequestItems=request)
            request = answer.get("UnprocessedItems") or {}
            if not request:
                return
        raise Unavailable("UnprocessedItems")

    def _pages(
        self, call: Callable[..., dict[str, Any]], **parameters: Any
    ) -> Iterator[dict[str, Any]]:
        start: dict[str, Any] = {}
        while True:
            with translated():
                answer = call(TableName=self._name, **parameters, **start)
            yield answer
            if not answer.get("LastEvaluatedKey"):
                return
            start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def _row(answer: Any, name: str) -> Row | None:
    return decode(answer[name]) if answer.get(name) else None


def _reasons(error: ClientError) -> frozenset[str]:
    """Why a write was not made, alone or in a transaction; empty for other errors."""
    if code_of(error) != "TransactionCanceledException":
        alone = code_of(error).removesuffix("Exception")
        return frozenset({alone}) & {_REFUSED, "TransactionConflict"}
    reasons = error.response.get("CancellationReasons", [])
    return frozenset(reason["Code"] for reason in reasons) - {"None"}
