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

FIRST, SECOND = "first", "second"
"""Receivers, by the URL that was registered."""

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


class HandOver(NamedTuple):
    """Documents on their way to the workers: those uploaded whose index is `below`."""

    number: int
    below: int


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
    """A batch's record. `webhook`: its receiver. `outcome` None: it is open. `due`: it is in the
    due index. `purged`: when it was erased.

    Of documents: `hand_over`, one that is under way; `put_back`: the batch is open, and was put on
    the due index again for something that is still to come.
    """

    total: int
    chunks: int
    dispatch: Dispatch
    webhook: str | None
    outcome: str | None = None
    fence: str | None = None
    generation: int = 1
    closed_chunks: int = 0
    started_at: int | None = None
    counts: Counts | None = None
    due: bool = True
    purged: str | None = None
    hand_over: HandOver | None = None
    put_back: bool = False

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
    """An item's record. `lease` None: it needs none. `hand_over`: the one that a document came
    with.
    """

    state: str
    attempt: int = 0
    lease: str | None = None
    generation: int = 1
    started_at: int | None = None
    hand_over: int | None = None

    @property
    def ended(self) -> bool:
        """Whether it is terminal."""
        return self.state in ENDED

    @property
    def begun(self) -> bool:
        """Whether work on it began: a canceled item may only have been claimed."""
        return self.started_at is not None and self.state != CANCELED

    @property
    def handed_over_and_open(self) -> bool:
        """Whether somebody is to work on this document, or does."""
        return self.hand_over is not None and not self.ended

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


class Delivery(NamedTuple):
    """An attempt to deliver an event: how it stands, and to which receiver it goes."""

    state: str
    receiver: str


class Event(NamedTuple):
    """What is owed for a generation, and the attempts to deliver it, by number: of those up to
    `attempts_before` none counts any more, and some may never have begun (None). `taken_by`: who
    took it.
    """

    body: Body
    verdict: str = OWED
    deliveries: tuple[Delivery | None, ...] = ()
    attempts_before: int = 0
    taken_by: str | None = None

    @property
    def last_delivery(self) -> str | None:
        """How the last attempt stands; None: none has begun."""
        return self.deliveries[-1].state if self.deliveries and self.deliveries[-1] else None


class Purse(NamedTuple):
    """A hand-over's credits: whether some are reserved, what the ledger says of it, and how many
    were used when its reservation ended.
    """

    reserved: bool = False
    entry: Counts | None = None
    used: int | None = None
