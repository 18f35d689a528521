"""Is a sandbox found by its function's name, and is it known when it works?"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from local.sandboxes import at_work, kill, sandboxes

SANDBOX = """
import sys, time
for order in sys.stdin:
    time.sleep(60)
"""
FUNCTION = "batchbell-SomeFunction-97C53AB03C60A"


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """As the emulator starts one."""
    program = tmp_path / f"ministack-lambda-{FUNCTION}-_sbd5o7s" / "_worker.py"
    program.parent.mkdir()
    program.write_text(SANDBOX)
    with subprocess.Popen([sys.executable, program], stdin=subprocess.PIPE) as running:
        yield running
        running.kill()


def test_a_sandbox_is_found_in_its_emulators_folder_only(
    process: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    assert _comes(lambda: sandboxes(tmp_path) == {FUNCTION: {process.pid}})
    assert sandboxes(tmp_path / "other") == {}


def test_a_sandbox_rests_until_an_order_comes(process: subprocess.Popen[bytes]) -> None:
    assert _comes(lambda: not at_work(process.pid))
    assert process.stdin is not None
    process.stdin.write(b"order\n")
    process.stdin.flush()
    assert _comes(lambda: at_work(process.pid))


def test_a_killed_sandbox_is_neither_found_nor_at_work(
    process: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    kill(process.pid)
    process.wait()
    assert sandboxes(tmp_path) == {}
    assert not at_work(process.pid)


def _comes(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()
