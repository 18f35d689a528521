"""Is no document lost, and no batch made twice, when many callers come at once?"""

import threading
from concurrent.futures import ThreadPoolExecutor

from batchbell.domain.item import ItemState
from batchbell.usecases.add_document import add_document
from tests.flow.documents_reader import DocumentsReader
from tests.flow.intruder import Intruder
from tests.flow.office import Office, office
from tests.flow.scene import watch
from tests.flow.settled import settled

LETTERS = [f"d{number}" for number in range(16)]


def upload_at_once(desk: Office) -> None:
    """Each by a thread of its own; between any two port calls another may go on."""
    world, orders = desk.pump.world, [desk.order(letter) for letter in LETTERS]
    world.watch(_Taking())
    with ThreadPoolExecutor(len(orders)) as pool:
        list(pool.map(lambda order: add_document(world.store, world.desk, order), orders))
    watch(desk.pump)


class _Taking:
    """One port call at a time, in any order."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def before(self, call_name: str) -> None:
        """Waits for its turn."""
        self._lock.acquire()

    def after(self, call_name: str) -> None:
        """Lets others go on."""
        self._lock.release()
        threading.Event().wait(0.0001)


def all_there(desk: Office, documents: int) -> None:
    """Every document once, at a place of its own."""
    items = desk.items
    assert desk.batch.total == documents == len(items)
    assert {item.document for item in items} == set(desk.ids.values())
    assert [item.key.index for item in items] == list(range(documents))
    assert len(desk.pump.world.records.batches) == 1
    records = desk.pump.world.records.documents
    assert {one.item for one in records.values()} == {item.key for item in items}


def test_sixteen_uploads_at_once_make_one_batch() -> None:
    desk = office()
    upload_at_once(desk)
    all_there(desk, 16)
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert desk.states == [ItemState.SUCCEEDED] * 16
    assert len(desk.events) == 1


def test_sixteen_uploads_at_once_open_a_batch_once() -> None:
    desk = office()
    desk.upload("a")
    desk.process()
    desk.pump.run()
    upload_at_once(desk)
    all_there(desk, 17)
    assert desk.batch.generation == 2
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    assert len(desk.events) == 2


def test_an_upload_may_come_between_any_two_calls_of_the_system() -> None:
    """C6: into the first or into the next generation: it is read, once, and told of, once."""
    number = 0
    while True:
        number += 1
        desk = office()
        desk.upload("a")
        desk.register()
        desk.process()
        reader = DocumentsReader(desk)
        reader.read()
        intruder = Intruder(lambda desk=desk, r=reader: (desk.upload("b"), r.read()), number)  # type: ignore[misc]
        watch(desk.pump, intruder)
        desk.pump.run()
        watch(desk.pump)
        reader.read()
        desk.process()
        desk.pump.run_and_sweep()
        reader.read()
        settled(desk)
        assert set(desk.states) == {ItemState.SUCCEEDED}
        assert len(desk.events) == desk.batch.generation
        assert desk.posts() == [event.id for event in desk.events]
        if not intruder.came:
            break
    assert number > 30
