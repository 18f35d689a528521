"""The `KeptPages` port in memory."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from batchbell.domain.item import Item
from batchbell.domain.kept_page import KeptPage, Origin, PageName
from batchbell.ports import Results
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemoryKeptPages:
    """See `batchbell.ports.kept_pages.KeptPages`. `stored` is open to tests: of a job's page its
    item, of a call's the content.
    """

    def __init__(self, records: Records, results: Results) -> None:
        self._records = records
        self._results = results
        self.stored: dict[PageName, tuple[Origin, Item | Mapping[str, Any]]] = {}

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("kept.find")
    def find(self, name: PageName, *, now: int, since: int) -> KeptPage | None:
        """The page, if it is young enough."""
        if name not in self.stored:
            return None
        origin, where = self.stored[name]
        if not origin.answers(now, since):
            return None
        content = self._result(name, where, now) if isinstance(where, Item) else where
        return None if content is None else KeptPage(origin, content)

    def _result(self, name: PageName, item: Item, now: int) -> Mapping[str, Any] | None:
        """Of the tenant whose name it is, and of a job that can be read."""
        own = replace(item.key, batch=replace(item.key.batch, tenant=name.tenant))
        batch = self._records.batches.get(own.batch)
        if batch is None or batch.gone(now):
            return None
        return self._results.get([item.evolve(key=own)]).get(own)

    @atomic("kept.keep_result")
    def keep_result(self, name: PageName, origin: Origin, item: Item) -> None:
        """Keep where the result is."""
        self._keep(name, origin, item)

    @atomic("kept.keep_content")
    def keep_content(self, name: PageName, origin: Origin, content: Mapping[str, Any]) -> None:
        """Keep the content."""
        self._keep(name, origin, content)

    def _keep(self, name: PageName, origin: Origin, where: Item | Mapping[str, Any]) -> None:
        """Unless what is there was fetched later."""
        if name not in self.stored or self.stored[name][0].fetched_at <= origin.fetched_at:
            self.stored[name] = origin, where
