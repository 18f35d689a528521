"""What does POST /api/v1/batches/{batch_name}/process do?"""

from typing import Any

import pytest

from batchbell.domain.document import DocumentFields, Field
from tests.functions.document_callers import DocumentCaller, batch_key
from tests.functions.event_files import load
from tests.memory.submissions import TENANT


def asked(caller: DocumentCaller, body: Any) -> DocumentFields:
    """What the engine is asked for, when an order says this."""
    caller.upload(batch_name="a")
    assert caller.call("POST", "/batches/a/process", body).status == 202
    caller.pump.run()
    ((_, fields),) = caller.pump.engine.read_with
    return fields


@pytest.mark.parametrize("body", [None, {}, {"fields": []}, {"fields": None}, {"other": 1}])
def test_every_column_is_asked_for(body: Any) -> None:
    assert asked(DocumentCaller(), body) == DocumentFields(None)


def test_fields_are_asked_for_in_their_order() -> None:
    body = {"fields": [{"name": "Total é", "description": "to pay", "type": "x"}, {"name": "a"}]}
    fields = DocumentFields((Field("Total é", "to pay"), Field("a")))
    assert asked(DocumentCaller(), body) == fields


def test_a_hundred_fields_are_taken() -> None:
    names = [f"{n:03}" + "x" * 197 for n in range(100)]
    body = {"fields": [{"name": name, "description": "d" * 1_000} for name in names]}
    assert len(asked(DocumentCaller(), body).fields or ()) == 100


def test_the_answer_is_the_batch() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    answer = caller.process("a")
    assert answer.status == 202
    assert answer.body == {
        "batch_name": "a",
        "status": "queued",
        "all_done": False,
        "generation": 1,
        "expires_at": "2026-10-21T14:13:20Z",
        "total": 1,
        "queued": 1,
        "processing": 0,
        "succeeded": 0,
        "failed": 0,
        "canceled": 0,
        "created_at": "2026-09-21T14:13:20Z",
        "started_at": None,
        "completed_at": None,
    }


def test_the_event_in_the_file_is_an_order() -> None:
    caller = DocumentCaller()
    caller.send(load("submit/document"))
    assert caller.send(load("submit/process")).status == 202


def test_nothing_to_do_changes_nothing() -> None:
    caller = DocumentCaller()
    done = caller.done("a")
    assert caller.process("a").body == done
    caller.pump.run()
    assert caller.batch("a").body == done


def test_a_second_call_takes_what_came_since_with_its_own_fields() -> None:
    caller = DocumentCaller()
    caller.upload(b"%PDF-1", batch_name="a")
    caller.process("a", "one")
    caller.upload(b"%PDF-2", batch_name="a")
    caller.process("a", "two")
    caller.pump.run()
    documents = caller.results("a").body["documents"]
    assert [list(one["line_items"][0]) for one in documents] == [["one"], ["two"]]


def test_too_few_credits_are_told() -> None:
    caller = DocumentCaller()
    budgets = caller.world.money.budgets
    budgets.grant(TENANT, 1, None)
    for content in (b"%PDF-1", b"%PDF-2"):
        caller.upload(content, batch_name="a")
    assert caller.process("a").code == (402, "insufficient_credits")
    assert caller.batch("a").body["queued"] == 2
    budgets.grant(TENANT, 1, budgets.read(TENANT))
    assert caller.process("a").status == 202
    caller.pump.run()
    assert caller.batch("a").body["succeeded"] == 2


def test_a_deleted_batch_is_answered_and_not_changed() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    deleted = caller.call("DELETE", "/batches/a").body
    again = caller.process("a")
    assert (again.status, again.body) == (202, deleted)


def test_what_is_asked_is_kept_under_the_batch() -> None:
    caller = DocumentCaller()
    caller.upload(batch_name="a")
    caller.process("a", "total")
    assert batch_key("a") in {key for key, _ in caller.world.specs.stored}
