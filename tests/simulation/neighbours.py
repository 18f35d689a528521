"""Who else holds the tenant's slots, and does everybody keep to them?"""

from enum import StrEnum

from batchbell.domain.batch import Batch, BatchState
from batchbell.domain.identifiers import BatchKey, pages_key
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Dispatch, Phase
from batchbell.usecases.admit import reclaim
from tests.memory.submissions import MONTH_MS, TENANT
from tests.memory.world import World
from tests.simulation.violations import demand

RIVAL = pages_key(TENANT, "batch_rival")
_GHOST = pages_key(TENANT, "batch_ghost")


class Neighbour(StrEnum):
    """Somebody who holds a slot before the batch comes."""

    GHOST = "ghost"
    """Nobody: the slot has leaked."""
    RIVAL = "rival"
    """A batch without items, which the sweeper closes when it looks at it."""


def move_in(world: World, neighbours: tuple[Neighbour, ...]) -> None:
    """All slots are held; none is free for the batch."""
    if not neighbours:
        return
    world.door.allowances.change(TENANT, {"slots": len(neighbours)})
    for neighbour in neighbours:
        name = RIVAL if neighbour is Neighbour.RIVAL else _GHOST
        world.slots.held.setdefault(TENANT, set()).add(name.batch)
    if Neighbour.RIVAL in neighbours:
        now = world.clock()
        world.records.write_batch(_rival(now, now + world.store.limits.lease_ms // 2))


def share_a_slot(world: World) -> None:
    """The tenant has one, for all its batches."""
    world.door.allowances.change(TENANT, {"slots": 1})


def check_slots(world: World, key: BatchKey, limit: int) -> None:
    """No more are held than there are, which is `limit`; a batch that runs holds one, and a job of
    one URL never holds or waits for one. Raises `Violation`.
    """
    held = world.slots.held.get(TENANT, set())
    demand(len(held) <= limit, f"{len(held)} hold {limit} slots")
    batch = world.records.batches.get(key)
    if batch is None:
        return
    if not batch.kind.takes_slot:
        queue = world.slots.queue.get(TENANT, set())
        demand(key.batch not in held, "a job of one URL holds a slot")
        demand(key not in {one.key for one in queue}, "a job of one URL waits for a slot")
    elif batch.takes_work and not batch.kind.grows and world.records.tallies.get(key):
        demand(key.batch in held, "it runs without a slot")


def check_slots_free(world: World, *, faulty: bool) -> None:
    """No open batch waits, and nobody holds a slot any more. `faulty`: a call that landed late may
    have left one taken; whoever waits for it frees it. Raises `Violation`.
    """
    queue, held = world.slots.queue.get(TENANT, set()), world.slots.held.get(TENANT, set())
    waiting = [world.records.batches[one.key] for one in queue]
    open_ones = [batch.key for batch in waiting if batch.open and batch.dispatch.wanted]
    demand(not open_ones, f"somebody waits for ever: {open_ones}")
    if faulty:
        reclaim(world.store, TENANT)
    demand(not held - {_GHOST.batch}, f"slots are held for ever: {held}")


def _rival(now: int, next_look: int) -> Batch:
    return Batch(
        key=RIVAL,
        kind=JobKind.DISTILL,
        total=0,
        chunks=0,
        spec="",
        created_at=now,
        expires_at=now + MONTH_MS,
        dispatch=Dispatch(Phase.SENT, 1, now),
        next_look=next_look,
        state=BatchState.OPEN,
    )
