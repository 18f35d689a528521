"""Which bytes does a document have when one Idempotency-Key is used for two files at once?"""

from dataclasses import replace

import pytest

from batchbell.domain.codes import DocumentsCode
from batchbell.domain.identifiers import fingerprint_of
from batchbell.usecases.add_document import add_document
from tests.flow.intruder import Intruder
from tests.flow.office import office, refused
from tests.flow.scene import watch
from tests.flow.settled import settled


@pytest.mark.parametrize("number", [1, 2, 3])
def test_who_is_refused_has_not_replaced_the_bytes_of_who_was_not(number: int) -> None:
    """The one that is accepted comes after that many calls of the other: before the fourth adds."""
    desk = office()
    world, accepted = desk.pump.world, desk.order("a")
    other = replace(accepted, content=b"b", fingerprint=fingerprint_of("b"))
    watch(desk.pump, Intruder(lambda: desk.upload("a"), number))
    with refused(DocumentsCode.CONFLICT):
        add_document(world.store, world.desk, other)
    watch(desk.pump)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert [text for text, _ in desk.pump.engine.read_with] == ["a"]
