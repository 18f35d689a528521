"""Do a caller's headers reach the site they are for, and no other?"""

import pytest

from batchbell.domain.page_options import FetchOptions
from tests.adapters.fetching import fetch
from tests.adapters.names import Names
from tests.adapters.sites import Site, answering, reply, routing, served

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

PAGE = reply("200 OK", body=b"<p>hello")
SECRETS = (("Authorization", "Bearer key"), ("cookie", "a=b"), ("X-Own", "c"))


def sent(site: Site, number: int = 0) -> dict[str, str]:
    """The headers of a request, names in lower case."""
    lines = site.requests[number].decode("latin-1").split("\r\n")[1:]
    return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


def with_headers(*headers: tuple[str, str]) -> FetchOptions:
    return FetchOptions(headers=headers, obey_robots=False)


def test_a_callers_headers_win() -> None:
    options = with_headers(
        ("user-agent", "Mine/1"), ("ACCEPT", "text/plain"), ("Accept-Language", "fr")
    )
    with served(answering(PAGE)) as site:
        fetch(site.url, options=options)
    headers = sent(site)
    assert headers["user-agent"] == "Mine/1"
    assert headers["accept"] == "text/plain"
    assert headers["accept-language"] == "fr"
    assert headers["accept-encoding"] == "gzip, deflate"
    assert site.requests[0].lower().count(b"user-agent") == 1


def test_a_value_is_sent_as_it_is() -> None:
    with served(answering(PAGE)) as site:
        fetch(site.url, options=with_headers(("X-Name", "caf\u00e9")))
    assert sent(site)["x-name"] == "caf\u00e9"


def test_headers_stay_with_the_origin() -> None:
    pages = {"/a": reply("302 Found", {"Location": "/b"}), "/b": PAGE}
    with served(routing(pages)) as site:
        fetch(f"{site.url}/a", options=with_headers(*SECRETS))
    assert sent(site, 1).items() >= {"authorization": "Bearer key", "cookie": "a=b"}.items()


@pytest.mark.parametrize("host", ["127.0.0.1", "other.example"])
def test_another_origin_learns_no_secret(host: str) -> None:
    """Another port or another name: the site of the URL was trusted, nobody else."""
    with served(answering(PAGE)) as other:
        moved = reply("302 Found", {"Location": f"http://{host}:{other.port}/"})
        with served(answering(moved)) as site:
            fetch(site.url, Names(["127.0.0.1"]), options=with_headers(*SECRETS))
    headers = sent(other)
    assert {"authorization", "cookie"} & set(headers) == set()
    assert headers["x-own"] == "c"


def test_a_secret_does_not_come_back() -> None:
    """A site that sends on to another and back could have been told by that one to do so."""
    pages = {"/end": PAGE}
    with served(routing(pages)) as site:
        back = reply("302 Found", {"Location": f"{site.url}/end"})
        with served(answering(back)) as other:
            pages["/start"] = reply("302 Found", {"Location": f"{other.url}/"})
            fetch(f"{site.url}/start", options=with_headers(*SECRETS))
    assert "cookie" in sent(site, 0)
    assert "cookie" not in sent(site, 1)
