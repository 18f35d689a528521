"""What becomes of a page that a caller waits for?

One attempt, within the time in which the answer must be there. Each step may take what a job would
give it, or what the steps before it have left, if that is less. What only this cut off is answered
with the advice to make a job of it.

Source: Pages API contract, "Limits": sync calls answer before the gateway gives up.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, ComeAgain, PageFailed
from batchbell.domain.extracted import Extracted, Suggestion
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.page_order import PageAnswer, PageOrder
from batchbell.domain.tally import Counts
from batchbell.domain.target import parse_target
from batchbell.ports import Limits, Store
from batchbell.ports.kept_pages import KeptPages
from batchbell.ports.language_model import Reading
from batchbell.usecases.charge import Call, charge_call, reserve_call
from batchbell.usecases.hold_slot import slot_held
from batchbell.usecases.keep_page import KEEP_MS, NOTHING_KEPT, Keeping
from batchbell.usecases.make_page import (
    MadePage,
    PageTime,
    PageTools,
    asks_model,
    make_page,
)
from batchbell.usecases.page_content import weigh
from batchbell.usecases.page_task import PageTask

R = TypeVar("R")

START_SHARE = 0.2
"""Of the time: for a process that distills to start, which the first call of a function waits for;
whoever builds the distiller gives it no more."""
_DISTILL_SHARE = 0.2
_MODEL_SHARE = 0.3
"""What a fetch leaves for those after it; the rest of the time is its own."""
_GRACE_MS = 5_000
"""Beyond the time of a call, after which its function has surely ended; clocks differ."""
_SITE_WAIT_MS = 60_000
"""When a site that is asked too often has not said when it may be asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """One page that a caller waits for, from `began_at` (epoch ms) for `time_ms` at most."""

    tenant: str
    request_id: str
    began_at: int
    time_ms: int
    url: str
    task: PageTask


def convert(
    store: Store, tools: PageTools, wanted: Conversion, kept: KeptPages = NOTHING_KEPT
) -> MadePage:
    """Make what is wanted of the page. Raises `CallerError`: the page's code, or 408, or 429."""
    with _waited_for(store, wanted, wanted.task.most_credits(1)) as call:
        keeping = Keeping.of(kept, wanted.tenant, wanted.url, wanted.task, store.now())
        made = keeping.find() or _made(store, tools, wanted)
        weight = weigh({**made.content, "metadata": made.metadata})
        counts = Counts(succeeded=1, credits=made.credits)
        charge_call(store.money, call, counts, store.now())
    if wanted.began_at + wanted.time_ms - store.now() > KEEP_MS:
        keeping.keep_content(made, weight)
    return made


def _made(store: Store, tools: PageTools, wanted: Conversion) -> MadePage:
    job = "async/extract" if wanted.task.extracts else "async/distill"
    steps = _Steps(store, tools, wanted, job)
    return make_page(steps.tools, wanted.url, wanted.task, steps.most, may_come_again=False)


def propose(store: Store, tools: PageTools, wanted: Conversion) -> Suggestion:
    """Which fields the page offers, never none. Raises as `convert` does."""
    with _waited_for(store, wanted, 0):
        steps = _Steps(store, tools, wanted, "async/extract, which needs no schema")
        most = steps.most
        fetched = steps.fetch(wanted.url, wanted.task.fetch, timeout_ms=most.fetch_ms)
        answer = steps.work_on(fetched, PageOrder(suggest=True), timeout_ms=most.distill_ms)
        if answer.suggested is None or not answer.suggested.fields:
            raise PageFailed(
                ErrorCode.EXTRACT_FAILED,
                "The page offers no fields. Send a schema of your own to /extract.",
            )
        weigh({"title": answer.suggested.title, "schema": answer.suggested.schema})
        return answer.suggested


@contextmanager
def _waited_for(store: Store, wanted: Conversion, most_credits: int) -> Iterator[Call]:
    """With a slot of the tenant's and what it may cost set aside, and errors as a caller gets them.
    What fails costs nothing.
    """
    ends = wanted.began_at + wanted.time_ms + _GRACE_MS
    tenant, name = wanted.tenant, wanted.request_id
    try:
        parse_target(wanted.url)
        with slot_held(store, tenant, name, ends):
            now = store.now()
            call = reserve_call(store.money, tenant, name, most_credits, now=now, ends=ends)
            try:
                yield call
            except PageFailed:
                charge_call(store.money, call, Counts(failed=1), store.now())
                raise
    except PageFailed as error:
        raise _caller_error(error) from error


def _caller_error(error: PageFailed) -> CallerError:
    if error.code is ErrorCode.SCRAPE_TARGET_RATE_LIMITED:
        wait_ms = error.retry_after_ms
        return ComeAgain(error.code, error.message, _SITE_WAIT_MS if wait_ms is None else wait_ms)
    return CallerError(error.code, error.message)


class _Steps:
    """The ways out and the engines, none of which may take longer than there is time."""

    def __init__(self, store: Store, tools: PageTools, wanted: Conversion, job: str) -> None:
        """`job`: the route that is advised to whoever has no time left."""
        limits = store.limits
        self._now, self._inner, self._job = store.now, tools, job
        self._ends_at = wanted.began_at + wanted.time_ms - limits.page_margin_ms
        self._readings = _readings(tools, wanted.task)
        self._for_start = int(wanted.time_ms * START_SHARE)
        self._for_distill = int(wanted.time_ms * _DISTILL_SHARE)
        self._for_model = int(wanted.time_ms * _MODEL_SHARE) if self._readings else 0
        self.most = _as_in_a_job(limits, wanted.task)

    @property
    def tools(self) -> PageTools:
        """These, as what pages are made with; a model that there is not stays what it is."""
        model = self if self._readings else self._inner.model
        return PageTools(fetcher=self, distiller=self, model=model)

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """See `batchbell.ports.Fetcher`."""
        spare = self._left() - self._for_start - self._for_distill - self._for_model
        fetch = self._inner.fetcher.fetch
        return self._within(spare, timeout_ms, lambda ms: fetch(url, options, timeout_ms=ms))

    def work_on(self, page: FetchedPage, order: PageOrder, *, timeout_ms: int) -> PageAnswer:
        """See `batchbell.ports.Distiller`: the start of a process comes on top of the time."""
        spare = self._left() - self._for_start - self._for_model
        work_on = self._inner.distiller.work_on
        answer = self._within(spare, timeout_ms, lambda ms: work_on(page, order, timeout_ms=ms))
        self._for_start = 0
        return answer

    def extract(
        self,
        text: str,
        schema: Mapping[str, Any],
        hints: Sequence[Mapping[str, Any]],
        *,
        rows: bool,
        timeout_ms: int,
    ) -> Reading[Extracted]:
        """See `batchbell.ports.language_model.LanguageModel`."""
        extract = self._inner.model.extract
        return self._read(
            timeout_ms, lambda ms: extract(text, schema, hints, rows=rows, timeout_ms=ms)
        )

    def summary(self, text: str, *, timeout_ms: int) -> Reading[str]:
        """The same."""
        summary = self._inner.model.summary
        return self._read(timeout_ms, lambda ms: summary(text, timeout_ms=ms))

    def answer(self, text: str, question: str, *, timeout_ms: int) -> Reading[str | None]:
        """The same."""
        answer = self._inner.model.answer
        return self._read(timeout_ms, lambda ms: answer(text, question, timeout_ms=ms))

    def highlights(self, text: str, query: str, *, timeout_ms: int) -> Reading[list[str]]:
        """The same."""
        highlights = self._inner.model.highlights
        return self._read(timeout_ms, lambda ms: highlights(text, query, timeout_ms=ms))

    def _read(self, own_ms: int, step: Callable[[int], R]) -> R:
        """Each reading that is still to come gets the same share of what is left."""
        share = self._left() // max(self._readings, 1)
        self._readings -= 1
        return self._within(share, own_ms, step)

    def _within(self, spare_ms: int, own_ms: int, step: Callable[[int], R]) -> R:
        """`own_ms`: what a job would give the step. Raises `PageFailed` REQUEST_TIMEOUT when it had
        less and that was too little.
        """
        given_ms = min(own_ms, spare_ms)
        if given_ms <= 0:
            raise self._cut_off()
        began = self._now()
        try:
            return step(given_ms)
        except PageFailed as error:
            if given_ms < own_ms and _timed_out(error, self._now() - began >= given_ms):
                raise self._cut_off() from error
            raise

    def _left(self) -> int:
        return self._ends_at - self._now()

    def _cut_off(self) -> PageFailed:
        return PageFailed(
            ErrorCode.REQUEST_TIMEOUT,
            "This page takes longer than a call may wait. Send the same body to POST"
            f" /{self._job}, and read the job until it has ended.",
            retryable=True,
        )


def _as_in_a_job(limits: Limits, task: PageTask) -> PageTime:
    return PageTime(
        fetch_ms=task.timeout_ms,
        distill_ms=limits.distill_timeout_ms,
        model_ms=limits.model_timeout_ms,
    )


def _readings(tools: PageTools, task: PageTask) -> int:
    """How often a language model will be asked."""
    if not asks_model(tools.model, task):
        return 0
    asked = task.readings
    return sum((task.extracts, asked.summary, asked.question is not None, asked.query is not None))


def _timed_out(error: PageFailed, used_up: bool) -> bool:  # noqa: FBT001 - what is told
    """A distiller has one code for whatever went wrong: the clock says what did."""
    late = (ErrorCode.SCRAPE_TIMEOUT, ErrorCode.AI_TIMEOUT)
    return error.code in late or (error.code is ErrorCode.DISTILL_FAILED and used_up)
