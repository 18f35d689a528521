"""What can happen next, and what becomes of the world then?"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.model.answers import give
from tests.model.calls import CLOCK
from tests.model.configuration import Configuration
from tests.model.endings import AGAIN, Answer, Ending
from tests.model.invariants import check_step
from tests.model.machine import Ended, Machine, Place
from tests.model.records import (
    DUE,
    LIVE,
    LONG_AGO,
    LOST,
    OVER,
    POSTPONED,
    RECENTLY,
    UNDER_WAY,
    WAITING,
)
from tests.model.spent import forget
from tests.model.world import Process, Trigger, World

STEP, CRASH, DELIVER, REPEAT = "step", "crash", "deliver", "repeat"
EXPIRE, END, LOSE, PASS = "expire", "end", "lose", "pass"
"""A lease is over; a delivery's time or wait is over; the input list gets lost; a lease has passed
since the batch was erased.
"""
SEND, UNLINK = "send", "unlink"
"""The bytes of a document come by its link; the link has ended."""

FROM_CLIENTS = (
    *("submit", "read", "cancel", "purge"),
    *("upload", "process", "delete", "delete-document", "register"),
)


class Action(NamedTuple):
    """One thing that happens."""

    what: str
    about: Any = None


def is_call(action: Action) -> bool:
    """Whether a client calls, who could as well not."""
    return action.what == SEND or (action.what == DELIVER and action.about.kind in FROM_CLIENTS)


class Made(NamedTuple):
    """A call that was made."""

    place: Place
    result: Any
    after: Place | Ended


class Rules:
    """What can happen in one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.setting = configuration.setting
        self.machine = Machine(configuration.setting)
        self._unnoticed = configuration.unnoticed

    def possible(self, w: World) -> Iterator[Action]:
        """Everything that can happen now."""
        for index, process in enumerate(w.processes):
            yield Action(STEP, index)
            if w.budget.crashes and process.wrote:  # anywhere else it equals an earlier one
                yield Action(CRASH, index)
        if len(w.processes) < self.configuration.parallel:
            yield from self._beginnings(w)
        yield from self._expiries(w)
        if w.budget.losses and w.spec:
            yield Action(LOSE)
        if w.record and w.record.purged == RECENTLY and not _at_work(w):
            yield Action(PASS)
        for place in w.links:
            yield Action(UNLINK, place)
            if place in w.lacking:
                yield Action(SEND, place)

    def _beginnings(self, w: World) -> Iterator[Action]:
        for trigger in w.pending:
            yield Action(DELIVER, trigger)
            if w.budget.duplicates:
                yield Action(REPEAT, trigger)
        for call in w.calls:
            if call.after is None or call.after in w.done:
                yield Action(DELIVER, call)
        sweeps = any(process.trigger.kind == "sweep" for process in w.processes)
        if w.budget.sweeps and w.record and w.record.due and not sweeps:
            yield Action(DELIVER, Trigger("sweep", (True,)))
            yield Action(DELIVER, Trigger("sweep", (False,)))

    def _expiries(self, w: World) -> Iterator[Action]:
        """Under a live owner it costs budget. Where nothing else goes on, time passes by itself."""
        passes = w.budget.leases or (self.configuration.quiet and not w.processes)
        for chunk, rows in enumerate(w.rows):
            for position, row in enumerate(rows):
                if row and (row.lease == POSTPONED or (row.lease == LIVE and passes)):
                    yield Action(EXPIRE, (chunk, position))
        for number, event in enumerate(w.events):
            last = event.last_delivery
            if last == WAITING or (last == UNDER_WAY and passes):
                yield Action(END, number + 1)

    def apply(self, w: World, action: Action) -> tuple[World, tuple[Made, ...]]:
        """The world after it, every invariant checked, and the calls that were made."""
        new = w.copy()
        made: tuple[Made, ...] = ()
        what, about = action
        match what:
            case "step":
                made = self.step(new, about)
            case "crash":
                self._crash(new, about)
            case "deliver" | "repeat":
                _take(new, about, what)
                made = self.begin(new, about)
            case _:
                _happen(new, action)
        check_step(w, new)
        forget(new)
        return new, made

    def begin(self, w: World, trigger: Trigger) -> tuple[Made, ...]:
        """A function is called, and makes its first call."""
        arguments = (*trigger.arguments, w.told) if trigger.kind == "read" else trigger.arguments
        place = self.machine.begin(trigger.kind, arguments)
        return self._go_on(w, place, trigger)

    def step(self, w: World, index: int) -> tuple[Made, ...]:
        """A function under way makes its next call."""
        place, trigger, _ = w.processes[index]
        w.processes = w.processes[:index] + w.processes[index + 1 :]
        return self._go_on(w, place, trigger)

    def _go_on(self, w: World, place: Place | Ended, trigger: Trigger) -> tuple[Made, ...]:
        """One call, and those after it that nobody is to come in between."""
        before = _written(w)
        made: tuple[Made, ...] = ()
        while isinstance(place, Place) and (not made or self._follows(made, place, trigger)):
            result = place.step.run(w)
            after = self.machine.after(place, result)
            made += (Made(place, result, after),)
            place = after
        if isinstance(place, Ended):
            _end(w, trigger, place.ending)
        else:
            wrote = before != _written(w)
            processes = (*w.processes, Process(place, trigger, wrote))
            w.processes = tuple(sorted(processes, key=hash))
        return made

    def _follows(self, made: tuple[Made, ...], place: Place, trigger: Trigger) -> bool:
        """Whether a call happens together with those before."""
        configuration, last = self.configuration, made[-1]
        if all(one.place.step.port in self._unnoticed for one in made):
            return True
        return (
            place.step.port in self._unnoticed
            or trigger.kind in configuration.whole
            or (configuration.snapshots and (last.place.step.more or place.step.port == CLOCK))
        )

    def _crash(self, w: World, index: int) -> None:
        trigger = w.processes[index].trigger
        w.processes = w.processes[:index] + w.processes[index + 1 :]
        w.budget = w.budget._replace(crashes=w.budget.crashes - 1)
        _give_back(w, trigger)


def _happen(w: World, action: Action) -> None:
    """What no function does."""
    match action:
        case Action("expire", (chunk, position)):
            expire(w, chunk, position)
        case Action("end", generation):
            end_delivery(w, generation)
        case Action("lose"):
            _lose_input(w)
        case Action("pass"):
            w.write_batch(w.batch._replace(purged=LONG_AGO))
        case Action("send", place):
            w.lacking -= {place}
        case Action("unlink", place):
            w.links -= {place}


def _at_work(w: World) -> bool:
    """Whether somebody is alive who could store something: nobody is for longer than a lease."""
    return any(process.trigger.kind in ("message", "submit") for process in w.processes)


def _written(w: World) -> tuple[object, ...]:
    """What a call can change, when it matters: whoever dies, dies right after a write."""
    if not w.budget.crashes:
        return ()
    told = (w.record, w.tallies, w.rows, w.events, w.pending, w.spec, w.results, w.delivered)
    return (*told, w.documents, w.slot, w.purses)


def _take(w: World, trigger: Trigger, what: str) -> None:
    if what == REPEAT:
        w.budget = w.budget._replace(duplicates=w.budget.duplicates - 1)
    elif trigger.kind in FROM_CLIENTS:
        w.calls -= {trigger}
    elif trigger.kind == "sweep":
        w.budget = w.budget._replace(sweeps=w.budget.sweeps - 1)
    else:
        w.pending -= {trigger}


def _give_back(w: World, trigger: Trigger) -> None:
    """A record or message comes again, a client tries again, the sweeper comes anyway."""
    if trigger.kind in FROM_CLIENTS:
        w.calls |= {trigger}
    elif trigger.kind == "sweep":
        w.budget = w.budget._replace(sweeps=w.budget.sweeps + 1)
    else:
        w.emit(trigger)


def _end(w: World, trigger: Trigger, ending: Ending) -> None:
    if isinstance(ending, Answer):
        final = give(w, ending)
        if final:
            w.done |= {trigger.kind}
        else:
            _give_back(w, trigger)
    elif ending is AGAIN:
        _give_back(w, trigger)


def expire(w: World, chunk: int, position: int) -> None:
    """The lease of an item is over, or its wait for the next attempt."""
    row = w.rows[chunk][position]
    if row is None:
        return
    live = row.lease == LIVE
    rows = w.rows[chunk]
    rows = (*rows[:position], row._replace(lease=OVER), *rows[position + 1 :])
    w.rows = (*w.rows[:chunk], rows, *w.rows[chunk + 1 :])
    _spend_lease(w, costs=live)


def _lose_input(w: World) -> None:
    w.spec, w.lost = False, True
    w.budget = w.budget._replace(losses=w.budget.losses - 1)


def end_delivery(w: World, generation: int) -> None:
    """The time of a delivery is over, or its wait for the next attempt."""
    *before, last = w.events[generation - 1].deliveries
    if last is None:
        raise ValueError("an attempt that never began has no time")
    live = last.state == UNDER_WAY
    w.write_deliveries(generation, (*before, last._replace(state=LOST if live else DUE)))
    _spend_lease(w, costs=live)


def _spend_lease(w: World, *, costs: bool) -> None:
    if costs and w.budget.leases:
        w.budget = w.budget._replace(leases=w.budget.leases - 1)
