"""What does a reader get of a job's rows?"""

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.item import ItemState, ResultRef
from batchbell.usecases.answer_size import ANSWER_BYTES
from batchbell.usecases.read_rows import read_row, read_rows
from tests.memory.submissions import KIND, urls_of
from tests.usecases.desk import KEY, bring_stranger, dispatched_desk, item_key
from tests.usecases.worker import new_worker


def test_the_rows_of_a_window_have_their_urls_and_contents() -> None:
    worker = new_worker(3)
    worker.work(0, 1)
    read = read_rows(worker.desk.world.store, KEY, KIND, range(1, 3))
    assert (read.job.window, read.urls) == (range(1, 3), urls_of(3))
    assert read.contents.by_item == {item_key(1): {"markdown": urls_of(2)[1]}}


def test_a_row_alone_has_its_url_and_its_content() -> None:
    worker = new_worker(3)
    worker.work(1)
    row = read_row(worker.desk.world.store, KEY, KIND, 1)
    assert (row.url, row.item) == (urls_of(2)[1], worker.desk.item(1))
    assert row.contents == {item_key(1): {"markdown": urls_of(2)[1]}}


def test_a_row_alone_has_its_content_whatever_that_weighs() -> None:
    desk = dispatched_desk(2)
    desk.finish(0)
    item = desk.item(0)
    assert item
    heavy = item.evolve(result=ResultRef(1, 1, ANSWER_BYTES * 2))
    desk.world.records.write_item(heavy)
    desk.world.results.put(heavy, {"markdown": "x"}, 0)
    assert read_rows(desk.world.store, KEY, KIND).contents.by_item == {}
    assert read_row(desk.world.store, KEY, KIND, 0).contents == {item_key(0): {"markdown": "x"}}


def test_a_row_without_a_result_has_no_content() -> None:
    desk = dispatched_desk(3)
    desk.claim(1)
    desk.finish(2, state=ItemState.FAILED)
    desk.fold(2, state=ItemState.FAILED)
    rows = [read_row(desk.world.store, KEY, KIND, index) for index in range(3)]
    assert [(row.url, row.contents) for row in rows] == [(url, {}) for url in urls_of(3)]
    assert [row.item and row.item.state for row in rows] == [
        None,
        ItemState.PROCESSING,
        ItemState.FAILED,
    ]


@pytest.mark.parametrize("index", [2, 127, 128, 10**9])
def test_there_is_no_row_beyond_the_last(index: int) -> None:
    """C7: whatever records there are."""
    desk = dispatched_desk(2)
    bring_stranger(desk, index, ItemState.SUCCEEDED)
    with pytest.raises(CallerError) as refused:
        read_row(desk.world.store, KEY, KIND, index)
    assert refused.value.code is ErrorCode.JOB_NOT_FOUND
