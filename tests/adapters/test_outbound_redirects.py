"""Is every redirect followed as if it were the first URL?"""

import pytest

from batchbell.domain.codes import ErrorCode
from tests.adapters.fetching import failure, failure_at, fetch
from tests.adapters.names import Names
from tests.adapters.sites import (
    answering,
    reply,
    routing,
    served,
)

pytestmark = pytest.mark.allow_hosts(["127.0.0.1", "::1"])


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("location", ["/end", "//127.0.0.1:{port}/end", "end", "{url}/end#part"])
def test_redirects_are_followed(status: int, location: str) -> None:
    pages = {"/end": reply("200 OK", body=b"<p>hello")}
    with served(routing(pages)) as site:
        where = location.format(url=site.url, port=site.port)
        pages["/start"] = reply(f"{status} Moved", {"Location": where})
        assert fetch(site.url + "/start").url == site.url + "/end"


def test_a_redirect_in_utf_8_is_followed() -> None:
    moved = reply("302 Found", {"Location": "/ü"})
    with served(routing({"/": moved, "/%C3%BC": reply("200 OK", body=b"hi")})) as site:
        assert fetch(site.url).url == site.url + "/%C3%BC"


@pytest.mark.parametrize("hops", [5, 6])
def test_five_redirects_are_followed(hops: int) -> None:
    pages = {f"/{n}": reply("302 Found", {"Location": f"/{n + 1}"}) for n in range(hops)}
    pages[f"/{hops}"] = reply("200 OK", body=b"<p>hello")
    with served(routing(pages)) as site:
        if hops == 5:
            assert fetch(site.url + "/0").body == b"<p>hello"
        else:
            assert failure(site.url + "/0").code is ErrorCode.SCRAPE_SITE_ERROR
    assert len(site.requests) == 6


def test_a_redirect_in_a_circle_ends_at_once() -> None:
    pages = {
        "/a": reply("302 Found", {"Location": "/b"}),
        "/b": reply("302 Found", {"Location": "/a"}),
    }
    with served(routing(pages)) as site:
        failed = failure(site.url + "/a")
    assert (failed.code, failed.retryable) == (ErrorCode.SCRAPE_SITE_ERROR, False)
    assert len(site.requests) == 2


@pytest.mark.parametrize(
    "location",
    ["http://169.254.169.254/latest", "http://[::ffff:169.254.169.254]/", "//0xa9fea9fe/",
     "http://10.0.0.1/", "http://0/", "http://inside.example/"],
)  # fmt: skip
def test_each_redirect_is_checked_again(location: str) -> None:
    """S7: the second hop is no safer than the first."""
    with served(answering(reply("302 Found", {"Location": location}))) as site:
        failed = failure(site.url, Names(["192.168.0.1"]))
    assert failed.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert "169" not in failed.message


def test_each_redirect_is_resolved_again() -> None:
    """S9: the same name, rebound between two hops."""
    names = Names(["127.0.0.1"], ["10.0.0.1"])
    with served(answering(reply("302 Found", {"Location": "/next"}))) as site:
        failed = failure(f"http://rebinding.example:{site.port}/", names)
    assert failed.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert names.asked == ["rebinding.example"] * 2


@pytest.mark.parametrize(
    "location", ["ftp://127.0.0.1/", "file:///etc/passwd", "http://u:p@127.0.0.1/", "http://[x/"]
)
def test_a_redirect_to_no_page_is_the_sites_error(location: str) -> None:
    failed = failure_at(answering(reply("302 Found", {"Location": location})))
    assert failed.code is ErrorCode.SCRAPE_SITE_ERROR
