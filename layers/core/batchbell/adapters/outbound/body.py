"""What did a site send, decoded and within the limit?"""

import zlib
from collections.abc import Iterator
from http.client import HTTPResponse, IncompleteRead

from batchbell.adapters.outbound.inflate import EncodingUnknown, inflated
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

_READ = 65536
_ROOM = 1_000_000
"""What headers and trailers of a compression may add, generously."""


def read_body(response: HTTPResponse, max_bytes: int) -> bytes:
    """The whole body, inflated; bytes are counted as they come out.

    Also as they come in, with some room: no compression makes a page larger, and what never comes
    out must not be read for ever. Raises PageFailed (too large, an encoding that was not offered, a
    broken stream), and IncompleteRead when the site hung up in the middle.
    """
    body = bytearray()
    try:
        for piece in inflated(
            _wire(response, max_bytes), response.getheader("Content-Encoding") or ""
        ):
            body += piece
            if len(body) > max_bytes:
                raise _too_large(max_bytes)
    except EncodingUnknown as error:
        raise PageFailed(
            ErrorCode.SCRAPE_UNSUPPORTED_FILE,
            "The site sent the page in a compression that we did not ask for.",
        ) from error
    except zlib.error as error:
        raise PageFailed(
            ErrorCode.SCRAPE_SITE_ERROR, "The site sent a compressed page that is broken."
        ) from error
    return bytes(body)


def _wire(response: HTTPResponse, max_bytes: int) -> Iterator[bytes]:
    left = max_bytes + _ROOM
    while data := response.read1(_READ):
        left -= len(data)
        if left < 0:
            raise _too_large(max_bytes)
        yield data
    if response.length:
        raise IncompleteRead(b"", response.length)


def _too_large(max_bytes: int) -> PageFailed:
    return PageFailed(
        ErrorCode.SCRAPE_CONTENT_TOO_LARGE,
        f"The page is larger than {max_bytes / 1_000_000:g} MB. Submit a smaller one.",
    )
