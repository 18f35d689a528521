"""Do the answers about documents agree with the records, with themselves, and with each other?

Every answer is compared with all that had been given before it was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import ItemState
from tests.memory.world import World
from tests.simulation.violations import demand

Told = Mapping[str, Any]
ENDED = ("succeeded", "failed", "canceled")
_PARTS = ("queued", "processing", *ENDED)
_FIELDS = (*_PARTS, "total", "status", "all_done", "started_at", "completed_at", "created_at")


@dataclass
class DocumentAnswers:
    """Everything that clients were told of one batch and its documents."""

    world: World
    key: BatchKey
    jobs: list[Told] = field(default_factory=list)
    """Of the batch, without its documents."""
    documents: dict[str, list[Told]] = field(default_factory=dict)
    """Of each, by id."""
    uploaded: set[str] = field(default_factory=set)
    """The ids of those whose upload was answered."""
    purging: bool = False
    """Whether somebody has asked to erase the batch."""
    purged: bool = False
    """Whether that was answered."""

    @property
    def submitted(self) -> bool:
        """Whether an upload was answered."""
        return bool(self.uploaded)

    @property
    def ended(self) -> bool:
        """Whether a client was told last that all is done."""
        return bool(self.jobs and self.jobs[-1]["all_done"])

    def take_batch(self, told: Told, before: Sequence[Told], uploaded: set[str]) -> None:
        """A batch object. `before`, `uploaded`: as it stood when it was asked for."""
        batch = {name: value for name, value in told.items() if name != "documents"}
        _check_batch(batch)
        demand(batch["total"] >= len(uploaded), "a document that was uploaded is not counted")
        demand(batch["total"] <= len(self.world.records.documents), "a document counts twice")
        self._check_records(batch)
        for one in before:
            _check_batch_later(one, batch)
        self.jobs.append(batch)

    def take_results(self, told: Told, uploaded: set[str]) -> None:
        """Its documents: those that an answer about the batch counts."""
        documents = told["documents"]
        ids = [one["id"] for one in documents]
        demand(len(ids) == len(set(ids)) == told["total"], "documents are missing, or there twice")
        demand(uploaded <= set(ids), "a document that was uploaded is lost")
        words = [one["status"] for one in documents]
        for part in _PARTS:
            demand(words.count(part) == told[part], f"{part} differs from the documents")

    def take_document(self, told: Told, before: Sequence[Told], rows: Sequence[Any]) -> None:
        """A document. `rows`: what it may hold, by the fields that were ever asked for."""
        _check_document(told)
        if self.purging:
            return  # whoever has begun to read may still find less and less of it
        without = ("line_items" in told) != (told["status"] == "succeeded")
        demand(not without, f"{told['status']}, and its rows do not agree")
        if "line_items" in told:
            demand(told["line_items"] in rows, "a document with what is not in it")
        for one in before:
            _check_document_later(one, told)
        self.documents.setdefault(told["id"], []).append(told)

    def _check_records(self, batch: Told) -> None:
        """No terminal word that is not recorded."""
        if not batch["all_done"]:
            return
        recorded = self.world.records.batches[self.key]
        demand(recorded.generation >= batch["generation"], "a generation that is not recorded")
        event = self.world.records.event(self.key, batch["generation"])
        demand(event is not None, "done without an event")
        if recorded.generation == batch["generation"]:
            demand(not recorded.open, "done, and the record is open")
            items = self.world.records.items
            rows = [row for c in range(recorded.chunks) for row in items[self.key, c].values()]
            states = [row.state for row in rows]
            for name in ENDED:
                demand(batch[name] == states.count(ItemState(name)), f"{name} is not recorded")


def _check_batch(batch: Told) -> None:
    """An answer on its own: `all_done`, `completed_at`, `status` and counts agree."""
    parts = [batch[name] for name in _PARTS]
    demand(min(parts) >= 0 and sum(parts) == batch["total"], "the counts are not the total")
    done = batch["queued"] + batch["processing"] == 0
    demand(batch["all_done"] == done, "all_done, and the counts say otherwise")
    demand((batch["completed_at"] is not None) == done, "completed_at, and the counts disagree")
    if done:
        word = next(name for name in ENDED if batch[name])
    else:
        word = "queued" if batch["started_at"] is None else "processing"
    demand(batch["status"] == word, f"{batch['status']}, and the counts say {word}")
    if batch["started_at"] is None:
        begun = batch["processing"] + batch["succeeded"]
        demand(not begun, "documents have started, and their batch has not")


def _check_batch_later(before: Told, now: Told) -> None:
    """An answer that was asked for after another had been given."""
    for name in ("generation", "total", *ENDED):
        demand(now[name] >= before[name], f"{name} went back")
    demand(now["created_at"] == before["created_at"], "created_at changed")
    if before["started_at"] is not None:
        demand(now["started_at"] is not None, "a start was taken back")
    if now["generation"] == before["generation"] and before["all_done"]:
        demand(all(now[n] == before[n] for n in _FIELDS), "a closed batch changed")
    if now["generation"] == before["generation"] and not before["all_done"]:
        demand(now["started_at"] is not None or before["status"] == "queued", "processing ended")


def _check_document(told: Told) -> None:
    """`started_at` is null for what no worker took, and for nothing else."""
    word, error = told["status"], told.get("error")
    missing = error is not None and error["reason"] == "upload_missing"
    untouched = word in ("queued", "canceled") or missing
    demand((told["started_at"] is None) == untouched, f"{word}, and started_at says otherwise")
    demand((told["completed_at"] is not None) == (word in ENDED), f"{word}, and completed_at not")
    demand(("error" in told) == (word == "failed"), f"{word}, and its error says otherwise")


def _check_document_later(before: Told, now: Told) -> None:
    if before["status"] in ENDED:
        demand(now == before, "a document that had ended changed")
    elif before["status"] == "processing":
        demand(now["status"] in ("processing", "succeeded", "failed"), "a start was taken back")
    demand(now["created_at"] == before["created_at"], "created_at changed")
