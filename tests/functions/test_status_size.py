"""What happens to a job that does not fit into one answer?

That an answer stays under 5 MB, and under 6 MB as Lambda hands it back, is checked of every answer
by the caller.
"""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.functions.callers import Answer, Caller
from tests.functions.running import finish

SETTINGS = {"MAX_BATCH_URLS": "10000", "RETENTION_DAYS": "30"}
TEXTS = {"ascii": "x", "quotes": '"', "lines": "\n", "Chinese": "漢", "emoji": "😀", "NUL": "\x00"}


def _rows_with_content(caller: Caller, read: Answer, job_id: str) -> list[dict[str, Any]]:
    """The rows, each read from its `contentUrl` where it has one."""
    return [_with_content(caller, row, job_id) for row in read.data["results"]]


def _with_content(caller: Caller, row: dict[str, Any], job_id: str) -> dict[str, Any]:
    if "contentUrl" not in row:
        return row
    assert row["contentUrl"].endswith(f"/batch/distill/{job_id}/results/{row['index']}")
    whole = caller.row(job_id, row["index"]).data
    assert "contentUrl" not in whole
    return whole


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_content_that_does_not_fit_is_read_row_by_row(text: str) -> None:
    """R7: the whole result can be had, a row at a time."""
    caller = Caller(settings=SETTINGS)
    pages = {f"https://example.com/{i}": text * 180_000 for i in range(12)}
    job = caller.submit(*pages).data
    finish(caller.world, job["id"], pages)
    read = caller.read(job["id"])
    rows = _rows_with_content(caller, read, job["id"])
    assert [(row["url"], row["markdown"]) for row in rows] == list(pages.items())
    kept = ["contentUrl" not in row for row in read.data["results"]]
    assert kept == sorted(kept, reverse=True), "later rows give way, not earlier ones"
    assert kept[0]


def test_a_later_row_that_fits_is_not_left_out(caller: Caller) -> None:
    pages = {
        "https://example.com/a": "x" * 3_000_000,
        "https://example.com/b": "x" * 3_000_000,
        "https://example.com/c": "short",
    }
    job = caller.submit(*pages).data
    finish(caller.world, job["id"], pages)
    rows = caller.read(job["id"]).data["results"]
    assert ["contentUrl" in row for row in rows] == [False, True, False]


@settings(deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(
    sizes=st.lists(st.integers(1, 4_400_000), min_size=1, max_size=6),
    text=st.sampled_from(sorted(TEXTS.values())),
)
def test_whatever_pages_weigh_an_answer_fits(sizes: list[int], text: str) -> None:
    caller = Caller(settings=SETTINGS)
    weight = len(json.dumps(json.dumps(text * 100))) // 100
    pages = {f"https://example.com/{i}": text * (n // weight + 1) for i, n in enumerate(sizes)}
    job = caller.submit(*pages, metadata={"note": "😀" * 500}).data
    finish(caller.world, job["id"], pages)
    rows = _rows_with_content(caller, caller.read(job["id"]), job["id"])
    assert [row["markdown"] for row in rows] == list(pages.values())


def test_the_heaviest_page_that_is_kept_can_be_read(caller: Caller) -> None:
    url = "https://example.com/" + "漢" * 4_000
    metadata = {"note": "\x00" * 300}
    job = caller.submit(url, metadata=metadata).data
    finish(caller.world, job["id"], {url: "x" * 4_499_900})
    assert caller.read(job["id"]).data["results"][0]["status"] == "SUCCEEDED"
    assert len(caller.row(job["id"], 0).data["markdown"]) == 4_499_900


def test_rows_that_do_not_fit_even_without_content_are_on_the_next_page() -> None:
    """R7: followed to the end, there is every row once."""
    caller = Caller(settings=SETTINGS)
    urls = [f"https://example.com/{i}/".ljust(4_096, "漢") for i in range(401)]
    job = caller.post(json.dumps({"urls": urls}, ensure_ascii=False)).data
    first = caller.read(job["id"]).data
    assert 0 < len(first["results"]) < 401
    seen, page = list(first["results"]), first["nextPage"]
    while rows := caller.read(job["id"], page=str(page)).data["results"]:
        seen += rows
        page += 1
    assert [row["index"] for row in seen] == list(range(401))
    assert [row["url"] for row in seen] == urls


def test_thousands_of_rows_are_answered_at_once() -> None:
    caller = Caller(settings=SETTINGS)
    job = caller.submit(*[f"https://example.com/{i}" for i in range(10_000)]).data
    read = caller.read(job["id"]).data
    assert [row["index"] for row in read["results"]] == list(range(10_000))
    assert "nextPage" not in read


def test_even_the_largest_page_of_the_longest_urls_is_answered_whole() -> None:
    """So that whoever names a page size never meets a `nextPage` in other units."""
    caller = Caller(settings=SETTINGS)
    job = caller.post(json.dumps({"urls": ["漢" * 10_000] * 100}, ensure_ascii=False)).data
    read = caller.read(job["id"], page="0", pageSize="100").data
    assert len(read["results"]) == 100
    assert "nextPage" not in read
