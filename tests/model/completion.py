"""Is nothing forgotten that is owed?

Asked of every state. All that is under way dies, all records and messages are lost. A reader or a
client who cancels then gets an answer, with nobody's help; and the sweeper alone brings everything
to its end.
"""

from tests.model.actions import Rules, end_delivery, expire
from tests.model.hand_overs import charges_owed, slot_owed
from tests.model.invariants import check_step
from tests.model.records import (
    LIVE,
    LONG_AGO,
    OWED,
    POSTPONED,
    RECENTLY,
    UNDER_WAY,
    UPLOADED,
    WAITING,
)
from tests.model.setting import NOTHING_GOES_WRONG
from tests.model.world import Told, Trigger, Violation, World

_ROUNDS = 5
_MOST = 300
_ALONE = (Trigger("read", (None,)), Trigger("cancel"))


class Completion:
    """The check. It remembers which states it has seen: what dies or is lost tells none apart."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._seen: set[int] = set()

    def check(self, w: World) -> None:
        """Raises `Violation`."""
        end = w.copy()
        end.pending, end.processes = frozenset(), ()
        end.calls, end.budget, end.told = frozenset(), NOTHING_GOES_WRONG, Told()
        key = hash(end.key())
        if key in self._seen:
            return
        self._seen.add(key)
        for call in _ALONE if w.setting.pages and w.record else ():
            self._run(end.copy(), call)
        missing = owed(end) or _still_due(end)
        for _ in range(_ROUNDS):
            if missing is None:
                self._check_slot(end)
                return
            _let_time_pass(end)
            if end.record and end.record.due:
                self._run(end, Trigger("sweep", (True,)))
            self._drain(end)
            missing = owed(end) or _still_due(end)
        raise Violation(f"{missing}, and the sweeper does not help")

    def _check_slot(self, w: World) -> None:
        """One that whoever died has kept is freed when somebody else needs it."""
        if slot_owed(w) is None:
            return
        self._run(w, Trigger("reclaim"))
        still = slot_owed(w)
        if still:
            raise Violation(f"{still}, and nobody who needs it gets it")

    def _run(self, w: World, trigger: Trigger) -> None:
        """One function, alone, from its beginning to its end."""
        before = w.copy()
        self._rules.begin(w, trigger)
        check_step(before, w)
        for _ in range(_MOST):
            if not w.processes:
                return
            before = w.copy()
            self._rules.step(w, 0)
            check_step(before, w)
        raise Violation("a function does not come to an end although nothing else runs")

    def _drain(self, w: World) -> None:
        """All records and messages, one after another; those that must wait are left."""
        waiting: set[Trigger] = set()
        for _ in range(_MOST):
            ready = w.pending - waiting
            if not ready:
                return
            trigger = min(ready, key=str)
            before = w.key()
            w.pending -= {trigger}
            self._run(w, trigger)
            waiting = waiting | {trigger} if w.key() == before else set()
        raise Violation("records and messages never run dry")


def _let_time_pass(w: World) -> None:
    for chunk, rows in enumerate(w.rows):
        for position, row in enumerate(rows):
            if row and row.lease in (LIVE, POSTPONED):
                expire(w, chunk, position)
    for number, event in enumerate(w.events):
        if event.last_delivery in (UNDER_WAY, WAITING):
            end_delivery(w, number + 1)
    w.links = frozenset()
    if w.record and w.record.purged == RECENTLY:
        w.record = w.record._replace(purged=LONG_AGO)


def owed(w: World) -> str | None:
    """What is still owed in a state where nothing moves any more."""
    if w.record is None:
        return None
    missing = _items_owed(w) or _events_owed(w) or _contents_owed(w)
    return missing if w.setting.pages else missing or _documents_owed(w) or charges_owed(w)


def _documents_owed(w: World) -> str | None:
    """What a call that was begun has promised."""
    batch = w.batch
    if batch.takes_work and (batch.hand_over or batch.dispatch.wanted):
        return "a hand-over is never through"
    for index in range(w.asked):
        row = w.item(*divmod(index, w.setting.chunk))
        if row and row.state == UPLOADED:
            return "a document was handed over, and stays uploaded"
    return None


def _still_due(w: World) -> str | None:
    """Only the sweeper is sure to let go of a batch; one that is open waits for its caller."""
    if w.record and w.record.due:
        return "nothing is owed, and the batch stays due"
    return None


def _items_owed(w: World) -> str | None:
    batch = w.batch
    rows = [
        w.item(chunk, position)
        for chunk in range(batch.chunks)
        for position in range(_length(w, chunk))
    ]
    states = [row.state if row else "absent" for row in rows if not row or not row.ended]
    if any(state != UPLOADED for state in states) or (states and batch.fence):
        return f"invariant 5: items stay {states}"
    if not states and batch.open:
        return "invariant 5: every item has ended and the batch stays open"
    return None


def _length(w: World, chunk: int) -> int:
    if w.setting.pages:
        return w.setting.length(chunk)
    tally = w.tally(chunk)
    return tally.expected if tally else 0


def _events_owed(w: World) -> str | None:
    batch = w.batch
    closed = batch.generation - 1 if batch.open else batch.generation
    for generation in range(1, closed + 1):
        event = w.event(generation)
        if event is None:
            return f"invariant 3: the event of generation {generation} is missing"
        if event.verdict == OWED:
            return f"invariant 3: the event of generation {generation} has no verdict"
        if _is_undelivered(w, generation):
            return f"invariant 3: the event of generation {generation} was never delivered"
    return None


def _is_undelivered(w: World, generation: int) -> bool:
    """Whether the receiver takes what it gets, and has not got the event that it should have."""
    if w.receiver is None or not any(w.setting.receiver):
        return False
    receiver, since = w.receiver
    if receiver == w.setting.refusing:
        return False
    return generation >= since and (generation, receiver) not in w.delivered


def _contents_owed(w: World) -> str | None:
    if w.batch.purged and (w.results or w.spec):
        return "a batch was erased, and content of it stays"
    return None
