"""Who registers receivers for a batch of documents, and what are they told?"""

from collections.abc import Callable

from batchbell.domain.standard_webhooks import secret_of
from tests.functions.document_callers import Answer, DocumentCaller
from tests.simulation.violations import demand

_HOOKS = ("https://receiver.example/docs", "https://other.example/docs")
_SECRETS = (secret_of(bytes(32)), secret_of(bytes([1] * 32)), None)
"""None: one is made for the caller."""


class Registrations:
    """Every receiver that somebody asked for. `name`: of the batch. `heard`: whether there is an
    answer.
    """

    def __init__(self, caller: DocumentCaller, name: str, heard: Callable[[Answer], bool]) -> None:
        self._caller = caller
        self._path = f"/batches/{name}/webhook"
        self._heard = heard
        self.urls: set[str] = set()
        self.secrets: set[str] = set()
        """All that were given."""

    def register(self, number: int) -> None:
        """A receiver: one of two, with one of two secrets or a made one."""
        url = _HOOKS[number % 2]
        secret = _SECRETS[number // 2 % 3]
        self.urls.add(url)
        body = {"url": url} if secret is None else {"url": url, "secret": secret}
        if secret is not None:
            self.secrets.add(secret)
        answer = self._caller.call("PUT", self._path, body)
        if self._heard(answer) and answer.status == 200:
            demand(answer.body["url"] == url, "another receiver than was asked for")
            demand(secret in (None, answer.body["secret"]), "another secret than was given")

    def unregister(self, number: int) -> None:
        """No receiver any more."""
        answer = self._caller.call("DELETE", self._path)
        if self._heard(answer) and answer.status == 200:
            left = answer.body["url"]  # somebody may have registered meanwhile
            demand(left is None or left in self.urls, "a receiver that nobody registered")
