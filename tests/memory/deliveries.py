"""The `Deliveries` port in memory."""

from dataclasses import dataclass, replace

from batchbell.adapters.storable import storable
from batchbell.domain.event import Attempt, Event
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records

_TIMEOUTS_TO_PAUSE = 3


@dataclass(frozen=True, slots=True)
class _Breaker:
    """Timeouts in a row of one address, and until when it is left alone."""

    timeouts: int = 0
    pause_until: int | None = None


class MemoryDeliveries:
    """See `batchbell.ports.Deliveries`."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._attempts: dict[tuple[str, str], dict[int, Attempt]] = {}
        self._breakers: dict[tuple[str, str], _Breaker] = {}

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("deliveries.attempts")
    def attempts(self, event: Event) -> list[Attempt]:
        """Every attempt of an event, first to last."""
        return [attempt for _, attempt in sorted(self._of(event).items())]

    @atomic("deliveries.claim")
    def claim(self, event: Event, attempt: Attempt, keep_until: int) -> bool:
        """Begin an attempt."""
        attempts = self._of(event)
        if attempt.number in attempts:
            return False
        attempts[attempt.number] = _stored(attempt)
        return True

    @atomic("deliveries.finish")
    def finish(self, event: Event, attempt: Attempt) -> None:
        """Record how an attempt ended."""
        attempts = self._of(event)
        if attempt.number in attempts:
            claimed_at = attempts[attempt.number].claimed_at
            attempts[attempt.number] = replace(_stored(attempt), claimed_at=claimed_at)

    @atomic("deliveries.may_dial")
    def may_dial(self, tenant: str, address: str, now: int, pause_ms: int) -> int | None:
        """None: dial. Else until when the address is left alone."""
        breaker = self._breakers.get((tenant, address), _Breaker())
        if breaker.pause_until is None:
            return None
        if breaker.pause_until > now:
            return breaker.pause_until
        self._breakers[tenant, address] = replace(breaker, pause_until=now + pause_ms)
        return None

    @atomic("deliveries.report_dial")
    def report_dial(
        self, tenant: str, address: str, now: int, pause_ms: int, *, timed_out: bool
    ) -> None:
        """Count timeouts in a row."""
        if not timed_out:
            self._breakers.pop((tenant, address), None)
            return
        breaker = self._breakers.get((tenant, address), _Breaker())
        breaker = replace(breaker, timeouts=breaker.timeouts + 1)
        if breaker.timeouts >= _TIMEOUTS_TO_PAUSE:
            breaker = replace(breaker, pause_until=now + pause_ms)
        self._breakers[tenant, address] = breaker

    def _of(self, event: Event) -> dict[int, Attempt]:
        return self._attempts.setdefault((event.key.tenant, event.id), {})


def _stored(attempt: Attempt) -> Attempt:
    return replace(attempt, error=attempt.error and storable(attempt.error))
