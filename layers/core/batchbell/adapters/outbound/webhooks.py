"""How is a webhook posted, and what did its receiver say?"""

import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from batchbell.adapters.outbound.call import Caller, Request
from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.failures import CallFailed
from batchbell.adapters.outbound.resolve import Resolver, system_resolver
from batchbell.adapters.outbound.trust import public_trust
from batchbell.domain.addresses import AddressRules
from batchbell.domain.errors import PageFailed
from batchbell.domain.retry_after import retry_after_ms
from batchbell.domain.target import Target, admitted, parse_target
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered


class WebhookPoster:
    """Posts once a call: no redirects, no retries. Threads may share it."""

    def __init__(
        self,
        rules: AddressRules,
        user_agent: str,
        resolver: Resolver = system_resolver,
        trust: Callable[[], ssl.SSLContext] = public_trust,
    ) -> None:
        self._rules = rules
        self._user_agent = user_agent
        self._caller = Caller(rules, resolver, trust)

    def post(
        self, url: str, *, headers: Mapping[str, str], body: bytes, timeout_ms: int
    ) -> WebhookAnswer:
        """Send the very bytes given, and read nothing of the answer but its head.

        `timeout_ms` bounds the whole of it. Raises WebhookUnanswered.
        """
        deadline = Deadline(timeout_ms)
        request = Request("POST", {"User-Agent": self._user_agent, **headers}, body)
        target = self._target(url)
        try:
            with self._caller.answered(target, request, deadline) as response:
                wait = retry_after_ms(response.getheader("Retry-After"), datetime.now(UTC))
                return WebhookAnswer(response.status, wait)
        except CallFailed as error:
            raise WebhookUnanswered(error.reason) from error

    def _target(self, url: str) -> Target:
        try:
            return admitted(parse_target(url), self._rules)
        except PageFailed as error:
            raise WebhookUnanswered(Unanswered.FORBIDDEN) from error
