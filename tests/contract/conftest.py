"""Both sets of ports, for every test of this folder that asks for `house`."""

from collections.abc import Iterator
from typing import Any

import pytest
from moto import mock_aws

from tests.contract.houses import Cloud, House, aws_house, clients, cloud, memory_house

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "us-east-1",  # where a bucket needs no location
    "AWS_ACCOUNT_ID_ENDPOINT_MODE": "disabled",  # moto serves no endpoints by account
}


@pytest.fixture(scope="module")
def aws_clients() -> Iterator[tuple[Any, Any, Any]]:
    """Clients of an AWS that lives in this process."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in ENVIRONMENT.items():
            environment.setenv(name, value)
        with mock_aws():
            yield clients()


@pytest.fixture
def on_aws(aws_clients: tuple[Any, Any, Any]) -> Cloud:
    """Empty tables, an empty bucket and empty queues."""
    return cloud(*aws_clients)


@pytest.fixture(params=["memory", "moto"])
def house(request: pytest.FixtureRequest) -> House:
    """Every port, empty: in memory, and on AWS."""
    if request.param == "memory":
        return memory_house()
    return aws_house(request.getfixturevalue("on_aws"))
