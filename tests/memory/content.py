"""The `Specs` and `Results` ports in memory."""

from collections.abc import Mapping, Sequence
from typing import Any

from batchbell.domain.errors import SpecMissing
from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item
from tests.memory.hooks import Hook, atomic
from tests.memory.records import Records


class MemorySpecs:
    """See `batchbell.ports.Specs`. `stored` is open to tests that take a spec away."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.stored: dict[tuple[BatchKey, str], Mapping[str, Any]] = {}

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("specs.put")
    def put(
        self, key: BatchKey, fingerprint: str, body: Mapping[str, Any], keep_until: int
    ) -> None:
        """Store."""
        self.stored[key, fingerprint] = body

    @atomic("specs.get")
    def get(self, key: BatchKey, fingerprint: str) -> Mapping[str, Any]:
        """The body."""
        body = self.stored.get((key, fingerprint))
        if body is None:
            raise SpecMissing(f"no spec {fingerprint}")
        return body

    @atomic("specs.erase")
    def erase(self, key: BatchKey, fingerprint: str) -> None:
        """Forget it."""
        self.stored.pop((key, fingerprint), None)


class MemoryResults:
    """See `batchbell.ports.Results`. `stored` is open to tests that take a result away."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.stored: dict[tuple[ItemKey, int, int], Mapping[str, Any]] = {}

    @property
    def hook(self) -> Hook:
        """Who watches."""
        return self._records.hook

    @atomic("results.put")
    def put(self, item: Item, content: Mapping[str, Any], keep_until: int) -> None:
        """Store the content under the item's generation and attempt."""
        self.stored[item.key, item.generation, item.attempt] = content

    @atomic("results.get")
    def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        """The contents named by the items."""
        named = {
            item.key: self.stored.get((item.key, item.result.generation, item.result.attempt))
            for item in items
            if item.result
        }
        return {key: content for key, content in named.items() if content is not None}

    @atomic("results.erase")
    def erase(self, key: BatchKey, chunks: int) -> int:
        """Forget every result of a batch."""
        names = [name for name in self.stored if name[0].batch == key]
        for name in names:
            del self.stored[name]
        return len(names)
