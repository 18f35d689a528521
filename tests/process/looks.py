"""What can be seen of a deployment that no answer of the API shows?"""

import base64
import hashlib
import hmac

from moto.core.models import DEFAULT_ACCOUNT_ID
from moto.sqs.models import sqs_backends

from batchbell.domain.identifiers import pages_key
from batchbell.runtime import wiring
from batchbell.usecases.verify import verify
from tests.memory.web import Posted
from tests.process.cloud import REGION, Cloud


def objects(cloud: Cloud) -> list[str]:
    """The first part of every object's key, in order."""
    found = cloud.s3.list_objects_v2(Bucket=cloud.bucket).get("Contents", [])
    return sorted(one["Key"].partition("/")[0] for one in found)


def result_rows(cloud: Cloud) -> int:
    """How many results the table knows."""
    count: int = cloud.dynamodb.scan(TableName="ResultTable", Select="COUNT")["Count"]
    return count


def messages(queue: str) -> int:
    """How many messages a queue holds, hidden ones included."""
    held = sqs_backends[DEFAULT_ACCOUNT_ID][REGION].get_queue(queue.rpartition("/")[2])
    return len(held._messages)


def due_batches() -> int:
    """How many batches the sweeper will look at one day."""
    for_ever = wiring.now() + 365 * 24 * 3_600_000
    return len(wiring.store().batches.due(for_ever, 1_000))


def differences(job_id: str) -> list[str]:
    """What `batchbell verify` would complain of."""
    key = pages_key("acme", job_id)
    return verify(wiring.store(), wiring.deliveries(), key).differences


def signed_with(posted: Posted, secret: str) -> bool:
    """Whether a webhook's signature is that of its bytes, as the contract has it."""
    signed = posted.headers["X-Webhook-Timestamp"].encode() + b"." + posted.body
    digest = hmac.digest(secret.encode(), signed, hashlib.sha256)
    expected = "sha256=" + base64.b64encode(digest).decode()
    return hmac.compare_digest(posted.headers["X-Webhook-Signature"], expected)
