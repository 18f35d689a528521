"""Does the machine's resolver answer in time, or not at all?"""

import socket
import time
from threading import Event

import pytest

from batchbell.adapters.outbound.failures import CallFailed
from batchbell.adapters.outbound.resolve import system_resolver
from batchbell.domain.webhook_answer import Unanswered

Entry = tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[str, int]]


def entry(family: socket.AddressFamily, address: str) -> Entry:
    return (family, socket.SOCK_STREAM, 6, "", (address, 80))


def test_ipv4_comes_first_and_each_address_once(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        entry(socket.AF_INET6, "2001:db8::1"),
        entry(socket.AF_INET, "192.0.2.2"),
        entry(socket.AF_INET, "192.0.2.1"),
        entry(socket.AF_INET, "192.0.2.2"),
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    assert system_resolver("a.example", 80, seconds=5) == ["192.0.2.2", "192.0.2.1", "2001:db8::1"]


@pytest.mark.parametrize("error", [socket.gaierror(-2, "unknown"), UnicodeError()])
def test_an_unknown_name_is_named_so(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object, **__: object) -> list[Entry]:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(CallFailed) as failed:
        system_resolver("a.example", 80, seconds=5)
    assert failed.value.reason is Unanswered.DNS


def test_a_resolver_that_hangs_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    released = Event()

    def hang(*_: object, **__: object) -> list[Entry]:
        released.wait(10)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        system_resolver("a.example", 80, seconds=0.1)
    assert time.monotonic() - began < 1
    released.set()
