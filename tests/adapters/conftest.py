"""A distiller for the tests of this folder that ask for one."""

from collections.abc import Iterator

import pytest

from batchbell.adapters.distiller import ChildDistiller
from tests.adapters.distilling import children


@pytest.fixture
def distiller() -> Iterator[ChildDistiller]:
    one = ChildDistiller(children=1)
    yield one
    one.close()
    assert children() == []
