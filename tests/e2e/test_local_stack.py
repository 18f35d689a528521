"""Does the local stack leave nothing behind, however it ends?"""

import os
import signal
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

from local.emulator import EmulatorError
from local.stack import LocalStack
from local.template import ROOT

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

STARTER = """
import time
from local.stack import LocalStack
stack = LocalStack("test")
stack.start()
print(stack.endpoint, flush=True)
time.sleep(60)
"""


def answers(endpoint: str) -> bool:
    address = urlsplit(endpoint)
    with socket.socket() as probe:
        return probe.connect_ex((str(address.hostname), int(address.port or 0))) == 0


def test_a_stack_that_was_stopped_answers_no_more() -> None:
    with LocalStack("test") as stack:
        assert answers(stack.endpoint)
    assert not answers(stack.endpoint)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(EmulatorError, match=f"Port {port} is taken"):
            LocalStack("test", port=port).start()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_stack_ends_with_whoever_started_it(number: signal.Signals) -> None:
    command = [sys.executable, "-c", STARTER]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        endpoint = starter.stdout.readline().strip()
        assert answers(endpoint)
        os.kill(starter.pid, number)
    deadline = time.monotonic() + 10
    while answers(endpoint) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not answers(endpoint)
