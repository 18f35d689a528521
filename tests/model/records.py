"""What do the records hold, as far as the protocol cares?

Values are immutable. Sets of chunks and positions are bits; the time of a start is its rank among
all starts; every other time is only *over* or not.
"""

from typing import NamedTuple

PROCESSING, SUCCEEDED, FAILED, CANCELED = "processing", "succeeded", "failed", "canceled"
UPLOADED, QUEUED = "uploaded", "queued"
"""States that only items of documents have."""
ENDED = (SUCCEEDED, FAILED, CANCELED)
COMPLETED = "completed"
CANCEL, FATAL = "cancel", "fatal"

RECENTLY, LONG_AGO = "recently", "long ago"
"""An erasure: before and after the time by which every worker of the batch has ended."""

LIVE, POSTPONED, OVER = "live", "postponed", "over"
"""Leases: of an attempt under way, of one that waits for the next, and one that nobody holds."""

OWED, DELIVERED, EXHAUSTED, NO_RECEIVER = "owed", "delivered", "exhausted", "no_receiver"
UNDER_WAY, LOST, WAITING, DUE = "under way", "lost", "waiting", "due"
UNSUCCESSFUL = "unsuccessful"
"""Deliveries: one without an outcome, in its time and after it; one that failed, before the next is
due and after, or as the last. One that the receiver took is DELIVERED.
"""


class Dispatch(NamedTuple):
    """`wanted#number` or `sent#number`."""

    wanted: bool
    number: int


class Counts(NamedTuple):
    """How many items ended how."""

    succeeded: int = 0
    failed: int = 0
    canceled: int = 0

    @property
    def ended(self) -> int:
        """How many are terminal."""
        return sum(self)


class Batch(NamedTuple):
    """A batch's record. `outcome` None: it is open. `due`: it is in the due index. `purged`: when
    it was erased.
    """

    total: int
    chunks: int
    dispatch: Dispatch
    webhook: bool
    outcome: str | None = None
    fence: str | None = None
    generation: int = 1
    closed_chunks: int = 0
    started_at: int | None = None
    counts: Counts | None = None
    due: bool = True
    purged: str | None = None

    @property
    def open(self) -> bool:
        """Whether it still waits for items."""
        return self.outcome is None

    @property
    def takes_work(self) -> bool:
        """Whether items may start."""
        return self.open and self.fence is None

    @property
    def all_chunks_closed(self) -> bool:
        """Whether every chunk is proved."""
        return self.closed_chunks == (1 << self.chunks) - 1


class Summary(NamedTuple):
    """What a proof found."""

    counts: Counts
    started_at: int | None


class Tally(NamedTuple):
    """A chunk's record."""

    expected: int
    dispatch: Dispatch
    generation: int = 1
    succeeded: int = 0
    failed: int = 0
    canceled: int = 0
    summary: Summary | None = None

    @property
    def known(self) -> int:
        """The positions reported as terminal."""
        return self.succeeded | self.failed | self.canceled

    @property
    def covered(self) -> bool:
        """Whether every expected position was reported."""
        return self.known == (1 << self.expected) - 1


class Item(NamedTuple):
    """An item's record. `lease` None: it needs none."""

    state: str
    attempt: int = 0
    lease: str | None = None
    generation: int = 1
    started_at: int | None = None

    @property
    def ended(self) -> bool:
        """Whether it is terminal."""
        return self.state in ENDED

    @property
    def begun(self) -> bool:
        """Whether work on it began: a canceled item may only have been claimed."""
        return self.started_at is not None and self.state != CANCELED

    @property
    def abandoned(self) -> bool:
        """Whether nobody works on it any more."""
        return self.state == PROCESSING and self.lease == OVER


class Body(NamedTuple):
    """What an event says, frozen at the close."""

    outcome: str
    total: int
    counts: Counts
    started_at: int | None


class Event(NamedTuple):
    """What is owed for a generation, and the attempts to deliver it."""

    body: Body
    verdict: str = OWED
    deliveries: tuple[str, ...] = ()
