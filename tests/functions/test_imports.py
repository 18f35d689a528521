"""Does a function load no more than it works with?

Each invocation that starts a function pays for what it imports; see docs/performance.md.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
API = ("submit", "status", "cancel")
WORKERS = ("dispatcher", "page_worker", "aggregator", "notifier", "sweeper")


def loaded(*functions: str) -> set[str]:
    """The modules and packages that a fresh interpreter has loaded after importing functions."""
    imports = "".join(f"import functions.{name}.app\n" for name in functions)
    path = os.pathsep.join([str(ROOT / "layers" / "core"), str(ROOT)])
    shown = subprocess.run(
        [sys.executable, "-c", f"import sys\n{imports}print(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    return set(shown.stdout.split())


@pytest.mark.parametrize(
    ("functions", "not_needed"),
    [
        (API[:1], {"boto3", "lxml", "batchbell.adapters.queues"}),
        (("convert",), {"boto3", "lxml", "batchbell.adapters.queues"}),
        (API[1:], {"boto3", "lxml", "batchbell.adapters.queues", "pydantic"}),
        (WORKERS, {"boto3", "lxml", "aws_lambda_powertools.event_handler", "pydantic"}),
    ],
    ids=[
        "what validates",
        "what is waited for",
        "the other functions of the API",
        "what is behind it",
    ],
)
def test_what_is_not_needed_is_not_loaded(functions: tuple[str, ...], not_needed: set[str]) -> None:
    modules = loaded(*functions)
    assert f"functions.{functions[0]}.app" in modules
    assert not_needed & modules == set()
