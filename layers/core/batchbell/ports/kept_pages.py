"""What is read and written of pages that are kept for the next who wants them?"""

from collections.abc import Mapping
from typing import Any, Protocol

from batchbell.domain.item import Item
from batchbell.domain.kept_page import KeptPage, Origin, PageName


class KeptPages(Protocol):
    """Pages by name, the one that was fetched last. All may be lost: then pages are fetched."""

    def find(self, name: PageName, *, now: int, since: int) -> KeptPage | None:
        """The page, if it was fetched after `since` (epoch ms), not after `now`, and has not ended.

        None as well: what it consists of is gone or cannot be decoded, or its job has expired, or
        the erasure of that has begun.
        """

    def keep_result(self, name: PageName, origin: Origin, item: Item) -> None:
        """Keep what the item names as its result: where that is, and nothing of what it says. It is
        only ever looked for among the results of the name's tenant.
        """

    def keep_content(self, name: PageName, origin: Origin, content: Mapping[str, Any]) -> None:
        """Keep a content that is stored nowhere else."""
