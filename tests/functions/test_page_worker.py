"""What does the page worker tell its queue?"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, Unavailable
from batchbell.domain.identifiers import item_key
from batchbell.domain.item import ItemState
from batchbell.domain.page_options import FetchOptions
from batchbell.runtime.queue import serve
from functions.page_worker.app import handle
from tests.functions.callers import Caller
from tests.functions.event_files import load
from tests.functions.running import job_key, messages_of, page_work
from tests.functions.sent import MemoryPostponer, ids, kept, receipts
from tests.memory.hooks import Unwatched

ONE, TWO = "https://example.com/one", "https://example.com/two"
LATER = PageFailed(
    ErrorCode.SCRAPE_SITE_ERROR, "The site is down.", retryable=True, retry_after_ms=7_001
)


@pytest.fixture
def event(caller: Caller) -> dict[str, Any]:
    """The messages of the job in the event files, which exists."""
    job = caller.send(load("submit/batch")).data
    messages_of(caller.world, job["id"])
    return load("page_worker/pages")


@pytest.fixture
def postponer() -> MemoryPostponer:
    """Who hides messages."""
    return MemoryPostponer()


def _state(caller: Caller, index: int) -> ItemState | None:
    key = job_key("batch_11f74a28e58697e64e3b6dbd774a07f1")
    item = caller.world.items.read(item_key(key, index))
    return None if item is None else item.state


def test_pages_that_have_ended_are_done_with(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    answer = handle(event, caller.world.store, page_work(), postponer)
    assert kept(answer) == []
    assert postponer.hidden == {}
    assert [_state(caller, index) for index in range(2)] == [ItemState.SUCCEEDED] * 2


def test_a_page_that_is_tried_again_is_hidden_until_then(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    answer = handle(event, caller.world.store, page_work({TWO: LATER}), postponer)
    assert kept(answer) == ids(event)[1:]
    assert postponer.hidden == {receipts(event)[1]: 8}, "rounded up: too early is refused"
    assert _state(caller, 0) is ItemState.SUCCEEDED


def test_a_page_that_somebody_works_on_is_looked_at_after_the_lease(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    """Q1: a redelivered message starts nothing."""
    limits, now = caller.world.store.limits, caller.world.clock()
    key = item_key(job_key("batch_11f74a28e58697e64e3b6dbd774a07f1"), 0)
    caller.world.items.claim(key, now, now + limits.lease_ms, 3)
    answer = handle(event, caller.world.store, page_work(), postponer)
    assert kept(answer) == ids(event)[:1]
    assert postponer.hidden == {receipts(event)[0]: limits.lease_ms // 1000 + 1}


def test_a_message_that_nobody_can_read_leaves_the_others_alone(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    for body in ("", "{}", "[]", "nonsense", json.dumps({"v": 2, "tenant": "acme"})):
        poison, event["Records"][0]["body"] = event["Records"][0], body
        answer = handle(event, caller.world.store, page_work(), postponer)
        assert kept(answer) == [poison["messageId"]]
        assert postponer.hidden == {poison["receiptHandle"]: 60}
    assert _state(caller, 1) is ItemState.SUCCEEDED


def test_how_long_a_message_waits_that_nobody_can_read_is_a_setting(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    event["Records"][0]["body"] = "nonsense"
    limits = replace(caller.world.store.limits, unreadable_ms=2_000)
    handle(event, replace(caller.world.store, limits=limits), page_work(), postponer)
    assert postponer.hidden == {receipts(event)[0]: 2}


def test_when_nothing_works_every_message_comes_again(event: dict[str, Any]) -> None:
    """Q10."""

    def broken(_: Sequence[str]) -> list[int | None]:
        raise Unavailable("ThrottlingException")

    postponer = MemoryPostponer()
    answer = serve(event["Records"], str, broken, postponer, lambda: 0, 60_000)
    assert kept(answer) == ids(event)
    assert postponer.hidden == {}


@pytest.mark.parametrize("table", ["items.claim", "batches.read", "items.finish"])
def test_when_the_table_is_away_every_message_comes_again(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer, table: str
) -> None:
    class Away(Unwatched):
        def before(self, call_name: str) -> None:
            if call_name == table:
                raise Unavailable(call_name)

    caller.world.watch(Away())
    assert kept(handle(event, caller.world.store, page_work(), postponer)) == ids(event)


def test_a_message_that_cannot_be_hidden_comes_again_all_the_same(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    postponer.broken = set(receipts(event))
    work = page_work({ONE: LATER, TWO: LATER})
    assert kept(handle(event, caller.world.store, work, postponer)) == ids(event)


@pytest.mark.parametrize(
    ("at", "seconds"),
    [
        (-1, 0),
        (0, 0),
        (1, 1),
        (1_000, 1),
        (1_001, 2),
        (43_200_000, 43_200),
        (43_200_001, 43_200),
        (10**15, 43_200),
    ],
)
def test_a_message_is_hidden_for_0_to_43200_seconds(
    event: dict[str, Any], at: int, seconds: int
) -> None:
    postponer, now = MemoryPostponer(), 1_790_000_000_000

    def wait(messages: list[str]) -> list[int | None]:
        return [now + at] * len(messages)

    serve(event["Records"], str, wait, postponer, lambda: now, 60_000)
    assert set(postponer.hidden.values()) == {seconds}


@pytest.mark.parametrize(
    ("remaining_ms", "margin_ms", "timeout_ms"),
    [(80_000, 1_000, 30_000), (40_000, 1_000, 19_000), (40_000, 5_000, 15_000)],
)
def test_a_page_gets_no_more_time_than_the_function_has(
    caller: Caller,
    event: dict[str, Any],
    postponer: MemoryPostponer,
    remaining_ms: int,
    margin_ms: int,
    timeout_ms: int,
) -> None:
    """Q2, Q9."""
    work, timeouts = page_work(), []
    fetch = work.fetcher.fetch

    class Timed:
        def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> Any:
            timeouts.append(timeout_ms)
            return fetch(url, options, timeout_ms=timeout_ms)

    timed = replace(work, fetcher=Timed(), remaining_ms=lambda: remaining_ms)
    limits = replace(caller.world.store.limits, page_margin_ms=margin_ms)
    handle(event, replace(caller.world.store, limits=limits), timed, postponer)
    assert timeouts == [timeout_ms] * 2


def test_what_nobody_foresaw_is_raised(
    caller: Caller, event: dict[str, Any], postponer: MemoryPostponer
) -> None:
    """So that it is seen as an error of the function; every message then comes again."""
    work = page_work()
    work.fetcher.script.set(ONE, ZeroDivisionError())  # type: ignore[attr-defined]  # the scripted one
    with pytest.raises(ZeroDivisionError):
        handle(event, caller.world.store, work, postponer)
    assert _state(caller, 1) is ItemState.SUCCEEDED
