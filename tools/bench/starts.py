"""What does it take to start a function, in processor time?

Fresh interpreters, user and system time, the best of several, bytecode compiled before. Each is
compared with an interpreter that does nothing, measured in the same run.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.process.template import environment

ROOT = Path(__file__).parents[2]
FUNCTIONS = (
    "submit",
    "status",
    "cancel",
    "convert",
    "dispatcher",
    "page_worker",
    "document_worker",
    "aggregator",
    "notifier",
    "sweeper",
)
API_FUNCTIONS = FUNCTIONS[:4]
OF_DOCUMENTS = ("submit", "status", "cancel")
"""Those whose first request may be about documents, and then loads something else."""
NO_PROGRAM = "an interpreter"
LIBRARIES = {
    "Powertools' logger and metrics": (
        "import aws_lambda_powertools.logging, aws_lambda_powertools.metrics"
    ),
    "Powertools' resolver": "import aws_lambda_powertools.event_handler.api_gateway",
    "pydantic's BaseModel": "from pydantic import BaseModel",
    "boto3 with a client of a table": "import boto3; boto3.client('dynamodb')",
}
"""The libraries that the functions stand on, alone."""


@dataclass(frozen=True)
class Start:
    """One program's processor time, in milliseconds."""

    name: str
    ms: float
    bare_ms: float

    @property
    def ratio(self) -> float:
        """How many interpreters that do nothing it takes."""
        return self.ms / self.bare_ms


def measure_starts(rounds: int, progress: Callable[[str], None]) -> dict[str, Start]:
    """Every function's import and first invocation, and the libraries', by name."""
    programs = {NO_PROGRAM: "pass", **LIBRARIES, **_imports(), **_first_invocations()}
    best = dict.fromkeys(programs, float("inf"))
    for number in range(rounds + 1):  # the first round compiles
        progress(f"starts: round {number} of {rounds}")
        for name, program in programs.items():
            used = _processor_ms(program)
            best[name] = min(best[name], used) if number else best[name]
    bare = best[NO_PROGRAM]
    return {name: Start(name, ms, bare) for name, ms in best.items()}


def _imports() -> dict[str, str]:
    return {f"import {name}": f"import functions.{name}.app" for name in FUNCTIONS}


def _first_invocations() -> dict[str, str]:
    begin = "from tools.bench.first_invocation import DOCUMENTS, invoke; "
    about_pages = {f"first {name}": f"{begin}invoke({name!r})" for name in FUNCTIONS}
    about_documents = {
        f"first {name}, documents": f"{begin}invoke({name!r}, DOCUMENTS)" for name in OF_DOCUMENTS
    }
    return about_pages | about_documents


def _processor_ms(program: str) -> float:
    """Milliseconds of a fresh interpreter with this program."""
    environ = {**os.environ, **environment(), **_NAMES, "PYTHONPATH": _PATH}
    before = _children_seconds()
    subprocess.run(
        [sys.executable, "-c", program], env=environ, cwd=ROOT, check=True, capture_output=True
    )
    return 1000 * (_children_seconds() - before)


def _children_seconds() -> float:
    """User and system time of all processes that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


_PATH = os.pathsep.join([str(ROOT / "layers" / "core"), str(ROOT)])
_NAMES = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_DEFAULT_REGION": "eu-central-1",
    "BATCH_TABLE": "batches",
    "RESULT_TABLE": "results",
    "DELIVERY_TABLE": "deliveries",
    "TENANT_TABLE": "tenants",
    "CONTENT_BUCKET": "content",
    "ASYNC_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/123456789012/async",
    "PAGE_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/123456789012/pages",
    "DOCUMENT_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/123456789012/documents",
    "WEBHOOK_QUEUE_URL": "https://sqs.eu-central-1.amazonaws.com/123456789012/webhooks",
}
