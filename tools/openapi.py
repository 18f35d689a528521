"""Does docs/openapi.json say what the code does? Writes it; with --check, compares.

Generated from the models in `batchbell.contracts`, so that it cannot drift from what is validated.
A change that breaks a client is told by a comparison with the document that clients were promised
(docs/openapi-baseline.json); --accept makes what is now the new promise.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from batchbell import __version__
from tools.openapi_changes import breaking_changes, promise
from tools.openapi_components import components
from tools.openapi_documents import document_paths
from tools.openapi_operations import paths
from tools.openapi_schemas import schemas
from tools.openapi_shared import shared_failures
from tools.openapi_webhooks import webhooks

_ROOT = Path(__file__).parent.parent
FILE = _ROOT / "docs" / "openapi.json"
SERVED = _ROOT / "layers" / "core" / "batchbell" / "contracts" / "openapi.json"
"""The same on one line, packaged with the code, for whoever asks a deployment for it."""
BASELINE = _ROOT / "docs" / "openapi-baseline.json"
EXAMPLE_BASE_URL = "https://batchbell.example.com"


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    operations, responses = shared_failures({**paths(), **document_paths()})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Batchbell API",
            "version": __version__,
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "URLs in, Markdown or rows out: in batches, in the background, or at"
            " once. Documents in, line items out: in batches that grow.",
        },
        "servers": [
            {
                "url": "{baseUrl}",
                "description": "Your deployment: the stack's output BaseUrl.",
                "variables": {"baseUrl": {"default": EXAMPLE_BASE_URL}},
            }
        ],
        "tags": [
            {"name": "batches", "description": "Many URLs, in the background."},
            {"name": "jobs of one URL", "description": "One URL, in the background."},
            {"name": "one page", "description": "One URL, answered at once."},
            {"name": "documents", "description": "PDFs and images, in batches that grow."},
            {"name": "webhooks", "description": "Who is told when a batch of documents is done."},
        ],
        "security": [{"key": []}],
        "paths": operations,
        "webhooks": webhooks(),
        "components": {**components(), "responses": responses, "schemas": schemas()},
    }


def texts() -> dict[Path, str]:
    """The document as it is kept."""
    made = document()
    return {
        FILE: json.dumps(made, indent=2) + "\n",
        SERVED: json.dumps(made, separators=(",", ":")) + "\n",
    }


def main(argv: list[str] | None = None) -> int:
    """Write the files, or compare them. -> the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.openapi", description=__doc__)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="change nothing, fail if it differs")
    what.add_argument("--accept", action="store_true", help="promise clients what is now")
    options = parser.parse_args(argv)
    if options.check:
        return _check()
    for file, text in texts().items():
        file.write_text(text, encoding="utf-8")
    if options.accept:
        BASELINE.write_text(json.dumps(promise(document()), indent=1) + "\n", encoding="utf-8")
    return 0


def _check() -> int:
    stale = [file for file, text in texts().items() if _content(file) != text]
    for file in stale:
        print(f"{file.name} is not what the code says: make openapi", file=sys.stderr)
    promised = json.loads(_content(BASELINE) or "{}")
    broken = breaking_changes(promised, promise(document()))
    for change in broken:
        print(f"breaks clients: {change}", file=sys.stderr)
    if broken:
        print("If that is meant: python -m tools.openapi --accept", file=sys.stderr)
    return 1 if stale or broken else 0


def _content(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
