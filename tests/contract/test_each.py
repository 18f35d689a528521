"""Do both `Each` ports make every call, in order of its results?"""

import threading

import pytest

from batchbell.adapters.parallel import ThreadedEach
from batchbell.ports import Each
from tests.memory.each import one_by_one

BOTH = pytest.mark.parametrize("each", [ThreadedEach(4), one_by_one], ids=["threads", "one by one"])


@BOTH
@pytest.mark.parametrize("number", [0, 1, 20])
def test_results_come_in_order(each: Each, number: int) -> None:
    assert each(lambda x: x * x, range(number)) == [x * x for x in range(number)]


@BOTH
def test_the_first_error_comes_when_all_have_ended(each: Each) -> None:
    ended: list[int] = []

    def call(number: int) -> None:
        ended.append(number)
        if number in (2, 5):
            raise ValueError(number)

    with pytest.raises(ValueError, match="2"):
        each(call, range(8))
    assert sorted(ended) == list(range(8))


def test_calls_run_side_by_side() -> None:
    meeting = threading.Barrier(4, timeout=5)
    assert ThreadedEach(4)(lambda _: meeting.wait(), range(4))


def test_no_more_than_so_many_run() -> None:
    running, most, lock = set[int](), list[int](), threading.Lock()

    def call(number: int) -> None:
        with lock:
            running.add(number)
            most.append(len(running))
        threading.Event().wait(0.005)
        with lock:
            running.discard(number)

    ThreadedEach(3)(call, range(12))
    assert max(most) <= 3
