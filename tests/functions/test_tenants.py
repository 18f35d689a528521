"""What does one tenant see of another? Nothing, on any route. (Of documents: see
`test_documents_tenants`.)
"""

from collections.abc import Callable

import pytest

from batchbell.domain.job_kind import PAGE_JOBS, JobKind
from tests.functions.callers import Answer, Caller
from tests.functions.documented import document
from tests.functions.running import finish

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


Ask = Callable[[Caller, str], Answer]


def _routes() -> dict[tuple[str, str], list[Ask]]:
    routes: dict[tuple[str, str], list[Ask]] = {}
    for kind in PAGE_JOBS:
        job = f"/openapi/v1/{kind.route}/{{id}}"
        routes["get", job] = [_about(kind, Caller.read)]
        if kind.takes_slot:
            routes["get", job] += [_about(kind, lambda c, i: c.read(i, page="0"))]
            routes["get", f"{job}/results/{{index}}"] = [_about(kind, lambda c, i: c.row(i, 0))]
            purge = _about(kind, lambda c, i: c.delete(i, purge="true"))
            routes["delete", job] = [_about(kind, Caller.delete), purge]
    return routes


def _about(kind: JobKind, ask: Ask) -> Ask:
    return lambda caller, job_id: ask(caller.of(kind), job_id)


ROUTES = _routes()
"""Every route that is about a job, in every way that it may be asked."""


def _codes(caller: Caller, job_id: str) -> set[tuple[int, str]]:
    """What every route answers about a job."""
    return {ask(caller, job_id).code for asked in ROUTES.values() for ask in asked}


def test_no_route_about_a_job_is_left_out_here() -> None:
    """S11: a new one needs its line above."""
    operations = {
        (method, path) for path, methods in document()["paths"].items() for method in methods
    }
    about_jobs = {
        (method, path)
        for method, path in operations
        if "{id}" in path and path.startswith("/openapi/")
    }
    assert about_jobs == ROUTES.keys()


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
    others = [
        ask for (_, path), asked in ROUTES.items() if "batch/distill" not in path for ask in asked
    ]
    assert {ask(caller, job["id"]).code for ask in others} == {(404, "JOB_NOT_FOUND")}


def test_an_unknown_job_is_not_there(caller: Caller) -> None:
    assert _codes(caller, UNKNOWN) == {(404, "JOB_NOT_FOUND")}


@pytest.mark.parametrize("job_id", NO_IDS, ids=lambda text: ascii(text)[:30])
def test_what_no_id_looks_like_is_not_there(caller: Caller, job_id: str) -> None:
    assert _codes(caller, job_id) == {(404, "JOB_NOT_FOUND")}
