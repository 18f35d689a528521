"""Is a page fetched only if the site's robots.txt lets us?"""

import gzip
import socket
import threading
import time

import pytest

from batchbell.adapters.outbound import PageFetcher
from batchbell.adapters.outbound import robots as guard
from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.resolve import Resolver
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.target import parse_target
from tests.adapters.fetching import LIMIT, LOCAL
from tests.adapters.names import Names, no_names, unknown_names
from tests.adapters.sites import (
    Behaviour,
    Site,
    answering,
    dripping,
    read_request,
    repeating,
    reply,
    routing,
    served,
    silent,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])

PAGE = reply("200 OK", body=b"<p>hello")
FORBIDS = reply("200 OK", body=b"User-agent: *\nDisallow: /closed\n")
OBEDIENT = FetchOptions(headers=(("Cookie", "secret"), ("User-Agent", "Somebody/1")))


def fetcher(resolver: Resolver = no_names, rules: AddressRules = LOCAL) -> PageFetcher:
    return PageFetcher(rules, LIMIT, "Batchbell-test/1", resolver)


def failure(url: str, one: PageFetcher | None = None, timeout_ms: int = 5_000) -> PageFailed:
    with pytest.raises(PageFailed) as failed:
        (one or fetcher()).fetch(url, OBEDIENT, timeout_ms=timeout_ms)
    return failed.value


def site_with(robots: bytes, **pages: bytes) -> Behaviour:
    """A site with pages of these names, and its robots.txt."""
    paths = {f"/{name}": answer for name, answer in pages.items()}
    return routing({"/robots.txt": robots, **paths})


def paths_asked(site: Site) -> list[str]:
    return [request.split(b" ")[1].decode() for request in site.requests]


def test_a_closed_page_is_not_asked_for() -> None:
    with served(site_with(FORBIDS, closed=PAGE)) as site:
        failed = failure(f"{site.url}/closed?a=b")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_TARGET_FORBIDDEN, False)
    assert "robots.txt" in failed.message
    assert paths_asked(site) == ["/robots.txt"]


def test_an_open_page_is_fetched_and_the_rules_are_remembered() -> None:
    with served(site_with(FORBIDS, open=PAGE)) as site:
        one = fetcher()
        for _ in range(3):
            one.fetch(f"{site.url}/open", OBEDIENT, timeout_ms=5_000)
    assert paths_asked(site) == ["/robots.txt", "/open", "/open", "/open"]


def test_a_tenant_may_turn_it_off() -> None:
    with served(site_with(FORBIDS, closed=PAGE)) as site:
        page = fetcher().fetch(
            f"{site.url}/closed", FetchOptions(obey_robots=False), timeout_ms=5_000
        )
    assert page.body == b"<p>hello"
    assert paths_asked(site) == ["/closed"]


def test_nothing_of_the_callers_goes_with_the_question() -> None:
    with served(site_with(FORBIDS, open=PAGE)) as site:
        fetcher().fetch(f"{site.url}/open", OBEDIENT, timeout_ms=5_000)
    first, second = site.requests
    assert b"User-Agent: Batchbell-test/1\r\n" in first
    assert b"secret" not in first
    assert b"secret" in second


@pytest.mark.parametrize("status", ["401 No", "403 No", "404 Not Found", "410 Gone", "418 Teapot"])
def test_a_site_without_the_file_allows_everything(status: str) -> None:
    with served(site_with(reply(status, body=b"User-agent: *\nDisallow: /"), open=PAGE)) as site:
        assert fetcher().fetch(f"{site.url}/open", OBEDIENT, timeout_ms=5_000).body


@pytest.mark.parametrize("status", ["429 Slow", "500 Oops", "503 Busy"])
def test_a_site_in_trouble_gives_no_permission(status: str) -> None:
    robots = reply(status, {"Retry-After": "7"}, b"User-agent: *\nAllow: /")
    with served(site_with(robots, open=PAGE)) as site:
        failed = failure(f"{site.url}/open")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)
    assert failed.retry_after_ms == 7_000
    assert "robots.txt" in failed.message
    assert paths_asked(site) == ["/robots.txt"]


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent: *\nAllow: /",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nUser-\r\n",
        reply("200 OK", {"Content-Encoding": "gzip"}, b"no gzip"),
        reply("200 OK", {"Content-Encoding": "br"}, b"?"),
        reply("302 Found", {"Location": "ftp://127.0.0.1/"}),
        reply("302 Found", {"Location": "http://[x/"}),
    ],
    ids=["nothing", "half", "half a chunk", "no gzip", "not offered", "ftp", "no URL"],
)
def test_half_a_file_is_no_permission(answer: bytes) -> None:
    with served(site_with(answer, open=PAGE)) as site:
        failed = failure(f"{site.url}/open")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)


def test_a_compressed_file_is_read() -> None:
    robots = reply(
        "200 OK", {"Content-Encoding": "gzip"}, gzip.compress(b"User-agent: *\nDisallow: /closed")
    )
    with served(site_with(robots, closed=PAGE)) as site:
        assert failure(f"{site.url}/closed").code is ErrorCode.SCRAPE_TARGET_FORBIDDEN


@pytest.mark.parametrize("rest", [b"x" * 5_000_000, b"Disallow: /\n" * 400_000])
@pytest.mark.parametrize("compressed", [False, True])
def test_of_a_huge_file_the_beginning_is_read(rest: bytes, compressed: bool) -> None:
    rules = b"User-agent: *\nDisallow: /closed\n"
    head = rules + b"#" * (guard.MAX_BYTES - len(rules) - 5) + b"\n"
    body = gzip.compress(head + rest) if compressed else head + rest
    robots = reply("200 OK", {"Content-Encoding": "gzip"} if compressed else {}, body)
    with served(site_with(robots, open=PAGE)) as site:
        one = fetcher()
        assert failure(f"{site.url}/closed", one).code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
        assert one.fetch(f"{site.url}/open", OBEDIENT, timeout_ms=5_000).body


@pytest.mark.parametrize(
    "behaviour",
    [silent, dripping(reply("200 OK", body=b"User-agent: *\n" * 100))],
    ids=["silent", "dripping"],
)
def test_a_slow_file_takes_its_share_and_no_more(
    behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SHARE_MS", 300)
    threads = threading.active_count()
    with served(behaviour) as site:
        began = time.monotonic()
        failed = failure(f"{site.url}/open", timeout_ms=20_000)
        took = time.monotonic() - began
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_TIMEOUT, True)
    assert "robots.txt" in failed.message
    assert 0.2 < took < 1.5
    assert threading.active_count() == threads


def test_a_page_with_less_time_than_the_share_has_its_own_deadline() -> None:
    with served(silent) as site:
        began = time.monotonic()
        failed = failure(f"{site.url}/open", timeout_ms=300)
    assert failed.code is ErrorCode.SCRAPE_TIMEOUT
    assert time.monotonic() - began < 1.5


def test_a_file_without_end_is_given_up() -> None:
    with served(repeating(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1_000)) as site:
        began = time.monotonic()
        fetcher()._robots.pass_or_fail(parse_target(f"{site.url}/open"), Deadline(20_000))
    assert time.monotonic() - began < 4


@pytest.mark.parametrize("hops", [1, 5])
def test_redirects_of_the_file_are_followed(hops: int) -> None:
    pages = {f"/{n}": reply("302 Found", {"Location": f"/{n + 1}"}) for n in range(1, hops)}
    pages["/robots.txt"] = reply("301 Moved", {"Location": "/1"})
    pages[f"/{hops}"] = FORBIDS
    with served(routing(pages)) as site:
        assert failure(f"{site.url}/closed").code is ErrorCode.SCRAPE_TARGET_FORBIDDEN


def test_the_file_may_be_elsewhere() -> None:
    with served(site_with(FORBIDS)) as other:
        moved = reply("301 Moved", {"Location": f"{other.url}/robots.txt"})
        with served(site_with(moved, closed=PAGE)) as site:
            assert failure(f"{site.url}/closed").code is ErrorCode.SCRAPE_TARGET_FORBIDDEN


def test_after_five_redirects_there_is_no_file() -> None:
    """RFC 9309, section 2.3.1.2."""
    with served(site_with(reply("301 Moved", {"Location": "/robots.txt"}), open=PAGE)) as site:
        assert fetcher().fetch(f"{site.url}/open", OBEDIENT, timeout_ms=5_000).body
    assert paths_asked(site) == ["/robots.txt"] * 6 + ["/open"]


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/robots.txt",
        "http://10.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
        "http://inside.example/",
    ],
)
def test_the_file_is_not_sought_where_nothing_may_be_dialled(location: str) -> None:
    """S7."""
    with served(site_with(reply("302 Found", {"Location": location}), open=PAGE)) as site:
        failed = failure(f"{site.url}/open", fetcher(Names(["192.168.0.1"])))
    assert failed.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert "10.0" not in failed.message
    assert paths_asked(site) == ["/robots.txt"]


def test_a_page_that_may_not_be_dialled_is_refused_as_before() -> None:
    with served(answering(FORBIDS)) as site:
        failed = failure(f"{site.url}/open", fetcher(rules=AddressRules()))
        named = failure("http://inside.example/", fetcher(Names(["10.0.0.1"])))
    assert failed.code is ErrorCode.INVALID_URL
    assert named.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert site.requests == []


def test_a_site_that_is_not_there_is_told_as_before() -> None:
    failed = failure("http://nowhere.example/", fetcher(unknown_names))
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_DNS_RESOLUTION_ERROR, False)


def test_a_file_at_a_site_that_is_not_there_is_no_permission() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nobody = listener.getsockname()[1]
    moved = reply("302 Found", {"Location": f"http://[::1]:{nobody}/"})
    with served(site_with(moved, open=PAGE)) as site:
        failed = failure(f"{site.url}/open")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, True)


def test_a_redirect_is_asked_about_like_the_first_url() -> None:
    with served(site_with(FORBIDS, closed=PAGE)) as other:
        pages = {
            "/here": reply("302 Found", {"Location": "/closed"}),
            "/away": reply("302 Found", {"Location": f"{other.url}/closed"}),
            "/robots.txt": FORBIDS,
            "/closed": PAGE,
        }
        with served(routing(pages)) as site:
            for path in ("/here", "/away"):
                failed = failure(site.url + path)
                assert failed.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert "/closed" not in paths_asked(site) + paths_asked(other)


def test_pages_that_come_together_ask_once() -> None:
    def slowly(peer: socket.socket, site: Site) -> None:
        request = read_request(peer, site)
        if b"robots.txt" in request:
            site.closing.wait(0.2)
        peer.sendall(FORBIDS if b"robots.txt" in request else PAGE)

    with served(slowly) as site:
        one = fetcher()
        pages = [
            threading.Thread(target=one.fetch, args=(f"{site.url}/{n}", OBEDIENT),
                             kwargs={"timeout_ms": 5_000})
            for n in range(4)
        ]  # fmt: skip
        for page in pages:
            page.start()
        for page in pages:
            page.join()
    assert sorted(paths_asked(site)) == ["/0", "/1", "/2", "/3", "/robots.txt"]
