"""What was a batch asked to do, and what if nobody knows any more?"""

from collections.abc import Mapping
from typing import Any

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, SpecMissing
from batchbell.usecases.purge import purge
from batchbell.usecases.read_spec import PagesSpec, read_spec, read_urls
from tests.memory.hooks import Recorder
from tests.memory.submissions import KIND, task_of
from tests.usecases.desk import KEY, Desk, closed_desk, new_desk

TASK = task_of(5_000).as_body()
BODY: dict[str, Any] = {"urls": ["a"], "task": TASK}


def store_spec(desk: Desk, body: Mapping[str, Any]) -> None:
    """The spec says this from now on."""
    desk.world.specs.stored[KEY, desk.batch.spec] = body


def test_an_input_that_is_erased_meanwhile_is_gone_and_not_blank() -> None:
    desk = closed_desk()
    seen = desk.batch
    purge(desk.world.store, KEY, KIND)
    with pytest.raises(CallerError) as refused:
        read_urls(desk.world.store, seen)
    assert refused.value.code is ErrorCode.JOB_EXPIRED


def test_what_was_stored_is_read() -> None:
    desk = new_desk()
    task = task_of(5_000, frozenset({"markdown", "metadata"}))
    spec = PagesSpec(("https://a.example/\ud800",), task)
    store_spec(desk, spec.as_body())
    assert read_spec(desk.world.store, desk.batch) == spec


def test_what_a_later_release_adds_is_passed_over() -> None:
    desk = new_desk()
    store_spec(desk, {**BODY, "later": True, "task": {**TASK, "later": True}})
    assert read_spec(desk.world.store, desk.batch).task.timeout_ms == 5_000


@pytest.mark.parametrize(
    "body",
    [
        {},
        {**BODY, "urls": None},
        {**BODY, "task": {**TASK, "timeout_ms": "soon"}},
        {**BODY, "task": {**TASK, "distill": 1}},
        {**BODY, "urls": []},
        {**BODY, "urls": ["a", "b"]},
    ],
    ids=["empty", "no list", "no number", "no formats", "too few", "too many"],
)
def test_what_cannot_be_understood_is_missing(body: dict[str, Any]) -> None:
    desk = new_desk()
    store_spec(desk, body)
    with pytest.raises(SpecMissing):
        read_spec(desk.world.store, desk.batch)


def test_it_counts_as_lost_after_three_reads() -> None:
    desk = new_desk()
    desk.world.specs.stored.clear()
    recorder = Recorder()
    desk.world.watch(recorder)
    tried = 0

    class Counting(Recorder):
        def before(self, call_name: str) -> None:
            nonlocal tried
            tried += call_name == "specs.get"

    desk.world.watch(Counting())
    with pytest.raises(SpecMissing):
        read_spec(desk.world.store, desk.batch)
    assert tried == 3


def test_a_second_read_may_help() -> None:
    desk = new_desk()
    stored = dict(desk.world.specs.stored)
    desk.world.specs.stored.clear()

    class Returns(Recorder):
        def before(self, call_name: str) -> None:
            if self.calls:
                desk.world.specs.stored.update(stored)
            self.calls.append(call_name)

    desk.world.watch(Returns())
    assert read_spec(desk.world.store, desk.batch).urls


def test_a_lost_list_is_shown_as_blanks() -> None:
    """R3: the job can still be read."""
    desk = new_desk(3)
    desk.world.specs.stored.clear()
    assert read_urls(desk.world.store, desk.batch) == ("", "", "")


def test_an_address_is_shown_as_submitted() -> None:
    desk = new_desk()
    url = "https://a.example/" + "x" * 4_000
    store_spec(desk, {**BODY, "urls": [url]})
    assert read_urls(desk.world.store, desk.batch) == (url,)
