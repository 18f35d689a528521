"""How is a built function run as Lambda runs it?

Lambda's own runtime client (requirements/runtime.txt) asks a small server of ours for one event and
reports what came of it. It sees the artefact, its layers and the client itself, nothing else:
Python is started without site-packages.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from local.template import ROOT

RUNTIME = ROOT / ".local" / "runtime"
_SECONDS = 60
_REQUEST_ID = "6f1a2c0e-0000-4000-8000-000000000001"
_ARN = "arn:aws:lambda:us-east-1:000000000000:function:built"


@dataclass(frozen=True, slots=True)
class Function:
    """A built function: its folder, and the folders that its layers put on the path."""

    name: str
    folder: Path
    layers: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the function reported: `kind` is response or error."""

    kind: str
    body: Any


class _Api(ThreadingHTTPServer):
    """The Runtime API for one invocation."""

    daemon_threads = True

    def __init__(self, event: Any) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.events: queue.Queue[Any] = queue.Queue()
        self.events.put(event)
        self.outcomes: queue.Queue[Outcome] = queue.Queue()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: _Api

    def do_GET(self) -> None:
        """The next event; after the last one, wait for good, as Lambda lets a function wait."""
        body = json.dumps(self.server.events.get()).encode()
        self.send_response(200)
        self.send_header("Lambda-Runtime-Aws-Request-Id", _REQUEST_ID)
        self.send_header("Lambda-Runtime-Invoked-Function-Arn", _ARN)
        self.send_header("Lambda-Runtime-Deadline-Ms", str(int((time.time() + _SECONDS) * 1000)))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """An outcome: .../invocation/{id}/response or error, or .../init/error."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.outcomes.put(Outcome(self.path.rsplit("/", 1)[-1], body))
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing: the outcome is what counts."""


def invoke(function: Function, event: Any, environment: Mapping[str, str]) -> Outcome:
    """Run the function once on an event. Raises `AssertionError` when it reports nothing."""
    with _serving(event) as api, _running(function, api.address, environment) as process:
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            try:
                return api.outcomes.get(timeout=0.2)
            except queue.Empty:
                assert process.poll() is None, f"{function.name} ended without a report"
        raise AssertionError(f"{function.name} reported nothing within {_SECONDS} s")


def run_python(function: Function, code: str) -> str:
    """What a line of Python prints that sees what the function sees."""
    return subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=function.folder,
        env={"PYTHONPATH": _path(function)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@contextmanager
def _serving(event: Any) -> Iterator[_Api]:
    with _Api(event) as api:
        threading.Thread(target=api.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield api
        finally:
            api.shutdown()


@contextmanager
def _running(
    function: Function, address: str, environment: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-S", "-m", "awslambdaric", "app.lambda_handler"],
        cwd=function.folder,
        env={
            **environment,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
            "AWS_LAMBDA_FUNCTION_NAME": function.name,
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_RUNTIME_API": address,
            "AWS_REGION": environment["AWS_DEFAULT_REGION"],
            "LAMBDA_TASK_ROOT": str(function.folder),
            "NO_PROXY": "*",
            "PYTHONPATH": f"{_path(function)}{os.pathsep}{RUNTIME}",
        },
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _path(function: Function) -> str:
    return os.pathsep.join(map(str, (function.folder, *function.layers)))
