"""How does a call that waits for its page hold one of its tenant's slots?

Under a name that says when it expires: a function that was killed frees nothing, and whoever then
finds no slot free takes that one away.

Source: Pages API contract, "Limits": a synchronous call holds a slot while it runs.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import ComeAgain, Unavailable
from batchbell.domain.identifiers import call_name
from batchbell.ports import Store
from batchbell.usecases.admit import reclaim, wake_first

SLOT_WAIT_MS = 1_000


@contextmanager
def slot_held(store: Store, tenant: str, request_id: str, expires_at: int) -> Iterator[None]:
    """Hold a slot meanwhile. `expires_at` (epoch ms): when the call has surely ended, whatever
    became of its function. Raises `ComeAgain` when all slots are in use.
    """
    name = call_name(request_id, expires_at)
    try:
        _take(store, tenant, name)
        yield
    finally:
        with suppress(Unavailable):  # then it expires; what was made of the page is not lost
            store.slots.free(tenant, name)
            wake_first(store, tenant)


def _take(store: Store, tenant: str, name: str) -> None:
    """Once more after freeing what nobody holds any more. A batch that waits comes first."""
    limit = store.allowances.read(tenant).slots
    if not store.slots.waiting(tenant):
        if store.slots.take(tenant, name, limit):
            return
        if reclaim(store, tenant) and store.slots.take(tenant, name, limit):
            return
    raise ComeAgain(
        ErrorCode.RATE_LIMIT_EXCEEDED,
        f"All slots of this account ({limit}) are in use by batches and calls that run. Send the"
        " request again when one of them has ended.",
        SLOT_WAIT_MS,
    )
