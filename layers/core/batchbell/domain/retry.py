"""When is a failed page tried again, and when is a failed webhook? Decides; others act."""

from dataclasses import dataclass

from batchbell.domain.item import Item


@dataclass(frozen=True, slots=True)
class PageRetry:
    """How often and how long a page is tried. Times are milliseconds.

    Source: Pages API contract, "Error codes": 3 attempts in all, backoff, item deadline = min(3 x
    timeout + waits, 300 s). `deadline_ms` is its upper bound, counted from the first start. Leases
    of workers that died are waits too, so below that bound no clock decides: only a wait that alone
    outlasts the attempts and their backoffs is refused.
    """

    max_attempts: int
    base_ms: int
    deadline_ms: int

    def next_attempt_at(
        self, item: Item, now: int, timeout_ms: int, retry_after_ms: int | None, jitter: float
    ) -> int | None:
        """When to try again (epoch ms), or None: no attempt is left, or it would come too late.

        `timeout_ms`: of one attempt. `jitter` in [0, 1) stretches the backoff by at most half of
        itself.
        """
        if item.attempt >= self.max_attempts:
            return None
        backoff = int(self._backoff_ms(item.attempt) * (1 + jitter / 2))
        wait = max(backoff, retry_after_ms or 0)
        too_late = (item.started_at or now) + self.deadline_ms
        in_time = wait <= self._patience_ms(timeout_ms) and now + wait < too_late
        return now + wait if in_time else None

    def _backoff_ms(self, attempt: int) -> int:
        """Twice as long after each attempt."""
        return self.base_ms << (attempt - 1)

    def _patience_ms(self, timeout_ms: int) -> int:
        """All attempts and the longest backoffs between them."""
        backoffs = sum(self._backoff_ms(attempt) for attempt in range(1, self.max_attempts))
        return self.max_attempts * timeout_ms + backoffs * 3 // 2


@dataclass(frozen=True, slots=True)
class WebhookRetry:
    """When a failed delivery is repeated: waits in milliseconds, one more attempt than waits.

    Source: Pages API contract, "Webhook": jitter only adds, at most 10 %; Retry-After is honoured
    up to 1 h.
    """

    waits_ms: tuple[int, ...]
    longest_wish_ms: int = 3_600_000

    @property
    def max_attempts(self) -> int:
        """How many attempts an event gets."""
        return len(self.waits_ms) + 1

    def next_attempt_at(
        self, attempt: int, now: int, retry_after_ms: int | None, jitter: float
    ) -> int | None:
        """When attempt `attempt` + 1 is due (epoch ms), or None when that was the last. `jitter` in
        [0, 1).
        """
        if attempt >= self.max_attempts:
            return None
        scheduled = int(self.waits_ms[attempt - 1] * (1 + jitter / 10))
        wish = min(retry_after_ms or 0, self.longest_wish_ms)
        return now + max(scheduled, wish)
