"""What does a reader get of a job's rows?

The job as `read_job` sees it, the URLs as they were submitted, and the contents that fit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from batchbell.domain.job_kind import JobKind
from batchbell.ports import Store
from batchbell.usecases.load_contents import Contents, load_contents
from batchbell.usecases.read_job import JobView, read_job
from batchbell.usecases.read_spec import read_urls


@dataclass(frozen=True, slots=True)
class RowsView:
    """A job and the rows of a window. `urls`: of every row, by index."""

    job: JobView
    urls: tuple[str, ...]
    contents: Contents


@dataclass(frozen=True, slots=True)
class RowView:
    """One row. `item`: its record, None while it waits; `contents`: its own, if it has one."""

    batch: Batch
    url: str
    item: Item | None
    contents: Mapping[ItemKey, Mapping[str, Any]]

    @property
    def content(self) -> Mapping[str, Any]:
        """Of the row itself; nothing while it has none."""
        return {} if self.item is None else self.contents.get(self.item.key, {})


def read_rows(store: Store, key: BatchKey, kind: JobKind, window: range | None = None) -> RowsView:
    """The job and the rows of `window` (indexes; None: every row), as far as one answer holds them.

    Raises `CallerError`: 404 or 410, see `find_batch`.
    """
    job = read_job(store, key, kind, window)
    urls = read_urls(store, job.batch)
    return RowsView(job, urls, load_contents(store, job, urls))


def read_row(store: Store, key: BatchKey, kind: JobKind, index: int) -> RowView:
    """One row with its content, whatever that weighs.

    Raises `CallerError`: 404 when the job has no such row, else as `read_rows`.
    """
    job = read_job(store, key, kind, range(index, index + 1))
    if index not in job.window:
        raise CallerError(ErrorCode.JOB_NOT_FOUND, "This job has no row with this index.")
    item = job.rows.get(index)
    contents = store.results.get([item]) if item is not None and item.result else {}
    return RowView(job.batch, read_urls(store, job.batch)[index], item, contents)
