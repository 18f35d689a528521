"""How does an item stand in its table?

Its record stays under 1 KB: a claim and a finish cost one write unit each.
Stream filters match `state`: its name and words are fixed.
"""

from batchbell.adapters.attributes import Row
from batchbell.adapters.row_keys import chunk_of, item_row_key, number_of
from batchbell.adapters.storable import short_message
from batchbell.adapters.writes import SCHEMA
from batchbell.domain.codes import DocumentReason, ErrorCode
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Ending, Item, ItemError, ItemState, ResultRef


def document_item_row(item: Item, ttl: int) -> Row:
    """The record of a document that was uploaded. (A page's is made by its first claim.)"""
    return {
        **item_row_key(item.key).row(),
        "schema": SCHEMA,
        "state": item.state.value,
        "attempt": item.attempt,
        "generation": item.generation,
        "document": item.document,
        "created_at": item.created_at,
        "ttl": ttl,
    }


def ending_values(ending: Ending) -> Row:
    """What the end of an item writes; a lease ends with it."""
    error, result = ending.error, ending.result
    return {
        "state": ending.state.value,
        "lease_until": None,
        "completed_at": ending.at,
        "credits": ending.credits,
        "error_code": error and error.code.value,
        "error_message": error and short_message(error.message),
        "result": result and _result_value(result),
    }


def item_of(row: Row) -> Item:
    """The item that a record tells of."""
    batch, chunk = chunk_of(row["pk"])
    return Item(
        key=ItemKey(batch, chunk, number_of(row["sk"])),
        state=ItemState(row["state"]),
        attempt=row["attempt"],
        generation=row["generation"],
        lease_until=row.get("lease_until"),
        started_at=row.get("started_at"),
        completed_at=row.get("completed_at"),
        credits=row.get("credits", 0),
        error=_error_of(row),
        result=_result_of(row),
        document=row.get("document"),
        created_at=row.get("created_at"),
        spec=row.get("spec"),
        hand_over=row.get("hand_over"),
    )


def _result_value(result: ResultRef) -> Row:
    return {"generation": result.generation, "attempt": result.attempt, "weight": result.weight}


def _result_of(row: Row) -> ResultRef | None:
    if "result" not in row:
        return None
    result = row["result"]
    return ResultRef(result["generation"], result["attempt"], result["weight"])


def _error_of(row: Row) -> ItemError | None:
    if "error_code" not in row:
        return None
    return ItemError(_code_of(row["error_code"]), row.get("error_message", ""))


def _code_of(code: str) -> ErrorCode | DocumentReason:
    """No code is a reason: codes are in capitals, reasons are not."""
    return ErrorCode(code) if code.isupper() else DocumentReason(code)
