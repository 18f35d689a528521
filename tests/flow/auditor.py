"""Does every single change keep the invariants?

A hook that looks at each change in the instant it is made, whoever makes it.
"""

import json

from batchbell.domain.batch import Batch
from batchbell.domain.event import Event, Verdict
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item, ItemState
from batchbell.domain.tally import Tally
from tests.memory.records import Change
from tests.memory.world import World

_MAY_CHANGE_WHEN_CLOSED = {"next_look", "purged_at", "dispatch"}
_LATE = {"webhook", "fence", "hand_over"}
"""What a batch of documents may get, or lose, when it has closed."""


class Auditor:
    """Raises `AssertionError` at the first change that breaks an invariant.

    `skew_ms`: how far two functions' clocks may differ.
    """

    def __init__(self, world: World, skew_ms: int = 0) -> None:
        self._world = world
        self._skew_ms = skew_ms
        self._changes: list[Change] = []
        self._seen = 0
        self._last: dict[tuple[object, ...], object] = {}

    def before(self, call_name: str) -> None:
        """Nothing has changed yet."""

    def after(self, call_name: str) -> None:
        """Looks at what has changed."""
        changes = self._world.records.changes
        if changes is not self._changes:
            self._changes, self._seen = changes, 0
        for change in changes[self._seen :]:
            self._check(change)
        self._seen = len(changes)

    def _check(self, change: Change) -> None:
        new = change.new
        match new:
            case Item():
                before = self._exchange(("item", new.key), new)
                self._check_item(before if isinstance(before, Item) else None, new)
            case Tally():
                before = self._exchange(("tally", change.key, new.chunk), new)
                self._check_tally(change.key, before if isinstance(before, Tally) else None, new)
            case Batch():
                before = self._exchange(("batch", new.key), new)
                self._check_batch(before if isinstance(before, Batch) else None, new)
            case Event():
                before = self._exchange(("event", new.key, new.generation), new)
                self._check_event(before if isinstance(before, Event) else None, new)

    def _exchange(self, name: tuple[object, ...], new: object) -> object:
        before = self._last.get(name)
        self._last[name] = new
        return before

    def _check_item(self, before: Item | None, new: Item) -> None:
        most = self._world.store.limits.page_retry.max_attempts
        assert new.attempt <= most, "an item has more attempts than allowed"
        if new.state.terminal:
            assert new.completed_at is not None
            assert (new.state is ItemState.SUCCEEDED) == (new.credits > 0)
            assert (new.state is ItemState.FAILED) == (new.error is not None)
        if new.result is not None:
            assert new.result.attempt == new.attempt, "one attempt's result for another's item"
        if before is None:
            return
        assert not before.state.terminal, "invariant 1: a terminal item changed"
        if before.started_at is not None:
            assert new.started_at == before.started_at, "an item's start changed"
        if new.attempt > before.attempt:
            now = self._world.clock() + self._skew_ms
            assert (before.lease_until or 0) < now, "claimed under a live lease"

    def _check_tally(self, key: BatchKey, before: Tally | None, new: Tally) -> None:
        rows = self._world.records.items.get((key, new.chunk), {})
        for state in (ItemState.SUCCEEDED, ItemState.FAILED, ItemState.CANCELED):
            now: frozenset[int] = getattr(new, str(state))
            assert before is None or now >= getattr(before, str(state)), "a tally lost a member"
            assert all(rows[p].state is state for p in now), "a tally differs from its items"

    def _check_batch(self, before: Batch | None, new: Batch) -> None:
        if before is not None and before.fence is not None:
            assert new.fence == before.fence, "a fence was lowered"
        if before is not None:
            changed = {
                name
                for name in Batch.__dataclass_fields__
                if getattr(new, name) != getattr(before, name)
            }
            self._check_change(before, new, changed)
        if not new.open:
            self._check_closed(new)

    def _check_change(self, before: Batch, new: Batch, changed: set[str]) -> None:
        if before.open or new.open:
            opened = not before.open
            assert (new.generation, new.total >= before.total) == (before.generation + opened, True)
            assert not opened or (new.kind.grows and new.total == before.total + 1)
            return
        allowed = _MAY_CHANGE_WHEN_CLOSED | (_LATE if new.kind.grows else set())
        assert changed <= allowed, f"a closed batch changed: {changed}"

    def _check_closed(self, batch: Batch) -> None:
        rows = [
            item
            for chunk in range(batch.chunks)
            for item in self._world.records.items.get((batch.key, chunk), {}).values()
            if item.key.index < batch.total
        ]
        ended = [item.state for item in rows if item.state.terminal]
        assert len(ended) == len(rows) == batch.total, "invariant 2: closed with items open"
        assert batch.counts is not None
        assert batch.counts.succeeded == ended.count(ItemState.SUCCEEDED)
        assert batch.counts.failed == ended.count(ItemState.FAILED)
        assert batch.counts.canceled == ended.count(ItemState.CANCELED)

    def _check_event(self, before: Event | None, new: Event) -> None:
        batch = self._world.records.batches[new.key]
        if before is None:
            assert not batch.open, "invariant 3: an event without its close"
            self._check_body(batch, new)
        else:
            again = new.attempts_before > before.attempts_before
            assert again or before.verdict is Verdict.OWED, "a verdict changed"
            assert (new.id, new.body) == (before.id, before.body), "invariant 3: an event changed"

    def _check_body(self, batch: Batch, new: Event) -> None:
        assert batch.counts is not None
        body = json.loads(new.body)
        if batch.kind.grows:
            said, generation = body["data"], body["data"]["generation"]
            assert generation == new.generation == batch.generation
            assert said["canceled"] == batch.counts.canceled
            told = said["succeeded"], said["failed"]
        else:
            told = body["completed"], body["failed"]
        assert told == (batch.counts.succeeded, batch.counts.failed)
