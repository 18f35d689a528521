"""Which contents go into an answer, and which rows must wait for the next one?"""

import json

import pytest

from batchbell.domain.batch import Batch
from batchbell.domain.item import Item, ItemState, ResultRef
from batchbell.domain.tally import Counts
from batchbell.usecases.answer_size import ANSWER_BYTES
from batchbell.usecases.load_contents import DEFAULT_PAGE_SIZE, load_contents
from batchbell.usecases.read_job import JobView
from batchbell.usecases.read_spec import read_urls
from tests.usecases.desk import KEY, Desk, item_key, new_desk

MEGABYTE = 1_000_000


def row(desk: Desk, position: int, weight: int) -> Item:
    """A row that succeeded with a content that says it is so heavy."""
    item = Item(key=item_key(position), state=ItemState.PROCESSING, attempt=1)
    desk.world.results.put(item, {"markdown": str(position)}, 0)
    return item.evolve(state=ItemState.SUCCEEDED, result=ResultRef(1, 1, weight))


def view_of(batch: Batch, rows: dict[int, Item], window: range | None = None) -> JobView:
    """A view with these rows."""
    return JobView(batch, Counts(), window or range(batch.total), rows)


def test_all_that_fits_is_loaded() -> None:
    desk = new_desk(3)
    rows = {p: row(desk, p, MEGABYTE) for p in range(3)}
    found = load_contents(desk.world.store, view_of(desk.batch, rows), ("u",) * 3)
    assert found.by_item == {item_key(p): {"markdown": str(p)} for p in range(3)}
    assert (found.window, found.next_page) == (range(3), None)


def test_what_does_not_fit_is_left_to_its_own_route() -> None:
    """R7: a small row after it still goes in."""
    desk = new_desk(3)
    rows = {0: row(desk, 0, 3 * MEGABYTE), 1: row(desk, 1, 3 * MEGABYTE), 2: row(desk, 2, 100)}
    found = load_contents(desk.world.store, view_of(desk.batch, rows), ("u",) * 3)
    assert set(found.by_item) == {item_key(0), item_key(2)}
    assert found.window == range(3)


def test_nothing_is_loaded_when_nothing_is_there() -> None:
    desk = new_desk(2)
    found = load_contents(desk.world.store, view_of(desk.batch, {}), ("u",) * 2)
    assert found.by_item == {}


def test_a_result_that_is_gone_is_left_out() -> None:
    """R14."""
    desk = new_desk(1)
    rows = {0: row(desk, 0, 10)}
    desk.world.results.erase(KEY, 1)
    assert load_contents(desk.world.store, view_of(desk.batch, rows), ("u",)).by_item == {}


def test_bare_rows_that_do_not_fit_go_on_on_a_default_page() -> None:
    desk = new_desk(100)
    urls = ("x" * 100_000,) * 100
    found = load_contents(desk.world.store, view_of(desk.batch, {}), urls)
    assert found.window == range(40)
    assert found.next_page == 40 // DEFAULT_PAGE_SIZE


@pytest.mark.parametrize("character", ["x", "\u00e9", "\U0001f642", '"', "\\", "\x00", "\ud800"])
@pytest.mark.parametrize("size", [7, 20, 44, 100])
def test_whoever_goes_on_reaches_every_row(character: str, size: int) -> None:
    """R6, R7: no answer over 5 MB, none empty, nothing left out, whatever was submitted."""
    desk = new_desk(100)
    spec = {"urls": [character * 10_000] * 100, "timeout_ms": 5_000, "formats": ["markdown"]}
    desk.world.specs.stored[KEY, desk.batch.spec] = spec
    urls = read_urls(desk.world.store, desk.batch)
    window, seen = range(size), list[int]()
    while window:
        found = load_contents(desk.world.store, view_of(desk.batch, {}, window), urls)
        assert len(json.dumps(json.dumps([urls[i] for i in found.window]))) < ANSWER_BYTES
        assert found.window
        seen += found.window
        goes_on = found.window.stop if found.next_page is None else found.next_page * 20
        assert goes_on == found.window.stop
        window = range(goes_on, min(goes_on + size, 100))
    assert seen == list(range(100))
