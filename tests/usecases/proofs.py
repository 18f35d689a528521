"""What does verify find at a desk?"""

from batchbell.usecases.proof import Proof
from batchbell.usecases.verify import verify
from tests.flow.pump import Pump
from tests.usecases.desk import KEY, Desk, new_desk


def proof_of(desk: Desk) -> Proof:
    """What verify finds."""
    return verify(desk.world.store, desk.world.deliveries, KEY)


def delivered_desk(count: int = 3) -> Desk:
    """A batch that went through the whole system."""
    desk = new_desk(count)
    Pump(desk.world).run()
    return desk
