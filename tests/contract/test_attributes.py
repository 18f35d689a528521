"""Do values come back from a table as they were written?"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.adapters.attributes import decode, encode
from batchbell.adapters.storable import storable

Text = st.text(st.characters(exclude_categories=["Cs"]))
Value = st.recursive(
    Text | st.integers() | st.binary() | st.frozensets(st.integers(), min_size=1),
    lambda values: st.dictionaries(Text, values, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(Text, Value, max_size=5))
def test_a_row_comes_back(row: dict[str, Any]) -> None:
    assert decode(encode(row)) == row


def test_what_is_absent_is_not_written() -> None:
    assert encode({"a": None, "b": frozenset(), "c": {"d": None}, "e": 0, "f": ""}) == {
        "c": {"M": {}},
        "e": {"N": "0"},
        "f": {"S": ""},
    }


@pytest.mark.parametrize("value", [1.5, [1], object(), {"a": 1.5}])
def test_what_no_attribute_holds_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        encode({"a": value})


@given(st.text())
def test_storable_text_is_utf_8(text: str) -> None:
    kept = storable(text)
    assert kept.encode("utf-8").decode("utf-8") == kept
    assert len(kept) == len(text)
    assert all(
        a == b or ("\ud800" <= a <= "\udfff" and b == "?") for a, b in zip(text, kept, strict=True)
    )
