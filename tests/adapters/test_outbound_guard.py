"""Does nothing get past the guard, on either way out?

Pages and webhooks run through the same tests: one table, one guard, two doors.
"""

from collections.abc import Callable, Sequence

import pytest

from batchbell.adapters.outbound import PageFetcher, WebhookPoster
from batchbell.adapters.outbound.resolve import Resolver
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import BatchbellError, PageFailed
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.webhook_answer import Unanswered, WebhookUnanswered
from tests.adapters.names import Names, no_names
from tests.adapters.sites import answering, reply, served
from tests.unit.forbidden import ADDRESSES, HOSTS

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])

CLOSED = AddressRules()
LOCAL = AddressRules(allow_loopback=True)

Door = Callable[[str, AddressRules, Resolver], BatchbellError | None]


def fetch(url: str, rules: AddressRules, resolver: Resolver) -> BatchbellError | None:
    """The page's way out."""
    try:
        fetcher = PageFetcher(rules, 1_000_000, "test", resolver)
        fetcher.fetch(url, FetchOptions(obey_robots=False), timeout_ms=2000)
    except PageFailed as failure:
        return failure
    return None


def post(url: str, rules: AddressRules, resolver: Resolver) -> BatchbellError | None:
    """The webhook's way out."""
    try:
        WebhookPoster(rules, "test", resolver).post(url, headers={}, body=b"{}", timeout_ms=2000)
    except WebhookUnanswered as failure:
        return failure
    return None


def is_refusal(outcome: BatchbellError | None) -> bool:
    """Whether the call was stopped before it was made."""
    if isinstance(outcome, PageFailed):
        return outcome.code in (ErrorCode.SCRAPE_TARGET_FORBIDDEN, ErrorCode.INVALID_URL)
    return isinstance(outcome, WebhookUnanswered) and outcome.reason is Unanswered.FORBIDDEN


both_doors = pytest.mark.parametrize("door", [fetch, post])


@both_doors
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_name_with_a_closed_address_is_refused(door: Door, address: str) -> None:
    """S1, S2, S6, S9: what counts is the address, not the name (nip.io)."""
    assert is_refusal(door("http://innocent.example/", CLOSED, Names([address])))


@both_doors
@pytest.mark.parametrize("host", HOSTS)
def test_a_closed_address_in_the_url_is_refused(door: Door, host: str) -> None:
    """S1, S5, S7: in any spelling, and without asking a resolver."""
    assert is_refusal(door(f"http://{host}/", CLOSED, no_names))


@both_doors
@pytest.mark.parametrize(
    "addresses", [["8.8.8.8", "10.0.0.1"], ["2606:4700::1", "8.8.8.8", "::1"], ["8.8.8.8", "?"]]
)
def test_one_closed_address_spoils_the_name(door: Door, addresses: Sequence[str]) -> None:
    """S9: not even the good one is dialled."""
    assert is_refusal(door("http://innocent.example/", CLOSED, Names(addresses)))


@both_doors
def test_the_address_that_was_checked_is_dialled(door: Door) -> None:
    """S9: a second look-up would lead elsewhere; there is none."""
    names = Names(["127.0.0.1"], ["169.254.169.254"])
    with served(answering(reply("200 OK", body=b"hello"))) as site:
        assert door(f"http://rebinding.example:{site.port}/x", LOCAL, names) is None
    assert names.asked == ["rebinding.example"]
    assert f"Host: rebinding.example:{site.port}\r\n".encode() in site.requests[0]


@both_doors
def test_the_next_address_is_tried(door: Door) -> None:
    with served(answering(reply("200 OK", body=b"hello"))) as site:
        names = Names(["::1", "127.0.0.1"])
        assert door(f"http://two.example:{site.port}/", LOCAL, names) is None
    assert names.asked == ["two.example"]


@both_doors
def test_proxies_are_not_asked(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    """S3: only our code chooses the route."""
    with (
        served(answering(reply("500 Proxy"))) as proxy,
        served(answering(reply("200 OK", body=b"hello"))) as site,
    ):
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert door(site.url, LOCAL, no_names) is None
    assert len(site.requests) == 1
    assert proxy.requests == []


@both_doors
def test_loopback_is_closed_unless_it_is_allowed(door: Door) -> None:
    with served(answering(reply("200 OK", body=b"hello"))) as site:
        assert is_refusal(door(site.url, CLOSED, no_names))
        assert is_refusal(door(site.url, AddressRules(ports=frozenset({site.port})), no_names))
    assert site.requests == []


@both_doors
def test_refusals_name_no_address(door: Door) -> None:
    """S2, S10: neither the address nor what it resolved to."""
    outcome = door("http://innocent.example/", CLOSED, Names(["169.254.169.254"]))
    assert "169" not in str(outcome)
    assert "innocent" not in str(outcome)
