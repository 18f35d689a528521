"""What happens when everything happens at once?

A piece: one batch, several functions at a time, taken in turn at every port call; some die, some
calls are not taken, or are and nobody knows, triggers come twice or never, leases run out under
live workers, messages of no item come, readers poll, a client may cancel. After it the system is
left alone, and must come to its one right end.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from batchbell.domain.batch import Outcome
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.ports import Limits
from batchbell.usecases.cancel import cancel
from tests.flow.ends import ended
from tests.flow.pump import Pump
from tests.flow.reader import Reader
from tests.flow.scene import KEY, record, scene, watch
from tests.flow.stage import Actor, Stage
from tests.flow.strangers import strange_messages
from tests.memory.hooks import Killed
from tests.memory.submissions import KIND, urls_of
from tests.memory.world import LIMITS

_MOST_ACTORS = 4
_MOST_TURNS = 3_000


@dataclass
class Piece:
    """One piece; `faults` of each kind at most."""

    seed: int
    count: int
    limits: Limits = LIMITS
    faults: int = 2
    cancels: int = 0
    pump: Pump = field(init=False)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._stage = Stage()
        self.pump = scene(self.count, self.limits)
        watch(self.pump, self._stage)
        self._reader = Reader(self.pump.world, KEY)
        self._left = dict.fromkeys(
            ("kill", "refuse", "doubt", "repeat", "lose", "expire", "sweep", "stray"), self.faults
        )
        self._left |= {"read": 4, "cancel": self.cancels}
        self._canceled: tuple[int, set[str]] | None = None

    def play(self) -> Pump:
        """Play it to its end. Raises `AssertionError` when an invariant breaks on the way."""
        for _ in range(_MOST_TURNS):
            self.pump.collect()
            if not self._stage.actors and not self.pump.waiting:
                break
            self._turn()
        while self._stage.actors:
            self._stage.go_on(self._stage.actors[0])
        self.pump.run_and_sweep()
        self._reader.read()
        self._check_end()
        return self.pump

    def _check_end(self) -> None:
        fenced = record(self.pump).fence is not None
        assert fenced or not self._canceled, "a cancel was answered and forgotten"
        ended(self.pump, KEY, Outcome.CANCELED if fenced else Outcome.COMPLETED)
        if self._canceled:
            before, claimed = self._canceled
            assert set(self.pump.fetcher.fetched[before:]) <= claimed, "a URL started after cancel"

    def _turn(self) -> None:
        actors = self._stage.actors
        what = self._rng.choice([*self._left, *["go on"] * 24, *["begin"] * 6])
        if what == "go on" and actors:
            self._stage.go_on(self._rng.choice(actors))
        elif what == "begin" and self.pump.waiting and len(actors) < _MOST_ACTORS:
            self._begin()
        elif self._left.get(what, 0) > 0:
            self._left[what] -= 1
            self._special(what)

    def _special(self, what: str) -> None:
        waiting = self.pump.waiting
        if what in ("kill", "refuse", "doubt"):
            self._fault(what)
        elif what in ("sweep", "read", "cancel"):
            call = {"sweep": self._sweep, "read": self._reader.read, "cancel": self._cancel}[what]
            self._stage.enter(lambda: self._client(call))
        elif what == "stray":
            waiting.append((self.pump.world.clock(), strange_messages(self.count)))
        elif what == "expire":
            self.pump.world.clock.advance(self.limits.lease_ms + 1)
        elif waiting:
            entry = self._rng.choice(waiting)
            waiting.append(entry) if what == "repeat" else waiting.remove(entry)

    def _fault(self, what: str) -> None:
        """Somebody dies, is not heard, or is not answered."""
        if not self._stage.actors:
            return
        actor = self._rng.choice(self._stage.actors)
        if what == "doubt":
            self._stage.go_on(actor, doubt=Unavailable("timed out"))
        else:
            fault = Killed("here") if what == "kill" else Unavailable("throttled")
            self._stage.go_on(actor, fault)

    def _begin(self) -> Actor:
        """A trigger that is due, or time goes on to the next."""
        now = self.pump.world.clock()
        at, trigger = self._rng.choice(self.pump.waiting)
        if at > now:
            self.pump.world.clock.advance(at - now)
        self.pump.waiting.remove((at, trigger))
        return self._stage.enter(lambda: self.pump.bring(trigger))

    def _client(self, call: Callable[[], object]) -> None:
        """A call whose caller does not come again."""
        try:
            call()
        except Unavailable:
            return

    def _sweep(self) -> None:
        self.pump.sweep(KEY)

    def _cancel(self) -> None:
        try:
            cancel(self.pump.world.store, KEY, KIND)
        except CallerError:
            assert record(self.pump).outcome is Outcome.COMPLETED, "refused, and not finished"
            return
        urls = urls_of(self.count)
        items = self.pump.world.records.items.get((KEY, 0), {})
        claimed = {urls[position] for position in items if position < self.count}
        self._canceled = len(self.pump.fetcher.fetched), claimed
