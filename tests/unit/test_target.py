"""What does a URL ask us to dial and to request?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.target import Target, admitted, parse_target


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://example.com", Target("http", "example.com", 80, "/")),
        ("https://example.com", Target("https", "example.com", 443, "/")),
        ("HTTPS://Example.COM:8443/A?b=C", Target("https", "example.com", 8443, "/A?b=C")),
        (" https://example.com/ ", Target("https", "example.com", 443, "/")),
        ("https://example.com?q=1", Target("https", "example.com", 443, "/?q=1")),
        ("https://example.com/a#part", Target("https", "example.com", 443, "/a")),
        ("https://example.com#part", Target("https", "example.com", 443, "/")),
        ("https://example.com:/x", Target("https", "example.com", 443, "/x")),
        ("https://example.com./x", Target("https", "example.com", 443, "/x")),
        ("https://a_b-c.example.com/", Target("https", "a_b-c.example.com", 443, "/")),
        ("https://bücher.example/", Target("https", "xn--bcher-kva.example", 443, "/")),
        ("https://BÜCHER.example./", Target("https", "xn--bcher-kva.example", 443, "/")),
        ("https://faß.example/", Target("https", "xn--fa-hia.example", 443, "/")),
        ("https://例え。テスト/", Target("https", "xn--r8jz45g.xn--zckzah", 443, "/")),
        ("https://xn--bcher-kva.example/", Target("https", "xn--bcher-kva.example", 443, "/")),
        ("http://1.2.3.4/", Target("http", "1.2.3.4", 80, "/")),
        ("http://0x1.2.772/", Target("http", "1.2.3.4", 80, "/")),
        ("http://[2001:DB8:0::1]:81/", Target("http", "2001:db8::1", 81, "/")),
        ("http://a.b/é?ü=ß", Target("http", "a.b", 80, "/%C3%A9?%C3%BC=%C3%9F")),
        ("http://a.b/a b%20c%zz", Target("http", "a.b", 80, "/a%20b%20c%zz")),
        ('http://a.b/<">', Target("http", "a.b", 80, "/%3C%22%3E")),
        ("http://a.b/;p=1/@x:y/(z)!*'~|", Target("http", "a.b", 80, "/;p=1/@x:y/(z)!*'~|")),
        ("http://a.b//double/../up", Target("http", "a.b", 80, "//double/../up")),
    ],
)
def test_a_url_is_read(url: str, target: Target) -> None:
    assert parse_target(url) == target


@pytest.mark.parametrize(
    "url",
    ["", "example.com", "/path", "//example.com/", "http:/example.com", "http:example.com",
     "ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)", "gopher://example.com/",
     "http://", "http:///path", "http://?q", "http://#f", "http://:80/", "http://./", "http://../",
     "http://a..b/", "http://.a/", "http://user@example.com/", "http://user:pw@example.com/",
     "http://@example.com/", "http://example.com:0/", "http://example.com:65536/",
     "http://example.com:8o/", "http://example.com:٨٠/", "http://example.com:80:80/",
     "http://exa mple.com/", "http://exa\tmple.com/", "http://example.com/\r\nX: y",
     "http://example.com/\x00", "http://example.com/\x7f", "http://example.com/\ud800",
     "http://example.com\\@evil.example/", "http:\\\\example.com/", "http://a.b/c\\d",
     "http://exa%6dple.com/", "http://a,b/", "http://a／b/", "http://a：80/", "http://a＠b/",
     "http://[::1/", "http://::1/", "http://[::1]x/", "http://[fe80::1%25eth0]/", "http://[v1.a]/",
     "http://1.2.3.4.5/", "http://256.0.0.1/", "http://1.2.3.0x100/", "http://08.0.0.1/",
     "http://a.1/", "http://\u200d.example/", "http://" + "a" * 64 + ".example/",
     "http://" + "a." * 127 + "example/", "http://example.com/" + "a" * 2048],
)  # fmt: skip
def test_a_malformed_url_is_invalid(url: str) -> None:
    """S5: what cannot be parsed is refused, never passed on."""
    with pytest.raises(PageFailed) as refused:
        parse_target(url)
    assert refused.value.code is ErrorCode.INVALID_URL
    assert not refused.value.retryable


def test_a_url_may_have_2048_characters() -> None:
    url = "http://example.com/".ljust(2048, "a")
    assert len(parse_target(url).url) == 2048


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """S5: nothing but a target or the refusal ever comes out, and a target is dialable ASCII."""
    try:
        target = parse_target("http://" + text)
    except PageFailed:
        return
    assert target.url.isascii()
    assert target.url.isprintable()
    assert " " not in target.url
    assert parse_target(target.url) == target


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("http://example.com:80/", "example.com"),
        ("https://example.com:443/", "example.com"),
        ("https://example.com:80/", "example.com:80"),
        ("http://[2001:db8::1]/", "[2001:db8::1]"),
        ("http://[2001:db8::1]:8080/", "[2001:db8::1]:8080"),
    ],
)
def test_the_authority_names_only_unusual_ports(url: str, authority: str) -> None:
    assert parse_target(url).authority == authority


def test_a_port_off_the_list_is_invalid() -> None:
    with pytest.raises(PageFailed) as refused:
        admitted(parse_target("http://example.com:22/"), AddressRules())
    assert refused.value.code is ErrorCode.INVALID_URL


def test_a_closed_address_is_forbidden() -> None:
    with pytest.raises(PageFailed) as refused:
        admitted(parse_target("http://10.0.0.1/"), AddressRules())
    assert refused.value.code is ErrorCode.SCRAPE_TARGET_FORBIDDEN


def test_a_name_is_admitted_until_it_is_resolved() -> None:
    target = parse_target("http://localhost/")
    assert admitted(target, AddressRules()) == target


def test_loopback_is_admitted_on_any_port_where_the_rules_allow_it() -> None:
    target = parse_target("http://127.0.0.1:12345/")
    assert admitted(target, AddressRules(allow_loopback=True)) == target
