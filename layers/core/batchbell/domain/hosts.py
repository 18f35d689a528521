"""Which machine does the host part of a URL name?

A host is any spelling a resolver would take: names in any script, bracketed IPv6, and the short,
octal, decimal and hexadecimal IPv4 forms of `inet_aton`, which all become one canonical spelling,
so that what is checked is what is dialled. Source: the host parser of the WHATWG URL standard, with
less leniency.
"""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address

_LABEL = re.compile(r"[a-z0-9_-]{1,63}")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_MAX_NAME = 253


class HostInvalid(ValueError):
    """The text is not a host in any spelling."""


def canonical_host(text: str) -> str:
    """A lower-case ASCII name without its trailing dot, or an address as `ipaddress` prints it.

    IPv6 addresses come back without brackets. Raises HostInvalid.
    """
    if text.startswith("["):
        return _bracketed(text)
    name = _ascii_name(text).removesuffix(".")
    labels = name.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return _numeric(labels)
    if len(name) > _MAX_NAME or not all(_LABEL.fullmatch(label) for label in labels):
        raise HostInvalid
    return name


def _bracketed(text: str) -> str:
    if not text.endswith("]") or "%" in text:
        raise HostInvalid
    try:
        return str(IPv6Address(text[1:-1]))
    except AddressValueError as error:
        raise HostInvalid from error


def _ascii_name(text: str) -> str:
    if text.isascii():
        return text.lower()
    # The only thing here that is not in the standard library, whose own codec follows the
    # superseded IDNA 2003; imported for the rare name that needs its 0.4 MB of tables.
    import idna

    try:
        mapped = idna.uts46_remap(text, std3_rules=False)
        # Full-width digits and dots map to ASCII: such a "name" may be an address by now.
        return mapped if mapped.isascii() else idna.encode(mapped).decode("ascii")
    except idna.IDNAError as error:
        raise HostInvalid from error


def _numeric(labels: list[str]) -> str:
    """An IPv4 address from one to four numbers; the last fills all bytes that are left."""
    if len(labels) > 4:
        raise HostInvalid
    numbers = [_number(label) for label in labels]
    room = 256 ** (5 - len(numbers))
    if any(number > 255 for number in numbers[:-1]) or numbers[-1] >= room:
        raise HostInvalid
    value = numbers[-1]
    for place, number in enumerate(numbers[:-1]):
        value += number << (24 - 8 * place)
    return str(IPv4Address(value))


def _number(label: str) -> int:
    if not _NUMBER.fullmatch(label) or len(label) > 32:
        raise HostInvalid
    try:
        if label.startswith("0x"):
            return int(label[2:] or "0", 16)
        return int(label, 8 if label.startswith("0") else 10)
    except ValueError as error:  # 08 and 09 are no octal digits
        raise HostInvalid from error
