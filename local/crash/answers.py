"""Does an answer of a job agree with itself, and with an answer that was given before it was asked?

What is compared is the wire's JSON, as docs/pages-api.md describes it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FINAL = ("COMPLETED", "FAILED", "CANCELLED")
_ROW_ENDED = ("SUCCEEDED", "FAILED")

Job = Mapping[str, Any]


def contradictions(before: Job | None, now: Job) -> list[str]:
    """What is wrong with an answer; `before` had come in full when `now` was asked for."""
    found = list(_within(now))
    if before is not None:
        found += _since(before, now)
    return found


def ended(job: Job) -> int:
    """Rows that will not change any more."""
    return sum(_row_ended(row) for row in job["results"])


def _within(job: Job) -> Iterator[str]:
    rows = job["results"]
    states = [row["status"] for row in rows]
    told = job["completed"], job["failed"], job["creditsUsed"]
    seen = states.count("SUCCEEDED"), states.count("FAILED"), states.count("SUCCEEDED")
    if len(rows) != job["total"]:
        yield f"{len(rows)} rows of {job['total']}"
    if told != seen:
        yield f"completed, failed, credits are {told}, the rows say {seen}"
    if (job["status"] in FINAL) != (ended(job) == job["total"]):
        yield f"{job['status']} with {ended(job)} of {job['total']} rows ended"
    if (job["status"] in FINAL) != (job["completedAt"] is not None):
        yield f"{job['status']} with completedAt {job['completedAt']}"
    if job["status"] not in FINAL and (job["status"] == "PENDING") != (job["startedAt"] is None):
        yield f"{job['status']} with startedAt {job['startedAt']}"
    if job["status"] == "PENDING" and set(states) != {"PENDING"}:
        yield f"PENDING with rows {sorted(set(states))}"


def _since(before: Job, now: Job) -> Iterator[str]:
    if before["status"] in FINAL:
        if now != before:
            yield f"a final answer changed: {_difference(before, now)}"
        return
    if before["status"] == "PROCESSING" and now["status"] == "PENDING":
        yield "PROCESSING became PENDING"
    if before["startedAt"] is not None and now["startedAt"] is None:
        yield "a start was taken back"
    for name in ("completed", "failed", "creditsUsed"):
        if now[name] < before[name]:
            yield f"{name} went back from {before[name]} to {now[name]}"
    yield from _rows_since(before["results"], now["results"])


def _rows_since(before: Sequence[Job], now: Sequence[Job]) -> Iterator[str]:
    for old, new in zip(before, now, strict=False):
        if not _may_follow(old, new):
            yield f"row {old['index']}: {_difference(old, new)}"


def _may_follow(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    if _row_ended(old):
        return old == new
    return old["status"] == "PENDING" or new["status"] == "PROCESSING" or _row_ended(new)


def _row_ended(row: Mapping[str, Any]) -> bool:
    return row["status"] in _ROW_ENDED or row.get("canceled", False)


def _difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    return ", ".join(
        f"{name} {_short(old.get(name))} -> {_short(new.get(name))}" for name in changed
    )


def _short(value: object) -> str:
    return repr(value)[:60]
