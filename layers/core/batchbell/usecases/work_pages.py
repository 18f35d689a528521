"""What does a worker do with the messages it was handed?

Claim, do, finish; safe to repeat. The lease, not the message, owns an item: a worker ends its item
under its own attempt only, so whoever comes back late changes nothing. A call that is not taken
(`Unavailable`) costs its own item a turn and no other: its message comes again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from batchbell.domain.batch import Batch
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed, SpecMissing, Unavailable
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import (
    AFTER_LEASE_MS,
    Ending,
    Item,
    ItemError,
    ItemState,
    ResultRef,
)
from batchbell.ports import Claim, Distiller, Fetcher, ItemMessage, Store
from batchbell.ports.kept_pages import KeptPages
from batchbell.ports.language_model import LanguageModel
from batchbell.usecases.dispatch import fail_batch
from batchbell.usecases.keep_page import KEEP_MS, NOTHING_KEPT, Keeping
from batchbell.usecases.make_page import MadePage, PageTime, PageTools, asks_model, make_page
from batchbell.usecases.page_content import weigh
from batchbell.usecases.page_task import PageTask
from batchbell.usecases.read_spec import PagesSpec, read_spec
from batchbell.usecases.read_with_model import NO_MODEL
from batchbell.usecases.settle import fenced_ending
from batchbell.usecases.turn_away import Again, turned_away

_WORKER_DIED = ItemError(
    ErrorCode.SCRAPE_SERVICE_FAILED,
    "Every attempt at this page was cut off. Submit the URL again; if it recurs, leave it out.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWork:
    """What a worker works with. `remaining_ms`: how long the function may still run."""

    fetcher: Fetcher
    distiller: Distiller
    jitter: Callable[[], float]
    remaining_ms: Callable[[], int]
    model: LanguageModel = NO_MODEL
    kept: KeptPages = NOTHING_KEPT


def work_pages(store: Store, work: PageWork, messages: Sequence[ItemMessage]) -> list[Again]:
    """Work on the items of the messages, all beginning now. -> for each when to see it again."""
    claims = store.each(partial(_claim, store), messages)
    mine = [claim.item for claim in claims if claim and claim.mine and claim.item]
    starts = _begin(store, mine)
    known = [item for item in mine if item.key in starts]
    ended = store.each(lambda item: _work(store, work, item, starts[item.key]), known)
    again = dict(zip((item.key for item in known), ended, strict=True))
    return [
        again.get(m.item) if c and c.mine else _turned_away(store, c)
        for m, c in zip(messages, claims, strict=True)
    ]


def _claim(store: Store, message: ItemMessage) -> Claim | None:
    """None: not taken, and unknown whether it happened."""
    now = store.now()
    limits = store.limits
    try:
        return store.items.claim(
            message.item, now, now + limits.lease_ms, limits.page_retry.max_attempts
        )
    except Unavailable:
        return None


def _turned_away(store: Store, claim: Claim | None) -> Again:
    """A call that was not taken, this claim's or the one that follows it: again, a while later."""
    now = store.now()
    if claim is None:
        return now + store.limits.throttled_ms
    try:
        return turned_away(store, claim, now, _WORKER_DIED)
    except Unavailable:
        return now + store.limits.throttled_ms


@dataclass(frozen=True, slots=True)
class _Begun:
    """A batch that takes work, and its input."""

    batch: Batch
    spec: PagesSpec


_Start = _Begun | Ending | None
"""A batch's input; or how its items end, which may not start; None: neither could be found out."""


def _begin(store: Store, mine: Sequence[Item]) -> dict[ItemKey, _Start]:
    """Read each batch once, after its items were claimed: this read decides whether they start.

    An item that no batch has (a message of it is a fault, or somebody's own) is left out: nothing
    becomes of it, and the record of its claim, which counts nowhere, stays until it expires.
    """
    starts: dict[ItemKey, _Start] = {}
    for key in {item.key.batch for item in mine}:
        starts |= _begin_batch(store, key, [item for item in mine if item.key.batch == key])
    return starts


def _begin_batch(store: Store, key: BatchKey, claimed: Sequence[Item]) -> dict[ItemKey, _Start]:
    try:
        batch = store.batches.read(key)
    except Unavailable:
        return dict.fromkeys((item.key for item in claimed), None)
    known = [item for item in claimed if batch is not None and batch.holds(item.key)]
    if batch is None or not known:
        return {}
    return dict.fromkeys((item.key for item in known), _start(store, batch, known))


def _start(store: Store, batch: Batch, known: Sequence[Item]) -> _Start:
    if not batch.takes_work:
        return fenced_ending(batch.fence, store.now())
    try:
        begun = _Begun(batch, read_spec(store, batch))
        _mark_started(store, batch, known)
    except SpecMissing:
        return _fail_batch(store, batch.key)
    except Unavailable:
        return None
    return begun


def _fail_batch(store: Store, key: BatchKey) -> _Start:
    try:
        return fenced_ending(fail_batch(store, key), store.now())
    except Unavailable:
        return None


def _mark_started(store: Store, batch: Batch, known: Sequence[Item]) -> None:
    began = min(item.started_at or store.now() for item in known)
    if batch.started_at is None or began < batch.started_at:
        store.batches.mark_started(batch.key, began)


def _work(store: Store, work: PageWork, item: Item, start: _Start) -> Again:
    """One attempt. Turned away at the fence, the worker itself ends the row it claimed."""
    try:
        if isinstance(start, Ending):
            store.items.finish(item, start)
            return None
        if start is not None:
            return _attempt(store, work, item, start)
    except Unavailable:
        pass
    return (item.lease_until or 0) + AFTER_LEASE_MS


def _attempt(store: Store, work: PageWork, item: Item, begun: _Begun) -> Again:
    tenant, url, task = item.key.batch.tenant, begun.spec.urls[item.key.index], begun.spec.task
    keeping = Keeping.of(work.kept, tenant, url, task, store.now())
    try:
        made = keeping.find() or _made(store, work, item, begun.spec)
        weight = weigh(made.content)
    except PageFailed as error:
        return _failed(store, work, item, task, error)
    store.results.put(item, made.content, keep_until=begun.batch.expires_at)
    ending = Ending(
        state=ItemState.SUCCEEDED,
        at=store.now(),
        credits=made.credits,
        result=ResultRef(item.generation, item.attempt, weight),
    )
    if store.items.finish(item, ending) and work.remaining_ms() > KEEP_MS:
        keeping.keep_result(made, item.evolve(result=ending.result))
    return None


def _made(store: Store, work: PageWork, item: Item, spec: PagesSpec) -> MadePage:
    """Within the caller's timeout and the function's time."""
    limits, task = store.limits, spec.task
    tools = PageTools(fetcher=work.fetcher, distiller=work.distiller, model=work.model)
    model_ms = limits.model_timeout_ms if asks_model(work.model, task) else 0
    spare_ms = work.remaining_ms() - limits.distill_timeout_ms - limits.page_margin_ms - model_ms
    if spare_ms <= 0:
        raise PageFailed(
            ErrorCode.SCRAPE_TIMEOUT, "There was no time left for the page.", retryable=True
        )
    time = PageTime(
        fetch_ms=min(task.timeout_ms, spare_ms),
        distill_ms=limits.distill_timeout_ms,
        model_ms=limits.model_timeout_ms,
    )
    last = item.attempt >= limits.page_retry.max_attempts
    return make_page(tools, spec.urls[item.key.index], task, time, may_come_again=not last)


def _failed(store: Store, work: PageWork, item: Item, task: PageTask, error: PageFailed) -> Again:
    """Try again later under the same record, or record the failure."""
    now = store.now()
    again = None
    if error.retryable:
        again = store.limits.page_retry.next_attempt_at(
            item, now, task.timeout_ms, error.retry_after_ms, work.jitter()
        )
    if again is not None:
        return again if store.items.postpone(item, again) else None
    failure = ItemError(error.code, error.message)
    store.items.finish(item, Ending(state=ItemState.FAILED, at=now, error=failure))
    return None
