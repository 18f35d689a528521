"""What does a worker do with the messages it was handed?"""

from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.codes import ErrorCode
from batchbell.domain.item import ItemState, ResultRef
from batchbell.domain.page import DistilledPage, FetchedPage
from batchbell.domain.page_options import DistillOptions, FetchOptions
from batchbell.usecases.admit import begin
from batchbell.usecases.submit_pages import submit_pages
from tests.memory.submissions import submission, urls_of
from tests.memory.web import ScriptedFetcher
from tests.memory.world import memory_world
from tests.usecases.desk import KEY, Before, Desk, item_key
from tests.usecases.worker import BUSY, GONE, Worker, new_worker, present

# A page.


def test_a_page_becomes_a_result() -> None:
    worker = new_worker()
    assert worker.work(0) == [None]
    item = present(worker.desk.item())
    assert (item.state, item.credits, item.attempt) == (ItemState.SUCCEEDED, 1, 1)
    assert worker.desk.world.results.get([item]) == {item_key(): {"markdown": urls_of(1)[0]}}


def test_the_result_is_there_before_the_item_says_so() -> None:
    worker = new_worker()
    seen: list[int] = []
    world = worker.desk.world
    world.watch(Before("items.finish", lambda: seen.append(len(world.results.stored))))
    worker.work(0)
    assert seen == [1]


def test_the_item_names_its_result_and_its_weight() -> None:
    worker = new_worker()
    worker.work(0)
    content = '{"markdown": "https://site.example/0"}'
    weight = len(content) + 2 + content.count('"')
    assert present(worker.desk.item()).result == ResultRef(1, 1, weight)


def test_a_page_is_asked_for_what_its_batch_is_to_hold() -> None:
    worker = new_worker()
    worker.work(0)
    assert worker.distiller.options == [DistillOptions(formats=frozenset(("markdown",)))]


def test_messages_come_back_in_order_with_their_verdicts() -> None:
    worker = new_worker(3)
    worker.answers(1, BUSY)
    now = worker.desk.world.clock()
    assert worker.work(0, 1, 2) == [None, now + 1_000, None]


def test_the_batch_starts_with_its_first_claim() -> None:
    worker = new_worker(2)
    now = worker.desk.world.clock()
    worker.work(0)
    worker.desk.world.clock.advance(1)
    worker.work(1)
    assert worker.desk.batch.started_at == now


def test_a_page_that_no_answer_could_hold_fails() -> None:
    worker = new_worker()
    worker.distiller.script.set(urls_of(1)[0], DistilledPage("é" * 700_000))
    worker.work(0)
    item = present(worker.desk.item())
    assert item.error
    assert item.error.code is ErrorCode.SCRAPE_CONTENT_TOO_LARGE
    assert not worker.desk.world.results.stored


# Failures and retries.


def test_what_cannot_change_fails_at_once() -> None:
    worker = new_worker()
    worker.answers(0, GONE)
    assert worker.work(0) == [None]
    item = present(worker.desk.item())
    assert item.error
    assert (item.state, item.error.code, item.credits) == (ItemState.FAILED, GONE.code, 0)


def test_what_may_change_waits_under_its_own_record() -> None:
    """Q7: the wait is the item's lease; the hidden message is only a hint."""
    worker = new_worker()
    worker.answers(0, BUSY)
    again = worker.desk.world.clock() + 1_000
    assert worker.work(0) == [again]
    item = present(worker.desk.item())
    assert (item.state, item.lease_until) == (ItemState.PROCESSING, again)


def test_a_start_is_the_first_attempts() -> None:
    worker = new_worker()
    worker.answers(0, BUSY)
    now = worker.desk.world.clock()
    worker.work(0)
    worker.desk.world.clock.advance(5_000)
    worker.work(0)
    assert present(worker.desk.item()).started_at == now


def test_without_time_for_the_page_it_is_tried_again() -> None:
    """Q2: within the function's remaining time, or not at all."""
    worker = new_worker()
    worker.remaining_ms = 20_000
    (again,) = worker.work(0)
    assert again is not None
    assert worker.fetcher.fetched == []


@given(remaining_ms=st.integers(0, 200_000), timeout_ms=st.integers(5_000, 60_000))
def test_a_page_never_outlasts_its_function(remaining_ms: int, timeout_ms: int) -> None:
    """Q2, Q9: its fetch, its distilling and the margin for the writes fit into what is left."""
    world = memory_world()
    submit_pages(world.store, submission(1, timeout_ms=timeout_ms))
    begin(world.store, KEY)
    limits, granted = world.store.limits, list[int]()

    class Timed(ScriptedFetcher):
        def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
            granted.append(timeout_ms)
            return super().fetch(url, options, timeout_ms=timeout_ms)

    worker = Worker(Desk(world), fetcher=Timed(), remaining_ms=remaining_ms)
    worker.work(0)
    spare = remaining_ms - limits.distill_timeout_ms - limits.page_margin_ms
    assert granted == ([min(timeout_ms, spare)] if spare > 0 else [])
