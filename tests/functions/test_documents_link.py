"""How does a document come whose bytes are sent by a link?"""

from tests.functions.document_callers import PDF, DocumentCaller

LINK_MS = 900_000


def sent(caller: DocumentCaller, document_id: str) -> None:
    """The bytes arrive, past the API."""
    caller.world.files.stored["acme", document_id] = PDF


def test_an_announcement_is_answered_with_a_link() -> None:
    caller = DocumentCaller()
    answer = caller.announce(filename="dir/scan é.pdf", batch_name="a", metadata={"order": 1})
    assert answer.status == 201
    document = answer.body
    upload = document.pop("upload")
    assert upload.keys() == {"url", "fields", "expires_at"}
    assert upload["fields"] == {"key": f"acme/{document['id']}", "most": "20000000"}
    assert upload["expires_at"] == "2026-09-21T14:28:20Z"
    assert (document["status"], document["filename"]) == ("queued", "scan é.pdf")
    assert document["metadata"] == {"order": 1}
    assert caller.document(document["id"]).body == document


def test_it_is_processed_once_its_bytes_are_there() -> None:
    caller = DocumentCaller()
    document = caller.announce(batch_name="a").body["id"]
    caller.process("a")
    for _ in range(5):
        caller.pump.step()
    assert caller.batch("a").body["queued"] == 1
    sent(caller, document)
    caller.pump.run()
    assert caller.document(document).body["status"] == "succeeded"


def test_without_its_bytes_it_fails_when_the_link_ends() -> None:
    caller = DocumentCaller()
    document = caller.announce(batch_name="a").body["id"]
    caller.process("a")
    caller.pump.run()
    failed = caller.document(document).body
    assert failed["error"]["reason"] == "upload_missing"
    assert (failed["status"], failed["started_at"]) == ("failed", None)
    assert caller.batch("a").body["status"] == "failed"


def test_a_retry_finds_the_document_with_a_fresh_link() -> None:
    caller = DocumentCaller()
    first = caller.announce("key-1", batch_name="a").body
    caller.world.clock.advance(60_000)
    again = caller.announce("key-1", batch_name="a")
    assert (again.status, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.body == first  # until then the worker looks for the bytes, and no longer
    assert caller.batch("a").body["total"] == 1


def test_a_retry_after_the_link_has_ended_gets_another() -> None:
    """R11."""
    caller = DocumentCaller()
    first = caller.announce("key-1", batch_name="a").body
    caller.world.clock.advance(LINK_MS)
    again = caller.announce("key-1", batch_name="a").body
    assert first["upload"]["expires_at"] < again["upload"]["expires_at"] == "2026-09-21T14:43:20Z"
    sent(caller, first["id"])
    caller.process("a")
    caller.pump.run()
    assert caller.document(first["id"]).body["status"] == "succeeded"


def test_its_bytes_are_waited_for_until_the_later_link_ends() -> None:
    """Handed over before they are there."""
    caller = DocumentCaller()
    document = caller.announce("key-1", batch_name="a").body["id"]
    caller.world.clock.advance(LINK_MS + 60_000)
    until = caller.announce("key-1", batch_name="a").body["upload"]["expires_at"]
    assert until == caller.announce("key-1", batch_name="a").body["upload"]["expires_at"]
    caller.process("a")
    for _ in range(12):
        caller.pump.step()
    assert caller.batch("a").body["queued"] == 1
    sent(caller, document)
    caller.pump.run()
    assert caller.document(document).body["status"] == "succeeded"


def test_a_retry_after_the_end_gets_no_link() -> None:
    caller = DocumentCaller()
    document = caller.announce("key-1", batch_name="a").body["id"]
    caller.call("DELETE", f"/documents/{document}")
    again = caller.announce("key-1", batch_name="a")
    assert (again.status, again.body["status"]) == (201, "canceled")
    assert "upload" not in again.body


def test_the_same_key_for_something_else_is_a_conflict() -> None:
    caller = DocumentCaller()
    caller.announce("key-1", filename="a.pdf")
    assert caller.announce("key-1", filename="b.pdf").code == (409, "conflict")


def test_the_order_of_keys_in_the_body_does_not_matter() -> None:
    """Q18."""
    caller = DocumentCaller()
    bodies = ('{"filename":"a.pdf","size":9}', '{ "size": 9, "filename": "a.pdf" }')
    first, again = (caller.call("POST", "/documents", body, "key-1") for body in bodies)
    assert first.body == again.body
