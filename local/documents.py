"""A caller of the Documents API of a Batchbell on this machine, as small as a caller can be."""

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from local.client import Raw, send, with_key


@dataclass(frozen=True, slots=True)
class Answer:
    """What the API answered. `body`: its JSON, or the bytes of a file."""

    status: int
    headers: Mapping[str, str]
    body: Any

    @property
    def data(self) -> dict[str, Any]:
        """The body of a success. Raises `RuntimeError` with the API's own words otherwise."""
        if not 200 <= self.status < 300:
            raise RuntimeError(f"HTTP {self.status}: {self.body}")
        data: dict[str, Any] = self.body
        return data


@dataclass(frozen=True, slots=True)
class Documents:
    """Calls under one base URL with one key."""

    base_url: str
    key: str

    def upload(
        self, content: bytes, filename: str, batch_name: str | None = None, *, again: str = ""
    ) -> Answer:
        """Upload a file. `again`: an Idempotency-Key, if there is to be one."""
        parts = {} if batch_name is None else {"batch_name": batch_name}
        body, content_type = multipart(parts, content, filename)
        headers = {"Content-Type": content_type, **({"Idempotency-Key": again} if again else {})}
        return self.call("POST", "/documents", body, headers)

    def link(self, filename: str, batch_name: str) -> Answer:
        """Ask for a link to which a file can be sent."""
        asked = {"filename": filename, "batch_name": batch_name}
        return self.call("POST", "/documents", asked)

    def process(self, batch_name: str, *fields: str) -> Answer:
        """Hand the batch's documents over. Without fields: every column, and no body."""
        asked = {"fields": [{"name": name} for name in fields]} if fields else b""
        return self.call("POST", f"/batches/{batch_name}/process", asked)

    def batch(self, batch_name: str) -> Answer:
        """Read a batch's status and counts."""
        return self.call("GET", f"/batches/{batch_name}")

    def results(self, batch_name: str, query: str = "", accept: str = "*/*") -> Answer:
        """Read a batch with its documents, or as a file."""
        path = f"/batches/{batch_name}/results{query}"
        return self.call("GET", path, headers={"Accept": accept})

    def register(self, batch_name: str, url: str) -> str:
        """Have a URL called back when the batch is done. -> the secret that signs."""
        return str(self.call("PUT", f"/batches/{batch_name}/webhook", {"url": url}).data["secret"])

    def all_done(self, batch_name: str, *, seconds: float = 90) -> dict[str, Any]:
        """Poll until every document has ended. -> the batch. Raises `TimeoutError`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            batch = self.batch(batch_name).data
            if batch["all_done"]:
                return batch
            time.sleep(0.2)
        raise TimeoutError(f"{batch_name} is not done in {seconds} s: {batch}")

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request under `/api/v1`."""
        sent = json.dumps(body).encode() if isinstance(body, Mapping) else body
        url = f"{self.base_url}/api/v1{path}"
        raw = send(method, url, sent, {**with_key(self.key), **(headers or {})})
        return Answer(raw.status, raw.headers, _read(raw))


def send_to_link(upload: Mapping[str, Any], content: bytes, filename: str) -> int:
    """Send a file's bytes where an answer to `link` said. -> the object store's status."""
    body, content_type = multipart(upload["fields"], content, filename)
    return send("POST", upload["url"], body, {"Content-Type": content_type}).status


def multipart(parts: Mapping[str, str], content: bytes, filename: str) -> tuple[bytes, str]:
    """A form of these parts, and a file last, which is typed as a picture whatever it is.
    -> the body, its content type.
    """
    boundary = secrets.token_hex(16)
    form = b"".join(
        _part(boundary, f'name="{name}"', value.encode()) for name, value in parts.items()
    )
    file = f'name="file"; filename="{filename}"\r\nContent-Type: image/jpeg'
    body = form + _part(boundary, file, content) + f"--{boundary}--\r\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


def _part(boundary: str, described: str, content: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Disposition: form-data; {described}\r\n\r\n"
    return head.encode() + content + b"\r\n"


def _read(raw: Raw) -> Any:
    is_json = raw.headers.get("Content-Type", "").startswith("application/json")
    return json.loads(raw.body) if is_json else raw.body
