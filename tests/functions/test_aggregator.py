"""What does the aggregator do with records of the stream?"""

from typing import Any

import pytest

from batchbell.adapters.attributes import decode
from batchbell.adapters.event_row import event_of
from batchbell.adapters.item_row import item_of
from batchbell.adapters.tally_row import tally_row
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import pages_key
from batchbell.ports import WebhookMessage
from batchbell.runtime.stream import RecordUnreadable
from functions.aggregator.app import handle
from tests.functions.callers import Caller
from tests.functions.event_files import load
from tests.functions.images import POISON, Record, inserted, removed
from tests.functions.running import messages_of, work_on
from tests.memory.hooks import Unwatched

JOB = "batch_11f74a28e58697e64e3b6dbd774a07f1"
KEY = pages_key("acme", JOB)
CLOSED = WebhookMessage(KEY, 1)


@pytest.fixture
def worked(caller: Caller) -> Caller:
    """The job in the event files, whose pages have ended and which nobody has closed."""
    caller.send(load("submit/batch"))
    messages = messages_of(caller.world, JOB)
    caller.world.clock.advance(1_500)
    work_on(caller.world, messages)
    return caller


def _handle(caller: Caller, event: dict[str, Any]) -> None:
    handle(event, caller.world.store, caller.world.webhooks)


def _is_open(caller: Caller) -> bool:
    return caller.world.records.batches[KEY].open


def test_the_last_page_closes_the_job(worked: Caller) -> None:
    _handle(worked, load("aggregator/items_ended"))
    assert not _is_open(worked)


def test_the_same_records_again_change_nothing(worked: Caller) -> None:
    """C1, C22."""
    _handle(worked, load("aggregator/items_ended"))
    worked.world.take_changes()
    _handle(worked, load("aggregator/items_ended"))
    assert worked.world.take_changes() == []


def test_an_event_that_is_owed_goes_to_its_queue_once(worked: Caller) -> None:
    event = load("aggregator/event_owed")
    event["Records"] *= 3
    _handle(worked, event)
    assert worked.world.webhooks.take() == [CLOSED]


@pytest.mark.parametrize("poison", POISON[:3], ids=lambda record: record["eventID"])
@pytest.mark.parametrize("place", [0, 2])
def test_a_record_that_nobody_can_read_holds_up_no_other(
    worked: Caller, poison: Record, place: int
) -> None:
    """Q14: the others are reported, then it is raised for until it is alone and given up."""
    event = load("aggregator/items_ended")
    event["Records"].insert(place, poison)
    with pytest.raises(RecordUnreadable):
        _handle(worked, event)
    assert not _is_open(worked)


def test_other_records_say_nothing(worked: Caller) -> None:
    tally = worked.world.tallies.read(KEY, 0)
    assert tally is not None
    records = [inserted(tally_row(KEY, tally, 1)), removed()]
    processing = load("aggregator/items_ended")["Records"][0]
    processing["dynamodb"]["NewImage"] = processing["dynamodb"]["OldImage"]
    worked.world.take_changes()
    _handle(
        worked, {"Records": [*records, processing, *load("dispatcher/batch_wanted")["Records"]]}
    )
    assert worked.world.take_changes() == []


def test_when_the_table_is_away_the_records_come_again(worked: Caller) -> None:
    """C14."""

    class Away(Unwatched):
        def before(self, call_name: str) -> None:
            raise Unavailable(call_name)

    worked.world.watch(Away())
    with pytest.raises(Unavailable):
        _handle(worked, load("aggregator/items_ended"))
    worked.world.watch(Unwatched())
    _handle(worked, load("aggregator/items_ended"))
    assert not _is_open(worked)


def test_the_event_files_are_what_the_adapters_write(worked: Caller) -> None:
    images = [
        record["dynamodb"]["NewImage"] for record in load("aggregator/items_ended")["Records"]
    ]
    items = [item_of(decode(image)) for image in images]
    assert [(item.key.index, item.state.value) for item in items] == [
        (0, "succeeded"),
        (1, "failed"),
    ]
    (record,) = load("aggregator/event_owed")["Records"]
    assert event_of(decode(record["dynamodb"]["NewImage"])).key == KEY
