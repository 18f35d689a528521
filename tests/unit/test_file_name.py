"""Under which name is a file kept?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.batch_name import is_batch_name
from batchbell.domain.file_name import LONGEST_NAME, base_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("receipt.pdf", "receipt.pdf"),
        (" receipt.pdf ", "receipt.pdf"),
        ("C:\\scans\\receipt.pdf", "receipt.pdf"),
        ("/tmp/receipt.pdf", "receipt.pdf"),
        ("a/b\\c", "c"),
        ("für 領 😀\u200d.pdf", "für 領 😀\u200d.pdf"),
        ("a\r\nb\x00\x85\u2028\u202e\ud800.pdf", "ab.pdf"),
        (".hidden", ".hidden"),
        *(
            (nothing, "document")
            for nothing in (None, "", " ", "/", "a/", ".", "..", "\x00", "...")
        ),
        ("a" * 254 + " b", "a" * 254),
    ],
)
def test_a_name_without_what_would_harm(given_name: str | None, kept: str) -> None:
    assert base_name(given_name) == kept


@given(st.text(st.characters(), max_size=600))
def test_any_name_can_be_shown_and_stored(name: str) -> None:
    kept = base_name(name)
    assert 1 <= len(kept) <= LONGEST_NAME
    assert not set(kept) & set("/\\\r\n\x00")
    assert kept.encode()
    assert base_name(kept) == kept


@pytest.mark.parametrize("name", ["a", "0", "A.b_c-d", "a" * 128])
def test_a_batch_may_be_called_so(name: str) -> None:
    assert is_batch_name(name)


@pytest.mark.parametrize("name", ["", ".a", "-", "_", "a b", "a\n", "ä", "a/b", "a#", "a" * 129])
def test_a_batch_may_not_be_called_so(name: str) -> None:
    assert not is_batch_name(name)
