"""What kinds of jobs are there?"""

from enum import StrEnum


class JobKind(StrEnum):
    """What is done with each item of a job, and how the job is run."""

    DISTILL = "distill"
    EXTRACT = "extract"
    ASYNC_DISTILL = "async_distill"
    ASYNC_EXTRACT = "async_extract"
    DOCUMENTS = "documents"

    @property
    def route(self) -> str:
        """The end of its route. Part of a job's id: the same Idempotency-Key on another route is
        another job.
        """
        return _ROUTES[self]

    @property
    def takes_slot(self) -> bool:
        """Whether it waits for one of its tenant's slots. A job of one URL does not (contract,
        "Limits").
        """
        return self not in (JobKind.ASYNC_DISTILL, JobKind.ASYNC_EXTRACT)

    @property
    def grows(self) -> bool:
        """Whether it takes items after it was made, and is opened again by them."""
        return self is JobKind.DOCUMENTS

    @property
    def extracts(self) -> bool:
        """Whether it makes rows of a page, rather than Markdown."""
        return self in (JobKind.EXTRACT, JobKind.ASYNC_EXTRACT)


PAGE_JOBS = tuple(kind for kind in JobKind if not kind.grows)
"""The kinds of the Pages API."""

BATCHES = tuple(kind for kind in PAGE_JOBS if kind.takes_slot)
"""The kinds of many URLs: with rows, a webhook and a DELETE."""

_ROUTES = {
    JobKind.DISTILL: "batch/distill",
    JobKind.EXTRACT: "batch/extract",
    JobKind.ASYNC_DISTILL: "async/distill",
    JobKind.ASYNC_EXTRACT: "async/extract",
    JobKind.DOCUMENTS: "batches",
}
