"""Both sets of ports, for every test of this folder that asks for `house`."""

from collections.abc import Iterator

import pytest
from moto import mock_aws

from tests.contract.clouds import AwsHouse, Clients, Cloud
from tests.contract.houses import House, MemoryHouse

ENVIRONMENT = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "us-east-1",  # where a bucket needs no location
    "AWS_ACCOUNT_ID_ENDPOINT_MODE": "disabled",  # moto serves no endpoints by account
}


@pytest.fixture(scope="module")
def aws_clients() -> Iterator[Clients]:
    """Clients of an AWS that lives in this process."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in ENVIRONMENT.items():
            environment.setenv(name, value)
        with mock_aws():
            yield Clients()


@pytest.fixture
def on_aws(aws_clients: Clients) -> Cloud:
    """Empty tables, an empty bucket and empty queues."""
    return Cloud(aws_clients)


@pytest.fixture
def aws_house(on_aws: Cloud) -> AwsHouse:
    """Every port on AWS, empty."""
    return AwsHouse(on_aws)


@pytest.fixture(params=["memory", "moto"])
def house(request: pytest.FixtureRequest) -> House:
    """Every port, empty: in memory, and on AWS."""
    if request.param == "memory":
        return MemoryHouse()
    return AwsHouse(request.getfixturevalue("on_aws"))
