"""How far apart do deliveries come again that failed together? Measured, by the defaults."""

from collections import Counter

import pytest

from batchbell.runtime import wiring
from batchbell.runtime.queue import serve
from batchbell.runtime.settings import Settings
from tests.functions.event_files import load
from tests.functions.sent import MemoryPostponer
from tests.process.template import environment

EVENTS = 2_000
RETRY = Settings(environment()).limits().webhook_retry
ATTEMPTS = range(1, RETRY.max_attempts)
NOW = 1_790_000_000_000


def moments(attempt: int) -> list[int]:
    """When the attempt after this one is due of so many events that all failed now (epoch ms)."""
    due = [RETRY.next_attempt_at(attempt, NOW, None, wiring.jitter()) for _ in range(EVENTS)]
    return [at for at in due if at is not None]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_they_are_spread_evenly_over_a_tenth_of_the_wait(attempt: int) -> None:
    """W10, W11: none early, and no part of that time gets much more than its share."""
    wait = RETRY.waits_ms[attempt - 1]
    late = [at - NOW - wait for at in moments(attempt)]
    assert len(late) == EVENTS
    assert 0 <= min(late) <= max(late) <= wait // 10
    share = Counter(ms * 100 // wait for ms in late)
    assert set(share) <= set(range(11))
    fair = EVENTS / 10
    assert all(fair / 2 < share[tenth] < fair * 1.5 for tenth in range(10)), share


@pytest.mark.parametrize(("attempt", "different"), [(1, 1), (2, 3), (3, 12)])
def test_the_queue_keeps_of_it_what_whole_seconds_can(attempt: int, different: int) -> None:
    """W10: it hides a message for whole seconds, so of the first wait's jitter nothing is left."""
    (record,) = load("notifier/webhook")["Records"]
    due, hidden = moments(attempt)[:500], MemoryPostponer()
    records = [{**record, "receiptHandle": str(number)} for number in range(len(due))]
    serve(records, str, lambda _: due, hidden, lambda: NOW, 0)
    seconds = Counter(hidden.hidden.values())
    assert len(seconds) in (different, different + 1), "one more when a jitter is just zero"
    assert min(seconds) * 1_000 >= RETRY.waits_ms[attempt - 1]
    assert different == 1 or max(seconds.values()) < 2 * len(due) / different
