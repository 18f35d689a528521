"""A receiver of webhooks on loopback, for the demo and the end-to-end tests."""

import time
from contextlib import AbstractContextManager
from dataclasses import dataclass
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from batchbell.domain.signature import verified
from batchbell.domain.standard_webhooks import signatures
from local.serving import running


@dataclass(frozen=True, slots=True)
class Received:
    """One webhook as it came in."""

    path: str
    headers: Message
    body: bytes
    at: float
    """Seconds, monotonic."""

    def signed_with(self, secret: str) -> bool:
        """Whether the signature covers exactly these bytes and this timestamp."""
        timestamp = int(self.headers["X-Webhook-Timestamp"])
        return verified(secret, timestamp, self.body, self.headers["X-Webhook-Signature"])

    def signed_by_standard(self, secret: str) -> bool:
        """The same of a webhook about documents, which is signed as Standard Webhooks says."""
        event_id, timestamp = self.headers["webhook-id"], int(self.headers["webhook-timestamp"])
        signature = signatures([secret], event_id, timestamp, self.body)
        return signature in self.headers["webhook-signature"].split(" ")


class Receiver(ThreadingHTTPServer):
    """The running receiver. `hang_paths`: paths that never answer within an attempt."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[Received] = []
        self.statuses: dict[str, int] = {}
        self.hang_seconds: dict[str, float] = {}

    def url(self, path: str = "/hook") -> str:
        """The address that a batch is given."""
        return f"http://127.0.0.1:{self.server_port}{path}"

    def wait(self, path: str = "/hook", *, count: int = 1, seconds: float = 30) -> list[Received]:
        """The webhooks received on a path, once there are `count` or time is up."""
        deadline = time.monotonic() + seconds
        while len(self.on(path)) < count and time.monotonic() < deadline:
            time.sleep(0.05)
        return self.on(path)

    def on(self, path: str) -> list[Received]:
        """The webhooks received on a path so far."""
        return [received for received in self.received if received.path == path]


def running_receiver() -> AbstractContextManager[Receiver]:
    """Receive until the block ends."""
    return running(Receiver())


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        received = Received(self.path, self.headers, body, time.monotonic())
        self.server.received.append(received)
        time.sleep(self.server.hang_seconds.get(self.path, 0))
        try:
            self.send_response(self.server.statuses.get(self.path, 204))
            self.end_headers()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: whoever runs the receiver reads `received`."""
