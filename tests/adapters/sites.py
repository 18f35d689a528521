"""Sites on this machine that misbehave on demand: raw sockets, one thread a connection."""

import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Thread

Behaviour = Callable[[socket.socket, "Site"], None]

HINTS = (
    b"HTTP/1.1 100 Continue\r\n\r\n",
    b"HTTP/1.1 102 Processing\r\n\r\n",
    b"HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n",
    b"HTTP/1.1 199 Nobody Knows\r\nX: y\r\n\r\n",
)
"""Answers that are only informational: another one follows."""


class Site:
    """A listening server. `requests` holds what came in, `closing` is set when the test ends."""

    def __init__(self, listener: socket.socket) -> None:
        self.port: int = listener.getsockname()[1]
        self.requests: list[bytes] = []
        self.closing = Event()

    @property
    def url(self) -> str:
        """Its address in a URL, without a path."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served(behaviour: Behaviour, tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    """A site that behaves so, for as long as the block runs."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site = Site(listener)
        accepting = Thread(target=_accept, args=(listener, site, behaviour, tls))
        accepting.start()
        try:
            yield site
        finally:
            site.closing.set()
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join()


def _accept(
    listener: socket.socket, site: Site, behaviour: Behaviour, tls: ssl.SSLContext | None
) -> None:
    visits = []
    with suppress(OSError):  # the listener was shut
        while True:
            peer, _ = listener.accept()
            visit = Thread(target=_visit, args=(peer, site, behaviour, tls))
            visit.start()
            visits.append(visit)
    for visit in visits:
        visit.join()


def _visit(
    peer: socket.socket, site: Site, behaviour: Behaviour, tls: ssl.SSLContext | None
) -> None:
    with peer, suppress(OSError):  # the visitor hung up
        if tls is None:
            behaviour(peer, site)
        else:
            with tls.wrap_socket(peer, server_side=True) as wrapped:
                behaviour(wrapped, site)


def read_request(peer: socket.socket, site: Site) -> bytes:
    """The whole request, noted on the site."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += _some(peer)
    head, _, body = request.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            while len(body) < int(value):
                body += _some(peer)
    request = head + b"\r\n\r\n" + body
    site.requests.append(request)
    return request


def _some(peer: socket.socket) -> bytes:
    data = peer.recv(65536)
    if not data:
        raise ConnectionError
    return data


def reply(status: str, headers: Mapping[str, str] | None = None, body: bytes = b"") -> bytes:
    """An HTTP answer as bytes, Content-Length included."""
    lines = {"Content-Length": str(len(body)), "Content-Type": "text/html", **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


def answering(*answers: bytes) -> Behaviour:
    """Gives these answers one after another; the last one stays."""
    waiting = list(answers)

    def behave(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        peer.sendall(waiting.pop(0) if len(waiting) > 1 else waiting[0])

    return behave


def routing(answers: Mapping[str, bytes]) -> Behaviour:
    """Answers by path; a path that is not there gets 404."""

    def behave(peer: socket.socket, site: Site) -> None:
        path = read_request(peer, site).split(b" ")[1].decode()
        peer.sendall(answers.get(path, reply("404 Not Found")))

    return behave


def dripping(data: bytes) -> Behaviour:
    """Sends one byte every 20 ms and then says nothing more."""

    def behave(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        for byte in data:
            peer.sendall(bytes([byte]))
            if site.closing.wait(0.02):
                return
        site.closing.wait(10)

    return behave


def repeating(data: bytes) -> Behaviour:
    """Sends the same again and again, as fast as it is taken."""

    def behave(peer: socket.socket, site: Site) -> None:
        read_request(peer, site)
        while not site.closing.is_set():
            peer.sendall(data * 1000)

    return behave


def silent(peer: socket.socket, site: Site) -> None:
    """Takes the connection and never says a word."""
    site.closing.wait(10)


def resetting(peer: socket.socket, site: Site) -> None:
    """Reads the request and resets the connection."""
    read_request(peer, site)
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
