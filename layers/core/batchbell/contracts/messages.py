"""How do the messages on our own queues look?

`v` numbers the shape: a message may wait for days, so a new release reads what the last one wrote.
"""

import json
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from batchbell.domain.errors import BatchbellError
from batchbell.domain.identifiers import CHUNK_SIZE, BatchKey, ItemKey
from batchbell.ports import PageMessage, WebhookMessage

Name = Annotated[str, Field(min_length=1)]


class MessageUnreadable(BatchbellError):
    """A message is not of a shape that this release knows; receiving it again does not help."""


class _Body(BaseModel):
    """What all bodies share. Fields of a later release are passed over."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")

    v: Literal[1] = 1
    tenant: Name
    batch: Name

    def text(self) -> str:
        """The body as it is sent: in ASCII, for SQS refuses some characters that JSON may hold."""
        return json.dumps(self.model_dump())

    @classmethod
    def parse(cls, body: str) -> Self:
        """The body of a message. Raises `MessageUnreadable`."""
        try:
            return cls.model_validate_json(body)
        except ValidationError as error:
            fields = sorted({str(fault["loc"][:1]) for fault in error.errors()})
            raise MessageUnreadable(f"{cls.__name__}: {fields}") from error


class PageMessageBody(_Body):
    """The order to work on one item."""

    chunk: Annotated[int, Field(ge=0)]
    position: Annotated[int, Field(ge=0, lt=CHUNK_SIZE)]

    @classmethod
    def of(cls, message: PageMessage) -> Self:
        """The body of an order."""
        item = message.item
        return cls(
            tenant=item.batch.tenant,
            batch=item.batch.batch,
            chunk=item.chunk,
            position=item.position,
        )

    def message(self) -> PageMessage:
        """The order."""
        return PageMessage(ItemKey(BatchKey(self.tenant, self.batch), self.chunk, self.position))


class WebhookMessageBody(_Body):
    """The order to deliver one event."""

    generation: Annotated[int, Field(ge=1)]

    @classmethod
    def of(cls, message: WebhookMessage) -> Self:
        """The body of an order."""
        return cls(
            tenant=message.key.tenant, batch=message.key.batch, generation=message.generation
        )

    def message(self) -> WebhookMessage:
        """The order."""
        return WebhookMessage(BatchKey(self.tenant, self.batch), self.generation)
