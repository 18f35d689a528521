"""What does one tenant see of another? Nothing, on any route."""

from collections.abc import Callable

import pytest

from tests.functions.callers import Answer, Caller
from tests.functions.documented import document
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


JOB = "/openapi/v1/batch/distill/{id}"
ROUTES: dict[tuple[str, str], list[Callable[[Caller, str], Answer]]] = {
    ("get", JOB): [Caller.read, lambda caller, job_id: caller.read(job_id, page="0")],
    ("get", f"{JOB}/results/{{index}}"): [lambda caller, job_id: caller.row(job_id, 0)],
    ("delete", JOB): [Caller.delete, lambda caller, job_id: caller.delete(job_id, purge="true")],
}
"""Every route that is about a job, in every way that it may be asked."""


def _codes(caller: Caller, job_id: str) -> set[tuple[int, str]]:
    """What every route answers about a job."""
    return {ask(caller, job_id).code for asked in ROUTES.values() for ask in asked}


def test_no_route_about_a_job_is_left_out_here() -> None:
    """S11: a new one needs its line above."""
    operations = {
        (method, path) for path, methods in document()["paths"].items() for method in methods
    }
    assert operations - {("post", "/openapi/v1/batch/distill")} == ROUTES.keys()


def test_the_job_of_another_tenant_is_not_there(caller: Caller) -> None:
    """S11."""
    job = caller.submit(URL).data
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}
    assert caller.read(job["id"]).data["status"] == "PENDING"


def test_nor_is_it_when_it_has_finished_was_erased_or_has_expired(caller: Caller) -> None:
    """S11: 410 would say that it had been there."""
    job = caller.submit(URL).data
    finish(caller.world, job["id"])
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}
    caller.delete(job["id"], purge="true")
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}
    caller.world.clock.advance(31 * 86_400_000)
    assert _codes(caller.as_other(), job["id"]) == {(404, "JOB_NOT_FOUND")}


def test_the_same_key_of_another_tenant_finds_nothing(caller: Caller) -> None:
    """S11: the one route that is about no job yet."""
    job = caller.submit(URL, idempotency_key="order-1").data
    other = caller.as_other().submit(URL, URL, idempotency_key="order-1")
    assert (other.status, "Idempotency-Replayed" in other.headers) == (200, False)
    assert other.data["id"] != job["id"]


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
