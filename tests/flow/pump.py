"""How does the whole system run in one process, with every trigger under the test's hand?

The pump plays what AWS does: it brings stream records to the dispatcher and the aggregator,
messages to the worker and the notifier, and batches that are due to the sweeper. A function that is
killed has its trigger brought again. Time goes on only when nothing is left to do now.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from batchbell.domain.batch import Batch
from batchbell.domain.errors import Unavailable
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item
from batchbell.domain.tally import Tally
from batchbell.domain.webhook_answer import WebhookAnswer
from batchbell.ports import ItemMessage, WebhookMessage
from batchbell.runtime.stream import BatchWanted, FenceRaised, Order, TallyWanted
from batchbell.usecases.admit import begin
from batchbell.usecases.aggregate import Change as Ended
from batchbell.usecases.aggregate import EventOwed, ItemEnded, aggregate
from batchbell.usecases.dispatch import dispatch_tally
from batchbell.usecases.notify import Notifying, notify
from batchbell.usecases.settle import settle
from batchbell.usecases.sweep import Repair, Sweeping, sweep
from batchbell.usecases.work_documents import DocumentWork, work_documents
from batchbell.usecases.work_pages import PageWork, work_pages
from tests.memory.documents import ScriptedEngine
from tests.memory.hooks import Killed
from tests.memory.records import Change
from tests.memory.web import ScriptedDistiller, ScriptedFetcher, ScriptedPoster
from tests.memory.world import World

VISIBILITY_MS = 1_080_000
"""After a killed function, its messages are seen again: six times its timeout of 180 s."""
MESSAGES_A_TIME = 10
_MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Dispatched:
    """Stream records for the dispatcher."""

    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Aggregated:
    """Stream records for the aggregator."""

    changes: tuple[Ended, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """Messages for the worker."""

    messages: tuple[ItemMessage, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """A message for the worker of documents."""

    message: ItemMessage


@dataclass(frozen=True, slots=True)
class Notified:
    """A message for the notifier."""

    message: WebhookMessage


Trigger = Dispatched | Aggregated | Worked | Read | Notified


def order_of(change: Change) -> Order | None:
    """What the dispatcher is told of a change."""
    new = change.new
    if isinstance(new, Batch):
        if new.fence is not None:
            return FenceRaised(change.key)
        return BatchWanted(change.key) if new.dispatch.wanted else None
    if isinstance(new, Tally) and new.dispatch.wanted:
        return TallyWanted(change.key, new.chunk)
    return None


def ended_of(change: Change) -> Ended | None:
    """What the aggregator is told of a change."""
    new = change.new
    if isinstance(new, Item) and new.state.terminal:
        return ItemEnded(new.key, new.state, new.generation)
    if isinstance(new, Event) and new.verdict is Verdict.OWED:
        return EventOwed(new.key, new.generation)
    return None


@dataclass
class Pump:
    """The system around a world. `rng`: triggers come in any order, each `times` times."""

    world: World
    fetcher: ScriptedFetcher = field(default_factory=ScriptedFetcher)
    distiller: ScriptedDistiller = field(default_factory=ScriptedDistiller)
    engine: ScriptedEngine = field(default_factory=ScriptedEngine)
    poster: ScriptedPoster = field(default_factory=lambda: ScriptedPoster(WebhookAnswer(200)))
    rng: random.Random | None = None
    times: int = 1
    jitter: Callable[[], float] = lambda: 0.0
    """Of deliveries."""
    lost: Callable[[Change], bool] = lambda _: False
    waiting: list[tuple[int, Trigger]] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    brought: list[Trigger] = field(default_factory=list)
    """Every trigger there ever was, in order."""
    deaths: int = 0
    current: Trigger | None = None
    """The trigger whose function runs now."""

    def run(self) -> None:
        """Until nothing is under way; the sweeper stays at home."""
        for _ in range(_MOST_STEPS):
            if not self.step():
                return
        raise AssertionError("the system never comes to rest")

    def run_and_sweep(self) -> None:
        """Until nothing is under way or due; the sweeper comes whenever something is."""
        for _ in range(_MOST_STEPS):
            self.collect()
            if any(at <= self.world.clock() for at, _ in self.waiting):
                self.step()
            elif not self._go_on_to_next():
                return
            else:
                self.sweep_due()
        raise AssertionError("something is due for ever")

    def _go_on_to_next(self) -> bool:
        """Time goes on to the next trigger or look. False: there is none."""
        looks = [b.next_look for b in self.world.records.batches.values() if b.next_look]
        moments = looks + [at for at, _ in self.waiting]
        if moments:
            self.world.clock.advance(max(min(moments) - self.world.clock(), 0))
        return bool(moments)

    def step(self) -> bool:
        """Bring one trigger. False: there is none."""
        self.collect()
        if not self.waiting:
            return False
        due = [entry for entry in self.waiting if entry[0] <= self.world.clock()]
        if not due:
            self.world.clock.advance(min(at for at, _ in self.waiting) - self.world.clock())
            return True
        entry = self.rng.choice(due) if self.rng else due[0]
        self.waiting.remove(entry)
        self.bring(entry[1])
        return True

    def collect(self) -> None:
        """Take what the last function changed and sent."""
        changes = [c for c in self.world.take_changes() if not self.lost(c)]
        orders = tuple(order for order in map(order_of, changes) if order)
        ended = tuple(end for end in map(ended_of, changes) if end)
        sent = self.world.pages.take()
        messages = [message for message in sent if not message.item.batch.is_documents]
        tens = range(0, len(messages), MESSAGES_A_TIME)
        triggers: list[Trigger] = [Dispatched(orders)] if orders else []
        triggers += [Aggregated(ended)] if ended else []
        triggers += [Worked(tuple(messages[i : i + MESSAGES_A_TIME])) for i in tens]
        triggers += [Read(message) for message in sent if message.item.batch.is_documents]
        triggers += [Notified(message) for message in self.world.webhooks.take()]
        self.waiting += [(self.world.clock(), t) for t in triggers for _ in range(self.times)]

    def bring(self, trigger: Trigger) -> None:
        """Run the function of a trigger; killed or failed, it is brought the trigger again."""
        self.brought.append(trigger)
        outer, self.current = self.current, trigger
        try:
            self._bring(trigger)
        except (Killed, Unavailable):
            self.deaths += 1
            again = VISIBILITY_MS if isinstance(trigger, Worked | Read | Notified) else 0
            self.waiting.append((self.world.clock() + again, trigger))
        finally:
            self.current = outer

    def _bring(self, trigger: Trigger) -> None:
        match trigger:
            case Dispatched(orders):
                for order in dict.fromkeys(orders):
                    self.dispatch(order)
            case Aggregated(changes):
                aggregate(self.world.store, self.world.webhooks, changes)
            case Worked(messages):
                self._hide(messages, self.work(messages))
            case Read(message):
                self._hide_one(trigger, self.read(message))
            case Notified(message):
                self._hide_one(trigger, self.notify(message))

    def dispatch(self, order: Order) -> None:
        """The dispatcher, with one record."""
        store = self.world.store
        match order:
            case BatchWanted(key):
                begin(store, key)
            case TallyWanted(key, chunk):
                dispatch_tally(store, self.world.pages, key, chunk)
            case FenceRaised(key):
                settle(store, key)

    def work(self, messages: Sequence[ItemMessage]) -> list[int | None]:
        """The worker."""
        work = PageWork(
            fetcher=self.fetcher,
            distiller=self.distiller,
            jitter=lambda: 0.0,
            remaining_ms=lambda: 120_000,
            kept=self.world.kept,
        )
        return work_pages(self.world.store, work, messages)

    def read(self, message: ItemMessage) -> int | None:
        """The worker of documents."""
        work = DocumentWork(
            desk=self.world.desk,
            engine=self.engine,
            jitter=lambda: 0.0,
            remaining_ms=lambda: 900_000,
        )
        return work_documents(self.world.store, work, [message])[0]

    def notify(self, message: WebhookMessage) -> int | None:
        """The notifier."""
        delivery = Notifying(
            deliveries=self.world.deliveries, poster=self.poster, jitter=self.jitter
        )
        return notify(self.world.store, delivery, message)

    def sweep_due(self) -> None:
        """The sweeper, once, on all that is due; killed, it comes again a minute later."""
        try:
            for key in self.world.batches.due(self.world.clock(), 1_000):
                self.sweep(key)
        except (Killed, Unavailable):
            self.deaths += 1
            self.world.clock.advance(60_000)

    def sweep(self, key: BatchKey) -> None:
        """The sweeper, on one batch."""
        sweeping = Sweeping(
            pages=self.world.pages,
            webhooks=self.world.webhooks,
            deliveries=self.world.deliveries,
            desk=self.world.desk,
            repaired=lambda _, repair, __: self.repairs.append(repair),
        )
        sweep(self.world.store, sweeping, key)

    def _hide(self, messages: Sequence[ItemMessage], verdicts: Sequence[int | None]) -> None:
        """Messages that are not done with are seen again at their time."""
        for message, at in zip(messages, verdicts, strict=True):
            if at is not None:
                self.waiting.append((_whole_second(at), Worked((message,))))

    def _hide_one(self, trigger: Trigger, at: int | None) -> None:
        if at is not None:
            self.waiting.append((_whole_second(at), trigger))


def _whole_second(at: int) -> int:
    """Queues hide messages for whole seconds; one that came early would be refused."""
    return -(-at // 1000) * 1000
