"""Which rights do the functions' AWS calls need? (moto gives everybody all of them.)

Listens to the SDK's own events, so that nothing of what runs is changed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.process.lambdas import Event, logical_id

_IN_TRANSACTION = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}
_OTHER_NAMES = {
    "s3:DeleteObjects": "s3:DeleteObject",
    "s3:HeadObject": "s3:GetObject",
    "s3:ListObjectsV2": "s3:ListBucket",
    "sqs:SendMessageBatch": "sqs:SendMessage",
    "sqs:ChangeMessageVisibilityBatch": "sqs:ChangeMessageVisibility",
}
"""Source: Service Authorization Reference. Everything else is called as its right is."""


_FORM = "s3:CreateBucket"
"""What is heard when the SDK signs a form for an object: whoever signs it needs the right."""


@dataclass(frozen=True, slots=True, order=True)
class Right:
    """One action on one resource: a logical id, and the part of it that is meant."""

    function: str
    action: str
    resource: str


@dataclass
class Needed:
    """The rights of all calls so far; `function` is whom they are put down to, "" is nobody."""

    function: str = ""
    rights: set[Right] = field(default_factory=set)

    def watch(self, function: str, _event: Event) -> None:
        """A function is about to be invoked."""
        self.function = logical_id(function)

    def listen(self, session: Any) -> None:
        """Hear of all calls of clients that the session makes from now on."""
        session.events.register("before-parameter-build", self._hear)
        for read in ("GetObject", "HeadObject"):
            session.events.register(f"after-call.s3.{read}", self._hear_answer)

    def _hear(self, params: Mapping[str, Any], model: Any, **_: Any) -> None:
        action = f"{model.service_model.service_name}:{model.name}"
        for name, resource in _uses(action, params):
            self._add(_OTHER_NAMES.get(name, name), resource)

    def _hear_answer(self, parsed: Mapping[str, Any], **_: Any) -> None:
        """S3 tells of an object that it is not there only to those who may list the bucket; others
        hear that they may not read it.
        """
        if parsed.get("Error", {}).get("Code") in ("NoSuchKey", "404"):
            self._add("s3:ListBucket", "ContentBucket")

    def _add(self, action: str, resource: str) -> None:
        if action == "s3:GetObject":  # files of rows are read as all results are
            resource = resource.replace("/*/export", "")
        if self.function:
            self.rights.add(Right(self.function, action, resource))


def _uses(action: str, params: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The (action, resource) of a call. Names in this process are the logical ids."""
    if action == _FORM:
        yield "s3:PutObject", "ContentBucket/docs/*"
    elif "TransactItems" in params:
        for member in params["TransactItems"]:
            for kind, inner in member.items():
                yield f"dynamodb:{_IN_TRANSACTION[kind]}", inner["TableName"]
    else:
        yield from ((action, resource) for resource in _resources(params))


def _resources(params: Mapping[str, Any]) -> list[str]:
    match params:
        case {"RequestItems": tables}:
            return list(tables)
        case {"QueueUrl": url}:
            return [url.rpartition("/")[2]]
        case {"Bucket": _, "Delete": {"Objects": objects}}:
            return [_object(one["Key"]) for one in objects]
        case {"Bucket": _, "Key": key}:
            return [_object(key)]
        case {"Bucket": _}:
            return ["ContentBucket"]
        case {"TableName": table, "IndexName": index}:
            return [f"{table}/index/{index}"]
    return [params["TableName"]]


def _object(key: str) -> str:
    if "/export/" in key:
        return "ContentBucket/results/*/export/*"
    return f"ContentBucket/{key.partition('/')[0]}/*"
