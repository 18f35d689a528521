"""When does a page that was fetched before stand in for a new fetch, and what is kept for the next?

Of a job's page only where its result is: a job that is erased then leaves nothing to find. Whatever
goes wrong here costs a fetch, never a page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from batchbell.contracts.words import iso
from batchbell.domain.errors import PageFailed, Unavailable
from batchbell.domain.identifiers import fingerprint_of
from batchbell.domain.item import Item
from batchbell.domain.kept_page import KeptPage, Origin, PageName
from batchbell.domain.target import parse_target
from batchbell.ports.kept_pages import KeptPages
from batchbell.usecases.answer_size import HEAVIEST
from batchbell.usecases.make_page import MadePage
from batchbell.usecases.page_task import PageTask

KEEP_MS = 4_000
"""What must be left of the time for a page to be kept: more than the adapter's calls may take."""
_MARKS_BYTES = 100
"""What the marks of a kept page add to its weight."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """Of one page, from before it is looked for. `name`: None for one that is not kept."""

    kept: KeptPages
    name: PageName | None
    began: int
    keep_ms: int
    refresh: bool

    @classmethod
    def of(cls, kept: KeptPages, tenant: str, url: str, task: PageTask, now: int) -> Self:
        """`url` as it was submitted."""
        name = page_name(tenant, url, task) if task.cache_seconds else None
        return cls(kept, name, now, task.cache_seconds * 1_000, task.refresh)

    def find(self) -> MadePage | None:
        """The page, marked as one that was kept; None: it must be fetched."""
        if self.name is None or self.refresh:
            return None
        try:
            found = self.kept.find(self.name, now=self.began, since=self.began - self.keep_ms)
        except Unavailable:
            return None
        return None if found is None else _made_of(found)

    def keep_result(self, made: MadePage, item: Item) -> None:
        """Keep a job's page, whose item has ended so."""
        if self.name is None or item.result is None:
            return
        if not _worth_keeping(made, item.result.weight):
            return
        try:
            self.kept.keep_result(self.name, self._origin(made), item)
        except Unavailable:
            return

    def keep_content(self, made: MadePage, weight: int) -> None:
        """Keep the page of a call, which is stored nowhere else."""
        if self.name is None or not _worth_keeping(made, weight):
            return
        try:
            self.kept.keep_content(self.name, self._origin(made), made.content)
        except Unavailable:
            return

    def _origin(self, made: MadePage) -> Origin:
        """Its age counts from before the fetch, so that it is never younger than it says."""
        ends_at = self.began + self.keep_ms
        return Origin(fetched_at=self.began, credits=made.credits, ends_at=ends_at)


class NothingKept:
    """The `KeptPages` of whoever keeps none."""

    def find(self, name: PageName, *, now: int, since: int) -> KeptPage | None:
        """There is none."""

    def keep_result(self, name: PageName, origin: Origin, item: Item) -> None:
        """It is not kept."""

    def keep_content(self, name: PageName, origin: Origin, content: Mapping[str, Any]) -> None:
        """The same."""


NOTHING_KEPT = NothingKept()


def page_name(tenant: str, url: str, task: PageTask) -> PageName | None:
    """None: the URL leads nowhere."""
    try:
        address = parse_target(url).url
    except PageFailed:
        return None
    return PageName(tenant, fingerprint_of({"url": address, "task": task.page_body()}))


def _made_of(found: KeptPage) -> MadePage:
    origin, content = found.origin, dict(found.content)
    marks = {"cached": True, "fetchedAt": iso(origin.fetched_at)}
    return MadePage(content | marks, origin.credits, content.get("metadata", {}), keepable=False)


def _worth_keeping(made: MadePage, weight: int) -> bool:
    """Not what was kept before, nor what no answer could hold once it is marked."""
    return made.keepable and weight + _MARKS_BYTES <= HEAVIEST
