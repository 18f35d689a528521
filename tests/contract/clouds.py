"""What do the ports on AWS stand on, and how are they built on it?

What a test does not use is not made: tables and queues are made when they are first asked for.
"""

import itertools
from functools import cached_property
from typing import Any

from batchbell.adapters.allowances import AllowanceRecords
from batchbell.adapters.attributes import Row
from batchbell.adapters.batch_records import BatchRecords
from batchbell.adapters.batch_row import batch_row
from batchbell.adapters.budgets import BudgetRecords, LedgerRecords
from batchbell.adapters.deliveries import DeliveryRecords
from batchbell.adapters.documents import DocumentRecords
from batchbell.adapters.event_records import EventRecords
from batchbell.adapters.files import FileStore
from batchbell.adapters.item_records import ItemRecords
from batchbell.adapters.kept_pages import KeptPageStore
from batchbell.adapters.keys import KeyRecords
from batchbell.adapters.objects import Bucket
from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.queues import Queue, SqsItemQueue, SqsWebhookQueue
from batchbell.adapters.rates import RateRecords
from batchbell.adapters.results import ResultStore
from batchbell.adapters.sessions import Patience, dynamodb_client, s3_client, sqs_client
from batchbell.adapters.slots import SlotRecords
from batchbell.adapters.specs import SpecStore
from batchbell.adapters.table import Table
from batchbell.adapters.tally_records import TallyRecords
from batchbell.adapters.tally_row import tally_row
from batchbell.adapters.writes import Put
from batchbell.contracts.messages import (
    DocumentMessageBody,
    ItemMessageBody,
    WebhookMessageBody,
)
from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.tally import Tally
from batchbell.ports import ItemMessage, WebhookMessage
from tests.contract.tables import TABLES
from tests.memory.tenants import GENEROUS

NOW = 1_790_000_000_000
RETENTION_MS = 30 * 24 * 3_600_000

_numbers = itertools.count(1)


class Clients:
    """The clients that the adapters use."""

    def __init__(self) -> None:
        patience = Patience(connect_seconds=2, read_seconds=5)
        self.dynamodb: Any = dynamodb_client(patience)
        self.s3: Any = s3_client(patience)
        self.sqs: Any = sqs_client(patience)


class Cloud:
    """Empty tables, an empty bucket and empty queues."""

    def __init__(self, clients: Clients) -> None:
        self.dynamodb, self.s3, self.sqs = clients.dynamodb, clients.s3, clients.sqs
        self._number = next(_numbers)
        self._tables: dict[str, str] = {}

    def table_name(self, name: str) -> str:
        """A table by its logical name."""
        if name not in self._tables:
            self._tables[name] = f"{name}-{self._number}"
            self.dynamodb.create_table(
                TableName=self._tables[name], BillingMode="PAY_PER_REQUEST", **TABLES[name]
            )
        return self._tables[name]

    def table(self, name: str) -> Table:
        """A table as the adapters use it."""
        return Table(self.dynamodb, self.table_name(name))

    @cached_property
    def bucket(self) -> str:
        """The bucket's name."""
        name = f"content-{self._number}"
        self.s3.create_bucket(Bucket=name)
        return name

    @cached_property
    def page_queue(self) -> str:
        """The page queue's address."""
        return self._queue("pages")

    @cached_property
    def document_queue(self) -> str:
        """The document queue's address."""
        return self._queue("documents")

    @cached_property
    def webhook_queue(self) -> str:
        """The webhook queue's address."""
        return self._queue("webhooks")

    def row(self, pk: str, sk: str, table: str = "BatchTable") -> dict[str, Any]:
        """A record as it stands in its table."""
        answer = self.dynamodb.get_item(
            TableName=self.table_name(table), Key={"pk": {"S": pk}, "sk": {"S": sk}}
        )
        image: dict[str, Any] = answer["Item"]
        return image

    def received(self, url: str) -> list[str]:
        """The bodies of all messages of a queue."""
        bodies: list[str] = []
        while found := self.sqs.receive_message(QueueUrl=url, MaxNumberOfMessages=10).get(
            "Messages"
        ):
            bodies += [message["Body"] for message in found]
        return bodies

    def _queue(self, name: str) -> str:
        url: str = self.sqs.create_queue(QueueName=f"{name}-{self._number}")["QueueUrl"]
        return url


class AwsHouse:
    """The ports on AWS."""

    def __init__(self, on: Cloud) -> None:
        self._on = on

    @cached_property
    def batches(self) -> BatchRecords:
        """Batch records."""
        return BatchRecords(self._table)

    @cached_property
    def tallies(self) -> TallyRecords:
        """Tally records."""
        return TallyRecords(self._table, RETENTION_MS)

    @cached_property
    def items(self) -> ItemRecords:
        """Item records."""
        return ItemRecords(self._table, RETENTION_MS)

    @cached_property
    def events(self) -> EventRecords:
        """Event records."""
        return EventRecords(self._table)

    @cached_property
    def specs(self) -> SpecStore:
        """Specs."""
        return SpecStore(self._table, Bucket(self._on.s3, self._on.bucket))

    @cached_property
    def results(self) -> ResultStore:
        """Results."""
        bucket = Bucket(self._on.s3, self._on.bucket)
        return ResultStore(self._on.table("ResultTable"), bucket, ThreadedEach(8))

    @cached_property
    def kept(self) -> KeptPageStore:
        """Pages that are kept."""
        bucket = Bucket(self._on.s3, self._on.bucket)
        table = self._on.table("ResultTable")
        return KeptPageStore(table, bucket, self.batches, self.results)

    @cached_property
    def pages(self) -> SqsItemQueue:
        """The page queue."""
        pages = Queue(self._on.sqs, self._on.page_queue)
        documents = Queue(self._on.sqs, self._on.document_queue)
        return SqsItemQueue(pages, pages, documents)

    @cached_property
    def webhooks(self) -> SqsWebhookQueue:
        """The webhook queue."""
        return SqsWebhookQueue(Queue(self._on.sqs, self._on.webhook_queue))

    @cached_property
    def deliveries(self) -> DeliveryRecords:
        """Deliveries."""
        return DeliveryRecords(self._on.table("DeliveryTable"))

    @cached_property
    def keys(self) -> KeyRecords:
        """API keys."""
        return KeyRecords(self._on.table("TenantTable"))

    @cached_property
    def allowances(self) -> AllowanceRecords:
        """What tenants may do."""
        return AllowanceRecords(self._on.table("TenantTable"), GENEROUS)

    @cached_property
    def rates(self) -> RateRecords:
        """Counts of calls."""
        return RateRecords(self._on.table("TenantTable"))

    @cached_property
    def slots(self) -> SlotRecords:
        """Slots."""
        return SlotRecords(self._on.table("TenantTable"), self._table)

    @cached_property
    def documents(self) -> DocumentRecords:
        """Documents."""
        return DocumentRecords(self._table, ThreadedEach(8))

    @cached_property
    def files(self) -> FileStore:
        """Bytes of documents."""
        return FileStore(Bucket(self._on.s3, self._on.bucket), lambda: NOW, ThreadedEach(8))

    @cached_property
    def budgets(self) -> BudgetRecords:
        """Budgets."""
        return BudgetRecords(self._on.table("TenantTable"), self._table)

    @cached_property
    def ledger(self) -> LedgerRecords:
        """Charges."""
        return LedgerRecords(self._on.table("TenantTable"))

    def rewrite_batch(self, batch: Batch) -> None:
        """Write the record of a batch."""
        self._put(batch_row(batch))

    def rewrite_tally(self, key: BatchKey, tally: Tally) -> None:
        """Write the record of a tally."""
        self._put(tally_row(key, tally, ttl=1))

    def sent_pages(self) -> list[ItemMessage]:
        """What the page queue holds."""
        pages = self._on.received(self._on.page_queue)
        documents = self._on.received(self._on.document_queue)
        return [ItemMessageBody.parse(body).message() for body in pages] + [
            DocumentMessageBody.parse(body).message() for body in documents
        ]

    def sent_webhooks(self) -> list[WebhookMessage]:
        """What the webhook queue holds."""
        bodies = self._on.received(self._on.webhook_queue)
        return [WebhookMessageBody.parse(body).message() for body in bodies]

    @cached_property
    def _table(self) -> Table:
        return self._on.table("BatchTable")

    def _put(self, row: Row) -> None:
        assert self._table.put(Put(row))
