"""What does one tenant see of another? Nothing, on any route (S11)."""

import pytest

from tests.functions.callers import Caller
from tests.functions.running import finish, job_key

URL = "https://example.com/"
UNKNOWN = "batch_" + "0" * 32
NO_IDS = [
    "1",
    "batch_",
    "batch_" + "0" * 31,
    "batch_" + "0" * 33,
    "batch_" + "G" * 32,
    "batch_" + "A" * 32,
    "BATCH_" + "0" * 32,
    "pages:batch_" + "0" * 32,
    "x" * 10_000,
    "..",
    "%00",
    "batch_%20",
    "ä",
    "😀",
    "\x00",
    "\ud800",
    "acme#" + UNKNOWN,
]


def _codes(caller: Caller, job_id: str) -> set[tuple[int, str]]:
    """What every route answers about a job."""
    answers = [
        caller.read(job_id),
        caller.read(job_id, page="0"),
        caller.row(job_id, 0),
        caller.delete(job_id),
        caller.delete(job_id, purge="true"),
    ]
    return {answer.code for answer in answers}


def test_the_job_of_another_tenant_is_not_there(caller: Caller) -> None:
    job = caller.submit(URL).data
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}
    assert caller.read(job["id"]).data["status"] == "PENDING"


def test_nor_is_it_when_it_has_finished_expired_or_was_erased(caller: Caller) -> None:
    job = caller.submit(URL).data
    finish(caller.world, job["id"])
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}
    caller.delete(job["id"], purge="true")
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}


def test_a_job_of_another_kind_is_not_there(caller: Caller) -> None:
    job = caller.submit(URL).data
    key = job_key(job["id"])
    caller.world.records.write_batch(caller.world.records.batches[key].evolve(kind="extract"))
    assert _codes(caller, job["id"]) == {(404, "JOB_NOT_FOUND")}


def test_an_unknown_job_is_not_there(caller: Caller) -> None:
    assert _codes(caller, UNKNOWN) == {(404, "JOB_NOT_FOUND")}


@pytest.mark.parametrize("job_id", NO_IDS, ids=lambda text: ascii(text)[:30])
def test_what_no_id_looks_like_is_not_there(caller: Caller, job_id: str) -> None:
    assert _codes(caller, job_id) == {(404, "JOB_NOT_FOUND")}
