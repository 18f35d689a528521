"""Which AWS calls are made, and what do they write and read?

Listens to the SDK's own events, so that nothing of what is measured is changed. The records are
looked up before and after each write: what it costs follows from what really stands there.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tools.bench.sizes import Image
from tools.bench.units import IN_TRANSACTION, Index, index_units, read_units, write_units

LookUp = Callable[[str, Mapping[str, Any]], Image | None]
"""The record of a table under a key."""


@dataclass(frozen=True, slots=True)
class Target:
    """One record that a call is about to write. `change`: an update's expression."""

    table: str
    key: Mapping[str, Any]
    change: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """One record that a call has written, or was refused: then it is the same after as before."""

    target: Target
    before: Image | None
    after: Image | None
    units: int


@dataclass(frozen=True, slots=True)
class Call:
    """One call that a function has made. `reads`: read units."""

    function: str
    operation: str
    writes: tuple[Write, ...] = ()
    reads: float = 0
    refused: bool = False


class Meter:
    """Counts every call of a session's clients; `function` is whom they are put down to."""

    def __init__(self, look_up: LookUp, indexes: Mapping[str, tuple[Index, ...]]) -> None:
        self.function = ""
        self.calls: list[Call] = []
        self._look_up = look_up
        self._indexes = indexes

    def listen(self, session: Any) -> None:
        """Hear of all calls of clients that the session makes from now on."""
        session.events.register("before-parameter-build", self._begin)
        session.events.register("after-call", self._end)

    def _begin(self, params: dict[str, Any], model: Any, context: dict[str, Any], **_: Any) -> None:
        targets = _TARGETS.get(model.name, _none)(params)
        context["parameters"] = params
        context["targets"] = [(t, self._look_up(t.table, t.key)) for t in targets]

    def _end(self, parsed: Any, model: Any, context: dict[str, Any], **_: Any) -> None:
        times = IN_TRANSACTION if model.name == "TransactWriteItems" else 1
        writes = [self._written(t, before, times) for t, before in context["targets"]]
        reads = _reads(model.name, context["parameters"], parsed)
        service = model.service_model.service_name
        self.calls.append(
            Call(
                self.function,
                f"{service}:{model.name}",
                tuple(writes),
                reads,
                refused="Error" in parsed,
            )
        )

    def _written(self, target: Target, before: Image | None, times: int) -> Write:
        after = self._look_up(target.table, target.key)
        units = write_units(before, after) * times
        indexes = self._indexes.get(target.table, ())
        units += sum(index_units(index, before, after) for index in indexes)
        return Write(target, before, after, units)


def _none(_: Mapping[str, Any]) -> Iterable[Target]:
    return ()


def _put(params: Mapping[str, Any]) -> Iterable[Target]:
    yield Target(params["TableName"], {name: params["Item"][name] for name in ("pk", "sk")})


def _change(params: Mapping[str, Any]) -> Iterable[Target]:
    yield Target(params["TableName"], params["Key"], params.get("UpdateExpression", ""))


def _transaction(params: Mapping[str, Any]) -> Iterable[Target]:
    for operation in params["TransactItems"]:
        for kind, inner in operation.items():
            yield from _put(inner) if kind == "Put" else _change(inner)


def _together(params: Mapping[str, Any]) -> Iterable[Target]:
    for table, requests in params["RequestItems"].items():
        for request in requests:
            yield Target(table, request["DeleteRequest"]["Key"])


_TARGETS: dict[str, Callable[[Mapping[str, Any]], Iterable[Target]]] = {
    "PutItem": _put,
    "UpdateItem": _change,
    "DeleteItem": _change,
    "TransactWriteItems": _transaction,
    "BatchWriteItem": _together,
}


def _reads(operation: str, params: Mapping[str, Any], parsed: Mapping[str, Any]) -> float:
    """Units of what a call has read. (No projections here: they would hide what is paid for.)"""
    consistent = params.get("ConsistentRead", False)
    match operation:
        case "GetItem":
            found = [parsed["Item"]] if parsed.get("Item") else []
            return read_units(found, consistent=consistent)
        case "Query" | "Scan":
            return read_units(parsed["Items"], consistent=consistent)
        case "BatchGetItem":
            return sum(
                read_units([image], consistent=params["RequestItems"][table]["ConsistentRead"])
                for table, images in parsed["Responses"].items()
                for image in images
            )
    return 0
