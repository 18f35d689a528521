"""Is an answered cancel a fact, at whatever moment it comes?"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import pytest

from batchbell.contracts.pages_answers import row_object
from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.item import Item, ItemState
from batchbell.ports import Limits
from batchbell.usecases.cancel import cancel
from tests.flow.ends import ended, event_of
from tests.flow.intruder import Intruder
from tests.flow.pump import Pump, Worked
from tests.flow.reader import Reader
from tests.flow.scene import KEY, LARGE_FROM_2, record, scene, watch
from tests.memory.submissions import KIND, urls_of
from tests.memory.world import LIMITS

LIMITS_OF_BOTH = pytest.mark.parametrize("limits", [LIMITS, LARGE_FROM_2], ids=["small", "large"])
COUNTS = pytest.mark.parametrize("items", [1, 2, 3])
BUSY = PageFailed(ErrorCode.SCRAPE_TIMEOUT, "The page took too long.", retryable=True)


@dataclass
class Canceler:
    """Cancels once, and remembers what was so before, and when the answer came."""

    pump: Pump
    finished: list[Item] = field(default_factory=list)
    answer: Batch | None = None
    refused: ErrorCode | DocumentsCode | None = None
    fetched: int = 0
    claimed: set[str] = field(default_factory=set)

    def __call__(self) -> None:
        rows = self.pump.world.records.items.get((KEY, 0), {}).values()
        self.finished = [row for row in rows if row.state.terminal]
        try:
            self.answer = cancel(self.pump.world.store, KEY, KIND)
        except CallerError as error:
            self.refused = error.code
        urls = urls_of(record(self.pump).total)
        self.fetched = len(self.pump.fetcher.fetched)
        self.claimed = self._in_work(urls) | set(self.pump.fetcher.fetched)

    @property
    def fetched_later(self) -> set[str]:
        """What was fetched after the answer and had not begun before it."""
        return set(self.pump.fetcher.fetched[self.fetched :]) - self.claimed

    def _in_work(self, urls: tuple[str, ...]) -> set[str]:
        """What the worker that was interrupted had claimed: its fence was read, or will be."""
        match self.pump.current:
            case Worked(messages):
                items = self.pump.world.records.items.get((KEY, 0), {})
                mine = [m.item.position for m in messages if m.item.position in items]
                return {urls[position] for position in mine}
        return set()


def at_every_call(
    items: int, limits: Limits, check: Callable[[Pump, Canceler], None], readers: int = 0
) -> None:
    """A cancel after call 1, 2, 3 ... of everything else; the first page fails once, then for good.

    Readers read after every call.
    """
    for number in count(1):
        pump = scene(items, limits)
        pump.fetcher.script.set(urls_of(1)[0], BUSY, PageFailed(ErrorCode.INVALID_URL, "No."))
        canceler, reader = Canceler(pump), Reader(pump.world, KEY)
        intruder = Intruder(canceler, number)
        watch(pump, intruder, *[Intruder(reader.read)] * readers)
        pump.run()
        if not intruder.came:
            assert number > 30
            return
        check(pump, canceler)


@COUNTS
@LIMITS_OF_BOTH
def test_it_is_canceled_if_and_only_if_that_was_answered(items: int, limits: Limits) -> None:
    """X2, X3, X5, X11, Q13: one event, its own state, and 409 when the job had finished."""

    def check(pump: Pump, canceler: Canceler) -> None:
        ended(pump, KEY, Outcome.CANCELED if canceler.answer else Outcome.COMPLETED)
        assert canceler.answer or canceler.refused is ErrorCode.JOB_ALREADY_FINISHED

    at_every_call(items, limits, check)


@COUNTS
@LIMITS_OF_BOTH
def test_no_url_starts_after_the_answer(items: int, limits: Limits) -> None:
    """X1: a worker reads the fence after its claim; what it had claimed is all it may fetch."""

    def check(pump: Pump, canceler: Canceler) -> None:
        assert canceler.fetched_later == set()

    at_every_call(items, limits, check)


@COUNTS
def test_what_was_answered_stays_for_ever(items: int) -> None:
    """X6, X10: counts, credits and rows; a late result is dropped and not charged."""

    def check(pump: Pump, canceler: Canceler) -> None:
        if canceler.answer is None:
            return
        batch = record(pump)
        assert batch.counts == canceler.answer.counts
        assert batch.completed_at == canceler.answer.completed_at
        rows = Reader(pump.world, KEY).read().rows.values()
        assert batch.counts is not None
        assert batch.counts.credits == sum(row.state is ItemState.SUCCEEDED for row in rows)

    at_every_call(items, LIMITS, check)


@COUNTS
@LIMITS_OF_BOTH
def test_what_had_finished_is_read_and_charged_after_the_cancel(items: int, limits: Limits) -> None:
    """X6, X7: at whatever moment it came, and each with its content or its reason."""
    kept = set()

    def check(pump: Pump, canceler: Canceler) -> None:
        view = Reader(pump.world, KEY).read()
        for row in canceler.finished:
            assert view.rows[row.key.index] == row
            assert bool(pump.world.results.get([row])) is (row.error is None)
        kept.add(len(canceler.finished))
        assert view.counts.credits >= sum(row.credits for row in canceler.finished)

    at_every_call(items, limits, check)
    assert kept == set(range(items + 1))


@COUNTS
@LIMITS_OF_BOTH
def test_readers_at_every_call_see_no_state_go_back(items: int, limits: Limits) -> None:
    """X2: the next answer says CANCELLED."""

    def check(pump: Pump, canceler: Canceler) -> None:
        assert canceler.answer or canceler.refused

    at_every_call(items, limits, check, readers=1)


@LIMITS_OF_BOTH
def test_rows_that_never_finished_stay_pending_and_are_marked(limits: Limits) -> None:
    """X3: canceled is not failed."""
    pump = scene(3, limits)
    cancel(pump.world.store, KEY, KIND)
    pump.run()
    view = Reader(pump.world, KEY).read()
    rows = [row_object(i, "u", view.rows[i], {}, "") for i in range(3)]
    assert [(row["status"], row["canceled"]) for row in rows] == [("PENDING", True)] * 3
    assert (view.counts.failed, view.counts.succeeded, view.counts.credits) == (0, 0, 0)


def test_rows_that_had_finished_stay_readable_and_charged() -> None:
    """X6, X7."""
    pump = scene(2)
    url = urls_of(2)[1]
    pump.fetcher.script.set(url, BUSY)
    while len(pump.fetcher.fetched) < 2:
        pump.step()
    answered = cancel(pump.world.store, KEY, KIND)
    view = Reader(pump.world, KEY).read()
    assert [view.rows[i].state for i in (0, 1)] == [ItemState.SUCCEEDED, ItemState.CANCELED]
    assert pump.world.results.get([view.rows[0]])
    assert answered.counts is not None
    assert answered.counts.credits == 1


def test_a_second_cancel_answers_the_same() -> None:
    pump = scene(2)
    first = cancel(pump.world.store, KEY, KIND)
    pump.run()
    again = cancel(pump.world.store, KEY, KIND)
    assert (again.outcome, again.counts) == (first.outcome, first.counts)
    assert len(pump.poster.posted) == 1


def test_a_finished_job_is_not_canceled() -> None:
    pump = scene(2)
    pump.run()
    with pytest.raises(CallerError) as refused:
        cancel(pump.world.store, KEY, KIND)
    assert refused.value.code is ErrorCode.JOB_ALREADY_FINISHED
    ended(pump, KEY)


def test_what_has_finished_unseen_is_finished() -> None:
    """C30: all rows have ended, and no record of it has arrived yet."""
    pump = scene(2)
    pump.lost = lambda change: change.kind == "item"
    pump.run()
    with pytest.raises(CallerError):
        cancel(pump.world.store, KEY, KIND)
    assert record(pump).outcome is Outcome.COMPLETED


def test_messages_of_a_canceled_batch_cost_a_refused_claim_each() -> None:
    """X2: the backlog leaves the queue without a fetch."""
    pump = scene(30)
    while not pump.world.pages.messages:
        pump.step()
    cancel(pump.world.store, KEY, KIND)
    pump.run()
    assert pump.fetcher.fetched == []
    ended(pump, KEY, Outcome.CANCELED)


def test_a_large_batch_is_answered_at_the_fence() -> None:
    """Contract, "Cancel": above the limit, CANCELLED at once and `completedAt` when settled."""
    pump = scene(3, LARGE_FROM_2)
    pump.step()
    answered = cancel(pump.world.store, KEY, KIND)
    reader = Reader(pump.world, KEY)
    view = reader.read()
    assert answered.open
    assert reader.word(view) == "CANCELLED"
    assert view.batch.completed_at is None
    pump.run()
    assert reader.read().batch.completed_at is not None
    ended(pump, KEY, Outcome.CANCELED)


def test_the_event_of_a_cancel_says_what_had_finished() -> None:
    """C9, W2."""
    pump = scene(3)
    pump.fetcher.script.set(urls_of(3)[2], BUSY)
    while len(pump.fetcher.fetched) < 3:
        pump.step()
    cancel(pump.world.store, KEY, KIND)
    pump.run()
    assert (
        '"status": "CANCELLED", "total": 3, "completed": 2, "failed": 0' in event_of(pump, KEY).body
    )
