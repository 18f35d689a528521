"""How are ids made, and how are batches, chunks and items addressed?

Every id is a pure function of its inputs, so that whoever repeats a step finds the same thing
again.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

CHUNK_SIZE = 128
"""Items in a chunk: its tally stays under 1 KB, one write unit a fold."""

PAGES_PREFIX = "pages:"
DOCUMENTS_PREFIX = "docs:"
BATCH_ID_PREFIX = "batch_"
ASYNC_ID_PREFIX = "job_"
DOCUMENT_ID_PREFIX = "doc_"
_DOCUMENTS_ROUTE = "documents"
_CALL_PREFIX = "request#"


@dataclass(frozen=True, slots=True, order=True)
class BatchKey:
    """One batch of one tenant. `batch` carries its family: a job id and a batch name never meet."""

    tenant: str
    batch: str

    @property
    def job_id(self) -> str:
        """The id as callers of the Pages API know it."""
        return self.batch.removeprefix(PAGES_PREFIX)

    @property
    def is_documents(self) -> bool:
        """Whether it holds documents, and no pages."""
        return self.batch.startswith(DOCUMENTS_PREFIX)

    @property
    def batch_name(self) -> str:
        """The name as callers of the Documents API know it."""
        return self.batch.removeprefix(DOCUMENTS_PREFIX)


@dataclass(frozen=True, slots=True, order=True)
class ItemKey:
    """One item: `position` counts within its chunk, 0 to 127."""

    batch: BatchKey
    chunk: int
    position: int

    @property
    def index(self) -> int:
        """The item's place in the submitted list."""
        return self.chunk * CHUNK_SIZE + self.position


def pages_key(tenant: str, job_id: str) -> BatchKey:
    """The batch behind a job id of the Pages API."""
    return BatchKey(tenant, PAGES_PREFIX + job_id)


def documents_key(tenant: str, batch_name: str) -> BatchKey:
    """The batch behind a name of the Documents API."""
    return BatchKey(tenant, DOCUMENTS_PREFIX + batch_name)


def item_key(batch: BatchKey, index: int) -> ItemKey:
    """The item at a place of the submitted list."""
    return ItemKey(batch, *divmod(index, CHUNK_SIZE))


def chunk_count(total: int) -> int:
    """How many chunks hold `total` items."""
    return -(-total // CHUNK_SIZE)


def chunk_length(total: int, chunk: int) -> int:
    """How many of `total` items are in a chunk: each is filled before the next is begun."""
    return min(CHUNK_SIZE, total - chunk * CHUNK_SIZE)


def job_id_for(tenant: str, route: str, idempotency_key: str, prefix: str = BATCH_ID_PREFIX) -> str:
    """The job id that a retry with the same Idempotency-Key finds again, whatever died."""
    return prefix + _digest(tenant, route, idempotency_key)[:32]


def document_id_for(tenant: str, idempotency_key: str) -> str:
    """The document's id that a retry with the same Idempotency-Key finds again."""
    return DOCUMENT_ID_PREFIX + _digest(tenant, _DOCUMENTS_ROUTE, idempotency_key)[:32]


def uploaded_file(document_id: str, fingerprint: str) -> str:
    """Under which name the bytes of an upload stand. What else is sent under its Idempotency-Key,
    and will be refused, has another: it must not take their place meanwhile.
    """
    return f"{document_id}-{fingerprint[:32]}"


def batch_name_for(tenant: str, idempotency_key: str) -> str:
    """The name of a batch whose first upload gave none (contract: derived from the key)."""
    return job_id_for(tenant, _DOCUMENTS_ROUTE, idempotency_key)


def call_name(request_id: str, expires_at: int) -> str:
    """Under which name a call that waits for its page holds a slot and credits. From `expires_at`
    (epoch ms) on it has surely ended, whatever became of its function.
    """
    return f"{_CALL_PREFIX}{expires_at}#{request_id}"


def call_expiry(name: str) -> int | None:
    """When the call of this name has ended (epoch ms; 0: long ago, for what cannot be read); None:
    it is a batch's name.
    """
    if not name.startswith(_CALL_PREFIX):
        return None
    expires_at = name.removeprefix(_CALL_PREFIX).partition("#")[0]
    return int(expires_at) if expires_at.isdecimal() else 0


def event_id_for(key: BatchKey, generation: int, event_type: str) -> str:
    """The id under which an event is delivered, once or many times."""
    return "evt_" + _digest(key.tenant, key.batch, str(generation), event_type)[:32]


def fingerprint_of(body: Any) -> str:
    """SHA-256 of the canonical JSON of a request body: key order and white space do not matter."""
    canonical = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _digest(*parts: str) -> str:
    """SHA-256 over parts that no choice of parts can make collide: each is quoted, so lengths
    count.
    """
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
