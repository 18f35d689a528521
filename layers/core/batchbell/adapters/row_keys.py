"""Under which key does each record stand?

`#` parts a key. A tenant's name holds none (the command that makes keys sees to that), so that a
batch's key can be read back; a batch's name may hold any.
"""

import zlib

from batchbell.adapters.writes import RowKey
from batchbell.domain.allowance import CallClass
from batchbell.domain.budget import Charge
from batchbell.domain.event import Event
from batchbell.domain.identifiers import BatchKey, ItemKey, documents_key
from batchbell.domain.kept_page import PageName
from batchbell.ports import Waiting

BATCH = "BATCH"
TALLY = "TALLY#"
EVENT = "EVENT#"
ITEM = "ITEM#"
ATTEMPT = "ATTEMPT#"
API_KEY = "KEY"
ALLOWANCE = "ALLOWANCE"
SLOTS = "SLOTS"
WAIT = "WAIT#"
DOCUMENT = "DOCUMENT"

DUE_SHARDS = tuple("01234567")
"""The partitions of the due index."""


def batch_partition(key: BatchKey) -> str:
    """Where the batch, its specs, tallies and events stand."""
    return f"B#{key.tenant}#{key.batch}"


def chunk_partition(key: BatchKey, chunk: int) -> str:
    """Where a chunk's items stand: many chunks take more writes than one partition would."""
    return f"C#{key.tenant}#{key.batch}#{chunk:06}"


def result_partition(key: BatchKey, chunk: int) -> str:
    """Where the results of a chunk's items stand."""
    return f"R#{key.tenant}#{key.batch}#{chunk:06}"


def delivery_partition(event: Event) -> str:
    """Where the attempts to deliver an event stand."""
    return f"E#{event.key.tenant}#{event.id}"


def batch_row_key(key: BatchKey) -> RowKey:
    """A batch record."""
    return RowKey(batch_partition(key), BATCH)


def spec_row_key(key: BatchKey, fingerprint: str) -> RowKey:
    """A spec."""
    return RowKey(batch_partition(key), f"SPEC#{fingerprint}")


def tally_row_key(key: BatchKey, chunk: int) -> RowKey:
    """A tally."""
    return RowKey(batch_partition(key), f"{TALLY}{chunk:06}")


def event_row_key(key: BatchKey, generation: int) -> RowKey:
    """An event."""
    return RowKey(batch_partition(key), f"{EVENT}{generation:06}")


def item_row_key(key: ItemKey) -> RowKey:
    """An item record."""
    return RowKey(chunk_partition(key.batch, key.chunk), f"{ITEM}{key.position:03}")


def document_row_key(tenant: str, document_id: str) -> RowKey:
    """Where a document's id leads."""
    return RowKey(f"D#{tenant}#{document_id}", DOCUMENT)


def document_owner_of(pk: str) -> tuple[str, str]:
    """The tenant and the id of the document that stands here."""
    _, tenant, document_id = pk.split("#", 2)
    return tenant, document_id


def names_partition(tenant: str) -> str:
    """Where the names of a tenant's batches of documents stand."""
    return f"N#{tenant}"


def name_row_key(key: BatchKey, created_at: int) -> RowKey:
    """A batch of documents among the others of its tenant; sorted by when it was made."""
    return RowKey(names_partition(key.tenant), f"{created_at:015}#{key.batch_name}")


def named_batch_of(tenant: str, sk: str) -> BatchKey:
    """The batch that is listed here."""
    return documents_key(tenant, sk.partition("#")[2])


def result_row_key(key: ItemKey, generation: int, attempt: int) -> RowKey:
    """What one attempt of an item came to."""
    sk = f"{key.position:03}#{generation:06}#{attempt:03}"
    return RowKey(result_partition(key.batch, key.chunk), sk)


def kept_row_key(name: PageName) -> RowKey:
    """A page that is kept. Whoever answers callers may write where `P#` begins, and nowhere else in
    that table (template.yaml, KeptPagesPolicy).
    """
    return RowKey(f"P#{name.tenant}#{name.fingerprint}", "PAGE")


def attempt_row_key(event: Event, number: int) -> RowKey:
    """One attempt to deliver an event."""
    return RowKey(delivery_partition(event), f"{ATTEMPT}{number:03}")


def breaker_row_key(tenant: str, address: str) -> RowKey:
    """The breaker of an address (host and port) as one tenant uses it."""
    return RowKey(f"H#{tenant}#{address}", "BREAKER")


def api_key_row_key(key_hash: str) -> RowKey:
    """An API key."""
    return RowKey(f"K#{key_hash}", API_KEY)


def api_key_hash_of(pk: str) -> str:
    """The hash of the API key that stands here."""
    return pk.removeprefix("K#")


def allowance_row_key(tenant: str) -> RowKey:
    """What a tenant may do."""
    return RowKey(f"T#{tenant}", ALLOWANCE)


def rate_row_key(key_hash: str, call_class: CallClass, window_end: int) -> RowKey:
    """The calls of a key in one minute. Whoever answers callers may write where `L#` begins, and
    nowhere else in that table (template.yaml, CallerPolicy).
    """
    return RowKey(f"L#{key_hash}", f"{call_class.value}#{window_end}")


def slots_partition(tenant: str) -> str:
    """Where a tenant's slots stand, and who waits for one."""
    return f"S#{tenant}"


def slots_row_key(tenant: str) -> RowKey:
    """Who holds a tenant's slots."""
    return RowKey(slots_partition(tenant), SLOTS)


def budget_row_key(tenant: str) -> RowKey:
    """A tenant's budget."""
    return RowKey(f"M#{tenant}", "BUDGET")


def ledger_partition(tenant: str) -> str:
    """Where a tenant's charges stand."""
    return f"U#{tenant}"


def ledger_prefix(day: str) -> str:
    """How the sort keys of a day's charges begin."""
    return f"DAY#{day}#"


def charge_row_key(charge: Charge) -> RowKey:
    """A charge; sorted by day."""
    return entry_row_key(charge.tenant, charge.day, charge.name)


def entry_row_key(tenant: str, day: str, name: str) -> RowKey:
    """What was entered under this name on this day."""
    return RowKey(ledger_partition(tenant), ledger_prefix(day) + name)


def waiting_row_key(waiting: Waiting) -> RowKey:
    """A batch that waits for a slot; sorted by when it was submitted."""
    sk = f"{WAIT}{waiting.since:015}#{waiting.key.batch}"
    return RowKey(slots_partition(waiting.key.tenant), sk)


def waiting_of(tenant: str, sk: str) -> Waiting:
    """The batch that waits here."""
    _, since, batch = sk.split("#", 2)
    return Waiting(int(since), BatchKey(tenant, batch))


def batch_key_of(pk: str) -> BatchKey:
    """The batch whose partition this is."""
    _, tenant, batch = pk.split("#", 2)
    return BatchKey(tenant, batch)


def chunk_of(pk: str) -> tuple[BatchKey, int]:
    """The batch and the chunk whose items' partition this is."""
    head, _, chunk = pk.rpartition("#")
    return batch_key_of(head), int(chunk)


def number_of(sk: str) -> int:
    """The number at the end of a sort key."""
    return int(sk.rpartition("#")[2])


def due_shard(key: BatchKey) -> str:
    """The batch's partition of the due index, the same for ever."""
    return DUE_SHARDS[zlib.crc32(batch_partition(key).encode()) % len(DUE_SHARDS)]
