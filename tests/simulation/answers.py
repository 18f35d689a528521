"""Do the answers that clients get agree with the records, with themselves, and with each other?

Every answer is compared with all that had been given before it was asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import ItemState
from tests.functions.callers import Answer
from tests.memory.world import World
from tests.simulation.violations import demand

Job = Mapping[str, Any]
_ORDER = ("PENDING", "PROCESSING")
TERMINAL = ("COMPLETED", "FAILED", "CANCELLED")
_COUNTS = ("completed", "failed", "creditsUsed")


@dataclass
class Answers:
    """Everything that clients were told of one job."""

    world: World
    key: BatchKey
    total: int
    jobs: list[Job] = field(default_factory=list)
    submitted: bool = False
    """Whether a submission was answered."""
    purging: bool = False
    """Whether somebody has asked to erase the job."""
    purged: bool = False
    """Whether that was answered."""

    @property
    def ended(self) -> bool:
        """Whether a client was told that it has ended."""
        return bool(self.jobs and self.jobs[-1]["completedAt"])

    def take_submission(self, answer: Answer) -> None:
        """The answer to a submission, the first or one again."""
        self.submitted = True
        if self.purging and answer.status == 410:
            return
        demand(answer.data["id"] == self.key.job_id, "a submission became another job")

    def take_job(
        self, answer: Answer, told: Sequence[Job], *, submitted: bool, purged: bool
    ) -> None:
        """The answer to a read. `told`, `submitted`, `purged`: as it stood when that began."""
        if answer.status == 404:
            demand(not submitted, "a job that was submitted is unknown")
            return
        if answer.status == 410:
            demand(self.purging, "a job is gone that nobody erased")
            return
        demand(not purged, "an erased job still answers")
        job = answer.data
        self.check_itself(job)
        self.check_records(job)
        for before in told:
            self.check_later(before, job)
        self.jobs.append(job)

    def check_itself(self, job: Job) -> None:
        """An answer on its own."""
        rows = job["results"]
        demand(job["total"] == self.total, "total changed")
        ended = job["completed"] + job["failed"]
        demand(ended <= self.total, "counts above total")
        if len(rows) == self.total:
            succeeded = [row for row in rows if row["status"] == "SUCCEEDED"]
            failed = [row for row in rows if row["status"] == "FAILED"]
            demand(job["completed"] == len(succeeded), "completed differs from the rows")
            demand(job["failed"] == len(failed), "failed differs from the rows")
        demand(job["creditsUsed"] == job["completed"], "credits differ from the rows")
        if job["status"] == "COMPLETED":
            demand(ended == self.total, "COMPLETED with rows that have not ended")
        if job["status"] == "PENDING":
            words = {row["status"] for row in rows}
            demand(words <= {"PENDING", "FAILED"}, "PENDING with rows that have started")
            demand(job["startedAt"] is None, "PENDING with a start")
        for row in rows:
            self._check_row(job, row)

    def _check_row(self, job: Job, row: Job) -> None:
        if row.get("canceled"):
            demand(row["status"] == "PENDING", "a canceled row is not PENDING")
        elif job["status"] in TERMINAL and job["completedAt"] is not None:
            demand(row["status"] in ("SUCCEEDED", "FAILED"), "a closed job with an open row")
        if row["status"] == "SUCCEEDED" and not self.purging:
            demand(row.get("markdown") == row["url"], "a row without its result, or another's")

    def check_records(self, job: Job) -> None:
        """No terminal word that is not recorded."""
        if job["completedAt"] is None:
            return
        states = self.recorded_states()
        for name, state in (("completed", ItemState.SUCCEEDED), ("failed", ItemState.FAILED)):
            demand(job[name] == states.count(state), f"{name} differs from the records")

    def recorded_states(self) -> list[ItemState]:
        """Of the rows, of a job that must have closed."""
        recorded = self.world.records.batches[self.key]
        demand(not recorded.open, "a terminal word that is not recorded")
        demand(self.world.records.event(self.key, recorded.generation), "closed without an event")
        return [
            item.state
            for chunk in range(recorded.chunks)
            for item in self.world.records.items.get((self.key, chunk), {}).values()
            if item.key.index < self.total
        ]

    def check_later(self, before: Job, now: Job) -> None:
        """An answer that was asked for after another had been given."""
        for name in _COUNTS:
            demand(now[name] >= before[name], f"{name} went back")
        _check_word(before["status"], now["status"])
        if before["startedAt"] is not None:
            demand(now["startedAt"] is not None, "a start was taken back")
        if before["completedAt"] is not None:
            same = [n for n in before if n not in ("results", "nextPage")]
            demand(all(now[n] == before[n] for n in same), "a closed job changed")
        rows = {row["index"]: row for row in now["results"]}
        for row in before["results"]:
            if row["index"] in rows:
                _check_row_later(row, rows[row["index"]])


def _check_word(before: str, now: str) -> None:
    if before in TERMINAL:
        demand(now == before, f"{before} was taken back: {now}")
    elif now not in TERMINAL:
        demand(_ORDER.index(now) >= _ORDER.index(before), f"{before} became {now}")


def _check_row_later(before: Job, now: Job) -> None:
    if before["status"] in ("SUCCEEDED", "FAILED") or before.get("canceled"):
        kept = [n for n in before if n not in ("markdown", "contentUrl")]
        demand(all(now.get(n) == before[n] for n in kept), "a terminal row changed")
    elif before["status"] == "PROCESSING" and not now.get("canceled"):
        demand(now["status"] != "PENDING", "a row's start was taken back")
