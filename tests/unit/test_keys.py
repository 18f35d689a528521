"""What is an API key?"""

import hashlib

import pytest

from batchbell.domain.keys import key_hash, well_formed


@pytest.mark.parametrize("digits", ["0" * 32, "0123456789abcdef" * 2])
def test_a_key_is_bb_and_32_hexadecimal_digits(digits: str) -> None:
    assert well_formed("bb_" + digits)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bb_",
        "0" * 32,
        "bb_" + "0" * 31,
        "bb_" + "0" * 33,
        "bb_" + "A" * 32,
        "bb_" + "g" * 32,
        "BB_" + "0" * 32,
        " bb_" + "0" * 32,
        "bb_" + "0" * 32 + "\n",
        "bb_" + "\u0660" * 32,
    ],
)
def test_nothing_else_is(text: str) -> None:
    assert not well_formed(text)


def test_only_its_sha_256_is_stored() -> None:
    secret = "bb_" + "0" * 32
    assert key_hash(secret) == hashlib.sha256(secret.encode("ascii")).hexdigest()
