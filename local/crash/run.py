"""How does a run go?

Callers work through the batches while sandboxes are killed and messages come again. When all have
closed, the killing ends, everything is sent once more, and what is under way comes to rest.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Event, Semaphore, Timer

from local.client import Client
from local.crash import report
from local.crash.asking import Asking
from local.crash.callers import Caller
from local.crash.case import Case
from local.crash.document_callers import DocumentCaller
from local.crash.document_case import DocumentCase
from local.crash.killer import Killer
from local.crash.plan import Plan
from local.crash.repeater import Repeater
from local.documents import Documents
from local.keys import create_key
from local.receiver import Received, Receiver
from local.site import Site
from local.stack import LocalStack

TENANT = "crash"
_CALLERS = 10
_WATCHERS = 2
_UPLOADERS = 3
_AT_ONCE = 3
"""Calls to the API."""
_HANG_SECONDS = 30
"""Longer than any attempt waits."""
_HANGS_FOR = 0.7
"""The hanging receiver recovers when this share of the batches has closed."""
_SETTLED_MS = 10_000
"""After a cancel: longer than a page worker may run (local/profiles/test.json)."""
_REST_SECONDS = 60
"""What a killed notifier had in hand comes again after 15, what waits for a receiver within 16."""
_CALM_AFTER = 0.6
"""Of the time there is: batches that a slow machine has left then close without more kills."""
_LOOK_SECONDS = 0.5
_PROGRESS_SECONDS = 5


class Run:
    """One run of a plan on a running stack; `receivers`: one that answers, one that hangs."""

    def __init__(
        self, plan: Plan, stack: LocalStack, site: Site, receivers: tuple[Receiver, Receiver]
    ) -> None:
        self.cases = [Case(planned) for planned in plan.batches]
        self.documents = [DocumentCase(planned) for planned in plan.documents]
        self._plan = plan
        self._site = site
        self._receivers = receivers
        self._stopping = Event()
        self._calm = Event()
        self.killer = Killer(stack, self._calm)
        self.repeater = Repeater(stack, TENANT, self.cases, self.documents)
        self._line = Semaphore(_AT_ONCE)
        self.callers = [self._caller(stack, n) for n in range(_CALLERS + _WATCHERS)]
        self.uploaders = [self._uploader(stack, n) for n in range(_UPLOADERS)]
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return time.monotonic() - self._began

    @property
    def unanswered(self) -> Counter[str]:
        """Calls that nobody answered, by method."""
        asking = [one.asking for one in self.callers] + [one.asking for one in self.uploaders]
        return sum((one.unanswered for one in asking), Counter())

    @property
    def all_cases(self) -> list[Case | DocumentCase]:
        """Of pages and of documents."""
        return [*self.cases, *self.documents]

    def received_by(self, case: Case) -> Receiver:
        """The receiver that a batch names."""
        return self._receivers[case.planned.hangs]

    def received_for(self, case: DocumentCase) -> list[Received]:
        """The webhooks about a batch of documents."""
        return self._receivers[0].on(case.hook)

    def burn(self, seconds: float) -> None:
        """Kill, double, submit, poll and cancel until every batch has closed or time is up."""
        self._began = time.monotonic()
        calm = Timer(seconds * _CALM_AFTER, self._calm.set)
        calm.start()
        with ThreadPoolExecutor(_CALLERS + _WATCHERS + _UPLOADERS + 2) as threads:
            working = [threads.submit(work) for work in self._work()]
            try:
                self._wait(lambda: all(one.closed_at for one in self.all_cases), seconds, working)
            finally:
                calm.cancel()
                self._calm.set()
                self._stopping.set()

    def rest(self) -> None:
        """Send everything once more, and wait until nothing is under way, for a minute at most."""
        self._receivers[1].hang_seconds.clear()
        self.repeater.repeat_all(self._plan.random("last"))
        self._wait(self._rests, self.seconds + _REST_SECONDS, [])

    def _caller(self, stack: LocalStack, number: int) -> Caller:
        client = Client(stack.base_url, create_key(stack, TENANT))
        random = self._plan.random(f"caller {number}")
        asking = Asking(self._line, self._stopping)
        return Caller(client, asking, self._site, self._stopping, random)

    def _uploader(self, stack: LocalStack, number: int) -> DocumentCaller:
        documents = Documents(stack.base_url, create_key(stack, TENANT))
        random = self._plan.random(f"uploader {number}")
        return DocumentCaller(documents, Asking(self._line, self._stopping), self._stopping, random)

    def _work(self) -> Iterator[Callable[[], None]]:
        """What goes on at the same time, each in a thread of its own."""
        waiting: SimpleQueue[Case] = SimpleQueue()
        for case in self.cases:
            waiting.put(case)
            if case.planned.hangs:
                self._receivers[1].hang_seconds[case.hook] = _HANG_SECONDS
        for caller in self.callers[:_CALLERS]:
            yield partial(caller.serve, waiting, self._receivers)
        for caller in self.callers[_CALLERS:]:
            yield partial(caller.watch, self.cases)
        uploads: SimpleQueue[DocumentCase] = SimpleQueue()
        for one in self.documents:
            uploads.put(one)
        for uploader in self.uploaders:
            yield partial(uploader.serve, uploads, self._receivers[0])
        yield partial(self.killer.run, self._plan)
        yield partial(self.repeater.run, self._plan, self._stopping)

    def _wait(self, over: Callable[[], bool], until: float, working: list[Future[None]]) -> None:
        """Look on, until it is over or the run is `until` seconds old. Raises what a thread did."""
        told = self.seconds
        while not over() and self.seconds < until:
            time.sleep(_LOOK_SECONDS)
            for one in working:
                if one.done():
                    one.result()
            self._look()
            if self.seconds - told >= _PROGRESS_SECONDS:
                told = self.seconds
                report.progress(self.all_cases, self.killer, self.repeater.sent, told)

    def _look(self) -> None:
        """What is to happen at its time."""
        closed = sum(case.closed_at is not None for case in self.cases)
        if closed >= _HANGS_FOR * len(self.cases):
            self._receivers[1].hang_seconds.clear()
        now = time.time_ns() // 1_000_000
        for case in self.cases:
            if case.canceled and case.settled is None and now > case.canceled.at + _SETTLED_MS:
                case.settled = case.asked(self._site.seen)

    def _rests(self) -> bool:
        told = all(self.received_by(case).on(case.hook) for case in self.cases if case.closed_at)
        told = told and all(
            len({str(r.headers["webhook-id"]) for r in self.received_for(one)}) >= one.generation
            for one in self.documents
        )
        settled = all(case.settled is not None for case in self.cases if case.canceled)
        return told and settled and self.repeater.waiting() == 0
