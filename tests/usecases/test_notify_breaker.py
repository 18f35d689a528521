"""Which receivers are left alone for a while?"""

import pytest

from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.usecases.notify import address_of
from tests.memory.hooks import Recorder
from tests.usecases.desk import throttled
from tests.usecases.notifier import Notifier


def dials(notifier: Notifier, count: int) -> None:
    """Timeouts of other events at the same address."""
    for _ in range(count):
        notifier.desk.world.deliveries.report_dial(
            "acme", "receiver.example:443", notifier.now, 60_000, timed_out=True
        )


def test_an_address_that_timed_out_three_times_is_left_alone() -> None:
    """W7."""
    notifier = Notifier()
    dials(notifier, 3)
    assert notifier.notify() == notifier.now + 60_000


def test_who_is_left_alone_loses_no_attempt() -> None:
    notifier = Notifier()
    dials(notifier, 3)
    notifier.notify()
    assert notifier.attempts == []


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(("jitter", "wait_ms"), [(0.0, 60_000), (0.5, 90_000), (0.999, 119_940)])
def test_who_is_left_alone_comes_again_within_a_pause_after_the_pause(
    jitter: float, wait_ms: int, *, known: bool
) -> None:
    """W11."""
    notifier = Notifier(jitter=jitter)
    dials(notifier, 3)
    if known:
        notifier.notify()
    assert notifier.notify() == notifier.now + wait_ms


def test_a_known_pause_is_waited_for_without_another_look() -> None:
    notifier, calls = Notifier(), Recorder()
    dials(notifier, 3)
    until = notifier.notify()
    notifier.desk.world.watch(calls)
    assert notifier.notify() == until
    assert calls.calls == ["events.read", "batches.read"]


def test_a_known_pause_ends() -> None:
    notifier = Notifier()
    dials(notifier, 3)
    until = notifier.notify()
    assert until is not None
    notifier.desk.world.clock.advance(until - notifier.now)
    assert notifier.notify() is None
    assert len(notifier.poster.posted) == 1


def test_a_pause_is_known_of_its_own_receiver_only() -> None:
    notifier = Notifier()
    notifier.pauses["other", "receiver.example:443"] = notifier.now + 60_000
    notifier.pauses["acme", "other.example:443"] = notifier.now + 60_000
    assert notifier.notify() is None


def test_what_is_known_of_pauses_is_bounded() -> None:
    notifier = Notifier()
    notifier.pauses.update({("other", str(n)): 0 for n in range(1_000)})
    dials(notifier, 3)
    notifier.notify()
    assert len(notifier.pauses) == 1


def test_two_timeouts_are_not_enough() -> None:
    notifier = Notifier()
    dials(notifier, 2)
    assert notifier.notify() is None


@pytest.mark.parametrize("answer", [WebhookAnswer(500), WebhookUnanswered(Unanswered.REFUSED)])
def test_only_timeouts_count(answer: WebhookAnswer | BaseException) -> None:
    notifier = Notifier()
    dials(notifier, 2)
    notifier.answers(answer)
    notifier.notify()
    dials(notifier, 2)
    may = notifier.desk.world.deliveries.may_dial(
        "acme", "receiver.example:443", notifier.now, 60_000
    )
    assert may is None


def test_an_outcome_is_written_down_before_anything_else() -> None:
    """W6: what the breaker's record does cannot lose it."""
    notifier = Notifier()
    notifier.desk.world.deliveries.report_dial = throttled  # type: ignore[method-assign]
    with pytest.raises(Exception, match="throttled"):
        notifier.notify()
    assert notifier.attempts[0].delivered


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://Receiver.Example/a", "receiver.example:443"),
        ("http://receiver.example/b", "receiver.example:80"),
        ("https://receiver.example:8443/", "receiver.example:8443"),
        ("https://receiver.example./", "receiver.example:443"),
        ("https://user@receiver.example/", "receiver.example:443"),
        ("http://[::1]:9/", "::1:9"),
        ("http://a:notaport/", '"http://a:notaport/"'),
    ],
)
def test_an_address_is_host_and_port(url: str, address: str) -> None:
    assert address_of(url) == address


@pytest.mark.parametrize("url", [f"https://{'a' * 2_000}.example/", f"http://a:{'x' * 2_000}/"])
def test_a_name_that_no_key_could_hold_is_named_by_its_digest(url: str) -> None:
    assert len(address_of(url)) == len("sha256:") + 64
    assert address_of(url) != address_of(url.replace("a", "b"))
