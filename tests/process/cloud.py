"""Which AWS do the functions meet, all of it in this process?"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Any
from unittest.mock import patch

import boto3
from moto import mock_aws
from moto.dynamodb.models.table import Table
from moto.dynamodb.responses import DynamoHandler
from moto.sqs.models import Queue

from tests.contract.tables import TABLES
from tests.process.template import environment, visibility_seconds

REGION = "eu-central-1"
_VARIABLES = {
    "BatchTable": "BATCH_TABLE",
    "ResultTable": "RESULT_TABLE",
    "DeliveryTable": "DELIVERY_TABLE",
    "TenantTable": "TENANT_TABLE",
}
_CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": REGION,
    "AWS_ACCOUNT_ID_ENDPOINT_MODE": "disabled",  # moto serves no endpoints by account
}
_PATIENT = {"WRITES_PER_MINUTE": "1000000", "READS_PER_MINUTE": "1000000"}
"""No test calls as seldom as people do."""
_KEEPERS = ("functions.", "batchbell.runtime.")
"""The modules that keep what they built at the first invocation."""


@dataclass(frozen=True)
class Cloud:
    """The names of what a deployment made, and clients that nobody counts."""

    dynamodb: Any
    streams: Any
    sqs: Any
    s3: Any
    page_queue: str
    async_queue: str
    document_queue: str
    webhook_queue: str
    bucket: str


@contextmanager
def cloud(**settings: str) -> Iterator[Cloud]:
    """An empty deployment with the template's defaults, but for `settings` (variables) and no limit
    to the rate of calls.

    Inside, the functions find it through their environment, as they do on AWS.
    """
    environ = {**environment(), **_CREDENTIALS, **_PATIENT, **settings}
    with patch.dict(os.environ, environ), mock_aws(), _quick_queues(), _one_call_at_a_time():
        made = _make()
        os.environ.update(_names(made))
        forget_what_was_built()
        try:
            yield made
        finally:
            forget_what_was_built()


def _quick_queues() -> Any:
    """moto counts a whole queue, three times, for each message that is sent and each it gives."""
    return patch.multiple(
        Queue,
        approximate_number_of_messages=0,
        approximate_number_of_messages_delayed=0,
        approximate_number_of_messages_not_visible=0,
    )


def _one_call_at_a_time() -> Any:
    """On AWS a write or a transaction is atomic; moto has no locks, and works on with half of one.

    Two writes at once would leave its stream two changes of one number, and its reader in a circle.
    """
    lock, call = RLock(), DynamoHandler.call_action

    def alone(handler: DynamoHandler) -> Any:
        with lock:
            return call(handler)

    return patch.object(DynamoHandler, "call_action", alone)


def _make() -> Cloud:
    session = boto3.Session(region_name=REGION)
    dynamodb, sqs, s3 = session.client("dynamodb"), session.client("sqs"), session.client("s3")
    for name, definition in TABLES.items():
        dynamodb.create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **definition)
    location: Any = {"LocationConstraint": REGION}
    s3.create_bucket(Bucket="content", CreateBucketConfiguration=location)
    streams = session.client("dynamodbstreams")
    return Cloud(
        dynamodb=dynamodb,
        streams=streams,
        sqs=sqs,
        s3=s3,
        page_queue=_make_queue(sqs, "PageQueue"),
        async_queue=_make_queue(sqs, "AsyncQueue"),
        document_queue=_make_queue(sqs, "DocumentQueue"),
        webhook_queue=_make_queue(sqs, "WebhookQueue"),
        bucket="content",
    )


def _make_queue(sqs: Any, name: str) -> str:
    hidden = {"VisibilityTimeout": visibility_seconds(name)}
    url: str = sqs.create_queue(QueueName=name, Attributes=hidden)["QueueUrl"]
    return url


def _names(made: Cloud) -> dict[str, str]:
    queues = {
        "PAGE_QUEUE_URL": made.page_queue,
        "ASYNC_QUEUE_URL": made.async_queue,
        "DOCUMENT_QUEUE_URL": made.document_queue,
        "WEBHOOK_QUEUE_URL": made.webhook_queue,
    }
    tables = {variable: name for name, variable in _VARIABLES.items()}
    return {"CONTENT_BUCKET": made.bucket, **queues, **tables}


def without_copies() -> Any:
    """While no transaction is refused: moto copies a table before each, to undo it.

    With a thousand items, copying takes longer than everything else.
    """
    return patch.object(Table, "__deepcopy__", lambda table, _memo: table, create=True)


def forget_what_was_built() -> None:
    """From now on every function is at its first invocation."""
    boto3.DEFAULT_SESSION = None
    keepers = [module for name, module in sys.modules.items() if name.startswith(_KEEPERS)]
    for thing in [thing for module in keepers for thing in vars(module).values()]:
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()
