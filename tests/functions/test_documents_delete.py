"""What do the DELETE routes of the Documents API do?"""

from typing import Any

import pytest

from tests.functions.document_callers import DocumentCaller, batch_key
from tests.functions.event_files import load


def canceled(caller: DocumentCaller, document_id: str) -> Any:
    return caller.call("DELETE", f"/documents/{document_id}")


def deleted(caller: DocumentCaller, name: str, **query: str) -> Any:
    return caller.call("DELETE", f"/batches/{name}", query=query)


def test_a_queued_document_is_canceled_once_and_again() -> None:
    """X9."""
    caller = DocumentCaller()
    document = caller.upload(batch_name="a").body["id"]
    first, again = canceled(caller, document), canceled(caller, document)
    assert (first.status, first.body["status"]) == (200, "canceled")
    assert (first.body["started_at"], first.body["completed_at"]) == (None, "2026-09-21T14:13:20Z")
    assert again.body == first.body == caller.document(document).body
    assert caller.batch("a").body["status"] == "canceled"


def test_one_that_waits_for_a_worker_is_canceled() -> None:
    caller = DocumentCaller()
    documents = [
        caller.upload(content, batch_name="a").body["id"] for content in (b"%PDF-1", b"%PDF-2")
    ]
    caller.process("a")
    assert canceled(caller, documents[0]).status == 200
    caller.pump.run()
    batch = caller.batch("a").body
    assert (batch["status"], batch["canceled"], batch["succeeded"]) == ("succeeded", 1, 1)


def test_one_in_work_or_at_its_end_is_not() -> None:
    caller = DocumentCaller()
    document = caller.upload(batch_name="a").body["id"]
    answers: list[Any] = []
    caller.pump.engine.before = lambda: answers.append(canceled(caller, document))
    caller.process("a")
    caller.pump.run()
    answers.append(canceled(caller, document))
    assert [answer.code for answer in answers] == [(409, "conflict")] * 2
    assert caller.document(document).body["status"] == "succeeded"


def test_a_deleted_batch_cancels_what_waits_once_and_again() -> None:
    """X9."""
    caller = DocumentCaller()
    documents = [
        caller.upload(content, batch_name="a").body["id"] for content in (b"%PDF-1", b"%PDF-2")
    ]
    first, again = deleted(caller, "a"), deleted(caller, "a")
    assert (first.status, first.body["status"], first.body["canceled"]) == (200, "canceled", 2)
    assert first.body["all_done"]
    assert again.body == first.body == caller.batch("a").body
    assert {caller.document(one).body["status"] for one in documents} == {"canceled"}


def test_the_event_in_the_file_deletes_a_batch() -> None:
    caller = DocumentCaller()
    caller.send(load("submit/document"))
    assert caller.send(load("cancel/document_batch")).body["canceled"] == 1


def test_what_is_in_work_finishes() -> None:
    caller = DocumentCaller()
    caller.upload(b"%PDF-1", batch_name="a")
    answers: list[Any] = []
    caller.pump.engine.before = lambda: answers.append(deleted(caller, "a"))
    caller.process("a")
    caller.upload(b"%PDF-2", batch_name="a")
    caller.pump.run()
    (answer,) = answers
    assert (answer.body["processing"], answer.body["canceled"]) == (1, 1)
    assert not answer.body["all_done"]
    batch = caller.batch("a").body
    assert (batch["status"], batch["succeeded"], batch["canceled"]) == ("succeeded", 1, 1)


def test_a_finished_batch_stays_as_it_is_and_takes_no_more() -> None:
    caller = DocumentCaller()
    done = caller.done("a")
    assert deleted(caller, "a").body == done
    assert caller.results("a").body["documents"][0]["line_items"]
    assert caller.upload(batch_name="a").code == (409, "conflict")
    assert caller.announce(batch_name="a").code == (409, "conflict")


def test_an_erased_batch_is_gone_at_once() -> None:
    caller = DocumentCaller()
    done = caller.done("a")
    document = caller.results("a").body["documents"][0]["id"]
    assert deleted(caller, "a", purge="true").body == done
    for answer in (
        caller.batch("a"),
        caller.results("a"),
        caller.document(document),
        caller.upload(batch_name="a"),
        caller.process("a"),
        deleted(caller, "a"),
        deleted(caller, "a", purge="true"),
        canceled(caller, document),
    ):
        assert answer.code == (410, "expired")
    assert caller.world.files.stored == {}
    assert batch_key("a") not in {key.batch for key, *_ in caller.world.results.stored}


def test_an_open_batch_is_not_erased() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    assert deleted(caller, "a", purge="true").code == (409, "conflict")
    assert caller.batch("a").body["queued"] == 1


@pytest.mark.parametrize("value", ["", "yes", "1", "True"])
def test_a_wrong_wish_to_erase_is_refused(value: str) -> None:
    caller = DocumentCaller()
    caller.done("a")
    answer = deleted(caller, "a", purge=value)
    assert (answer.code, set(answer.details)) == ((400, "invalid_request"), {"purge"})
