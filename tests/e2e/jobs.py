"""How do the end-to-end tests follow a job?"""

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from local.client import Client
from local.receiver import Receiver
from local.stack import LocalStack

SECRET = "s3cret - ünicode"
FINAL = ("COMPLETED", "FAILED", "CANCELLED")


def submit(client: Client, urls: list[str], receiver: Receiver | None = None, **more: Any) -> str:
    """Submit a batch. -> its id."""
    hook = {} if receiver is None else {"webhook": {"url": receiver.url(), "secret": SECRET}}
    job: dict[str, Any] = client.submit({"urls": urls, **hook, **more}).data
    return str(job["id"])


def polled(
    client: Client, job_id: str, *, every: float = 0.3, seconds: float = 90
) -> Iterator[dict[str, Any]]:
    """Every answer of a polling loop without a query, the last of which is final."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        job = client.read(job_id).data
        yield job
        if job["status"] in FINAL:
            return
        time.sleep(every)
    raise TimeoutError(f"{job_id} has not ended in {seconds} s: {job}")


def succeeded(job: dict[str, Any]) -> int:
    """How many rows a client can take from this answer."""
    return sum(row["status"] == "SUCCEEDED" for row in job["results"])


def ended(client: Client, job_id: str, *, seconds: float = 90) -> dict[str, Any]:
    """The job once it has ended."""
    return list(polled(client, job_id, seconds=seconds))[-1]


def assert_proved(stack: LocalStack, job_id: str, tenant: str = "acme") -> None:
    """The operator's command proves the close from the records."""
    program = [sys.executable, "-m", "batchbell.commands"]
    command = [*program, "verify", "--tenant", tenant, job_id]
    run = subprocess.run(
        command, env=stack.environment(), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
