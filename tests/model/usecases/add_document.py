"""How does an upload become a document of a batch?"""

from tests.model.calls import Calls
from tests.model.endings import Answer, Ending
from tests.model.ports import batches, documents, items
from tests.model.ports.documents import Growing, growing_of
from tests.model.records import Batch, Item
from tests.model.setting import Setting


def upload(m: Setting, name: int) -> Calls[Ending]:
    """Add a document, or find the one that the same upload added before; a batch that has closed is
    opened again.
    """
    first = True
    while True:
        existing = yield from documents.find(name)
        if existing is not None:
            yield from batches.read(_exists)
            yield from items.read(*existing, _is_there)
            return Answer("uploaded")
        seen = yield from batches.read(_to_add)
        if seen is None:
            return Answer("refused")
        if first and name not in m.linked:
            yield from documents.put_file()
        added = yield from documents.add(seen, name)
        if added:
            return Answer("uploaded")
        first = False


def _to_add(batch: Batch) -> Growing | None:
    """None: the batch takes no more."""
    return None if batch.fence or batch.purged else growing_of(batch)


def _exists(_: Batch) -> bool:
    return True


def _is_there(_: Item | None) -> bool:
    return True
