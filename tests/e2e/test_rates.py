"""Does a client that follows the headers get through, however few calls it is allowed?

400 calls with two keys, in both classes. One client runs into a 429 and waits for its Retry-After;
the other sees that nothing is left, and waits for the reset.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from local.client import Answer, Client
from local.keys import create_key
from local.stack import LocalStack

TENANT = "hurried"
CALLS = 100
"""Of each key in each class."""
LIMIT = 60
"""A minute: so each waits once."""
TIME_FOR_LIMIT = 20
"""Seconds that are ample to make so many calls."""

TOO_EARLY = 2
"""Seconds; the time that is told is up to one longer than the wait."""

Call = Callable[[], Answer]


@dataclass
class Caller:
    """One key in one class. `answers`: the status of every answer, in order."""

    call: Call
    answers: list[int] = field(default_factory=list)

    def ask(self) -> Answer:
        """One call."""
        answer = self.call()
        self.answers.append(answer.status)
        return answer

    def until_refused(self) -> None:
        """All calls; after a 429 it comes once too early, and then when it was told to."""
        while self.answers.count(200) < CALLS:
            answer = self.ask()
            if answer.status == 429:
                told = time.monotonic() + int(answer.headers["Retry-After"])
                time.sleep(max(told - TOO_EARLY - time.monotonic(), 0))
                self.ask()
                time.sleep(max(told - time.monotonic(), 0))

    def until_nothing_is_left(self) -> None:
        """All calls; after the last that is left it waits for the reset."""
        while self.answers.count(200) < CALLS:
            answer = self.ask()
            if answer.headers["X-RateLimit-Remaining"] == "0":
                time.sleep(max(int(answer.headers["X-RateLimit-Reset"]) - time.time(), 0))


@pytest.fixture
def calls(stack: LocalStack) -> Callable[[], tuple[Call, Call]]:
    """Makes a new key of a tenant with few calls, and returns a call of each class with it."""
    limits = ["--writes-a-minute", str(LIMIT), "--reads-a-minute", str(LIMIT)]
    command = [sys.executable, "-m", "batchbell.commands", "tenants", "set", TENANT, *limits]
    subprocess.run(command, env=stack.environment(), check=True, capture_output=True)
    owner = Client(stack.base_url, create_key(stack, TENANT))
    job_id = owner.submit({"urls": ["not a url"]}).data["id"]

    def new_key() -> tuple[Call, Call]:
        client = Client(stack.base_url, create_key(stack, TENANT))
        return (lambda: client.read(job_id)), (lambda: client.submit({"urls": ["not a url"]}, "a"))

    return new_key


def seconds_left() -> float:
    """Of this minute."""
    return 60 - time.time() % 60


def start_early() -> None:
    """So early in a minute that the limit is reached in it."""
    if seconds_left() < TIME_FOR_LIMIT:
        time.sleep(seconds_left())


def test_400_calls_that_follow_the_headers_all_succeed(
    calls: Callable[[], tuple[Call, Call]],
) -> None:
    refused = [Caller(call) for call in calls()]
    careful = [Caller(call) for call in calls()]
    start_early()
    with ThreadPoolExecutor(4) as threads:
        done = [threads.submit(caller.until_refused) for caller in refused]
        done += [threads.submit(caller.until_nothing_is_left) for caller in careful]
    for each in done:
        each.result()
    assert [caller.answers.count(200) for caller in refused + careful] == [CALLS] * 4
    assert {status for caller in careful for status in caller.answers} == {200}
    once = [200] * LIMIT + [429, 429] + [200] * (CALLS - LIMIT)
    assert [caller.answers for caller in refused] == [once, once]
