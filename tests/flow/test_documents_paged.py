"""Does whoever reads a batch page by page get every document once, whatever happens meanwhile?"""

import pytest

from batchbell.usecases.read_documents import read_documents
from tests.flow.intruder import Intruder
from tests.flow.office import Office, office
from tests.flow.scene import watch


def read_all(desk: Office) -> list[str]:
    """The ids, from page to page."""
    ids: list[str] = []
    start: int | None = 0
    while start is not None:
        world = desk.pump.world
        found = read_documents(world.store, world.desk, desk.key, start, None)
        ids += [view.document.id for view in found.documents]
        start = found.next_index
    return ids


@pytest.mark.parametrize("number", range(1, 9))
def test_every_document_is_on_one_page(number: int) -> None:
    """The last that was open is deleted, and another opens the batch again: the reader has seen it
    open, and what it finds ended is no longer taken down for that generation.
    """
    desk = office()
    desk.upload("a", "b", "c")
    desk.delete("a")
    desk.delete("c")
    watch(desk.pump, Intruder(lambda: (desk.delete("b"), desk.upload("d")), number))
    ids = read_all(desk)
    assert ids[:3] == [desk.ids[letter] for letter in "abc"]
    assert len(ids) == len(set(ids))
