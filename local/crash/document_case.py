"""What is known of one batch of documents while the run goes on, and do its answers agree?"""

import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from batchbell.domain.standard_webhooks import SECRET_BYTES, secret_of
from local.crash.document_plan import PlannedDocuments

Batch = Mapping[str, Any]
_ENDS = ("succeeded", "failed", "canceled")
_STATES = ("queued", "processing", *_ENDS)


@dataclass(slots=True)
class DocumentCase:
    """One batch. Several threads tell it what they see; times are seconds, monotonic."""

    planned: PlannedDocuments
    secret: str = field(default_factory=lambda: secret_of(secrets.token_bytes(SECRET_BYTES)))
    began_at: float = 0
    closed_at: float | None = None
    latest: Batch | None = None
    results: Batch | None = None
    """With its documents, read once it was done for the last time."""
    generation: int = 0
    """The latest that was seen done."""
    canceled: set[str] = field(default_factory=set)
    """Documents whose deletion was answered with success."""
    problems: list[str] = field(default_factory=list)
    _telling: Lock = field(default_factory=Lock)

    @property
    def name(self) -> str:
        """Of the batch."""
        return f"crash-{self.planned.number}"

    @property
    def hook(self) -> str:
        """The path at its receiver."""
        return f"/documents/{self.planned.number}"

    @property
    def seconds(self) -> float:
        """From its first upload until it was done for the last time."""
        return (self.closed_at or time.monotonic()) - self.began_at

    def told(self, before: Batch | None, batch: Batch) -> None:
        """An answer has come in; `before` was the latest when it was asked for."""
        self.problems += contradictions(before, batch)
        with self._telling:
            self.latest = batch


def contradictions(before: Batch | None, now: Batch) -> list[str]:
    """What is wrong with an answer; `before` had come in full when `now` was asked for."""
    return [*_within(now), *(_since(before, now) if before is not None else ())]


def _within(now: Batch) -> Iterator[str]:
    counts = {state: now[state] for state in _STATES}
    if sum(counts.values()) != now["total"]:
        yield f"{counts} of {now['total']} documents"
    done = now["queued"] + now["processing"] == 0
    if {now["all_done"], now["completed_at"] is not None, now["status"] in _ENDS} != {done}:
        told = now["all_done"], now["completed_at"], now["status"]
        yield f"done, completed and status are {told}, the counts say {counts}"
    if now["status"] == "queued" and now["started_at"] is not None:
        yield "queued, although it was started"


def _since(before: Batch, now: Batch) -> Iterator[str]:
    if now["generation"] < before["generation"] or now["total"] < before["total"]:
        yield f"went back from {dict(before)} to {dict(now)}"
    for state in _ENDS:
        if now[state] < before[state]:
            yield f"{state} went back from {before[state]} to {now[state]}"
    same = now["generation"] == before["generation"] and before["all_done"]
    if same and now != before:
        yield f"a final answer changed from {dict(before)} to {dict(now)}"
