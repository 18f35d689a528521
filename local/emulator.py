"""How is the AWS emulator started, and how does it end with whoever started it?"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import MappingProxyType
from urllib.error import URLError
from urllib.request import urlopen

HOST = "127.0.0.1"
MODELS = Path(__file__).parents[1] / "layers" / "models" / "models"
REGION = "us-east-1"
CREDENTIALS = MappingProxyType(
    {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
    }
)
_INHERITED = ("HOME", "LANG", "LC_ALL", "PATH", "SSL_CERT_DIR", "SSL_CERT_FILE")
_READY_SECONDS = 60  # it takes one; a machine that is busy with other things takes longer
_LAST_LINES = 20


class EmulatorError(Exception):
    """The emulator could not be started; the message says what to do."""


class Emulator:
    """A process group with the emulator and the functions it runs, and a folder of their own."""

    def __init__(self, port: int, logs: Path) -> None:
        self.port = port or _free_port()
        self.endpoint = f"http://{HOST}:{self.port}"
        self.log = logs / f"{self.port}.log"
        self.folder = Path(tempfile.mkdtemp(prefix="batchbell-"))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return when it answers. Raises `EmulatorError` when the port is taken or it dies."""
        _refuse_taken(self.port)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "local.emulator_process"],
                cwd=Path(__file__).parent.parent,
                env=self._environment(),
                stdin=subprocess.PIPE,  # closed when we end, however we end
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait_until_ready(self._process)

    def wait(self) -> None:
        """Return when the emulator has ended, by itself or by a signal."""
        if self._process is not None:
            self._process.wait()

    def stop(self) -> None:
        """End the whole group and remove what it left; again changes nothing."""
        process, self._process = self._process, None
        if process is not None:
            _end_group(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _environment(self) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        return {
            **inherited,
            **CREDENTIALS,
            "BATCHBELL_MODELS": str(MODELS),
            "BATCHBELL_ALLOW_LOOPBACK": "1",  # what is fetched and called here is on this machine
            "BIND_HOST": HOST,
            "GATEWAY_PORT": str(self.port),
            "MINISTACK_HOST": HOST,
            "IOT_MTLS_ENABLED": "0",  # it would listen on a port of its own
            "NO_PROXY": "*",
            "SFTP_ENABLED": "0",
            "TMPDIR": str(self.folder),
        }

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + _READY_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise EmulatorError(f"The emulator ended at once:\n{self._last_lines()}")
            if _answers(self.endpoint):
                return
            time.sleep(0.05)
        raise EmulatorError(f"The emulator does not answer:\n{self._last_lines()}")

    def _last_lines(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines()
        return "\n".join(lines[-_LAST_LINES:])


def _answers(endpoint: str) -> bool:
    try:
        with urlopen(f"{endpoint}/_ministack/health", timeout=1):  # noqa: S310 - our own address
            return True
    except (URLError, OSError):
        return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise EmulatorError(
                f"Port {port} is taken; end what listens there, or choose another: "
                f"make run PORT={port + 1} (PORT=0: any free one)"
            ) from None


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill at once: it holds nothing worth saving."""
    with contextlib.suppress(ProcessLookupError):  # nobody is left in it
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin is not None:
        process.stdin.close()
