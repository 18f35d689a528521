"""How is a compressed body inflated piece by piece, so that a bomb is never held in memory?"""

import zlib
from collections.abc import Iterable, Iterator

ACCEPTED = "gzip, deflate"
_PIECE = 65536
_GZIP = zlib.MAX_WBITS | 16


class EncodingUnknown(ValueError):
    """The body is encoded in a way that was not offered."""


def inflated(wire: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Pieces of at most 64 KB. `encoding` is the Content-Encoding header, or empty.

    Raises EncodingUnknown at once, zlib.error for a broken stream while iterating.
    """
    match encoding.strip().lower():
        case "" | "identity":
            return iter(wire)
        case "gzip" | "x-gzip":
            return _gunzipped(wire)
        case "deflate":
            return _deflated(wire)
    raise EncodingUnknown(encoding)


def _gunzipped(wire: Iterable[bytes]) -> Iterator[bytes]:
    """Several members in a row are one body; whatever else follows a member is padding."""
    stream, members = zlib.decompressobj(_GZIP), 0
    for data in wire:
        rest = data
        while rest:
            try:
                yield stream.decompress(rest, _PIECE)
            except zlib.error:
                if members:
                    return
                raise
            rest = stream.unconsumed_tail
            if stream.eof:
                rest, members = stream.unused_data, members + 1
                stream = zlib.decompressobj(_GZIP)
    yield stream.flush()


def _deflated(wire: Iterable[bytes]) -> Iterator[bytes]:
    stream = None
    for data in wire:
        if stream is None:
            stream = zlib.decompressobj(_window(data))
        rest = data
        while rest and not stream.eof:
            yield stream.decompress(rest, _PIECE)
            rest = stream.unconsumed_tail
    if stream is not None:
        yield stream.flush()


def _window(head: bytes) -> int:
    """Servers send deflate with and without its zlib header: RFC 1950, section 2.2, tells."""
    has_header = len(head) >= 2 and head[0] & 15 == 8 and int.from_bytes(head[:2]) % 31 == 0
    return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
