"""Is an input list read once, and never remembered wrongly?"""

import pytest

from batchbell.adapters.remembered_specs import RememberedSpecs
from batchbell.domain.errors import SpecMissing
from batchbell.domain.identifiers import BatchKey
from tests.memory.hooks import Recorder
from tests.memory.world import memory_world

KEY = BatchKey("acme", "pages:batch_1")
OTHER = BatchKey("other", "pages:batch_1")


@pytest.fixture
def reads() -> Recorder:
    return Recorder()


@pytest.fixture
def specs(reads: Recorder) -> RememberedSpecs:
    remembered = RememberedSpecs(memory_world(hook=reads).specs, most=2)
    for key, fingerprint in ((KEY, "a"), (KEY, "b"), (KEY, "c"), (OTHER, "a")):
        remembered.put(key, fingerprint, {"of": [key.tenant, fingerprint]}, 0)
    reads.calls.clear()
    return remembered


def test_it_is_read_once(specs: RememberedSpecs, reads: Recorder) -> None:
    assert specs.get(KEY, "a") == specs.get(KEY, "a") == {"of": ["acme", "a"]}
    assert reads.calls == ["specs.get"]


def test_another_batch_has_its_own(specs: RememberedSpecs) -> None:
    specs.get(KEY, "a")
    assert specs.get(OTHER, "a") == {"of": ["other", "a"]}
    assert specs.get(KEY, "b") == {"of": ["acme", "b"]}


def test_the_one_used_longest_ago_goes(specs: RememberedSpecs, reads: Recorder) -> None:
    for fingerprint in ("a", "b", "a", "c", "a"):
        specs.get(KEY, fingerprint)
    assert len(reads.calls) == 3
    specs.get(KEY, "b")
    assert len(reads.calls) == 4


def test_what_was_erased_is_gone(specs: RememberedSpecs) -> None:
    specs.get(KEY, "a")
    specs.erase(KEY, "a")
    with pytest.raises(SpecMissing):
        specs.get(KEY, "a")


def test_what_was_missing_may_come(specs: RememberedSpecs) -> None:
    with pytest.raises(SpecMissing):
        specs.get(KEY, "new")
    specs.put(KEY, "new", {}, 0)
    assert specs.get(KEY, "new") == {}
