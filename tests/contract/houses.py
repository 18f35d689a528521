"""What is a whole set of ports, built once in memory and once on AWS?

Besides the ports a house has back doors, for what no port does: changes that somebody else may have
made, and a look at what was sent.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from batchbell.adapters.attributes import Row
from batchbell.adapters.batch_records import BatchRecords
from batchbell.adapters.batch_row import batch_row
from batchbell.adapters.deliveries import DeliveryRecords
from batchbell.adapters.event_records import EventRecords
from batchbell.adapters.item_records import ItemRecords
from batchbell.adapters.keys import KeyRecords
from batchbell.adapters.objects import Bucket
from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.queues import Queue, SqsPageQueue, SqsWebhookQueue
from batchbell.adapters.results import ResultStore
from batchbell.adapters.sessions import dynamodb_client, s3_client, sqs_client
from batchbell.adapters.specs import SpecStore
from batchbell.adapters.table import Table
from batchbell.adapters.tally_records import TallyRecords
from batchbell.adapters.tally_row import tally_row
from batchbell.adapters.writes import Put
from batchbell.contracts.messages import PageMessageBody, WebhookMessageBody
from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Tally
from batchbell.ports import (
    Batches,
    Deliveries,
    Events,
    Items,
    Keys,
    PageMessage,
    PageQueue,
    Results,
    Specs,
    Tallies,
    WebhookMessage,
    WebhookQueue,
)
from tests.contract.tables import TABLES
from tests.memory.world import memory_world

RETENTION_MS = 30 * 24 * 3_600_000

_numbers = itertools.count(1)


@dataclass(frozen=True)
class House:
    """Every port, empty."""

    batches: Batches
    tallies: Tallies
    items: Items
    events: Events
    specs: Specs
    results: Results
    pages: PageQueue
    webhooks: WebhookQueue
    deliveries: Deliveries
    keys: Keys
    rewrite_batch: Callable[[Batch], None]
    rewrite_tally: Callable[[BatchKey, Tally], None]
    sent_pages: Callable[[], list[PageMessage]]
    sent_webhooks: Callable[[], list[WebhookMessage]]


@dataclass(frozen=True)
class Cloud:
    """AWS clients and the names of what a house on AWS stands on."""

    dynamodb: Any
    s3: Any
    sqs: Any
    tables: dict[str, str]
    bucket: str
    page_queue: str
    webhook_queue: str

    def table(self, name: str) -> Table:
        """A table by its logical name."""
        return Table(self.dynamodb, self.tables[name])

    def row(self, pk: str, sk: str) -> dict[str, Any]:
        """A record of the batch table as it stands there."""
        answer = self.dynamodb.get_item(
            TableName=self.tables["BatchTable"], Key={"pk": {"S": pk}, "sk": {"S": sk}}
        )
        image: dict[str, Any] = answer["Item"]
        return image


def cloud(dynamodb: Any, s3: Any, sqs: Any) -> Cloud:
    """New tables, a new bucket and new queues."""
    number = next(_numbers)
    tables = {name: f"{name}-{number}" for name in TABLES}
    for name, definition in TABLES.items():
        dynamodb.create_table(TableName=tables[name], BillingMode="PAY_PER_REQUEST", **definition)
    bucket = f"content-{number}"
    s3.create_bucket(Bucket=bucket)
    pages = sqs.create_queue(QueueName=f"pages-{number}")["QueueUrl"]
    webhooks = sqs.create_queue(QueueName=f"webhooks-{number}")["QueueUrl"]
    return Cloud(dynamodb, s3, sqs, tables, bucket, pages, webhooks)


def clients() -> tuple[Any, Any, Any]:
    """The clients that the adapters use."""
    return dynamodb_client(), s3_client(), sqs_client()


def aws_house(on: Cloud) -> House:
    """The ports on AWS."""
    table, bucket = on.table("BatchTable"), Bucket(on.s3, on.bucket)
    return House(
        batches=BatchRecords(table),
        tallies=TallyRecords(table, RETENTION_MS),
        items=ItemRecords(table, RETENTION_MS),
        events=EventRecords(table),
        specs=SpecStore(table, bucket),
        results=ResultStore(on.table("ResultTable"), bucket, ThreadedEach(8)),
        pages=SqsPageQueue(Queue(on.sqs, on.page_queue)),
        webhooks=SqsWebhookQueue(Queue(on.sqs, on.webhook_queue)),
        deliveries=DeliveryRecords(on.table("DeliveryTable")),
        keys=KeyRecords(on.table("TenantTable")),
        rewrite_batch=lambda batch: _put(table, batch_row(batch)),
        rewrite_tally=lambda key, tally: _put(table, tally_row(key, tally, 1)),
        sent_pages=lambda: [
            PageMessageBody.parse(b).message() for b in _received(on, "page_queue")
        ],
        sent_webhooks=lambda: [
            WebhookMessageBody.parse(b).message() for b in _received(on, "webhook_queue")
        ],
    )


def memory_house() -> House:
    """The ports in memory."""
    world = memory_world()
    return House(
        batches=world.batches,
        tallies=world.tallies,
        items=world.items,
        events=world.events,
        specs=world.specs,
        results=world.results,
        pages=world.pages,
        webhooks=world.webhooks,
        deliveries=world.deliveries,
        keys=world.keys,
        rewrite_batch=world.records.write_batch,
        rewrite_tally=world.records.write_tally,
        sent_pages=world.pages.take,
        sent_webhooks=world.webhooks.take,
    )


def _received(on: Cloud, queue: str) -> list[str]:
    url, bodies = getattr(on, queue), []
    while found := on.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get("Messages"):
        bodies += [message["Body"] for message in found]
    return bodies


def _put(table: Table, row: Row) -> None:
    assert table.put(Put(row))
