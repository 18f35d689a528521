"""Who calls the API? Every answer is checked here for what all answers must be."""

import json
from dataclasses import dataclass, field, replace
from typing import Any

from aws_lambda_powertools.event_handler.api_gateway import APIGatewayRestResolver

from batchbell.domain.job_kind import JobKind
from batchbell.domain.keys import ApiKey, KeyState, key_hash
from batchbell.runtime.settings import Settings
from functions.cancel import app as cancel
from functions.status import app as status
from functions.submit import app as submit
from tests.functions.documented import assert_answered_headers, assert_documented
from tests.functions.event_files import load
from tests.functions.lambda_context import LambdaContext
from tests.memory.world import World, memory_world

KEY = "bb_00112233445566778899aabbccddeeff"
"""The key in the event files; its tenant is acme."""
OTHER_KEY = "bb_ffeeddccbbaa99887766554433221100"
"""A key of the tenant globex."""
SECRET = "hush-hush"
"""The webhook's secret in the event files."""
SETTINGS = {"MAX_BATCH_URLS": "100", "RETENTION_DAYS": "30"}
ANSWER_BYTES = 5_000_000
PAYLOAD_BYTES = 6_000_000
"""What Lambda hands back at most, with the body as a string within JSON."""


@dataclass(frozen=True)
class Answer:
    """What a caller gets."""

    status: int
    headers: dict[str, str] = field(compare=False)  # they tell the rate, which every call changes
    body: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        """Of a success."""
        assert self.body["success"] is True, self.body
        data: dict[str, Any] = self.body["data"]
        return data

    @property
    def error(self) -> dict[str, Any]:
        """Of anything else."""
        assert self.body["success"] is False
        error: dict[str, Any] = self.body["error"]
        assert error["status"] == self.status
        return error

    @property
    def code(self) -> tuple[int, str]:
        """Status and code of an error."""
        return self.status, self.error["code"]


@dataclass
class Caller:
    """Calls the three API functions on ports in memory, with a key of one tenant."""

    world: World = field(default_factory=memory_world)
    key: str = KEY
    kind: JobKind = JobKind.DISTILL
    settings: dict[str, str] = field(default_factory=lambda: dict(SETTINGS))

    def __post_init__(self) -> None:
        keys, door, store = self.world.keys, self.world.door, self.world.store
        for secret, tenant in ((KEY, "acme"), (OTHER_KEY, "globex")):
            keys.create(ApiKey(key_hash(secret), tenant, KeyState.ACTIVE, store.now()))
        settings = Settings(self.settings)
        self._apis = {
            "POST": submit.routes(store, door, settings),
            "GET": status.routes(store, door, settings),
            "DELETE": cancel.routes(store, door),
        }

    def as_other(self) -> "Caller":
        """The same deployment, called by another tenant."""
        return replace(self, key=OTHER_KEY)

    def of(self, kind: JobKind) -> "Caller":
        """The same caller, about jobs of another kind."""
        return replace(self, kind=kind)

    def submit(self, *urls: Any, idempotency_key: str | None = None, **fields: Any) -> Answer:
        """Submit URLs with further fields of the body."""
        return self.post({"urls": list(urls), **fields}, idempotency_key)

    def post(self, body: Any, idempotency_key: str | None = None) -> Answer:
        """Submit a body."""
        event = self._event("submit/batch")
        event["body"] = body if isinstance(body, str) else json.dumps(body)
        _set_header(event, "Idempotency-Key", idempotency_key)
        return self.send(event)

    def read(self, job_id: str, **query: str) -> Answer:
        """Read a job."""
        event = self._event("status/batch")
        event["queryStringParameters"] = query or None
        return self.send(event, job_id)

    def row(self, job_id: str, index: int | str) -> Answer:
        """Read one row."""
        event = self._event("status/row")
        event["path"] = event["path"].replace("/results/1", f"/results/{index}")
        return self.send(event, job_id)

    def delete(self, job_id: str, **query: str) -> Answer:
        """Cancel a job, or erase it."""
        event = self._event("cancel/batch")
        event["queryStringParameters"] = query or None
        return self.send(event, job_id)

    def _event(self, name: str) -> dict[str, Any]:
        """An event of this caller's kind of job."""
        event, route = load(name), f"/{self.kind.route}"
        for place in (event, event["requestContext"]):
            for field_name in ("path", "resource", "resourcePath"):
                if field_name in place:
                    place[field_name] = place[field_name].replace("/batch/distill", route)
        return event

    def send(self, event: dict[str, Any], job_id: str | None = None) -> Answer:
        """Send an event with this caller's key, about `job_id` where it names a job."""
        _set_header(event, "Authorization", f"Bearer {self.key}")
        if job_id is not None:
            old = event["pathParameters"]["id"]
            event["path"] = event["path"].replace(old, job_id)
            event["requestContext"]["path"] = event["requestContext"]["path"].replace(old, job_id)
        return self.send_as_it_is(event)

    def send_as_it_is(self, event: dict[str, Any]) -> Answer:
        """Send an event with the headers it has."""
        return answered(self._apis[event["httpMethod"]], event)


def answered(api: APIGatewayRestResolver, event: dict[str, Any]) -> Answer:
    """The answer of a resolver, once it has turned out to be what every answer must be."""
    raw = api.resolve(event, LambdaContext())  # type: ignore[arg-type]  # the part that is used
    assert len(json.dumps(raw)) < PAYLOAD_BYTES
    assert len(raw["body"].encode()) < ANSWER_BYTES
    assert not any(secret in raw["body"] for secret in (KEY, OTHER_KEY, SECRET))
    headers = {name: values[0] for name, values in raw["multiValueHeaders"].items()}
    answer = Answer(raw["statusCode"], headers, json.loads(raw["body"]))
    assert headers["X-Request-Id"] == event["requestContext"]["requestId"]
    assert headers["Content-Type"] == "application/json"
    assert_documented(event["resource"], event["httpMethod"], answer.status, answer.body)
    assert_answered_headers(event["resource"], event["httpMethod"], answer.status, headers)
    return answer


def _set_header(event: dict[str, Any], name: str, value: str | None) -> None:
    for headers, given in ((event["headers"], value), (event["multiValueHeaders"], [value])):
        headers.pop(name, None)
        if value is not None:
            headers[name] = given
