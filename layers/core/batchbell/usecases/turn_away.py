"""What becomes of a message whose claim was refused?"""

from batchbell.domain.item import AFTER_LEASE_MS, Ending, ItemError, ItemState
from batchbell.ports import Claim, Store

Again = int | None
"""When a message is to be seen again (epoch ms); None: it is done with."""


def turned_away(store: Store, claim: Claim, now: int, died: ItemError) -> Again:
    """Ended, or never handed over: done with. Its last attempt died: say so, by `died`. Leased: not
    before the lease is over.
    """
    item = claim.item
    if item is None or item.state is not ItemState.PROCESSING:
        return None
    max_attempts = store.limits.page_retry.max_attempts
    if item.exhausted(now, max_attempts):
        ending = Ending(state=ItemState.FAILED, at=now, error=died)
        store.items.fail_exhausted(item.key, now, max_attempts, ending)
        return None
    return max(item.lease_until or 0, now) + AFTER_LEASE_MS
