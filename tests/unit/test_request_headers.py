"""Which headers of a caller are sent on?"""

import pytest

from batchbell.domain.request_headers import (
    MAX_BYTES,
    MAX_HEADERS,
    complaint,
    for_another_origin,
    refused,
    refused_value,
)


@pytest.mark.parametrize(
    "name",
    ["User-Agent", "accept", "Accept-Language", "Cookie", "AUTHORIZATION", "Referer", "X-Own_1",
     "Cache-Control", "Content-Type", "Proxied-By", "Sec-Fetch-Mode"],
)  # fmt: skip
def test_a_callers_own_header_is_sent(name: str) -> None:
    assert refused(name) is None


@pytest.mark.parametrize(
    "name",
    ["Host", "HOST", "Connection", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection",
     "proxy-anything", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect",
     "Accept-Encoding", "Forwarded", "X-Forwarded-For", "Via", "HTTP2-Settings", "Range",
     "If-None-Match", "if-modified-since"],
)  # fmt: skip
def test_what_is_not_the_callers_is_refused(name: str) -> None:
    assert refused(name)


@pytest.mark.parametrize("name", ["", " ", "X Y", "X:", "X\r\nY", "Ü", ":path", "X\x00", "a(b)"])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert refused(name) == "it is not the name of a header"


@pytest.mark.parametrize("value", ["", "plain", "tab\there", "caf\u00e9", " spaces "])
def test_a_value_is_sent(value: str) -> None:
    assert refused_value(value) is None


@pytest.mark.parametrize("value", ["a\r\nX: y", "a\n", "a\rb", "a\x00", "\x7f", "漢", "\ud800"])
def test_a_value_that_would_break_out_is_refused(value: str) -> None:
    assert refused_value(value)


def test_good_headers_have_no_fault() -> None:
    assert complaint({}) is None
    assert complaint({"Cookie": "a=b", "X-One": "1"}) is None


def test_a_fault_names_the_header_and_not_what_it_holds() -> None:
    message = complaint({"X-Good": "1", "X-Bad": "secret\n"})
    assert message is not None
    assert "'X-Bad'" in message
    assert "secret" not in message


def test_one_header_in_two_spellings_is_a_fault() -> None:
    assert complaint({"cookie": "a", "Cookie": "b"})


@pytest.mark.parametrize("more", [0, 1])
def test_headers_are_counted(more: int) -> None:
    headers = {f"X-{number}": "" for number in range(MAX_HEADERS + more)}
    assert (complaint(headers) is not None) == bool(more)


@pytest.mark.parametrize("more", [0, 1])
def test_headers_are_weighed(more: int) -> None:
    headers = {"X": "x" * (MAX_BYTES - len("X: \r\n") + more)}
    assert (complaint(headers) is not None) == bool(more)


def test_secrets_are_for_one_origin() -> None:
    headers = {"cookie": "a", "AUTHORIZATION": "b", "X-Own": "c", "Referer": "d"}
    assert for_another_origin(headers) == {"X-Own": "c", "Referer": "d"}
