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
    Delivery,
    Dispatch,
    HandOver,
    Item,
    Summary,
    Tally,
)
from tests.model.twin.code import Code
from tests.model.twin.receivers import receiver_at
from tests.model.usecases.read_job import WAITS

_STATUS = {
    "COMPLETED": "completed",
    "CANCELLED": "canceled",
    "FAILED": "failed",
    "succeeded": "completed",
    "canceled": "canceled",
    "failed": "failed",
}
"""As events of pages and of documents say it."""


class Likeness:
    """The records of a `Code`, one after another, as the model has them."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._records = code.world.records
        self._now = code.world.clock()

    def batch(self) -> Batch | None:
        """The batch's record."""
        batch = self._records.batches.get(self._code.key)
        return None if batch is None else self.of_batch(batch)

    def of_batch(self, batch: domain.Batch) -> Batch:
        """A batch."""
        return Batch(
            total=batch.total,
            chunks=batch.chunks,
            dispatch=_dispatch(batch.dispatch),
            webhook=None if batch.webhook is None else receiver_at(batch.webhook.url),
            outcome=None if batch.outcome is None else batch.outcome.value,
            fence=None if batch.fence is None else batch.fence.reason.value,
            generation=batch.generation,
            closed_chunks=_bits(batch.closed_chunks),
            started_at=self._rank(batch.started_at),
            counts=None if batch.counts is None else _counts(batch.counts),
            due=batch.next_look is not None,
            purged=self._purged(batch),
            hand_over=None if batch.hand_over is None else _hand_over(batch.hand_over),
            put_back=self._is_put_back(batch),
        )

    def _is_put_back(self, batch: domain.Batch) -> bool:
        """Of pages nobody asks."""
        to_come = batch.next_look is not None and batch.next_look > self._now
        return batch.kind.grows and batch.takes_work and to_come

    def tallies(self) -> dict[int, Tally]:
        """By chunk."""
        return {c: self._tally(t) for c, t in self._records.tallies.get(self._code.key, {}).items()}

    def items(self) -> dict[tuple[int, int], Item]:
        """By chunk and position."""
        return {
            (chunk, position): self._item(item)
            for (_, chunk), rows in self._records.items.items()
            for position, item in rows.items()
        }

    def events(self) -> dict[int, tuple[Any, ...]]:
        """What the body says, the verdict and the deliveries, by generation."""
        events = self._records.events.get(self._code.key, {})
        return {generation: self._event(event) for generation, event in events.items()}

    def contents(self) -> tuple[bool, frozenset[tuple[int, int]]]:
        """Whether the input list is there, and whose results are."""
        world = self._code.world
        results = frozenset((key.chunk, key.position) for key, _, _ in world.results.stored)
        return bool(world.specs.stored), results

    def view(self, view: JobView) -> tuple[Any, ...]:
        """What a reader is told: its batch, counts and the rows asked for."""
        rows = {i: _shown(view.rows.get(i)) for i in view.window}
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
            hand_over=item.hand_over,
        )

    def _event(self, event: RealEvent) -> tuple[Any, ...]:
        body = json.loads(event.body)
        attempts = {one.number: self._attempt(one) for one in self._code.deliveries.attempts(event)}
        deliveries = tuple(map(attempts.get, range(1, max(attempts, default=0) + 1)))
        told = (event.verdict.value, deliveries, event.attempts_before, receiver_at(event.taken_by))
        return _said(body), *told

    def _attempt(self, attempt: Attempt) -> Delivery:
        return Delivery(self._state_of(attempt), receiver_at(attempt.url) or "")

    def _state_of(self, attempt: Attempt) -> str:
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


def _shown(item: RealItem | None) -> str:
    """A row's word."""
    waits = item is None or item.state in (ItemState.UPLOADED, ItemState.QUEUED)
    return WAITS if item is None or waits else item.state.value


def _said(body: dict[str, Any]) -> tuple[Any, ...]:
    """What the body of an event says, of pages or of documents: outcome, total and counts."""
    if "data" in body:
        data = body["data"]
        return _STATUS[data["status"]], data["total"], data["succeeded"], data["failed"]
    return _STATUS[body["status"]], body["total"], body["completed"], body["failed"]


def _hand_over(hand_over: domain.HandOver) -> HandOver:
    return HandOver(hand_over.number, hand_over.below)


def _dispatch(dispatch: RealDispatch) -> Dispatch:
    return Dispatch(dispatch.wanted, dispatch.number)


def _counts(counts: RealCounts) -> Counts:
    return Counts(counts.succeeded, counts.failed, counts.canceled)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
