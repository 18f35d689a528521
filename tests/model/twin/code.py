"""How is the code set up, and which use case does each trigger of the model set going?"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from batchbell.domain.identifiers import (
    ASYNC_ID_PREFIX,
    BatchKey,
    ItemKey,
    job_id_for,
    pages_key,
)
from batchbell.domain.item import ItemState
from batchbell.domain.job_kind import JobKind
from batchbell.domain.retry import WebhookRetry
from batchbell.domain.tally import Tally
from batchbell.ports import ItemMessage, Limits, Store, WebhookMessage
from batchbell.usecases.admit import begin
from batchbell.usecases.aggregate import EventOwed, ItemEnded, aggregate
from batchbell.usecases.cancel import cancel
from batchbell.usecases.dispatch import dispatch_tally
from batchbell.usecases.notify import Notifying, notify
from batchbell.usecases.purge import purge
from batchbell.usecases.read_job import read_job
from batchbell.usecases.settle import settle
from batchbell.usecases.submit_pages import submit_pages
from batchbell.usecases.sweep import Sweeping, sweep
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.memory.budgets import memory_money
from tests.memory.records import Records
from tests.memory.submissions import RECEIVER, TENANT, submission
from tests.memory.world import LIMITS, World, memory_world
from tests.model.setting import Setting
from tests.model.twin.documents import Office
from tests.model.twin.stand_ins import (
    LONG_PAST,
    Attempts,
    Deliveries,
    Items,
    Plain,
    Receiver,
    Site,
)
from tests.simulation.actors import Stage

PAGES = JobKind.ASYNC_DISTILL
"""One that takes no slot: the model is about one batch, and knows of no other."""
PAGES_KEY = pages_key(TENANT, job_id_for(TENANT, PAGES.route, "key-1", ASYNC_ID_PREFIX))


@dataclass(frozen=True, slots=True)
class Code:
    """The product on the ports in memory, with one batch. `office`: where documents are dealt with,
    if it is one of documents.
    """

    setting: Setting
    world: World
    store: Store
    attempts: Attempts
    deliveries: Deliveries
    office: Office | None

    @property
    def key(self) -> BatchKey:
        """The batch's."""
        return PAGES_KEY if self.office is None else self.office.key

    @property
    def kind(self) -> JobKind:
        """The batch's."""
        return PAGES if self.office is None else JobKind.DOCUMENTS

    def begin(self) -> None:
        """A batch that is there from the start."""
        if self.office is None:
            self.submit()
        else:
            self.office.open()

    def function_of(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object]:
        """The use case, given its arguments."""
        for candidates in (self._of_documents, self._calls, self._dispatched, self._consumed):
            function = candidates(kind, arguments)
            if function is not None:
                return function
        raise LookupError(kind)

    def _of_documents(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object] | None:
        return None if self.office is None else self.office.function_of(kind, arguments)

    def _calls(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object] | None:
        match kind:
            case "submit":
                return self.submit
            case "cancel":
                return partial(cancel, self.store, self.key, self.kind)
            case "purge":
                return partial(purge, self.store, self.key, self.kind)
            case "read":
                return partial(read_job, self.store, self.key, self.kind, self._window(*arguments))
        return None

    def _dispatched(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object] | None:
        match kind:
            case "batch":
                return partial(begin, self.store, self.key)
            case "tally":
                return partial(dispatch_tally, self.store, self.world.pages, self.key, *arguments)
            case "fence":
                return partial(settle, self.store, self.key)
            case "sweep":
                return partial(sweep, self.store, self._sweeping, self.key)
        return None

    def _consumed(self, kind: str, arguments: tuple[Any, ...]) -> Callable[[], object] | None:
        match kind:
            case "message":
                message = ItemMessage(ItemKey(self.key, *arguments))
                return partial(work_pages, self.store, self._work, [message])
            case "item":
                chunk, position, state, generation = arguments
                ended = ItemEnded(ItemKey(self.key, chunk, position), ItemState(state), generation)
                return partial(aggregate, self.store, self.world.webhooks, [ended])
            case "event":
                owed = EventOwed(self.key, *arguments)
                return partial(aggregate, self.store, self.world.webhooks, [owed])
            case "webhook":
                return partial(
                    notify, self.store, self._notifying, WebhookMessage(self.key, *arguments)
                )
        return None

    def submit(self) -> object:
        """A client submits; always the same."""
        webhook = RECEIVER if self.setting.webhook else None
        return submit_pages(self.store, submission(self.setting.total, kind=PAGES, webhook=webhook))

    def expire(self, chunk: int, position: int) -> None:
        """The lease of an item, or its wait, is over."""
        rows = self.world.records.items[self.key, chunk]
        rows[position] = rows[position].evolve(lease_until=LONG_PAST)

    def end_delivery(self, generation: int) -> None:
        """The time of a delivery, or its wait, is over."""
        event = self.world.records.events[self.key][generation]
        self.deliveries.end(event)

    def let_lease_pass(self) -> None:
        """Since the batch was erased; whatever is under way began later."""
        lease_ms = self.store.limits.lease_of(self.kind)
        self.world.clock.advance(lease_ms)
        for event in self.world.records.events[self.key].values():
            self.deliveries.put_off(event, lease_ms)

    def lose_input(self) -> None:
        """The input list is gone."""
        self.world.specs.stored.clear()

    def age_sends(self, *, old: bool) -> None:
        """Every send was long ago, or just now."""
        at = LONG_PAST if old else self.world.clock()
        tallies = self.world.records.tallies.get(self.key, {})
        for chunk, tally in tallies.items():
            tallies[chunk] = _sent_at(tally, at)

    def _window(self, asked: tuple[int, ...] | None) -> range | None:
        """The rows of the one chunk that is asked for."""
        if asked is None:
            return None
        (chunk,) = asked
        return range(chunk * self.setting.chunk, (chunk + 1) * self.setting.chunk)

    @property
    def _work(self) -> PageWork:
        return PageWork(
            fetcher=Site(self.setting, self.attempts),
            distiller=Plain(),
            jitter=lambda: 0.0,
            remaining_ms=lambda: 170_000,
        )

    @property
    def _notifying(self) -> Notifying:
        poster = Receiver(self.setting, self.attempts, self.world.records)
        return Notifying(deliveries=self.deliveries, poster=poster, jitter=lambda: 0.0)

    @property
    def _sweeping(self) -> Sweeping:
        return Sweeping(
            pages=self.world.pages,
            webhooks=self.world.webhooks,
            deliveries=self.deliveries,
            desk=self.world.desk,
            repaired=lambda *_: None,
        )


def new_code(setting: Setting, stage: Stage) -> Code:
    """Nothing is submitted yet."""
    world, attempts = memory_world(limits=_limits(setting), hook=stage), Attempts(stage)
    store = replace(world.store, items=Items(world.records, attempts))
    deliveries = Deliveries(world.records, attempts)
    if setting.pages:
        money = memory_money(Records())  # of which the model knows nothing, and whom nobody stops
        return Code(setting, world, replace(store, money=money), attempts, deliveries, None)
    office = Office(setting, world, store, attempts, deliveries)
    return Code(setting, world, store, attempts, deliveries, office)


def _limits(setting: Setting) -> Limits:
    return replace(
        LIMITS,
        page_retry=replace(LIMITS.page_retry, max_attempts=len(setting.outcomes)),
        webhook_retry=WebhookRetry((10_000,) * (len(setting.receiver) - 1)),
        large_batch=0 if setting.large else LIMITS.large_batch,
    )


def _sent_at(tally: Tally, at: int) -> Tally:
    return replace(tally, dispatch=replace(tally.dispatch, at=at))
