"""What was a batch asked to do?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from batchbell.domain.batch import Batch
from batchbell.domain.errors import SpecMissing
from batchbell.ports import Store
from batchbell.usecases.find_batch import find_batch
from batchbell.usecases.page_task import PageTask

_TRIES = 3
"""Reads before an input list counts as lost (the job then fails as a whole)."""


@dataclass(frozen=True, slots=True)
class PagesSpec:
    """The input of a batch of pages: URLs as submitted, in order, and what is wanted of all."""

    urls: tuple[str, ...]
    task: PageTask

    def as_body(self) -> dict[str, Any]:
        """The form in which it is stored."""
        return {"urls": list(self.urls), "task": self.task.as_body()}


def read_spec(store: Store, batch: Batch) -> PagesSpec:
    """The stored input. Raises `SpecMissing` when it stays unreadable."""
    for _ in range(_TRIES - 1):
        try:
            return _decode(store.specs.get(batch.key, batch.spec), batch.total)
        except SpecMissing:
            continue
    return _decode(store.specs.get(batch.key, batch.spec), batch.total)


def read_urls(store: Store, batch: Batch) -> tuple[str, ...]:
    """The URLs as answers show them: blanks when the input list is lost, so that its job can still
    be read. Raises `CallerError` 410 when it was erased since the batch was read.
    """
    try:
        return read_spec(store, batch).urls
    except SpecMissing:
        find_batch(store, batch.key, batch.kind)
        return ("",) * batch.total


def _decode(body: Mapping[str, Any], total: int) -> PagesSpec:
    try:
        spec = PagesSpec(tuple(body["urls"]), PageTask.from_body(body["task"]))
    except (KeyError, TypeError, ValueError) as error:
        raise SpecMissing("the stored input is not of a shape this release knows") from error
    if len(spec.urls) != total:
        raise SpecMissing("the stored input holds another number of URLs than its batch")
    return spec
