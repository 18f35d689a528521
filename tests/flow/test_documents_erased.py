"""Does a reader who meets an erasure get everything, or the answer that it is gone?"""

from collections.abc import Callable
from contextlib import suppress

import pytest

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.errors import CallerError
from batchbell.usecases.read_document import DocumentView, find_document
from batchbell.usecases.read_documents import read_documents
from tests.flow.intruder import Intruder
from tests.flow.office import Office, office
from tests.flow.scene import watch


def all_of(desk: Office) -> list[DocumentView]:
    """Reads the batch with its documents."""
    world = desk.pump.world
    return list(read_documents(world.store, world.desk, desk.key, 0, None).documents)


def one_of(desk: Office) -> list[DocumentView]:
    """Reads a document."""
    world = desk.pump.world
    return [find_document(world.store, world.desk, desk.tenant, desk.ids["a"])]


@pytest.mark.parametrize("read", [all_of, one_of])
def test_whoever_reads_meanwhile_reads_all_of_it_or_is_told(
    read: Callable[[Office], list[DocumentView]],
) -> None:
    """The erasure comes between any two calls of the reader."""
    number, told = 0, 0
    while True:
        number += 1
        desk = office()
        desk.upload("a", "x")
        desk.process()
        desk.pump.run()
        intruder = Intruder(desk.purge, number)
        watch(desk.pump, intruder)
        views: list[DocumentView] = []
        with suppress(CallerError):
            views = read(desk)
        for view in views:
            assert view.document.filename in ("a.pdf", "x.pdf")
            assert ("line_items" in view.content) == (view.document.filename == "a.pdf")
        told += not views
        if not intruder.came:
            break
    assert number > 3
    assert told > 1


def test_who_is_told_is_told_that_it_is_gone() -> None:
    desk = office()
    desk.upload("a")
    desk.process()
    desk.pump.run()
    watch(desk.pump, Intruder(desk.purge, 2))
    with pytest.raises(CallerError, check=lambda error: error.code is DocumentsCode.EXPIRED):
        all_of(desk)
