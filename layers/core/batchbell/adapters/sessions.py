"""How are AWS clients made, and which of their calls do we use?

boto3 has no types: each Protocol names the calls that the adapters make, and `Any` stands for what
AWS takes and answers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Protocol

ATTEMPTS = 4
"""The first call and three retries, with the SDK's backoff."""
CONNECTIONS = 16
"""More than any caller makes side by side, so that no thread waits for a connection."""

_LINKS: dict[str, Any] = {"signature_version": "s3v4", "s3": {"addressing_style": "virtual"}}
_MAKING = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long each try of a call waits: to be connected, and for the next bytes of the answer.

    The slowest healthy answer is a table's transaction or an object of some MB.
    """

    connect_seconds: int
    read_seconds: int
    attempts: int = ATTEMPTS


class DynamoDb(Protocol):
    """A client of the tables."""

    def get_item(self, **parameters: Any) -> dict[str, Any]: ...
    def batch_get_item(self, **parameters: Any) -> dict[str, Any]: ...
    def put_item(self, **parameters: Any) -> dict[str, Any]: ...
    def update_item(self, **parameters: Any) -> dict[str, Any]: ...
    def delete_item(self, **parameters: Any) -> dict[str, Any]: ...
    def batch_write_item(self, **parameters: Any) -> dict[str, Any]: ...
    def transact_write_items(self, **parameters: Any) -> dict[str, Any]: ...
    def query(self, **parameters: Any) -> dict[str, Any]: ...
    def scan(self, **parameters: Any) -> dict[str, Any]: ...


class Sqs(Protocol):
    """A client of the queues."""

    def send_message_batch(self, **parameters: Any) -> dict[str, Any]: ...
    def change_message_visibility(self, **parameters: Any) -> dict[str, Any]: ...


class S3(Protocol):
    """A client of the object store."""

    def put_object(self, **parameters: Any) -> dict[str, Any]: ...
    def get_object(self, **parameters: Any) -> dict[str, Any]: ...
    def head_object(self, **parameters: Any) -> dict[str, Any]: ...
    def list_objects_v2(self, **parameters: Any) -> dict[str, Any]: ...
    def delete_object(self, **parameters: Any) -> dict[str, Any]: ...
    def delete_objects(self, **parameters: Any) -> dict[str, Any]: ...
    def generate_presigned_post(
        self, bucket: str, key: str, /, **parameters: Any
    ) -> dict[str, Any]: ...
    def generate_presigned_url(self, method: str, **parameters: Any) -> str: ...


class MadeWhenNeeded:
    """Stands for a client that is made when something of it is first asked for.

    S3's takes a tenth of a second to make, and few invocations meet a large object. Threads may
    share it: one client is made at a time, for the SDK's session does not know of threads.
    """

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: Any = None

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            with _MAKING:
                if self._made is None:
                    self._made = self._make()
        return getattr(self._made, name)


def dynamodb_client(patience: Patience) -> DynamoDb:
    """A client of the tables, in the environment's region and account."""
    client: DynamoDb = _client("dynamodb", patience)
    return client


def late_dynamodb_client(patience: Patience) -> DynamoDb:
    """The same, made at its first call: for what few invocations need."""
    client: DynamoDb = _when_needed("dynamodb", patience)
    return client


def sqs_client(patience: Patience) -> Sqs:
    """A client of the queues, in the environment's region and account; made at its first call."""
    client: Sqs = _when_needed("sqs", patience)
    return client


def s3_client(patience: Patience) -> S3:
    """A client of the object store, in the environment's region and account; made at its first
    call.

    Told how to make links: by itself the SDK signs them by an older method in some regions, and has
    them lead through a global address, which redirects to a new bucket's region.
    """
    client: S3 = _when_needed("s3", patience, **_LINKS)
    return client


def _when_needed(service: str, patience: Patience, **more: Any) -> Any:
    return MadeWhenNeeded(partial(_client, service, patience, **more))


def _client(service: str, patience: Patience, **more: Any) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=patience.connect_seconds,
        read_timeout=patience.read_seconds,
        retries={"mode": "standard", "total_max_attempts": patience.attempts},
        max_pool_connections=CONNECTIONS,
        **more,
    )
    return boto3.client(service, config=config)
