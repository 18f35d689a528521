"""How do the tests of `export` get a batch of documents, and a file of it?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from batchbell.domain.batch import Batch, BatchState, Outcome
from batchbell.domain.document import Document
from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import chunk_count, documents_key, item_key
from batchbell.domain.item import Item, ItemState, ResultRef
from batchbell.domain.job_kind import JobKind
from batchbell.domain.tally import Counts, Dispatch, Phase
from batchbell.usecases.export_batch import Exported, export
from tests.memory.clock import START
from tests.memory.exports import MemoryExports
from tests.memory.world import World, memory_world

KEY = documents_key("acme", "march")
DAY_MS = 86_400_000

Rows = Sequence[Mapping[str, str | None]]


@dataclass
class Exporting:
    """A world with a closed batch, and a place for its files."""

    world: World = field(default_factory=memory_world)

    def __post_init__(self) -> None:
        self.exports = MemoryExports(self.world.clock)

    def holds(self, *documents: Rows | ItemState, **changes: Any) -> None:
        """The batch: rows of a document that succeeded, or the state of one that has none."""
        for index, document in enumerate(documents):
            self._put(index, document)
        failed = sum(isinstance(document, ItemState) for document in documents)
        batch = Batch(
            key=KEY,
            kind=JobKind.DOCUMENTS,
            total=len(documents),
            chunks=chunk_count(len(documents)),
            spec="",
            created_at=START,
            expires_at=START + DAY_MS,
            dispatch=Dispatch(Phase.SENT, 1, 0),
            next_look=None,
            state=BatchState.CLOSED,
            outcome=Outcome.COMPLETED,
            counts=Counts(succeeded=len(documents) - failed, failed=failed),
            completed_at=START,
        )
        self.world.records.write_batch(batch.evolve(**changes))

    def _put(self, index: int, document: Rows | ItemState) -> None:
        key, name = item_key(KEY, index), f"doc_{index}"
        self.world.records.documents[KEY.tenant, name] = Document(
            tenant=KEY.tenant,
            id=name,
            item=key,
            filename=f"{index}.pdf",
            created_at=START,
            fingerprint="f",
        )
        state = document if isinstance(document, ItemState) else ItemState.SUCCEEDED
        item = Item(key=key, state=state, attempt=1, document=name, completed_at=START)
        if not isinstance(document, ItemState):
            item = item.evolve(result=ResultRef(1, 1, weight=100))
            self.world.results.put(item, {"pages": 1, "line_items": list(document)}, 0)
        self.world.records.write_item(item)

    def export(self, format: ExportFormat = ExportFormat.JSONL) -> Exported:
        """A file of it."""
        return export(self.world.store, self.world.desk, self.exports, KEY, format)

    def content(self, format: ExportFormat = ExportFormat.JSONL) -> bytes:
        """What is in the answer."""
        content = self.export(format).content
        assert isinstance(content, bytes)
        return content

    @property
    def stored(self) -> Mapping[ExportFile, bytes]:
        """The files that links lead to."""
        return {file: content for (_, file), content in self.exports.stored.items()}
