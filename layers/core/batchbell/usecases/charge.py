"""When are credits reserved, charged and given back?

Reserved before anything begins, in one transaction with the batch's record; charged when it has
closed: first the ledger, then the reservation ends. (Documents are reserved for and charged by
hand-over, see `hand_over` and `settle_hand_overs`.) Both may come again. Whoever dies

- after the batch's record: the batch carries what it reserved, and its close charges it;
- after the ledger: the reservation is still there; the stream repeats the close, else the sweeper;
- while a synchronous call runs: its caller got nothing, and pays nothing once its time is over
  (`reclaim_credits`, or whoever is refused first).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from batchbell.domain.batch import Batch
from batchbell.domain.budget import (
    MOST_RESERVATIONS,
    Budget,
    Charge,
    charge_of,
    reserving_batch,
)
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, ComeAgain
from batchbell.domain.identifiers import call_expiry, call_name
from batchbell.domain.tally import Counts
from batchbell.ports import Store
from batchbell.ports.budgets import Money, Reserved
from batchbell.usecases.settle_hand_overs import settle_hand_overs

_FULL_WAIT_MS = 10_000


@dataclass(frozen=True, slots=True)
class Call:
    """A synchronous call that may begin. `reserved`: None where its tenant has no budget."""

    tenant: str
    name: str
    reserved: int | None


def create_batch(store: Store, money: Money, batch: Batch, cost: int) -> bool:
    """Write a new batch's record; where its tenant has a budget, reserve what it may cost at most.

    False: the batch exists. Raises `CallerError`: 402 when too little is available; `ComeAgain`
    when a budget holds as many reservations as it can.
    """
    tenant = batch.key.tenant
    if money.budgets.read(tenant) is not None:
        attempt = partial(money.budgets.create_reserved, batch.evolve(reserved=cost))
        outcome = reserved_or_refused(money, tenant, cost, store.now(), attempt)
        if outcome is not Reserved.NO_BUDGET:
            return outcome is Reserved.CREATED
    return store.batches.create(batch)


def charge(money: Money, closed: Batch) -> bool:
    """Enter what a closed batch came to, and end its reservation. May be repeated.

    -> whether there was one to end: where the sweeper finds one, nobody else came.
    """
    entry = charge_of(closed)
    money.ledger.put(entry)
    return closed.reserved is not None and _end(money, entry, closed.reserved)


def reserve_call(
    money: Money, tenant: str, request_id: str, cost: int, *, now: int, ends: int
) -> Call:
    """Reserve for a synchronous call where its tenant has a budget. Raises as `create_batch` does.

    `request_id`: of this call alone. `ends`: when it has surely ended (epoch ms), whatever became
    of it: later than its function may run, and a little more, since clocks differ.
    """
    name = call_name(request_id, ends)
    attempt = partial(money.budgets.reserve, tenant, name, cost)
    outcome = reserved_or_refused(money, tenant, cost, now, attempt)
    return Call(tenant, name, None if outcome is Reserved.NO_BUDGET else cost)


def charge_call(money: Money, call: Call, counts: Counts, at: int) -> None:
    """Enter what a call came to (one page, succeeded or failed), and end its reservation: before it
    is answered. May be repeated.
    """
    entry = Charge(tenant=call.tenant, name=call.name, at=at, counts=counts)
    money.ledger.put(entry)
    if call.reserved is not None:
        _end(money, entry, call.reserved)


def reclaim_credits(store: Store, money: Money, tenant: str) -> int:
    """End the reservations of what has closed, is gone or has died. -> how many that were.

    Reads every batch that has reserved: for the sweeper, once a sweep and tenant.
    """
    budget = money.budgets.read(tenant)
    if budget is None:
        return 0
    dead = _reclaim_calls(money, tenant, budget, store.now())
    names = [name for name in budget.reservations if call_expiry(name) is None]
    left = store.each(partial(_reclaim_batch, store, money, tenant, budget), names)
    return dead + sum(left)


def reserved_or_refused(
    money: Money, tenant: str, cost: int, now: int, attempt: Callable[[], Reserved]
) -> Reserved:
    """What came of an attempt to reserve. Raises as `create_batch` does. Whoever is refused first
    gives back what calls left that have died.
    """
    outcome = attempt()
    if outcome in (Reserved.TOO_LITTLE, Reserved.TOO_MANY):
        budget = money.budgets.read(tenant)
        if budget is None or _reclaim_calls(money, tenant, budget, now):
            outcome = attempt()
        if outcome in (Reserved.TOO_LITTLE, Reserved.TOO_MANY):
            raise _refusal(outcome, cost, money.budgets.read(tenant))
    return outcome


def _refusal(outcome: Reserved, cost: int, budget: Budget | None) -> CallerError:
    if outcome is Reserved.TOO_MANY:
        return ComeAgain(
            ErrorCode.RATE_LIMIT_EXCEEDED,
            f"{MOST_RESERVATIONS:,} jobs of this account have not ended. Wait until some have.",
            _FULL_WAIT_MS,
        )
    available, reserved = (budget.available, budget.reserved) if budget else (0, 0)
    return CallerError(
        ErrorCode.INSUFFICIENT_CREDITS,
        f"This may cost up to {cost:,} credits, and {available:,} are available"
        f" ({reserved:,} are reserved for what still runs). Ask for less, or for more credits.",
    )


def _reclaim_calls(money: Money, tenant: str, budget: Budget, now: int) -> int:
    dead = [name for name in budget.reservations if _is_dead_call(name, now)]
    return sum(
        money.budgets.give_back(tenant, name, budget.reservations[name], used=0) for name in dead
    )


def _is_dead_call(name: str, now: int) -> bool:
    expires_at = call_expiry(name)
    return expires_at is not None and expires_at <= now


def _reclaim_batch(store: Store, money: Money, tenant: str, budget: Budget, name: str) -> bool:
    """Of a batch that is gone nothing is known any more: it pays nothing."""
    reserved, batch = budget.reservations[name], store.batches.read(reserving_batch(tenant, name))
    if batch is None:
        return money.budgets.give_back(tenant, name, reserved, used=0)
    if batch.kind.grows:
        return settle_hand_overs(store, batch.key).reservations > 0
    if batch.open:
        return False
    money.ledger.put(charge_of(batch))
    return _end(money, charge_of(batch), reserved)


def _end(money: Money, entry: Charge, reserved: int) -> bool:
    return money.budgets.give_back(entry.tenant, entry.name, reserved, entry.counts.credits)
