"""When does nobody need to look at a batch again?"""

from tests.model.calls import Calls
from tests.model.ports import batches, events
from tests.model.ports.batches import DueSeen
from tests.model.ports.events import verdict_of
from tests.model.records import OWED
from tests.model.setting import Setting


def leave_due(m: Setting, seen: DueSeen) -> Calls[bool]:
    """Leave the due index when every generation's event has its verdict. -> whether it has left. An
    erased batch is for the sweeper alone to let go.
    """
    if seen.open and not m.breaks("leave-due-unconditional"):
        return False
    verdicts = yield from events.read_all(seen.generation, verdict_of)
    if m.breaks("leave-due-at-newest-verdict"):
        verdicts = verdicts[-1:]
    if (None in verdicts or OWED in verdicts) and not m.breaks("leave-due-unconditional"):
        return False
    return (yield from batches.leave_due(seen))
