"""Does every `KeptPages` port keep its promises?"""

from dataclasses import replace
from typing import Any

import pytest

from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item
from batchbell.domain.kept_page import KeptPage, Origin, PageName
from tests.contract.houses import House
from tests.contract.samples import KEY, NOW, batch, closed
from tests.contract.test_results import CONTENTS, LARGE, stored, working

NAME = PageName("acme", "f" * 64)
ORIGIN = Origin(fetched_at=NOW, credits=5, ends_at=NOW + 60_000)
CONTENT = {"markdown": "# Title", "metadata": {"title": "Title"}}


def find(house: House, name: PageName = NAME, now: int = NOW + 1) -> KeptPage | None:
    """The page, however old."""
    return house.kept.find(name, now=now, since=0)


def kept_result(house: House, content: dict[str, Any]) -> Item:
    """A closed job's page, kept."""
    house.rewrite_batch(closed(batch()))
    named = stored(house, working(3, 7, attempt=2), content)
    house.kept.keep_result(NAME, ORIGIN, named)
    return named


def test_there_is_none_at_first(house: House) -> None:
    assert find(house) is None


@pytest.mark.parametrize("content", [*CONTENTS.values()], ids=CONTENTS)
def test_a_content_is_found_again(house: House, content: dict[str, Any]) -> None:
    house.kept.keep_content(NAME, ORIGIN, content)
    assert find(house) == KeptPage(ORIGIN, content)


@pytest.mark.parametrize("content", [CONTENT, LARGE], ids=["small", "large"])
def test_a_result_is_found_again(house: House, content: dict[str, Any]) -> None:
    kept_result(house, content)
    assert find(house) == KeptPage(ORIGIN, content)


def test_it_is_the_result_of_the_attempt_that_counts(house: House) -> None:
    kept_result(house, {"by": "winner"})
    stored(house, working(3, 7, attempt=1), {"by": "loser"})
    found = find(house)
    assert found is not None
    assert found.content == {"by": "winner"}


def test_an_item_without_a_result_is_not_found(house: House) -> None:
    house.kept.keep_result(NAME, ORIGIN, working())
    assert find(house) is None


@pytest.mark.parametrize(
    "other",
    [PageName("globex", NAME.fingerprint), PageName(NAME.tenant, "e" * 64)],
    ids=["tenant", "page"],
)
@pytest.mark.parametrize("content", [CONTENT, LARGE], ids=["small", "large"])
def test_nobody_else_finds_it(house: House, other: PageName, content: dict[str, Any]) -> None:
    house.kept.keep_content(NAME, ORIGIN, content)
    kept_result(house, content)
    assert find(house, other) is None


def test_a_result_of_another_tenant_s_job_is_never_found(house: House) -> None:
    """Were one named by mistake: the tenant is that of the name."""
    item = stored(house, working(key=BatchKey("globex", KEY.batch)), CONTENT)
    for key in (KEY, item.key.batch):
        house.rewrite_batch(closed(batch(key=key)))
    house.kept.keep_result(NAME, ORIGIN, item)
    assert find(house) is None


@pytest.mark.parametrize("content", [CONTENT, LARGE], ids=["small", "large"])
def test_what_erases_the_job_leaves_nothing_to_find(house: House, content: dict[str, Any]) -> None:
    kept_result(house, content)
    house.results.erase(KEY, 4)
    assert find(house) is None


def test_nor_does_the_mark_that_its_erasure_begins_with(house: House) -> None:
    """A caller who erases may be told so before everything is gone."""
    kept_result(house, CONTENT)
    assert house.batches.mark_purged(KEY, NOW)
    assert find(house) is None


def test_of_a_job_that_has_expired_nothing_is_found(house: House) -> None:
    house.rewrite_batch(closed(batch()))
    named = stored(house, working(), CONTENT)
    expires_at = batch().expires_at
    house.kept.keep_result(NAME, replace(ORIGIN, ends_at=expires_at + 9), named)
    assert find(house, now=expires_at - 1) is not None
    assert find(house, now=expires_at) is None


def test_of_a_job_that_is_gone_nothing_is_found(house: House) -> None:
    named = stored(house, working(), CONTENT)
    house.kept.keep_result(NAME, ORIGIN, named)
    assert find(house) is None


@pytest.mark.parametrize(("since", "found"), [(NOW - 1, True), (NOW, False), (NOW + 1, False)])
def test_it_may_be_too_old(house: House, since: int, found: bool) -> None:
    house.kept.keep_content(NAME, ORIGIN, CONTENT)
    assert (house.kept.find(NAME, now=NOW + 2, since=since) is not None) is found


@pytest.mark.parametrize(("now", "found"), [(ORIGIN.ends_at - 1, True), (ORIGIN.ends_at, False)])
def test_it_ends(house: House, now: int, found: bool) -> None:
    kept_result(house, CONTENT)
    assert (find(house, now=now) is not None) is found


@pytest.mark.parametrize(("now", "found"), [(NOW, True), (NOW - 1, False)])
def test_one_of_a_later_time_is_not_found(house: House, now: int, found: bool) -> None:
    """Kept by somebody whose clock is ahead."""
    kept_result(house, CONTENT)
    assert (find(house, now=now) is not None) is found


def test_the_one_that_was_fetched_last_counts(house: House) -> None:
    house.kept.keep_content(NAME, ORIGIN, LARGE)
    later = replace(ORIGIN, fetched_at=NOW + 9)
    kept_result(house, CONTENT)
    house.kept.keep_content(NAME, later, {"markdown": "later"})
    assert find(house, now=NOW + 9) == KeptPage(later, {"markdown": "later"})
    kept_result(house, CONTENT)
    house.kept.keep_content(NAME, ORIGIN, LARGE)
    assert find(house, now=NOW + 9) == KeptPage(later, {"markdown": "later"})


def test_keeping_it_twice_changes_nothing(house: House) -> None:
    for _ in range(2):
        house.kept.keep_content(NAME, ORIGIN, LARGE)
    assert find(house) == KeptPage(ORIGIN, LARGE)
