"""What does DELETE end?"""

from dataclasses import replace

import pytest

from batchbell.domain.errors import Unavailable
from tests.functions.callers import Caller
from tests.functions.event_files import load
from tests.functions.running import finish, messages_of, work_on
from tests.memory.hooks import Unwatched
from tests.memory.world import LIMITS, memory_world

ONE, TWO = "https://example.com/one", "https://example.com/two"


def test_an_open_job_is_canceled(caller: Caller) -> None:
    """X2, X9."""
    job = caller.send(load("submit/batch")).data
    canceled = caller.send(load("cancel/batch"))
    assert canceled.data == {"id": job["id"], "status": "CANCELLED"}
    assert caller.read(job["id"]).data["status"] == "CANCELLED"


def test_canceling_again_changes_nothing(caller: Caller) -> None:
    job = caller.submit(ONE).data
    first = caller.delete(job["id"])
    read = caller.read(job["id"])
    caller.world.clock.advance(60_000)
    assert caller.delete(job["id"]) == first
    assert caller.read(job["id"]) == read


def test_after_the_answer_no_page_starts(caller: Caller) -> None:
    """X1, X2."""
    job = caller.submit(ONE, TWO).data
    messages = messages_of(caller.world, job["id"])
    caller.delete(job["id"])
    work_on(caller.world, messages)
    read = caller.read(job["id"]).data
    assert (read["completed"], read["creditsUsed"]) == (0, 0)
    assert [row["status"] for row in read["results"]] == ["PENDING", "PENDING"]


def test_what_had_finished_stays(caller: Caller) -> None:
    """X6, X7."""
    job = caller.submit(ONE, TWO).data
    work_on(caller.world, messages_of(caller.world, job["id"])[:1], {ONE: "# One"})
    caller.delete(job["id"])
    read = caller.read(job["id"]).data
    assert read["results"][0]["markdown"] == "# One"
    assert (read["completed"], read["creditsUsed"]) == (1, 1)


def test_a_finished_job_is_not_canceled(caller: Caller) -> None:
    job = caller.submit(ONE).data
    finish(caller.world, job["id"])
    before = caller.read(job["id"])
    assert caller.delete(job["id"]).code == (409, "JOB_ALREADY_FINISHED")
    assert caller.read(job["id"]) == before


def test_a_job_that_nobody_has_closed_yet_has_finished_all_the_same(caller: Caller) -> None:
    job = caller.submit(ONE).data
    work_on(caller.world, messages_of(caller.world, job["id"]))
    assert caller.delete(job["id"]).code == (409, "JOB_ALREADY_FINISHED")
    assert caller.read(job["id"]).data["status"] == "COMPLETED"


def test_a_large_job_is_canceled_from_the_fence_on() -> None:
    caller = Caller(memory_world(limits=replace(LIMITS, large_batch=1)))
    job = caller.submit(ONE, TWO).data
    assert caller.delete(job["id"]).data["status"] == "CANCELLED"
    read = caller.read(job["id"]).data
    assert (read["status"], read["completedAt"]) == ("CANCELLED", None)


def test_an_expired_job_cannot_be_canceled(caller: Caller) -> None:
    job = caller.submit(ONE).data
    caller.world.clock.advance(30 * 86_400_000)
    assert caller.delete(job["id"]).code == (410, "JOB_EXPIRED")
    assert caller.delete(job["id"], purge="true").code == (410, "JOB_EXPIRED")


def test_whoever_died_while_canceling_is_repeated(caller: Caller) -> None:
    job = caller.submit(ONE).data
    losses = ["batches.close"]

    class LostAnswer(Unwatched):
        def after(self, call_name: str) -> None:
            if call_name in losses:
                losses.clear()
                raise Unavailable(call_name)

    caller.world.watch(LostAnswer())
    assert caller.delete(job["id"]).code == (500, "INTERNAL_ERROR")
    assert caller.delete(job["id"]).data["status"] == "CANCELLED"
    assert not losses


def test_a_finished_job_is_erased(caller: Caller) -> None:
    job = caller.send(load("submit/batch")).data
    finish(caller.world, job["id"])
    assert caller.send(load("cancel/purge")).data == {"id": job["id"], "status": "COMPLETED"}
    assert caller.read(job["id"]).code == (410, "JOB_EXPIRED")
    assert caller.row(job["id"], 0).code == (410, "JOB_EXPIRED")
    assert not caller.world.results.stored
    assert not caller.world.specs.stored


def test_a_canceled_job_can_be_erased(caller: Caller) -> None:
    job = caller.submit(ONE).data
    caller.delete(job["id"])
    assert caller.delete(job["id"], purge="true").data["status"] == "CANCELLED"
    assert caller.read(job["id"]).code == (410, "JOB_EXPIRED")


def test_an_open_job_is_not_erased(caller: Caller) -> None:
    job = caller.submit(ONE).data
    assert caller.delete(job["id"], purge="true").code == (409, "JOB_NOT_FINISHED")
    assert caller.read(job["id"]).data["status"] == "PENDING"


def test_what_is_erased_is_gone(caller: Caller) -> None:
    job = caller.submit(ONE).data
    finish(caller.world, job["id"])
    caller.delete(job["id"], purge="true")
    assert caller.delete(job["id"], purge="true").code == (410, "JOB_EXPIRED")
    assert caller.delete(job["id"]).code == (410, "JOB_EXPIRED")


def test_purge_false_cancels(caller: Caller) -> None:
    job = caller.submit(ONE).data
    assert caller.delete(job["id"], purge="false").data["status"] == "CANCELLED"


@pytest.mark.parametrize("purge", ["", "1", "yes", "TRUE", "true,true"])
def test_purge_is_true_or_false(caller: Caller, purge: str) -> None:
    job = caller.submit(ONE).data
    answer = caller.delete(job["id"], purge=purge)
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"purge": "must be true or false"}
    assert caller.read(job["id"]).data["status"] == "PENDING"
