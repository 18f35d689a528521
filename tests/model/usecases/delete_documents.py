"""How are a document and a batch of documents deleted, so that the answer is a fact?"""

from typing import NamedTuple

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, contents, documents, hand_overs, items
from tests.model.records import CANCEL, CANCELED, SUCCEEDED, Batch
from tests.model.setting import Setting
from tests.model.usecases.advance import advance
from tests.model.usecases.fold import Ended, ended_of, fold_items
from tests.model.usecases.read_job import View, read_job
from tests.model.usecases.settle import settle


def delete_document(m: Setting, chunk: int, position: int) -> Calls[Ending]:
    """Cancel a document that nobody has begun."""
    view = yield from _find(m, chunk, position)
    if view is None:
        return Answer("gone")
    if _state_in(view, chunk, position) != CANCELED:
        yield from _cancel(m, chunk, position)
    ended = yield from items.read(chunk, position, ended_of)
    if ended is None or ended.state != CANCELED:
        return Answer("conflict")
    yield from _report(m, chunk, position, ended)
    view = yield from _find(m, chunk, position)
    return Answer("gone") if view is None else Answer("withdrawn", (view, chunk, position))


def _cancel(m: Setting, chunk: int, position: int) -> Calls[None]:
    """It may be the last that was open of a batch that rests: should we die here, the sweeper comes
    to close it.
    """
    if not m.breaks("delete-wakes-nobody"):
        yield from hand_overs.wake()
    yield from items.end_waiting(chunk, position, CANCELED)


def _report(m: Setting, chunk: int, position: int, ended: Ended) -> Calls[None]:
    """The batch knows of it before the answer: it may be the last that was open."""
    yield from fold_items(chunk, (None,) * position + (ended,))
    yield from advance(m)


def _find(m: Setting, chunk: int, position: int) -> Calls[View | None]:
    """The batch, and the rows of the document's chunk. None: erased."""
    yield from documents.read()
    view = yield from read_job(m, (chunk,))
    if view is not None and _state_in(view, chunk, position) == SUCCEEDED:
        yield from contents.get_result()
    return view


def delete_batch(m: Setting) -> Calls[Ending]:
    """End what waits; what is being worked on ends by itself."""
    seen = yield from batches.find(_to_delete)
    if seen is None:
        return Answer("gone")
    if not seen.fenced:
        yield from hand_overs.delete(CANCEL)
    yield from settle(m)
    view = yield from read_job(m, ())
    return Answer("gone") if view is None else Answer("deleted", (view,))


class _Seen(NamedTuple):
    """A batch that is there."""

    fenced: bool


def _to_delete(batch: Batch) -> _Seen | None:
    """None: erased."""
    return None if batch.purged else _Seen(batch.fence is not None)


def _state_in(view: View, chunk: int, position: int) -> str:
    return dict(view.rows)[chunk][position].state
