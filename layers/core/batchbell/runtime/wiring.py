"""Which adapters stand behind the ports?

Everything is built once, at the first invocation, and kept for the next. What only some functions
need is built apart, so that the others do not load it: `wiring_queues`, `wiring_sweep`, and
`wiring_work` and `wiring_documents` for what goes out or loads an engine.
"""

import os
import random
import secrets
import time
from functools import cache

from batchbell.adapters.allowances import AllowanceRecords
from batchbell.adapters.batch_records import BatchRecords
from batchbell.adapters.budgets import BudgetRecords, LedgerRecords
from batchbell.adapters.deliveries import DeliveryRecords
from batchbell.adapters.documents import DocumentRecords
from batchbell.adapters.event_records import EventRecords
from batchbell.adapters.files import FileStore
from batchbell.adapters.item_records import ItemRecords
from batchbell.adapters.keys import KeyRecords
from batchbell.adapters.objects import Bucket
from batchbell.adapters.parallel import ThreadedEach
from batchbell.adapters.rates import RateRecords
from batchbell.adapters.remembered_allowances import RememberedAllowances
from batchbell.adapters.results import ResultStore
from batchbell.adapters.sessions import DynamoDb, dynamodb_client, s3_client
from batchbell.adapters.slots import SlotRecords
from batchbell.adapters.specs import SpecStore
from batchbell.adapters.table import Table
from batchbell.adapters.tally_records import TallyRecords
from batchbell.ports import Store
from batchbell.ports.budgets import Money
from batchbell.runtime.settings import Settings
from batchbell.usecases.documents_desk import Desk
from batchbell.usecases.enter import Door

_THREADS = 16
"""Calls side by side: as many as the clients have connections."""
_FIRST_PAUSE_S = 0.02
_LONGEST_PAUSE_S = 0.3
"""Sixty of these, cut by chance to a half on average, fit into the time of a caller's function."""
_EACH = ThreadedEach(_THREADS)
jitter = random.SystemRandom().random


def now() -> int:
    """The time, epoch milliseconds."""
    return time.time_ns() // 1_000_000


def random_hex(digits: int) -> str:
    """Hexadecimal digits from the system's source; `digits` is even."""
    return secrets.token_hex(digits // 2)


@cache
def settings() -> Settings:
    """The deployment's settings."""
    return Settings(os.environ)


@cache
def store() -> Store:
    """All that the protocol of the close reads and writes."""
    batches, retention_ms = table("BATCH_TABLE"), settings().retention_ms
    return Store(
        batches=BatchRecords(batches),
        tallies=TallyRecords(batches, retention_ms),
        items=ItemRecords(batches, retention_ms),
        events=EventRecords(batches),
        specs=SpecStore(batches, _bucket()),
        results=ResultStore(table("RESULT_TABLE"), _bucket(), _EACH),
        slots=SlotRecords(table("TENANT_TABLE"), batches),
        allowances=allowances(),
        money=money(),
        limits=settings().limits(),
        now=now,
        each=_EACH,
    )


@cache
def desk() -> Desk:
    """Documents and their bytes."""
    return Desk(
        documents=DocumentRecords(table("BATCH_TABLE"), _EACH),
        files=FileStore(_bucket(), now, _EACH),
        pause=pause,
    )


def pause(attempt: int) -> None:
    """Wait before a transaction is tried again: twice as long each time, up to a limit, and at
    random, so that those who met do not meet again.
    """
    longest = min(_FIRST_PAUSE_S * 2 ** (attempt - 1), _LONGEST_PAUSE_S)
    time.sleep(longest * jitter())


@cache
def keys() -> KeyRecords:
    """API keys."""
    return KeyRecords(table("TENANT_TABLE"))


@cache
def allowances() -> RememberedAllowances:
    """What tenants may do."""
    stored = AllowanceRecords(table("TENANT_TABLE"), settings().allowance)
    return RememberedAllowances(stored, now)


@cache
def money() -> Money:
    """All that has to do with credits."""
    tenants = table("TENANT_TABLE")
    budgets = BudgetRecords(tenants, table("BATCH_TABLE"))
    return Money(budgets, LedgerRecords(tenants))


@cache
def door() -> Door:
    """What stands between a caller and the routes."""
    rates = RateRecords(table("TENANT_TABLE"))
    return Door(keys=keys(), allowances=allowances(), rates=rates)


@cache
def deliveries() -> DeliveryRecords:
    """Attempts to deliver events."""
    return DeliveryRecords(table("DELIVERY_TABLE"))


def table(variable: str) -> Table:
    """The table whose name an environment variable holds."""
    return Table(_dynamodb(), settings().text(variable))


@cache
def _bucket() -> Bucket:
    return Bucket(s3_client(settings().patience), settings().text("CONTENT_BUCKET"))


@cache
def _dynamodb() -> DynamoDb:
    return dynamodb_client(settings().patience)
