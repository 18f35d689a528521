"""Does a child that uses no processor time have its end too?"""

import os
import signal
import time
from pathlib import Path

from batchbell.adapters.distiller import ChildDistiller
from batchbell.domain.codes import ErrorCode
from tests.adapters.distilling import children, failure, good, is_running
from tests.unit.hostile import GOOD, SENTENCE


def standing_still() -> int:
    """The only child, which does nothing any more, whatever it is asked. -> its id."""
    [child] = children()
    os.kill(child, signal.SIGSTOP)
    while Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.01)
    return child


def test_a_child_that_stands_still_is_killed_by_the_clock(distiller: ChildDistiller) -> None:
    """D7: a limit of processor time would wait for ever; and the next page has a child."""
    good(distiller)
    child = standing_still()
    began = time.monotonic()
    failed = failure(distiller, GOOD, timeout_ms=500)
    assert 0.4 < time.monotonic() - began < 3
    assert failed.code is ErrorCode.DISTILL_FAILED
    assert not is_running(child)
    assert SENTENCE.strip() in good(distiller).markdown


def test_a_child_that_stands_still_is_ended_with_the_worker(distiller: ChildDistiller) -> None:
    """D6."""
    good(distiller)
    child = standing_still()
    distiller.close()
    assert not is_running(child)
