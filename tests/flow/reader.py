"""Do a client's answers agree with the records, with themselves, and with every answer before?"""

from dataclasses import dataclass, field

from batchbell.contracts.words import JobStatus, job_status, row_status
from batchbell.domain.identifiers import BatchKey
from batchbell.domain.item import Item, ItemState
from batchbell.usecases.read_job import JobView, read_job
from tests.memory.submissions import KIND
from tests.memory.world import World

_COMPARED = 8
_ORDER = [JobStatus.PENDING, JobStatus.PROCESSING]
_TERMINAL = [JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.CANCELLED]


@dataclass
class Reader:
    """One client that polls. `read` raises `AssertionError` when an answer is wrong."""

    world: World
    key: BatchKey
    answers: list[JobView] = field(default_factory=list)

    def read(self) -> JobView:
        """One poll, compared with all that were answered before it began."""
        told = self.answers[-_COMPARED:]
        view = read_job(self.world.store, self.key, KIND)
        self._check_itself(view)
        self._check_records(view)
        for before in told:
            self._check_before(before, view)
        self.answers.append(view)
        return view

    def word(self, view: JobView) -> JobStatus:
        """The state that a view says."""
        return job_status(view.batch, self.world.store.limits.large_batch)

    def _check_itself(self, view: JobView) -> None:
        states = [item.state for item in view.rows.values()]
        counts = view.counts
        assert counts.succeeded == states.count(ItemState.SUCCEEDED), "counts differ from rows"
        assert counts.failed == states.count(ItemState.FAILED), "counts differ from rows"
        assert counts.canceled == states.count(ItemState.CANCELED), "counts differ from rows"
        assert counts.credits == counts.succeeded
        assert counts.ended <= view.batch.total
        word = self.word(view)
        if word is JobStatus.COMPLETED:
            assert counts.succeeded + counts.failed == view.batch.total
        if word is JobStatus.PENDING:
            assert counts.succeeded == 0, "PENDING with rows that succeeded"
            assert ItemState.PROCESSING not in states, "PENDING with rows in work"
        assert (counts.ended == view.batch.total) == (not view.batch.open)
        assert (view.batch.completed_at is None) == view.batch.open

    def _check_records(self, view: JobView) -> None:
        if not view.batch.open:
            recorded = self.world.records.batches[self.key]
            assert not recorded.open, "a terminal word that is not recorded"
            assert self.world.records.event(self.key, view.batch.generation)

    def _check_before(self, before: JobView, now: JobView) -> None:
        assert now.counts.succeeded >= before.counts.succeeded, "counts went back"
        assert now.counts.failed >= before.counts.failed, "counts went back"
        assert now.counts.canceled >= before.counts.canceled, "counts went back"
        self._check_word(self.word(before), self.word(now))
        if before.batch.started_at is not None:
            assert now.batch.started_at is not None, "a start was taken back"
        for index, item in before.rows.items():
            self._check_row(item, now.rows.get(index))
        if not before.batch.open:
            told = ("outcome", "counts", "started_at", "completed_at", "total")
            assert all(getattr(now.batch, n) == getattr(before.batch, n) for n in told)

    def _check_word(self, before: JobStatus, now: JobStatus) -> None:
        if before in _TERMINAL:
            assert now is before, f"{before} was taken back: {now}"
        elif now not in _TERMINAL:
            assert _ORDER.index(now) >= _ORDER.index(before), f"{before} became {now}"

    def _check_row(self, before: Item, now: Item | None) -> None:
        assert now is not None, "a row lost its record"
        if before.state.terminal:
            assert now == before, "a terminal row changed"
        elif not now.state.terminal:
            assert row_status(now) is row_status(before), "a start was taken back"
