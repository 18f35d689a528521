"""What is kept of attempts to deliver, and of receivers that hang?"""

from typing import Protocol

from batchbell.domain.event import Attempt, Event


class Deliveries(Protocol):
    """Attempts to deliver events, and the breaker per tenant, host and port."""

    def attempts(self, event: Event) -> list[Attempt]:
        """Every attempt of an event, first to last."""

    def claim(self, event: Event, attempt: Attempt, keep_until: int) -> bool:
        """Begin an attempt. False: somebody else has begun it."""

    def finish(self, event: Event, attempt: Attempt) -> None:
        """Record how an attempt ended."""

    def may_dial(self, tenant: str, address: str, now: int, pause_ms: int) -> int | None:
        """None: dial. Else the time (epoch ms) until which the address is left alone.

        When a pause is over, one caller is let through and the pause begins anew for the others.
        """

    def report_dial(
        self, tenant: str, address: str, now: int, pause_ms: int, *, timed_out: bool
    ) -> None:
        """Count timeouts in a row: the third begins a pause; any answer ends all."""
