"""Which addresses does a name have?"""

import socket
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from batchbell.adapters.outbound.failures import CallFailed
from batchbell.domain.webhook_answer import Unanswered


class Resolver(Protocol):
    """Name to addresses, as `socket.getaddrinfo` prints them."""

    def __call__(self, host: str, port: int, *, seconds: float) -> Sequence[str]:
        """At least one address, in order of preference.

        Raises CallFailed (dns) for an unknown name and TimeoutError after `seconds`.
        """


def system_resolver(host: str, port: int, *, seconds: float) -> Sequence[str]:
    """Ask the machine's resolver, IPv4 before IPv6: most functions have no way out for IPv6.

    `getaddrinfo` takes no time limit and cannot be stopped, so it runs in a thread that is left
    behind when time is up; it ends by the resolver's own limits.
    """
    answers: SimpleQueue[list[str] | None] = SimpleQueue()
    Thread(target=_look_up, args=(host, port, answers), daemon=True).start()
    try:
        addresses = answers.get(timeout=seconds)
    except Empty as error:
        raise TimeoutError from error
    if not addresses:
        raise CallFailed(Unanswered.DNS)
    return addresses


def _look_up(host: str, port: int, answers: SimpleQueue[list[str] | None]) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        answers.put(None)
        return
    found.sort(key=lambda entry: entry[0] != socket.AF_INET)
    answers.put(list(dict.fromkeys(str(entry[4][0]) for entry in found)))
