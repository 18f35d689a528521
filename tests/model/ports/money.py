"""What do calls on credits do?"""

from tests.model.calls import port
from tests.model.records import Counts
from tests.model.world import Violation, World


@port("budgets.read")
def reserved(w: World) -> tuple[int, ...]:
    """The numbers of the hand-overs that have reserved; none where the tenant has no budget."""
    return tuple(number for number, one in enumerate(w.purses, 1) if one and one.reserved)


@port("ledger.put")
def put(w: World, number: int, counts: Counts) -> None:
    """Enter what a hand-over came to; a repeat changes nothing."""
    purse = w.purse(number)
    if purse.entry not in (None, counts):
        raise Violation(f"hand-over {number} is charged twice: {purse.entry} and {counts}")
    w.write_purse(number, purse._replace(entry=counts))


@port("budgets.give_back")
def give_back(w: World, number: int, used: int) -> bool:
    """End a reservation. -> whether there was one."""
    purse = w.purse(number)
    if not purse.reserved:
        return False
    w.write_purse(number, purse._replace(reserved=False, used=used))
    return True
