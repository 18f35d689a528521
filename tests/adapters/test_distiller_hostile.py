"""Does every hostile page end in time, with content or a reason?"""

import time
from collections.abc import Iterator

import pytest

from batchbell.adapters.distiller import ChildDistiller
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FORMATS, DistillOptions
from tests.adapters.distilling import distilled as made_of
from tests.unit.hostile import DEEP, EMPTY, GOOD, ODD, WIDE

REASONS = (
    ErrorCode.SCRAPE_EMPTY_CONTENT,
    ErrorCode.DISTILL_FAILED,
    ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
)


@pytest.fixture(scope="module")
def distiller() -> Iterator[ChildDistiller]:
    one = ChildDistiller(children=1)
    yield one
    one.close()


ALL_OF_IT = DistillOptions(
    formats=FORMATS, include_tags=("div", "p", "table *"), exclude_tags=("b + i", "li:last-child")
)


def distilled(
    distiller: ChildDistiller,
    body: bytes,
    timeout_ms: int,
    options: DistillOptions = DistillOptions(),  # noqa: B008 - frozen
) -> str | ErrorCode:
    page = FetchedPage("https://site.example/", 200, "text/html; charset=utf-8", body)
    try:
        return made_of(distiller, page, options, timeout_ms=timeout_ms).markdown
    except PageFailed as failed:
        return failed.code


@pytest.mark.parametrize(
    "body", [*DEEP.values(), *WIDE.values(), *ODD.values(), *EMPTY.values()],
    ids=[*DEEP, *WIDE, *ODD, *EMPTY],
)  # fmt: skip
def test_a_hostile_page_ends_in_time(distiller: ChildDistiller, body: bytes) -> None:
    """D7: and the next page is served as if nothing had been."""
    assert distilled(distiller, GOOD, 20_000) not in REASONS
    began = time.monotonic()
    outcome = distilled(distiller, body, 1_000)
    assert time.monotonic() - began < 2.5
    assert outcome
    assert outcome in REASONS or not isinstance(outcome, ErrorCode)
    assert distilled(distiller, GOOD, 20_000) not in REASONS


@pytest.mark.parametrize("body", [*DEEP.values(), *WIDE.values()], ids=[*DEEP, *WIDE])
def test_a_hostile_page_ends_in_time_whatever_is_asked_of_it(
    distiller: ChildDistiller, body: bytes
) -> None:
    """D7: selectors, links, images and markup share the time."""
    began = time.monotonic()
    outcome = distilled(distiller, body, 1_000, ALL_OF_IT)
    assert time.monotonic() - began < 2.5
    assert outcome
    assert distilled(distiller, GOOD, 20_000) not in REASONS
