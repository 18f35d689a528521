"""How do the end-to-end tests follow batches of documents?"""

import json
import subprocess
import sys
import uuid
from typing import Any

from standardwebhooks import Webhook

from local.documents import Documents
from local.receiver import Received
from local.stack import LocalStack


def new_name() -> str:
    """Of a batch that no other test knows."""
    return f"test-{uuid.uuid4()}"


def outcomes(documents: Documents, name: str) -> dict[str, str]:
    """What became of each document of a batch, by its file name: its status, or why it failed."""
    found = documents.results(name).data["documents"]
    return {
        one["filename"]: one["error"]["reason"] if "error" in one else one["status"]
        for one in found
    }


def said(received: Received, secret: str) -> dict[str, Any]:
    """What a webhook says. Raises if a receiver's own library does not find it genuine."""
    headers = {name.lower(): value for name, value in received.headers.items()}
    Webhook(secret).verify(received.body, headers)
    told: dict[str, Any] = json.loads(received.body)
    return told


def assert_proved(stack: LocalStack, name: str, tenant: str = "acme") -> None:
    """The operator's command proves the close from the records."""
    program = [sys.executable, "-m", "batchbell.commands"]
    command = [*program, "verify", "--documents", "--tenant", tenant, name]
    run = subprocess.run(
        command, env=stack.environment(), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
