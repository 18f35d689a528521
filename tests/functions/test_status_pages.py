"""Which rows are on which page?"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.functions.callers import Caller
from tests.functions.running import messages_of, work_on

WHOLE_PAGE = "must be a whole number from 0 to 999999"
WHOLE_SIZE = "must be a whole number from 1 to 100"


def _job(caller: Caller, total: int) -> str:
    job = caller.submit(*[f"https://example.com/{number}" for number in range(total)]).data
    job_id: str = job["id"]
    return job_id


@settings(deadline=None, max_examples=30)
@given(data=st.data(), size=st.integers(1, 100))
def test_all_pages_together_are_all_rows_once(data: st.DataObject, size: int) -> None:
    """R6, R7: also while rows change between the pages."""
    total = data.draw(st.integers(1, min(10 * size, 300)))
    caller = Caller(settings={"MAX_BATCH_URLS": "300", "RETENTION_DAYS": "30"})
    job_id = _job(caller, total)
    waiting = messages_of(caller.world, job_id)
    seen: list[dict[str, Any]] = []
    for page in range(-(-total // size) + 1):
        rows = caller.read(job_id, page=str(page), pageSize=str(size)).data["results"]
        assert len(rows) <= size
        seen += rows
        count = data.draw(st.integers(0, min(len(waiting), 5)))
        work_on(caller.world, waiting[:count])
        waiting = waiting[count:]
    assert [row["index"] for row in seen] == list(range(total))
    assert [row["url"] for row in seen] == [f"https://example.com/{i}" for i in range(total)]


def test_without_a_page_every_row_is_answered(caller: Caller) -> None:
    assert len(caller.read(_job(caller, 100)).data["results"]) == 100


@pytest.mark.parametrize(
    ("query", "indexes"),
    [
        ({"page": "0"}, range(20)),
        ({"page": "1"}, range(20, 40)),
        ({"pageSize": "7"}, range(7)),
        ({"page": "2", "pageSize": "7"}, range(14, 21)),
        ({"page": "0", "pageSize": "100"}, range(45)),
        ({"page": "007"}, range(0)),
        ({"page": "3"}, range(0)),
        ({"page": "999999", "pageSize": "100"}, range(0)),
    ],
)
def test_a_page_begins_where_the_one_before_ends(
    caller: Caller, query: dict[str, str], indexes: range
) -> None:
    read = caller.read(_job(caller, 45), **query).data
    assert [row["index"] for row in read["results"]] == list(indexes)
    assert read["total"] == 45
    assert "nextPage" not in read


@pytest.mark.parametrize(
    ("query", "details"),
    [
        ({"page": "-1"}, {"page": WHOLE_PAGE}),
        ({"page": ""}, {"page": WHOLE_PAGE}),
        ({"page": "x"}, {"page": WHOLE_PAGE}),
        ({"page": "1.0"}, {"page": WHOLE_PAGE}),
        ({"page": "+1"}, {"page": WHOLE_PAGE}),
        ({"page": "1_0"}, {"page": WHOLE_PAGE}),
        ({"page": "١"}, {"page": WHOLE_PAGE}),
        ({"page": "1000000"}, {"page": WHOLE_PAGE}),
        ({"page": "9" * 5_000}, {"page": WHOLE_PAGE}),
        ({"pageSize": "0"}, {"pageSize": WHOLE_SIZE}),
        ({"pageSize": "101"}, {"pageSize": WHOLE_SIZE}),
        ({"pageSize": "twenty"}, {"pageSize": WHOLE_SIZE}),
        ({"page": "0", "pageSize": "-5"}, {"pageSize": WHOLE_SIZE}),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_is_no_page(caller: Caller, query: dict[str, str], details: dict[str, str]) -> None:
    answer = caller.read(_job(caller, 3), **query)
    assert answer.code == (400, "INVALID_PARAMETER")
    assert answer.error["details"] == details


def test_counts_are_the_whole_job_on_every_page(caller: Caller) -> None:
    job_id = _job(caller, 45)
    work_on(caller.world, messages_of(caller.world, job_id)[:30])
    reads = [caller.read(job_id, page=str(page)).data for page in range(4)]
    assert {(read["completed"], read["status"]) for read in reads} == {(30, "PROCESSING")}
