"""What would the code's records be in the model?"""

import json
from collections.abc import Iterable
from typing import Any

from batchbell.domain import batch as domain
from batchbell.domain.event import Attempt
from batchbell.domain.event import Event as RealEvent
from batchbell.domain.item import Item as RealItem
from batchbell.domain.item import ItemState
from batchbell.domain.tally import Counts as RealCounts
from batchbell.domain.tally import Dispatch as RealDispatch
from batchbell.domain.tally import Summary as RealSummary
from batchbell.domain.tally import Tally as RealTally
from batchbell.usecases.leave_due import erased_for_good_at
from batchbell.usecases.read_job import JobView
from tests.model.records import (
    DELIVERED,
    DUE,
    LIVE,
    LONG_AGO,
    LOST,
    OVER,
    RECENTLY,
    UNDER_WAY,
    UNSUCCESSFUL,
    WAITING,
    Batch,
    Counts,
    Dispatch,
    Item,
    Summary,
    Tally,
)
from tests.model.twin.code import KEY, Code
from tests.model.usecases.read_job import WAITS

_STATUS = {"COMPLETED": "completed", "CANCELLED": "canceled", "FAILED": "failed"}


class Likeness:
    """The records of a `Code`, one after another, as the model has them."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._records = code.world.records
        self._now = code.world.clock()

    def batch(self) -> Batch | None:
        """The batch's record."""
        batch = self._records.batches.get(KEY)
        return None if batch is None else self.of_batch(batch)

    def of_batch(self, batch: domain.Batch) -> Batch:
        """A batch."""
        return Batch(
            total=batch.total,
            chunks=batch.chunks,
            dispatch=_dispatch(batch.dispatch),
            webhook=batch.webhook is not None,
            outcome=None if batch.outcome is None else batch.outcome.value,
            fence=None if batch.fence is None else batch.fence.reason.value,
            generation=batch.generation,
            closed_chunks=_bits(batch.closed_chunks),
            started_at=self._rank(batch.started_at),
            counts=None if batch.counts is None else _counts(batch.counts),
            due=batch.next_look is not None,
            purged=self._purged(batch),
        )

    def tallies(self) -> dict[int, Tally]:
        """By chunk."""
        return {c: self._tally(t) for c, t in self._records.tallies.get(KEY, {}).items()}

    def items(self) -> dict[tuple[int, int], Item]:
        """By chunk and position."""
        return {
            (chunk, position): self._item(item)
            for (_, chunk), rows in self._records.items.items()
            for position, item in rows.items()
        }

    def events(self) -> dict[int, tuple[Any, ...]]:
        """What the body says, the verdict and the deliveries, by generation."""
        events = self._records.events.get(KEY, {})
        return {generation: self._event(event) for generation, event in events.items()}

    def contents(self) -> tuple[bool, frozenset[tuple[int, int]]]:
        """Whether the input list is there, and whose results are."""
        world = self._code.world
        results = frozenset((key.chunk, key.position) for key, _, _ in world.results.stored)
        return bool(world.specs.stored), results

    def view(self, view: JobView) -> tuple[Any, ...]:
        """What a reader is told: its batch, counts and the rows asked for."""
        rows = {i: view.rows[i].state.value if i in view.rows else WAITS for i in view.window}
        batch = self.of_batch(view.batch)
        told = (batch.generation, batch.total, batch.outcome, batch.fence, batch.started_at)
        return (*told, _counts(view.counts), rows)

    def _tally(self, tally: RealTally) -> Tally:
        return Tally(
            expected=tally.expected,
            dispatch=_dispatch(tally.dispatch),
            generation=tally.generation,
            succeeded=_bits(tally.succeeded),
            failed=_bits(tally.failed),
            canceled=_bits(tally.canceled),
            summary=None if tally.summary is None else self._summary(tally.summary),
        )

    def _summary(self, summary: RealSummary) -> Summary:
        return Summary(_counts(summary.counts), self._rank(summary.started_at))

    def _item(self, item: RealItem) -> Item:
        lease = OVER if item.lease_is_over(self._now) else LIVE
        return Item(
            state=item.state.value,
            attempt=item.attempt,
            lease=lease if item.state is ItemState.PROCESSING else None,
            generation=item.generation,
            started_at=self._rank(item.started_at),
        )

    def _event(self, event: RealEvent) -> tuple[Any, ...]:
        body = json.loads(event.body)
        said = (_STATUS[body["status"]], body["total"], body["completed"], body["failed"])
        attempts = self._code.deliveries.attempts(event)
        return said, event.verdict.value, tuple(map(self._attempt, attempts))

    def _attempt(self, attempt: Attempt) -> str:
        if attempt.finished_at is None:
            return UNDER_WAY if attempt.claimed_at else LOST
        if attempt.delivered:
            return DELIVERED
        if attempt.next_at is None:
            return UNSUCCESSFUL
        return DUE if attempt.next_at <= self._now else WAITING

    def _purged(self, batch: domain.Batch) -> str | None:
        for_good_at = erased_for_good_at(self._code.store, batch)
        if for_good_at is None:
            return None
        return RECENTLY if for_good_at > self._now else LONG_AGO

    def _rank(self, at: int | None) -> int | None:
        """The time of a start, as its place among all starts."""
        return None if at is None else self._code.attempts.starts.index(at)


def _dispatch(dispatch: RealDispatch) -> Dispatch:
    return Dispatch(dispatch.wanted, dispatch.number)


def _counts(counts: RealCounts) -> Counts:
    return Counts(counts.succeeded, counts.failed, counts.canceled)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
