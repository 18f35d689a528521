"""Do a caller's options come back as they were stored?"""

import json

import pytest

from batchbell.domain.page_options import FORMATS, DistillOptions, FetchOptions


@pytest.mark.parametrize(
    "options",
    [
        FetchOptions(),
        FetchOptions(country="DE", headers=(("X-One", "1"), ("Cookie", "a=ü")), obey_robots=False),
    ],
)
def test_what_is_asked_of_a_site_comes_back(options: FetchOptions) -> None:
    assert FetchOptions.from_body(json.loads(json.dumps(options.as_body()))) == options


@pytest.mark.parametrize(
    "options",
    [
        DistillOptions(),
        DistillOptions(formats=FORMATS, include_tags=("main", "a, b"), exclude_tags=("#x",)),
    ],
)
def test_what_is_made_of_a_page_comes_back(options: DistillOptions) -> None:
    assert DistillOptions.from_body(json.loads(json.dumps(options.as_body()))) == options


def test_a_callers_headers_are_not_shown() -> None:
    assert "secret" not in repr(FetchOptions(headers=(("Authorization", "secret"),)))


@pytest.mark.parametrize("body", [{}, {"country": "US", "headers": None, "obey_robots": True}])
def test_what_was_never_stored_is_not_read(body: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        FetchOptions.from_body(body)
