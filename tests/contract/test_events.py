"""Does every `Events` port keep its promises?"""

from dataclasses import replace

import pytest

from batchbell.domain.event import Event, Verdict
from tests.contract.houses import House
from tests.contract.samples import KEY, WEBHOOK, batch, closed, event


def owed(house: House, generation: int = 1, body: str = '{"id":"x"}', **changes: object) -> Event:
    """An event of the house, put by its close."""
    seen = batch(generation=generation, closed_chunks=frozenset({0}), **changes)
    house.rewrite_batch(seen)
    owed_event = event(generation=generation, body=body)
    assert house.batches.close(seen, closed(seen), owed_event)
    return owed_event


@pytest.mark.parametrize("body", ['{"a":"ü🙂"}', "\x00", "\ufffe", "x" * 3_000])
def test_a_body_is_frozen(house: House, body: str) -> None:
    assert owed(house, body=body) == house.events.read(KEY, 1)


def test_lone_surrogates_of_a_body_are_replaced(house: House) -> None:
    owed(house, body='"\ud800"')
    read = house.events.read(KEY, 1)
    assert read is not None
    assert read.body == '"?"'


def test_an_unknown_event_is_none(house: House) -> None:
    owed(house)
    assert house.events.read(KEY, 2) is None


def test_events_come_oldest_first(house: House) -> None:
    events = [owed(house, generation) for generation in (10, 2, 1)]
    assert house.events.read_all(KEY) == events[::-1]


def test_a_batch_may_have_no_events(house: House) -> None:
    house.rewrite_batch(batch())
    assert house.events.read_all(KEY) == []


FINAL = [Verdict.DELIVERED, Verdict.EXHAUSTED, Verdict.REFUSED, Verdict.NO_RECEIVER]


@pytest.mark.parametrize("verdict", FINAL)
def test_a_verdict_ends_what_is_owed(house: House, verdict: Verdict) -> None:
    made = owed(house)
    assert house.events.record_verdict(made, verdict)
    assert house.events.read(KEY, 1) == replace(made, verdict=verdict)


@pytest.mark.parametrize("verdict", FINAL)
def test_a_verdict_is_final(house: House, verdict: Verdict) -> None:
    made = owed(house)
    house.events.record_verdict(made, verdict)
    assert not house.events.record_verdict(made, Verdict.DELIVERED)
    assert not house.events.record_no_receiver(made)
    assert house.events.read(KEY, 1) == replace(made, verdict=verdict)


def test_an_unknown_event_gets_no_verdict(house: House) -> None:
    assert not house.events.record_verdict(event(), Verdict.DELIVERED)
    assert not house.events.record_no_receiver(event())
    assert house.events.read(KEY, 1) is None


def test_nobody_is_told_while_there_is_no_webhook(house: House) -> None:
    made = owed(house)
    assert house.events.record_no_receiver(made)
    assert house.events.read(KEY, 1) == replace(made, verdict=Verdict.NO_RECEIVER)


def test_a_webhook_keeps_what_is_owed(house: House) -> None:
    made = owed(house, webhook=WEBHOOK)
    assert not house.events.record_no_receiver(made)
    assert house.events.read(KEY, 1) == made


def test_a_webhook_registered_meanwhile_keeps_what_is_owed(house: House) -> None:
    made = owed(house)
    house.rewrite_batch(closed(batch(webhook=WEBHOOK)))
    assert not house.events.record_no_receiver(made)
    assert house.events.read(KEY, 1) == made
