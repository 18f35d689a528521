"""Which addresses may be dialled? The whole table, by behaviour."""

import pytest

from batchbell.domain.addresses import AddressRules, may_dial
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.target import admitted, parse_target
from tests.unit.forbidden import ADDRESSES, HOSTS

CLOSED = AddressRules()
LOCAL = AddressRules(allow_loopback=True)


@pytest.mark.parametrize("address", ADDRESSES)
def test_closed_addresses_are_refused(address: str) -> None:
    """S1, S2, S6, S7: private, special and wrapped addresses, in IPv4 and IPv6."""
    assert not may_dial(address, 80, CLOSED)


@pytest.mark.parametrize("address", ADDRESSES)
def test_allowing_loopback_opens_nothing_else(address: str) -> None:
    """S1: the setting of the demo is no way to the metadata service."""
    loopback = address == "::1" or address.startswith("127.")
    assert may_dial(address, 8080, LOCAL) is loopback


@pytest.mark.parametrize("host", HOSTS)
def test_a_url_with_such_a_host_is_refused(host: str) -> None:
    """S1, S5, S7: every spelling of a closed address in a URL, brackets included."""
    with pytest.raises(PageFailed) as refused:
        admitted(parse_target(f"http://{host}/latest/meta-data"), CLOSED)
    assert refused.value.code in (ErrorCode.SCRAPE_TARGET_FORBIDDEN, ErrorCode.INVALID_URL)


def test_a_refusal_says_nothing_about_the_address() -> None:
    """S2: the resolved address does not leak."""
    with pytest.raises(PageFailed) as refused:
        admitted(parse_target("http://0xa9fea9fe/"), CLOSED)
    assert "169" not in refused.value.message
    assert "address" not in refused.value.message


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "168.63.129.15",
        "168.63.129.17",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.0",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2606:4700:4700::1111",
        "2001:4860:4860::8888",
        "2001:200::1",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
    ],
)
def test_public_addresses_are_open_on_the_web_ports(address: str) -> None:
    assert may_dial(address, 80, CLOSED)
    assert may_dial(address, 443, CLOSED)


@pytest.mark.parametrize("port", [0, 22, 25, 6379, 8080, 65535])
def test_other_ports_are_closed(port: int) -> None:
    assert not may_dial("8.8.8.8", port, CLOSED)


def test_allowing_loopback_opens_no_port_elsewhere() -> None:
    assert not may_dial("8.8.8.8", 8080, LOCAL)


def test_the_ports_are_the_deployments_choice() -> None:
    assert may_dial("8.8.8.8", 8443, AddressRules(ports=frozenset({8443})))


@pytest.mark.parametrize(
    "text",
    ["", " ", "localhost", "example.com", "1.2.3", "1.2.3.4.5", "256.1.1.1", "0x7f.1", "8.8.8.8 ",
     "[::1]", "2001:4860:4860::8888%eth0", "2001:4860:4860::8888%", "fe80::1%25eth0", "8.8.8.8/32",
     "٨.8.8.8", "08.8.8.8"],
)  # fmt: skip
def test_what_cannot_be_parsed_is_refused(text: str) -> None:
    """S5: errors close, they do not open."""
    assert not may_dial(text, 80, CLOSED)
    assert not may_dial(text, 80, LOCAL)
