"""How does a URL become the bytes of a page, or a reason why not?"""

import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from http.client import HTTPResponse

from batchbell.adapters.outbound.body import read_body
from batchbell.adapters.outbound.call import Caller, Request
from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.failures import CallFailed
from batchbell.adapters.outbound.inflate import ACCEPTED
from batchbell.adapters.outbound.redirects import (
    MAX_REDIRECTS,
    bad_redirect,
    next_target,
    origin_of,
)
from batchbell.adapters.outbound.resolve import Resolver, system_resolver
from batchbell.adapters.outbound.robots import RobotsGuard
from batchbell.adapters.outbound.trust import public_trust
from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.languages import accept_language
from batchbell.domain.page import FetchedPage
from batchbell.domain.page_kind import PageKind, kind_of, not_a_page
from batchbell.domain.page_options import FetchOptions
from batchbell.domain.request_headers import for_another_origin
from batchbell.domain.retry_after import retry_after_ms
from batchbell.domain.site_answer import REDIRECTS, failure_of_call, failure_of_status
from batchbell.domain.target import Target, admitted, parse_target

_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/*;q=0.8,*/*;q=0.1"


class PageFetcher:
    """Fetches one page a call; holds no connection between calls, so threads may share it.

    What it keeps is what sites' robots.txt said, for an hour.
    """

    def __init__(
        self,
        rules: AddressRules,
        max_bytes: int,
        user_agent: str,
        resolver: Resolver = system_resolver,
        trust: Callable[[], ssl.SSLContext] = public_trust,
    ) -> None:
        self._rules = rules
        self._max_bytes = max_bytes
        self._user_agent = user_agent
        self._caller = Caller(rules, resolver, trust)
        self._robots = RobotsGuard(self._caller, rules, user_agent)

    def fetch(self, url: str, options: FetchOptions, *, timeout_ms: int) -> FetchedPage:
        """Follow at most 5 redirects, each checked like the first URL: its address, its robots.txt.

        The caller's headers win over ours. A redirect to another origin loses Authorization and
        Cookie. `timeout_ms` bounds the whole of it: look-ups, connections, every byte, robots.txt
        too. Raises PageFailed.
        """
        deadline = Deadline(timeout_ms)
        headers = self._headers(options)
        target = admitted(parse_target(url), self._rules)
        seen = {target.url}
        for _ in range(MAX_REDIRECTS + 1):
            if options.obey_robots:
                self._robots.pass_or_fail(target, deadline)
            outcome = self._outcome(target, Request("GET", headers), deadline)
            if isinstance(outcome, FetchedPage):
                return outcome
            if outcome.url in seen:
                raise bad_redirect("The site redirects in a circle")
            if origin_of(outcome) != origin_of(target):
                headers = for_another_origin(headers)
            target = outcome
            seen.add(target.url)
        raise bad_redirect(f"The site redirects more than {MAX_REDIRECTS} times")

    def _headers(self, options: FetchOptions) -> Mapping[str, str]:
        ours = {
            "User-Agent": self._user_agent,
            "Accept": _ACCEPT,
            "Accept-Language": accept_language(options.country),
            "Accept-Encoding": ACCEPTED,
        }
        given = {name.lower() for name, _ in options.headers}
        return {name: value for name, value in ours.items() if name.lower() not in given} | dict(
            options.headers
        )

    def _outcome(
        self, target: Target, request: Request, deadline: Deadline
    ) -> FetchedPage | Target:
        """The page, or where the site sends us instead."""
        try:
            with self._caller.answered(target, request, deadline) as response:
                location = response.getheader("Location")
                if location and response.status in REDIRECTS:
                    return next_target(target, location, self._rules)
                _refuse_status(response)
                return self._page(target, response)
        except CallFailed as error:
            raise failure_of_call(error.reason) from error

    def _page(self, target: Target, response: HTTPResponse) -> FetchedPage:
        content_type = response.getheader("Content-Type") or ""
        _refuse_kind(content_type, b"")
        body = read_body(response, self._max_bytes)
        if not body or body.isspace():
            raise PageFailed(
                ErrorCode.SCRAPE_EMPTY_CONTENT, "The site answered with an empty page."
            )
        _refuse_kind(content_type, body)
        return FetchedPage(target.url, response.status, content_type, body)


def _refuse_status(response: HTTPResponse) -> None:
    wait = retry_after_ms(response.getheader("Retry-After"), datetime.now(UTC))
    failure = failure_of_status(response.status, wait)
    if failure is not None:
        raise failure


def _refuse_kind(content_type: str, body: bytes) -> None:
    if kind_of(content_type, body) is PageKind.OTHER:
        raise not_a_page()
