"""Who calls the Documents API? Every answer is checked here for what all answers must be."""

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver

from batchbell.domain.identifiers import BatchKey, documents_key
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.runtime import (
    documents_cancel,
    documents_convert,
    documents_status,
    documents_submit,
    wiring,
)
from batchbell.runtime.settings import Settings
from tests.flow.pump import Pump
from tests.functions.callers import ANSWER_BYTES, KEY, OTHER_KEY, PAYLOAD_BYTES
from tests.functions.documented import assert_answered_headers, assert_shaped
from tests.functions.event_files import load
from tests.functions.lambda_context import LambdaContext
from tests.memory.exports import MemoryExports
from tests.memory.world import World, memory_world

ROOT = "/api/v1"
PDF = b"%PDF-1.7 receipt"
BOUNDARY = "9f86d081884c7d65"
SETTINGS = {
    "RETENTION_DAYS": "30",
    "MAX_DOCUMENT_BYTES": "20000000",
    "MAX_PAGES": "50",
    "MAX_BATCH_DOCUMENTS": "1000",
    "UPLOAD_LINK_SECONDS": "900",
    "CONVERT_SECONDS": "25",
}
STATES = {"queued", "processing", "succeeded", "failed", "canceled"}
_RESOURCES = (
    (r"/documents/[^/]+", "/documents/{id}"),
    (r"/batches/[^/]+", "/batches/{batch_name}"),
)


@dataclass(frozen=True)
class Answer:
    """What a caller gets. `body`: what the JSON says; of a file, its bytes."""

    status: int
    headers: dict[str, str] = field(compare=False)
    body: Any

    @property
    def code(self) -> tuple[int, str]:
        """Status and code of an error."""
        assert set(self.body) == {"error"}
        assert set(self.body["error"]) == {"code", "message", "details"}
        return self.status, self.body["error"]["code"]

    @property
    def details(self) -> dict[str, str]:
        """What an error says of fields."""
        found: dict[str, str] = self.body["error"]["details"]
        return found


@dataclass
class DocumentCaller:
    """Calls the four functions on ports in memory, with a key of one tenant. `prefix`: what stands
    before the API's own paths.
    """

    pump: Pump = field(default_factory=lambda: Pump(memory_world()))
    key: str = KEY
    settings: dict[str, str] = field(default_factory=lambda: dict(SETTINGS))
    prefix: str = ""
    random_hex: Callable[[int], str] = wiring.random_hex

    def __post_init__(self) -> None:
        world, settings = self.world, Settings(self.settings)
        for secret, tenant in ((KEY, "acme"), (OTHER_KEY, "globex")):
            world.keys.create(ApiKey(key_hash(secret), tenant, KeyState.ACTIVE, world.clock()))
        store, door, desk = world.store, world.door, world.desk
        self.exports = MemoryExports(world.clock)
        submit = documents_submit.routes(
            store, door, desk, world.deliveries, settings, self.random_hex
        )
        self._apis = {
            "POST": submit,
            "PUT": submit,
            "GET": documents_status.routes(store, door, desk, lambda: self.exports),
            "DELETE": documents_cancel.routes(store, door, desk),
        }
        self._test = documents_convert.routes(store, door, self.pump.poster, settings)

    @property
    def world(self) -> World:
        """Everything outside the use cases."""
        return self.pump.world

    @property
    def apis(self) -> list[APIGatewayRestResolver]:
        """Of each function."""
        return [self._apis["POST"], self._apis["GET"], self._apis["DELETE"], self._test]

    def as_other(self) -> "DocumentCaller":
        """The same deployment, called by another tenant."""
        return replace(self, key=OTHER_KEY)

    def upload(
        self, content: bytes = PDF, idempotency_key: str | None = None, **parts: str
    ) -> Answer:
        """Upload a file as the real client does, with further parts."""
        return self.send_parts(multipart(content, **parts), idempotency_key)

    def send_parts(self, body: bytes, idempotency_key: str | None = None) -> Answer:
        """Upload a body of parts."""
        return self.call(
            "POST", "/documents", body, idempotency_key, f"multipart/form-data; boundary={BOUNDARY}"
        )

    def announce(self, idempotency_key: str | None = None, **fields: Any) -> Answer:
        """Ask for an upload link."""
        return self.call("POST", "/documents", {"filename": "a.pdf", **fields}, idempotency_key)

    def process(self, name: str, *fields: str) -> Answer:
        """Hand the documents over; without fields, as the real client does."""
        body = {"fields": [{"name": one} for one in fields]} if fields else None
        return self.call("POST", f"/batches/{name}/process", body)

    def results(self, name: str, **query: str) -> Answer:
        """Read a batch and its documents."""
        return self.call("GET", f"/batches/{name}/results", query=query)

    def batch(self, name: str) -> Answer:
        """Read a batch."""
        return self.call("GET", f"/batches/{name}")

    def document(self, document_id: str, **query: str) -> Answer:
        """Read a document."""
        return self.call("GET", f"/documents/{document_id}", query=query)

    def done(self, name: str = "batch", *contents: bytes) -> dict[str, Any]:
        """A batch that is done, as it is answered then."""
        for content in contents or (PDF,):
            assert self.upload(content, batch_name=name).status == 201
        assert self.process(name).status == 202
        self.pump.run()
        answer: dict[str, Any] = self.batch(name).body
        assert answer["all_done"]
        return answer

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        idempotency_key: str | None = None,
        content_type: str = "application/json",
        query: Mapping[str, str] | None = None,
        accept: str | None = None,
    ) -> Answer:
        """Send a request. `body`: bytes as they are (the gateway hands them over as base64), text
        as it is, anything else as JSON.
        """
        event = load("submit/process")
        _address(event, method, self.prefix, path)
        _put_body(event, body)
        headers = {
            "Authorization": f"Bearer {self.key}",
            "Content-Type": content_type,
            "Idempotency-Key": idempotency_key,
            "Accept": accept,
        }
        for name, value in headers.items():
            event["headers"][name] = value
            event["multiValueHeaders"][name] = [value]
            if value is None:
                del event["headers"][name], event["multiValueHeaders"][name]
        event["queryStringParameters"] = dict(query) if query else None
        return self.send(event)

    def unknown(self, method: str, path: str) -> tuple[int, str]:
        """Status and code of the answer where there is no such route, which nothing documents."""
        event = load("submit/process")
        _address(event, method, self.prefix, path)
        raw: Any = self._apis[method].resolve(event, LambdaContext())  # type: ignore[arg-type]
        return raw["statusCode"], json.loads(raw["body"])["error"]["code"]

    def send(self, event: dict[str, Any]) -> Answer:
        """Send an event as it is."""
        api = self._apis[event["httpMethod"]]
        if event["path"].endswith("/webhook/test"):
            api = self._test
        raw = api.resolve(event, LambdaContext())  # type: ignore[arg-type]  # the part that is used
        return answered(event, raw)


def answered(event: dict[str, Any], raw: Any) -> Answer:
    """An answer, once it has turned out to be what every answer must be."""
    assert len(json.dumps(raw)) < PAYLOAD_BYTES
    assert not any(secret in raw["body"] for secret in (KEY, OTHER_KEY))
    headers = {name: values[0] for name, values in raw["multiValueHeaders"].items()}
    assert headers["X-Request-Id"] == event["requestContext"]["requestId"]
    resource, method, status = event["resource"], event["httpMethod"], raw["statusCode"]
    assert_answered_headers(resource, method, status, headers)
    if raw["isBase64Encoded"]:
        return Answer(status, headers, base64.b64decode(raw["body"]))
    if "Content-Disposition" in headers:
        return Answer(status, headers, raw["body"].encode())
    assert headers["Content-Type"] == "application/json"
    assert len(raw["body"].encode()) < ANSWER_BYTES
    body = json.loads(raw["body"])
    assert_shaped(resource, method, status, body)
    assert set(_states(body)) <= STATES
    return Answer(status, headers, body)


def multipart(
    content: bytes | None = PDF, filename: str = 'filename="receipt.pdf"', **parts: str
) -> bytes:
    """A body of parts, the file typed as the real client types everything."""
    whole = b""
    if content is not None:
        whole += part(f'name="file"; {filename}', content, "Content-Type: image/jpeg")
    for name, value in parts.items():
        whole += part(f'name="{name}"', value.encode())
    return whole + f"--{BOUNDARY}--\r\n".encode()


def part(disposition: str, content: bytes, *headers: str) -> bytes:
    """One part."""
    lines = (f"--{BOUNDARY}", f"Content-Disposition: form-data; {disposition}", *headers)
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + content + b"\r\n"


def batch_key(name: str, tenant: str = "acme") -> BatchKey:
    """The batch behind a name."""
    return documents_key(tenant, name)


def _address(event: dict[str, Any], method: str, prefix: str, path: str) -> None:
    resource = path
    for pattern, named in _RESOURCES:
        resource = re.sub(f"^{pattern}", named, resource)
    context = event["requestContext"]
    event["resource"] = context["resourcePath"] = ROOT + resource
    event["path"] = prefix + ROOT + path
    context["path"] = f"/Prod{prefix}{ROOT}{path}"
    event["httpMethod"] = context["httpMethod"] = method


def _put_body(event: dict[str, Any], body: Any) -> None:
    event["isBase64Encoded"] = isinstance(body, bytes)
    if isinstance(body, bytes):
        event["body"] = base64.b64encode(body).decode()
    else:
        event["body"] = body if body is None or isinstance(body, str) else json.dumps(body)


def _states(value: Any) -> list[str]:
    """Every status in an answer, however deep."""
    if isinstance(value, list):
        return [state for one in value for state in _states(one)]
    if not isinstance(value, dict):
        return []
    own = [value["status"]] if "batch_name" in value and "status" in value else []
    return own + [state for one in value.values() for state in _states(one)]
