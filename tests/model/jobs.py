"""What is to be explored, and how is what was found told?"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import process_time
from typing import NamedTuple

from tests.model.breakages import BREAKAGES
from tests.model.configurations import CONFIGURATIONS
from tests.model.search import Found, Search

MOST_STATES = 3_000_000


class Job(NamedTuple):
    """A configuration; or a breakage, in the configuration in which it shows or in another one."""

    configuration: str
    breakage: str | None = None


class Done(NamedTuple):
    """A job, what it found, and how long that took."""

    job: Job
    found: Found
    cpu_seconds: float

    @property
    def as_expected(self) -> bool:
        """A breakage does harm; a configuration holds."""
        return (self.found.violation is not None) == (self.job.breakage is not None)

    @property
    def line(self) -> str:
        """One line of text."""
        job, found = self.job, self.found
        words = ("found", "MISSED") if job.breakage else ("holds", "BROKEN")
        word = words[0] if self.as_expected else words[1]
        name = job.breakage or job.configuration
        size = f"{found.states:>9,} states {self.cpu_seconds:6.1f} s"
        return f"{word:7}{name:28}{size}  {found.violation or ''}".rstrip()


def job_of(breakage: str) -> Job:
    """A breakage, where it shows."""
    return Job(BREAKAGES[breakage].shows_in, breakage)


def run(job: Job) -> Done:
    """Explore."""
    configuration = CONFIGURATIONS[job.configuration]
    if job.breakage is not None:
        configuration = configuration.broken(job.breakage, *BREAKAGES[job.breakage].with_)
    began = process_time()
    found = Search(configuration, MOST_STATES).run()
    return Done(job, found, process_time() - began)


def run_all(jobs: list[Job], processes: int) -> Iterator[Done]:
    """Each as it is done; one process goes through them in order."""
    if processes == 1:
        yield from map(run, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        for future in as_completed([pool.submit(run, job) for job in jobs]):
            yield future.result()
