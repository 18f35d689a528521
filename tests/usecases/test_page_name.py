"""Which wishes are the same, so that one page may answer both?"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.kept_page import PageName
from batchbell.domain.page_options import Asked, DistillOptions, FetchOptions
from batchbell.domain.schema import Field, Schema
from batchbell.usecases.keep_page import page_name
from batchbell.usecases.page_task import PageTask
from tests.memory.submissions import TENANT

URL = "https://site.example/a?b=c"
TASK = PageTask(timeout_ms=30_000)


def name(url: str = URL, task: PageTask = TASK, tenant: str = TENANT) -> PageName:
    """Of a page that has one."""
    found = page_name(tenant, url, task)
    assert found is not None
    return found


OTHERS: dict[str, dict[str, Any]] = {
    "country": {"fetch": FetchOptions(country="DE")},
    "header": {"fetch": FetchOptions(headers=(("Cookie", "a=1"),))},
    "header's value": {"fetch": FetchOptions(headers=(("Cookie", "a=2"),))},
    "robots": {"fetch": FetchOptions(obey_robots=False)},
    "metadata": {"distill": DistillOptions(formats=frozenset({"markdown", "metadata"}))},
    "no pieces": {"distill": DistillOptions(formats=frozenset())},
    "include": {"distill": DistillOptions(include_tags=("main",))},
    "exclude": {"distill": DistillOptions(exclude_tags=("main",))},
    "summary": {"readings": Asked(summary=True)},
    "question": {"readings": Asked(question="Who?")},
    "query": {"readings": Asked(query="Who?")},
    "rows": {"extracts": True},
    "schema": {"extracts": True, "schema": Schema((Field("title"),))},
    "instruction": {"extracts": True, "schema": Schema((Field("title", description="short"),))},
    "evidence": {"extracts": True, "explains": True},
}


def test_whatever_is_made_differently_has_another_name() -> None:
    names = [name(task=replace(TASK, **change)) for change in OTHERS.values()]
    assert len({name(), *names}) == 1 + len(OTHERS)


@pytest.mark.parametrize(
    "change", [{"timeout_ms": 5_000}, {"refresh": True}, {"cache_seconds": 60}], ids=str
)
def test_how_a_page_is_come_by_makes_no_difference(change: dict[str, Any]) -> None:
    assert name(task=replace(TASK, **change)) == name()


def test_the_order_of_formats_makes_no_difference() -> None:
    bodies = [
        DistillOptions.from_body({"formats": formats, "include_tags": [], "exclude_tags": []})
        for formats in (["html", "markdown", "links"], ["links", "markdown", "html"])
    ]
    first, second = (name(task=replace(TASK, distill=options)) for options in bodies)
    assert first == second


@pytest.mark.parametrize(
    "url",
    [
        "HTTPS://SITE.example/a?b=c",
        "https://site.example:443/a?b=c",
        "https://site.example/a?b=c#part",
        " https://site.example/a?b=c ",
    ],
)
def test_a_url_counts_in_its_canonical_spelling(url: str) -> None:
    assert name(url) == name()


@pytest.mark.parametrize(
    "url",
    [
        "http://site.example/a?b=c",
        "https://site.example/A?b=c",
        "https://site.example/a?b=c&d=",
        "https://site.example:8443/a?b=c",
        "https://www.site.example/a?b=c",
    ],
)
def test_another_url_has_another_name(url: str) -> None:
    assert name(url) != name()


@pytest.mark.parametrize("url", ["", "site.example", "ftp://site.example/", "https://u:p@site/"])
def test_what_leads_nowhere_has_none(url: str) -> None:
    assert page_name(TENANT, url, TASK) is None


def test_a_tenant_s_name_is_its_own() -> None:
    assert name(tenant="other") != name()


@given(value=st.text(min_size=8))
def test_no_header_can_be_read_in_a_name(value: str) -> None:
    named = name(task=replace(TASK, fetch=FetchOptions(headers=(("X-Key", value),))))
    assert value not in repr(named)
    assert len(named.fingerprint) == 64
