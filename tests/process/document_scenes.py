"""What happens to documents in a deployment, so that every call is made that a function makes?"""

import base64
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

from batchbell.domain.batch import HandOver
from batchbell.domain.codes import DocumentsCode
from batchbell.domain.document import DocumentRead
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import documents_key
from batchbell.runtime import wiring
from tests.process.requests import request_event
from tests.process.scenes import HOOK, Scene

ROOT = "/api/v1"
BOUNDARY = "7d65"
PDF = "%PDF-1.4 receipt"
LARGE = "%PDF-1.4 long list"
OLD_SEND_S = 4_000
"""After which what was sent, and is not worked on, is sent again."""
OTHER_HOOK = "https://other.example.org/hook"
MANY_FIELDS = 40
"""With descriptions of random digits, whose spec is too long for a record (8 KB)."""


class Documents:
    """A caller of the Documents API in a scene."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._process = scene.process

    def upload(self, name: str, content: str = PDF) -> str:
        """-> the document's id."""
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'
        body = (
            f'{head}batch_name"\r\n\r\n{name}\r\n'
            f'{head}file"; filename="a.pdf"\r\n\r\n{content}\r\n--{BOUNDARY}--\r\n'
        )
        event = request_event("POST", f"{ROOT}/documents", self._scene.key)
        event["body"] = base64.b64encode(body.encode()).decode()
        event["isBase64Encoded"] = True
        media = f"multipart/form-data; boundary={BOUNDARY}"
        event["headers"]["Content-Type"] = media
        event["multiValueHeaders"]["Content-Type"] = [media]
        answer = self._scene.answered("submit", event)
        assert answer.status == 201, answer.body
        return str(answer.body["id"])

    def announce(self, name: str) -> str:
        """A document that comes by a link. -> its id."""
        body = {"filename": "a.pdf", "batch_name": name}
        answer = self.call("submit", "POST", "/documents", body)
        assert answer.status == 201, answer.body
        return str(answer.body["id"])

    def send(self, document_id: str) -> None:
        """The bytes come by their link."""
        cloud = self._process.cloud
        key = f"docs/acme/{document_id}"
        self._scene.as_operator(
            lambda: cloud.s3.put_object(Bucket=cloud.bucket, Key=key, Body=PDF.encode())
        )

    def hand_over(self, name: str, *fields: Mapping[str, str]) -> None:
        """POST process."""
        body = {"fields": list(fields)} if fields else None
        path = f"/batches/{name}/process"
        assert self.call("submit", "POST", path, body).status == 202

    def call(
        self,
        function: str,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        **query: str,
    ) -> Any:
        """One request that is answered in JSON."""
        event = request_event(method, ROOT + path, self._scene.key, body, query)
        return self._scene.answered(function, event)

    def file(self, name: str) -> int:
        """A file of rows. -> the status."""
        event = request_event(
            "GET", f"{ROOT}/batches/{name}/results", self._scene.key, None, {"format": "csv"}
        )
        return int(self._process.lambdas.invoke("status", event)["statusCode"])


def read_and_told(scene: Scene) -> None:
    """From the upload to the webhook, early and late; a file of rows, small and large."""
    documents, process = Documents(scene), scene.process
    scene.as_operator(lambda: wiring.money().budgets.grant("acme", 1_000, scene.budget()))
    rows = tuple({"text": scene.digits(2_000)} for _ in range(20))
    process.outside.engine.script.set(LARGE, DocumentRead(pages=1, rows=rows))
    one = documents.upload("march")
    documents.upload("march", LARGE)
    late = documents.announce("march")
    hook = documents.call("submit", "PUT", "/batches/march/webhook", {"url": HOOK})
    assert hook.status == 200
    described = [
        {"name": f"field{n}", "description": scene.digits(400)} for n in range(MANY_FIELDS)
    ]
    documents.hand_over("march", *described)
    process.run()
    documents.send(late)
    scene.later(process.sweep, OLD_SEND_S)
    process.run()
    for path in (f"/documents/{one}", "/batches", "/batches/march", "/batches/march/webhook"):
        assert documents.call("status", "GET", path).status == 200
    results = documents.call("status", "GET", "/batches/march/results").body
    assert [one["status"] for one in results["documents"]] == ["succeeded"] * 3
    assert documents.call("convert", "POST", "/batches/march/webhook/test").status == 200
    documents.call("submit", "PUT", "/batches/march/webhook", {"url": OTHER_HOOK})
    process.run()
    assert documents.file("march") == 200
    with patch("batchbell.runtime.documents_files.INLINE_BYTES", 0):
        assert documents.file("march") == 303
        gone = CallerError(DocumentsCode.EXPIRED, "Gone.")
        with patch("batchbell.usecases.export_batch.find_batch", side_effect=gone):
            assert documents.file("march") == 410
    scene.as_operator(lambda: wiring.money().budgets.remove("acme"))


def given_up(scene: Scene) -> None:
    """A document and a batch are deleted, the second one while the dispatcher is about to begin."""
    documents, process = Documents(scene), scene.process
    document = documents.upload("april")
    assert documents.call("cancel", "DELETE", f"/documents/{document}").status == 200
    documents.upload("may")
    documents.hand_over("may")
    assert documents.call("cancel", "DELETE", "/batches/may").status == 200
    assert documents.call("cancel", "DELETE", "/batches/may/webhook").status == 200
    process.run()
    assert documents.call("cancel", "DELETE", "/batches/may", purge="true").status == 200


def found_undone(scene: Scene) -> None:
    """What the sweeper finds: a hand-over that died, messages that were lost, an erasure."""
    documents, process = Documents(scene), scene.process
    documents.upload("june")
    key = documents_key("acme", "june")
    batches = wiring.store().batches
    seen = scene.as_operator(lambda: batches.read(key))
    assert seen is not None
    begun = HandOver(1, 1, "0" * 64)
    scene.as_operator(lambda: batches.begin_hand_over(seen, begun, wiring.now()))
    scene.sweep_later()
    scene.changes()
    scene.lose_messages()
    scene.later(process.sweep, OLD_SEND_S)
    process.run()
    scene.as_operator(lambda: batches.mark_purged(key, wiring.now()))
    scene.sweep_later()


def in_the_way_of_a_call(scene: Scene) -> None:
    """A call that waits for its page finds the slot of documents that are not in work."""
    documents = Documents(scene)
    documents.upload("july")
    scene.allow(1)
    scene.as_operator(lambda: wiring.store().slots.take("acme", "docs:july", 1))
    assert scene.convert(scene.urls(1, 8)[0]) == 200
    scene.allow(None)
