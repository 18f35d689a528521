"""What does the dispatcher do with records of the stream?"""

from typing import Any

import pytest

from batchbell.adapters.attributes import decode
from batchbell.adapters.batch_row import batch_of
from batchbell.adapters.tally_row import tally_of
from batchbell.domain.batch import Fence, FenceReason
from batchbell.domain.errors import Unavailable
from batchbell.domain.identifiers import ItemKey, pages_key
from batchbell.ports import ItemMessage
from batchbell.runtime.stream import RecordUnreadable
from functions.dispatcher.app import handle
from tests.functions.callers import Caller
from tests.functions.event_files import load
from tests.functions.images import POISON, removed
from tests.memory.hooks import Unwatched

JOB = "batch_11f74a28e58697e64e3b6dbd774a07f1"
KEY = pages_key("acme", JOB)
MESSAGES = [ItemMessage(ItemKey(KEY, 0, position)) for position in range(2)]


@pytest.fixture
def submitted(caller: Caller) -> Caller:
    """The job in the event files, which nobody has dispatched."""
    caller.send(load("submit/batch"))
    return caller


def _handle(caller: Caller, event: dict[str, Any]) -> None:
    handle(event, caller.world.store, caller.world.pages)


def test_a_new_job_gets_its_tallies(submitted: Caller) -> None:
    _handle(submitted, load("dispatcher/batch_wanted"))
    assert list(submitted.world.tallies.read_all(KEY)) == [0]
    assert not submitted.world.records.batches[KEY].dispatch.wanted
    assert submitted.world.pages.take() == []


def test_a_new_tally_gets_its_messages(submitted: Caller) -> None:
    _handle(submitted, load("dispatcher/batch_wanted"))
    _handle(submitted, load("dispatcher/tally_wanted"))
    assert submitted.world.pages.take() == MESSAGES


def test_the_same_records_again_change_nothing(submitted: Caller) -> None:
    batch, tally = load("dispatcher/batch_wanted"), load("dispatcher/tally_wanted")
    for event in (batch, tally):
        _handle(submitted, event)
    submitted.world.pages.take()
    submitted.world.take_changes()
    for event in (tally, batch, tally):
        _handle(submitted, event)
    assert submitted.world.pages.take() == []
    assert submitted.world.take_changes() == []


def test_a_record_that_is_there_twice_is_one_order(submitted: Caller) -> None:
    event = load("dispatcher/batch_wanted")
    event["Records"] = event["Records"] * 3 + load("dispatcher/tally_wanted")["Records"] * 3
    _handle(submitted, event)
    assert submitted.world.pages.take() == MESSAGES


def test_a_fence_settles_the_job(submitted: Caller) -> None:
    """Whoever canceled has died."""
    submitted.world.batches.raise_fence(KEY, Fence(FenceReason.CANCEL, 1))
    _handle(submitted, load("dispatcher/fence_raised"))
    assert not submitted.world.records.batches[KEY].open


@pytest.mark.parametrize("poison", [POISON[0], POISON[3]], ids=lambda record: record["eventID"])
@pytest.mark.parametrize("place", [0, 1])
def test_a_record_that_nobody_can_read_holds_up_no_other(
    submitted: Caller, poison: dict[str, Any], place: int
) -> None:
    """Q14."""
    event = load("dispatcher/batch_wanted")
    event["Records"].insert(place, poison)
    with pytest.raises(RecordUnreadable):
        _handle(submitted, event)
    assert list(submitted.world.tallies.read_all(KEY)) == [0]


def test_an_order_that_fails_holds_up_no_other(submitted: Caller) -> None:
    """Nor does one whose failure nobody foresaw."""

    class Broken(Unwatched):
        def __init__(self, error: Exception) -> None:
            self.error: Exception | None = error

        def before(self, call_name: str) -> None:
            error, self.error = self.error, None
            if error:
                raise error

    event = load("dispatcher/batch_wanted")
    event["Records"] += load("dispatcher/tally_wanted")["Records"]
    for error in (Unavailable("ThrottlingException"), ZeroDivisionError()):
        submitted.world.tallies.put(KEY, tally_of(_image(load("dispatcher/tally_wanted"))))
        submitted.world.watch(Broken(error))
        with pytest.raises(type(error)):
            _handle(submitted, event)
    assert submitted.world.pages.take() == MESSAGES


def test_other_records_say_nothing(submitted: Caller) -> None:
    records = [removed(), *load("aggregator/items_ended")["Records"]]
    submitted.world.take_changes()
    _handle(submitted, {"Records": records})
    assert submitted.world.take_changes() == []


def test_the_event_files_are_what_the_adapters_write(submitted: Caller) -> None:
    assert batch_of(_image(load("dispatcher/batch_wanted"))) == submitted.world.batches.read(KEY)
    _handle(submitted, load("dispatcher/batch_wanted"))
    tally = submitted.world.tallies.read(KEY, 0)
    assert tally_of(_image(load("dispatcher/tally_wanted"))) == tally
    submitted.world.batches.raise_fence(KEY, Fence(FenceReason.CANCEL, 1_790_000_005_000))
    assert batch_of(_image(load("dispatcher/fence_raised"))) == submitted.world.batches.read(KEY)


def _image(event: dict[str, Any]) -> dict[str, Any]:
    return decode(event["Records"][0]["dynamodb"]["NewImage"])
