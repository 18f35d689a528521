"""Does every event file have a test that reads it?"""

from pathlib import Path

import pytest

from tests.functions.event_files import names

_SOURCES = "".join(path.read_text() for path in Path(__file__).parents[1].rglob("*.py"))


@pytest.mark.parametrize("name", names())
def test_an_event_file_is_read_by_a_test(name: str) -> None:
    assert f'"{name}"' in _SOURCES
