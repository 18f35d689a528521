"""What happened, line by line, so that a person can follow it?"""

from collections.abc import Iterator

from batchbell.domain.batch import Batch
from batchbell.domain.event import Event
from batchbell.domain.item import Item
from tests.memory.clock import START
from tests.memory.records import Change
from tests.simulation.actors import Actor


class Trace:
    """Takes lines down, unless it is silent."""

    def __init__(self, *, silent: bool = False) -> None:
        self._silent = silent
        self.lines: list[str] = []

    def begins(self, now: int, name: str) -> None:
        """An invocation."""
        self._line(now, name, "begins")

    def calls(self, now: int, actor: Actor, call: str) -> None:
        """A port call is through."""
        if call:
            self._line(now, actor.name, call)

    def changed(self, now: int, who: str, change: Change) -> None:
        """A record was written."""
        if not self._silent:
            self._line(now, who, f"  -> {_told(change)}")

    def ends(self, now: int, actor: Actor) -> None:
        """An invocation."""
        how = "is dead" if actor.killed else "ends"
        self._line(now, actor.name, f"{how} ({actor.error})" if actor.error else how)

    def waits(self, now: int, milliseconds: int) -> None:
        """Nothing but the clock moves."""
        self._line(now, "", f"{milliseconds / 1000:g} s pass")

    def fault(self, now: int, what: str) -> None:
        """Something goes wrong."""
        self._line(now, "", f"!! {what}")

    def _line(self, now: int, who: str, what: str) -> None:
        if not self._silent:
            self.lines.append(f"{(now - START) / 1000:9.1f} s  {who:14} {what}")


def _told(change: Change) -> str:
    return " ".join(_words(change))


def _words(change: Change) -> Iterator[str]:
    match change.new:
        case Batch() as batch:
            yield f"batch {batch.state}"
            yield f"{batch.dispatch} fence={batch.fence and batch.fence.reason}"
            yield f"closed chunks {sorted(batch.closed_chunks)} next look {_at(batch.next_look)}"
            yield f"started {_at(batch.started_at)}"
            yield f"{batch.hand_over or ''} {batch.outcome or ''} {batch.counts or ''}".strip()
        case Item() as item:
            yield f"item {item.key.chunk}/{item.key.position} {item.state} attempt {item.attempt}"
            if item.lease_until:
                yield f"lease until {_at(item.lease_until)}"
            if item.error:
                yield f"({item.error.code})"
        case Event() as event:
            yield f"event {event.generation} {event.verdict}"
        case tally:
            yield f"tally {tally.chunk} {tally.dispatch} succeeded {sorted(tally.succeeded)}"
            yield f"failed {sorted(tally.failed)} canceled {sorted(tally.canceled)}"
            if tally.summary:
                yield "proved"


def _at(at: int | None) -> str:
    return "-" if at is None else f"{(at - START) / 1000:.1f}"
