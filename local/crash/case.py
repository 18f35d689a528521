"""What is known of one batch while the run goes on?"""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from local.crash.answers import FINAL, Job, contradictions, ended
from local.crash.plan import PlannedBatch


@dataclass(frozen=True, slots=True)
class Canceled:
    """A cancel that was answered: when (epoch ms), and which paths the site had been asked for."""

    at: int
    asked: frozenset[str]


@dataclass(slots=True)
class Case:
    """One batch. Several threads tell it what they see; times are seconds, monotonic."""

    planned: PlannedBatch
    job_id: str | None = None
    submitted_at: float = 0
    closed_at: float | None = None
    latest: Job | None = None
    canceled: Canceled | None = None
    settled: Counter[str] | None = None
    """What the site had been asked for when nothing of a canceled batch could be under way."""
    problems: list[str] = field(default_factory=list)
    _telling: Lock = field(default_factory=Lock)

    @property
    def hook(self) -> str:
        """The path at its receiver."""
        return f"/hook/{self.planned.number}"

    @property
    def open(self) -> bool:
        """Whether it was submitted and has not been seen closed."""
        return self.job_id is not None and self.closed_at is None

    @property
    def left(self) -> int:
        """Rows that have not been seen ended."""
        if not self.open:
            return 0
        return len(self.planned.pages) - (ended(self.latest) if self.latest else 0)

    @property
    def seconds(self) -> float:
        """From submission to the first answer that was final."""
        return (self.closed_at or time.monotonic()) - self.submitted_at

    def told(self, before: Job | None, job: Job) -> None:
        """An answer has come in; `before` was the latest when it was asked for."""
        self.problems += contradictions(before, job)
        with self._telling:
            if self.closed_at is None:  # an answer that was long on its way is no news
                self.latest = job
                self.closed_at = time.monotonic() if job["status"] in FINAL else None

    def asked(self, seen: Mapping[str, int]) -> Counter[str]:
        """What the site was asked for of this batch, by path."""
        mine = f"/{self.planned.number}/"
        return Counter({path: n for path, n in dict(seen).items() if mine in path})
