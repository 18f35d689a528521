"""Is a document read once, however often somebody is told to read it?"""

from tests.flow.office import office
from tests.flow.pump import Read
from tests.flow.settled import settled


def test_a_message_that_comes_again_reads_nothing_twice() -> None:
    """Q1: each comes three times, and once more to another worker while the document is read."""
    desk = office()
    desk.pump.times = 3

    def to_another_worker() -> None:
        assert isinstance(desk.pump.current, Read)
        desk.pump.bring(desk.pump.current)

    desk.pump.engine.before = to_another_worker
    desk.upload("a", "b", "x")
    desk.process()
    desk.pump.run_and_sweep()
    settled(desk)
    read = [text for text, _ in desk.pump.engine.read_with]
    assert sorted(read) == ["a", "b", "x"]
    assert desk.pump.repairs == []
