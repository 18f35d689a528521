"""Which batches of documents are there in a piece, and what do they hold?"""

from collections.abc import Mapping
from dataclasses import dataclass

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey, documents_key
from batchbell.domain.item import Item
from tests.memory.submissions import TENANT
from tests.memory.world import World
from tests.simulation.documents.outside import BESIDE, DocumentKind
from tests.simulation.scenario import Scenario

BATCH_NAME = "simulated"
_BESIDE_NAME = BESIDE.strip()
_BESIDE_FROM = 50


@dataclass(frozen=True, slots=True)
class Uploads:
    """What is uploaded to one batch, under keys. `first`: the number of its first document; by
    these numbers documents are told from each other, whosever they are.
    """

    name: str
    kinds: tuple[DocumentKind, ...]
    first: int = 0

    @property
    def key(self) -> BatchKey:
        """The batch."""
        return documents_key(TENANT, self.name)

    @property
    def numbers(self) -> Mapping[int, DocumentKind]:
        """All that are uploaded under keys."""
        return dict(enumerate(self.kinds, self.first))


def uploads_of(scenario: Scenario) -> list[Uploads]:
    """Those to the batch that the piece is about, and to the one beside it, if there is one."""
    if not scenario.kind.grows:
        return []
    main = Uploads(BATCH_NAME, scenario.documents)
    beside = Uploads(_BESIDE_NAME, scenario.beside, _BESIDE_FROM)
    return [main, beside] if scenario.beside else [main]


def items_of(world: World, key: BatchKey) -> list[Item]:
    """The documents of a batch, in upload order."""
    records = world.records.items
    chunks = sorted(chunk for batch, chunk in records if batch == key)
    return [item for chunk in chunks for _, item in sorted(records[key, chunk].items())]


def on_its_way(world: World, key: BatchKey) -> bool:
    """Whether anything is under way: handed over, being deleted, or about to be closed."""
    batch, items = world.records.batches.get(key), items_of(world, key)
    if batch is None:
        return False
    if batch.open and (batch.fence is not None or all(item.state.terminal for item in items)):
        return True
    return in_work(batch, items)


def in_work(batch: Batch, items: list[Item]) -> bool:
    """Whether anything is handed over, or about to be."""
    wanted = batch.takes_work and (batch.dispatch.wanted or batch.hand_over is not None)
    return wanted or any(item.handed_over_and_open for item in items)
