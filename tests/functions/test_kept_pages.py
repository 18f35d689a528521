"""What is answered with pages that were fetched before, by each of the three ways to ask?"""

from collections.abc import Callable
from typing import Any

import pytest

from batchbell.domain.job_kind import PAGE_JOBS, JobKind
from batchbell.domain.page_options import FetchOptions
from batchbell.usecases.page_task import PageTask
from tests.functions.callers import Caller
from tests.functions.converting import Converter
from tests.functions.documented import assert_documented
from tests.functions.running import finish
from tests.memory.world import World, memory_world

URL = "https://example.com/one"
TITLE = {"title": "the headline"}
MARKS = {"cached": True, "fetchedAt": "2026-09-21T14:13:20Z"}
"""When the virtual clock begins."""
KINDS = pytest.mark.parametrize("kind", PAGE_JOBS)


@pytest.fixture
def world() -> World:
    """One in which a tenant's pages are kept for a minute."""
    world = memory_world()
    world.door.allowances.change("acme", {"cache_seconds": 60})
    return world


def job(caller: Caller, **fields: Any) -> dict[str, Any]:
    """What can be read of a job of one page, once it has closed."""
    kind = caller.kind
    rows = {"schema": TITLE} if kind.extracts else {}
    wanted = {"urls": [URL]} if kind.takes_slot else {"url": URL}
    job_id = caller.post({**wanted, **rows, **fields}).data["id"]
    finish(caller.world, job_id)
    answer = caller.read(job_id)
    assert_documented(f"/openapi/v1/{kind.route}/{{id}}", "get", 200, answer.body)
    if not kind.takes_slot:
        return answer.data
    (row,) = answer.data["results"]
    assert caller.row(job_id, 0).data == row
    return {**row, "creditsUsed": answer.data["creditsUsed"]}


def content(shown: dict[str, Any]) -> dict[str, Any]:
    """Without what tells one job from another."""
    told = {"id", "createdAt", "startedAt", "completedAt"}
    return {name: value for name, value in shown.items() if name not in told}


@KINDS
def test_a_job_is_answered_with_it_and_says_so(world: World, kind: JobKind) -> None:
    caller = Caller(world, kind=kind)
    first = content(job(caller))
    world.clock.advance(30_000)
    assert content(job(caller)) == {**first, **MARKS}
    assert not first.keys() & MARKS.keys()


@KINDS
@pytest.mark.parametrize("field", ["none", "force", "late", "erased", "other"])
def test_or_has_its_page_fetched(world: World, kind: JobKind, field: str) -> None:
    caller = Caller(world, kind=kind)
    first = job(caller)
    fields: dict[str, Any] = {}
    match field:
        case "none":
            world.door.allowances.change("acme", {"cache_seconds": 0})
        case "force":
            fields = {"forceRefresh": True}
        case "late":
            world.clock.advance(60_000)
        case "erased":
            world.results.stored.clear()
        case "other":
            fields = {"headers": {"Cookie": "a=b"}}
    assert content(job(caller, **fields)) == content(first)


def test_off_nothing_is_kept(world: World) -> None:
    """As every deployment begins."""
    world.door.allowances.change("acme", {"cache_seconds": None})
    job(Caller(world))
    Converter(world).distill()
    assert world.kept.stored == {}


def test_what_a_tenant_s_time_is_stands_in_the_task(world: World) -> None:
    Caller(world).submit(URL, forceRefresh=True)
    (stored,) = world.specs.stored.values()
    task = PageTask.from_body(stored["task"])
    assert (task.cache_seconds, task.refresh) == (60, True)


def test_a_task_of_an_older_release_keeps_nothing() -> None:
    body = PageTask(timeout_ms=5_000, cache_seconds=60).as_body()
    del body["cache_seconds"]
    assert PageTask.from_body(body) == PageTask(timeout_ms=5_000)


def test_erasing_a_job_has_the_page_fetched_again(world: World) -> None:
    caller = Caller(world)
    job_id = caller.submit(URL).data["id"]
    finish(world, job_id)
    assert caller.delete(job_id, purge="true").status == 200
    assert "cached" not in job(caller)


def distilled(caller: Converter, **fields: Any) -> Any:
    """The answer to a call that waits for a page."""
    answer = caller.distill(**fields)
    assert_documented("/openapi/v1/distill", "post", 200, answer.body)
    return answer


def extracted(caller: Converter, **fields: Any) -> Any:
    """And to one that waits for its rows."""
    answer = caller.extract(schema=TITLE, **fields)
    assert_documented("/openapi/v1/extract", "post", 200, answer.body)
    return answer


Call = Callable[..., Any]
CALLS = pytest.mark.parametrize("call", [distilled, extracted])


@CALLS
def test_a_call_is_answered_with_it_and_says_so(world: World, call: Call) -> None:
    caller = Converter(world)
    first = call(caller)
    world.clock.advance(30_000)
    second = call(caller)
    assert second.data == {**first.data, **MARKS}
    assert second.body.get("metadata") == first.body.get("metadata")
    assert len(caller.fetcher.fetched) == 1


@CALLS
@pytest.mark.parametrize(
    "fields", [{"forceRefresh": True}, {"countryCode": "DE"}, {"excludeTags": [".ad"]}], ids=str
)
def test_or_fetches_its_page(world: World, call: Call, fields: dict[str, Any]) -> None:
    caller = Converter(world)
    call(caller)
    assert "cached" not in call(caller, **fields).data
    assert len(caller.fetcher.fetched) == 2


def test_a_call_with_another_timeout_is_answered_with_it(world: World) -> None:
    caller = Converter(world)
    caller.distill(timeout=5_000)
    assert caller.distill(timeout=60_000).data["cached"] is True


def test_fields_are_always_proposed_of_a_page_that_was_fetched(world: World) -> None:
    caller = Converter(world)
    for _ in range(2):
        assert "cached" not in caller.suggest().data
    assert len(caller.fetcher.fetched) == 2


def test_another_tenant_has_its_own(world: World) -> None:
    world.door.allowances.change("globex", {"cache_seconds": 60})
    caller = Converter(world)
    caller.distill()
    other = caller.as_other()
    assert "cached" not in other.distill().data
    assert other.distill().data["cached"] is True


def test_a_call_is_answered_with_a_job_s_page(world: World) -> None:
    job(Caller(world, kind=JobKind.ASYNC_DISTILL))
    caller = Converter(world)
    assert caller.distill().data["cached"] is True
    assert caller.fetcher.options == list[FetchOptions]()
