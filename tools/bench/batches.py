"""What do the calls of a whole batch come to, from its submission to its delivered webhook?

Real handlers and adapters on an AWS in this process. Nothing is retried, pages and receivers
answer at once.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

import boto3

from batchbell.domain.identifiers import chunk_count
from tests.contract.tables import TABLES
from tests.process.cloud import cloud, without_copies
from tests.process.lambdas import Event
from tests.process.process import Process
from tests.process.stored import stored
from tools.bench.meter import Meter
from tools.bench.terms import Costs, costs_of
from tools.bench.units import Index

MOST_URLS = 1_000
WEBHOOK = {"url": "https://receiver.example.org/hook", "secret": "s3cret"}


class NotFinished(Exception):
    """A batch that was to be measured has not come to its end."""


def measure(total: int, pages_at_once: int | None = None) -> Costs:
    """The cost of a batch of `total` items.

    `pages_at_once`: the stream is read each time so many pages are done; None: once all are.
    """
    with metered() as (process, meter):
        run_batch(process, total, pages_at_once)
    refused = [call for call in meter.calls if call.refused]
    if refused:
        raise NotFinished(f"refused, with nobody else there: {refused[0]}")
    return costs_of(meter.calls, total, chunk_count(total))


def measure_reading(total: int) -> Costs:
    """The cost of one GET of all rows of a batch that has finished."""
    with metered() as (process, meter):
        job_id = run_batch(process, total)
        meter.calls.clear()
        read = process.read(job_id)
    if read.status != 200 or len(read.data["results"]) != total:
        raise NotFinished(read.body)
    return costs_of(meter.calls, total, chunk_count(total))


@contextmanager
def metered() -> Iterator[tuple[Process, Meter]]:
    """An empty deployment whose functions' calls are counted."""
    meter = Meter(stored, _indexes())

    def put_down(function: str, event: Event) -> None:
        meter.function = _payer(function, event)

    with cloud(MAX_BATCH_URLS=str(MOST_URLS)) as made, without_copies():
        boto3.setup_default_session()
        meter.listen(boto3.DEFAULT_SESSION)
        process = Process(made, put_down)
        meter.calls.clear()  # making a key is no part of a batch
        yield process, meter


def run_batch(process: Process, total: int, pages_at_once: int | None = None) -> str:
    """Submit a batch and carry it to its end. -> its id. Raises `NotFinished`."""
    submitted = process.submit(addresses(total), webhook=WEBHOOK)
    if submitted.status != 200:
        raise NotFinished(submitted.body)
    if pages_at_once is not None:
        while process.triggers.carry_changes() + process.triggers.carry_pages(pages_at_once):
            pass
    process.run()
    if len(process.outside.poster.posted) != 1:
        raise NotFinished(submitted.body)
    return str(submitted.data["id"])


def addresses(total: int) -> list[str]:
    """Addresses as they are in the wild: of a few sites, each with a part like no other's."""
    return [
        f"https://www.site-{number % 7}.example/articles/{_digest(number)}-a-title-of-some-length"
        for number in range(total)
    ]


def _payer(function: str, event: Event) -> str:
    """Whom the calls of an invocation are put down to: of the Documents API the kind of request."""
    path = event.get("path", "")
    return f"{function}: {path.rpartition('/')[2]}" if path.startswith("/api/v1/") else function


def _digest(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()[:12]


def _indexes() -> dict[str, tuple[Index, ...]]:
    return {
        name: tuple(
            Index(own=_names(index["KeySchema"]), table=_names(table["KeySchema"]))
            for index in table.get("GlobalSecondaryIndexes", ())
        )
        for name, table in TABLES.items()
    }


def _names(schema: list[dict[str, str]]) -> tuple[str, ...]:
    return tuple(key["AttributeName"] for key in schema)
