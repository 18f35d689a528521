"""What do the GET routes answer about a job?"""

from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, Unavailable
from batchbell.domain.identifiers import item_key
from tests.functions.callers import Caller
from tests.functions.event_files import load
from tests.functions.running import finish, job_key, messages_of, work_on
from tests.memory.hooks import Unwatched

ONE, TWO, THREE = (f"https://example.com/{name}" for name in ("one", "two", "three"))
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "The site says there is no such page.")
AGAIN = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "The site is down.", retryable=True)
NOT_YET = {"success", "markdown", "metadata", "error", "contentUrl", "canceled"}


def test_a_job_whose_pages_have_ended(caller: Caller) -> None:
    job = caller.submit(ONE, TWO).data
    caller.world.clock.advance(2_000)
    finish(caller.world, job["id"], {ONE: "# One", TWO: GONE})
    assert caller.read(job["id"]).data == {
        **job,
        "status": "COMPLETED",
        "completed": 1,
        "failed": 1,
        "creditsUsed": 1,
        "startedAt": "2026-09-21T14:13:22Z",
        "completedAt": "2026-09-21T14:13:22Z",
        "results": [
            {"index": 0, "url": ONE, "status": "SUCCEEDED", "success": True, "markdown": "# One"},
            {
                "index": 1,
                "url": TWO,
                "status": "FAILED",
                "success": False,
                "error": {"code": "SCRAPE_TARGET_NOT_FOUND", "message": GONE.message},
            },
        ],
    }


def test_a_job_while_it_runs(caller: Caller) -> None:
    """C30, C31: one page has ended, one waits for its next attempt, one has not begun."""
    job = caller.submit(ONE, TWO, THREE).data
    work_on(caller.world, messages_of(caller.world, job["id"])[:2], {ONE: "# One", TWO: AGAIN})
    read = caller.read(job["id"]).data
    assert (read["status"], read["completed"], read["failed"]) == ("PROCESSING", 1, 0)
    assert (read["startedAt"], read["completedAt"]) == ("2026-09-21T14:13:20Z", None)
    assert [row["status"] for row in read["results"]] == ["SUCCEEDED", "PROCESSING", "PENDING"]
    assert not [NOT_YET & row.keys() for row in read["results"][1:] if NOT_YET & row.keys()]


def test_a_canceled_job(caller: Caller) -> None:
    job = caller.submit(ONE, TWO).data
    work_on(caller.world, messages_of(caller.world, job["id"])[:1], {ONE: "# One"})
    caller.world.clock.advance(3_000)
    caller.delete(job["id"])
    read = caller.read(job["id"]).data
    counts = (read["status"], read["completed"], read["failed"], read["creditsUsed"])
    assert counts == ("CANCELLED", 1, 0, 1)
    assert read["completedAt"] == "2026-09-21T14:13:23Z"
    assert read["results"][1] == {"index": 1, "url": TWO, "status": "PENDING", "canceled": True}


def test_a_job_whose_input_is_lost(caller: Caller) -> None:
    job = caller.submit(ONE, TWO).data
    messages = messages_of(caller.world, job["id"])
    caller.world.specs.stored.clear()
    work_on(caller.world, messages)
    read = caller.read(job["id"]).data
    assert (read["status"], read["failed"]) == ("FAILED", 2)
    assert {row["error"]["code"] for row in read["results"]} == {"INTERNAL_ERROR"}


def test_the_event_files_tell_one_story(caller: Caller) -> None:
    job = caller.send(load("submit/batch")).data
    finish(caller.world, job["id"])
    answers = [caller.send(load(name)).data for name in ("status/batch", "status/batch_page")]
    assert answers[0] == answers[1]
    assert answers[0]["results"][1] == caller.send(load("status/row")).data
    metadata = answers[0]["results"][1]["metadata"]
    assert metadata == {
        "title": None,
        "description": None,
        "language": None,
        "author": None,
        "publishedDate": None,
        "image": None,
        "sourceURL": TWO,
        "sourceUrl": TWO,
        "statusCode": 200,
        "contentLength": len(TWO),
    }


def test_a_row_alone_is_the_row_of_the_list(caller: Caller) -> None:
    job = caller.submit(ONE, TWO, THREE).data
    work_on(caller.world, messages_of(caller.world, job["id"])[:2], {ONE: "# One", TWO: GONE})
    rows = [caller.row(job["id"], index).data for index in range(3)]
    assert rows == caller.read(job["id"]).data["results"]


@pytest.mark.parametrize("index", [3, 999_999])
def test_a_row_that_the_job_does_not_have(caller: Caller, index: int) -> None:
    job = caller.submit(ONE, TWO, THREE).data
    assert caller.row(job["id"], index).code == (404, "JOB_NOT_FOUND")


@pytest.mark.parametrize("index", ["-1", "1.0", "x", "%201", "1000000", "9" * 5_000, "١"])
def test_what_is_no_index(caller: Caller, index: str) -> None:
    job = caller.submit(ONE).data
    answer = caller.row(job["id"], index)
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == {"index": "must be a whole number from 0 to 999999"}


def test_reading_changes_nothing(caller: Caller) -> None:
    """R5."""
    job = caller.submit(ONE).data
    finish(caller.world, job["id"])
    assert caller.read(job["id"]) == caller.read(job["id"])
    assert caller.row(job["id"], 0) == caller.row(job["id"], 0)


@pytest.mark.parametrize("finished", [False, True])
def test_a_job_expires(caller: Caller, finished: bool) -> None:
    """R3, R9, R10: it says when it will, and then that it has."""
    job = caller.submit(ONE).data
    if finished:
        finish(caller.world, job["id"])
    caller.world.clock.advance(30 * 86_400_000 - 1)
    assert caller.read(job["id"]).status == 200
    caller.world.clock.advance(1)
    assert caller.read(job["id"]).code == (410, "JOB_EXPIRED")
    assert caller.row(job["id"], 0).code == (410, "JOB_EXPIRED")


def test_a_row_whose_content_has_just_been_erased_says_where_it_was(caller: Caller) -> None:
    """Between the read of the job and that of its contents: the next answer is 410."""
    job = caller.submit(ONE).data
    finish(caller.world, job["id"])
    caller.world.results.stored.clear()
    (row,) = caller.read(job["id"]).data["results"]
    assert (row["status"], "markdown" in row) == ("SUCCEEDED", False)
    assert row["contentUrl"].endswith(f"/openapi/v1/batch/distill/{job['id']}/results/0")


@pytest.mark.parametrize(
    "url", ["https://example.com/", "http://user:secret@host/", "", " ", "nonsense"]
)
def test_a_url_is_shown_as_it_was_submitted(caller: Caller, url: str) -> None:
    job = caller.submit(url).data
    assert caller.read(job["id"]).data["results"][0]["url"] == url


class _Broken(Unwatched):
    def __init__(self, error: Exception) -> None:
        self._error = error

    def before(self, call_name: str) -> None:
        raise self._error


@pytest.mark.parametrize("error", [Unavailable("ThrottlingException"), KeyError("batches")])
def test_whatever_goes_wrong_is_answered_in_the_envelope(caller: Caller, error: Exception) -> None:
    job = caller.submit(ONE).data
    caller.world.watch(_Broken(error))
    for answer in (
        caller.submit(ONE),
        caller.read(job["id"]),
        caller.row(job["id"], 0),
        caller.delete(job["id"]),
        caller.delete(job["id"], purge="true"),
    ):
        assert answer.code == (500, "INTERNAL_ERROR")
        assert "Send the request again." in answer.error["message"]
        assert answer.error["details"] is None


def test_a_row_keeps_its_error_message_short(caller: Caller) -> None:
    job = caller.submit(ONE).data
    failure = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "é" * 1_000)
    finish(caller.world, job["id"], {ONE: failure})
    item = caller.world.items.read(item_key(job_key(job["id"]), 0))
    assert item is not None
    message = caller.read(job["id"]).data["results"][0]["error"]["message"]
    assert 0 < len(message) < 1_000


def test_a_page_may_hold_any_text(caller: Caller) -> None:
    job = caller.submit(ONE).data
    text = '\x00\ufffe😀\ud800\u2028</script>"\\'
    finish(caller.world, job["id"], {ONE: text})
    assert caller.read(job["id"]).data["results"][0]["markdown"] == text


ADDRESSES: list[tuple[str, dict[str, Any], str]] = [
    ("status/batch", {}, "https://k2abc3def4.execute-api.eu-central-1.amazonaws.com/Prod"),
    ("status/batch_under_base_path", {}, "https://api.example.com/scraping"),
    ("status/batch", {"PUBLIC_BASE_URL": "https://bell.example.com/"}, "https://bell.example.com"),
]


@pytest.mark.parametrize(("event", "settings", "address"), ADDRESSES)
def test_an_address_is_the_one_that_the_caller_uses(
    event: str, settings: dict[str, str], address: str
) -> None:
    caller = Caller(settings={"MAX_BATCH_URLS": "100", "RETENTION_DAYS": "30", **settings})
    job = caller.send(load("submit/batch")).data
    finish(caller.world, job["id"])
    caller.world.results.stored.clear()
    urls = [row["contentUrl"] for row in caller.send(load(event)).data["results"]]
    assert urls == [
        f"{address}/openapi/v1/batch/distill/{job['id']}/results/{index}" for index in range(2)
    ]
