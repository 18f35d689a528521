"""How is a compressed body inflated piece by piece, so that a bomb is never held in memory?"""

import zlib
from collections.abc import Generator, Iterable, Iterator
from http.client import IncompleteRead
from itertools import chain

ACCEPTED = "gzip, deflate"
_PIECE = 65536
_GZIP = zlib.MAX_WBITS | 16
_GZIP_BEGINS = b"\x1f\x8b"


class EncodingUnknown(ValueError):
    """The body is encoded in a way that was not offered."""


def inflated(wire: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Pieces of at most 64 KB. `encoding` is the Content-Encoding header, or empty.

    Raises EncodingUnknown at once; while iterating, zlib.error for a broken stream and
    IncompleteRead for one that was cut off. A body without a byte is no stream, and empty.
    """
    match encoding.strip().lower():
        case "" | "identity":
            return iter(wire)
        case "gzip" | "x-gzip":
            return _gunzipped(iter(wire))
        case "deflate":
            return _deflated(iter(wire))
    raise EncodingUnknown(encoding)


def _gunzipped(wire: Iterator[bytes]) -> Iterator[bytes]:
    """Several members in a row are one body; whatever else follows a member is padding, which
    browsers pass over as well.
    """
    rest = _opening(b"", wire)
    while rest:
        after = yield from _stream(_GZIP, rest, wire)
        rest = _opening(after, wire)
        if not rest.startswith(_GZIP_BEGINS):
            return


def _deflated(wire: Iterator[bytes]) -> Iterator[bytes]:
    """What follows the stream is not even read."""
    head = _opening(b"", wire)
    if head:
        yield from _stream(_window(head), head, wire)


def _opening(rest: bytes, wire: Iterator[bytes]) -> bytes:
    """At least two bytes, which tell what begins there; fewer where no more come."""
    while len(rest) < 2 and (data := next(wire, b"")):
        rest += data
    return rest


def _stream(window: int, head: bytes, wire: Iterator[bytes]) -> Generator[bytes, None, bytes]:
    """What one compressed stream holds. -> the bytes that were read and follow it."""
    stream = zlib.decompressobj(window)
    for data in chain([head], wire):
        rest = data
        while rest:
            yield stream.decompress(rest, _PIECE)
            rest = stream.unconsumed_tail
        if stream.eof:
            return stream.unused_data
    yield stream.flush()
    if not stream.eof:
        raise IncompleteRead(b"")
    return b""


def _window(head: bytes) -> int:
    """Servers send deflate with and without its zlib header: RFC 1950, section 2.2, tells."""
    has_header = len(head) >= 2 and head[0] & 15 == 8 and int.from_bytes(head[:2]) % 31 == 0
    return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
