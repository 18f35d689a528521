"""How are ids made, and can two things ever have the same one?"""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.identifiers import (
    BatchKey,
    ItemKey,
    chunk_count,
    chunk_length,
    event_id_for,
    fingerprint_of,
    item_key,
    job_id_for,
    pages_key,
)

KEY = pages_key("acme", "batch_1")
names = st.text(max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
bodies = st.dictionaries(names, values, max_size=4)


def test_a_job_id_is_the_same_on_every_machine_and_release() -> None:
    """A retry after an upgrade must find its job."""
    assert job_id_for("acme", "distill", "key-1") == "batch_3664b141dc3ac745067a0375d5df588f"


@given(names, names, names, names, names, names)
def test_two_submissions_meet_only_when_all_is_equal(
    a: str, b: str, c: str, x: str, y: str, z: str
) -> None:
    same = (a, b, c) == (x, y, z)
    assert (job_id_for(a, b, c) == job_id_for(x, y, z)) is same


def test_no_shift_between_parts_makes_a_collision() -> None:
    """S11: whatever a caller puts into a key."""
    parts = ["a", "b", 'a","b', "a,b", '"', "", "\\", "\\u0061", "\x00", "\ud800"]
    ids = [job_id_for(*triple) for triple in itertools.product(parts, repeat=3)]
    assert len(set(ids)) == len(ids)


def test_an_event_id_follows_from_batch_generation_and_type() -> None:
    """Invariant 3: always that id."""
    assert event_id_for(KEY, 1, "batch.completed") == event_id_for(
        BatchKey("acme", "pages:batch_1"), 1, "batch.completed"
    )


def test_other_events_have_other_ids() -> None:
    """W17."""
    ids = {
        event_id_for(key, generation, kind)
        for key in (KEY, pages_key("acme", "batch_2"), pages_key("other", "batch_1"))
        for generation in (1, 2, 11)
        for kind in ("batch.completed", "batch.other")
    }
    assert len(ids) == 18


def shuffled(value: object) -> object:
    """The same JSON, every object's keys in the opposite order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(value)}
    return [shuffled(inner) for inner in value] if isinstance(value, list) else value


@given(bodies)
def test_the_order_of_keys_does_not_matter(body: dict[str, object]) -> None:
    """Q18."""
    assert fingerprint_of(shuffled(body)) == fingerprint_of(body)


@given(bodies)
def test_white_space_and_escapes_do_not_matter(body: dict[str, object]) -> None:
    """Q18: what counts is what was said, not how it was typed."""
    typed = json.loads(json.dumps(body, indent=3, ensure_ascii=False))
    assert fingerprint_of(typed) == fingerprint_of(body)


@given(bodies, bodies)
def test_other_bodies_have_other_fingerprints(
    one: dict[str, object], other: dict[str, object]
) -> None:
    """Q18."""
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (fingerprint_of(one) == fingerprint_of(other)) is same


@pytest.mark.parametrize(
    ("one", "other"),
    [([1, 2], [2, 1]), ({"a": 1}, {"a": True}), ({"a": 1}, {"a": "1"}), ({"a": None}, {})],
)
def test_what_means_something_else_is_something_else(one: object, other: object) -> None:
    """Q18: the order of a list counts."""
    assert fingerprint_of(one) != fingerprint_of(other)


def test_a_lone_surrogate_has_a_fingerprint() -> None:
    """D11."""
    assert fingerprint_of(["\ud800"]) != fingerprint_of(["\ud801"])


# Addresses.


def test_a_job_and_a_batch_name_never_meet() -> None:
    assert KEY.batch == "pages:batch_1"
    assert KEY.job_id == "batch_1"


@pytest.mark.parametrize("index", [0, 1, 127, 128, 255, 256, 9_999])
def test_an_items_place_can_be_read_back(index: int) -> None:
    assert item_key(KEY, index).index == index


def test_positions_begin_anew_in_each_chunk() -> None:
    assert item_key(KEY, 130) == ItemKey(KEY, 1, 2)


@pytest.mark.parametrize(
    ("total", "lengths"),
    [
        (1, [1]),
        (127, [127]),
        (128, [128]),
        (129, [128, 1]),
        (256, [128, 128]),
        (300, [128, 128, 44]),
    ],
)
def test_chunks_hold_all_items_once(total: int, lengths: list[int]) -> None:
    assert [chunk_length(total, c) for c in range(chunk_count(total))] == lengths
