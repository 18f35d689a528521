"""A small varied web site on loopback, for the demo and the end-to-end tests.

What it serves: an article, a documentation page, a product, a forum thread, a page in another
charset, and what goes wrong elsewhere: missing, slow, redirected, huge, empty, and busy at first.
"""

import time
from collections import Counter
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from local.serving import running

_PAGES = Path(__file__).parent / "pages"
_CHARSETS = {"charset": "windows-1252"}
_HUGE_BLOCK = b"<p>" + b"The same peal again and again. " * 2_000 + b"</p>"
_HUGE_BLOCKS = 200
"""About 12 MB: beyond the largest page that Batchbell takes."""


class Site(ThreadingHTTPServer):
    """The running site. `seen` counts the requests by path."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen: Counter[str] = Counter()
        self.seconds_to_answer = 0.0

    def url(self, path: str) -> str:
        """The address of a path on this site."""
        return f"http://127.0.0.1:{self.server_port}{path}"

    def demo_urls(self) -> list[str]:
        """One URL of each kind."""
        kinds = ("article", "docs", "product", "forum", "charset", "moved", "slow", "busy")
        broken = ("missing", "gone", "huge", "empty", "picture")
        return [self.url(f"/{name}") for name in kinds + broken] + ["not a url"]


def running_site() -> AbstractContextManager[Site]:
    """Serve until the block ends."""
    return running(Site())


class _Handler(BaseHTTPRequestHandler):
    server: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.seen[self.path] += 1
        time.sleep(self.server.seconds_to_answer)
        answer = getattr(self, f"_get_{path.strip('/').partition('/')[0]}", self._get_page)
        answer()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the demo prints its own progress."""

    def _get_page(self) -> None:
        name = self.path.partition("?")[0].strip("/").partition("/")[0]
        file = _PAGES / f"{name}.html"
        if not file.is_file():
            self._answer(404, b"<p>There is nothing here.</p>")
            return
        charset = _CHARSETS.get(name, "utf-8")
        body = file.read_text("utf-8").encode(charset)
        self._answer(200, body, f"text/html; charset={charset}")

    def _get_moved(self) -> None:
        self._answer(301, b"", location="/article")

    def _get_slow(self) -> None:
        time.sleep(1)
        self.path = "/article"
        self._get_page()

    def _get_busy(self) -> None:
        """Busy at the first request, and says when to come again."""
        if self.server.seen[self.path] == 1:
            self._answer(503, b"", retry_after="1")
        else:
            self.path = "/docs"
            self._get_page()

    def _get_gone(self) -> None:
        self._answer(410, b"<p>This page was taken down.</p>")

    def _get_empty(self) -> None:
        self._answer(200, b"<!doctype html><title></title><body></body>")

    def _get_picture(self) -> None:
        self._answer(200, b"\x89PNG\r\n\x1a\n", "image/png")

    def _get_huge(self) -> None:
        self._answer(200, _HUGE_BLOCK * _HUGE_BLOCKS)

    def _answer(
        self, status: int, body: bytes, content_type: str = "text/html", **headers: str
    ) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-").title(), value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
