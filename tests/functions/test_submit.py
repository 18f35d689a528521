"""What does POST /openapi/v1/batch/distill do with a good submission?"""

import base64
import json
from typing import Any

import pytest

from batchbell.domain.batch import Webhook
from batchbell.domain.errors import Unavailable
from batchbell.domain.page_options import Asked, DistillOptions, FetchOptions
from batchbell.usecases.page_task import PageTask
from tests.functions.callers import SECRET, Caller
from tests.functions.event_files import load
from tests.functions.running import finish, job_key
from tests.memory.hooks import Unwatched

URLS = ["https://example.com/one", "https://example.com/two"]


def test_a_submission_is_answered_with_its_job(caller: Caller) -> None:
    answer = caller.send(load("submit/batch"))
    assert answer.status == 200
    assert answer.data == {
        "id": "batch_11f74a28e58697e64e3b6dbd774a07f1",
        "status": "PENDING",
        "total": 2,
        "completed": 0,
        "failed": 0,
        "creditsUsed": 0,
        "createdAt": "2026-09-21T14:13:20Z",
        "startedAt": None,
        "completedAt": None,
        "expiresAt": "2026-10-21T14:13:20Z",
        "metadata": {"order": 17},
    }
    assert "Idempotency-Replayed" not in answer.headers


def test_what_was_asked_is_kept(caller: Caller) -> None:
    job = caller.send(load("submit/batch")).data
    batch = caller.world.batches.read(job_key(job["id"]))
    assert batch is not None
    assert batch.webhook == Webhook("https://hooks.example.com/batchbell", SECRET)
    stored = caller.world.specs.get(batch.key, batch.spec)
    assert stored["urls"] == URLS
    task = PageTask.from_body(stored["task"])
    formats = frozenset({"markdown", "metadata"})
    assert task == PageTask(timeout_ms=30_000, distill=DistillOptions(formats=formats))


def test_without_metadata_the_job_has_none(caller: Caller) -> None:
    assert "metadata" not in caller.submit(*URLS).data


def test_a_base_path_makes_no_difference(caller: Caller) -> None:
    assert caller.send(load("submit/batch_under_base_path")).data["total"] == 1


def test_header_names_may_come_in_lower_case(caller: Caller) -> None:
    event = load("submit/batch")
    event["headers"] = {name.lower(): value for name, value in event["headers"].items()}
    job = caller.send(event).data
    assert job["id"] == "batch_11f74a28e58697e64e3b6dbd774a07f1"


def test_a_body_in_base64_makes_no_difference(caller: Caller) -> None:
    plain, encoded = load("submit/batch"), load("submit/batch")
    encoded["body"] = base64.b64encode(plain["body"].encode()).decode()
    encoded["isBase64Encoded"] = True
    assert caller.send(encoded).data == caller.send(plain).data


def test_the_job_can_be_read_at_once(caller: Caller) -> None:
    """R1."""
    job = caller.submit(*URLS).data
    read = caller.read(job["id"]).data
    rows = [{"index": i, "url": url, "status": "PENDING"} for i, url in enumerate(URLS)]
    assert read == {**job, "results": rows}


def test_equal_urls_are_separate_rows(caller: Caller) -> None:
    """Q19."""
    job = caller.submit(URLS[0], URLS[0]).data
    finish(caller.world, job["id"])
    rows = caller.read(job["id"]).data["results"]
    assert [(row["index"], row["url"], row["status"]) for row in rows] == [
        (0, URLS[0], "SUCCEEDED"),
        (1, URLS[0], "SUCCEEDED"),
    ]


def test_two_submissions_without_a_key_are_two_jobs(caller: Caller) -> None:
    assert caller.submit(*URLS).data["id"] != caller.submit(*URLS).data["id"]


@pytest.mark.parametrize("field", ["webhook", "callback"])
def test_a_webhook_has_two_names(caller: Caller, field: str) -> None:
    """W19: and neither is lost on the way to the record."""
    hook = {"url": "http://127.0.0.1:8000/x", "headers": {"X-Mine": "1"}}
    job = caller.post({"urls": URLS, field: hook}).data
    batch = caller.world.batches.read(job_key(job["id"]))
    assert batch is not None
    assert batch.webhook == Webhook("http://127.0.0.1:8000/x")


@pytest.mark.parametrize(
    ("fields", "formats"),
    [
        ({}, {"markdown"}),
        ({"formats": ["metadata"]}, {"metadata"}),
        ({"include": ["metadata"]}, {"markdown", "metadata"}),
        ({"formats": ["markdown"], "include": []}, {"markdown"}),
        ({"formats": ["html", "images"]}, {"html", "images"}),
        ({"includeHtml": True}, {"markdown", "html"}),
        ({"extractLinks": True, "include": ["html"]}, {"markdown", "html", "links"}),
    ],
)
def test_formats_are_asked_for_in_three_ways(
    caller: Caller, fields: dict[str, Any], formats: set[str]
) -> None:
    caller.submit(*URLS, **fields)
    assert stored_task(caller).distill.formats == formats


def test_all_that_can_be_asked_of_a_page_is_kept(caller: Caller) -> None:
    caller.submit(
        *URLS,
        timeout=7_000,
        includeTags=["main"],
        excludeTags=["nav", ".ad"],
        headers={"Cookie": "a=b"},
        country_code="de",
        forceRefresh=True,
        formats=[
            {"type": "summary"},
            {"type": "question", "question": "Which?"},
            {"type": "highlights", "query": "prices"},
        ],
    )
    assert stored_task(caller) == PageTask(
        timeout_ms=7_000,
        fetch=FetchOptions(country="DE", headers=(("Cookie", "a=b"),)),
        distill=DistillOptions(
            formats=frozenset(), include_tags=("main",), exclude_tags=("nav", ".ad")
        ),
        readings=Asked(summary=True, question="Which?", query="prices"),
        refresh=True,
    )


def stored_task(caller: Caller) -> PageTask:
    (stored,) = caller.world.specs.stored.values()
    return PageTask.from_body(stored["task"])


def test_what_has_no_effect_may_be_sent(caller: Caller) -> None:
    answer = caller.submit(
        *URLS,
        timeout=5_000,
        waitFor=10_000,
        includeTags=[],
        excludeTags=None,
        headers={},
        country_code="us",
        renderMode="none",
        includeHtml=False,
        extractLinks=False,
        forceRefresh=True,
        webhook=None,
        metadata=None,
        wait_for="not a field",
        somethingElse={"of": "theirs"},
    )
    assert answer.status == 200


def test_a_number_may_be_written_with_a_point(caller: Caller) -> None:
    """JSON has one kind of number."""
    answer = caller.post('{"urls": ["https://example.com/"], "timeout": 9000.0, "waitFor": 1e3}')
    assert answer.status == 200
    timeout_ms = stored_task(caller).timeout_ms
    assert timeout_ms == 9_000
    assert isinstance(timeout_ms, int)


def test_as_many_urls_as_are_allowed(caller: Caller) -> None:
    assert caller.submit(*URLS * 50).data["total"] == 100


@pytest.mark.parametrize(
    "text",
    ["\x00", "\ufffe\uffff", "😀", "\ud800", "\u202e", "a\r\nb", "é" * 100, '"\\', "</script>"],
    ids=ascii,
)
def test_any_text_survives(caller: Caller, text: str) -> None:
    """D11."""
    job = caller.submit(f"https://example.com/{text}", metadata={text: [text]}).data
    read = caller.read(job["id"]).data
    assert read["results"][0]["url"] == f"https://example.com/{text}"
    assert read["metadata"] == job["metadata"] == {text: [text]}


def test_of_an_endless_url_enough_is_kept(caller: Caller) -> None:
    job = caller.submit("https://example.com/" + "x" * 1_000_000).data
    (row,) = caller.read(job["id"]).data["results"]
    assert len(row["url"]) == 4_096


def test_metadata_may_have_2_kb(caller: Caller) -> None:
    metadata = {"note": "é" * 1_018}
    assert len(json.dumps(metadata, ensure_ascii=False, separators=(",", ":")).encode()) == 2_047
    assert caller.submit(*URLS, metadata=metadata).data["metadata"] == metadata


def test_an_answer_does_not_wait_for_anything_but_the_write(caller: Caller) -> None:
    """The job is made: a failing read afterwards must not make the caller submit it again."""

    class NoReads(Unwatched):
        def before(self, call_name: str) -> None:
            if call_name in ("tallies.read_all", "items.read_chunk"):
                raise Unavailable(call_name)

    caller.world.watch(NoReads())
    assert caller.submit(*URLS).status == 200
