"""Does an item fail as cut off only when its workers were?

A worker that is turned away at the fence has not failed at its page; an attempt is lost only with a
worker that died, or that did not get its writes through.
"""

from collections.abc import Mapping

from batchbell.domain.codes import DocumentReason, ErrorCode
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item, ItemState
from tests.memory.records import Change
from tests.simulation.actors import Actor
from tests.simulation.violations import demand

_CUT_OFF = (ErrorCode.SCRAPE_SERVICE_FAILED, DocumentReason.ATTEMPTS_USED_UP)


class Claims:
    """Who began which attempt. `total`: how many items the batch has; others do not count. None: it
    grows.
    """

    def __init__(self, total: int | None) -> None:
        self._total = total
        self._by: dict[tuple[ItemKey, int], Actor] = {}

    def see(self, change: Change, actors: Mapping[str, Actor], who: str) -> None:
        """A record was written by `who`."""
        item = change.new
        if not isinstance(item, Item):
            return
        if self._total is not None and item.key.index >= self._total:
            return
        if item.state is ItemState.PROCESSING and who in actors:
            self._by.setdefault((item.key, item.attempt), actors[who])
        elif item.error is not None and item.error.code in _CUT_OFF:
            by = [self._by.get((item.key, n)) for n in range(1, item.attempt + 1)]
            harmed = any(actor is None or actor.harmed or not actor.done for actor in by)
            demand(harmed, "an item failed as cut off, whose workers were only turned away")
