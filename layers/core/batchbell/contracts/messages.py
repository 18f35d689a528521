"""How do the messages on our own queues look?

`v` numbers the shape: a message may wait for days, so a new release reads what the last one wrote.
Types are as JSON has them, and fields of a later release are passed over. Checked by hand: every
function that sends or receives would otherwise load a library for four fields.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from batchbell.domain.errors import BatchbellError
from batchbell.domain.identifiers import (
    CHUNK_SIZE,
    DOCUMENTS_PREFIX,
    PAGES_PREFIX,
    BatchKey,
    ItemKey,
)
from batchbell.ports import ItemMessage, WebhookMessage

_SHAPE = 1
_CHUNKS = range(sys.maxsize)
_GENERATIONS = range(1, sys.maxsize)
_NAME_BYTES = 1_000  # DynamoDB: a partition key, which holds both names, has 2,048 at most


class MessageUnreadable(BatchbellError):
    """A message is not of a shape that this release knows; receiving it again does not help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """What all bodies share."""

    tenant: str
    batch: str

    def text(self) -> str:
        """The body as it is sent: in ASCII, for SQS refuses some characters that JSON may hold."""
        return json.dumps({"v": _SHAPE, **asdict(self)})


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemMessageBody(_Body):
    """The order to work on one item."""

    family: ClassVar[str] = PAGES_PREFIX
    """How the names of the batches begin whose items are worked on where this is received."""

    chunk: int
    position: int

    @classmethod
    def of(cls, message: ItemMessage) -> Self:
        """The body of an order."""
        item = message.item
        return cls(
            tenant=item.batch.tenant,
            batch=item.batch.batch,
            chunk=item.chunk,
            position=item.position,
        )

    @classmethod
    def parse(cls, body: str) -> Self:
        """The body of a message. Raises `MessageUnreadable`; also when it is about items of another
        kind: the claim of a page would make a record among them.
        """
        fields = _fields(body)
        batch = _name(fields, "batch")
        if not batch.startswith(cls.family):
            raise MessageUnreadable("batch")
        return cls(
            tenant=_name(fields, "tenant"),
            batch=batch,
            chunk=_whole(fields, "chunk", _CHUNKS),
            position=_whole(fields, "position", range(CHUNK_SIZE)),
        )

    def message(self) -> ItemMessage:
        """The order."""
        return ItemMessage(ItemKey(BatchKey(self.tenant, self.batch), self.chunk, self.position))


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentMessageBody(ItemMessageBody):
    """The same, where documents are worked on."""

    family: ClassVar[str] = DOCUMENTS_PREFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookMessageBody(_Body):
    """The order to deliver one event."""

    generation: int

    @classmethod
    def of(cls, message: WebhookMessage) -> Self:
        """The body of an order."""
        return cls(
            tenant=message.key.tenant, batch=message.key.batch, generation=message.generation
        )

    @classmethod
    def parse(cls, body: str) -> Self:
        """The body of a message. Raises `MessageUnreadable`."""
        fields = _fields(body)
        return cls(
            tenant=_name(fields, "tenant"),
            batch=_name(fields, "batch"),
            generation=_whole(fields, "generation", _GENERATIONS),
        )

    def message(self) -> WebhookMessage:
        """The order."""
        return WebhookMessage(BatchKey(self.tenant, self.batch), self.generation)


def _fields(body: str) -> Mapping[str, Any]:
    """The fields of a body of this shape; `v` may be left out."""
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MessageUnreadable("not JSON") from error
    if not isinstance(fields, dict):
        raise MessageUnreadable("not an object")
    _whole({"v": _SHAPE, **fields}, "v", range(_SHAPE, _SHAPE + 1))
    return fields


def _name(fields: Mapping[str, Any], field: str) -> str:
    """A text that a key can hold: not empty, not endless, no lone surrogate."""
    value = fields.get(field)
    if not isinstance(value, str) or any("\ud800" <= c <= "\udfff" for c in value):
        raise MessageUnreadable(field)
    if not 1 <= len(value.encode()) <= _NAME_BYTES:
        raise MessageUnreadable(field)
    return value


def _whole(fields: Mapping[str, Any], field: str, allowed: range) -> int:
    """An integer; true and 1.0, which Python takes for 1, are none."""
    value = fields.get(field)
    if type(value) is not int or value not in allowed:
        raise MessageUnreadable(field)
    return value
