"""Are documents worked on with a slot, and is each hand-over charged once, exactly?"""

from tests.model.records import ENDED, Counts, Item
from tests.model.world import Violation, World


def check_hand_overs(old: World, new: World) -> None:
    """Raises `Violation`."""
    if new.record is None:
        return
    changed = new.rows is not old.rows or new.record is not old.record
    if changed or new.slot is not old.slot:
        _check_slot(new)
    if new.rows is not old.rows or new.purses is not old.purses:
        for number in range(1, len(new.purses) + 1):
            _check_purse(new, number)


def _check_slot(w: World) -> None:
    """Whoever was dispatched holds a slot until nothing is in work."""
    if not w.slot and any((row.hand_over or 0) <= w.dispatched for row in in_work(w)):
        raise Violation("documents are in work, and their batch holds no slot")


def in_work(w: World) -> list[Item]:
    """The documents that were handed over and are open."""
    return [row for rows in w.rows for row in rows if row and row.handed_over_and_open]


def _check_purse(w: World, number: int) -> None:
    purse, members = w.purse(number), members_of(w, number)
    is_open = any(not row.ended for row in members)
    if is_open and (purse.entry is not None or purse.used is not None):
        raise Violation(f"hand-over {number} is charged, and a document of it is open")
    if purse.entry is not None and purse.entry != counted(members):
        raise Violation(f"hand-over {number} is charged {purse.entry}, not {counted(members)}")
    succeeded = counted(members).succeeded
    if purse.used is not None and purse.used != succeeded:
        raise Violation(f"hand-over {number} has used {succeeded} credits, not {purse.used}")


def members_of(w: World, number: int) -> list[Item]:
    """The documents that came with a hand-over."""
    return [row for rows in w.rows for row in rows if row and row.hand_over == number]


def counted(rows: list[Item]) -> Counts:
    """How many ended how."""
    states = [row.state for row in rows]
    return Counts(*(states.count(state) for state in ENDED))


def slot_owed(w: World) -> str | None:
    """Whether the slot of a batch is to be freed, where nothing moves any more."""
    if w.slot and not in_work(w):
        return "no document is in work, and the batch keeps its slot"
    return None


def charges_owed(w: World) -> str | None:
    """What of credits is still owed where nothing moves any more."""
    for number in range(1, max(len(w.purses), _latest(w)) + 1):
        purse, members = w.purse(number), members_of(w, number)
        if members and purse.entry is None:
            return f"hand-over {number} has ended, and is never charged"
        if purse.reserved:
            return f"hand-over {number} has ended, and keeps what it reserved"
    return None


def _latest(w: World) -> int:
    return max((row.hand_over or 0 for rows in w.rows for row in rows if row), default=0)
