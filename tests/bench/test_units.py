"""Are sizes and units counted by DynamoDB's rules? The numbers were counted by hand."""

import pytest

from tools.bench.sizes import Image, record_bytes, value_bytes
from tools.bench.units import Index, index_units, read_units, write_units

DUE = Index(own=("shard", "look"), table=("pk",))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"S": ""}, 0),
        ({"S": "batch"}, 5),
        ({"S": "ü🙂"}, 2 + 4),
        ({"N": "0"}, 0 + 1),
        ({"N": "7"}, 1 + 1),
        ({"N": "127"}, 2 + 1),
        ({"N": "100"}, 1 + 1),
        ({"N": "-42"}, 1 + 1 + 1),
        ({"N": "0.05"}, 1 + 1),
        ({"N": "1790000000001"}, 7 + 1),
        ({"B": b"\x00\x01\x02"}, 3),
        ({"BOOL": False}, 1),
        ({"NULL": True}, 1),
        ({"M": {}}, 3),
        ({"M": {"url": {"S": "http://x"}, "n": {"N": "1"}}}, 3 + (3 + 8 + 1) + (1 + 2 + 1)),
        ({"L": [{"S": "ab"}, {"N": "12"}]}, 3 + (2 + 1) + (2 + 1)),
        ({"NS": ["0", "1", "127"]}, 3 + (1 + 1) + (2 + 1) + (3 + 1)),
        ({"SS": ["a", "bc"]}, 3 + (1 + 1) + (2 + 1)),
    ],
)
def test_a_value_has_its_bytes(value: dict[str, object], expected: int) -> None:
    assert value_bytes(value) == expected


def test_names_count() -> None:
    assert record_bytes({"pk": {"S": "B#acme"}, "total": {"N": "3"}}) == (2 + 6) + (5 + 2)


def record(size: int, **more: str) -> Image:
    """A record of so many bytes, and more attributes."""
    return {"pk": {"S": "x" * (size - 2)}, **{name: {"S": text} for name, text in more.items()}}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (None, record(2), 1),
        (None, record(1024), 1),
        (None, record(1025), 2),
        (record(3000), record(10), 3),
        (record(10), record(3000), 3),
        (record(2048), None, 2),
        (None, None, 1),
    ],
)
def test_a_write_costs_the_larger_of_before_and_after(
    before: Image | None, after: Image | None, expected: int
) -> None:
    assert write_units(before, after) == expected


def test_an_index_costs_only_where_its_entry_changes() -> None:
    outside, inside = record(10), record(10, shard="1", look="5")
    assert index_units(DUE, None, outside) == 0
    assert index_units(DUE, None, inside) == 1
    assert index_units(DUE, inside, record(10, shard="1", look="5", other="x")) == 0
    assert index_units(DUE, inside, record(10, shard="1", look="6")) == 2
    assert index_units(DUE, inside, outside) == 1


def test_records_read_together_are_rounded_up_together() -> None:
    assert read_units([record(4096)], consistent=True) == 1
    assert read_units([record(3000), record(3000)], consistent=True) == 2
    assert read_units([record(3000), record(3000)], consistent=False) == 1
    assert read_units([], consistent=True) == 1
