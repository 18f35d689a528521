"""The functions log nothing while they are simulated."""

from collections.abc import Iterator

import pytest

from tests.simulation.seeds import quiet


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with quiet():
        yield
