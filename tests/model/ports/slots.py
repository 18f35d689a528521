"""What do calls on the slot of a batch of documents do?

No other batch is modelled: there is always a slot, and nobody waits for one.
"""

from tests.model.calls import port
from tests.model.ports.hand_overs import InWork, in_work_of
from tests.model.world import World


@port("slots.waiting")
def waiting(_: World) -> None:
    """Nobody."""


@port("slots.members")
def members(w: World) -> bool:
    """Whether the batch holds one."""
    return w.slot


@port("slots.take")
def take(w: World) -> None:
    """Hold one; who holds one already holds just one."""
    w.slot = True


@port("slots.free_idle")
def free_idle(w: World, seen: InWork) -> bool:
    """Free it, unless documents are handed over meanwhile."""
    if in_work_of(w.batch) != seen and not w.setting.breaks("slot-unconditional"):
        return False
    w.slot = False
    return True
