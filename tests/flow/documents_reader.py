"""Do answers about documents agree with themselves, and with every answer before?"""

from dataclasses import dataclass, field

from batchbell.contracts.document_words import DocumentStatus, batch_status, document_status
from batchbell.contracts.documents_answers import batch_object
from batchbell.domain.item import Item, ItemState
from batchbell.usecases.read_documents import DocumentsView, read_documents
from tests.flow.office import Office

_COMPARED = 8
_OPEN = (DocumentStatus.QUEUED, DocumentStatus.PROCESSING)


@dataclass
class DocumentsReader:
    """One client that polls. `read` raises `AssertionError` when an answer is wrong."""

    office: Office
    answers: list[DocumentsView] = field(default_factory=list)

    def read(self) -> DocumentsView:
        """One poll, compared with all that were answered before it began."""
        told, world = self.answers[-_COMPARED:], self.office.pump.world
        view = read_documents(world.store, world.desk, self.office.key, 0, None)
        self._check_itself(view)
        for before in told:
            self._check_before(before, view)
        self.answers.append(view)
        return view

    def _check_itself(self, view: DocumentsView) -> None:
        batch, counts = view.job.batch, view.job.counts
        items = [one.item for one in view.documents]
        states = [item.state for item in items]
        assert len(items) == batch.total, "documents are missing"
        assert counts.succeeded == states.count(ItemState.SUCCEEDED)
        assert counts.failed == states.count(ItemState.FAILED)
        assert counts.canceled == states.count(ItemState.CANCELED)
        assert view.job.processing == states.count(ItemState.PROCESSING)
        answer = batch_object(batch, counts, view.job.processing)
        parts = ("queued", "processing", "succeeded", "failed", "canceled")
        assert all(answer[part] >= 0 for part in parts)
        assert sum(answer[part] for part in parts) == answer["total"]
        self._check_word(answer["status"], view)
        done = answer["queued"] + answer["processing"] == 0
        assert answer["all_done"] == done == (answer["completed_at"] is not None)
        assert all((item.completed_at is not None) == item.state.terminal for item in items)
        for one in view.documents:
            assert bool(one.content) == (one.item.state is ItemState.SUCCEEDED), "no content"

    def _check_word(self, word: DocumentStatus, view: DocumentsView) -> None:
        words = [document_status(one.item) for one in view.documents]
        if all(one not in _OPEN for one in words):
            order = (DocumentStatus.SUCCEEDED, DocumentStatus.FAILED, DocumentStatus.CANCELED)
            assert word == next(one for one in order if one in words)
            return
        started = view.job.batch.started_at is not None
        assert word is (DocumentStatus.PROCESSING if started else DocumentStatus.QUEUED)
        begun = [one.item for one in view.documents if one.item.begun]
        assert started or not begun, "queued, with documents that were begun"

    def _check_before(self, before: DocumentsView, now: DocumentsView) -> None:
        old, new = before.job.batch, now.job.batch
        assert new.generation >= old.generation, "a generation went back"
        assert new.total >= old.total, "a document was lost"
        assert new.expires_at >= old.expires_at
        for name in ("succeeded", "failed", "canceled"):
            assert getattr(now.job.counts, name) >= getattr(before.job.counts, name), name
        if old.started_at is not None:
            assert new.started_at is not None, "a start was taken back"
            assert new.started_at <= old.started_at
        if new.generation == old.generation and not old.open:
            assert batch_status(new) is batch_status(old), "an outcome was taken back"
            told = ("outcome", "counts", "started_at", "completed_at", "total")
            assert all(getattr(new, name) == getattr(old, name) for name in told)
        for one, later in zip(before.documents, now.documents, strict=False):
            self._check_row(one.item, later.item)

    def _check_row(self, before: Item, now: Item) -> None:
        assert before.document == now.document, "documents changed places"
        if before.state.terminal:
            assert now == before, "a document that had ended changed"
        elif before.state is ItemState.PROCESSING:
            assert now.state not in (ItemState.UPLOADED, ItemState.QUEUED), "a start was taken back"
