"""How is each function invoked, and what becomes of what triggered it?

Lambda's part: a stream's records come again when their invocation failed; a queue's messages are
deleted but for those that the answer names; nothing happens to the trigger of a schedule.
"""

from typing import Any

from batchbell.runtime.observability import metrics
from batchbell.usecases.notify import Notifying
from batchbell.usecases.sweep import Sweeping
from batchbell.usecases.work_documents import DocumentWork
from batchbell.usecases.work_pages import PageWork
from functions.aggregator import app as aggregator
from functions.dispatcher import app as dispatcher
from functions.document_worker import app as document_worker
from functions.notifier import app as notifier
from functions.page_worker import app as page_worker
from functions.sweeper import app as sweeper
from tests.simulation.actors import Actor
from tests.simulation.numbers import messages_at_once, timeout_ms
from tests.simulation.queues import SimulatedQueue
from tests.simulation.stream import Reader
from tests.simulation.system import System

Event = dict[str, Any]
_JITTER = 0.5


class Lambdas:
    """Begins invocations of a system's functions."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._delivery = Notifying(
            deliveries=system.world.deliveries, poster=system.receiver, jitter=lambda: _JITTER
        )

    def begin(self, function: str, most: int, offset: int) -> bool:
        """An invocation with up to `most` triggers from the `offset`th on. False: there is none."""
        system = self._system
        if function == "sweeper":
            return self._sweep()
        if function in system.readers:
            return self._read(function, system.readers[function], most, offset)
        queue = system.webhooks if function == "notifier" else system.pages
        return self._receive(function, queue, most, offset)

    def _read(self, function: str, reader: Reader, most: int, offset: int) -> bool:
        records = reader.take(min(most, reader.most), offset)
        if not records:
            return False
        event: Event = {"Records": records}
        store = self._system.world.store

        def action() -> None:
            if function == "dispatcher":
                dispatcher.handle(event, store, self._system.pages)
            else:
                aggregator.handle(event, store, self._system.webhooks)

        def end(actor: Actor) -> None:
            if _failed(actor):
                reader.again(records)

        logical_id = f"{function.capitalize()}Function"
        self._system.enter(function, action, timeout_ms(logical_id), end)
        return True

    def _receive(self, function: str, queue: SimulatedQueue, most: int, offset: int) -> bool:
        logical_id = f"{function.title().replace('_', '')}Function"
        records = queue.receive(min(most, messages_at_once(logical_id)), offset)
        if not records:
            return False
        event: Event = {"Records": records}

        def end(actor: Actor) -> None:
            if not _failed(actor) and isinstance(actor.result, dict):
                queue.settle(records, actor.result)

        timeout = timeout_ms(logical_id)
        deadline = self._system.clock() + timeout

        def action() -> Event:
            if function == "page_worker":
                return self._work(event, deadline)
            if function == "document_worker":
                return self._work_on_document(event, deadline)
            return notifier.handle(event, self._system.world.store, self._delivery, queue)

        self._system.enter(function, action, timeout, end)
        return True

    def _work(self, event: Event, deadline: int) -> Event:
        system = self._system
        work = PageWork(
            fetcher=system.site,
            distiller=system.site,
            jitter=lambda: _JITTER,
            remaining_ms=lambda: deadline - system.clock(),
        )
        return page_worker.handle(event, system.world.store, work, system.pages)

    def _work_on_document(self, event: Event, deadline: int) -> Event:
        system = self._system
        work = DocumentWork(
            desk=system.world.desk,
            engine=system.engine,
            jitter=lambda: _JITTER,
            remaining_ms=lambda: deadline - system.clock(),
        )
        return document_worker.handle(event, system.world.store, work, system.pages)

    def _sweep(self) -> bool:
        system = self._system
        sweeping = Sweeping(
            pages=system.pages,
            webhooks=system.webhooks,
            deliveries=system.world.deliveries,
            desk=system.world.desk,
            repaired=system.repaired,
        )
        timeout = timeout_ms("SweeperFunction")
        deadline = system.clock() + timeout

        def action() -> None:
            try:
                sweeper.handle(system.world.store, sweeping, lambda: deadline - system.clock())
            finally:
                metrics().clear_metrics()

        system.enter("sweeper", action, timeout, lambda _: None)
        return True


def _failed(actor: Actor) -> bool:
    """Whether nobody has heard that it did its work."""
    return actor.killed or actor.unheard or actor.error is not None
