"""Does a batch of three chunks travel from its submission to its webhook?

Its input list and some of its results are too large for a table's row.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from batchbell.domain.page import DistilledPage
from tests.process.cloud import cloud, without_copies
from tests.process.looks import differences, due_batches, messages, objects, signed_with
from tests.process.process import Process

TOTAL = 260
LARGE = (0, 127, 128, 259)
SECRET = "s3cret - ünicode"


@dataclass(frozen=True)
class Finished:
    """A batch that has come to its end. `pending`: the answer to its submission."""

    process: Process
    urls: list[str]
    pending: dict[str, Any]
    job: dict[str, Any]

    @property
    def job_id(self) -> str:
        """Its id."""
        return str(self.job["id"])


def noise(length: int, seed: int) -> str:
    """Text that no compression shortens much."""
    return random.Random(seed).randbytes(length // 2).hex()


@pytest.fixture(scope="module")
def finished() -> Iterator[Finished]:
    """One run for all tests of this file."""
    urls = [f"https://example.org/{noise(80, number)}" for number in range(TOTAL)]
    with cloud(MAX_BATCH_URLS="1000") as made, without_copies():
        process = Process(made)
        for index in LARGE:
            process.outside.distiller.script.set(urls[index], DistilledPage(noise(40_000, index)))
        hook = {"url": "https://receiver.example.org/hook", "secret": SECRET}
        pending = process.submit(urls, webhook=hook, metadata={"order": 7}).data
        process.run()
        yield Finished(process, urls, pending, process.read(pending["id"]).data)


def test_the_submission_answers_before_anything_begins(finished: Finished) -> None:
    assert (finished.pending["status"], finished.pending["total"]) == ("PENDING", TOTAL)
    assert finished.pending["startedAt"] is None


def test_every_row_has_its_own_content(finished: Finished) -> None:
    expected = {url: url for url in finished.urls}
    expected.update({finished.urls[index]: noise(40_000, index) for index in LARGE})
    rows = finished.job["results"]
    assert [row["url"] for row in rows] == finished.urls
    assert {row["url"]: row["markdown"] for row in rows} == expected


def test_the_job_says_what_its_rows_say(finished: Finished) -> None:
    job = finished.job
    assert (job["status"], job["completed"], job["failed"]) == ("COMPLETED", TOTAL, 0)
    assert job["creditsUsed"] == TOTAL


def test_pages_of_rows_are_all_rows(finished: Finished) -> None:
    read = finished.process.read
    pages = [read(finished.job_id, page=str(n), pageSize="100").data["results"] for n in range(4)]
    assert [row["index"] for page in pages for row in page] == list(range(TOTAL))


def test_what_is_large_is_an_object(finished: Finished) -> None:
    assert objects(finished.process.cloud) == ["results"] * len(LARGE) + ["specs"]


def test_one_signed_webhook_says_what_the_job_says(finished: Finished) -> None:
    (posted,) = finished.process.outside.poster.posted
    told = json.loads(posted.body)
    assert signed_with(posted, SECRET)
    assert told == {name: finished.job.get(name, told["jobType"]) for name in told}
    assert told["metadata"] == {"order": 7}


def test_its_close_is_proved(finished: Finished) -> None:
    assert differences(finished.job_id) == []


def test_the_tenant_is_part_of_every_key(finished: Finished) -> None:
    """S11: of every row of every table, and of every object; an API key, whose
    calls are counted under its hash, names its tenant within.
    """
    made = finished.process.cloud
    found = [
        (table, row["pk"]["S"].split("#")[:2])
        for table in ("BatchTable", "ResultTable", "DeliveryTable")
        for page in made.dynamodb.get_paginator("scan").paginate(TableName=table)
        for row in page["Items"]
    ]
    assert {kind for _, (kind, _) in found} == {"B", "C", "R", "E"}
    assert {tenant for _, (_, tenant) in found} == {"acme"}
    objects = made.s3.list_objects_v2(Bucket=made.bucket)["Contents"]
    assert {one["Key"].split("/")[1] for one in objects} == {"acme"}
    rows = made.dynamodb.scan(TableName="TenantTable")["Items"]
    (key,) = [row for row in rows if row["sk"]["S"] == "KEY"]
    assert key["tenant"]["S"] == "acme"
    others = {row["pk"]["S"] for row in rows if row is not key}
    assert others == {key["pk"]["S"].replace("K#", "L#"), "S#acme", "U#acme"}


def test_nothing_is_left_to_do(finished: Finished) -> None:
    made = finished.process.cloud
    assert messages(made.page_queue) == messages(made.webhook_queue) == 0
    assert due_batches() == 0
