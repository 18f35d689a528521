"""A caller of a Batchbell on this machine, as small as a caller can be."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

_SECONDS = 40
"""Longer than the gateway's own limit of 29 s."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the API answered."""

    status: int
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        """The `data` of a success. Raises `RuntimeError` with the API's own words otherwise."""
        if not self.body.get("success"):
            raise RuntimeError(f"HTTP {self.status}: {self.body}")
        data: dict[str, Any] = self.body["data"]
        return data


@dataclass(frozen=True, slots=True)
class Client:
    """Calls under one base URL with one key."""

    base_url: str
    key: str

    def submit(self, body: Mapping[str, Any], idempotency_key: str | None = None) -> Answer:
        """Submit a batch of URLs."""
        headers = {"Idempotency-Key": idempotency_key} if idempotency_key else {}
        return self.call("POST", "/batch/distill", body, headers)

    def read(self, job_id: str, query: str = "") -> Answer:
        """Read a job."""
        return self.call("GET", f"/batch/distill/{job_id}{query}")

    def cancel(self, job_id: str, query: str = "") -> Answer:
        """Cancel a job."""
        return self.call("DELETE", f"/batch/distill/{job_id}{query}")

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request under `/openapi/v1`."""
        url = f"{self.base_url}/openapi/v1{path}"
        sent = None if body is None else json.dumps(body).encode()
        raw = send(method, url, sent, {**with_key(self.key), **(headers or {})})
        return Answer(raw.status, raw.headers, json.loads(raw.body))


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def with_key(key: str) -> dict[str, str]:
    """The headers of a request with a JSON body."""
    return {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}


def send(method: str, url: str, body: bytes | None, headers: Mapping[str, str]) -> Raw:
    """One request on a connection of its own; a redirect is an answer. Raises `OSError` and
    `HTTPException`.
    """
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=_SECONDS)
    try:
        query = f"?{parts.query}" if parts.query else ""
        connection.request(method, f"{parts.path}{query}", body, dict(headers))
        answer = connection.getresponse()
        return Raw(answer.status, dict(answer.headers), answer.read())
    finally:
        connection.close()
