"""Which batches of documents does a tenant have?

Source: Documents API contract, `GET /batches`: newest first. Each is read as its own GET reads it,
so that nothing disagrees; of a batch that is done that is one record.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Store
from batchbell.usecases.read_documents import read_batch
from batchbell.usecases.read_job import JobView

_NOT_LISTED = (DocumentsCode.BATCH_NOT_FOUND, DocumentsCode.EXPIRED)


@dataclass(frozen=True, slots=True)
class BatchList:
    """Batches that can be read. `next_place`: where the list goes on, or None."""

    batches: Sequence[JobView]
    next_place: str | None


def list_batches(store: Store, tenant: str, before: str | None, limit: int) -> BatchList:
    """At most so many, from a place on that an earlier answer gave: fewer, where some have expired
    or were erased.
    """
    keys, next_place = store.batches.names(tenant, before, limit)

    def read(key: BatchKey) -> JobView | None:
        try:
            return read_batch(store, key)
        except CallerError as error:
            if error.code in _NOT_LISTED:
                return None
            raise

    found = store.each(read, keys)
    return BatchList([view for view in found if view is not None], next_place)
