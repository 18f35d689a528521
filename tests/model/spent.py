"""What keeps states apart for nothing?

A record or message that can change nothing any more: every state would come once with and once
without it. What makes one spent stays so for ever: a batch of pages is dispatched once, its fence
stays up, what has ended has ended. Documents grow, are handed over again and opened again: theirs
are kept, but for messages of items that have ended, and for what would be told anew (a dispatch is
wanted again).
"""

from tests.model.records import OWED
from tests.model.world import Told, Trigger, World

_TOLD = {"read", "cancel"}


def forget(w: World) -> None:
    """Drop spent triggers, what clients were told when none will be told more, and whose last call
    wrote when nobody can die any more.
    """
    if w.record is not None:
        spent = [trigger for trigger in w.pending if is_spent(w, trigger)]
        if spent:
            w.pending = w.pending.difference(spent)
    if w.told != _NOTHING and not _tells(w):
        w.told = _NOTHING
    if not w.budget.crashes and any(process.wrote for process in w.processes):
        w.processes = tuple(process._replace(wrote=False) for process in w.processes)


def _tells(w: World) -> bool:
    under_way = (process.trigger for process in w.processes)
    return any(trigger.kind in _TOLD for trigger in (*w.calls, *under_way))


_NOTHING = Told()


def is_spent(w: World, trigger: Trigger) -> bool:
    """Whether its function would change nothing, now or later."""
    kind, arguments = trigger.kind, trigger.arguments
    if kind == "message":
        item = w.item(*arguments)
        return item is not None and item.ended
    if not w.setting.pages:
        return kind == "batch" and not w.batch.dispatch.wanted
    match kind:
        case "batch":
            return not w.batch.dispatch.wanted
        case "tally":
            tally = w.tally(*arguments)
            return not w.batch.takes_work or (tally is not None and not tally.dispatch.wanted)
        case "fence":
            return not w.batch.open
        case "item":
            return _is_reported(w, *arguments[:2])
        case _:
            return _is_decided(w, *arguments)


def _is_reported(w: World, chunk: int, position: int) -> bool:
    """The end of an item, in a batch that has closed."""
    tally = w.tally(chunk)
    return not w.batch.open and tally is not None and bool(tally.known >> position & 1)


def _is_decided(w: World, generation: int) -> bool:
    """An event, whose batch nobody need look at again."""
    event = w.event(generation)
    if event is None or event.verdict == OWED or w.batch.due:
        return False
    return w.batch.purged is not None or not w.setting.purges
