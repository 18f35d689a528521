"""How do bytes go over a connection, so that no wait outlives the deadline?"""

import io
import socket
from http.client import HTTPException
from typing import TYPE_CHECKING

from batchbell.adapters.outbound.deadline import Deadline

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_BUFFER = 65536
_HEAD_BYTES = 262_144
"""What may come before a body, answers that are only informational included: as much as browsers
take. Counted in bytes since a server may send any number of those.
"""


class Line:
    """A connected socket as `http.client` uses one: each wait gets only the time that is left.

    That bounds the whole exchange, headers dripping byte by byte included, without a watchdog.
    """

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline
        self._end = _ReadingEnd(sock, deadline)

    @property
    def ended(self) -> bool:
        """Whether the other side was found to have hung up."""
        return self._end.ended

    def head_is_read(self) -> None:
        """What comes now is a body, whose bytes are counted where they are inflated."""
        self._end.head = False

    def sendall(self, data: "ReadableBuffer") -> None:
        """Send every byte. Raises TimeoutError at the deadline."""
        rest = memoryview(data)
        while rest:
            self._sock.settimeout(self._deadline.left())
            rest = rest[self._sock.send(rest) :]

    def makefile(self, _mode: str) -> io.BufferedReader:
        """The reading end."""
        return io.BufferedReader(self._end, _BUFFER)

    def close(self) -> None:
        """Nothing: the socket is closed where it was dialled."""


class _ReadingEnd(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self._sock = sock
        self._deadline = deadline
        self._received = 0
        self.ended = False
        self.head = True

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        if self.head and self._received >= _HEAD_BYTES:
            raise HTTPException("the head of the answer is too long")
        self._sock.settimeout(self._deadline.left())
        count = self._sock.recv_into(buffer)
        self._received += count
        self.ended = count == 0
        return count
