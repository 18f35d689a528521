"""Does the tenant's account say what the batch came to?"""

from batchbell.domain.batch import Batch
from batchbell.domain.budget import charge_of
from batchbell.domain.job_kind import JobKind
from tests.memory.submissions import TENANT
from tests.memory.world import World
from tests.simulation.violations import demand


def price_of(kind: JobKind) -> int:
    """What a page that succeeds costs (contract, "Endpoints")."""
    return 20 if kind.extracts else 1


def grant(world: World, credits: int) -> None:
    """The tenant has a budget, or a larger one."""
    world.money.budgets.grant(TENANT, credits, world.money.budgets.read(TENANT))


def check_credits(world: World, batch: Batch) -> None:
    """Nothing is reserved any more, and what was charged is what the batch says, in the budget as
    in the ledger: the price of what has succeeded. Raises `Violation`.
    """
    charge = charge_of(batch)
    price = charge.counts.succeeded * price_of(batch.kind)
    demand(charge.counts.credits == price, f"{charge.counts.credits} credits, not {price}")
    entered = world.money.ledger.day(TENANT, charge.day)
    demand(entered == charge.counts, f"{entered} in the ledger, {charge.counts} in the batch")
    budget = world.money.budgets.read(TENANT)
    if budget is not None:
        demand(not budget.reservations, f"reserved for ever: {budget.reservations}")
        gone = budget.charged
        demand(gone == charge.counts.credits, f"{gone} credits gone, not {charge.counts.credits}")
