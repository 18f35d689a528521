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
WORKERS = ("dispatcher", "page_worker", "document_worker", "aggregator", "notifier", "sweeper")


PAGES_ONLY = {"batchbell.contracts.pages_api", "batchbell.runtime.submissions"}
DOCUMENTS_ONLY = {"batchbell.contracts.documents_api", "batchbell.domain.document", "multipart"}
FILES_ONLY = {"batchbell.usecases.export_batch", "batchbell.contracts.exports"}


def loaded(*functions: str) -> set[str]:
    """The modules and packages that a fresh interpreter has loaded after importing functions."""
    return loaded_by(*(f"functions.{name}.app" for name in functions))


def loaded_by(*names: str) -> set[str]:
    """The same of any modules."""
    imports = "".join(f"import {name}\n" for name in names)
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


def test_a_request_to_one_api_loads_nothing_of_the_other() -> None:
    assert loaded("submit") & (PAGES_ONLY | {"multipart", "pydantic"}) == set()
    pages = loaded_by("batchbell.runtime.submissions")
    documents = loaded_by("batchbell.runtime.documents_submit")
    assert pages >= PAGES_ONLY
    assert documents >= DOCUMENTS_ONLY
    assert pages & {"batchbell.contracts.documents_api", "multipart"} == set()
    assert documents & PAGES_ONLY == set()


def test_files_of_rows_are_made_by_what_nothing_else_loads() -> None:
    assert loaded_by("batchbell.runtime.documents_status") & (FILES_ONLY | {"pydantic"}) == set()
    assert loaded_by("batchbell.runtime.documents_cancel") & (FILES_ONLY | {"pydantic"}) == set()
