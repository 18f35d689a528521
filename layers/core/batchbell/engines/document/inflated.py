"""How large do the compressed parts of a PDF become, before anything keeps them in memory?"""

import re
import sys
import zlib
from collections.abc import Iterator

_STREAM = re.compile(rb"stream[^\r\n]{0,80}(?:\r\n|\r|\n)")
_MOST_FILTERS = 4
_CHUNK = 1_048_576


def inflates_beyond(data: bytes, limit: int) -> bool:
    """Whether its deflated streams hold more than `limit` bytes together, filters in filters too.

    Reads what is there, not what the file says of itself; keeps none of it.
    """
    total = 0
    for start in _streams(data):
        for size in _inflated(memoryview(data)[start:], _MOST_FILTERS):
            total += size
            if total > limit:
                return True
    return False


def _streams(data: bytes) -> Iterator[int]:
    """Where deflated streams start. Their filter may be named elsewhere, and be spelt oddly."""
    for found in _STREAM.finditer(data):
        if _is_deflated(data[found.end() : found.end() + 2]):
            yield found.end()


def _is_deflated(start: bytes) -> bool:
    """By the two bytes at its head (RFC 1950): method 8, a window that there is, a check."""
    if len(start) < 2:
        return False
    method, window = start[0] & 0x0F, start[0] >> 4
    return method == zlib.DEFLATED and window <= 7 and int.from_bytes(start) % 31 == 0


def _inflated(packed: memoryview, filters: int) -> Iterator[int]:
    """Sizes of what comes out, piece by piece, of every filter; without end, where too many are."""
    inner: list[bytes] = []
    for number, out in enumerate(filter(None, _pieces(packed))):
        yield len(out)
        if inner or (number == 0 and _is_deflated(out[:2])):
            inner.append(out)
    if inner and filters == 1:
        yield sys.maxsize
    elif inner:
        yield from _inflated(memoryview(b"".join(inner)), filters - 1)


def _pieces(packed: memoryview) -> Iterator[bytes]:
    """What comes out of one filter, as far as it can be read."""
    engine = zlib.decompressobj()
    feed: bytes | memoryview = packed[:_CHUNK]
    position = _CHUNK
    while not engine.eof:
        try:
            out = engine.decompress(feed, _CHUNK)
        except zlib.error:
            return
        yield out
        feed = engine.unconsumed_tail
        if not feed:
            feed = packed[position : position + _CHUNK]
            position += _CHUNK
            if not out and not feed:
                return
