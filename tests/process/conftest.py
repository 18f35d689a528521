"""A deployment in this process."""

from collections.abc import Iterator

import pytest

from tests.process.cloud import cloud
from tests.process.process import Process


@pytest.fixture
def process() -> Iterator[Process]:
    """An empty deployment that tries a page again at once."""
    with cloud(RETRY_BASE_SECONDS="0") as made:
        yield Process(made)
