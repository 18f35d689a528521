"""Are rows extracted, and are jobs of one URL answered as such?"""

from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.extracted import Extracted, Provenance
from batchbell.domain.job_kind import JobKind
from batchbell.usecases.admit import begin
from batchbell.usecases.advance import advance
from batchbell.usecases.dispatch import dispatch_tally, send_positions
from batchbell.usecases.fold import fold_items
from batchbell.usecases.work_pages import work_pages
from tests.functions.callers import Answer, Caller
from tests.functions.event_files import load
from tests.functions.running import job_key, page_work
from tests.memory.world import World

ONE, TWO = "https://shop.example/one", "https://shop.example/two"
SCHEMA = {"price": "current price"}
ASYNC = [JobKind.ASYNC_DISTILL, JobKind.ASYNC_EXTRACT]
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
PRICE = Extracted(({"price": "9.90"},), (), ({"price": Provenance("JSON-LD", 0.9)},))


def asked(caller: Caller, *urls: str, **fields: Any) -> Answer:
    """A submission of the caller's kind."""
    many = {"urls": list(urls)} if caller.kind.takes_slot else {"url": urls[0]}
    rows = {"schema": SCHEMA} if caller.kind.extracts else {}
    return caller.post({**many, **rows, **fields})


def worked_on(world: World, job_id: str, failing: str | None = None) -> None:
    """Its pages come to an end, and it closes."""
    key, work = job_key(job_id), page_work({failing: GONE} if failing else None)
    for url in (ONE, TWO):
        work.distiller.rows.set(url, PRICE)  # type: ignore[attr-defined]  # it is scripted
    begin(world.store, key)
    for chunk, tally in world.tallies.read_all(key).items():
        batch = world.records.batches[key]
        send_positions(world.store, world.pages, batch, tally, list(range(tally.expected)), 1)
        work_pages(world.store, work, world.pages.take())
        fold_items(world.store, key, chunk, world.items.read_chunk(key, chunk, tally.expected))
    closed = advance(world.store, key)
    assert closed is not None
    assert not closed.open


def test_a_batch_of_rows() -> None:
    caller = Caller().of(JobKind.EXTRACT)
    job_id = asked(caller, ONE, TWO).data["id"]
    worked_on(caller.world, job_id, failing=TWO)
    job = caller.read(job_id).data
    assert (job["status"], job["completed"], job["failed"], job["creditsUsed"]) == (
        "COMPLETED",
        1,
        1,
        20,
    )
    good, bad = job["results"]
    assert good == {
        "index": 0,
        "url": ONE,
        "status": "SUCCEEDED",
        "success": True,
        "data": [{"price": "9.90"}],
    }
    assert bad["error"]["code"] == "SCRAPE_TARGET_NOT_FOUND"
    assert caller.row(job_id, 0).data == good


def test_rows_are_explained_when_that_is_asked_for() -> None:
    caller = Caller().of(JobKind.EXTRACT)
    job_id = asked(caller, ONE, explain=True).data["id"]
    worked_on(caller.world, job_id)
    row = caller.read(job_id).data["results"][0]
    assert row["missing"] == []
    assert row["provenance"] == [{"price": {"source": "JSON-LD", "confidence": 0.9}}]


def test_a_job_of_the_other_kind_is_not_there() -> None:
    distill = Caller()
    extract = distill.of(JobKind.EXTRACT)
    for mine, other in ((distill, extract), (extract, distill)):
        job_id = asked(mine, ONE).data["id"]
        assert other.read(job_id).code == (404, "JOB_NOT_FOUND")
        assert other.row(job_id, 0).code == (404, "JOB_NOT_FOUND")
        assert other.delete(job_id).code == (404, "JOB_NOT_FOUND")


def test_a_batch_of_rows_is_canceled_and_erased() -> None:
    caller = Caller().of(JobKind.EXTRACT)
    job_id = asked(caller, ONE).data["id"]
    assert caller.delete(job_id).data["status"] == "CANCELLED"
    assert caller.delete(job_id, purge="true").status == 200
    assert caller.read(job_id).code == (410, "JOB_EXPIRED")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"schema": None}, "SCHEMA_OR_PROMPT_REQUIRED"),
        ({"prompt": "all prices"}, "SCHEMA_AND_PROMPT_EXCLUSIVE"),
        ({"schema": None, "prompt": "all prices"}, "INVALID_PARAMETER"),
        ({"schema": 7}, "INVALID_SCHEMA"),
        ({"schema": {"type": "array"}}, "INVALID_SCHEMA"),
        ({"timeout": 120_001}, "INVALID_PARAMETER"),
        ({"formats": ["nonsense"]}, "INVALID_PARAMETER"),
    ],
)
def test_what_cannot_be_extracted_is_refused(fields: dict[str, Any], code: str) -> None:
    answer = asked(Caller().of(JobKind.EXTRACT), ONE, **fields)
    assert answer.code == (400, code)
    assert answer.error["details"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"price": {"type": "string"}}},
        {
            "type": "ARRAY",
            "items": {
                "type": "OBJECT",
                "properties": {"price": {"type": "TEXT", "instruction": "the price"}},
            },
        },
        {"price": "current price"},
    ],
)
def test_all_three_shapes_of_a_schema_are_taken(schema: dict[str, Any]) -> None:
    assert asked(Caller().of(JobKind.EXTRACT), ONE, schema=schema).status == 200


@pytest.mark.parametrize("kind", ASYNC)
def test_a_job_of_one_url_from_beginning_to_end(kind: JobKind) -> None:
    caller = Caller().of(kind)
    made = asked(caller, ONE).data
    assert made["id"].startswith("job_")
    assert (made["status"], made["url"], made["creditsUsed"]) == ("pending", ONE, 0)
    assert made["startedAt"] is made["completedAt"] is None
    assert caller.read(made["id"]).data == made
    worked_on(caller.world, made["id"])
    job = caller.read(made["id"]).data
    assert (job["status"], job["creditsUsed"]) == ("completed", 20 if kind.extracts else 1)
    assert job["metadata"]["sourceUrl"] == ONE
    assert ("data" in job, "markdown" in job) == (kind.extracts, not kind.extracts)
    assert job["completedAt"]


@pytest.mark.parametrize("kind", ASYNC)
def test_a_url_that_failed_is_a_failed_job_and_a_good_answer(kind: JobKind) -> None:
    caller = Caller().of(kind)
    job_id = asked(caller, ONE).data["id"]
    worked_on(caller.world, job_id, failing=ONE)
    job = caller.read(job_id).data
    assert (job["status"], job["creditsUsed"]) == ("failed", 0)
    assert job["error"] == {"code": GONE.code, "message": GONE.message}


@pytest.mark.parametrize("kind", ASYNC)
def test_a_job_of_one_url_is_one_however_often_it_is_sent(kind: JobKind) -> None:
    caller = Caller().of(kind)
    body = {"url": ONE, **({"schema": SCHEMA} if kind.extracts else {})}
    first, again = caller.post(body, "order-1"), caller.post(body, "order-1")
    assert first.data == again.data
    assert again.headers["Idempotency-Replayed"] == "true"
    assert caller.post({**body, "url": TWO}, "order-1").code == (409, "IDEMPOTENCY_CONFLICT")


def test_its_message_goes_to_a_queue_of_its_own() -> None:
    caller = Caller().of(JobKind.ASYNC_DISTILL)
    job_id = asked(caller, ONE).data["id"]
    begin(caller.world.store, job_key(job_id))
    dispatch_tally(caller.world.store, caller.world.pages, job_key(job_id), 0)
    (message,) = caller.world.pages.take()
    assert message.alone


def test_robots_are_ignored_for_a_tenant_that_turned_them_off() -> None:
    caller = Caller()
    stored = caller.world.specs.stored
    for setting in (1, 0):
        caller.world.door.allowances.change("acme", {"robots": setting})
        stored.clear()
        asked(caller, ONE)
        (body,) = stored.values()
        assert body["task"]["fetch"]["obey_robots"] is bool(setting)


@pytest.mark.parametrize("event", ["submit/extract", "submit/async"])
def test_the_events_in_the_files_are_submissions(caller: Caller, event: str) -> None:
    assert caller.send(load(event)).status == 200


def test_the_event_about_a_job_of_one_url_names_that_of_the_file(caller: Caller) -> None:
    made = caller.send(load("submit/async")).data
    assert caller.send(load("status/async")).data == made


def test_metadata_of_a_page_are_always_in_the_answer_of_a_job_of_one_url() -> None:
    caller = Caller().of(JobKind.ASYNC_DISTILL)
    job_id = asked(caller, ONE, formats=["links"]).data["id"]
    worked_on(caller.world, job_id)
    job = caller.read(job_id).data
    assert job["links"] == []
    assert "markdown" not in job
    assert job["metadata"]["statusCode"] == 200
