"""What does a use case test have on its desk?

A world and short words for the states that a batch goes through.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.batch import Batch, Fence, FenceReason
from batchbell.domain.errors import Unavailable
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey, ItemKey, job_id_for, pages_key
from batchbell.domain.identifiers import item_key as item_key_at
from batchbell.domain.item import Ending, Item, ItemState
from batchbell.domain.tally import Tally
from batchbell.ports import ItemMessage, Limits
from batchbell.usecases.admit import begin
from batchbell.usecases.aggregate import ItemEnded, aggregate
from batchbell.usecases.submit_pages import submit_pages
from tests.memory.submissions import ROUTE, TENANT, submission, submitted
from tests.memory.world import LIMITS, World, memory_world

KEY = pages_key(TENANT, job_id_for(TENANT, ROUTE, "key-1"))
OTHER_TENANT = pages_key("other", job_id_for(TENANT, ROUTE, "key-1"))
CANCEL = Fence(FenceReason.CANCEL, 7)
FATAL = Fence(FenceReason.FATAL, 7)


@dataclass(frozen=True, slots=True)
class Desk:
    """A world with one batch, `KEY`."""

    world: World

    @property
    def batch(self) -> Batch:
        """Its record."""
        return self.world.records.batches[KEY]

    @property
    def tally(self) -> Tally:
        """The tally of its first chunk."""
        return self.world.records.tallies[KEY][0]

    @property
    def tallies(self) -> Mapping[int, Tally]:
        """Its tallies."""
        return self.world.records.tallies.get(KEY, {})

    @property
    def event(self) -> Event:
        """Its only event."""
        (event,) = self.world.records.events[KEY].values()
        return event

    def item(self, index: int = 0) -> Item | None:
        """The record of an item."""
        return self.world.records.item(item_key(index))

    def claim(self, index: int = 0) -> Item:
        """A worker begins with an item."""
        now = self.world.clock()
        limits = self.world.store.limits
        claim = self.world.items.claim(
            item_key(index), now, now + limits.lease_ms, limits.page_retry.max_attempts
        )
        assert claim.mine
        assert claim.item
        return claim.item

    def finish(self, *indexes: int, state: ItemState = ItemState.SUCCEEDED) -> None:
        """Items are claimed and end so; nobody folds them."""
        for index in indexes:
            credits_ = 1 if state is ItemState.SUCCEEDED else 0
            ending = Ending(state=state, at=self.world.clock(), credits=credits_)
            assert self.world.items.finish(self.claim(index), ending)

    def fold(self, *indexes: int, state: ItemState = ItemState.SUCCEEDED) -> None:
        """Items are reported, and their batch is advanced."""
        changes = [ItemEnded(item_key(index), state, 1) for index in indexes]
        aggregate(self.world.store, self.world.webhooks, changes)

    def close(self) -> None:
        """All items succeed and the batch closes."""
        self.finish(*range(self.batch.total))
        self.fold(*range(self.batch.total))
        assert not self.batch.open

    def sent(self) -> list[int]:
        """The positions whose messages were sent since the last call."""
        return [message.item.position for message in self.world.pages.take()]


class Before:
    """Does something once, before the first port call of a name."""

    def __init__(self, name: str, action: Callable[[], object]) -> None:
        self._name, self._action = name, action

    def before(self, call_name: str) -> None:
        """Does it."""
        if call_name == self._name:
            self._name = ""
            self._action()

    def after(self, call_name: str) -> None:
        """Nothing."""


def throttled(*_: object, **__: object) -> Any:
    """A port call that is not taken."""
    raise Unavailable("throttled")


def item_key(index: int = 0, key: BatchKey = KEY) -> ItemKey:
    """An item of a batch."""
    return item_key_at(key, index)


def message(index: int = 0) -> ItemMessage:
    """The order to work on it."""
    return ItemMessage(item_key(index))


def bring_stranger(desk: Desk, index: int, state: ItemState) -> None:
    """There is a record, long abandoned or ended, of an item that the batch does not have."""
    desk.world.records.write_item(
        Item(key=item_key(index), state=state, attempt=1, lease_until=1, credits=1, completed_at=1)
    )


def new_desk(count: int = 1, limits: Limits = LIMITS) -> Desk:
    """With a batch just submitted."""
    world = memory_world(limits=limits)
    submitted(world, count)
    return Desk(world)


def dispatched_desk(count: int = 1, limits: Limits = LIMITS) -> Desk:
    """With a batch whose tallies are there."""
    desk = new_desk(count, limits)
    begin(desk.world.store, KEY)
    return desk


def closed_desk(count: int = 1, *, webhook: bool = True) -> Desk:
    """With a batch that has closed, whose event is owed."""
    world = memory_world()
    asked = submission(count) if webhook else submission(count, webhook=None)
    submit_pages(world.store, asked)
    desk = Desk(world)
    begin(world.store, KEY)
    desk.close()
    world.take_changes()
    return desk
