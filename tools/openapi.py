"""Does docs/openapi.json say what the code does? Writes it; with --check, compares.

Generated from the models in `batchbell.contracts`, so that it cannot drift from what is validated.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from batchbell import __version__
from tools.openapi_operations import components, paths, webhooks
from tools.openapi_schemas import schemas

FILE = Path(__file__).parent.parent / "docs" / "openapi.json"


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Batchbell Pages API",
            "version": __version__,
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "URLs in, Markdown out; in batches, in the background.",
        },
        "servers": [
            {
                "url": "{baseUrl}",
                "description": "Your deployment: the stack's output BaseUrl.",
                "variables": {"baseUrl": {"default": "https://batchbell.example.com"}},
            }
        ],
        "security": [{"key": []}],
        "paths": paths(),
        "webhooks": webhooks(),
        "components": {**components(), "schemas": schemas()},
    }


def text() -> str:
    """The document as it is kept."""
    return json.dumps(document(), indent=2) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Write the file, or compare it. -> the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.openapi", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, fail if it differs")
    if not parser.parse_args(argv).check:
        FILE.write_text(text(), encoding="utf-8")
        return 0
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text():
        return 0
    print("docs/openapi.json is not what the code says: make openapi", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
