"""How is a job's content erased at its owner's wish?"""

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, contents
from tests.model.setting import Setting
from tests.model.usecases.read_job import read_job


def purge(m: Setting) -> Calls[Ending]:
    """Erase the results and the input list of a finished job."""
    view = yield from read_job(m, ())
    if view is None:
        return Answer("gone")
    if view.outcome is None:
        return Answer("not finished")
    yield from batches.mark_purged()
    yield from erase()
    return Answer("purged")


def erase() -> Calls[None]:
    """Forget what the batch was asked and what it came to."""
    yield from contents.erase_results()
    yield from contents.erase_spec()
