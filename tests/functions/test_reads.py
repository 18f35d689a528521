"""What can be read of a job in every state it may be in, and what does reading cost it?"""

from collections.abc import Callable
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from tests.functions.callers import Answer, Caller
from tests.functions.event_files import load
from tests.functions.running import finish, job_key, messages_of, work_on

URLS = tuple(f"https://example.com/{name}" for name in ("one", "two", "three"))
GONE = PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "There is no such page.")
BUSY = PageFailed(ErrorCode.SCRAPE_SITE_ERROR, "The site is down.", retryable=True)
DAY_MS = 86_400_000


def pending(caller: Caller, job_id: str) -> None:
    """Nobody has begun."""


def processing(caller: Caller, job_id: str) -> None:
    """One has ended, one waits for its next attempt, one is waiting."""
    work_on(caller.world, messages_of(caller.world, job_id)[:2], {URLS[0]: "# One", URLS[1]: BUSY})


def completed(caller: Caller, job_id: str) -> None:
    """Good and bad."""
    finish(caller.world, job_id, {URLS[0]: "# One", URLS[1]: GONE})


def canceled(caller: Caller, job_id: str) -> None:
    """In the middle."""
    processing(caller, job_id)
    caller.delete(job_id)


def failed(caller: Caller, job_id: str) -> None:
    """Its input list was lost in the middle."""
    messages = messages_of(caller.world, job_id)
    work_on(caller.world, messages[:1], {URLS[0]: "# One"})
    caller.world.specs.stored.clear()
    work_on(caller.world, messages[1:])


def without_results(caller: Caller, job_id: str) -> None:
    """Completed; its results are gone, nobody knows why."""
    completed(caller, job_id)
    caller.world.results.stored.clear()


STATES: dict[str, Callable[[Caller, str], None]] = {
    state.__name__: state
    for state in (pending, processing, completed, canceled, failed, without_results)
}
WORDS = {"without_results": "COMPLETED", "canceled": "CANCELLED"}


def submitted(caller: Caller, state: str) -> str:
    """A job of three in this state. -> its id."""
    job_id = str(caller.submit(*URLS, metadata={"order": 7}).data["id"])
    STATES[state](caller, job_id)
    return job_id


def reads(caller: Caller, job_id: str) -> list[Answer]:
    """Every way to read it."""
    pages = [caller.read(job_id, page=str(page), pageSize="2") for page in range(3)]
    return [caller.read(job_id), *pages, *[caller.row(job_id, index) for index in range(3)]]


@pytest.mark.parametrize("state", STATES)
def test_every_read_in_every_state_is_answered_as_documented(caller: Caller, state: str) -> None:
    """R14, R3: with 200, and the rows say the same in the list, on a page and alone."""
    job_id = submitted(caller, state)
    answers = reads(caller, job_id)
    assert [answer.status for answer in answers] == [200] * 7
    rows = answers[0].data["results"]
    assert [row for page in answers[1:4] for row in page.data["results"]] == rows
    assert [answer.data for answer in answers[4:]] == rows
    assert answers[0].data["status"] == WORDS.get(state, state.upper())


@pytest.mark.parametrize("state", STATES)
def test_a_job_of_three_says_three_in_every_answer(caller: Caller, state: str) -> None:
    """W5: a batch with accepted items never reports another total, least of all none."""
    job_id = submitted(caller, state)
    answers = reads(caller, job_id)[:4]
    assert [answer.data["total"] for answer in answers] == [3] * 4
    assert [row["index"] for row in answers[0].data["results"]] == [0, 1, 2]
    for event in caller.world.events.read_all(job_key(job_id)):
        assert '"total": 3' in event.body


@pytest.mark.parametrize("state", STATES)
def test_reads_destroy_nothing(caller: Caller, state: str) -> None:
    """R5: the second read gives what the first gave, and so does one on the last day."""
    job_id = submitted(caller, state)
    first = reads(caller, job_id)
    results, specs = dict(caller.world.results.stored), dict(caller.world.specs.stored)
    caller.world.take_changes()
    assert reads(caller, job_id) == first
    caller.world.clock.advance(30 * DAY_MS - 1)
    assert reads(caller, job_id) == first
    assert caller.world.take_changes() == []
    assert (caller.world.results.stored, caller.world.specs.stored) == (results, specs)


@pytest.mark.parametrize("state", ["canceled", "failed"])
def test_what_had_finished_is_served_by_a_job_that_did_not(caller: Caller, state: str) -> None:
    """X7: with its content, and charged; whether it was canceled or broke off."""
    job = caller.read(submitted(caller, state)).data
    row = job["results"][0]
    assert (row["status"], row["markdown"]) == ("SUCCEEDED", "# One")
    assert (job["completed"], job["creditsUsed"]) == (1, 1)


def test_a_poll_loads_the_rows_of_its_page_and_no_others(caller: Caller) -> None:
    """R7: the state and the counts can be had without any content."""
    urls = [f"https://example.com/{number}" for number in range(100)]
    job_id = caller.submit(*urls).data["id"]
    finish(caller.world, job_id)
    loaded: list[int] = []
    get = caller.world.results.get

    def counting(items: Any) -> Any:
        loaded.append(len(items))
        return get(items)

    caller.world.results.get = counting  # type: ignore[method-assign]
    poll = caller.read(job_id, page="999999", pageSize="1").data
    assert (poll["status"], poll["completed"], poll["results"]) == ("COMPLETED", 100, [])
    assert loaded == []
    assert len(caller.read(job_id, page="4", pageSize="7").data["results"]) == 7
    assert loaded == [7]


def test_an_address_in_an_answer_is_good_until_the_job_expires(caller: Caller) -> None:
    """R11: it is a route of ours, asked for with the caller's key; no signature that runs out."""
    pages = dict.fromkeys(URLS, "x" * 2000000)
    job_id = caller.submit(*URLS).data["id"]
    finish(caller.world, job_id, pages)
    address = caller.read(job_id).data["results"][2]["contentUrl"]
    assert address.endswith(f"/openapi/v1/batch/distill/{job_id}/results/2")
    caller.world.clock.advance(30 * DAY_MS - 1)
    assert caller.row(job_id, 2).data["markdown"] == pages[URLS[2]]
    event = load("status/row")
    event["headers"].pop("Authorization")
    event["multiValueHeaders"].pop("Authorization")
    assert caller.send_as_it_is(event).code == (401, "API_KEY_MISSING")


def test_equal_urls_keep_their_own_results(caller: Caller) -> None:
    """Q19: the site answers otherwise each time, and the last row is worked on first."""
    same = "https://example.com/now"
    job_id = caller.submit(same, same, same).data["id"]
    messages = messages_of(caller.world, job_id)
    for time, message in zip(("first", "second", "third"), reversed(messages), strict=True):
        work_on(caller.world, [message], {same: time})
    finish(caller.world, job_id)
    rows = caller.read(job_id).data["results"]
    assert [row["markdown"] for row in rows] == ["third", "second", "first"]
    assert [caller.row(job_id, index).data for index in range(3)] == rows
