"""How is an address that was checked dialled?

The only place in the package where a socket is made. It takes addresses, never names, so nothing
is resolved twice; proxies and environment variables do not exist for it.
"""

import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from batchbell.adapters.outbound.deadline import Deadline
from batchbell.adapters.outbound.line import Line

_MAX_TRIES = 4


@contextmanager
def dialled(addresses: Sequence[str], port: int, deadline: Deadline) -> Iterator[socket.socket]:
    """A connection to the first address that takes one, closed at the end.

    Raises OSError; of several failures, the last.
    """
    with _connected(addresses[:_MAX_TRIES], port, deadline) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield sock


@contextmanager
def plain(sock: socket.socket, deadline: Deadline) -> Iterator[Line]:
    """Speak over the socket as it is."""
    yield Line(sock, deadline)


@contextmanager
def encrypted(
    sock: socket.socket, deadline: Deadline, context: ssl.SSLContext, name: str
) -> Iterator[Line]:
    """Speak TLS with a peer that proves to be `name`. Raises ssl.SSLError, OSError."""
    with context.wrap_socket(sock, server_hostname=name, do_handshake_on_connect=False) as tls:
        # The socket's time limit holds for the handshake as a whole, not for each read of it.
        tls.settimeout(deadline.left())
        tls.do_handshake()
        yield Line(tls, deadline)


def _connected(addresses: Sequence[str], port: int, deadline: Deadline) -> socket.socket:
    """An address that swallows packets may use up its own share of the time, not the others'."""
    failure = OSError("no address")
    for shares, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            return _connection(address, port, deadline.left() / shares)
        except OSError as error:
            failure = error
    raise failure


def _connection(address: str, port: int, seconds: float) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.settimeout(seconds)
        sock.connect((address, port))
    except BaseException:  # whatever ends the attempt, the socket does not outlive it
        sock.close()
        raise
    return sock
