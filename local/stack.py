"""How is the whole of Batchbell put up on this machine, and taken down again?"""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import boto3
from botocore.config import Config

from local.emulator import CREDENTIALS, REGION, Emulator
from local.packages import key_of, packages
from local.template import API_ID, ROOT, for_emulator, read_template

_NAME = "batchbell"
_ARTEFACTS = "batchbell-artefacts"
_CREATE_SECONDS = 120  # it takes two; a machine that is busy with other things takes longer
_PROFILES = Path(__file__).parent / "profiles"


class StackError(Exception):
    """The stack could not be created; the message says why."""


class LocalStack:
    """A stack of template.yaml on an emulator of its own, up between `start` and `stop`.

    `profile` names a file of parameters in local/profiles; `parameters` win over it. `port` 0 is
    any free one. Every stack is empty at first and gone without a trace when it ends.
    """

    def __init__(
        self, profile: str = "test", *, port: int = 0, parameters: Mapping[str, Any] | None = None
    ) -> None:
        self._profile = profile
        self._parameters = dict(parameters or {})
        self._emulator = Emulator(port, ROOT / ".local" / "logs")
        self._resources: dict[str, str] = {}
        self.endpoint = self._emulator.endpoint
        self.base_url = f"{self.endpoint}/_aws/execute-api/{API_ID}/Prod"
        self.log = self._emulator.log
        self.folder = self._emulator.folder

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Return when it is up. Raises `EmulatorError` or `StackError`, and leaves nothing."""
        try:
            self._emulator.start()
            self._create()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End everything; again changes nothing."""
        self._emulator.stop()

    def wait(self) -> None:
        """Return when the stack has ended, by itself or by a signal."""
        self._emulator.wait()

    def client(self, service: str, **config: Any) -> Any:
        """A boto3 client that speaks to this stack; `config` as botocore's Config takes it."""
        return boto3.client(
            service,
            endpoint_url=self.endpoint,
            region_name=REGION,
            aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
            aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
            config=Config(**{"retries": {"total_max_attempts": 1}, "proxies": {}, **config}),
        )

    def resource(self, logical_id: str) -> str:
        """The name (a queue: the address) of a resource of the template."""
        return self._resources[logical_id]

    def environment(self) -> dict[str, str]:
        """What a process needs to act on this stack: settings, credentials, endpoint."""
        function = self.client("lambda").get_function_configuration(
            FunctionName=self.resource("SweeperFunction")
        )
        variables: dict[str, str] = function["Environment"]["Variables"]
        return {
            **variables,
            **CREDENTIALS,
            "AWS_ENDPOINT_URL": self.endpoint,
            "BATCHBELL_ALLOW_LOOPBACK": "1",
        }

    def _create(self) -> None:
        template = read_template()
        keys = self._upload(packages(template))
        body = for_emulator(template, _ARTEFACTS, keys, self._all_parameters())
        self.client("s3").put_object(
            Bucket=_ARTEFACTS, Key="template.json", Body=json.dumps(body).encode()
        )
        formation = self.client("cloudformation")
        formation.create_stack(
            StackName=_NAME,
            TemplateURL=f"{self.endpoint}/{_ARTEFACTS}/template.json",
            Parameters=[
                {"ParameterKey": name, "ParameterValue": str(value)}
                for name, value in self._all_parameters().items()
            ],
            Capabilities=["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"],
        )
        _wait_until_created(formation)
        self._resources = {
            resource["LogicalResourceId"]: resource["PhysicalResourceId"]
            for resource in formation.describe_stack_resources(StackName=_NAME)["StackResources"]
        }

    def _upload(self, archives: Mapping[str, bytes]) -> dict[str, str]:
        storage = self.client("s3")
        storage.create_bucket(Bucket=_ARTEFACTS)
        for archive in archives.values():
            storage.put_object(Bucket=_ARTEFACTS, Key=key_of(archive), Body=archive)
        return {folder: key_of(archive) for folder, archive in archives.items()}

    def _all_parameters(self) -> dict[str, Any]:
        profile = json.loads((_PROFILES / f"{self._profile}.json").read_text())
        return {"PublicBaseUrl": self.base_url, **profile, **self._parameters}


def _wait_until_created(formation: Any) -> None:
    deadline = time.monotonic() + _CREATE_SECONDS
    while time.monotonic() < deadline:
        stack = formation.describe_stacks(StackName=_NAME)["Stacks"][0]
        if stack["StackStatus"] == "CREATE_COMPLETE":
            return
        if stack["StackStatus"] != "CREATE_IN_PROGRESS":
            raise StackError(_what_failed(formation))
        time.sleep(0.05)
    raise StackError("The stack was not created in time")


def _what_failed(formation: Any) -> str:
    events = formation.describe_stack_events(StackName=_NAME)["StackEvents"]
    failed = [event for event in events if event["ResourceStatus"].endswith("FAILED")]
    reasons = [f"{e['LogicalResourceId']}: {e.get('ResourceStatusReason')}" for e in failed]
    return "The stack could not be created: " + "; ".join(reversed(reasons))
