"""Which settings does a deployed stack run with?

Its parameters and outputs are named like the environment variables of its functions, in another
spelling: PageLeaseSeconds is PAGE_LEASE_SECONDS, the output BatchTableName is BATCH_TABLE.
"""

import re
from typing import Any, Protocol

from botocore.exceptions import ClientError

from batchbell.adapters.failures import code_of, translated
from batchbell.domain.errors import BatchbellError

_WORD_BEGINS = re.compile(r"(?<!^)(?=[A-Z])")


class StackUnknown(BatchbellError):
    """No stack of this name is in the account and region, or it is not one of ours."""


class CloudFormation(Protocol):
    """A client of CloudFormation."""

    def describe_stacks(self, **parameters: Any) -> dict[str, Any]: ...


def cloudformation_client() -> CloudFormation:
    """A client in the environment's region and account."""
    import boto3

    client: CloudFormation = boto3.client("cloudformation")
    return client


def stack_environment(client: CloudFormation, name: str) -> dict[str, str]:
    """The settings of a stack. Raises `StackUnknown`."""
    stack = _described(client, name)
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}
    parameters = {
        parameter["ParameterKey"]: parameter["ParameterValue"]
        for parameter in stack.get("Parameters", [])
    }
    if "TenantTableName" not in outputs:
        raise StackUnknown(f"the stack {name} is not a Batchbell that has been deployed")
    named = {**parameters, **{key.removesuffix("Name"): value for key, value in outputs.items()}}
    return {_WORD_BEGINS.sub("_", key).upper(): value for key, value in named.items()}


def _described(client: CloudFormation, name: str) -> dict[str, Any]:
    try:
        with translated():
            (stack,) = client.describe_stacks(StackName=name)["Stacks"]
    except ClientError as error:
        if code_of(error) != "ValidationError":
            raise
        raise StackUnknown(f"there is no stack {name} in this account and region") from error
    described: dict[str, Any] = stack
    return described
