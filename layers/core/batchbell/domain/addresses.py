"""Which IP addresses may be dialled?

The table is our own: `ipaddress.is_global` says True for `::169.254.169.254`, multicast and
`fec0::1`, and its answer for 6to4 depends on Python's patch level. Sources: the IANA special-
purpose registries (RFC 6890); for one address, its cloud's manual.
"""

import ipaddress
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

WEB_PORTS = frozenset({80, 443})

_CLOSED_4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # carrier-grade NAT; one cloud's metadata service lives here
        "127.0.0.0/8",  # loopback
        "168.63.129.16/32",  # a cloud's host agent, on a public address
        "169.254.0.0/16",  # link-local: instance metadata, Lambda's own endpoints
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; one cloud's metadata service lives here
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112 sinks
        "192.52.193.0/24",  # multicast relays
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112 sinks
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
# Everything outside is closed: `::`, v4-compatible, local NAT64, discard-only, unique-local,
# link-local, site-local, multicast and whatever is not assigned yet.
_GLOBAL_UNICAST_6 = IPv6Network("2000::/3")
_CLOSED_6 = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # documentation
        "2620:4f:8000::/48",  # AS112 sinks
        "3fff::/20",  # documentation
        "3ffe::/16",  # the returned 6bone
    )
)
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_LOOPBACK = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))


@dataclass(frozen=True, slots=True)
class AddressRules:
    """How far out a deployment may dial.

    `allow_loopback` is for one machine's demo and the tests: no deployed template sets it. With it
    any port of a loopback address is open; `ports` are those of all other addresses.
    """

    allow_loopback: bool = False
    ports: frozenset[int] = field(default=WEB_PORTS)


def may_dial(address: str, port: int, rules: AddressRules) -> bool:
    """Whether a resolved address may be dialled. What cannot be parsed may not.

    Scoped addresses (`fe80::1%eth0`) are refused: a zone is this machine's own matter.
    """
    parsed = _parsed(address)
    if parsed is None:
        return False
    if rules.allow_loopback and any(parsed in block for block in _LOOPBACK):
        return True
    return port in rules.ports and _is_public(parsed)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    if "%" in address:
        return None
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv4Address):
        return not any(address in block for block in _CLOSED_4)
    inner = _embedded_4(address)
    if inner is not None:
        return _is_public(inner)
    return address in _GLOBAL_UNICAST_6 and not any(address in block for block in _CLOSED_6)


def _embedded_4(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a translator or tunnel would reach behind this one.

    Teredo, v4-compatible and local NAT64 (64:ff9b:1::/48) need no unwrapping: closed as a whole.
    """
    bits = int(address)
    if address in _MAPPED or address in _NAT64:
        return IPv4Address(bits & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        return IPv4Address(bits >> 80 & 0xFFFFFFFF)
    return None
