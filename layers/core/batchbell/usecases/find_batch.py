"""Which batch does a caller mean, and may it still be read?"""

from batchbell.domain.batch import Batch
from batchbell.domain.codes import DocumentsCode, ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store

_LONGEST_ID = 256
"""Characters: no id of ours is longer, and a table refuses to look for one of over 2 KB."""

_NO_JOB = (ErrorCode.JOB_NOT_FOUND, "There is no job with this id. Check the id.")
_JOB_GONE = (
    ErrorCode.JOB_EXPIRED,
    "This job has expired or was erased; its results are gone. Submit the URLs again.",
)
_NO_BATCH = (
    DocumentsCode.BATCH_NOT_FOUND,
    "There is no batch with this name: one begins with its first upload. Check the name.",
)
_BATCH_GONE = (
    DocumentsCode.EXPIRED,
    "This batch has expired or was erased. Upload the documents again, with another batch_name.",
)


def find_batch(store: Store, key: BatchKey, kind: JobKind) -> Batch:
    """The batch of this tenant and kind. Raises `CallerError`: 404 unknown, 410 expired, erased."""
    batch = store.batches.read(key) if is_plausible(key.batch) else None
    if batch is None or batch.kind != kind or batch.forgotten(store.now()):
        raise CallerError(*(_NO_BATCH if kind.grows else _NO_JOB))
    if batch.gone(store.now()):
        raise CallerError(*(_BATCH_GONE if kind.grows else _JOB_GONE))
    return batch


def is_plausible(name: str) -> bool:
    """Whether it is worth looking for: what cannot be the name of anything is not asked for."""
    return name.isascii() and len(name) <= _LONGEST_ID
