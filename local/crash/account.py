"""Does the tenant's account say what its batches came to, and is nothing held any more?"""

from batchbell.ports import Store
from batchbell.usecases.admit import reclaim

SLOTS = 6
"""Fewer than callers: some batches wait for one."""
_GRANTED = 1_000_000


def open_account(store: Store, tenant: str) -> None:
    """A budget, and few slots."""
    store.money.budgets.grant(tenant, _GRANTED, None)
    store.allowances.change(tenant, {"slots": SLOTS})


def check_account(store: Store, tenant: str, used: int) -> list[str]:
    """What is not as it should be, once everything has come to rest. `used`: as answers said."""
    budget = store.money.budgets.read(tenant)
    if budget is None:
        return ["the budget is gone"]
    problems = []
    if budget.charged != used:
        problems.append(f"{budget.charged} credits were charged, the batches say {used}")
    if budget.reservations:
        problems.append(f"still reserved: {dict(budget.reservations)}")
    reclaim(store, tenant)
    held = store.slots.members(tenant)
    if held:
        problems.append(f"slots still held: {sorted(held)}")
    return problems
