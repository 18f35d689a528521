"""What is left of a batch that is forgotten when its name is taken anew?

The records of its documents' ids are the last that the table forgets.
"""

from tests.functions.document_callers import PDF, DocumentCaller, batch_key

DAY_MS = 86_400_000


def forgotten(caller: DocumentCaller, name: str) -> None:
    """A year and more later, when the table has forgotten all else."""
    caller.world.clock.advance(400 * DAY_MS)
    records, key = caller.world.records, batch_key(name)
    del records.batches[key], records.tallies[key], records.items[key, 0]


def test_an_old_id_never_shows_another_document() -> None:
    caller = DocumentCaller()
    first, second = (caller.upload(batch_name="a").body["id"] for _ in range(2))
    forgotten(caller, "a")
    newer = caller.upload(b"%PDF-1.7 newer", batch_name="a").body["id"]
    for old in (first, second):
        assert caller.document(old).code == (404, "document_not_found")
        assert caller.call("DELETE", f"/documents/{old}").code == (404, "document_not_found")
    assert caller.document(newer).body["status"] == "queued"


def test_an_old_key_never_finds_another_document() -> None:
    caller = DocumentCaller()
    caller.upload(PDF, "key-1", batch_name="a")
    forgotten(caller, "a")
    caller.upload(b"%PDF-1.7 newer", "key-2", batch_name="a")
    assert caller.upload(PDF, "key-1", batch_name="a").code == (410, "expired")
