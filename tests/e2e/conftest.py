"""One stack, one site and one receiver for all end-to-end tests."""

from collections.abc import Iterator

import pytest

from local.client import Client
from local.documents import Documents
from local.keys import create_key
from local.receiver import Receiver, running_receiver
from local.site import Site, running_site
from local.stack import LocalStack


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of this folder speak to this machine, and to no other."""
    for item in items:
        item.add_marker(pytest.mark.allow_hosts(["127.0.0.1"]))
        item.add_marker(pytest.mark.enable_socket)


@pytest.fixture(scope="session")
def stack(_sockets: None) -> Iterator[LocalStack]:
    """The real template and the real handlers, with short times."""
    with LocalStack("test") as running:
        yield running


@pytest.fixture(scope="session")
def _sockets() -> None:
    import pytest_socket

    pytest_socket.enable_socket()


@pytest.fixture
def site(_sockets: None) -> Iterator[Site]:
    """A site whose requests are counted, for one test."""
    with running_site() as running:
        yield running


@pytest.fixture
def receiver(_sockets: None) -> Iterator[Receiver]:
    """A receiver of webhooks, for one test."""
    with running_receiver() as running:
        yield running


@pytest.fixture(scope="session")
def client(stack: LocalStack) -> Client:
    """A caller with a key."""
    return Client(stack.base_url, create_key(stack, "acme"))


@pytest.fixture(scope="session")
def documents(stack: LocalStack) -> Documents:
    """A caller of the Documents API with a key."""
    return Documents(stack.base_url, create_key(stack, "acme"))
