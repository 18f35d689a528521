"""Who is killed, and were they at work?"""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event

from local.crash.plan import VICTIMS, Plan, PlannedKill
from local.sandboxes import at_work, kill, sandboxes
from local.stack import LocalStack

_GLANCE_SECONDS = 0.006
"""Most invocations take some tens of milliseconds."""
_LIST_SECONDS = 0.4
"""Sandboxes come and go seldom, and to list them is dear."""
_PATIENCE_SECONDS = 8
"""Until one that rests is killed instead."""


@dataclass(slots=True)
class _Aim:
    """The next kill among one function's sandboxes; times are seconds, monotonic."""

    function: str
    planned: Iterator[PlannedKill]
    left: int = 0
    """Invocations to be served until then, as far as glances see them."""
    depth: float = 0
    due: float = 0
    victim: int | None = None
    strike_at: float = 0
    working: set[int] = field(default_factory=set)
    resting: set[int] = field(default_factory=set)
    served: set[int] = field(default_factory=set)

    def take_up(self) -> None:
        """What the plan says next."""
        planned = next(self.planned)
        self.left, self.depth, self.victim = planned.after, planned.depth, None

    def look(self, now: float) -> None:
        """See who works and who rests, and who has served meanwhile."""
        known = self.working | self.resting
        working = {sandbox for sandbox in known if at_work(sandbox)}
        if self.left > 0:
            self.left -= len(self.working - working)
            self.due = now
        self.working, self.resting = working, known - working
        self.served |= self.resting


class Killer:
    """Kills sandboxes by a plan. `kills` and `busy` count by function; a busy one was in the middle
    of an invocation.

    Only those are killed that have been seen at rest, so have served before: a start does nothing
    that could be lost, and the emulator ends all sandboxes of a function with one that starts.
    """

    def __init__(self, stack: LocalStack, calm: Event) -> None:
        self._stack = stack
        self._calm = calm
        self.kills: Counter[str] = Counter()
        self.busy: Counter[str] = Counter()

    def run(self, plan: Plan) -> None:
        """Kill until it is to be calm."""
        aims = [_Aim(function, plan.kills(function)) for function in VICTIMS]
        for aim in aims:
            aim.take_up()
        listed_at = 0.0
        while not self._calm.wait(_GLANCE_SECONDS):
            now = time.monotonic()
            if now - listed_at > _LIST_SECONDS:
                self._list(aims)
                listed_at = now
            for aim in aims:
                aim.look(now)
                if aim.left <= 0:
                    self._strike(aim, now)

    def _list(self, aims: list[_Aim]) -> None:
        found = sandboxes(self._stack.folder)
        for aim in aims:
            known = found[self._stack.resource(aim.function)]
            aim.working &= known
            aim.resting = known - aim.working

    def _strike(self, aim: _Aim, now: float) -> None:
        """One at work, as deep in as planned; when none is for long, one that rests."""
        if aim.victim is None:
            aim.victim = next(iter(aim.working & aim.served), None)
            aim.strike_at = now + aim.depth
        elif now >= aim.strike_at and aim.victim in aim.working:
            self.busy[aim.function] += 1
            self._kill(aim, aim.victim)
        elif now >= aim.strike_at:
            aim.victim = None
        if aim.left <= 0 and aim.resting and now > aim.due + _PATIENCE_SECONDS:
            self._kill(aim, min(aim.resting))

    def _kill(self, aim: _Aim, sandbox: int) -> None:
        kill(sandbox)
        self.kills[aim.function] += 1
        aim.working.discard(sandbox)
        aim.resting.discard(sandbox)
        aim.take_up()
