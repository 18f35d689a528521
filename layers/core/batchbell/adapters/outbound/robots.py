"""Does the site let robots fetch this page?

robots.txt goes the same guarded way out as pages, without anything of the caller's.
"""

import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from http.client import HTTPResponse, IncompleteRead

from batchbell.adapters.outbound.call import Caller, Request
from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.failures import CallFailed
from batchbell.adapters.outbound.inflate import ACCEPTED, EncodingUnknown, inflated
from batchbell.adapters.outbound.redirects import MAX_REDIRECTS, next_target, origin_of
from batchbell.adapters.robots import RememberedRobots
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.retry_after import retry_after_ms
from batchbell.domain.robots import RobotsRules, read_robots, robots_forbid, robots_unreadable
from batchbell.domain.site_answer import REDIRECTS, failure_of_call
from batchbell.domain.target import Target
from batchbell.domain.webhook_answer import Unanswered

SHARE_MS = 5_000
"""What robots.txt may take of a page's time."""
MAX_BYTES = 512_000
"""500 KiB, the least that RFC 9309, section 2.5, allows; what follows is not looked at."""
_READ = 65_536


class RobotsGuard:
    """Reads robots.txt once per origin and hour; threads may share it.

    What comes of an answer (RFC 9309, section 2.3.1): 2xx is read; redirects are followed, other
    hosts' too, and after five of them, as after 4xx, everything is allowed. 429 and 5xx, no answer,
    or half of one is no permission: the page fails for now and may be tried again.
    """

    def __init__(self, caller: Caller, rules: AddressRules, user_agent: str) -> None:
        self._caller = caller
        self._rules = rules
        self._request = Request(
            "GET", {"User-Agent": user_agent, "Accept": "text/*", "Accept-Encoding": ACCEPTED}
        )
        self._remembered = RememberedRobots()

    def pass_or_fail(self, target: Target, deadline: Deadline) -> None:
        """Raises PageFailed: SCRAPE_TARGET_FORBIDDEN when the site says no; retryable when what it
        says cannot be found out.
        """
        try:
            rules = self._remembered.rules(
                origin_of(target), lambda: self._read(target, deadline), deadline.left
            )
        except TimeoutError as error:
            raise failure_of_call(Unanswered.TIMEOUT) from error
        if not rules.allow(target.path):
            raise robots_forbid()

    def _read(self, page: Target, deadline: Deadline) -> RobotsRules:
        share = Deadline(min(SHARE_MS, int(deadline.left() * 1000)))
        target = replace(page, path="/robots.txt")
        for _ in range(MAX_REDIRECTS + 1):
            try:
                outcome = self._outcome(target, share)
            except CallFailed as error:
                raise _unanswered(error.reason, at_home=target.host == page.host) from error
            if isinstance(outcome, RobotsRules):
                return outcome
            target = outcome
        return RobotsRules()

    def _outcome(self, target: Target, share: Deadline) -> RobotsRules | Target:
        with self._caller.answered(target, self._request, share) as response:
            location = response.getheader("Location")
            if location and response.status in REDIRECTS:
                return self._next(target, location)
            return _rules_of(response)

    def _next(self, target: Target, location: str) -> Target:
        try:
            return next_target(target, location, self._rules)
        except PageFailed as error:
            if error.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN:
                raise
            raise robots_unreadable("it redirects to no URL") from error


def _rules_of(response: HTTPResponse) -> RobotsRules:
    status = response.status
    if 200 <= status < 300:
        return read_robots(_text(response))
    if status == 429 or status >= 500:
        wait = retry_after_ms(response.getheader("Retry-After"), datetime.now(UTC))
        raise robots_unreadable(f"HTTP {status}", retry_after_ms=wait)
    return RobotsRules()


def _unanswered(reason: Unanswered, *, at_home: bool) -> PageFailed:
    """Where the page's own host does not answer, the page would fail in the same way."""
    if reason is Unanswered.TIMEOUT:
        return robots_unreadable("it takes too long", ErrorCode.SCRAPE_TIMEOUT)
    if at_home or reason is Unanswered.FORBIDDEN:
        return failure_of_call(reason)
    return robots_unreadable("it redirects to a site that does not answer")


def _text(response: HTTPResponse) -> str:
    """At most the first 500 KiB, whole lines. Raises IncompleteRead for half a file."""
    body = bytearray()
    try:
        for piece in inflated(_wire(response), response.getheader("Content-Encoding") or ""):
            body += piece
            if len(body) > MAX_BYTES:
                return body[:MAX_BYTES].rpartition(b"\n")[0].decode("utf-8", "replace")
    except (EncodingUnknown, zlib.error) as error:
        raise robots_unreadable("it is compressed in a way that cannot be read") from error
    return body.decode("utf-8", "replace")


def _wire(response: HTTPResponse) -> Iterator[bytes]:
    """Bounded as well: what never comes out must not be read for ever."""
    left = 2 * MAX_BYTES
    while left > 0 and (data := response.read1(_READ)):
        left -= len(data)
        yield data
    if response.length:
        raise IncompleteRead(b"", response.length)
