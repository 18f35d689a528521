"""What every test of a command has."""

import pytest

from tests.commands.operators import Operator


@pytest.fixture
def operator(capsys: pytest.CaptureFixture[str]) -> Operator:
    """An operator of an empty deployment."""
    return Operator(capsys)
