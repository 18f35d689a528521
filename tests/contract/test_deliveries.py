"""Does every `Deliveries` port keep its promises?"""

from batchbell.domain.event import Attempt
from batchbell.domain.identifiers import BatchKey
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW, event

PAUSE = 60_000
ADDRESS = "example.org:443"
KEEP = NOW + 1_000_000


def test_attempts_come_first_to_last(house: House) -> None:
    attempts = [Attempt(number=number, claimed_at=NOW + number) for number in (2, 10, 1)]
    for attempt in attempts:
        assert house.deliveries.claim(event(), attempt, KEEP)
    assert [attempt.number for attempt in house.deliveries.attempts(event())] == [1, 2, 10]


def test_an_event_may_have_no_attempts(house: House) -> None:
    house.deliveries.claim(event(generation=2), Attempt(number=1, claimed_at=NOW), KEEP)
    assert house.deliveries.attempts(event()) == []


def test_an_attempt_is_begun_once(house: House) -> None:
    first = Attempt(number=1, claimed_at=NOW)
    assert house.deliveries.claim(event(), first, KEEP)
    assert not house.deliveries.claim(event(), Attempt(number=1, claimed_at=NOW + 1), KEEP)
    assert house.deliveries.attempts(event()) == [first]


def test_an_answer_is_recorded(house: House) -> None:
    house.deliveries.claim(event(), Attempt(number=1, claimed_at=NOW), KEEP)
    answered = Attempt(number=1, claimed_at=NOW, finished_at=NOW + 9, status=503, next_at=NOW + 99)
    house.deliveries.finish(event(), answered)
    assert house.deliveries.attempts(event()) == [answered]


def test_silence_is_recorded(house: House) -> None:
    house.deliveries.claim(event(), Attempt(number=1, claimed_at=NOW), KEEP)
    silent = Attempt(number=1, claimed_at=NOW, finished_at=NOW + 9, error="timeout \x00 🙂")
    house.deliveries.finish(event(), silent)
    assert house.deliveries.attempts(event()) == [silent]


def test_an_attempt_that_is_gone_is_not_made_by_its_end(house: House) -> None:
    house.deliveries.finish(event(), Attempt(number=1, claimed_at=NOW, finished_at=NOW, status=200))
    assert house.deliveries.attempts(event()) == []


def test_tenants_do_not_meet(house: House) -> None:
    house.deliveries.claim(event(), Attempt(number=1, claimed_at=NOW), KEEP)
    assert house.deliveries.attempts(event(BatchKey("other", KEY.batch))) == []


def dial(house: House, now: int, tenant: str = "acme", address: str = ADDRESS) -> int | None:
    """Until when the address is left alone, or None."""
    return house.deliveries.may_dial(tenant, address, now, PAUSE)


def report(house: House, now: int, *outcomes: bool) -> None:
    """How calls ended, one after another: True is a timeout."""
    for timed_out in outcomes:
        house.deliveries.report_dial("acme", ADDRESS, now, PAUSE, timed_out=timed_out)


def test_an_unknown_address_is_dialled(house: House) -> None:
    assert dial(house, NOW) is None


def test_two_timeouts_pause_nothing(house: House) -> None:
    report(house, NOW, True, True)
    assert dial(house, NOW) is None
    assert dial(house, NOW) is None


def test_the_third_timeout_begins_a_pause(house: House) -> None:
    report(house, NOW, True, True)
    report(house, NOW + 5, True)
    assert dial(house, NOW + 5) == NOW + 5 + PAUSE
    assert dial(house, NOW + 4 + PAUSE) == NOW + 5 + PAUSE


def test_an_answer_ends_the_row_of_timeouts(house: House) -> None:
    report(house, NOW, True, True, False, True, True)
    assert dial(house, NOW) is None


def test_an_answer_ends_a_pause(house: House) -> None:
    report(house, NOW, True, True, True, False)
    assert dial(house, NOW) is None
    report(house, NOW, True, True)
    assert dial(house, NOW) is None


def test_an_answer_of_a_healthy_address_changes_nothing(house: House) -> None:
    report(house, NOW, False)
    assert dial(house, NOW) is None


def test_one_caller_is_let_through_when_a_pause_is_over(house: House) -> None:
    report(house, NOW, True, True, True)
    over = NOW + PAUSE
    assert dial(house, over) is None
    assert dial(house, over) == over + PAUSE
    assert dial(house, over + PAUSE) is None
    assert dial(house, over + PAUSE) == over + 2 * PAUSE


def test_one_more_timeout_begins_the_pause_anew(house: House) -> None:
    report(house, NOW, True, True, True)
    over = NOW + PAUSE
    assert dial(house, over) is None
    report(house, over + 15_000, True)
    assert dial(house, over + PAUSE) == over + 15_000 + PAUSE


def test_a_breaker_is_one_tenants_and_one_addresss(house: House) -> None:
    report(house, NOW, True, True, True)
    assert dial(house, NOW, tenant="other") is None
    assert dial(house, NOW, address="example.org:8443") is None
