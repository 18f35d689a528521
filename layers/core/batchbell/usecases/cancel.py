"""How is a batch canceled, so that the answer is a fact?"""

from batchbell.domain.batch import Batch, Fence, FenceReason, Outcome
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, Unavailable
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.advance import advance
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.fold import fold_lacking
from batchbell.usecases.settle import settle


def cancel(store: Store, key: BatchKey, kind: JobKind) -> Batch:
    """Cancel an open batch; canceling a canceled one again changes nothing.

    Returns once no item can start any more and, up to `Limits.large_batch` items, once the batch
    has closed. Raises `CallerError` 409 when the batch finished first.
    """
    batch = find_batch(store, key, kind)
    if batch.open and batch.fence is None:
        batch = _finish_or_fence(store, batch)
    if batch.open and not batch.cancel_promised(store.limits.large_batch):
        batch = _present(settle(store, key))
        if batch.open:
            raise Unavailable("the batch could not be settled yet")
    if not canceled(batch):
        raise CallerError(
            ErrorCode.JOB_ALREADY_FINISHED,
            "This job had finished before it could be canceled. Read its results instead.",
        )
    return batch


def canceled(batch: Batch) -> bool:
    """Whether the batch has been, or is certain to be, closed as canceled."""
    if batch.open:
        return batch.fence is not None and batch.fence.reason is FenceReason.CANCEL
    return batch.outcome is Outcome.CANCELED


def _finish_or_fence(store: Store, batch: Batch) -> Batch:
    """What has finished is counted first: a batch that is done is not canceled."""
    fold_lacking(store, batch, store.tallies.read_all(batch.key))
    batch = _present(advance(store, batch.key))
    if batch.open:
        store.batches.raise_fence(batch.key, Fence(FenceReason.CANCEL, store.now()))
        batch = _present(store.batches.read(batch.key))
    return batch


def _present(batch: Batch | None) -> Batch:
    if batch is None:
        raise CallerError(ErrorCode.JOB_NOT_FOUND, "There is no job with this id. Check the id.")
    return batch
