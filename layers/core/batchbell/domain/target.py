"""What exactly does a URL ask us to dial and to request?"""

import re
from dataclasses import dataclass
from urllib.parse import quote

from batchbell.domain.addresses import AddressRules, may_dial
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.hosts import HostInvalid, canonical_host

MAX_URL = 2048
_DEFAULT_PORT = {"http": 80, "https": 443}
_SHAPE = re.compile(r"(?P<scheme>[Hh][Tt]{2}[Pp][Ss]?)://(?P<authority>[^/?]*)(?P<rest>.*)")
_PORT = re.compile(r":([0-9]{0,5})$")
_ADDRESS = re.compile(r"[0-9.]+|.*:.*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
# Left as they are: reserved and unreserved characters, escapes, and what browsers send raw.
_RAW = "!$%&'()*+,/:;=?@[]~|^"


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed URL. `host` is canonical (see `hosts`), `path` holds path and query, escaped."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_address(self) -> bool:
        """Whether `host` is an IP address and not a name to resolve."""
        return _ADDRESS.fullmatch(self.host) is not None

    @property
    def authority(self) -> str:
        """The Host header: brackets around IPv6, the port only when it is not the scheme's."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORT[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address in its canonical spelling, without a fragment."""
        return f"{self.scheme}://{self.authority}{self.path}"


def parse_target(url: str) -> Target:
    """Read a URL; which addresses and ports may be dialled is `admitted`'s question.

    Raises PageFailed INVALID_URL: not http or https, over 2,048 characters, user name or password,
    control characters, backslashes (clients disagree about what they mean), no host.
    """
    url = url.strip(" ")
    if len(url) > MAX_URL:
        raise _invalid(f"A URL may have at most {MAX_URL:,} characters.")
    if _CONTROL.search(url) or "\\" in url:
        raise _invalid("Remove control characters and backslashes from the URL.")
    shape = _SHAPE.fullmatch(url.partition("#")[0])
    if shape is None:
        raise _invalid("Give an absolute URL that begins with http:// or https://.")
    scheme, authority = shape["scheme"].lower(), shape["authority"]
    if "@" in authority:
        raise _invalid("Remove the user name and password from the URL.")
    host, port = _host_and_port(authority, _DEFAULT_PORT[scheme])
    return Target(scheme, host, port, _escaped(shape["rest"]))


def admitted(target: Target, rules: AddressRules) -> Target:
    """The same target, if its port and (where the host is one) its address may be dialled.

    Raises PageFailed INVALID_URL for a port off the list, SCRAPE_TARGET_FORBIDDEN for an address.
    """
    if target.port not in rules.ports and not rules.allow_loopback:
        raise _invalid("Only the standard ports of http and https can be fetched.")
    if target.is_address and not may_dial(target.host, target.port, rules):
        raise target_forbidden()
    return target


def target_forbidden() -> PageFailed:
    """The one answer for everything that may not be dialled: it tells a prober nothing."""
    return PageFailed(
        ErrorCode.SCRAPE_TARGET_FORBIDDEN,
        "This URL does not lead to a public web site. Submit one that anybody can reach.",
    )


def _host_and_port(authority: str, default: int) -> tuple[str, int]:
    match = _PORT.search(authority)
    digits = match[1] if match else ""
    port = int(digits) if digits else default
    if not 1 <= port <= 65535:
        raise _invalid("The port in the URL must be between 1 and 65535.")
    try:
        return canonical_host(authority[: match.start()] if match else authority), port
    except HostInvalid as error:
        raise _invalid("The host in the URL is not a valid name or address.") from error


def _escaped(rest: str) -> str:
    path = rest if rest.startswith("/") else f"/{rest}"
    return quote(path, safe=_RAW, encoding="utf-8")


def _invalid(message: str) -> PageFailed:
    return PageFailed(ErrorCode.INVALID_URL, message)
