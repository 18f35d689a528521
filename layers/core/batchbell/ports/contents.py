"""What is kept of inputs and results?"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from batchbell.domain.identifiers import BatchKey, ItemKey
from batchbell.domain.item import Item


class Specs(Protocol):
    """What a batch was asked to do; immutable, named by its fingerprint."""

    def put(
        self, key: BatchKey, fingerprint: str, body: Mapping[str, Any], keep_until: int
    ) -> None:
        """Store. The same fingerprint is the same body, so storing it again only prolongs it."""

    def get(self, key: BatchKey, fingerprint: str) -> Mapping[str, Any]:
        """The body. Raises `SpecMissing` when it is gone or cannot be decoded."""

    def erase(self, key: BatchKey, fingerprint: str) -> None:
        """Forget it."""


class Results(Protocol):
    """What items came to."""

    def put(self, item: Item, content: Mapping[str, Any], keep_until: int) -> None:
        """Store the content under the item's generation and attempt."""

    def get(self, items: Sequence[Item]) -> dict[ItemKey, Mapping[str, Any]]:
        """The contents named by the items; one that is gone is left out."""

    def erase(self, key: BatchKey, chunks: int) -> int:
        """Forget every result of a batch. -> how many there were."""
