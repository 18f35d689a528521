"""What can happen next, and how does it happen?

A piece is a list of moves. A move that is not possible where it is played (because a move before it
was left out) is passed over, so that a long piece can be made shorter.
"""

from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import item_key
from batchbell.ports import ItemMessage
from tests.memory.hooks import Delayed, Killed
from tests.simulation.actors import Actor
from tests.simulation.clients import Clients
from tests.simulation.documents.clients import DocumentClients
from tests.simulation.documents.outside import BESIDE
from tests.simulation.lambdas import Lambdas
from tests.simulation.system import System

Move = tuple[str | int, ...]
SUBMIT: Move = ("call", "submit", 0)
OUTSIDE = ("fetcher.", "engine.", "poster.")
"""Calls to others than AWS: they fail in their own ways."""
READS = (".read", ".read_all", ".read_chunk", ".due", ".attempts", ".get", ".find", ".read_many")
MINUTE_MS = 60_000
_NEVER_SO_MANY = 40
"""Documents of a piece."""


class Stagehand:
    """Makes moves in a system."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.lambdas = Lambdas(system)
        about_documents = system.scenario.kind.grows
        uploaders = [DocumentClients(system, uploads) for uploads in system.uploads]
        self.clients = uploaders[0] if uploaders else Clients(system)
        self.beside = uploaders[1:]
        """Those of the second batch of documents, if there is one."""
        self.worker = "document_worker" if about_documents else "page_worker"

    def ready(self) -> list[str]:
        """The functions for which a trigger waits."""
        waiting = {name: bool(reader.waiting) for name, reader in self.system.readers.items()}
        waiting[self.worker] = bool(self.system.pages.ready())
        waiting["notifier"] = bool(self.system.webhooks.ready())
        return [name for name, there in waiting.items() if there]

    def make(self, move: Move) -> bool:
        """False: it is not possible."""
        what = str(move[0])
        if what == "begin":
            return self.lambdas.begin(str(move[1]), int(move[2]), int(move[3]))
        if what == "call":
            return self._call(str(move[1]), int(move[2]))
        if what in ("go", *_FAULTS):
            actor = self.system.actors.get(str(move[1]))
            return actor is not None and self._act(what, actor)
        return self._elsewhere(what, move)

    def _call(self, call: str, number: int) -> bool:
        about_beside = call.startswith(BESIDE)
        callers = self.beside if about_beside else [self.clients]
        for clients in callers:
            clients.begin(call.removeprefix(BESIDE), number)
        return bool(callers)

    def _act(self, what: str, actor: Actor) -> bool:
        if what == "go":
            self.system.go_on(actor)
            return True
        outside = actor.standing_at.startswith(OUTSIDE)
        if outside and what not in ("kill", "unheard"):
            return False
        if what == "late" and actor.standing_at.endswith(READS):
            what = "doubt"  # a read that comes late tells nobody anything
        self.system.trace.fault(self.system.clock(), f"{actor.name}: {what} at {actor.standing_at}")
        _FAULTS[what](self.system, actor)
        return True

    def _elsewhere(self, what: str, move: Move) -> bool:
        self.system.trace.fault(self.system.clock(), " ".join(map(str, move)))
        if what == "land":
            return self._land(int(move[1]))
        if what == "wait":
            return self._wait(str(move[1]))
        return self._misdeliver(what, str(move[1]), int(move[2]))

    def _land(self, offset: int) -> bool:
        delayed = self.system.delayed
        if delayed:
            self.system.land(delayed[offset % len(delayed)])
        return bool(delayed)

    def _misdeliver(self, what: str, where: str, offset: int) -> bool:
        """What is under way comes twice, never, or for nothing."""
        if what == "stranger":
            return self._bring_stranger(offset)
        queues = {"pages": self.system.pages, "webhooks": self.system.webhooks}
        if where in queues:
            queue = queues[where]
            return queue.starve(offset) if what == "starve" else queue.repeat(offset)
        reader = self.system.readers[where]
        return reader.lose(offset) if what == "lose" else reader.repeat(offset)

    def _bring_stranger(self, offset: int) -> bool:
        """A message that nobody sent: about an item that the batch does not have; or about one of
        its own, before it has tallies.
        """
        system, total = self.system, self.system.scenario.items
        if system.scenario.kind.grows:
            total = _NEVER_SO_MANY
        early = system.batch and not system.world.records.tallies.get(system.key)
        index = offset % system.scenario.items if early else total + offset
        system.pages.insert(ItemMessage(item_key(system.key, index)))
        return True

    def _wait(self, what: str) -> bool:
        scenario = self.system.scenario
        lease = scenario.limits.lease_of(scenario.kind) + 1
        time = {"lease": lease, "minute": MINUTE_MS}.get(what) or self.until_next()
        if time is None:
            return False
        if time >= MINUTE_MS:
            self.system.land_all()
        late = self.system.wait(max(time, 0))
        if not self.system.scenario.zombies:
            for actor in late:
                actor.harmed = True
                self.system.go_on(actor, Killed("its time is over"))
        return True

    def until_next(self) -> int | None:
        """How long until a message is visible again or the sweeper has something to do."""
        now = self.system.clock()
        letters = [*self.system.pages.letters.values(), *self.system.webhooks.letters.values()]
        moments = [letter.visible_at for letter in letters]
        batches = self.system.world.records.batches.values()
        looks = [batch.next_look for batch in batches if batch.next_look is not None]
        moments += [-(-look // MINUTE_MS) * MINUTE_MS for look in looks]
        return max(min(moments) - now, 0) if moments else None


def _kill(system: System, actor: Actor) -> None:
    system.go_on(actor, Killed("here"))


def _throttle(system: System, actor: Actor) -> None:
    """Not taken; for a transaction, a conflict with another looks the same."""
    system.go_on(actor, Unavailable("throttled"))


def _doubt(system: System, actor: Actor) -> None:
    """It timed out, but did happen."""
    system.go_on(actor, doubt=Unavailable("timed out"))


def _late(system: System, actor: Actor) -> None:
    """It timed out, and happens later."""
    system.go_on(actor, Delayed(Unavailable("timed out")))


def _unheard(system: System, actor: Actor) -> None:
    actor.unheard = True
    actor.harmed = True


_FAULTS = {
    "kill": _kill,
    "throttle": _throttle,
    "doubt": _doubt,
    "late": _late,
    "unheard": _unheard,
}
