"""When is a failed page tried again, and when is a failed webhook?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.identifiers import item_key, pages_key
from batchbell.domain.item import Item, ItemState
from batchbell.domain.retry import PageRetry, WebhookRetry

PAGE = PageRetry(max_attempts=3, base_ms=1_000, deadline_ms=300_000)
WEBHOOK = WebhookRetry((10_000, 30_000, 120_000, 600_000, 1_800_000))
KEY = item_key(pages_key("acme", "batch_1"), 0)
START = 1_000_000
MINUTE = 60_000
jitters = st.floats(0, 1, exclude_max=True)


def wait_of(
    attempt: int = 1,
    *,
    elapsed: int = 0,
    timeout_ms: int = 30_000,
    retry_after_ms: int | None = None,
    jitter: float = 0.0,
) -> int | None:
    """How long a page waits after this attempt, or None: it has failed."""
    item = Item(key=KEY, state=ItemState.PROCESSING, attempt=attempt, started_at=START)
    now = START + elapsed
    at = PAGE.next_attempt_at(item, now, timeout_ms, retry_after_ms, jitter)
    return None if at is None else at - now


# Pages.


def test_a_page_has_three_attempts() -> None:
    assert [wait_of(attempt) for attempt in (1, 2, 3, 4)] == [1_000, 2_000, None, None]


@given(jitters)
def test_jitter_stretches_a_wait_by_at_most_half(jitter: float) -> None:
    assert 2_000 <= (wait_of(2, jitter=jitter) or 0) <= 3_000


def test_a_sites_wish_is_honoured() -> None:
    assert wait_of(retry_after_ms=60_000) == 60_000


def test_a_wish_shorter_than_the_backoff_is_not() -> None:
    assert wait_of(2, retry_after_ms=500) == 2_000


@pytest.mark.parametrize(
    ("timeout_ms", "longest"),
    [(5_000, 19_500), (30_000, 94_500), (60_000, 184_500)],
)
def test_a_wish_beyond_the_deadline_fails_at_once(timeout_ms: int, longest: int) -> None:
    """Three attempts and the waits between them."""
    assert wait_of(timeout_ms=timeout_ms, retry_after_ms=longest) == longest
    assert wait_of(timeout_ms=timeout_ms, retry_after_ms=longest + 1) is None


def test_no_attempt_begins_300_seconds_after_the_first() -> None:
    """D1."""
    assert wait_of(elapsed=298_999) == 1_000
    assert wait_of(elapsed=299_000) is None


def test_a_wish_beyond_300_seconds_fails_at_once() -> None:
    assert wait_of(timeout_ms=120_000, retry_after_ms=299_999) == 299_999
    assert wait_of(timeout_ms=120_000, retry_after_ms=300_000) is None


@given(jitters, jitters, st.integers(5_000, 60_000))
def test_three_full_attempts_are_always_in_time(first: float, second: float, timeout: int) -> None:
    """The deadline takes no attempt away from a page that only times out."""
    one = wait_of(1, elapsed=timeout, timeout_ms=timeout, jitter=first)
    assert one
    assert wait_of(2, elapsed=2 * timeout + one, timeout_ms=timeout, jitter=second)


def test_a_worker_that_died_leaves_the_other_attempts() -> None:
    """Its lease of 180 s is a wait like any other."""
    assert wait_of(2, elapsed=181_000, timeout_ms=5_000) == 2_000


# Webhooks.


@given(st.lists(jitters, min_size=5, max_size=5))
def test_six_attempts_take_43_to_49_minutes(jitters_: list[float]) -> None:
    """W10, W11: a receiver that answers at once, and one that hangs for 15 s each time."""
    for answer_ms in (0, 15_000):
        now = 0
        for attempt, jitter in enumerate(jitters_, 1):
            at = WEBHOOK.next_attempt_at(attempt, now + answer_ms, None, jitter)
            assert at is not None
            now = at
        assert 42 * MINUTE + 40_000 <= now + answer_ms <= 49 * MINUTE


@given(st.integers(1, 5), jitters)
def test_jitter_only_adds_at_most_a_tenth(attempt: int, jitter: float) -> None:
    scheduled = WEBHOOK.waits_ms[attempt - 1]
    wait = WEBHOOK.next_attempt_at(attempt, 0, None, jitter)
    assert wait is not None
    assert scheduled <= wait <= scheduled * 1.1


def test_the_sixth_is_the_last() -> None:
    assert WEBHOOK.max_attempts == 6
    assert WEBHOOK.next_attempt_at(5, 0, None, 0.0) == 1_800_000
    assert WEBHOOK.next_attempt_at(6, 0, None, 0.0) is None


@pytest.mark.parametrize(
    ("wish", "wait"),
    [(None, 10_000), (0, 10_000), (10_001, 10_001), (3_600_000, 3_600_000), (9_999_999, 3_600_000)],
)
def test_the_longer_of_schedule_and_wish_up_to_an_hour(wish: int | None, wait: int) -> None:
    assert WEBHOOK.next_attempt_at(1, 0, wish, 0.0) == wait


def test_how_long_a_receiver_may_ask_for_is_a_setting() -> None:
    hurried = WebhookRetry((1_000,), longest_wish_ms=4_000)
    assert hurried.next_attempt_at(1, 0, 3_600_000, 0.0) == 4_000
