"""What does the same Idempotency-Key find?"""

import json
from typing import Any

import pytest

from batchbell.domain.errors import Unavailable
from tests.functions.callers import Answer, Caller
from tests.functions.event_files import load
from tests.functions.running import finish
from tests.memory.hooks import Unwatched

URL = "https://example.com/"
DAY = 86_400_000


def test_the_same_submission_finds_its_job(caller: Caller) -> None:
    """Q17, Q18: the order of keys and white space do not matter."""
    first = caller.post('{"urls": ["https://example.com/"], "timeout": 9000}', "once")
    again = caller.post('{"timeout":9000,"urls":["https://example.com/"]}', "once")
    assert again.data == first.data
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert len(caller.world.records.batches) == 1


def test_a_replay_tells_how_far_the_job_is(caller: Caller) -> None:
    job = caller.submit(URL, idempotency_key="once").data
    finish(caller.world, job["id"])
    again = caller.submit(URL, idempotency_key="once").data
    assert (again["status"], again["completed"]) == ("COMPLETED", 1)


def test_whoever_never_got_the_answer_finds_the_job_and_its_rows(caller: Caller) -> None:
    """D2: the id follows from the key, so work that was paid for can be fetched."""
    event = load("submit/batch")
    job_id = caller.send(event).data["id"]  # and the answer is lost
    finish(caller.world, job_id)
    again = caller.send(load("submit/batch"))
    assert (again.status, again.headers["Idempotency-Replayed"]) == (200, "true")
    read = caller.read(again.data["id"]).data
    assert [row["status"] for row in read["results"]] == ["SUCCEEDED", "SUCCEEDED"]
    assert all(row["markdown"] for row in read["results"])
    assert read["creditsUsed"] == again.data["creditsUsed"] == 2


def test_an_id_is_answered_before_any_work_begins(caller: Caller) -> None:
    """D2: a caller who gives up waiting has it."""
    job = caller.submit(URL).data
    assert (job["status"], job["completed"]) == ("PENDING", 0)
    assert caller.world.pages.take() == []


def test_a_refused_submission_does_not_use_up_its_key(caller: Caller) -> None:
    """C15."""
    assert caller.post({"urls": []}, "once").code == (400, "INVALID_PARAMETER")
    answer = caller.submit(URL, idempotency_key="once")
    assert (answer.status, "Idempotency-Replayed" in answer.headers) == (200, False)


OTHER_BODIES: list[dict[str, Any]] = [
    {"urls": [URL, URL]},
    {"urls": [URL], "timeout": 9_001},
    {"urls": [URL], "timeout": 9_000, "metadata": {}},
    {"urls": [URL], "timeout": 9_000, "unknown": 1},
]


@pytest.mark.parametrize("body", OTHER_BODIES)
def test_another_body_is_a_conflict(caller: Caller, body: dict[str, Any]) -> None:
    job = caller.submit(URL, timeout=9_000, idempotency_key="once").data
    assert caller.post(body, "once").code == (409, "IDEMPOTENCY_CONFLICT")
    assert caller.read(job["id"]).data["total"] == 1


def test_another_key_or_another_tenant_makes_another_job(caller: Caller) -> None:
    jobs = {
        caller.submit(URL, idempotency_key="once").data["id"],
        caller.submit(URL, idempotency_key="twice").data["id"],
        caller.as_other().submit(URL, idempotency_key="once").data["id"],
    }
    assert len(jobs) == 3


@pytest.mark.parametrize("key", ["\x00", "\ud800", "😀", "#", "k" * 255], ids=ascii)
def test_any_text_may_be_a_key(caller: Caller, key: str) -> None:
    first = caller.submit(URL, idempotency_key=key).data
    assert caller.submit(URL, idempotency_key=key).data == first


def test_a_key_whose_job_has_expired_is_used_up(caller: Caller) -> None:
    caller.submit(URL, idempotency_key="once")
    caller.world.clock.advance(30 * DAY)
    answer = caller.submit(URL, idempotency_key="once")
    assert answer.code == (410, "JOB_EXPIRED")
    assert "new key" in answer.error["message"]


def test_a_key_whose_job_was_erased_is_used_up(caller: Caller) -> None:
    job = caller.submit(URL, idempotency_key="once").data
    finish(caller.world, job["id"])
    caller.delete(job["id"], purge="true")
    assert caller.submit(URL, idempotency_key="once").code == (410, "JOB_EXPIRED")


@pytest.mark.parametrize("at", ["specs.put", "batches.create"])
def test_two_at_the_same_time_make_one_job(caller: Caller, at: str) -> None:
    """The second runs from beginning to end while the first is about to write."""
    event, seconds = load("submit/batch"), list[Answer | None]()

    class Meanwhile(Unwatched):
        def before(self, call_name: str) -> None:
            if call_name == at and not seconds:
                seconds.append(None)
                seconds[0] = caller.send(load("submit/batch"))

    caller.world.watch(Meanwhile())
    first = caller.send(event)
    (second,) = seconds
    assert second is not None
    assert first.data == second.data
    assert "Idempotency-Replayed" not in second.headers
    assert first.headers["Idempotency-Replayed"] == "true"
    assert len(caller.world.records.batches) == 1


@pytest.mark.parametrize("at", ["specs.put", "batches.create"])
def test_whoever_died_is_repeated(caller: Caller, at: str) -> None:
    """The write happened, and its answer was lost."""
    losses = [at]

    class LostAnswer(Unwatched):
        def after(self, call_name: str) -> None:
            if call_name in losses:
                losses.clear()
                raise Unavailable(call_name)

    caller.world.watch(LostAnswer())
    assert caller.send(load("submit/batch")).code == (500, "INTERNAL_ERROR")
    job = caller.send(load("submit/batch")).data
    assert job["total"] == len(json.loads(load("submit/batch")["body"])["urls"])
    assert len(caller.world.records.batches) == 1
