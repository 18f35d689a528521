"""How is a job's content erased at its owner's wish?

The batch is marked first, so it answers 410 from then on; erasing may die half-way and is finished
by the sweeper.
"""

from batchbell.domain.batch import Batch
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.read_job import read_job


def purge(store: Store, key: BatchKey, kind: JobKind) -> Batch:
    """Erase the results and the input list of a finished job. Raises `CallerError` 409 when it is
    open.
    """
    batch = read_job(store, key, kind, range(0)).batch
    if batch.open:
        raise CallerError(
            ErrorCode.JOB_NOT_FINISHED,
            "This job is still open. Cancel it first, or wait until it has finished.",
        )
    store.batches.mark_purged(key, store.now())
    erase(store, batch)
    return batch


def erase(store: Store, batch: Batch) -> int:
    """Forget what the batch was asked and what it came to; doing it again changes nothing.

    -> how many results there were.
    """
    erased = store.results.erase(batch.key, batch.chunks)
    if batch.spec:
        store.specs.erase(batch.key, batch.spec)
    return erased
