"""What does a chunk's tally know, and when is a chunk proved?

A tally holds sets of positions, never counters: adding a position twice, late or out of order
leaves the same set.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from batchbell.domain.item import Item, open_positions


class Phase(StrEnum):
    """Whether a send is still owed."""

    WANTED = "wanted"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Which send of messages is owed or done: `number` counts the sends, `at` is epoch
    milliseconds.
    """

    phase: Phase
    number: int
    at: int

    def __str__(self) -> str:
        return f"{self.phase}#{self.number}"

    @property
    def wanted(self) -> bool:
        """Whether the send is still owed."""
        return self.phase is Phase.WANTED

    def done(self, at: int) -> "Dispatch":
        """The same send, done."""
        return Dispatch(Phase.SENT, self.number, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many items ended how, and what they cost in credits."""

    succeeded: int = 0
    failed: int = 0
    canceled: int = 0
    credits: int = 0

    @property
    def ended(self) -> int:
        """How many items are terminal."""
        return self.succeeded + self.failed + self.canceled

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            succeeded=self.succeeded + other.succeeded,
            failed=self.failed + other.failed,
            canceled=self.canceled + other.canceled,
            credits=self.credits + other.credits,
        )


@dataclass(frozen=True, slots=True)
class Summary:
    """What a proof of a chunk (or of all chunks) found. Times are epoch milliseconds."""

    counts: Counts
    started_at: int | None
    completed_at: int | None

    def __add__(self, other: "Summary") -> "Summary":
        return Summary(
            self.counts + other.counts,
            min(_present(self.started_at, other.started_at), default=None),
            max(_present(self.completed_at, other.completed_at), default=None),
        )


NOTHING = Summary(Counts(), None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """One chunk's record: the union of all that was ever reported about its items."""

    chunk: int
    expected: int
    dispatch: Dispatch
    generation: int = 1
    succeeded: frozenset[int] = field(default_factory=frozenset)
    failed: frozenset[int] = field(default_factory=frozenset)
    canceled: frozenset[int] = field(default_factory=frozenset)
    summary: Summary | None = None

    @property
    def reported(self) -> frozenset[int]:
        """Every position ever reported, those included that a stray message made a record for."""
        return self.succeeded | self.failed | self.canceled

    @property
    def known(self) -> frozenset[int]:
        """The positions of items reported as terminal: the expected ones among the reported."""
        return self.reported & frozenset(range(self.expected))

    @property
    def covered(self) -> bool:
        """Whether every expected position was reported: then the items are read to prove it."""
        return self.known == frozenset(range(self.expected))


def prove(items: Mapping[int, Item], expected: int) -> Summary | None:
    """The chunk's summary, or None unless every expected item exists and has ended."""
    if open_positions(items, expected):
        return None
    return summarise(items[position] for position in range(expected))


def summarise(items: Iterable[Item]) -> Summary:
    """Counts, credits, earliest start and latest completion of the items that have ended.

    A canceled item's start does not count: a worker that is turned away at the fence has claimed,
    not begun.
    """
    total = NOTHING
    for item in items:
        if item.state.terminal:
            counts = Counts(credits=item.credits, **{str(item.state): 1})
            began = item.started_at if item.begun else None
            total += Summary(counts, began, item.completed_at)
    return total


def _present(*values: int | None) -> list[int]:
    return [value for value in values if value is not None]
