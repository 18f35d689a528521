"""What does a caller learn of a target that is refused or says no? Not what it answered."""

import pytest

from batchbell.adapters.outbound import WebhookPoster
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.webhook_answer import WebhookAnswer
from tests.adapters.fetching import failure, failure_at, fetch
from tests.adapters.names import Names, no_names
from tests.adapters.sites import answering, reply, routing, served
from tests.adapters.test_outbound_guard import CLOSED, Door, both_doors
from tests.unit.forbidden import METADATA

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])

TOKEN = "aws-secret-token"
BODY = f"<p>{TOKEN}</p>".encode()
HEADERS = {"X-Internal": TOKEN, "Set-Cookie": TOKEN, "Server": TOKEN}
WRAPPED = [
    METADATA,
    f"::ffff:{METADATA}",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "::",
    "10.1.2.3",
]


@both_doors
@pytest.mark.parametrize("address", WRAPPED)
def test_a_refusal_is_the_same_whatever_the_name_led_to(door: Door, address: str) -> None:
    """S2, S10: it names no address, and does not tell one closed address from another."""
    outcome = door("http://innocent.example/secret-path", CLOSED, Names([address]))
    usual = door("http://innocent.example/secret-path", CLOSED, Names(["192.168.0.1"]))
    assert str(outcome) == str(usual)
    assert not any(part in str(outcome) for part in (address, "innocent", "secret-path"))


@pytest.mark.parametrize("status", ["401 A", "403 A", "404 A", "410 A", "418 A", "429 A", "500 A"])
def test_a_page_that_says_no_is_told_by_its_code_alone(status: str) -> None:
    """S10: nothing of its body, its headers or its own words for the status."""
    failed = failure_at(answering(reply(f"{status} {TOKEN}", HEADERS, BODY)))
    assert TOKEN not in failed.message
    assert TOKEN not in repr(vars(failed))


def test_nothing_is_kept_of_what_comes_before_a_closed_address() -> None:
    """S10: a site that answers and sends us on, with a body."""
    hop = reply("302 Found", {**HEADERS, "Location": f"http://{METADATA}/{TOKEN}"}, BODY)
    with served(answering(hop)) as site:
        failed = failure(site.url, no_names)
    assert failed.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN
    assert TOKEN not in repr((failed.message, vars(failed)))


def test_a_page_that_was_reached_in_the_end_holds_its_own_body_only() -> None:
    """S10."""
    first = reply("302 Found", {**HEADERS, "Location": "/end"}, BODY)
    with served(routing({"/": first, "/end": reply("200 OK", HEADERS, b"<p>end")})) as site:
        page = fetch(site.url)
    assert TOKEN not in repr(page)


@pytest.mark.parametrize("status", ["200 A", "302 A", "403 A", "500 A"])
def test_nothing_is_learned_from_a_receiver_but_its_status(status: str) -> None:
    """S10: so no record of an attempt can hold its words, its headers or its body."""
    poster = WebhookPoster(AddressRules(allow_loopback=True), "test", no_names)
    with served(answering(reply(f"{status} {TOKEN}", HEADERS, BODY))) as site:
        answer = poster.post(site.url, headers={}, body=b"{}", timeout_ms=2_000)
    assert answer == WebhookAnswer(int(status[:3]))
    assert TOKEN not in repr(answer)
