"""How often was a page found that was kept, and how often could nobody look?"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from batchbell.domain.errors import Unavailable
from batchbell.domain.item import Item
from batchbell.domain.kept_page import KeptPage, Origin, PageName
from batchbell.ports.kept_pages import KeptPages
from batchbell.runtime.observability import MetricName, count

R = TypeVar("R")


class CountedKeptPages:
    """See `batchbell.ports.kept_pages.KeptPages`."""

    def __init__(self, kept: KeptPages) -> None:
        self._kept = kept

    def find(self, name: PageName, *, now: int, since: int) -> KeptPage | None:
        """Pages that are found."""
        found = _told(lambda: self._kept.find(name, now=now, since=since))
        if found is not None:
            count(MetricName.CACHE_HITS)
        return found

    def keep_result(self, name: PageName, origin: Origin, item: Item) -> None:
        """Only when it fails."""
        _told(lambda: self._kept.keep_result(name, origin, item))

    def keep_content(self, name: PageName, origin: Origin, content: Mapping[str, Any]) -> None:
        """Only when it fails."""
        _told(lambda: self._kept.keep_content(name, origin, content))


def _told(call: Callable[[], R]) -> R:
    """What the call answers. One that is not taken counts."""
    try:
        return call()
    except Unavailable:
        count(MetricName.CACHE_UNAVAILABLE)
        raise
