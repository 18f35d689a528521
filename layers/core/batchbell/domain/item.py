"""What is an item, and which changes of its state exist?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from batchbell.domain.codes import DocumentReason, ErrorCode
from batchbell.domain.identifiers import ItemKey


class ItemState(StrEnum):
    """The states of an item. A page's without a record is waiting; a document has one from its
    upload on, and is only worked on once it was handed over.
    """

    UPLOADED = "uploaded"
    QUEUED = "queued"
    PROCESSING = "processing"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELED = "canceled"

    @property
    def terminal(self) -> bool:
        """Whether the item has ended; a terminal state never changes within its generation."""
        return self not in _UNFINISHED


_UNFINISHED = frozenset((ItemState.UPLOADED, ItemState.QUEUED, ItemState.PROCESSING))

AFTER_LEASE_MS = 1_000
"""How long after its lease an item is taken up again: a claim wants the lease to be over, and a
queue hides messages in whole seconds.
"""

Endings = Mapping[int, ItemState]
"""Positions within one chunk, each with the terminal state of its item."""


@dataclass(frozen=True, slots=True)
class ItemError:
    """Why an item failed: for people and for programs, without internals."""

    code: ErrorCode | DocumentReason
    message: str


@dataclass(frozen=True, slots=True)
class ResultRef:
    """Which stored result counts: the one this attempt of this generation wrote.

    `weight`: bytes of the content as it stands in an answer (JSON within JSON), to plan the
    answer's size.
    """

    generation: int
    attempt: int
    weight: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item's record. Times are epoch milliseconds."""

    key: ItemKey
    state: ItemState
    attempt: int = 0
    generation: int = 1
    lease_until: int | None = None
    started_at: int | None = None
    completed_at: int | None = None
    credits: int = 0
    error: ItemError | None = None
    result: ResultRef | None = None
    document: str | None = None
    """The id of the document that it is, if it is one."""
    created_at: int | None = None
    """When the document was uploaded."""
    spec: str | None = None
    """With which fields the document was handed over: the fingerprint of their spec."""
    hand_over: int | None = None
    """Which of its batch's hand-overs the document came with; None: none yet."""

    @property
    def begun(self) -> bool:
        """Whether work on it began: a canceled item may only have been claimed."""
        return self.started_at is not None and self.state is not ItemState.CANCELED

    @property
    def handed_over_and_open(self) -> bool:
        """Whether somebody is to work on this document, or does."""
        return self.hand_over is not None and not self.state.terminal

    def waits(self, now: int) -> bool:
        """Whether it wants a worker and has none."""
        return self.state is ItemState.QUEUED or self.lease_is_over(now)

    def lease_is_over(self, now: int) -> bool:
        """Whether nobody works on it any more (or nobody may)."""
        return self.state is ItemState.PROCESSING and (self.lease_until or 0) < now

    def exhausted(self, now: int, max_attempts: int) -> bool:
        """Whether its last allowed attempt died."""
        return self.lease_is_over(now) and self.attempt >= max_attempts

    def evolve(self, **changes: object) -> "Item":
        """The same item, changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # replace() checks names at run time


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How an item ends: what its terminal write records."""

    state: ItemState
    at: int
    credits: int = 0
    error: ItemError | None = None
    result: ResultRef | None = None


def endings_of(items: Mapping[int, Item]) -> dict[int, ItemState]:
    """The positions whose items have ended."""
    return {position: item.state for position, item in items.items() if item.state.terminal}


def open_positions(items: Mapping[int, Item], expected: int) -> list[int]:
    """The positions whose items have not ended, those without a record included."""
    return [p for p in range(expected) if p not in items or not items[p].state.terminal]
