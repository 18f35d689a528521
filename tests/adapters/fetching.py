"""How do these tests fetch a page, and what did it fail with?"""

import pytest

from batchbell.adapters.outbound import PageFetcher
from batchbell.adapters.outbound.resolve import Resolver
from batchbell.domain.addresses import AddressRules
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_options import FetchOptions
from tests.adapters.names import no_names
from tests.adapters.sites import (
    Behaviour,
    served,
)

LOCAL = AddressRules(allow_loopback=True)
LIMIT = 200_000
UNASKED = FetchOptions(country="DE", obey_robots=False)
"""Sites of most tests count their requests, and are not asked for robots.txt."""


def fetch(
    url: str,
    resolver: Resolver = no_names,
    timeout_ms: int = 5000,
    options: FetchOptions = UNASKED,
) -> FetchedPage:
    fetcher = PageFetcher(LOCAL, LIMIT, "Batchbell-test/1", resolver)
    return fetcher.fetch(url, options, timeout_ms=timeout_ms)


def failure(url: str, resolver: Resolver = no_names, timeout_ms: int = 5000) -> PageFailed:
    with pytest.raises(PageFailed) as failed:
        fetch(url, resolver, timeout_ms)
    return failed.value


def failure_at(behaviour: Behaviour, timeout_ms: int = 5000) -> PageFailed:
    with served(behaviour) as site:
        return failure(site.url + "/", timeout_ms=timeout_ms)
