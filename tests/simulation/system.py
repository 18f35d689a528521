"""How does the whole system stand in one process?

The functions' own handlers on ports in memory; queues, streams and the clock around them. It does
nothing by itself: every step is somebody's move.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar
from zlib import crc32

from batchbell.domain.batch import Batch
from batchbell.domain.errors import BatchbellError
from batchbell.domain.identifiers import (
    ASYNC_ID_PREFIX,
    BATCH_ID_PREFIX,
    BatchKey,
    documents_key,
    job_id_for,
    pages_key,
)
from batchbell.domain.job_kind import JobKind
from batchbell.usecases.sweep import Repair
from tests.flow.auditor import Auditor
from tests.memory.clock import VirtualClock
from tests.memory.each import one_by_one
from tests.memory.hooks import Delayed
from tests.memory.submissions import TENANT, urls_of
from tests.memory.world import memory_world
from tests.simulation.actors import Actor, Stage
from tests.simulation.claims import Claims
from tests.simulation.credits import grant
from tests.simulation.dials import Dials
from tests.simulation.documents.outside import SimulatedEngine
from tests.simulation.documents.uploads import BATCH_NAME, uploads_of
from tests.simulation.documents.watch import DocumentsWatch
from tests.simulation.neighbours import check_slots, move_in, share_a_slot
from tests.simulation.numbers import visibility_seconds
from tests.simulation.outside import SimulatedReceiver, SimulatedSite
from tests.simulation.queues import Serves, SimulatedItemQueue, SimulatedWebhookQueue
from tests.simulation.scenario import Scenario
from tests.simulation.stream import Reader, record_of
from tests.simulation.trace import Trace
from tests.simulation.violations import Violation

A = TypeVar("A")
R = TypeVar("R")
End = Callable[[Actor], None]
IDEMPOTENCY_KEY = "simulated"


@dataclass
class Repaired:
    """What the sweeper said that it had to repair."""

    repairs: list[Repair]

    def __call__(self, key: BatchKey, repair: Repair, times: int) -> None:
        self.repairs.append(repair)


class System:
    """One deployment, and who is at work in it."""

    def __init__(self, scenario: Scenario, trace: Trace | None = None) -> None:
        self.scenario = scenario
        self.key = _key_of(scenario.kind)
        """The batch that the piece is about."""
        self.clock = VirtualClock()
        self.stage = Stage()
        self.world = memory_world(self.clock, scenario.limits, self.stage)
        self.world.store = replace(self.world.store, now=self.now, each=self._each)
        self.uploads = uploads_of(scenario)
        self.slots = self._provide()
        """How many the tenant has."""
        self.pages, self.webhooks = self._queues()
        self.readers = {
            n: Reader(f"{n.capitalize()}Function") for n in ("dispatcher", "aggregator")
        }
        urls = urls_of(len(scenario.pages))
        self.site = SimulatedSite(self._hook, dict(zip(urls, scenario.pages, strict=True)))
        kinds = {n: kind for one in self.uploads for n, kind in one.numbers.items()}
        self.engine = SimulatedEngine(self._hook, kinds)
        self.receiver = SimulatedReceiver(self._hook)
        self.repaired = Repaired([])
        self.actors: dict[str, Actor] = {}
        self.delayed: list[Delayed] = []
        self.trace = trace or Trace(silent=True)
        self._auditor = Auditor(self.world, skew_ms=2 * max(map(abs, scenario.skews)))
        self._claims = Claims(None if scenario.kind.grows else scenario.items)
        self._watches = [DocumentsWatch(self.world, one.key) for one in self.uploads]
        self._dials = {key: Dials() for key in self.keys}
        self._steps = 0
        self._ends: dict[str, End] = {}
        self._numbers: dict[str, Iterator[int]] = {}

    def _provide(self) -> int:
        """The tenant's slots, and its credits. -> how many slots it has."""
        if self.scenario.beside:
            share_a_slot(self.world)
        move_in(self.world, self.scenario.neighbours)
        if self.scenario.budget:
            grant(self.world, self.scenario.granted)
        return self.world.door.allowances.read(TENANT).slots

    def _queues(self) -> tuple[SimulatedItemQueue, SimulatedWebhookQueue]:
        visible, webhooks = (
            int(visibility_seconds(queue)) * 1000
            for queue in (Serves.of(self.scenario.kind), "WebhookQueue")
        )
        most = self.scenario.max_receives
        pages = SimulatedItemQueue(
            self._hook, self.clock, visible, most, Serves.of(self.scenario.kind)
        )
        told = SimulatedWebhookQueue(self._hook, self.clock, webhooks, 10 * most)
        return pages, told

    @property
    def keys(self) -> list[BatchKey]:
        """All batches of the piece."""
        return [one.key for one in self.uploads] or [self.key]

    @property
    def batch(self) -> Batch | None:
        """The record of the batch that it is about."""
        return self.world.records.batches.get(self.key)

    def now(self) -> int:
        """The time on the clock of whoever asks (epoch ms)."""
        actor = self.stage.current()
        return self.clock() + (actor.skew_ms if actor else 0)

    def enter(self, function: str, action: Callable[[], object], timeout_ms: int, end: End) -> None:
        """An invocation begins, and stands before its first port call."""
        number = next(self._numbers.setdefault(function, count(1)))
        name = f"{function}-{number}"
        skew = self.scenario.skew_of(name)
        actor = Actor(name, action, skew, self.clock() + timeout_ms, self._steps)
        self.actors[name] = actor
        self._ends[name] = end
        self.trace.begins(self.clock(), name)
        self.stage.enter(actor)
        self._look(actor, "")

    def go_on(
        self, actor: Actor, fault: BaseException | None = None, doubt: Exception | None = None
    ) -> None:
        """One port call, or a fault in its place or after it."""
        call = actor.standing_at
        actor.go_on(fault, doubt)
        if isinstance(fault, Delayed):
            self.delayed.append(fault)
        self._look(actor, call)

    def land(self, delayed: Delayed) -> None:
        """A call happens whose caller has long given up."""
        self.delayed.remove(delayed)
        if delayed.call is not None:
            delayed.call()
        self._collect("a late call")

    def land_all(self) -> None:
        """No call is under way for as long as a minute."""
        while self.delayed:
            self.land(self.delayed[0])

    def wait(self, milliseconds: int) -> list[Actor]:
        """Time goes on. -> the invocations whose time is over."""
        self.clock.advance(milliseconds)
        self.trace.waits(self.clock(), milliseconds)
        return [actor for actor in self.actors.values() if actor.deadline < self.clock()]

    def _hook(self) -> Stage:
        return self.stage

    def _look(self, actor: Actor, call: str) -> None:
        """What has it changed, and has it ended?"""
        self._steps += 1
        self.trace.calls(self.clock(), actor, call)
        if call.startswith("deliveries."):
            self._look_at_dials(actor, call)
        self._collect(actor.name)
        check_slots(self.world, self.key, self.slots)
        for watch in self._watches:
            watch.look()
        if not actor.done:
            return
        self.stage.leave(actor)
        del self.actors[actor.name]
        if isinstance(actor.error, Violation):
            raise actor.error
        if isinstance(actor.error, BatchbellError) and not actor.harmed:
            raise Violation(f"{actor.name} failed by itself") from actor.error
        if actor.error is not None and not isinstance(actor.error, BatchbellError):
            raise Violation(f"{actor.name} broke: {actor.error!r}") from actor.error
        self._ends.pop(actor.name)(actor)
        self.trace.ends(self.clock(), actor)

    def _look_at_dials(self, actor: Actor, call: str) -> None:
        for key, dials in self._dials.items():
            for event in self.world.records.events.get(key, {}).values():
                attempts = self.world.deliveries.attempts(event)
                dials.see(call, actor.began, self._steps, event.generation, attempts)

    def _collect(self, who: str) -> None:
        """Audit the changes and give them to the stream."""
        changes = list(self.world.records.changes)
        for change in changes:
            self.trace.changed(self.clock(), who, change)
            self._claims.see(change, self.actors, who)
            for watch in self._watches:
                watch.see(change)
        try:
            self._auditor.after("")
        except AssertionError as error:
            raise Violation(str(error)) from error
        self.world.take_changes()
        records = [record_of(change) for change in changes]
        for reader in self.readers.values():
            reader.see(records)

    def _each(self, function: Callable[[A], R], arguments: Iterable[A], /) -> list[R]:
        """One after another, forwards or backwards as the seed has it; a kill ends all."""
        listed, actor = list(arguments), self.stage.current()
        name = f"{self.scenario.seed}/{actor.name}" if actor is not None else ""
        if actor is None or crc32(name.encode()) % 2 == 0:
            return one_by_one(function, listed)
        return one_by_one(function, reversed(listed))[::-1]


def _key_of(kind: JobKind) -> BatchKey:
    if kind.grows:
        return documents_key(TENANT, BATCH_NAME)
    prefix = BATCH_ID_PREFIX if kind.takes_slot else ASYNC_ID_PREFIX
    return pages_key(TENANT, job_id_for(TENANT, kind.route, IDEMPOTENCY_KEY, prefix))
