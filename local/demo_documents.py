"""The demo's second half: documents, from upload to webhook."""

import json
import subprocess
import sys
import time
from typing import Any

from local import report
from local.documents import Documents
from local.keys import create_key
from local.papers import FIELDS, demo_files
from local.receiver import Receiver
from local.stack import LocalStack

_HOOK = "/documents"
_NAME = "march"
_SECONDS = 120
"""Longer than the documents of the demo take."""
_TENANT = "office"


def run_documents(stack: LocalStack, receiver: Receiver) -> int:
    """-> the exit status. Raises `TimeoutError`."""
    documents = Documents(stack.base_url, create_key(stack, _TENANT))
    secret = _upload(documents, receiver)
    report.step(f"Reading them: {', '.join(FIELDS)}")
    report.done(f"handed over, {documents.process(_NAME, *FIELDS).data['queued']} queued")
    batch = _watch(documents)
    report.line_items(documents.results(_NAME).data["documents"], FIELDS)
    signed = _told(receiver, secret, batch)
    return 0 if signed and _proved(stack) else 1


def _upload(documents: Documents, receiver: Receiver) -> str:
    """-> the secret with which the webhook will be signed."""
    files = demo_files()
    report.step(f"Uploading {len(files)} documents, to be called back at {receiver.url(_HOOK)}")
    for number, (filename, content) in enumerate(files.items(), start=1):
        document = documents.upload(content, filename, _NAME).data
        report.bar(number, len(files), f"{filename:<12} {len(content):>6} bytes {document['id']}")
    secret = documents.register(_NAME, receiver.url(_HOOK))
    report.done(f"the batch {_NAME} has {len(files)} documents")
    return secret


def _watch(documents: Documents) -> dict[str, Any]:
    """Poll until every document has ended, showing how far they are. Raises `TimeoutError`."""
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        batch = documents.batch(_NAME).data
        report.batch_progress(batch)
        if batch["all_done"]:
            report.done(batch["status"])
            return batch
        time.sleep(0.5)
    raise TimeoutError(f"{_NAME} is not done within {_SECONDS} s")


def _told(receiver: Receiver, secret: str, batch: dict[str, Any]) -> bool:
    """Whether a webhook came in that is genuine, and says what the batch says."""
    report.step("Waiting for the webhook")
    received = receiver.wait(_HOOK)
    if not received:
        report.failed("no webhook came in")
        return False
    report.webhook(received[0])
    data = json.loads(received[0].body)["data"]
    same = all(data[name] == batch[name] for name in ("batch_name", "status", "total", "succeeded"))
    if not (same and received[0].signed_by_standard(secret)):
        report.failed("the webhook does not match the batch")
        return False
    report.done("signature verified")
    return True


def _proved(stack: LocalStack) -> bool:
    words = ["verify", "--documents", "--tenant", _TENANT, _NAME]
    report.step(f"Proving the close: batchbell {' '.join(words)}")
    command = [sys.executable, "-m", "batchbell.commands", *words]
    return subprocess.run(command, env=stack.environment(), check=False).returncode == 0
