"""How does a submission become a batch?"""

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, contents
from tests.model.records import Batch
from tests.model.setting import Setting


def submit(m: Setting) -> Calls[Ending]:
    """The input list first, the batch record last."""
    existing = yield from batches.find(_exists)
    if existing is None:
        if m.breaks("submit-batch-first"):
            yield from batches.create()
            yield from contents.put_spec()
            return Answer("submitted")
        yield from contents.put_spec()
        created = yield from batches.create()
        if not created:
            yield from batches.find(_exists)
    return Answer("submitted")


def _exists(_: Batch) -> bool:
    return True
