"""How does a warm worker save reading the same input list again?

A spec never changes and is named by its content, so what was read once may be answered from memory.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from batchbell.domain.identifiers import BatchKey
from batchbell.ports import Specs

_MOST = 4
"""Batches that a worker serves at about the same time; a large list is some hundred KB."""


class RememberedSpecs:
    """The `Specs` port, with the last few that were read kept in memory. For one thread."""

    def __init__(self, specs: Specs, most: int = _MOST) -> None:
        self._specs = specs
        self._most = most
        self._kept: OrderedDict[tuple[BatchKey, str], Mapping[str, Any]] = OrderedDict()

    def put(
        self, key: BatchKey, fingerprint: str, body: Mapping[str, Any], keep_until: int
    ) -> None:
        """Store."""
        self._specs.put(key, fingerprint, body, keep_until)

    def get(self, key: BatchKey, fingerprint: str) -> Mapping[str, Any]:
        """The body. Raises `SpecMissing`, which is not remembered."""
        name = (key, fingerprint)
        body = self._kept.pop(name, None)
        self._kept[name] = self._specs.get(key, fingerprint) if body is None else body
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[name]

    def erase(self, key: BatchKey, fingerprint: str) -> None:
        """Forget it, here too."""
        self._kept.pop((key, fingerprint), None)
        self._specs.erase(key, fingerprint)
