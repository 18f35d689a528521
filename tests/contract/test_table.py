"""Is everything that DynamoDB can say translated once, and by its code alone?"""

from typing import Any

import pytest
from botocore.exceptions import (
    ClientError,
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    ReadTimeoutError,
)

from batchbell.adapters.table import Table
from batchbell.adapters.waits import LONGEST_SECONDS, TRIES, waits
from batchbell.adapters.writes import Put, RowKey, Update
from batchbell.domain.errors import Unavailable
from tests.contract.scripted import Pauses, ScriptedClient, canceled, fault

KEY = RowKey("p", "s")
PUT = Put(KEY.row(), "attribute_not_exists(#pk)")
UPDATE = Update(KEY, "SET #a = :a", "#a < :a", {"a": 1})
CONFLICT = fault("TransactionConflictException")
PASSING = [
    fault("ThrottlingException"),
    fault("ProvisionedThroughputExceededException"),
    fault("RequestLimitExceeded"),
    fault("InternalServerError", 500),
    fault("ServiceUnavailable", 503),
    fault("Unheard", 502),
    fault("Unheard", 429),
    fault("TransactionInProgressException"),
    ConnectTimeoutError(endpoint_url="x"),
    ReadTimeoutError(endpoint_url="x"),
    EndpointConnectionError(endpoint_url="x"),
    ConnectionClosedError(endpoint_url="x"),
]


def table(*answers: dict[str, Any] | Exception) -> tuple[Table, ScriptedClient, Pauses]:
    """A table that answers so."""
    client, pauses = ScriptedClient(*answers), Pauses()
    return Table(client, "t", pauses), client, pauses


@pytest.mark.parametrize("error", PASSING, ids=repr)
def test_what_passes_by_itself_is_unavailable(error: Exception) -> None:
    made, client, _ = table(error)
    for call in (
        lambda: made.read(KEY),
        lambda: made.read_many([KEY]),
        lambda: made.read_partition("p", "s"),
        lambda: made.read_index("i", {"a": 1}, {"b": 1}, 1),
        lambda: list(made.scan()),
        lambda: made.put(PUT),
        lambda: made.update(UPDATE),
        lambda: made.delete(KEY),
        lambda: made.delete_many([KEY]),
        lambda: made.transact(PUT),
    ):
        client.calls.clear()
        with pytest.raises(Unavailable):
            call()
        assert len(client.calls) == 1


@pytest.mark.parametrize("code", ["ValidationException", "AccessDeniedException", "Unheard"])
def test_a_fault_of_ours_stays_what_it_is(code: str) -> None:
    made, client, _ = table(fault(code))
    with pytest.raises(ClientError):
        made.update(UPDATE)
    with pytest.raises(ClientError):
        made.read(KEY)
    assert len(client.calls) == 2


def test_a_refused_update_shows_what_refused_it() -> None:
    made, _, _ = table(fault("ConditionalCheckFailedException", Item={"a": {"N": "7"}}))
    answer = made.update(UPDATE)
    assert (answer.accepted, answer.row) == (False, {"a": 7})


def test_a_refused_put_is_no_error() -> None:
    made, _, _ = table(fault("ConditionalCheckFailedException"))
    assert not made.put(PUT)


@pytest.mark.parametrize(
    "reasons",
    [
        ("ConditionalCheckFailed", "None"),
        ("None", "ConditionalCheckFailed"),
        ("TransactionConflict", "ConditionalCheckFailed"),
    ],
)
def test_a_refused_transaction_is_no_error(reasons: tuple[str, ...]) -> None:
    made, client, _ = table(canceled(*reasons))
    assert not made.transact(PUT, UPDATE)
    assert len(client.calls) == 1


@pytest.mark.parametrize(
    "conflict",
    [
        CONFLICT,
        canceled("TransactionConflict", "None"),
        canceled("ThrottlingError", "None"),
        canceled("TransactionConflict", "ProvisionedThroughputExceeded"),
    ],
    ids=["update", "transaction", "throttled", "mixed"],
)
def test_a_conflict_is_tried_again(conflict: ClientError) -> None:
    made, client, pauses = table(conflict, conflict, {})
    assert made.transact(PUT)
    assert len(client.calls) == 3
    assert pauses.taken[0] == 0 < pauses.taken[1] < pauses.taken[2]


def test_an_update_in_conflict_is_tried_again() -> None:
    made, client, _ = table(CONFLICT, {"Attributes": {"a": {"N": "1"}}})
    assert made.update(UPDATE).row == {"a": 1}
    assert client.calls[0] == client.calls[1]


def test_a_lasting_conflict_is_unavailable() -> None:
    made, client, pauses = table(canceled("TransactionConflict"))
    with pytest.raises(Unavailable):
        made.transact(PUT)
    assert len(client.calls) == len(pauses.taken) == TRIES


@pytest.mark.parametrize(
    "reasons",
    [("ValidationError",), ("TransactionConflict", "ItemCollectionSizeLimitExceeded"), ()],
)
def test_a_transaction_that_cannot_be_made_is_a_fault(reasons: tuple[str, ...]) -> None:
    made, client, _ = table(canceled(*reasons))
    with pytest.raises(ClientError):
        made.transact(PUT)
    assert len(client.calls) == 1


def test_waits_grow_and_end() -> None:
    seconds = list(waits())
    assert seconds[0] == 0
    assert len(seconds) == TRIES
    assert LONGEST_SECONDS / 2 <= seconds[-1] <= LONGEST_SECONDS


def _images(*numbers: int) -> list[dict[str, Any]]:
    return [{"pk": {"S": "p"}, "sk": {"S": str(number)}} for number in numbers]


def test_keys_that_were_not_read_are_read_again() -> None:
    keys = [RowKey("p", str(number)) for number in (1, 2)]
    left = {"t": {"Keys": _images(2), "ConsistentRead": True}}
    made, client, _ = table(
        {"Responses": {"t": _images(1)}, "UnprocessedKeys": left},
        {"Responses": {"t": _images(2)}, "UnprocessedKeys": {}},
    )
    assert [row["sk"] for row in made.read_many(keys)] == ["1", "2"]
    assert client.calls[1]["RequestItems"] == left


def test_keys_that_are_never_read_are_unavailable() -> None:
    left = {"t": {"Keys": _images(1)}}
    made, client, _ = table({"Responses": {}, "UnprocessedKeys": left})
    with pytest.raises(Unavailable):
        made.read_many([KEY])
    assert len(client.calls) == TRIES


def test_many_keys_are_read_a_hundred_at_a_time() -> None:
    made, client, _ = table({"Responses": {"t": []}})
    made.read_many([RowKey("p", str(number % 201)) for number in range(402)])
    sizes = [len(call["RequestItems"]["t"]["Keys"]) for call in client.calls]
    assert sizes == [100, 100, 1]


def test_rows_that_were_not_deleted_are_deleted_again() -> None:
    left = {"t": [{"DeleteRequest": {"Key": _images(2)[0]}}]}
    made, client, _ = table({"UnprocessedItems": left}, {"UnprocessedItems": {}})
    made.delete_many([RowKey("p", "1"), RowKey("p", "2")])
    assert client.calls[1]["RequestItems"] == left
    assert len(client.calls) == 2


def test_rows_that_are_never_deleted_are_unavailable() -> None:
    made, client, _ = table({"UnprocessedItems": {"t": [{}]}})
    with pytest.raises(Unavailable):
        made.delete_many([KEY])
    assert len(client.calls) == TRIES


def test_reads_are_strongly_consistent() -> None:
    """R1: moto would answer alike without it, so the calls are looked at."""
    made, client, _ = table({"Responses": {}, "Items": []})
    made.read(KEY)
    made.read_many([KEY])
    made.read_partition("p", "s")
    made.read_partition_keys("p")
    single, many, *partitions = client.calls
    assert many["RequestItems"]["t"]["ConsistentRead"]
    assert all(call["ConsistentRead"] for call in (single, *partitions))


def test_a_partition_is_read_to_its_end() -> None:
    made, client, _ = table(
        {"Items": _images(1, 2), "LastEvaluatedKey": _images(2)[0]}, {"Items": _images(3)}
    )
    assert [row["sk"] for row in made.read_partition("p", "")] == ["1", "2", "3"]
    assert client.calls[1]["ExclusiveStartKey"] == _images(2)[0]


def test_of_a_large_partition_a_page_is_held_at_a_time() -> None:
    made, client, _ = table(
        {"Items": _images(1, 2), "LastEvaluatedKey": _images(2)[0]}, {"Items": _images(3)}
    )
    rows = made.each_of_partition("p", "")
    assert [next(rows)["sk"], next(rows)["sk"]] == ["1", "2"]
    assert len(client.calls) == 1
    assert [row["sk"] for row in rows] == ["3"]


def test_a_transaction_across_tables_names_each() -> None:
    made, client, _ = table({})
    other = Table(client, "other")
    answers = made.transact_across(made.operation(PUT), other.operation(UPDATE))
    assert [answer.accepted for answer in answers] == [True, True]
    first, second = client.calls[0]["TransactItems"]
    assert (first["Put"]["TableName"], second["Update"]["TableName"]) == ("t", "other")


def test_a_transaction_across_tables_tells_who_refused_it_and_why() -> None:
    refused = {"Code": "ConditionalCheckFailed", "Item": {"a": {"N": "7"}}}
    reasons = [{"Code": "None"}, refused, {"Code": "TransactionConflict"}]
    made, client, _ = table(fault("TransactionCanceledException", CancellationReasons=reasons))
    answers = made.transact_across(*[made.operation(PUT)] * 3)
    assert [(answer.accepted, answer.row) for answer in answers] == [
        (True, None),
        (False, {"a": 7}),
        (True, None),
    ]
    shown = {
        item["Put"].get("ReturnValuesOnConditionCheckFailure")
        for item in client.calls[0]["TransactItems"]
    }
    assert shown == {"ALL_OLD"}


def test_a_transaction_across_tables_in_conflict_is_tried_again() -> None:
    made, client, _ = table(canceled("TransactionConflict", "None"), {})
    assert [answer.accepted for answer in made.transact_across(made.operation(PUT))] == [True]
    assert len(client.calls) == 2


def test_an_alias_stands_for_a_name_of_any_characters() -> None:
    update = Update(KEY, "REMOVE #map.#name", "#map.#name = :a", {"a": 1}, {"name": "x#1:2"})
    names = update.parameters()["ExpressionAttributeNames"]
    assert names == {"#map": "map", "#name": "x#1:2"}
