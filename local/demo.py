"""Pages and then documents, from submission to webhook, on a stack of their own on this machine.

It reads the URLs in the environment variable URLS, separated by spaces, or a small site of its own;
the documents are made here. Exit status 0 when both ended, their webhooks came in with valid
signatures and their closes are proved.
"""

import json
import os
import subprocess
import sys
import time
from typing import Any

from local import report
from local.client import Client
from local.demo_documents import run_documents
from local.emulator import EmulatorError
from local.keys import create_key
from local.receiver import Received, Receiver, running_receiver
from local.site import running_site
from local.stack import LocalStack, StackError

_SECRET = "not-so-secret"  # noqa: S105 - signs webhooks on this machine
_SECONDS = 120
"""Longer than any batch of the demo takes."""
_TENANT = "demo"


def main(urls: list[str]) -> int:
    """Run the demo. -> the exit status."""
    try:
        return _demo(urls)
    except (EmulatorError, StackError, TimeoutError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _demo(urls: list[str]) -> int:
    with running_site() as site, running_receiver() as receiver:
        report.step("Starting the local stack (template.yaml and the functions on an emulator)")
        with LocalStack("demo") as stack:
            report.done(f"up at {stack.base_url}")
            pages = _run_pages(stack, receiver, urls or site.demo_urls())
            return pages or run_documents(stack, receiver)


def _run_pages(stack: LocalStack, receiver: Receiver, urls: list[str]) -> int:
    client = Client(stack.base_url, create_key(stack, _TENANT))
    report.step(f"Submitting {len(urls)} URLs, to be called back at {receiver.url()}")
    job = client.submit(_body(urls, receiver)).data
    report.done(f"{job['id']} is {job['status']}")
    ended = _watch(client, job["id"])
    report.results(ended["results"])
    report.page(ended["results"])
    return _conclude(stack, receiver, ended)


def _body(urls: list[str], receiver: Receiver) -> dict[str, Any]:
    return {
        "urls": urls,
        "timeout": 10_000,
        "formats": ["markdown", "metadata"],
        "webhook": {"url": receiver.url(), "secret": _SECRET},
        "metadata": {"reference": "demo"},
    }


def _watch(client: Client, job_id: str) -> dict[str, Any]:
    """Poll until the job has ended, showing how far it is. Raises `TimeoutError`."""
    report.step("Working")
    deadline = time.monotonic() + _SECONDS
    while time.monotonic() < deadline:
        job = client.read(job_id).data
        report.progress(job)
        if job["status"] in ("COMPLETED", "FAILED", "CANCELLED"):
            report.done(f"{job['status']}, {job['creditsUsed']} credits used")
            return job
        time.sleep(0.3)
    raise TimeoutError(f"{job_id} did not end within {_SECONDS} s")


def _conclude(stack: LocalStack, receiver: Receiver, ended: dict[str, Any]) -> int:
    report.step("Waiting for the webhook")
    received = receiver.wait()
    if not received:
        report.failed("no webhook came in")
        return 1
    report.webhook(received[0])
    signed = _matches(received[0], ended)
    (report.done if signed else report.failed)(
        "signature verified" if signed else "the webhook does not match the job"
    )
    report.step(f"Proving the close: batchbell verify --tenant {_TENANT} {ended['id']}")
    proof = _verify(stack, ended["id"])
    return 0 if signed and proof == 0 else 1


def _matches(received: Received, ended: dict[str, Any]) -> bool:
    body = json.loads(received.body)
    same = all(body[name] == ended[name] for name in ("id", "status", "total", "completed"))
    return same and received.signed_with(_SECRET)


def _verify(stack: LocalStack, job_id: str) -> int:
    command = [sys.executable, "-m", "batchbell.commands", "verify", "--tenant", _TENANT]
    return subprocess.run([*command, job_id], env=stack.environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(os.environ.get("URLS", "").split()))
