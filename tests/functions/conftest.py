"""What every test of a function has."""

import io
import logging
from collections.abc import Iterator

import pytest

from batchbell.runtime.observability import logger
from tests.functions.callers import KEY, OTHER_KEY, SECRET, Caller


@pytest.fixture
def caller() -> Caller:
    """A caller of an empty deployment."""
    return Caller()


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """What the function has logged. No line may hold a secret, in any test."""
    handler, lines = logger().registered_handler, io.StringIO()
    assert isinstance(handler, logging.StreamHandler)
    # Not `setStream`, which flushes: whoever logged first may have had an output that is closed.
    before, handler.stream = handler.stream, lines
    yield lines
    handler.stream = before
    logger().clear_state()
    assert not [secret for secret in (KEY, OTHER_KEY, SECRET) if secret in lines.getvalue()]
