"""Does every event file have a test that reads it?"""

from pathlib import Path

import pytest

from tests.functions.event_files import loaded, names

_FILES = set(Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize("name", names())
def test_an_event_file_is_read_by_a_test(request: pytest.FixtureRequest, name: str) -> None:
    """It runs after all others; when some of them were left out, it cannot know."""
    if not {item.path for item in request.session.items} >= _FILES:
        pytest.skip("some tests of this folder were left out")
    assert name in loaded
