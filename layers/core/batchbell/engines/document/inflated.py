"""How large do the compressed parts of a PDF become, before anything keeps them in memory?"""

import re
import zlib
from collections.abc import Iterator

_STREAM = re.compile(rb"stream\r?\n")
_DICTIONARY = 2_048
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
_MOST_FILTERS = 4
_CHUNK = 1_048_576


def inflates_beyond(data: bytes, limit: int) -> bool:
    """Whether its deflated streams hold more than `limit` bytes together, filters in filters too.

    Reads what is there, not what the file says of itself; keeps none of it.
    """
    total = 0
    for start, filters in _streams(data):
        if filters > _MOST_FILTERS:
            return True
        for size in _inflated(memoryview(data)[start:], filters):
            total += size
            if total > limit:
                return True
    return False


def _streams(data: bytes) -> Iterator[tuple[int, int]]:
    """Where deflated streams start, and how many times each is deflated."""
    for found in _STREAM.finditer(data):
        before = data[max(0, found.start() - _DICTIONARY) : found.start()]
        dictionary = before[before.rfind(b"obj") :] if b"obj" in before else before
        filters = len(_FLATE.findall(dictionary))
        if filters:
            yield found.end(), filters


def _inflated(packed: memoryview, filters: int) -> Iterator[int]:
    """Sizes of what comes out, piece by piece, of every filter."""
    engine = zlib.decompressobj()
    feed: bytes | memoryview = packed[:_CHUNK]
    position = _CHUNK
    inner: list[bytes] = []
    while not engine.eof:
        try:
            out = engine.decompress(feed, _CHUNK)
        except zlib.error:
            return
        yield len(out)
        if filters > 1:
            inner.append(out)
        feed = engine.unconsumed_tail
        if not feed:
            feed = packed[position : position + _CHUNK]
            position += _CHUNK
            if not out and not feed:
                break
    if filters > 1:
        yield from _inflated(memoryview(b"".join(inner)), filters - 1)
