"""How do calls get an answer without anybody who answers?

A tape keeps the answers that were given once, and gives them again to the same calls. What then
remains of a call is the SDK's own work and the caller's.
"""

import io
import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from botocore.awsrequest import AWSResponse
from botocore.response import StreamingBody

Heading = tuple[str, str, str]
"""Which function asked, for what, and about which record."""


@dataclass(frozen=True, slots=True)
class Said:
    """One answer as it came over the wire."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Tape:
    """Answers under the calls they were given to. `function` is whose calls are heard."""

    def __init__(self) -> None:
        self.function = ""
        self._said: dict[Heading, list[Said]] = defaultdict(list)
        self._left: dict[Heading, deque[Said]] = {}
        self._asked = threading.local()

    def record(self, session: Any) -> None:
        """Keep every answer that clients get which the session makes from now on."""
        session.events.register_first("before-send", self._hear)
        session.events.register("after-call", self._keep)

    def replay(self, session: Any) -> None:
        """Answer every call of clients that the session makes from now on."""
        self.rewind()
        session.events.register_first("before-send", self._answer)

    def rewind(self) -> None:
        """Begin again."""
        self._left = {heading: deque(said) for heading, said in self._said.items()}

    def _hear(self, request: Any, event_name: str, **_: Any) -> None:
        self._asked.heading = self._heading(request, event_name)

    def _keep(self, http_response: Any, parsed: dict[str, Any], **_: Any) -> None:
        said = Said(http_response.status_code, dict(http_response.headers), http_response.content)
        self._said[self._asked.heading].append(said)
        if "Body" in parsed:  # a stream, which has just been read
            parsed["Body"] = StreamingBody(_Raw(said.content), len(said.content))

    def _answer(self, request: Any, event_name: str, **_: Any) -> AWSResponse:
        said = self._said_before(self._heading(request, event_name))
        return AWSResponse(request.url, said.status, said.headers, _Raw(said.content))

    def _said_before(self, heading: Heading) -> Said:
        """What one function had read and all remember, in the one process of the recording, another
        is told in the same words.
        """
        if heading in self._left:
            return self._left[heading].popleft()
        _, *call = heading
        return next(said[0] for (_, *other), said in self._said.items() if other == call)

    def _heading(self, request: Any, event_name: str) -> Heading:
        operation = event_name.removeprefix("before-send.")
        body = request.body if operation.startswith(("dynamodb", "sqs")) else None
        return self.function, operation, _about(json.loads(body)) if body else request.url


def _about(parameters: Mapping[str, Any]) -> str:
    """What stays the same when the same work is done again: keys, not times."""
    return json.dumps(list(_keys(parameters)), sort_keys=True)


def _keys(parameters: Mapping[str, Any]) -> Iterator[Any]:
    for name in ("QueueUrl", "TableName", "Key", "RequestItems"):
        yield parameters.get(name)
    if "KeyConditionExpression" in parameters:
        yield parameters["ExpressionAttributeValues"]
    if "Item" in parameters:
        yield [parameters["Item"][name] for name in ("pk", "sk")]
    for operation in parameters.get("TransactItems", ()):
        for inner in operation.values():
            yield from _keys(inner)


class _Raw(io.BytesIO):
    """A body as the SDK reads it."""

    def stream(self, **_: Any) -> Iterator[bytes]:
        yield self.read()
