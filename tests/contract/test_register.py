"""Does every port give a batch its receiver, and owe what it owes, in one step?"""

from dataclasses import replace

import pytest

from batchbell.domain.batch import Batch, BatchState, Webhook
from batchbell.domain.event import Event, Verdict
from tests.contract.houses import House
from tests.contract.paper import DOCS, finished, first_added, new_batch, there
from tests.contract.samples import LEASE, NOW, WEBHOOK

NEWER = Webhook("https://newer.example/", "whsec_b", "whsec_a", NOW + 5)


def closed_one(house: House) -> tuple[Batch, Event]:
    """A batch that has closed, left the due index, and whose event is ended."""
    seen = finished(house, first_added(house))
    owed = house.events.read(DOCS, 1)
    assert owed is not None
    assert house.events.record_no_receiver(owed)
    assert house.batches.leave_due(seen)
    return there(house), replace(owed, verdict=Verdict.NO_RECEIVER)


def test_an_open_batch_gets_its_receiver_and_loses_it(house: House) -> None:
    seen = first_added(house)
    assert house.batches.register(seen, NEWER, None)
    assert there(house) == seen.evolve(webhook=NEWER)
    assert house.batches.register(there(house), None, None)
    assert there(house) == seen


def test_the_newest_event_is_owed_again_and_the_batch_is_due(house: House) -> None:
    seen, ended = closed_one(house)
    again = replace(ended, verdict=Verdict.OWED, attempts_before=3)
    assert house.batches.register(seen, WEBHOOK, again)
    assert house.events.read(DOCS, 1) == again
    assert there(house).evolve(next_look=None) == seen.evolve(webhook=WEBHOOK)
    assert house.batches.due(NOW + LEASE, 9) == [DOCS]
    assert not house.batches.leave_due(seen)


def test_what_was_taken_is_owed_to_another(house: House) -> None:
    seen, ended = closed_one(house)
    house.batches.register(seen, WEBHOOK, replace(ended, verdict=Verdict.OWED, attempts_before=1))
    owed = house.events.read(DOCS, 1)
    assert owed is not None
    assert house.events.record_verdict(owed, Verdict.DELIVERED, WEBHOOK.url)
    taken = house.events.read(DOCS, 1)
    assert taken == replace(owed, verdict=Verdict.DELIVERED, taken_by=WEBHOOK.url)
    again = replace(taken, verdict=Verdict.OWED, attempts_before=2, taken_by=None)
    assert house.batches.register(there(house), NEWER, again)
    assert house.events.read(DOCS, 1) == again


def test_a_verdict_about_another_receiver_ends_nothing(house: House) -> None:
    seen, ended = closed_one(house)
    first = replace(ended, verdict=Verdict.OWED, attempts_before=1)
    assert house.batches.register(seen, WEBHOOK, first)
    second = replace(first, attempts_before=2)
    assert house.batches.register(there(house), NEWER, second)
    assert not house.events.record_verdict(first, Verdict.DELIVERED, WEBHOOK.url)
    assert not house.events.record_verdict(ended, Verdict.EXHAUSTED)
    assert house.events.read(DOCS, 1) == second
    assert house.events.record_verdict(second, Verdict.EXHAUSTED)
    assert not house.events.record_verdict(second, Verdict.DELIVERED, NEWER.url)
    assert house.events.read(DOCS, 1) == replace(second, verdict=Verdict.EXHAUSTED)


@pytest.mark.parametrize(
    "meanwhile",
    [
        {"state": BatchState.OPEN},
        {"generation": 2},
        {"webhook": WEBHOOK},
        {"purged_at": NOW},
    ],
    ids=lambda change: str(next(iter(change))),
)
@pytest.mark.parametrize("owes", [True, False])
def test_a_registration_depends_on_what_was_read(
    house: House, meanwhile: dict[str, object], owes: bool
) -> None:
    seen, ended = closed_one(house)
    changed = seen.evolve(**meanwhile)
    house.rewrite_batch(changed)
    again = replace(ended, verdict=Verdict.OWED, attempts_before=1) if owes else None
    assert not house.batches.register(seen, NEWER, again)
    assert there(house) == changed
    assert house.events.read(DOCS, 1) == ended


def test_a_registration_depends_on_secret_and_previous(house: House) -> None:
    seen = first_added(house).evolve(webhook=NEWER)
    house.rewrite_batch(seen)
    for other in (replace(NEWER, secret="whsec_x"), replace(NEWER, previous=None)):
        assert not house.batches.register(seen.evolve(webhook=other), WEBHOOK, None)
    assert house.batches.register(seen, WEBHOOK, None)


def test_what_there_is_not_is_not_owed(house: House) -> None:
    seen, ended = closed_one(house)
    nothing = replace(ended, generation=2, id="evt_2", verdict=Verdict.OWED)
    assert not house.batches.register(seen, WEBHOOK, nothing)
    assert there(house) == seen
    assert house.events.read(DOCS, 2) is None


def test_an_unknown_batch_gets_no_receiver(house: House) -> None:
    assert not house.batches.register(new_batch(), WEBHOOK, None)
    assert house.batches.read(DOCS) is None
