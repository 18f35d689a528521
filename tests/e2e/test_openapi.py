"""Does the product do what its own OpenAPI document says?

Asked by schemathesis: bodies and parameters that are right and wrong, and calls that follow from
what others answered. On a stack of its own, since it leaves many jobs open.
"""

import os
import subprocess
import sys
from pathlib import Path

from local.keys import create_key
from local.site import Site
from local.stack import LocalStack
from local.template import ROOT

_CONFIG = Path(__file__).with_name("openapi.toml")
_HALVES = (["--include-path-regex", "/openapi/v1/"], ["--exclude-path-regex", "/openapi/v1/"])
"""Pages and documents side by side, for the time they take."""


def test_schemathesis_finds_nothing(site: Site) -> None:
    with LocalStack("test") as stack:
        runs = [_started(stack, site, half) for half in _HALVES]
        told = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], "\n".join(told)


def _started(stack: LocalStack, site: Site, half: list[str]) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(_CONFIG), "run"]
    where = [f"{stack.base_url}/openapi.json", "--url", stack.base_url]
    environment = {
        **os.environ,
        "KEY": create_key(stack, "schema"),
        "NO_PROXY": "*",
        "PYTHONPATH": str(ROOT),
        "SITE": site.url(""),
    }
    return subprocess.Popen(
        [*command, *where, *half], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
