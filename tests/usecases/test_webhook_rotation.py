"""Which secrets sign while a receiver is registered again?"""

from collections.abc import Callable

import pytest
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from batchbell.contracts.webhook_events import headers_for
from batchbell.domain.batch import Webhook
from batchbell.domain.event import BATCH_COMPLETED, Event
from batchbell.domain.standard_webhooks import secret_of
from batchbell.runtime.wiring import now as system_now
from batchbell.usecases.register_webhook import ROTATION_MS, Registration, register_webhook
from tests.memory.clock import VirtualClock
from tests.memory.world import memory_world
from tests.usecases.exporting import KEY, Exporting

URL = "https://receiver.example/hook"
FIRST, SECOND, THIRD = (secret_of(letter * 32) for letter in (b"a", b"b", b"c"))
BODY = b"{}"


class Registering:
    """A batch, and who registers for it. Verifiers look at the system's clock, so it is as late."""

    def __init__(self) -> None:
        self.clock = VirtualClock(system_now())
        self.exporting = Exporting(memory_world(self.clock))
        self.exporting.holds([], expires_at=self.clock() + 10 * ROTATION_MS)

    def put(self, secret: str | None, made: Callable[[], str] = lambda: THIRD) -> Webhook:
        """What a caller registers."""
        world = self.exporting.world
        registration = Registration(URL, secret)
        return register_webhook(world.store, world.deliveries, made, KEY, registration)

    def verified_by(self) -> list[str]:
        """The secrets with which a receiver takes an attempt made now."""
        webhook = self.exporting.world.records.batches[KEY].webhook
        assert webhook is not None
        event = Event(KEY, 1, "evt_1", BATCH_COMPLETED, BODY.decode())
        headers = headers_for(event, webhook, self.clock(), BODY)
        return [one for one in (FIRST, SECOND, THIRD) if self._verifies(one, headers)]

    @staticmethod
    def _verifies(secret: str, headers: dict[str, str]) -> bool:
        try:
            Verifier(secret).verify(BODY, headers)
        except WebhookVerificationError:
            return False
        return True


def test_one_secret_signs_alone() -> None:
    registering = Registering()
    registering.put(FIRST)
    assert registering.verified_by() == [FIRST]


def test_the_same_again_changes_nothing() -> None:
    registering = Registering()
    first = registering.put(FIRST)
    assert registering.put(FIRST) == first
    assert first.previous is None
    assert registering.verified_by() == [FIRST]


@pytest.mark.parametrize(("given", "now_in_force"), [(SECOND, SECOND), (None, THIRD)])
def test_the_one_before_signs_along(given: str | None, now_in_force: str) -> None:
    registering = Registering()
    registering.put(FIRST)
    assert registering.put(given).secret == now_in_force
    assert registering.verified_by() == [FIRST, now_in_force]


def test_the_same_again_does_not_end_a_rotation_or_prolong_it() -> None:
    registering = Registering()
    registering.put(FIRST)
    rotated = registering.put(SECOND)
    registering.clock.advance(1_000)
    assert registering.put(SECOND) == rotated


@pytest.mark.parametrize(("milliseconds", "count"), [(ROTATION_MS - 1, 2), (ROTATION_MS, 1)])
def test_after_a_day_only_the_new_one_signs(milliseconds: int, count: int) -> None:
    registering = Registering()
    registering.put(FIRST)
    registering.clock.advance(-milliseconds)
    registering.put(SECOND)
    registering.clock.advance(milliseconds)
    assert registering.verified_by() == [FIRST, SECOND][2 - count :]


def test_of_three_in_a_row_the_last_two_sign() -> None:
    registering = Registering()
    for secret in (FIRST, SECOND, THIRD):
        registering.put(secret)
    assert registering.verified_by() == [SECOND, THIRD]
