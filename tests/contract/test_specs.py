"""Does every `Specs` port keep its promises?"""

import random
from typing import Any

import pytest

from batchbell.domain.errors import SpecMissing
from batchbell.domain.identifiers import BatchKey
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW

UNTIDY = random.Random(1)
SMALL: dict[str, Any] = {"urls": ["https://example.org/ü?a=1&b=\x00"], "options": {"timeout": 5000}}
LARGE: dict[str, Any] = {
    "urls": [f"https://example.org/{UNTIDY.getrandbits(256):x}" for _ in range(1_000)]
}
"""Some 32 KB when compressed."""
STRANGE: dict[str, Any] = {
    "texts": ["\x00", "\ufffe\uffff", "🙂", "\ud83d", "\udc00\ud83d", "\x7f"]
}


@pytest.mark.parametrize("body", [{}, SMALL, LARGE, STRANGE], ids=["{}", "small", "large", "odd"])
def test_a_body_is_read_back(house: House, body: dict[str, Any]) -> None:
    house.specs.put(KEY, "f1", body, NOW)
    assert house.specs.get(KEY, "f1") == body


@pytest.mark.parametrize("body", [SMALL, LARGE], ids=["small", "large"])
def test_the_same_spec_may_come_again(house: House, body: dict[str, Any]) -> None:
    house.specs.put(KEY, "f1", body, NOW)
    house.specs.put(KEY, "f1", body, NOW)
    assert house.specs.get(KEY, "f1") == body


def test_fingerprints_batches_and_tenants_do_not_meet(house: House) -> None:
    keys = [KEY, BatchKey(KEY.tenant, "pages:other"), BatchKey("other", KEY.batch)]
    bodies = {(key, name): {"of": f"{key}{name}"} for key in keys for name in ("f1", "f2")}
    for (key, name), body in bodies.items():
        house.specs.put(key, name, body, NOW)
    assert {at: house.specs.get(*at) for at in bodies} == bodies


def test_an_unknown_spec_is_missing(house: House) -> None:
    with pytest.raises(SpecMissing):
        house.specs.get(KEY, "f1")


@pytest.mark.parametrize("body", [SMALL, LARGE], ids=["small", "large"])
def test_an_erased_spec_is_missing(house: House, body: dict[str, Any]) -> None:
    house.specs.put(KEY, "f1", body, NOW)
    house.specs.erase(KEY, "f1")
    with pytest.raises(SpecMissing):
        house.specs.get(KEY, "f1")


def test_an_unknown_spec_may_be_erased(house: House) -> None:
    house.specs.erase(KEY, "f1")
