"""Do the answers about a job of one URL agree with the records, with themselves, and in time?"""

from dataclasses import dataclass

from batchbell.domain.item import ItemState
from tests.memory.submissions import urls_of
from tests.simulation.answers import Answers, Job
from tests.simulation.credits import price_of
from tests.simulation.outside import FIELD
from tests.simulation.violations import demand

_ORDER = ("pending", "processing")
_ENDED = {"completed": ItemState.SUCCEEDED, "failed": ItemState.FAILED}
_PIECES = {"markdown", "data", "metadata"}
(_URL,) = urls_of(1)


@dataclass
class AsyncAnswers(Answers):
    """Everything that clients were told of a job of one URL."""

    def check_itself(self, job: Job) -> None:
        """One of four words, and all that goes with it."""
        status = job["status"]
        demand(status in (*_ORDER, *_ENDED), f"an unknown word: {status}")
        demand(job["url"] == _URL, "another job's URL")
        if status in _ORDER:
            started = job["startedAt"] is not None
            demand(started == (status == "processing"), f"{status}, and startedAt says otherwise")
        demand((job["completedAt"] is not None) == (status in _ENDED), f"{status} at another time")
        demand(("error" in job) == (status == "failed"), f"{status}, and its error says otherwise")
        if status == "completed":
            self._check_content(job)
        else:
            demand(not job.keys() & _PIECES, f"{status} with a content")
            demand(job["creditsUsed"] == 0, f"{status}, and it costs something")

    def _check_content(self, job: Job) -> None:
        kind = self.world.records.batches[self.key].kind
        name, wanted = ("data", [{FIELD: _URL}]) if kind.extracts else ("markdown", _URL)
        demand(job.get(name) == wanted, "completed without its content, or with another's")
        demand(job["creditsUsed"] == price_of(kind), "completed at another price")

    def check_records(self, job: Job) -> None:
        """No terminal word that is not recorded."""
        if job["status"] in _ENDED:
            demand(self.recorded_states() == [_ENDED[job["status"]]], "not what the record says")

    def check_later(self, before: Job, now: Job) -> None:
        """The word never goes back, and what has ended stays as it was."""
        if before["status"] in _ENDED:
            demand(now == before, "a job of one URL changed after its end")
        elif now["status"] in _ORDER:
            back = _ORDER.index(now["status"]) < _ORDER.index(before["status"])
            demand(not back, f"{before['status']} became {now['status']}")
        if before["startedAt"] is not None:
            demand(now["startedAt"] is not None, "a start was taken back")
