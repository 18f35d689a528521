"""When is an AWS client made, and how?"""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest

from batchbell.adapters.sessions import (
    ATTEMPTS,
    MadeWhenNeeded,
    Patience,
    dynamodb_client,
    late_dynamodb_client,
    s3_client,
    sqs_client,
)

PATIENCE = Patience(connect_seconds=3, read_seconds=7)


class Makes:
    """Makes texts, which stand for clients, and counts them."""

    def __init__(self, failures: int = 0) -> None:
        self.made = 0
        self._failures = failures

    def __call__(self) -> str:
        self.made += 1
        time.sleep(0.01)  # others get their turn meanwhile, if they may
        if self.made <= self._failures:
            raise ConnectionError
        return "client"


def test_it_is_made_at_its_first_call_and_kept() -> None:
    make = Makes()
    client = MadeWhenNeeded(make)
    assert make.made == 0
    assert [client.upper(), client.upper()] == ["CLIENT", "CLIENT"]
    assert make.made == 1


def test_threads_share_one() -> None:
    make, threads = Makes(), 8
    client, together = MadeWhenNeeded(make), Barrier(threads)

    def call(_: int) -> str:
        together.wait()
        upper: str = client.upper()
        return upper

    with ThreadPoolExecutor(threads) as pool:
        assert list(pool.map(call, range(threads))) == ["CLIENT"] * threads
    assert make.made == 1


def test_one_that_could_not_be_made_is_made_the_next_time() -> None:
    client = MadeWhenNeeded(Makes(failures=1))
    with pytest.raises(ConnectionError):
        client.upper()
    assert client.upper() == "CLIENT"


def test_the_object_store_and_the_queues_wait_for_their_first_call() -> None:
    assert isinstance(s3_client(PATIENCE), MadeWhenNeeded)
    assert isinstance(sqs_client(PATIENCE), MadeWhenNeeded)


@pytest.mark.parametrize("make", [dynamodb_client, late_dynamodb_client, s3_client, sqs_client])
def test_a_client_waits_as_long_as_it_is_told(monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    for name in ("AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "testing")
    config = make(PATIENCE).meta.config
    assert (config.connect_timeout, config.read_timeout) == (3, 7)
    assert config.retries["total_max_attempts"] == ATTEMPTS
    assert make(replace(PATIENCE, attempts=1)).meta.config.retries["total_max_attempts"] == 1
