"""What do the use cases need from outside?

Each method that changes a record is one atomic call: a crash falls between two of them, never
within one. What is stored, sent or erased in several calls may be done in part; doing it again
completes it. Reads are strongly consistent unless they say otherwise. Every method may raise
`Unavailable`: a write that does so may have happened, and its condition makes repeating it
harmless. Times are epoch milliseconds.
"""

from batchbell.ports.contents import Results, Specs
from batchbell.ports.deliveries import Deliveries
from batchbell.ports.keys import Keys
from batchbell.ports.queues import ItemMessage, ItemQueue, WebhookMessage, WebhookQueue
from batchbell.ports.records import Batches, Claim, Events, Items, Tallies
from batchbell.ports.slots import Slots, Waiting
from batchbell.ports.store import Each, Limits, Store
from batchbell.ports.tenants import Allowances, Rates
from batchbell.ports.web import Distiller, Fetcher, Poster

__all__ = [
    "Allowances",
    "Batches",
    "Claim",
    "Deliveries",
    "Distiller",
    "Each",
    "Events",
    "Fetcher",
    "ItemMessage",
    "ItemQueue",
    "Items",
    "Keys",
    "Limits",
    "Poster",
    "Rates",
    "Results",
    "Slots",
    "Specs",
    "Store",
    "Tallies",
    "Waiting",
    "WebhookMessage",
    "WebhookQueue",
]
