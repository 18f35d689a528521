"""How is the time of a call spent that somebody waits for?"""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.page_options import Asked
from batchbell.domain.schema import Field, Schema
from batchbell.ports.language_model import LanguageModel
from batchbell.usecases.convert import Conversion, convert, propose
from batchbell.usecases.make_page import PageTools
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_with_model import NO_MODEL
from tests.functions.converting import PacedDistiller, PacedFetcher, PacedModel
from tests.memory.submissions import TENANT
from tests.memory.world import LIMITS, World, memory_world

URL = "https://site.example/0"
TIME_MS = 25_000
MARGIN_MS = LIMITS.page_margin_ms
SHARE_MS = 5_000
"""For a process to start, and as much to distill."""
MODEL_MS = 7_500
SUMMARY = Asked(summary=True)
TITLE = Schema((Field("title"),))


@dataclass
class Waiting:
    """Somebody who waits."""

    asks_model: bool = False
    world: World = field(default_factory=memory_world)

    def __post_init__(self) -> None:
        clock = self.world.clock
        self.fetcher, self.distiller = PacedFetcher(clock), PacedDistiller(clock)
        self.model = PacedModel(clock)

    def convert(self, timeout_ms: int = 60_000, **task: Any) -> Any:
        """What becomes of the page."""
        wanted = self._wanted(PageTask(timeout_ms=timeout_ms, **task))
        return convert(self.world.store, self._tools, wanted)

    def propose(self) -> Any:
        """The fields that the page offers."""
        return propose(self.world.store, self._tools, self._wanted(PageTask(timeout_ms=60_000)))

    def refused(self, **task: Any) -> ErrorCode | DocumentsCode:
        """Why nothing becomes of it; said while somebody still waits."""
        with pytest.raises(CallerError) as refused:
            self.convert(**task)
        assert self.waited_ms <= TIME_MS - MARGIN_MS
        return refused.value.code

    @property
    def waited_ms(self) -> int:
        """How long it has taken."""
        return self.world.clock() - self._began

    def _wanted(self, task: PageTask) -> Conversion:
        self._began = self.world.clock()
        return Conversion(
            tenant=TENANT,
            request_id="r-1",
            began_at=self._began,
            time_ms=TIME_MS,
            url=URL,
            task=task,
        )

    @property
    def _tools(self) -> PageTools:
        model: LanguageModel = self.model if self.asks_model else NO_MODEL
        return PageTools(fetcher=self.fetcher, distiller=self.distiller, model=model)


def test_a_page_may_take_what_its_caller_allows() -> None:
    waiting = Waiting()
    waiting.convert(timeout_ms=9_000)
    assert waiting.fetcher.pace.given == [9_000]


def test_what_comes_after_the_fetch_keeps_its_share() -> None:
    waiting = Waiting()
    waiting.convert()
    assert waiting.fetcher.pace.given == [TIME_MS - MARGIN_MS - 2 * SHARE_MS]


def test_so_does_a_language_model_that_is_asked() -> None:
    waiting = Waiting(asks_model=True)
    waiting.convert()
    waiting.convert(readings=SUMMARY)
    without, with_model = waiting.fetcher.pace.given
    assert without - with_model == MODEL_MS


def test_what_was_used_before_the_page_is_not_there_any_more() -> None:
    waiting = Waiting()
    wanted = waiting._wanted(PageTask(timeout_ms=60_000))
    waiting.world.clock.advance(3_000)
    convert(waiting.world.store, waiting._tools, wanted)
    assert waiting.fetcher.pace.given == [TIME_MS - 3_000 - MARGIN_MS - 2 * SHARE_MS]


def test_a_page_that_came_soon_leaves_more_to_those_after_it() -> None:
    waiting = Waiting()
    waiting.fetcher.pace.takes_ms = 10_000
    waiting.convert()
    assert waiting.distiller.pace.given == [TIME_MS - MARGIN_MS - 10_000 - SHARE_MS]


def test_a_process_starts_once() -> None:
    """The fields are proposed first, by the process that finds the rows then."""
    waiting = Waiting()
    waiting.distiller.pace.takes_ms = 6_000
    waiting.convert(extracts=True)
    first, second = waiting.distiller.pace.given
    assert first == TIME_MS - MARGIN_MS - SHARE_MS
    assert second == TIME_MS - MARGIN_MS - 6_000


def test_nobody_gets_more_time_than_in_a_job() -> None:
    waiting = Waiting(world=memory_world(limits=_limits(distill_timeout_ms=2_000)))
    waiting.convert()
    assert waiting.distiller.pace.given == [2_000]


def test_readings_share_what_is_left() -> None:
    waiting = Waiting(asks_model=True)
    waiting.model.pace.takes_ms = 4_000
    waiting.fetcher.pace.takes_ms = 6_000
    waiting.convert(readings=Asked(summary=True, question="Who?", query="price"))
    assert waiting.model.pace.given == [6_000, 7_000]


@pytest.mark.parametrize("step", ["fetcher", "distiller", "model"])
def test_a_step_that_only_the_call_had_no_time_for_belongs_into_a_job(step: str) -> None:
    waiting = Waiting(asks_model=True)
    getattr(waiting, step).pace.takes_ms = 60_000
    assert waiting.refused(readings=SUMMARY) is ErrorCode.REQUEST_TIMEOUT


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("fetcher", ErrorCode.SCRAPE_TIMEOUT),
        ("distiller", ErrorCode.DISTILL_FAILED),
        ("model", ErrorCode.AI_TIMEOUT),
    ],
)
def test_one_that_a_job_would_cut_off_too_says_so_itself(step: str, code: ErrorCode) -> None:
    limits = _limits(distill_timeout_ms=1_000, model_timeout_ms=1_000)
    waiting = Waiting(asks_model=True, world=memory_world(limits=limits))
    getattr(waiting, step).pace.takes_ms = 60_000
    assert waiting.refused(timeout_ms=5_000, readings=SUMMARY) is code


def test_a_distiller_that_fails_early_was_not_cut_off() -> None:
    waiting = Waiting()
    waiting.distiller.script.set(URL, PageFailed(ErrorCode.DISTILL_FAILED, "It is broken."))
    assert waiting.refused() is ErrorCode.DISTILL_FAILED


def test_a_failure_at_the_last_moment_is_still_the_page_s_own() -> None:
    waiting = Waiting()
    waiting.fetcher.pace.takes_ms = TIME_MS - MARGIN_MS - 2 * SHARE_MS
    waiting.fetcher.script.set(URL, PageFailed(ErrorCode.SCRAPE_TARGET_NOT_FOUND, "Gone."))
    assert waiting.refused() is ErrorCode.SCRAPE_TARGET_NOT_FOUND


def test_when_the_time_is_gone_before_the_page_nothing_is_fetched() -> None:
    waiting = Waiting()
    wanted = waiting._wanted(PageTask(timeout_ms=60_000))
    waiting.world.clock.advance(TIME_MS - 2 * SHARE_MS)
    with pytest.raises(CallerError) as refused:
        convert(waiting.world.store, waiting._tools, wanted)
    assert refused.value.code is ErrorCode.REQUEST_TIMEOUT
    assert waiting.fetcher.fetched == []


def test_rows_stand_for_a_model_that_has_no_time() -> None:
    waiting = Waiting(asks_model=True)
    late = PageFailed(ErrorCode.AI_TIMEOUT, "Too late.", retryable=True)
    waiting.model.extracts.set(URL, late)
    made = waiting.convert(extracts=True, schema=TITLE)
    assert made.content["data"] == [{"title": URL}]


def test_without_rows_such_a_model_belongs_into_a_job() -> None:
    waiting = Waiting(asks_model=True)
    late = PageFailed(ErrorCode.AI_TIMEOUT, "Too late.", retryable=True)
    waiting.model.extracts.set(URL, late)
    waiting.distiller.rows.set(URL, Extracted(({"title": None},)))
    assert waiting.refused(extracts=True, schema=TITLE) is ErrorCode.REQUEST_TIMEOUT


def test_a_proposal_keeps_to_the_time_too() -> None:
    waiting = Waiting()
    assert waiting.propose().fields == (Field("title"),)
    waiting.distiller.pace.takes_ms = 60_000
    with pytest.raises(CallerError) as refused:
        waiting.propose()
    assert refused.value.code is ErrorCode.REQUEST_TIMEOUT
    assert waiting.waited_ms <= TIME_MS - MARGIN_MS


def test_what_a_page_costs_is_known() -> None:
    """Contract, "Endpoints"."""
    waiting = Waiting(asks_model=True)
    assert waiting.convert().credits == 1
    assert waiting.convert(readings=SUMMARY).credits == 5
    assert waiting.convert(extracts=True, schema=TITLE).credits == 20


def _limits(**changes: int) -> Any:
    return replace(LIMITS, **changes)  # type: ignore[arg-type]  # whole numbers, all of them
