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
    "webhook-timestamp",
    "webhook-signature",
)
_WIDTH = 30
_COLUMN = 20


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
    """How far a job is."""
    succeeded, failed = job["completed"], job["failed"]
    told = f"{job['status']:<10} {succeeded} succeeded, {failed} failed"
    bar(succeeded + failed, job["total"], told)


def batch_progress(batch: Mapping[str, Any]) -> None:
    """How far a batch of documents is."""
    succeeded, failed = batch["succeeded"], batch["failed"]
    told = f"{batch['status']:<10} {succeeded} succeeded, {failed} failed"
    bar(succeeded + failed, batch["total"], told)


def bar(ended: int, total: int, told: str) -> None:
    """One line, overwritten on a terminal."""
    drawn = "#" * (_WIDTH * ended // total)
    line = f"    [{drawn:<{_WIDTH}}] {ended:>3}/{total} {told}"
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


def line_items(documents: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    """The rows of every document as a table, or why it has none."""
    step("Line items")
    print(f"    {'document':<12} {'status':<10} {_row(columns)}".rstrip())
    for one in documents:
        rows = [_row([row[name] for name in columns]) for row in one.get("line_items", [])]
        why = [f"{one['error']['reason']}: {one['error']['message']}"] if "error" in one else []
        for number, told in enumerate(rows + why):
            name, status = ("", "") if number else (one["filename"], one["status"])
            print(f"    {name:<12} {status:<10} {told}".rstrip())


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
        if name in received.headers:
            print(f"    {name}: {received.headers[name]}")
    print(f"\n    {received.body.decode()}\n")


def _came(row: Mapping[str, Any]) -> str:
    if row["status"] == "SUCCEEDED":
        title = (row.get("metadata") or {}).get("title") or ""
        return f"{len(row.get('markdown', ''))} characters: {title}"[:60]
    return row["error"]["code"] if "error" in row else ""


def _row(texts: Sequence[str | None]) -> str:
    return " ".join(f"{text or '':<{_COLUMN}.{_COLUMN}}" for text in texts)


def _short(url: str) -> str:
    parts = urlsplit(url)
    return (f"{parts.netloc}{parts.path}" if parts.netloc else url)[:34]


def _end_progress() -> None:
    if sys.stdout.isatty():
        print()
