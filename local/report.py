"""How does the demo tell what happens?"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from local.receiver import Received

_SHOWN_LINES = 14
_SHOWN_HEADERS = (
    "Content-Type",
    "User-Agent",
    "X-Webhook-Event",
    "X-Webhook-Timestamp",
    "X-Webhook-Signature",
    "webhook-id",
)
_WIDTH = 30


def step(text: str) -> None:
    """What begins now."""
    print(f"\n==> {text}", flush=True)


def done(text: str) -> None:
    """What went well."""
    _end_progress()
    print(f"    ok: {text}", flush=True)


def failed(text: str) -> None:
    """What did not."""
    _end_progress()
    print(f"    FAILED: {text}", flush=True)


def progress(job: Mapping[str, Any]) -> None:
    """How far a job is: one line, overwritten on a terminal."""
    ended, total = job["completed"] + job["failed"], job["total"]
    bar = "#" * (_WIDTH * ended // total)
    line = (
        f"    [{bar:<{_WIDTH}}] {ended:>3}/{total} {job['status']:<10}"
        f" {job['completed']} succeeded, {job['failed']} failed"
    )
    if sys.stdout.isatty():
        print(f"\r{line}", end="", flush=True)
    else:
        print(line, flush=True)


def results(rows: Sequence[Mapping[str, Any]]) -> None:
    """The rows as a table."""
    step("Results")
    print(f"    {'#':>3}  {'status':<10} {'url':<34} what came of it")
    for row in rows:
        print(f"    {row['index']:>3}  {row['status']:<10} {_short(row['url']):<34} {_came(row)}")


def page(rows: Sequence[Mapping[str, Any]]) -> None:
    """The beginning of one distilled page."""
    succeeded = [row for row in rows if row.get("markdown")]
    if not succeeded:
        return
    row = max(succeeded, key=lambda row: len(row["markdown"]))
    step(f"One page as Markdown: {row['url']}")
    lines = row["markdown"].splitlines()
    print("\n".join(f"    | {line[:96]}" for line in lines[:_SHOWN_LINES]))
    if len(lines) > _SHOWN_LINES:
        print(f"    | ... and {len(lines) - _SHOWN_LINES} lines more")


def webhook(received: Received) -> None:
    """A webhook as it came in."""
    print(f"    POST {received.path}")
    for name in _SHOWN_HEADERS:
        print(f"    {name}: {received.headers.get(name)}")
    print(f"\n    {received.body.decode()}\n")


def _came(row: Mapping[str, Any]) -> str:
    if row["status"] == "SUCCEEDED":
        title = (row.get("metadata") or {}).get("title") or ""
        return f"{len(row.get('markdown', ''))} characters: {title}"[:60]
    return row["error"]["code"] if "error" in row else ""


def _short(url: str) -> str:
    parts = urlsplit(url)
    return (f"{parts.netloc}{parts.path}" if parts.netloc else url)[:34]


def _end_progress() -> None:
    if sys.stdout.isatty():
        print()
