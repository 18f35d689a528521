"""How does API Gateway hand a request to a function, and what does the function answer?"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

STAGE = "Prod"
HOST = "api.example.org"


@dataclass(frozen=True)
class Answer:
    """A function's answer. `data` is what an envelope of a success holds."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def data(self) -> Any:
        return self.body["data"]

    @property
    def code(self) -> Any:
        return self.body["error"]["code"]


def request_event(
    method: str,
    path: str,
    key: str,
    body: Mapping[str, Any] | None = None,
    query: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A REST API's proxy event."""
    sent = {"Host": HOST, "Authorization": f"Bearer {key}"}
    return {
        "resource": "/{proxy+}",
        "path": path,
        "httpMethod": method,
        "headers": sent,
        "multiValueHeaders": {name: [value] for name, value in sent.items()},
        "queryStringParameters": dict(query) if query else None,
        "multiValueQueryStringParameters": {n: [v] for n, v in query.items()} if query else None,
        "pathParameters": None,
        "stageVariables": None,
        "requestContext": {
            "requestId": "c6af9ac6-7b61-11e6-9a41-93e8deadbeef",
            "stage": STAGE,
            "httpMethod": method,
            "path": f"/{STAGE}{path}",
            "domainName": HOST,
            "identity": {"sourceIp": "192.0.2.1"},
        },
        "body": None if body is None else json.dumps(body),
        "isBase64Encoded": False,
    }


def answer_of(result: Mapping[str, Any]) -> Answer:
    """The answer that a proxy result is."""
    raw = result["body"]
    text = base64.b64decode(raw).decode() if result.get("isBase64Encoded") else raw
    several = result.get("multiValueHeaders") or {}
    headers = {**{name: values[0] for name, values in several.items()}, **result.get("headers", {})}
    return Answer(result["statusCode"], headers, json.loads(text))
