"""Which headers may a caller have us send to a site?

Whatever a caller sends wins over what we would send ourselves, with two limits. What describes the
connection, the body or a proxy is ours alone, and what asks for a part of a page would make half a
page of it: both are refused. And a redirect to another origin loses Authorization and Cookie: the
caller gave them to the site of the URL, not to whoever that site points at. They stay away when a
later redirect leads back. Other headers of the caller go to every site that redirects lead to.
"""

import re
from collections.abc import Mapping

MAX_HEADERS = 50
MAX_BYTES = 8_192
"""All names and values together, each with the four bytes around it (`: `, end of line)."""

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # a token: RFC 9110, section 5.6.2
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_OURS = {
    "accept-encoding": "Batchbell itself says which compressions it can read",
    "connection": "it is about the connection, not about the page",
    "content-length": "a page is asked for without a body",
    "expect": "a page is asked for without a body",
    "forwarded": "it speaks for a proxy",
    "host": "it follows from the URL",
    "http2-settings": "it is about the connection, not about the page",
    "keep-alive": "it is about the connection, not about the page",
    "range": "it asks for a part of the page",
    "te": "it is about the connection, not about the page",
    "trailer": "it is about the connection, not about the page",
    "transfer-encoding": "a page is asked for without a body",
    "upgrade": "it is about the connection, not about the page",
    "via": "it speaks for a proxy",
}
_OURS_BY_PREFIX = {
    "if-": "it asks for the page only on a condition",
    "proxy-": "it speaks to a proxy",
    "x-forwarded-": "it speaks for a proxy",
}
_FOR_ONE_ORIGIN = frozenset(("authorization", "cookie"))


def refused(name: str) -> str | None:
    """Why a header of this name is not sent; None: it may be. Upper and lower case are alike."""
    if not _NAME.fullmatch(name):
        return "it is not the name of a header"
    lowered = name.lower()
    reasons = (why for prefix, why in _OURS_BY_PREFIX.items() if lowered.startswith(prefix))
    return _OURS.get(lowered) or next(reasons, None)


def refused_value(value: str) -> str | None:
    """Why a header of this value is not sent; None: it may be."""
    if _CONTROL.search(value):
        return "its value holds a line end or another control character"
    try:
        value.encode("latin-1")
    except UnicodeEncodeError:
        return "its value holds characters beyond Latin-1"
    return None


def complaint(headers: Mapping[str, str]) -> str | None:
    """What is wrong with a caller's headers, and what to do; None: they may be sent.

    The first fault only. Names are quoted, values never.
    """
    if len(headers) > MAX_HEADERS:
        return f"must be at most {MAX_HEADERS} headers; leave some out"
    for name, value in headers.items():
        why = refused(name) or refused_value(value)
        if why:
            return f"{name[:100]!r} cannot be sent: {why}; leave it out or change it"
    if len({name.lower() for name in headers}) < len(headers):
        return "must not name a header twice; upper and lower case are alike"
    if sum(len(name) + len(value) + 4 for name, value in headers.items()) > MAX_BYTES:
        return f"must be at most {MAX_BYTES:,} bytes in all; shorten them"
    return None


def for_another_origin(headers: Mapping[str, str]) -> dict[str, str]:
    """What is left of the headers when a redirect leads to another origin."""
    return {name: text for name, text in headers.items() if name.lower() not in _FOR_ONE_ORIGIN}
