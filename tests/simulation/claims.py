"""Does an item fail as cut off only when its workers were?

A worker that is turned away at the fence has not failed at its page; an attempt is lost only with a
worker that died, or that did not get its writes through.
"""

from collections.abc import Mapping

from batchbell.domain.codes import ErrorCode
from batchbell.domain.identifiers import ItemKey
from batchbell.domain.item import Item, ItemState
from tests.memory.records import Change
from tests.simulation.actors import Actor
from tests.simulation.violations import demand


class Claims:
    """Who began which attempt. `total`: how many items the batch has; others do not count."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._by: dict[tuple[ItemKey, int], Actor] = {}

    def see(self, change: Change, actors: Mapping[str, Actor], who: str) -> None:
        """A record was written by `who`."""
        item = change.new
        if not isinstance(item, Item) or item.key.index >= self._total:
            return
        if item.state is ItemState.PROCESSING and who in actors:
            self._by.setdefault((item.key, item.attempt), actors[who])
        elif item.error is not None and item.error.code is ErrorCode.SCRAPE_SERVICE_FAILED:
            by = [self._by.get((item.key, n)) for n in range(1, item.attempt + 1)]
            harmed = any(actor is None or actor.harmed or not actor.done for actor in by)
            demand(harmed, "an item failed as cut off, whose workers were only turned away")
