"""Does every `Results` port keep its promises?"""

import random
from typing import Any

import pytest

from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item, ItemState, ResultRef
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW

UNTIDY = random.Random(2)
LARGE = {"markdown": "".join(chr(UNTIDY.randrange(0x4E00, 0x9FA5)) for _ in range(20_000))}
"""Some 36 KB when compressed."""
CONTENTS: dict[str, dict[str, Any]] = {
    "empty": {},
    "small": {"markdown": "# Title\n\n\"Text\" with 'quotes', \\ and ü"},
    "nested": {"data": [{"a": 1, "b": None, "c": [True, 1.5]}], "metadata": {"title": "x"}},
    "large": LARGE,
    "nul": {"markdown": "a\x00b"},
    "noncharacter": {"markdown": "a\ufffeb\uffff"},
    "emoji": {"markdown": "🙂👩‍👩‍👧"},
    "surrogates": {"markdown": "\ud83d and \udc00 and \udc00\ud83d and \ud83d\ude00"},
}


def working(chunk: int = 0, position: int = 0, attempt: int = 1, key: BatchKey = KEY) -> Item:
    """An item under work."""
    state = ItemState.PROCESSING
    return Item(key=ItemKey(key, chunk, position), state=state, attempt=attempt, generation=2)


def stored(house: House, item: Item, content: dict[str, Any]) -> Item:
    """The item once its content is stored and it names it."""
    house.results.put(item, content, NOW)
    result = ResultRef(item.generation, item.attempt, weight=1)
    return item.evolve(state=ItemState.SUCCEEDED, result=result)


@pytest.mark.parametrize("content", [*CONTENTS.values()], ids=CONTENTS)
def test_a_content_is_read_back(house: House, content: dict[str, Any]) -> None:
    item = stored(house, working(), content)
    assert house.results.get([item]) == {item.key: content}


def test_keys_come_back_in_their_order(house: House) -> None:
    item = stored(house, working(), {"title": 1, "price": 2, "name": 3})
    assert list(house.results.get([item])[item.key]) == ["title", "price", "name"]


def test_many_contents_are_read_together(house: House) -> None:
    items = [
        stored(house, working(chunk, position), {"at": [chunk, position], "more": more})
        for chunk in (0, 1)
        for position, more in [(p, LARGE if p % 10 == 0 else None) for p in range(52)]
    ]
    found = house.results.get(items)
    assert len(found) == 104
    assert [found[item.key]["at"] for item in items] == [
        [item.key.chunk, item.key.position] for item in items
    ]


def test_the_item_names_the_attempt_that_counts(house: House) -> None:
    loser, winner = working(attempt=1), working(attempt=2)
    named = stored(house, winner, {"by": "winner"})
    stored(house, loser, {"by": "loser"})
    assert house.results.get([named]) == {named.key: {"by": "winner"}}


def test_an_item_without_result_is_left_out(house: House) -> None:
    assert house.results.get([working()]) == {}


def test_nothing_is_asked_for_nothing(house: House) -> None:
    assert house.results.get([]) == {}


def test_the_same_item_may_be_asked_for_twice(house: House) -> None:
    item = stored(house, working(), {"a": 1})
    assert house.results.get([item, item]) == {item.key: {"a": 1}}


def test_a_content_that_is_gone_is_left_out(house: House) -> None:
    there = stored(house, working(0, 0), {"a": 1})
    gone = working(0, 1).evolve(result=ResultRef(2, 1, 5))
    assert house.results.get([there, gone]) == {there.key: {"a": 1}}


def test_a_batch_is_erased_and_no_other(house: House) -> None:
    erased = [
        stored(house, working(0, 0), {"a": 1}),
        stored(house, working(0, 1), LARGE),
        stored(house, working(1, 0), LARGE),
    ]
    others = [
        stored(house, working(key=BatchKey(KEY.tenant, KEY.batch + more)), LARGE)
        for more in ("0", "/0", "#000000")
    ]
    house.results.erase(KEY, 2)
    assert house.results.get([*erased, *others]) == {other.key: LARGE for other in others}


def test_erasing_many_takes_them_all(house: House) -> None:
    items = [stored(house, working(0, position), {"a": position}) for position in range(27)]
    house.results.erase(KEY, 1)
    assert house.results.get(items) == {}
