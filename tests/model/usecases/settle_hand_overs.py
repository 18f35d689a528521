"""What follows when documents have ended?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.ports import batches, hand_overs, items, money, slots
from tests.model.ports.hand_overs import InWork
from tests.model.records import ENDED, UPLOADED, Batch, Counts, HandOver, Item
from tests.model.setting import Setting


class Row(NamedTuple):
    """A document as it is charged. `state`: how it ended, UPLOADED, or None: it is in work."""

    number: int | None
    state: str | None

    @property
    def in_work(self) -> bool:
        """Whether it was handed over, and has not ended."""
        return self.number is not None and self.state not in ENDED


Rows = tuple[Row, ...]
"""Every document of a batch, by index."""


class Settling(NamedTuple):
    """A batch whose hand-overs are settled."""

    total: int
    chunks: int
    open: bool
    takes_work: bool
    in_work: InWork

    @property
    def under_way(self) -> HandOver | None:
        """The hand-over that is under way."""
        return self.in_work.hand_over

    @property
    def newest(self) -> int:
        """The number of the newest hand-over."""
        begun = self.in_work.hand_over
        return self.in_work.dispatch.number if begun is None else begun.number


def settle_hand_overs(m: Setting, just_ended: tuple[int, int] | None) -> Calls[bool]:
    """Charge hand-overs that have ended (only that of the document that has `just_ended`, or all),
    and free the slot when nothing is in work. -> whether a slot may be free.
    """
    if m.breaks("slot-freed-on-later-read"):
        rows = yield from _read_rows_first(m)
        seen = yield from batches.read(settling_of)
    else:
        seen = yield from batches.read(settling_of)
        rows = yield from read_rows(m, seen.total, seen.chunks)
    if not (seen.open and m.breaks("charge-at-close")):
        yield from _charge(m, seen, rows, just_ended)
    return (yield from _free(m, seen, rows))


def free_when_idle(m: Setting) -> Calls[None]:
    """Free the slot when nothing is in work; charge nothing."""
    seen = yield from batches.read(settling_of)
    rows = yield from read_rows(m, seen.total, seen.chunks)
    yield from _free(m, seen, rows)


def _read_rows_first(m: Setting) -> Calls[Rows]:
    """A breakage's."""
    total, chunks = yield from batches.read(_size_of)
    return (yield from read_rows(m, total, chunks))


def _free(m: Setting, seen: Settling, rows: Rows) -> Calls[bool]:
    wanted = seen.takes_work and seen.in_work.dispatch.wanted
    if wanted or not (rests(seen, rows) or m.breaks("slot-freed-in-work")):
        return False
    return (yield from slots.free_idle(seen.in_work))


def rests(seen: Settling, rows: Rows) -> bool:
    """Whether no document is in work, nor on its way there."""
    on_their_way = seen.under_way is not None and seen.takes_work
    return not on_their_way and not any(row.in_work for row in rows)


def read_rows(m: Setting, total: int, chunks: int) -> Calls[Rows]:
    """Every document's item."""
    found: Rows = ()
    for chunk in range(chunks):
        rows = yield from items.read_chunk(chunk, m.length_of(total, chunk), _row_of)
        found += rows
    return found


def _charge(
    m: Setting, seen: Settling, rows: Rows, just_ended: tuple[int, int] | None
) -> Calls[None]:
    reserved = yield from money.reserved()
    numbers = _numbers(m, rows, reserved, just_ended)
    for number in (n for n in numbers if _has_ended(m, seen, n, rows)):
        yield from _charge_one(number, rows, reserved=number in reserved)


def _numbers(
    m: Setting, rows: Rows, reserved: tuple[int, ...], just_ended: tuple[int, int] | None
) -> tuple[int, ...]:
    """The hand-overs that may have ended."""
    if just_ended is None:
        found = {*reserved, *(row.number for row in rows)}
    else:
        chunk, position = just_ended
        found = {row.number for row in rows[chunk * m.chunk + position :][:1]}
    return tuple(sorted(number for number in found if number))


def _has_ended(m: Setting, seen: Settling, number: int, rows: Rows) -> bool:
    """One that began after the batch was read has not: its documents were not seen."""
    if number > seen.newest and not m.breaks("charge-unseen"):
        return False
    under_way = seen.under_way is not None and seen.under_way.number == number
    if under_way and seen.open and not m.breaks("charge-under-way"):
        return False
    ended = all(row.state in ENDED for row in rows if row.number == number)
    return ended or m.breaks("charge-early")


def _charge_one(number: int, rows: Rows, *, reserved: bool) -> Calls[None]:
    counts = _counts(number, rows)
    if any(row.number == number for row in rows):
        yield from money.put(number, counts)
    if reserved:
        yield from money.give_back(number, counts.succeeded)


def _counts(number: int, rows: Rows) -> Counts:
    states = [row.state for row in rows if row.number == number]
    return Counts(*(states.count(state) for state in ENDED))


def settling_of(batch: Batch) -> Settling:
    """A view."""
    in_work = hand_overs.in_work_of(batch)
    return Settling(batch.total, batch.chunks, batch.open, batch.takes_work, in_work)


def _size_of(batch: Batch) -> tuple[int, int]:
    return batch.total, batch.chunks


def _row_of(item: Item | None) -> Row:
    if item is None:
        return Row(None, None)
    kept = item.ended or item.state == UPLOADED
    return Row(item.hand_over, item.state if kept else None)
