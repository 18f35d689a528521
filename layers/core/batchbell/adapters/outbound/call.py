"""How does one request go out and one answer come back?"""

import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import TYPE_CHECKING, cast

from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.dial import dialled, encrypted, plain
from batchbell.adapters.outbound.failures import CallFailed, failures_named
from batchbell.adapters.outbound.line import Line
from batchbell.adapters.outbound.resolve import Resolver
from batchbell.domain.addresses import AddressRules, may_dial
from batchbell.domain.target import Target
from batchbell.domain.webhook_answer import Unanswered

if TYPE_CHECKING:
    import socket


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent besides Host, Connection and Content-Length, which follow from the rest."""

    method: str
    headers: Mapping[str, str]
    body: bytes | None = None


class Caller:
    """Checks, dials and asks; keeps no connection."""

    def __init__(
        self, rules: AddressRules, resolver: Resolver, trust: Callable[[], ssl.SSLContext]
    ) -> None:
        self._rules = rules
        self._resolver = resolver
        self._trust = trust

    @contextmanager
    def answered(
        self, target: Target, request: Request, deadline: Deadline
    ) -> Iterator[HTTPResponse]:
        """The answer, its body unread; the connection is closed at the end.

        Raises CallFailed, also for what goes wrong while the body is read inside the block.
        """
        with failures_named():
            addresses = self._checked_addresses(target, deadline)
            with (
                dialled(addresses, target.port, deadline) as sock,
                self._line(sock, target, deadline) as line,
            ):
                yield _asked(line, target, request)

    def _checked_addresses(self, target: Target, deadline: Deadline) -> Sequence[str]:
        """What the name resolves to, asked once. One bad address spoils them all."""
        addresses = [target.host] if target.is_address else self._resolved(target, deadline)
        if not addresses:
            raise CallFailed(Unanswered.DNS)
        if not all(may_dial(address, target.port, self._rules) for address in addresses):
            raise CallFailed(Unanswered.FORBIDDEN)
        return addresses

    def _resolved(self, target: Target, deadline: Deadline) -> Sequence[str]:
        return self._resolver(target.host, target.port, seconds=deadline.left())

    def _line(
        self, sock: "socket.socket", target: Target, deadline: Deadline
    ) -> AbstractContextManager[Line]:
        if target.scheme == "http":
            return plain(sock, deadline)
        return encrypted(sock, deadline, self._trust(), target.host)


def _asked(line: Line, target: Target, request: Request) -> HTTPResponse:
    connection = HTTPConnection(target.host, target.port)
    connection.response_class = _FinalAnswer
    connection.auto_open = 0
    # A Line has the three methods of a socket that http.client uses.
    connection.sock = cast("socket.socket", line)
    connection.putrequest(request.method, target.path, skip_host=True, skip_accept_encoding=True)
    connection.putheader("Host", target.authority)
    connection.putheader("Connection", "close")
    for name, value in request.headers.items():
        connection.putheader(name, value)
    if request.body is not None:
        connection.putheader("Content-Length", str(len(request.body)))
    connection.endheaders(request.body)
    response = connection.getresponse()
    if line.ended:  # http.client takes half a head for a whole one
        raise ConnectionResetError
    line.head_is_read()
    return response


class _FinalAnswer(HTTPResponse):
    """Passes over what is only informational: RFC 9110, section 15.2. How much of that there may
    be, the line knows.
    """

    def begin(self) -> None:
        """Read the head. `http.client` by itself passes over status 100 alone."""
        super().begin()
        while 100 <= self.status < 200:
            if self.status == HTTPStatus.SWITCHING_PROTOCOLS:
                raise HTTPException("another protocol, which nobody asked for")
            self.headers = None  # type: ignore[assignment]  # with headers it would not read on
            super().begin()
