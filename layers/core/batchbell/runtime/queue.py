"""How do queue messages come in, and what becomes of them?

A message is deleted when it is done with; one that must wait is made visible again at its time and
reported as a failure of the batch, which is how Lambda keeps it in the queue.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from batchbell.contracts.messages import MessageUnreadable
from batchbell.domain.errors import BatchbellError
from batchbell.runtime.observability import logger

Record = Mapping[str, Any]
M = TypeVar("M")

_LONGEST_WAIT_S = 43_200  # SQS hides a message for 12 hours at most (ChangeMessageVisibility)


class Postponer(Protocol):
    """Who makes a message visible again later."""

    def postpone(self, receipt_handle: str, seconds: int) -> None:
        """Hide a received message for `seconds`, 0 to 43,200. May raise `Unavailable`."""


def serve(
    records: Sequence[Record],
    parse: Callable[[str], M],
    work: Callable[[list[M]], Sequence[int | None]],
    postponer: Postponer,
    now: Callable[[], int],
    unreadable_ms: int,
) -> dict[str, Any]:
    """Hand what can be read to `work`. -> Lambda's partial batch answer.

    `work` gives a verdict for each message: None, it is done with; else when to come again (epoch
    ms). When it fails, all come again after the queue's own time. What cannot be read comes again
    after `unreadable_ms`: what a newer release wrote can be read once its deployment is through,
    anything else goes to the dead letters after as many receives as the queue allows.
    """
    readable, unreadable = _sorted(records, parse)
    try:
        verdicts = work([message for _, message in readable])
    except BatchbellError as error:
        logger().warning("messages will come again", extra={"count": len(records)}, exc_info=error)
        return _kept(records)
    waiting = [
        (record, _seconds(at - now()))
        for (record, _), at in zip(readable, verdicts, strict=True)
        if at is not None
    ]
    waiting += [(record, _seconds(unreadable_ms)) for record in unreadable]
    logger().info("messages served", extra={"count": len(records), "waiting": len(waiting)})
    for record, seconds in waiting:
        _postpone(postponer, record, seconds)
    return _kept(record for record, _ in waiting)


def _sorted(
    records: Sequence[Record], parse: Callable[[str], M]
) -> tuple[list[tuple[Record, M]], list[Record]]:
    """-> the records that can be read, with what they say, and those that cannot."""
    readable, unreadable = [], []
    for record in records:
        try:
            readable.append((record, parse(record["body"])))
        except MessageUnreadable as error:
            extra = {"message_id": record["messageId"]}
            logger().error("message is unreadable", extra=extra, exc_info=error)
            unreadable.append(record)
    return readable, unreadable


def _postpone(postponer: Postponer, record: Record, seconds: int) -> None:
    """The table knows when the work is due: a message that cannot be hidden only comes late."""
    try:
        postponer.postpone(record["receiptHandle"], seconds)
    except BatchbellError as error:
        extra = {"message_id": record["messageId"]}
        logger().warning("message was not postponed", extra=extra, exc_info=error)


def _kept(records: Iterable[Record]) -> dict[str, Any]:
    return {"batchItemFailures": [{"itemIdentifier": record["messageId"]} for record in records]}


def _seconds(milliseconds: int) -> int:
    """Rounded up: a message that comes too early is refused."""
    return min(max(-(-milliseconds // 1000), 0), _LONGEST_WAIT_S)
