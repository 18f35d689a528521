"""How is a piece played, from the submission to the end, and what must be true then?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from batchbell.domain.batch import Batch, Outcome
from batchbell.domain.event import Event, Verdict
from batchbell.usecases.verify import verify
from tests.flow.ends import delivered
from tests.simulation.chunks import chunks_of
from tests.simulation.clients import Clients
from tests.simulation.credits import check_credits
from tests.simulation.documents.clients import DocumentClients
from tests.simulation.documents.ending import check_rest, last_wish
from tests.simulation.documents.slot_wait import SlotWait
from tests.simulation.documents.uploads import on_its_way
from tests.simulation.draw import random_moves
from tests.simulation.moves import MINUTE_MS, SUBMIT, Move, Stagehand
from tests.simulation.neighbours import check_slots_free
from tests.simulation.scenario import FAULTS, Scenario
from tests.simulation.system import System
from tests.simulation.trace import Trace
from tests.simulation.violations import Violation, demand

_MOST_STEPS = 2_000
"""At the end, where fifty are many."""


@dataclass
class Piece:
    """One piece of a scenario. `played`: the moves that were possible, so far."""

    scenario: Scenario
    trace: Trace = field(default_factory=lambda: Trace(silent=True))
    played: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.system = System(self.scenario, self.trace)
        self.hand = Stagehand(self.system)
        self.system.receiver.replies.extend(self.scenario.replies)
        self.closed_after: int | None = None
        """How long after the last fault the batch closed (ms); None: it had before."""

    def play(self, moves: Iterable[Move]) -> Self:
        """These moves, then the end. Raises `Violation`; `played` tells how far it came."""
        with chunks_of(self.scenario.chunk_size):
            for move in moves:
                self.make(move)
            self.finish()
        return self

    def make(self, move: Move) -> bool:
        """One move. Raises `Violation`."""
        self.played.append(move)
        possible = self.hand.make(move)
        if not possible:
            self.played.pop()
        return possible

    def finish(self) -> None:
        """Nothing goes wrong any more; everything must come to its end. Raises `Violation`."""
        system = self.system
        self.trace.fault(system.clock(), "from here on nothing goes wrong")
        system.land_all()
        self._let_all_end()
        if isinstance(self.hand.clients, DocumentClients):
            self._finish_documents([self.hand.clients, *self.hand.beside])
            return
        self._rest(lambda: system.batch is None or system.batch.open)
        self.hand.make(("call", "read", 0))
        self._let_all_end()
        check_end(self)

    def _finish_documents(self, everybody: Sequence[DocumentClients]) -> None:
        """What was handed over ends; then the callers hand over what is left."""
        self._rest_documents(everybody)
        for clients in everybody:
            for number in clients.unanswered():
                self._let_call(clients, "upload", number)
            last_wish(self.system, clients)
            self._let_call(clients, "process", 0)
        self._rest_documents(everybody)
        for clients in everybody:
            for call in ("read", "read results", *["read document"] * len(clients.uploads.kinds)):
                self._let_call(clients, call, 0)
            told = clients.answers.jobs
            done = clients.answers.purging or (told and told[-1]["all_done"])
            demand(done or clients.batch is None, "the last answer is not the end")

    def _rest_documents(self, everybody: Sequence[DocumentClients]) -> None:
        wait = SlotWait(self.system)

        def on_their_way() -> bool:
            wait.look()
            return any(on_its_way(self.system.world, key) for key in self.system.keys)

        self._rest(on_their_way)
        check_rest(self.system, everybody, faulty=faulty(self))

    def _let_call(self, clients: DocumentClients, call: str, number: int) -> None:
        clients.begin(call, number)
        self._let_all_end()

    def _rest(self, is_open: Callable[[], bool]) -> None:
        """Until nothing is left to do; open no longer than it may be after the last fault."""
        last_fault, patience = self.system.clock(), self._patience()
        closes = is_open()
        for _ in range(_MOST_STEPS):
            if not self._carry_on():
                return
            late = self.system.clock() - last_fault
            demand(not closes or late <= patience, f"still open after {late} ms")
            if closes and not is_open():
                closes, self.closed_after = False, late
        raise Violation("the system never comes to rest")

    def _let_all_end(self) -> None:
        """Whoever is under way, one after another; a submission that got no answer comes again."""
        while self.system.actors:
            self.system.go_on(next(iter(self.system.actors.values())))
        if not self.hand.clients.answers.submitted:
            self.hand.make(SUBMIT)
            self._let_all_end()

    def _carry_on(self) -> bool:
        """Whatever is ready is begun and ends; else time goes on. False: nothing is left to do."""
        for function in ("dispatcher", "aggregator", self.hand.worker, "notifier"):
            if self.hand.lambdas.begin(function, 100, 0):
                self._let_all_end()
                return True
        if self.system.world.batches.due(self.system.clock(), 1):
            self.hand.lambdas.begin("sweeper", 1, 0)
            self._let_all_end()
        time = self.hand.until_next()
        if time is None:
            return False
        self.system.wait(max(time, 1))
        return True

    def _patience(self) -> int:
        """How long after the last fault a batch may stay open (docs/guarantees.md): every attempt
        may be lost, and before it every message.
        """
        limits = self.scenario.limits
        tallies = self.system.world.records.tallies.get(self.system.key, {}).values()
        sends = max([tally.dispatch.number for tally in tallies], default=0)
        if self.scenario.kind.grows:
            sends = 1
        lease = limits.lease_of(self.scenario.kind)
        attempts: int = limits.page_retry.max_attempts * (lease + MINUTE_MS + 1_000)
        messages: int = lease * (2**sends + 1) + MINUTE_MS
        before_it = len(self.scenario.neighbours) if self.scenario.kind.takes_slot else 0
        turn = before_it * (limits.lease_ms + MINUTE_MS)
        batches = len(self.system.keys)  # those that share a slot come one after another
        return batches * (attempts + messages) + turn


def check_end(piece: Piece) -> None:
    """Everything has come to its one right end."""
    system, clients = piece.system, piece.hand.clients
    assert isinstance(clients, Clients)
    answers = clients.answers
    batch = system.batch
    assert batch is not None
    demand(not batch.open, "the batch never closed")
    demand(batch.next_look is None, "the batch is still due")
    proof = verify(system.world.store, system.world.deliveries, system.key)
    demand(proof.holds, f"verify: {proof.differences}")
    check_credits(system.world, batch)
    check_slots_free(system.world, faulty=faulty(piece))
    _check_cancel(piece, clients, batch)
    _check_event(piece, batch)
    if answers.purged and not piece.scenario.zombies:
        demand(not system.world.results.stored, "a result outlived its job's erasure")
        demand(not system.world.specs.stored, "an input list outlived its job's erasure")
    elif not answers.purging:
        demand(answers.jobs and answers.jobs[-1]["completedAt"], "the last answer is not the end")


def faulty(piece: Piece) -> bool:
    """Whether anything went wrong inside."""
    return not piece.scenario.faultless or any(move[0] in FAULTS for move in piece.played)


def _check_cancel(piece: Piece, clients: Clients, batch: Batch) -> None:
    canceled = batch.outcome is Outcome.CANCELED
    demand(canceled or not clients.cancels, "a cancel was answered and forgotten")
    demand(canceled == (batch.fence is not None), "the outcome is not what happened")
    if clients.cancels:
        after = set(piece.system.site.fetched[clients.fetched_before :])
        demand(after <= clients.claimed_before, "a page started after an answered cancel")


def _check_event(piece: Piece, batch: Batch) -> None:
    system = piece.system
    events = system.world.records.events.get(system.key, {})
    demand(set(events) == {1}, f"{len(events)} events for one generation")
    event = events[1]
    posted = system.receiver.posted
    if not piece.scenario.told:
        demand(event.verdict is Verdict.NO_RECEIVER and not posted, "a webhook for nobody")
        return
    demand(event.verdict is not Verdict.OWED, "an event is owed for ever")
    if event.verdict is Verdict.DELIVERED:
        _check_delivered(piece, event)
    _check_posts(piece, event)


def _check_delivered(piece: Piece, event: Event) -> None:
    try:
        delivered(piece.system.receiver.posted, event)
    except AssertionError as error:
        raise Violation("a webhook whose id, body or signature is not the event's") from error


def _check_posts(piece: Piece, event: Event) -> None:
    """Each under a claimed attempt, and never given up too early."""
    system = piece.system
    attempts = system.world.deliveries.attempts(event)
    posts = len(system.receiver.posted)
    demand(posts <= len(attempts), "posted without an attempt")
    most = piece.scenario.limits.webhook_retry.max_attempts
    if event.verdict is Verdict.EXHAUSTED:
        demand(len(attempts) == most, "given up too early")
    if event.verdict is Verdict.REFUSED:
        demand(system.receiver.refused, "refused by nobody")


def perform(piece: Piece) -> Piece:
    """Play the moves that its seed draws, then the end. Raises `Violation`."""
    return piece.play(random_moves(piece.hand))
